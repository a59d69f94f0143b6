"""What people look at when an event has ended: facts gathered for one post, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.community import Person
from bot.domain.contests import Contest, Stage
from bot.domain.events.standings_views import StandingsView
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId
from bot.domain.people_views import NO_FACES, Faces
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.standings import TieBreakValue


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
class Onward:
    """Who is invited on the strength of the standings, as soon as an organiser confirms it."""

    invited: Mapping[QualifyingEvent, tuple[Person, ...]]
    matches: tuple[tuple[Person, ...], ...]
    """Pairs that play for a seat."""
    answer_within: timedelta
    confirmed: bool


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
