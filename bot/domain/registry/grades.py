"""Grades of people: declared or proposed by results, and confirmed before they count (GO-25.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.grades import Grade
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.regulation.grade_rules import read_promotion


def promoted_to(place: int, held: Grade | None, promotions: Iterable[str]) -> Grade | None:
    """The highest grade that the place is proposed for and that is above the one held; None where there is none."""
    read = [one for one in map(read_promotion, promotions) if one is not None]
    reached = [one.grade for one in read if one.first <= place <= one.last]
    best = max(reached, key=lambda grade: grade.strength, default=None)
    if best is None or (held is not None and held.strength >= best.strength):
        return None
    return best


class GradeOrigin(StrEnum):
    """Where a grade comes from."""

    DECLARED = "declared"
    """By the player."""
    PROMOTION = "promotion"
    """By results, as the rulebook says."""


@dataclass(frozen=True, slots=True)
class GradeRecord:
    """A grade of a person: waiting, confirmed, refused or replaced. Only a confirmed one that has not ended counts."""

    grade_id: str
    guild_id: GuildId
    person_id: PersonId
    grade: Grade
    origin: GradeOrigin
    tournament_id: TournamentId
    """The event whose rulebook says who confirms it."""
    said_at: datetime
    confirmed_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.confirmed_at is None and self.ended_at is None
