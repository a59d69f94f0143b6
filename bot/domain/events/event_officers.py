"""The chief arbiter of an event: who it is, who deputises, whom they relieved, and the report at the end (GO-30)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Community, Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId, TournamentId


class EventRole(StrEnum):
    """What an arbiter is in an event beside following matches."""

    CHIEF = "chief"
    DEPUTY = "deputy"


@dataclass(frozen=True, slots=True)
class EventOfficer:
    """Somebody who was named for an event; a recorded act."""

    tournament_id: TournamentId
    person_id: PersonId
    role: EventRole
    named_at: datetime
    named_by: PersonId


@dataclass(frozen=True, slots=True)
class Relief:
    """An arbiter who follows no more match of the event, and why."""

    tournament_id: TournamentId
    person_id: PersonId
    reason: str
    relieved_at: datetime
    relieved_by: PersonId


@dataclass(frozen=True, slots=True)
class ClosingReport:
    """What the chief writes of the event when it is over."""

    tournament_id: TournamentId
    person_id: PersonId
    report: str
    filed_at: datetime


@dataclass(frozen=True, slots=True)
class RefereesView:
    """The chief, the deputies and the arbiters relieved of an event, with its report where it was filed."""

    tournament: Tournament
    community: Community
    chief: Person | None
    deputies: tuple[Person, ...]
    relieved: tuple[tuple[Person, Relief], ...]
    report: ClosingReport | None

    @property
    def deciding(self) -> tuple[Person, ...]:
        """Those who decide what is passed up, the chief first."""
        return (*((self.chief,) if self.chief else ()), *self.deputies)
