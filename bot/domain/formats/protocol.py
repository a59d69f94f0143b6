"""What every format promises: facts in, decisions out, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.domain.contests import Contest, NewContest
from bot.domain.draw import Stream
from bot.domain.ids import ContestId, EntrantId
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow


@dataclass(frozen=True, slots=True)
class Starter:
    """An entrant of the draw that stands, with the rating of the published list."""

    entrant_id: EntrantId
    rating: float | None
    withdrawn: bool = False
    """Left after the draw. The format pairs whoever left as before; the services settle those contests as walkovers."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What an event's bracket and table derive from: everyone who was drawn, and the contests that stand.

    A contest that was voided is no fact any more and is left out; the format then decides its place anew.
    """

    starters: tuple[Starter, ...]
    contests: tuple[Contest, ...] = ()
    annulled: frozenset[tuple[ContestId, EntrantId]] = frozenset()
    """Results that were found fraudulent later, for the side that has lost them; what was played since stands."""


class Format(Protocol):
    """One format; a module with these three functions is one."""

    def advance(self, facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
        """The contests that can be decided now and are not on record yet: the first ones too, or none.

        The stream is the draw's randomness; only an event without contests needs it. Raises ValueError when it is
        needed and missing, or when there are too few starters.
        """
        ...

    def standings(self, facts: EventFacts) -> tuple[StandingRow, ...]:
        """The table, best first; empty before the draw."""
        ...

    def is_over(self, facts: EventFacts) -> bool:
        """Whether nothing is left to play."""
        ...
