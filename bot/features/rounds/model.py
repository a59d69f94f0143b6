"""What people look at when an event has ended, and its stated ceremonies, a duty of its players (GO-23.6).

The views have facts for one post, without text and without Discord.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.course.model import StandingsView
from bot.features.tournaments.model import HERE_AFTER, Onward
from bot.kernel.ids import Community, EntrantId, PersonId, TournamentId
from bot.people.model import NO_FACES, Faces, Person
from bot.play.contests import Contest, Stage, TieBreakValue
from bot.play.entries import Tournament

# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """Somebody on the podium; `match` is the final or the third-place match that was won, None where none was."""

    rank: int
    person: Person
    match: Contest | None = None
    members: tuple[Person, ...] = ()
    """Of a team, everybody who is in it, the captain first."""
    values: tuple[TieBreakValue, ...] = ()
    """Of a table, the first values of its chain that count for anybody."""
    withheld: bool = False
    """Whether a verdict keeps the prize back (GO-23.6)."""


@dataclass(frozen=True, slots=True)
class PodiumView:
    """The end of an event. Nobody is first where both sides stayed away from the final."""

    tournament: Tournament
    places: tuple[PodiumPlace, ...]
    players: int
    upcoming: Tournament | None
    """The next event that takes entries, if one is announced."""
    onward: Onward | None = None
    champion: Person | None = None
    """Who holds the title after a match for it."""
    report_by: Person | None = None
    """The chief arbiter, whose closing report is still to come."""
    faces: Faces = NO_FACES
    disputed: int = 0
    """Games of which a dispute is still to be decided, and which count then (ARENA-4)."""
    table: StandingsView | None = None
    """How it all ended, for what is shown beside the podium."""

    def on(self, rank: int) -> tuple[PodiumPlace, ...]:
        """Who stands on that step: two on the third where no match decided between them."""
        return tuple(place for place in self.places if place.rank == rank)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What an event did to a rating, in full precision; `before` is None for who was registered by it (AIJE-B03-1)."""

    person: Person
    before: float | None
    after: float


@dataclass(frozen=True, slots=True)
class RatingsView:
    """The list that an event published, as its players see it: the highest rating first."""

    tournament: Tournament
    published_at: datetime
    initial: float
    changes: tuple[RatingChange, ...]

    @property
    def registered(self) -> tuple[Person, ...]:
        """Who stands on a list for the first time."""
        return tuple(change.person for change in self.changes if change.before is None)


@dataclass(frozen=True, slots=True)
class RecordView:
    """All results of an event, by round and position, with the people behind the sides."""

    tournament: Tournament
    contests: tuple[Contest, ...]
    people: Mapping[EntrantId, Person]
    ratings: RatingsView | None
    starters: int
    to_final: Mapping[tuple[Stage, int], int]
    """Of each round of the one bracket, by stage and number, how many come after it."""


# --- ceremonies -----------------------------------------------------------------------------------------------------


REMINDED_BEFORE: Final = timedelta(hours=1)
HERE_BEFORE: Final = timedelta(minutes=30)
"""How early before a ceremony a player can say to be there."""


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
