"""The table of an event: who stands where, and who stands on the podium."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

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
    """The final order with each of them a place lower, in turn (GO-23.6).

    Who shares a place comes behind the others on it; who does not, behind all who share the next one. Whoever was last
    stays so.
    """
    order = list(rows)
    for entrant_id in down:
        at = next((at for at, one in enumerate(order) if one.entrant_id == entrant_id), None)
        if at is not None:
            order = _one_lower(order, at)
    return tuple(order)


def _one_lower(order: Sequence[StandingRow], at: int) -> list[StandingRow]:
    row = order[at]
    after = row.rank_from if row.is_shared else row.rank_to + 1
    passed = [one for one in order if one.rank_from == after and one is not row]
    if not passed:
        return list(order)
    last = passed[0].rank_to
    up = {one.entrant_id: replace(one, rank_from=row.rank_from, rank_to=last - 1) for one in passed}
    down = replace(row, rank_from=last, rank_to=last)
    moved = [down if one is row else up.get(one.entrant_id, one) for one in order]
    return sorted(moved, key=lambda one: one.rank_from)
