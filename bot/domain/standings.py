"""The table of an event: who stands where, and who stands on the podium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.domain.contests import Stage
from bot.domain.ids import EntrantId

PODIUM_PLACES = 3


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


def podium(rows: Sequence[StandingRow], *, of_table: bool = False) -> tuple[StandingRow, ...]:
    """The rows of places 1, 2 and 3 of a finished event, best first; in a table a place may be shared, the first too.

    Up to three entrants; without a third-place match both semifinal losers share the third step. A place that nobody
    won is missing, and an entrant who can still come first is on no step yet.
    """
    on_it = (row for row in rows if row.rank_from <= PODIUM_PLACES)
    return tuple(row for row in on_it if of_table or row.rank_from > 1 or not row.is_shared)
