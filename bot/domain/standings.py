"""The table of an event: who stands where, and who stands on the podium."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from bot.domain.contests import Stage
from bot.domain.ids import EntrantId

PODIUM_PLACES = 3


class Sanction(StrEnum):
    """What a verdict does to somebody's place in the final order (GO-23.6)."""

    LOWERED = "lowered"
    PRIZE_WITHHELD = "prize_withheld"


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """What an entrant has by one entry of the tie-break registry; None where the entry does not apply."""

    name: str
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The best and the worst place that an entrant can still take; in a finished event, the shared place (5 to 8)."""

    rank_from: int
    rank_to: int
    entrant_id: EntrantId
    reached: Stage
    """The furthest stage that the entrant played in, or has a place in."""
    round: int
    values: tuple[TieBreakValue, ...] = ()
    """In the order of the rulebook's chain, the points first; empty where a bracket alone decides."""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    void: bool = False
    """All results of the entrant are void (GO-28.2): the place is behind all others and is not fought for."""

    @property
    def is_shared(self) -> bool:
        """Whether the row stands for more than one place."""
        return self.rank_from != self.rank_to


def podium(
    rows: Sequence[StandingRow], *, of_table: bool = False, never_came: Collection[EntrantId] = ()
) -> tuple[StandingRow, ...]:
    """The rows of places 1, 2 and 3 of a finished event, best first; in a table a place may be shared, the first too.

    Up to three entrants; without a third-place match both semifinal losers share the third step. A place that nobody
    won is missing, that of an entrant who never came is too, and who can still come first is on no step yet.
    """
    on_it = (row for row in rows if row.rank_from <= PODIUM_PLACES and row.entrant_id not in never_came)
    return tuple(row for row in on_it if of_table or row.rank_from > 1 or not row.is_shared)


def move_down(rows: Sequence[StandingRow], down: Sequence[EntrantId]) -> tuple[StandingRow, ...]:
    """The final order with each of them a place lower, once for each time that they are named (GO-23.6).

    Who shares a place comes behind the others on it; who does not, behind all who share the next one. The order of the
    verdicts is all the same, and who is put lower is not raised again because another is. Whoever was last stays so.
    """
    times = Counter(down)
    order = [list(row) for _, row in groupby(rows, key=lambda row: row.rank_from)]
    for place in reversed(order.copy()):
        for nth in range(1, 1 + max(times[row.entrant_id] for row in place)):
            _lower(order, [row.entrant_id for row in place if times[row.entrant_id] >= nth], times)
    return tuple(row for place in order for row in place)


def _lower(order: list[list[StandingRow]], lowered: Sequence[EntrantId], times: Counter[EntrantId]) -> None:
    """Puts who stands together one place lower: behind the others of their place, or else past the next one."""
    at = next(at for at, place in enumerate(order) if _split(place, lowered)[1])
    stay, fall = _split(order[at], lowered)
    order[at : at + 1] = [stay, fall] if stay else [fall]
    if stay and fall[0].is_shared:
        last = fall[0].rank_to - len(fall)
        order[at] = [replace(row, rank_to=last) for row in stay]
        order[at + 1] = [replace(row, rank_from=last + 1) for row in fall]
    else:
        _put_past(order, at + bool(stay), times)


def _split(place: Sequence[StandingRow], lowered: Sequence[EntrantId]) -> tuple[list[StandingRow], list[StandingRow]]:
    """Who stays on the place, and who does not."""
    stay = [row for row in place if row.entrant_id not in lowered]
    return stay, [row for row in place if row.entrant_id in lowered]


def _put_past(order: list[list[StandingRow]], at: int, times: Counter[EntrantId]) -> None:
    """Puts a place behind the next one of whom nobody is put lower, those between with it."""
    unmoved = (nr for nr in range(at + 1, len(order)) if not any(times[row.entrant_id] for row in order[nr]))
    passing = next(unmoved, at)
    first = order[at][0].rank_from
    for nr, place in enumerate([order[passing], *order[at:passing]], at):
        last = first + place[0].rank_to - place[0].rank_from
        order[nr] = [replace(row, rank_from=first, rank_to=last) for row in place]
        first = last + 1
