"""Each key that is composed at run time has its sentence, whatever stands in its open places: `desk.press_{verb}`.

One that lacks it takes down the card that says it, and the first to notice would be staff in the middle of an evening.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType

import pytest

from bot.features.desk import cards as desk_cards
from bot.features.playing.match_views_model import Guidance
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.tasks_model import AHEAD, DeskRow, Mend, Obstacle, Task, TaskItem, Upcoming, UpcomingKind
from bot.i18n.catalogue import DEFAULT_LOCALE, LOCALES, Translator
from bot.kernel.ids import ChannelId, Place
from bot.layout import cards as layout_cards
from bot.layout.cards import Line
from bot.server.setup_model import Right
from tests.house.catalogue_reading import beginnings, by_key
from tests.house.reading import python_files, tree, walked

Composed = tuple[str, bool]
"""A key with its open places as `{}`, and whether it is said in the plural."""


def composed(source: ast.Module) -> Iterator[Composed]:
    """The keys that a module composes: every f-string that begins as a key does, or is said at once."""
    said: dict[int, str] = {}
    for call in walked(source):
        if isinstance(call, ast.Call) and call.args and getattr(call.func, "attr", "") in {"say", "count"}:
            for part in ast.walk(call.args[0]):
                if isinstance(part, ast.JoinedStr):
                    said[id(part)] = getattr(call.func, "attr", "")
    for node in walked(source):
        if isinstance(node, ast.JoinedStr):
            key = "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
            begins = key.partition(".")[0]
            if id(node) in said or ("." in key and begins in beginnings() and " " not in key.partition("{")[0]):
                yield key, said.get(id(node)) == "count"


def tables() -> ModuleType:
    """What can stand in the open places: read by the first who asks, since it reads much of the house."""
    return import_module("tests.house.composed_tables")


def listed() -> set[tuple[str, str]]:
    """The composed keys of which a table says what they can be, or why it need not, by their files."""
    known = tables()
    keys: set[tuple[str, str]] = {(file, key) for file, table in known.TABLES.items() for key in table}
    return keys.union(known.TESTED_ELSEWHERE, known.NO_SENTENCES)


def unlisted(found: Iterable[tuple[str, Composed]]) -> list[str]:
    """Composed keys of which no table says what they can be."""
    known = listed()
    return sorted({f"{file}: {key}" for file, (key, _) in found if (file, key) not in known})


def unsaid(file: str, composed_key: str, *, plural: bool) -> list[str]:
    """The keys that a table composes and the catalogues lack, or have without the plural that is asked for."""
    table = tables().TABLES.get(file, {}).get(composed_key, ())
    made = [composed_key.format(*((value,) if isinstance(value, str) else value)) for value in table]
    english = by_key(DEFAULT_LOCALE)
    return [f"{file}: {key}" for key in made if key not in english or (plural and not english[key].plural)]


@cache
def all_composed() -> list[tuple[str, Composed]]:
    files = python_files("bot/", "cogs/", "web/")
    return [(file, one) for file in files for one in composed(tree(file))]


def test_every_composed_key_is_listed_with_all_that_it_can_be() -> None:
    found = all_composed()
    assert len(found) > 150
    assert unlisted(found) == []


def test_every_composed_key_has_its_sentence_and_its_plural() -> None:
    assert [wrong for file, (key, plural) in all_composed() for wrong in unsaid(file, key, plural=plural)] == []


def test_no_table_stays_for_a_key_that_nobody_composes_any_more() -> None:
    found = {(file, key) for file, (key, _) in all_composed()}
    assert sorted(listed() - found) == []


@pytest.mark.plants
def test_a_composed_key_is_found_however_it_is_said() -> None:
    source = ast.parse(
        'voice.say(f"desk.never_{verb}")\nvoice.count(f"{key}_of", n)\nkey = f"now.never_{name}"\n'
        'voice.say(f"a.b" if yes else f"desk.two_{one}_{two}")\nButton(f"desk:{key}")'
    )
    found = set(composed(source))
    assert {("desk.never_{}", False), ("{}_of", True), ("now.never_{}", False), ("desk.two_{}_{}", False)} <= found
    assert len(unlisted(("bot/features/planted/cards.py", one) for one in found)) == len(found)


def test_a_value_without_a_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    file = "bot/features/tournaments/words_cards.py"
    monkeypatch.setitem(tables().TABLES, file, {"desk.press_{}": ("claim", "name_claim")})
    assert unsaid(file, "desk.press_{}", plural=False) == [f"{file}: desk.press_name_claim"]
    assert unsaid(file, "desk.press_{}", plural=True) == [f"{file}: desk.press_claim", f"{file}: desk.press_name_claim"]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_row_of_the_desk_is_drawn_with_its_button(locale: str) -> None:
    for obstacle in Obstacle:
        for mend in (None, *Mend):
            rights = (Right.SEND_MESSAGES,)
            channel = ChannelId(5)
            row = DeskRow(obstacle, "x", mend=mend, place=Place.MATCHES, channel=channel, rights=rights, zone="UTC")
            line = tournaments_words_cards.line(row, Translator(locale))
            assert line.text
            assert (line.press is None) is (mend is None and obstacle in AHEAD)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_duty_and_every_prospect_of_a_person_is_drawn(locale: str) -> None:
    called = {Task.ANSWER_INVITATION: "league", Task.APPEAL: "bar"}
    tasks = tuple(TaskItem(one, "x", called=called.get(one, "")) for one in Task if one is not Task.FIND_OPPONENT)
    drawn = layout_cards.lines(tasks, desk_cards._duty, Translator(locale))
    broken = Translator(locale).say("row.broken")
    assert [item.task for item, line in zip(tasks, drawn, strict=True) if line.text == broken] == []
    prospects = tuple(map(Upcoming, (one for one in UpcomingKind if one is not UpcomingKind.NOT_FOR_ME)))
    assert broken not in layout_cards.row_texts(prospects, desk_cards._prospect, Translator(locale))


def test_a_row_that_cannot_be_drawn_takes_no_other_with_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As on the evening on which a claim had no sentence for its button, and all desks were down."""
    monkeypatch.setitem(tournaments_words_cards._VERBS, Obstacle.NAME_CLAIM, "no-such-verb")
    rows = (DeskRow(Obstacle.CLAIM, "a"), DeskRow(Obstacle.NAME_CLAIM, "b"), DeskRow(Obstacle.PARKED, "c"))
    before, broken, after = layout_cards.lines(rows, tournaments_words_cards.line, Translator())
    assert broken == Line(Translator().say("row.broken"), None)
    assert before.press is not None
    assert after.press is not None
    assert "DeskRow" in caplog.text


def test_a_duty_that_cannot_be_drawn_leaves_the_others_on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(desk_cards.VERBS_OF_TASKS, Task.VOTE)
    tasks = (TaskItem(Task.CHECK_IN, "a"), TaskItem(Task.VOTE, "b"), TaskItem(Task.REPORT, "c"))
    card = desk_cards.guidance(Guidance(tasks, ()), Translator())
    assert [line.press is None for line in card.lines] == [False, True, False]
