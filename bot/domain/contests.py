"""A contest between sides, and what can happen in it.

A contest has 1 to 4 sides: one side alone is a bye (it goes on without play). Scores are games won, in the order of the
sides. Everything here is a fact or a pure function of facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.ids import ContestId, EntrantId, PersonId

Score = tuple[int, ...]
"""Games won by each side, in the order of the contest's sides."""


class Stage(StrEnum):
    """Where in the event a contest stands."""

    PRELIMINARY = "preliminary"
    MAIN = "main"
    SEMIFINAL = "semifinal"
    FINAL = "final"
    THIRD_PLACE = "third_place"


class ResultKind(StrEnum):
    """How a contest came to its score."""

    PLAYED = "played"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double_walkover"
    WITHDRAWAL = "withdrawal"


@dataclass(frozen=True, slots=True)
class Result:
    """A settled score. `walkover_games` are those of `score` that nobody played: they stand, and are not rated."""

    score: Score
    walkover_games: Score
    kind: ResultKind
    settled_at: datetime


@dataclass(frozen=True, slots=True)
class NewContest:
    """A pairing that a format decided: `round` 0 is a preliminary round, `position` counts from 0 at the top.

    `(stage is THIRD_PLACE, round, position)` is unique in an event. One side is a bye, with its reason in `bye_reason`.
    """

    stage: Stage
    round: int
    position: int
    sides: tuple[EntrantId, ...]
    best_of: int
    bye_reason: str | None = None
    """`"rating"` (highest rated, AIJE-D01-4), `"lot"` (equal or unrated at the cut, or no rule) or `"vacant"`."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A pairing on record, with what is known of it."""

    contest_id: ContestId
    stage: Stage
    round: int
    position: int
    sides: tuple[EntrantId, ...]
    best_of: int
    bye_reason: str | None
    arbiter: PersonId | None
    called_at: datetime | None
    """When the call was delivered to the players; the walkover clock starts here (AIJE-D01-5.4)."""
    result: Result | None

    @property
    def target(self) -> int:
        """Games that win the contest: 3 of 5, 5 of 9."""
        return self.best_of // 2 + 1
