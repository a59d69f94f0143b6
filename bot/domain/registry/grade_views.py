"""A grade as people look at it, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.grades import Grade
from bot.domain.registry.grades import GradeRecord
from bot.domain.regulation.grade_rules import GradeRules


@dataclass(frozen=True, slots=True)
class GradeView:
    """A grade that waits or was decided, whose it is, and the one that counts by now."""

    record: GradeRecord
    person: Person
    tournament: Tournament
    held: Grade | None
    place: int | None = None
    """Of a promotion, the place in the event that it is proposed for."""

    @property
    def rules(self) -> GradeRules:
        """What the event's rulebook says of grades."""
        return self.tournament.rulebook.grades or GradeRules()
