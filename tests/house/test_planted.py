"""A guard counts once it was seen to fail: each is shown here what it must find, and has to find it.

A new module of the house's tests is listed here, or marks a test of its own that plants something with
`@pytest.mark.plants`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.i18n.catalogue import LOCALES
from bot.kernel.ids import Switch
from cogs.routing import VERBS as PRESSES
from cogs.subjects import OFFERS
from tests.house import test_asking as asking
from tests.house import test_catalogues as catalogues
from tests.house import test_cogs as cogs
from tests.house import test_command_table as command_table
from tests.house import test_commands as commands
from tests.house import test_cost as cost
from tests.house import test_dead_code as dead_code
from tests.house import test_door as door
from tests.house import test_formats as formats
from tests.house import test_glossary as glossary
from tests.house import test_layers as layers
from tests.house import test_ledger as ledger
from tests.house import test_log as log
from tests.house import test_mutants_table as mutants_table
from tests.house import test_names as names
from tests.house import test_notices as notices
from tests.house import test_one_door as one_door
from tests.house import test_pictures as pictures
from tests.house import test_portable_sql as portable_sql
from tests.house import test_repository as repository
from tests.house import test_sizes as sizes
from tests.house import test_start as start
from tests.house import test_switched_on as switched_on
from tests.house import test_wording as wording
from tests.house import test_words_in_code as words_in_code
from tests.house.catalogue_reading import entries
from tests.house.planting import Plant, failure, is_found
from tests.house.reading import python_files, text, tree
from tests.house.rooms import DECIDING
from tools.figures.verbs import VERBS
from tools.mapping.rooms import Role

HEAD: Final = "from __future__ import annotations\n"
COG: Final = "cogs/planted.py"
SERVICE: Final = "bot/features/planted/planted_verbs.py"
STORE: Final = "bot/features/planted/planted_store.py"
RENDERED: Final = "bot/features/planted/planted_cards.py"


def of_code() -> Iterator[Plant]:
    """Faults of the code: who imports whom, what stands where."""
    kept_away = (
        ("bot/play/", "random", (Role.MODEL,)), ("bot/server/", "time", DECIDING),
        ("bot/features/planted/", "time", DECIDING), ("cogs/", "sqlite3", (Role.COG,)),
    )  # fmt: skip
    for place, module, roles in kept_away:
        at = {f"{place}planted_verbs.py": f"import {module}\n"}
        yield Plant(
            layers.test_each_part_keeps_away_from_what_would_give_it_a_clock_a_die_or_a_disk, "_verbs.py:1 imports",
            at, given=(roles,),
        )  # fmt: skip
    yield Plant(
        layers.test_the_domain_rests_on_the_standard_library_and_two_packages_alone, "imports babel",
        {"bot/play/planted.py": "import babel\n"},
    )  # fmt: skip
    yield Plant(
        layers.test_discord_is_known_only_where_the_bot_speaks, r"planted\w*.py:1", {SERVICE: "import discord\n"}
    )
    yield Plant(
        layers.test_cogs_import_each_other_but_nothing_imports_a_cog_except_the_app, "planted",
        {RENDERED: "from cogs import desk\n"},
    )  # fmt: skip
    yield Plant(
        layers.test_nobody_needs_the_rehearsal_or_what_it_is_made_of_but_the_lines_that_ask_it_and_start_it,
        "imports simcord",
        {SERVICE: "import simcord\n"},
    )  # fmt: skip
    yield Plant(
        layers.test_rules_and_services_are_told_the_time_and_never_read_it, r"planted\w*.py:2",
        {SERVICE: "from datetime import datetime\nAT = datetime.now()\n"},
    )  # fmt: skip
    yield Plant(
        layers.test_services_are_plain_functions_that_cannot_await, r"planted\w*.py:wait",
        {SERVICE: "async def wait():\n    pass\n"},
    )  # fmt: skip
    yield Plant(layers.test_the_draw_is_the_only_chance_there_is, r"planted\w*.py:1", {COG: "import random\n"})
    asked = "from bot.play.rulebook import FormatName\nIS = FormatName.SWISS\n"
    asks = {f"bot/features/planted/planted{n}_verbs.py": asked
            for n in range(5)}  # fmt: skip
    yield Plant(formats.test_few_files_beside_the_formats_own_ask_which_one_it_is, r"<= 4", asks)
    lonely = {"bot/features/planted/verbs.py": "def nobody_calls_me_at_all():\n    return 1\n"}
    yield Plant(
        dead_code.test_every_function_of_the_product_and_of_the_rehearsals_is_called_by_its_own,
        "nobody_calls_me_at_all", lonely, given=(("bot/", "cogs/", "web/"),),
    )  # fmt: skip


def of_sizes_and_names() -> Iterator[Plant]:
    """Functions and files that are too long, names that say nothing, tests that cannot fail."""
    lines = "def walk():\n" + "    print()\n" * 40
    yield Plant(sizes.test_a_function_fits_on_a_screen_or_says_why_not, "walk has 41 lines", {SERVICE: lines})
    excused = {SERVICE: "def walk():  # long: it is a table\n    return 1\n"}
    yield Plant(sizes.test_an_excuse_stands_only_where_it_is_needed, r"planted\w*.py:1 walk", excused)
    yield Plant(sizes.test_no_file_is_longer_than_one_can_keep_in_mind, "planted", {SERVICE: "A = 1\n" * 801})
    yield Plant(sizes.test_the_architecture_is_one_page, "<= 120", {"docs/architecture.md": "A line.\n" * 121})
    many = {f"bot/features/planted/planted{n}_model.py": "A = 1\n" for n in range(41)}
    yield Plant(
        sizes.test_no_folder_holds_more_modules_than_one_can_look_over, "bot/features/planted", many,
    )  # fmt: skip
    yield Plant(names.test_no_module_is_named_after_nothing, "utils", {"bot/features/planted/" + "utils.py": "A = 1\n"})
    lost = {"tests/planted.py": "def test_that_nobody_runs():\n    assert True\n"}
    yield Plant(names.test_a_test_file_is_found_by_its_name, "tests/planted.py", lost)
    twice = {"tests/test_planted.py": "def test_a():\n    assert 1\n\n\ndef test_a():\n    assert 2\n"}
    yield Plant(names.test_no_test_shadows_another_of_its_file, "test_planted.py: test_a", twice)
    harmless = {"tests/test_planted.py": "def test_nothing_at_all():\n    print()\n"}
    yield Plant(names.test_every_test_can_fail, "test_nothing_at_all", harmless)
    later = {SERVICE: "A = 1  # TO" + "DO later\n"}
    yield Plant(names.test_a_deferred_thought_is_not_kept_in_the_code, r"planted\w*.py:1", later)
    for seeks in (
        'DECLARING = {"leafed"}',
        'IS = one.id == "leafed"',
        'IS = ast.unparse(one).startswith("press.leafed(")',
    ):
        sought = {"tests/house/planted.py": f"import os\nimport ast\n{seeks}\n"}
        yield Plant(names.test_what_the_house_looks_for_by_name_is_there, "planted.py: .*leafed", sought)


def of_the_door() -> Iterator[Plant]:
    """Cogs that reach past the door, and what makes something at Discord beside it."""
    reaches = {COG: "async def f(press):\n    await press.interaction.response.pong()\n"}
    yield Plant(door.test_nobody_but_the_door_reaches_the_bot_behind_an_interaction, r"planted\w*.py:2", reaches)
    knows = {COG: "def f(one: Interaction):\n    return one\n"}
    yield Plant(door.test_only_the_door_knows_discords_interaction, r"planted\w*.py:1", knows)
    by_hand = {COG: "def f(subject):\n    return subject.split('.')\n"}
    yield Plant(door.test_no_cog_takes_a_subject_apart_by_hand, r"planted\w*.py:2", by_hand)
    made = {COG: "def f(press):\n    return CaseId(press.choice())\n"}
    yield Plant(
        door.test_what_a_menu_carries_is_read_as_what_it_means_and_never_made_an_id_by_hand,
        r"planted\w*.py:2 CaseId",
        made,
    )
    own = {COG: "@on_press('x', 1, 2, public=True)\nasync def x(request: Request):\n    return request.translator\n"}
    yield Plant(door.test_what_everybody_reads_is_never_in_the_pressers_own_language, r"planted\w*.py:2 x", own)
    posts = {COG: "import discord\nasync def f(channel):\n    return await channel.create_thread(name='a')\n"}
    yield Plant(one_door.test_nothing_is_made_at_discord_outside_the_one_door, "create_thread", posts)
    asks = {"bot/living/notifier.py": "async def f(kind):\n    return await kind.create()\n"}
    yield Plant(one_door.test_only_the_door_asks_a_kind_to_create, "notifier.py:2", asks)
    blind = text(one_door.KINDS) + "\n\nclass Blind:\n    async def create(self):\n        return 1\n"
    yield Plant(one_door.test_every_kind_knows_how_to_find_its_own_again, "Blind", {one_door.KINDS: blind})
    builds = {COG: "import discord\nclass Form(discord.ui.Modal):\n    pass\n"}
    yield Plant(cogs.test_commands_options_and_forms_are_built_in_one_place_each, "planted", builds)
    answers = {COG: "@on_press('x', 1, 2)\nasync def x(press: Request) -> None:\n    await press.answer(1)\n"}
    yield Plant(cogs.test_a_handler_returns_the_card_that_answers, r"planted\w*.py:", answers)
    for declared in ("on_press('x', 1, 2)", "with_pages('x', 1)"):
        long = {COG: f"@{declared}\nasync def x(press: Request) -> None:\n" + "    print()\n" * 40}
        yield Plant(cogs.test_a_handler_calls_a_service_and_little_more, r"planted\w*.py:", long)
    counts = {COG: "def f(page: int) -> int:\n    return page + 1\n"}
    yield Plant(cogs.test_pages_are_turned_in_one_place, r"planted\w*.py:2", counts)
    for declared in ("command('planted', 1)", "with_pages('planted', 1)"):
        cog = {COG: f"@{declared}\nasync def planted(press: Request) -> None:\n    return None\n"}
        yield Plant(commands.test_every_cog_is_loaded_by_the_app, "planted", cog)


def of_words() -> Iterator[Plant]:
    """Sentences in the code, acts without a sentence, messages without a notice, words that lead nowhere."""
    literal = {RENDERED: "def f(voice):\n    return Label('Welcome back, dear friend')\n"}
    yield Plant(words_in_code.test_no_sentence_for_members_stands_in_the_code, "Welcome back", literal)
    act = {SERVICE: "def f(tx, guild):\n    tx.log(guild, 'planted_act', 'x')\n"}
    yield Plant(log.test_every_act_of_the_log_has_its_sentence, "planted_act", act)
    fields = {SERVICE: "def f(promise):\n    return promise.details\n"}
    yield Plant(
        notices.test_what_was_promised_is_read_by_its_fields_and_nowhere_by_a_word, r"planted\w*.py:2", fields
    )  # fmt: skip
    less = " ".join(one for one in asking.TELLS.split() if one != "podium")
    yield Plant(
        asking.test_every_kind_of_message_asks_by_a_button_or_only_tells, "podium", replaced={"TELLS": less}
    )  # fmt: skip
    yield Plant(
        asking.test_every_kind_of_message_asks_by_a_button_or_only_tells, "isdisjoint",
        replaced={"TELLS": asking.TELLS + " check_in_opened"},
    )  # fmt: skip
    verbs = {name: one for name, one in PRESSES.items() if name != "justify"}
    yield Plant(asking.test_every_button_that_a_message_declares_is_taken, "justify", replaced={"VERBS": verbs})
    kinds = [*notices.kinds(), type("OfNobody", (), {})]
    yield Plant(
        notices.test_every_kind_of_message_has_its_notice_in_one_module, "OfNobody", replaced={"kinds": lambda: kinds}
    )
    page = {"docs/commands.md": text("docs/commands.md") + "| `/planted` | nothing |\n"}
    yield Plant(command_table.test_the_page_of_commands_is_the_one_that_the_tool_writes, "planted", page)
    leads = {"docs/planted.md": "Type `/no-such command here`.\n"}
    yield Plant(commands.test_every_command_that_people_are_sent_to_exists, "no-such", leads, given=(Path(),))
    offers = {name: one for name, one in OFFERS.items() if name != "desk"}
    yield Plant(
        commands.test_every_command_is_offered_somewhere_and_to_somebody_by_declaration, "desk",
        replaced={"OFFERS": offers},
    )  # fmt: skip
    cited = {SERVICE: '"""By AIJE-' + 'D09-1."""\n'}
    yield Plant(ledger.test_every_id_that_anything_cites_is_in_the_ledger, "D09-1", cited)
    rule = next(iter(ledger.entries())).rule
    entry = f"### {rule}\nTold again and again.\n\n- **Reading:** so.\n- **You see:** this.\n"
    yield Plant(ledger.test_no_rule_is_told_twice, rule, {"docs/rules/planted.md": entry})
    half = {"docs/rules/planted.md": "### AIJE-" + "Z01\nTold.\n\n- **Reading:** so.\n"}
    yield Plant(
        ledger.test_every_entry_of_the_ledger_has_the_rule_its_reading_and_what_people_see_of_it, "Z01", half,
        given=("docs/rules/planted.md",),
    )  # fmt: skip


def of_statements() -> Iterator[Plant]:
    """Statements that one database alone takes, lists without an order, SQL where none belongs."""
    statement = portable_sql.test_statements_are_what_both_databases_take
    for sql, kind in (
        ("INSERT OR IGNORE INTO log VALUES (1)", "INSERT OR"),
        ("SELECT 1 FROM log WHERE why IS ?", "IS of a value"),
        ("SELECT printf('%d', 1) FROM log", r"printf\(\)"),
    ):
        yield Plant(statement, rf"planted\w*.py:1: {kind}", {STORE: f'A = "{sql}"\n'})
    unlisted = (
        'A = "SELECT DISTINCT person_id"\n'
        'def f(tx) -> list[str]:\n    return tx.fetch_all(f"{A} FROM people ORDER BY known_since")\n'
    )
    whole = portable_sql.test_each_statement_as_a_whole_is_what_both_databases_take
    yield Plant(whole, r"planted\w*.py:3: f: an order of what is listed once", {STORE: unlisted})
    for unordered in (
        "def f(tx) -> dict[str, str]:\n    return dict(tx.fetch_all('SELECT why, act FROM log'))\n",
        "def f(tx) -> list[str]:\n    sql = 'SELECT why FROM log'\n    return tx.fetch_things(str, sql)\n",
        "def f(tx) -> str:\n    for sql in ('SELECT why FROM log',):\n        return _A.fetch_all(tx, sql)\n",
    ):
        guard = portable_sql.test_what_is_asked_for_comes_in_an_order_that_the_statement_says
        yield Plant(guard, r"planted\w*.py:\d: f", {STORE: unordered})
    open_ = "def f(tx) -> str:\n    return tx.fetch_one('SELECT why FROM log WHERE guild_id = ?', (1,))\n"
    one_row = portable_sql.test_of_several_rows_the_statement_says_which_one_is_asked_for
    yield Plant(one_row, r"planted\w*.py:2: f", {STORE: open_})
    for by_place in (
        "row = tx.fetch_one('SELECT * FROM log WHERE sequence = 1')\n    return row[2]\n",
        "at, guild, *_ = tx.fetch_one('SELECT l.* FROM log l WHERE sequence = 1')\n    return at\n",
        "return [a for a, *_ in tx.fetch_all('SELECT * FROM log ORDER BY sequence')]\n",
        "rows = tx.fetch_all('SELECT * FROM log ORDER BY sequence')\n    return [Entry(*one) for one in rows]\n",
    ):
        guard = portable_sql.test_what_has_all_columns_of_a_table_is_read_by_their_names
        yield Plant(guard, r"planted\w*.py:\d: f", {STORE: f"def f(tx):\n    {by_place}"})
    elsewhere = {SERVICE: "A = 'SELECT name FROM people'\n"}
    yield Plant(repository.test_sql_is_written_in_the_storage_and_nowhere_else, r"planted\w*.py:1", elsewhere)
    defers = {"migrations/9999_planted.sql": "CREATE TABLE a (b TEXT REFERENCES c DEFERRABLE);\n"}
    yield Plant(repository.test_no_migration_defers_a_key_or_rolls_back_a_shared_commit, "9999_planted", defers)


def of_the_repository() -> Iterator[Plant]:
    """Files that must not be there, and links that lead nowhere."""
    host = {"docs/planted.md": "From https://" + "pypi" + ".org/simple.\n"}
    yield Plant(repository.test_no_file_names_an_index_or_a_path_of_somebodys_machine, "planted.md:1", host)
    gone = {"docs/planted.md": "Ask a `Vi" + "car.oldest`, then a `Request`.\n"}
    yield Plant(repository.test_every_class_that_a_page_names_is_called_so, "docs/planted.md Vi.ar", gone)
    yield Plant(repository.test_no_second_file_configures_the_tools, "pytest.ini", {"pytest.ini": "[pytest]\n"})
    yield Plant(repository.test_no_lock_that_names_hosts_is_kept, "uv.lock", {"uv.lock": "\n"})
    loose = text("requirements/run.txt") + "\nstranger==1.0 \\\n    --no-hash\n"
    yield Plant(repository.test_the_three_locks_agree, "stranger", {"requirements/run.txt": loose})
    yield Plant(repository.test_every_pin_of_a_lock_carries_a_hash, "stranger", {"requirements/run.txt": loose})
    declared = text("pyproject.toml").replace("dependencies = [", 'dependencies = [\n    "stranger>=1",', 1)
    yield Plant(
        repository.test_the_locks_hold_every_dependency_that_the_project_declares, "stranger",
        {"pyproject.toml": declared},
    )  # fmt: skip
    link = {"docs/planted.md": "See [there](nowhere.md) and `bot/nowhere.py`.\n"}
    yield Plant(repository.test_every_page_that_a_page_links_to_is_there_and_has_the_heading, "nowhere.md", link)
    yield Plant(repository.test_every_path_that_a_page_names_exists, "bot/nowhere.py", link)
    told = {"bot/features/planted/__init__.py": '"""See `features/planted/nowhere.py`."""\n'}
    yield Plant(repository.test_every_module_that_the_docstring_of_a_package_names_exists, "nowhere.py", told)
    shown = {"docs/planted.md": "![A picture of a thing in words](pictures/nowhere.png)\n"}
    yield Plant(pictures.test_each_picture_that_a_document_shows_is_there_and_told_in_words, "nowhere.png", shown)
    mutant = mutants_table.TABLE[0]
    yield Plant(
        mutants_table.test_no_fault_is_listed_twice, "file|" + mutant.file, replaced={"TABLE": [mutant, mutant]}
    )


KEY: Final = "cases.planted"
VERBS_OF_CASES: Final = "bot/features/cases/verdict_verbs.py"


def everywhere(*forms: str) -> dict[tuple[str, str, str], str]:
    """A sentence of the cases in all four languages, in the order of the locales."""
    return {(locale, "cases", KEY): form for locale, form in zip(LOCALES, forms, strict=True)}


def of_sentences() -> Iterator[Plant]:
    """Catalogues with a sentence too few, too many, left in English, or with other values."""
    sound = everywhere("Good morning.", "Bom dia.", "Buenos días.", "Buon giorno.")
    english = {("en-US", "cases", KEY): "Good morning."}
    yield Plant(
        catalogues.test_each_language_has_the_same_files_and_the_same_keys, KEY, sentences=english, given=("it",)
    )
    twice = {("it", "arena", "cases.notice_not_confirmed"): "Due volte."}
    yield Plant(
        catalogues.test_no_key_stands_in_two_files, "cases.notice_not_confirmed", sentences=twice, given=("it",)
    )
    lost = {("it", "arena", KEY): "Fuori posto."}
    yield Plant(
        catalogues.test_each_key_is_well_formed_and_stands_with_those_that_begin_alike, "arena", sentences=lost,
        given=("it",),
    )  # fmt: skip
    yield Plant(
        catalogues.test_no_sentence_is_empty_doubtful_or_short_of_a_plural_form, KEY,
        sentences=everywhere("A.", "A.", "A.", " "), given=("it",),
    )  # fmt: skip
    other = everywhere("Hello {name}.", "Olá {name}.", "Hola {name}.", "Ciao {nome}.")
    yield Plant(
        catalogues.test_each_sentence_has_the_placeholders_of_the_english_one, KEY, sentences=other, given=("it",)
    )
    counted = {("it", "cases", KEY): ("{name} ha {n} partita", "{n} partite")}
    yield Plant(
        catalogues.test_the_last_plural_form_says_every_value_that_another_form_says, KEY, sentences=counted,
        given=("it",),
    )  # fmt: skip
    left = everywhere("Good morning.", "Bom dia.", "Buenos días.", "Good morning.")
    yield Plant(catalogues.test_no_sentence_was_left_in_english, KEY, sentences=left, given=("it",))
    coded = {("en-US", "cases", "error.Planted"): "Not `{name}`."}
    yield Plant(
        catalogues.test_no_value_of_an_error_stands_inside_code_marks_where_its_escapes_would_show, "error.Planted",
        sentences=coded, given=("en-US",),
    )  # fmt: skip
    yield Plant(
        catalogues.test_texts_of_commands_fit_discords_menus, "commands.planted",
        sentences={("en-US", "cases", "commands.planted"): "x" * 101}, given=("en-US",),
    )  # fmt: skip
    yield Plant(
        catalogues.test_what_proves_a_lot_is_said_in_the_record_and_behind_verify_alone, KEY,
        sentences={("en-US", "cases", KEY): "The seed is {seed}."}, given=("en-US",),
    )  # fmt: skip
    yield Plant(
        catalogues.test_what_a_command_does_is_said_as_an_order, "commands.planted",
        sentences={("en-US", "cases", "commands.planted"): "Shows the list"},
        given=("en-US", re.compile("Shows")),
    )  # fmt: skip
    yield Plant(
        catalogues.test_a_button_that_a_sentence_sends_people_to_has_that_label_in_the_same_language, "No such button",
        sentences={("en-US", "cases", KEY): "Press **No such button**."}, given=("en-US",),
    )  # fmt: skip
    speaks = {RENDERED: "def f(voice):\n    return voice.say('cases.no_such_sentence')\n"}
    yield Plant(catalogues.test_each_key_that_the_code_names_exists, "no_such_sentence", speaks)
    yield Plant(catalogues.test_no_sentence_waits_for_code_that_never_speaks_it, KEY, sentences=sound)
    key = "error.AlreadyBarred"
    missing = [(locale, "cases", key) for locale in LOCALES]
    yield Plant(catalogues.test_each_error_has_its_sentence_in_every_language, "AlreadyBarred", gone=missing)
    values = {("en-US", "cases", key): "{stranger} is barred already."}
    yield Plant(
        catalogues.test_each_sentence_of_an_error_uses_only_the_errors_fields, "stranger", sentences=values
    )  # fmt: skip
    composed = {VERBS_OF_CASES: 'raise RefusedFor("error.NoCase" + "s", name=name)\n'}
    yield Plant(catalogues.test_a_class_that_refusals_share_is_given_literal_keys, "verdict_verbs.py:1", composed)
    otherwise = {VERBS_OF_CASES: 'raise RefusedAt("error.TeamNameTaken", at=at)\n'}
    yield Plant(catalogues.test_each_key_of_a_refusal_is_raised_with_one_class, "TeamNameTaken", otherwise)
    unheard = {VERBS_OF_CASES: 'raise Refused("error.NoSuchSentence" if late else "error.TeamNameTaken")\n'}
    yield Plant(catalogues.test_each_error_has_its_sentence_in_every_language, "NoSuchSentence", unheard)
    yield Plant(catalogues.test_each_sentence_of_an_error_uses_only_the_errors_fields, "TeamNameTaken.*name", unheard)
    elsewhere = {VERBS_OF_CASES: 'raise Refused("error.JeekOver")\n', "bot/features/jeek/verbs.py": ""}
    yield Plant(catalogues.test_an_error_of_one_capability_is_told_in_its_catalogue, "JeekOver", elsewhere)
    plural = {("en-US", "cases", key): ("One {name} {since}.", "Many {name} {since}.")}
    yield Plant(
        catalogues.test_an_error_is_told_in_the_plural_exactly_when_it_counts_something, "AlreadyBarred",
        sentences=plural,
    )  # fmt: skip
    bare = everywhere("Press Justify now.", "Aperte agora.", "Pulsa ya.", "Premi ora.")
    yield Plant(
        wording.test_a_button_that_a_sentence_sends_people_to_stands_in_bold, "Justify", sentences=bare,
        given=("en-US",),
    )  # fmt: skip
    yield Plant(
        wording.test_what_is_quoted_stands_in_the_marks_of_the_language, KEY,
        sentences={("it", "cases", KEY): "Ha detto “ciao”."}, given=("it",),
    )  # fmt: skip
    row = next(one for one in glossary.APART if one.words and one.never["it"])
    mixed = {("en-US", "cases", KEY): f"The {row.words[0]}.", ("it", "cases", KEY): f"Il {row.never['it'][0]}."}
    yield Plant(
        glossary.test_a_sentence_calls_each_thing_by_its_one_word, KEY, sentences=mixed, given=("it",)
    )  # fmt: skip


def of_the_start() -> Iterator[Plant]:
    """What a start loads and a verb costs."""
    yield Plant(
        start.test_a_start_waits_for_no_package_that_is_needed_later,
        "PIL",
        given=("PIL", start.Loaded(frozenset({"PIL", "bot"}), ())),
    )
    yield Plant(
        cost.test_every_verb_that_is_watched_has_its_limit, "planted",
        replaced={"VERBS": [*VERBS, "planted"]},
    )  # fmt: skip


def of_the_rules() -> Iterator[Plant]:
    """Commands that the rules of an event name, where its server has none of them."""
    guard = switched_on.test_what_the_rules_of_a_preset_name_is_switched_on_with_its_event
    yield Plant(guard, "'go-swiss': \\[.*conduct", replaced={"needed_by": lambda _: frozenset(Switch) - {Switch.CASES}})
    named = {"docs/rules/arena.md": "\n### ARENA-1\nA win is 2.\n\n- **You see:** `/deck show`.\n"}
    yield Plant(guard, "'arena': .*deck", named)
    unheld = switched_on.test_the_rules_of_go_and_of_the_olympiad_name_what_they_are_held_to
    yield Plant(unheld, "conduct", replaced={"governing": lambda _: ({}, "")}, files={"docs/rules/go.md": "\n"})


PLANTS: Final = tuple(
    plant
    for family in (of_code, of_sizes_and_names, of_the_door, of_words, of_statements, of_the_repository, of_sentences,
                   of_the_start, of_the_rules)
    for plant in family()
)  # fmt: skip
PROVED_OTHERWISE: Final = {
    "test_figures": "counts over small houses that are written in the test",
    "test_settings": "gives settings that must be refused, one by one",
    "test_log_levels": "sets the levels and looks what is let through",
    "test_plans": "hands statements that walk to the look at plans",
    "test_planted": "is this module",
}
"""Modules of the house's tests whose tests try what they hold in a way of their own."""


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.name}: {plant.names}")
def test_a_planted_fault_is_found_and_named(plant: Plant) -> None:
    assert is_found(plant), failure(plant)


