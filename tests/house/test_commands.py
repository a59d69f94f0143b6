"""The commands, as Discord would be told of them: read from the bot itself, without a token."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path, PurePath

import pytest
from discord.app_commands import Command, Group

from bot.app import COGS, LISTENING, TournamentBot
from bot.i18n.catalogue import LOCALES, key_of
from bot.living.commands import speak
from bot.people.model import Capacity
from bot.server.model import Act, is_known_before, who_may
from cogs.desk import OPEN_TO_ALL, staff_commands
from cogs.routing import CommandTranslator
from cogs.subjects import EVERYBODY, MANAGE_SERVER, OFFERS, commands_by_switch
from tests.house.catalogue_reading import (
    Entry,
    by_key,
    command_keys,
    entries,
    keys,
    option_keys,
    told_commands,
    told_tree,
)
from tests.house.reading import files, text
from tests.house.test_cogs import handlers

MOST_SUBCOMMANDS, MOST_LETTERS = 25, 8_000
"""What Discord takes of one command."""
OF_ORGANISERS = {act for act in Act if Capacity.ORGANISER in who_may(act) and is_known_before(act)}
READ_BY_STAFF = """
    amendments.next ending.staff error.BroughtBefore error.LeaderIsElected error.NotAnArbiter
    error.PresidentStays error.RecordNeedsDraw error.RegulationFixes error.SomethingHangs error.TitleStays
    games.kept games.list_next games.more games.problem.unknown_draw games.refused_next help.page_organiser
    links.told_linked links.told_same_person opening.done opening.next_confirm opening.next_confirm_own own.dispute_lot
    own.ruling_lot past.confirm past.undo rounds.corrected_since
    same_person.told_recorded series.removed
    sign_ups.done_next sign_ups.next_confirm
