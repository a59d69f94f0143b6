"""What was asked for is kept as text, and means the same once it is read again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from bot.features.own_events.verbs import UNDONE_BY
from bot.features.playing.board_model import BoardLine
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.undoing.events_verbs import ACTS, MATCH_OPPOSITES
from bot.kernel.context import ActorQuery
from bot.kernel.errors import Outdated
from bot.kernel.ids import MemberId, PersonId
from bot.people.model import Someone
from bot.server.model import TAKES
from tests.hall.hall import PLAYERLESS, Hall
from tests.house.test_door import bot

PLAIN = {str, int, float, bool, datetime, timedelta, NoneType}


def unreadable(kind: Any) -> Iterator[Any]:
    """The types within one that are kept as text, and would not come back as what they were."""
    kind = getattr(kind, "__supertype__", kind)
    if get_origin(kind) in {Union, UnionType} or get_origin(kind) in tournaments_recusal_verbs.CONTAINERS:
        for one in get_args(kind):
            yield from () if one is Ellipsis else unreadable(one)
    elif is_dataclass(kind):
        for one in fields(kind):
            yield from unreadable(get_type_hints(kind)[one.name])
    elif kind not in PLAIN and not (isinstance(kind, type) and issubclass(kind, StrEnum)):
        yield kind


def test_all_that_a_repeatable_verb_takes_comes_back_as_it_was() -> None:
    assert bot() is not None
    assert len(tournaments_recusal_verbs.REPEATABLE) > 60
    wrong = {
        f"{name} {key}": kind
        for name, verb in tournaments_recusal_verbs.REPEATABLE.items()
        for key, kind in list(get_type_hints(verb).items())[3:]
        if key != "return" and list(unreadable(kind))
    }
    assert wrong == {}


@pytest.mark.plants
@pytest.mark.parametrize("kind", [object, dict[str, int], set[int], tuple[object, ...]])
def test_a_type_that_would_not_come_back_is_found(kind: Any) -> None:
    assert list(unreadable(kind))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ((MemberId(7), "P7"), Someone),
        (PersonId("p7"), Someone),
        (None, PersonId | None),
        ((1, 2, 0), tuple[int, ...]),
        (frozenset({3}), frozenset[int]),
        (datetime(2026, 3, 1, 18, tzinfo=UTC), datetime | None),
        ((BoardLine(1, "0:10", "0:12", "0:10 0:12"),), tuple[BoardLine, ...]),
    ],
)
def test_a_value_is_the_same_once_it_is_read_again(value: Any, kind: Any) -> None:
    assert (
        tournaments_recusal_verbs._read(json.loads(json.dumps(tournaments_recusal_verbs._write(value))), kind) == value
    )


def test_a_verb_that_has_moved_is_carried_out_by_the_name_under_which_files_have_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def refuse(_work: ActorQuery, reason: str) -> None:
        done.append(reason)

    monkeypatch.setattr(tournaments_recusal_verbs, "REPEATABLE", {})
    monkeypatch.setattr(
        tournaments_recusal_verbs, "KEPT_AS", {f"{__name__}:{refuse.__qualname__}": "tables.decks:refuse"}
    )
    tournaments_recusal_verbs.repeatable(refuse)
    assert list(tournaments_recusal_verbs.REPEATABLE) == ["tables.decks:refuse"]
    hall.act(hall.actor(PLAYERLESS), tournaments_recusal_verbs.carry_out, "tables.decks:refuse", {"reason": "torn"})
    assert done == ["torn"]


def test_the_module_of_a_verb_that_has_moved_is_imported_where_it_stands_today(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments_recusal_verbs, "REPEATABLE", {})
    monkeypatch.setattr(tournaments_recusal_verbs, "KEPT_AS", {"bot.features.playing.outage_verbs:beat": "pulse:beat"})
    monkeypatch.delitem(sys.modules, "bot.features.playing.outage_verbs", raising=False)
    with pytest.raises(Outdated):
        hall.act(hall.actor(PLAYERLESS), tournaments_recusal_verbs.carry_out, "pulse:beat", {})
    assert "bot.features.playing.outage_verbs" in sys.modules


@pytest.mark.parametrize("name", ["gone_module:refuse", "gone_folder.decks:refuse", "tables.decks:gone"])
def test_a_verb_that_no_version_of_now_has_is_out_of_date(hall: Hall, name: str) -> None:
    with pytest.raises(Outdated):
        hall.act(hall.actor(PLAYERLESS), tournaments_recusal_verbs.carry_out, name, {})


def test_what_players_can_undo_is_a_verb_that_is_kept_and_a_line_that_can_be_taken_back() -> None:
    assert bot() is not None
    assert UNDONE_BY.keys() <= tournaments_recusal_verbs.REPEATABLE.keys()
    assert frozenset().union(*UNDONE_BY.values()) <= TAKES.keys() | MATCH_OPPOSITES.keys() | ACTS
