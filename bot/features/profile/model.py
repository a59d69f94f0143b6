"""What people look at of people: the ranking and one person's page, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.features.cases.model import BarView, PointsView
from bot.features.playing.board_model import NONE_PLAYED, MatchTally, PlayedMatch
from bot.features.ratings.model import AmendmentView
from bot.features.registry.titles_model import NOTHING_EARLIER, EarlierFacts, MasterTitle
from bot.kernel.ids import ContestId, PersonId
from bot.people.model import NO_FACES, ArbiterTitle, Faces, Office, Person
from bot.play.contests import StandingRow
from bot.play.entries import Tournament
from bot.play.rulebook import Grade

LINES_ON_A_PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A person's place in the ranking; equal ratings share a place. The rating is in full precision."""

    place: int
    person: Person
    rating: float
    games: int


@dataclass(frozen=True, slots=True)
class RankingPage:
    """One page of the ranking. `page` counts from 1; without a list there is one page with nothing on it."""

    lines: tuple[RankingLine, ...]
    page: int
    pages: int
    registered: int
    published_at: datetime | None


@dataclass(frozen=True, slots=True)
class RatingAt:
    """A rating as a list published it, and the games rated until then."""

    published_at: datetime
    rating: float
    games: int


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """An event in which the person started; `rank` is None while it runs."""

    tournament: Tournament
    rank: StandingRow | None
    on_podium: bool = False


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody whom a person has met, and how their matches ended for that person."""

    person: Person
    tally: MatchTally


@dataclass(frozen=True, slots=True)
class Career:
    """What a person has played: the last matches that stand, in all events."""

    tally: MatchTally = NONE_PLAYED
    """Matches won on the overall score (AIJE-B01-5), drawn and lost, against an opponent who was there."""
    latest: tuple[PlayedMatch, ...] = ()
    """The last of them, newest first."""
    rivals: tuple[Rival, ...] = ()
    """Those most met, one to one."""
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    """Everybody who was met in the last matches."""
    is_whole: bool = True
    """Whether there are no matches before those that were looked at."""


NOTHING_PLAYED: Final = Career()


@dataclass(frozen=True, slots=True)
class Meeting:
    """All that two people have played against each other, as the first of them sees it."""

    person: Person
    other: Person
    career: Career
    events: Mapping[ContestId, str]
    """The event of each of the last matches, by its name."""
    faces: Faces = NO_FACES


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What everybody may know of a person. `line` is None for who is not registered (AIJE-B03-1)."""

    person: Person
    line: RankingLine | None
    registered: int
    """How many stand on the list."""
    title: ArbiterTitle | None
    masters: tuple[MasterTitle, ...]
    """Master titles that are borne, lowest first; beside an arbiter title there is none (AIJE-B01-2)."""
    offices: tuple[Office, ...]
    history: tuple[RatingAt, ...]
    """The latest lists in which the rating moved, by games, a vote or a correction, oldest first."""
    events: tuple[EventPlayed, ...]
    """The latest, latest first."""
    bars: tuple[BarView, ...]
    career: Career = NOTHING_PLAYED
    places: tuple[int, int, int] = (0, 0, 0)
    """How often the person stood first, second and third at the end of the latest events, alone or in a team."""
    all_events: bool = True
    """Whether there are no events before the latest."""
    faces: Faces = NO_FACES
    grade: Grade | None = None
    """Of Go, confirmed (GO-25.3)."""
    warnings: int = 0
    """In all events, those taken back left out (GO-24)."""
    points: tuple[PointsView, ...] = ()
    """Rating points that votes took for absences, latest first."""
    amendments: tuple[AmendmentView, ...] = ()
    """Ratings that were put right by hand, latest first."""
    earlier: EarlierFacts = NOTHING_EARLIER
    """What opening lists tell of the time before the first day."""
    world_titles: tuple[str, ...] = ()
    """The championships of the world that the person has won, earliest first."""
    is_unlinked: bool = False
    """Whether the person is known by name alone, and can be linked to the member who they are."""