"""
"""Sentences that name what anybody may do and Discord hides: to staff, who find it on the desk, or about them."""
_COMMAND = re.compile(r"`/([a-z][a-z -]*)(?![\w/.])")
"""What goes on with a slash or a full stop is the path of a page."""
_NOTHING = Entry("", "", plural=False, forms=("",))
_PROSE = ("bot/i18n/", "docs/", "README.md", "bot/rulebooks/README.md")


async def test_no_two_commands_share_a_name(tmp_path: Path) -> None:
    bot = TournamentBot(tmp_path / "names.db")
    await bot.load_cogs()
    names = [(command.qualified_name, getattr(command, "type", None)) for command in bot.tree.walk_commands()]
    await bot.close()
    assert names
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_every_cog_is_loaded_by_the_app() -> None:
    assert {PurePath(file).stem for file, _ in handlers()} | LISTENING == set(COGS)


async def test_no_command_is_offered_in_direct_messages(tmp_path: Path) -> None:
    bot = TournamentBot(tmp_path / "places.db")
    await bot.load_cogs()
    offered = {command.name: command.to_dict(bot.tree).get("contexts") for command in bot.tree.get_commands()}
    await bot.close()
    assert {name: contexts for name, contexts in offered.items() if contexts != [0]} == {}


def test_every_command_group_and_option_is_described_by_a_sentence_of_the_catalogues() -> None:
    assert command_keys()
    assert sorted(command_keys() - keys()) == []


def test_no_option_is_described_by_the_sentence_of_a_command() -> None:
    of_commands = {key_of(one.qualified_name) for one in told_tree().walk_commands()}
    assert [one for one in option_keys() if one in of_commands] == []


def unfound(locale: str) -> list[str]:
    """The commands that nobody finds by a word of the language, or by one word of it alone."""
    named = (key_of(one.qualified_name).partition(".")[2] for one in told_commands())
    said = by_key(locale)
    return [one for one in named if len(said.get(f"help.words.{one}", _NOTHING).forms[0].split(", ")) < 2]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_command_is_found_by_words_that_people_type_in_each_language(locale: str) -> None:
    assert len(told_commands()) > 100
    assert unfound(locale) == []


@pytest.mark.plants
def test_a_command_without_words_of_a_language_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = dict(by_key("it"))
    del said["help.words.score"]
    monkeypatch.setitem(globals(), "by_key", lambda _: said)
    assert unfound("it") == ["score"]


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_is_listed_twice_for_a_command(locale: str) -> None:
    listed = {one.key: one.forms[0].split(", ") for one in entries(locale) if one.key.startswith("help.words.")}
    assert {key: words for key, words in listed.items() if len(set(words)) < len(words) or "" in words} == {}


async def test_every_command_fits_discords_limits_in_the_longest_language(tmp_path: Path) -> None:
    """Discord counts names, descriptions and choices of a whole command, of each text its longest translation."""
    bot = TournamentBot(tmp_path / "limits.db")
    await bot.load_cogs()
    speak(bot.tree)
    told = [await one.get_translated_payload(bot.tree, CommandTranslator()) for one in bot.tree.get_commands()]
    await bot.close()
    assert told
    too_many = [one["name"] for one in told if len(one.get("options", ())) > MOST_SUBCOMMANDS]
    too_long = [(one["name"], letters(one)) for one in told if letters(one) > MOST_LETTERS]
    assert (too_many, too_long) == ([], [])


def letters(command: object) -> int:
    """Of an object as it is sent: every name, description and value, each in the language in which it is longest."""
    if isinstance(command, list):
        return sum(letters(one) for one in command)
    if not isinstance(command, dict):
        return 0
    counted = sum(longest(command, key) for key in ("name", "description", "value") if key in command)
    return counted + sum(letters(one) for one in command.values())


def longest(command: dict[str, object], key: str) -> int:
    """The longest translation of what stands behind the key, or what stands there itself."""
    translated = command.get(f"{key}_localizations")
    texts = [command[key], *(translated.values() if isinstance(translated, dict) else ())]
    return max(len(str(one)) for one in texts)


async def test_every_command_that_people_are_sent_to_exists(tmp_path: Path) -> None:
    """Who reads `/case reopen` in a message or in the docs can type it: with its subcommand, and no group alone."""
    bot = TournamentBot(tmp_path / "named.db")
    await bot.load_cogs()
    typed = {one.qualified_name for one in bot.tree.walk_commands() if not isinstance(one, Group)}
    await bot.close()
    prose = [one for one in files() if one.startswith(_PROSE) and one.endswith((".po", ".md"))]
    named = [(file, found) for file in prose for found in _COMMAND.findall(text(file))]
    assert named
    assert sorted({(file, name) for file, name in named if not is_typed(name, typed)}) == []


def is_typed(named: str, typed: set[str]) -> bool:
    """Whether the words begin with a command; what stands behind it is for its options."""
    words = named.split()
    return any(" ".join(words[:count]) in typed for count in range(1, len(words) + 1))


def test_every_command_is_offered_somewhere_and_to_somebody_by_declaration() -> None:
    """Whoever adds a command says in `cogs/subjects.py` which switch brings it, or that every server has it."""
    there = {one.name for one in told_tree().get_commands()}
    assert (sorted(there - set(OFFERS)), sorted(set(OFFERS) - there)) == ([], [])


def test_every_switch_brings_a_command_of_one_server_alone() -> None:
    assert [switch for switch, brought in commands_by_switch().items() if not brought] == []


def test_where_a_command_is_switched_off_one_that_every_server_has_leads_on() -> None:
    """Whoever is named it there, in a sentence of any catalogue, is sent somewhere that they see."""
    everywhere = {name for name, found in OFFERS.items() if found == EVERYBODY}
    typed = {name: found.instead for name, found in OFFERS.items() if found.switch is not None and name == name.lower()}
    assert typed
    assert {name: instead for name, instead in typed.items() if instead not in everywhere} == {}


def test_what_discord_hides_the_desk_does_under_the_same_name() -> None:
    """So that a sentence can name it to whoever does not see it: those read where on the desk it stands."""
    hidden = {one.qualified_name for one in told_tree().walk_commands() if isinstance(one, Command)}
    on_desk = {words for words, _ in staff_commands()}  # What the tree has loaded.
    assert sorted(words for words in hidden - on_desk if is_hidden(words.split()[0])) == []


def test_no_sentence_sends_a_player_to_what_the_desk_keeps_for_staff() -> None:
    """What anybody may do but Discord hides is on the desk, which players cannot open: they have a button for it."""
    named = {
        one.key for one in entries("en-US") for words in OPEN_TO_ALL if any(f"`/{words}" in said for said in one.forms)
    }
    assert sorted(named) == sorted(READ_BY_STAFF.split())


def test_discord_hides_what_organisers_alone_may_do() -> None:
    """A command whose every part asks for a right that organising gives is hidden; not the desk: by it others act."""
    shown = [name for name, rights in rights_of_commands().items() if rights <= OF_ORGANISERS and not is_hidden(name)]
    assert sorted(name for name in shown if OFFERS[name].switch is None) == ["desk"]


def test_discord_asks_for_the_right_to_manage_the_server_where_setting_up_is_asked_for() -> None:
    setting_up = {name for name, rights in rights_of_commands().items() if rights <= {Act.SET_UP, Act.NAME_OFFICERS}}
    assert setting_up
    assert {name for name in OFFERS if OFFERS[name].shown_to == MANAGE_SERVER} == setting_up


def is_hidden(name: str) -> bool:
    return OFFERS[name].shown_to is not None


def rights_of_commands() -> dict[str, set[object]]:
    """What each first word and all that may follow it ask for."""
    found: dict[str, set[object]] = {}
    for one in told_tree().walk_commands():
        if isinstance(one, Command):
            found.setdefault(one.qualified_name.split()[0], set()).add(getattr(one.callback, "requires"))  # noqa: B009
    return found
