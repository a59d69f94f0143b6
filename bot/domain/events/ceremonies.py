"""Stated ceremonies, which are a duty of an event's players: reminder, attendance, reprimand (GO-23.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.community import Community, Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId, TournamentId

REMINDED_BEFORE: Final = timedelta(hours=1)
HERE_BEFORE: Final = timedelta(minutes=30)
"""How early before a ceremony a player can say to be there."""
HERE_AFTER: Final = timedelta(hours=2)


class Attendance(StrEnum):
    """What is noted of a player; of whom nothing is noted was absent."""

    PRESENT = "present"
    EXCUSED = "excused"
    """Absent with good reason."""


@dataclass(frozen=True, slots=True)
class Ceremony:
    """An opening, a closing, a ceremony of any kind that the event has stated."""

    ceremony_id: str
    tournament_id: TournamentId
    name: str
    held_at: datetime
    stated_at: datetime
    stated_by: PersonId
    cancelled_at: datetime | None = None
    reminded_at: datetime | None = None

    @property
    def reminds_at(self) -> datetime:
        """When the players are reminded; one that was stated shortly before is its own reminder."""
        return max(self.held_at - REMINDED_BEFORE, self.stated_at)

    def is_open(self, now: datetime) -> bool:
        """Whether players can say that they are there."""
        return self.cancelled_at is None and self.held_at - HERE_BEFORE <= now <= self.held_at + HERE_AFTER


@dataclass(frozen=True, slots=True)
class Reprimand:
    """A public reprimand of who was absent without good reason."""

    ceremony_id: str
    person_id: PersonId
    reason: str
    given_at: datetime
    given_by: PersonId


@dataclass(frozen=True, slots=True)
class CeremonyView:
    """A ceremony with the players whose duty it is, and what was noted of each."""

    ceremony: Ceremony
    tournament: Tournament
    community: Community
    players: tuple[Person, ...]
    attendance: Mapping[PersonId, Attendance]
    reprimanded: frozenset[PersonId]

    @property
    def absent(self) -> tuple[Person, ...]:
        """The players of whom nothing is noted."""
        return tuple(player for player in self.players if player.person_id not in self.attendance)

    @property
    def to_reprimand(self) -> tuple[Person, ...]:
        """The absent who were not reprimanded yet."""
        return tuple(player for player in self.absent if player.person_id not in self.reprimanded)
