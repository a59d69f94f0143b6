"""Where a running event stands, as it is shown to anybody: its rounds in play, or what there is in place of them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.contests import Stage
from bot.domain.events.estimates import Estimate
from bot.domain.events.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Part:
    """A round that is being played: its matches, those decided, and those called and not decided."""

    stage: Stage
    round: int
    group: int
    matches: int
    decided: int
    in_play: int
    last_round: int | None = None
    """Of the table, where it is known how many it has."""
    to_final: int | None = None
    """Of one bracket, rounds before the final."""

    @property
    def waiting(self) -> int:
        """Matches that are still to be called."""
        return self.matches - self.decided - self.in_play


@dataclass(frozen=True, slots=True)
class CourseView:
    """A drawn event that is not over."""

    tournament: Tournament
    parts: tuple[Part, ...]
    begun: bool
    """Whether the start has come."""
    starters: int
    own: object = None
    """How far it is where rounds do not say it, as the capability that it is played by tells it."""
    estimate: Estimate | None = None
