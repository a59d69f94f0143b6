"""Events as a stream meets them: a bracket of any size at any round, a table, and matches that come."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.features.pages.public_model import (
    EventState,
    MatchProgress,
    PublicBracket,
    PublicBranch,
    PublicColumn,
    PublicEvent,
    PublicHeading,
    PublicMatch,
    PublicPlace,
    PublicRound,
    PublicRow,
    PublicSide,
    PublicTable,
)
from tests.web.inventing import bare

BEGIN = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
_NAMES = (
    "Ana Lima",
    "Bia Souza",
    "Caio Prado",
    "Duda Reis",
    "Enzo Rossi",
    "Flávia Nunes",
    "Gil Costa",
    "Hugo Ferreira",
)


def name_of(number: int) -> str:
    """A name for each entrant, counted from 1."""
    first = _NAMES[(number - 1) % len(_NAMES)]
    return first if number <= len(_NAMES) else f"{first} {1 + (number - 1) // len(_NAMES)}"


def side(number: int, score: str = "", **changes: Any) -> PublicSide:
    """The entrant of that number in a match."""
    return PublicSide(f"e{number}", name_of(number), score, seed=number, **changes)


UNKNOWN = PublicSide("", "", expected="Winner of an earlier match")


def match(
    number: int, *sides: PublicSide, state: MatchProgress = MatchProgress.PLAYING, round_: int = 1
) -> PublicMatch:
    """A match of the event."""
    return PublicMatch(
        key=f"m{number}", event="e1", event_name="Spring Cup", label=f"Round {round_}, match {number}", stage="main",
        round=round_, position=number, group=0, sides=sides, state=state, length="Best of 5", best_of=5,
    )  # fmt: skip


def bracket(rounds: int, played: int) -> PublicBracket:
    """A knock-out of so many rounds, in which the upper side has won each match of those played."""
    columns = []
    for number in range(rounds):
        step = 2**number
        count = 2 ** (rounds - number - 1)
        places = tuple(_place(number, place, step, played) for place in range(count))
        feeders = tuple((2 * place, 2 * place + 1) if number else () for place in range(count))
        columns.append(PublicColumn(f"Round {number + 1}", places, feeders))
    return PublicBracket((PublicBranch("", tuple(columns)),))


def _place(column: int, place: int, step: int, played: int) -> PublicPlace:
    upper, lower = 2 * place * step + 1, (2 * place + 1) * step + 1
    key = f"r{column + 1}-{place + 1}"
    if column < played:
        return PublicPlace(key, (side(upper, "3", won=True), side(lower, "1", out=True)), MatchProgress.DECIDED)
    if column == played:
        state = MatchProgress.PLAYING if place % 2 == 0 else MatchProgress.WAITING
        return PublicPlace(key, (side(upper, "1"), side(lower, "0")), state)
    return PublicPlace("", (UNKNOWN, UNKNOWN), MatchProgress.WAITING)


def table(rows: int) -> PublicTable:
    """A table of so many rows."""
    headings = (PublicHeading("Pts", "Points", is_number=True), PublicHeading("BH", "Buchholz", is_number=True))
    lines = tuple(
        PublicRow(f"{at}", f"e{at}", name_of(at), (f"{9 - at / 2:g}", f"{40 - at}"), goes_on=at <= 4)
        for at in range(1, rows + 1)
    )
    return PublicTable("Table", "Player", headings, lines)


def event(**changes: Any) -> PublicEvent:
    """An event with a match on stream, three that are played or come, a bracket of 64 and a table of 20."""
    on_stream = replace(match(1, side(1, "2"), side(2, "1")), is_on_stream=True)
    called = match(2, side(3), side(4))
    agreed = replace(match(3, side(5), side(6), state=MatchProgress.WAITING), agreed_at=BEGIN + timedelta(days=1))
    known = match(4, side(7), side(8), state=MatchProgress.WAITING)
    unknown = match(5, UNKNOWN, UNKNOWN, state=MatchProgress.WAITING, round_=2)
    made: PublicEvent = replace(
        bare(PublicEvent), key="e1", server="s1", name="Spring Cup", time_zone="America/Sao_Paulo",
        state=EventState.RUNNING, rounds=(PublicRound("1", "Round 1", 1, (on_stream, called, known, agreed, unknown)),),
        bracket=bracket(6, 3), tables=(table(20),), on_stream="m1",
    )  # fmt: skip
    return replace(made, **changes)