def unproved(sources: dict[str, str]) -> set[str]:
    """Modules of tests in which no guard was ever shown what it must find."""
    listed = {one.guard.__module__.rpartition(".")[2] for one in PLANTS} | PROVED_OTHERWISE.keys()
    own = {path: path.rpartition("/")[2].removesuffix(".py") for path in sources}
    return {name for path, name in own.items() if name not in listed and not _marks_a_plant(sources[path])}


def _marks_a_plant(source: str) -> bool:
    marks = (one for node in ast.walk(ast.parse(source)) for one in getattr(node, "decorator_list", ()))
    return any(ast.unparse(one).startswith("pytest.mark.plants") for one in marks)


def test_every_guard_of_the_house_was_seen_to_fail() -> None:
    modules = [one for one in python_files("tests/house/") if one.rpartition("/")[2].startswith("test_")]
    assert len(modules) > 25
    assert unproved({one: text(one) for one in modules}) == set()


def test_a_guard_that_was_never_seen_to_fail_is_found() -> None:
    guard = "def test_all_is_well():\n    assert True\n"
    assert unproved({"tests/house/test_new.py": guard}) == {"test_new"}
    assert unproved({"tests/house/test_new.py": f"@pytest.mark.plants\n{guard}"}) == set()


def test_what_was_planted_is_gone_afterwards() -> None:
    before = (python_files("bot/"), text("docs/commands.md"), len(entries("it")))
    for plant in PLANTS[:3]:
        failure(plant)
    assert (python_files("bot/"), text("docs/commands.md"), len(entries("it"))) == before
    assert tree("bot/app.py") is tree("bot/app.py")
