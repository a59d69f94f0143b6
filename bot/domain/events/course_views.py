"""Where a running event stands, as it is shown to anybody: rounds in play, the arena's clock, a match game by game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import Contest, Stage
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
class ArenaClock:
    """An arena under way."""

    ends_at: datetime
    over: bool
    in_play: int
    waiting: int
    counted: int


@dataclass(frozen=True, slots=True)
class CourseView:
    """A drawn event that is not over."""

    tournament: Tournament
    parts: tuple[Part, ...]
    begun: bool
    """Whether the start has come."""
    starters: int
    arena: ArenaClock | None = None
    series: tuple[Contest, tuple[Person, ...], int, str] | None = None
    """Of a match for a title its sides, the number of the game under way, and the score as it is written."""
