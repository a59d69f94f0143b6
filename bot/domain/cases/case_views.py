"""What people look at of cases and bars: gathered facts, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.cases.absence import AbsenceCase, CaseState
from bot.domain.cases.rating_penalties import RatingPenalty
from bot.domain.community import Community, Person
from bot.domain.entering.bars import Bar
from bot.domain.events.tournament import Tournament
from bot.domain.permissions import Capacity


@dataclass(frozen=True, slots=True)
class CaseView:
    """One case with its people. `justify_by` is None while no notice was delivered."""

    case: AbsenceCase
    tournament: Tournament
    person: Person
    state: CaseState
    justify_by: datetime | None
    decided_by: Person | None
    bar: Bar | None
    """The bar that came from it and holds."""
    decided_as: Capacity | None = None


@dataclass(frozen=True, slots=True)
class CaseList:
    """The open cases of a server, oldest first."""

    cases: tuple[CaseView, ...]


@dataclass(frozen=True, slots=True)
class BarView:
    """One bar with its people; `tournament` is the event of the absence behind it, or the one event that it is from."""

    bar: Bar
    person: Person
    barred_by: Person | None
    lifted_by: Person | None
    tournament: Tournament | None
    lifters: tuple[Person, ...]
    """Who may lift it: the leader, then the President (AIJE-D01-2)."""
    appeal_by: datetime | None = None
    """The last moment for an appeal; None where none can be made any more."""
    still: Bar | None = None
    """Of a lifted one: the bar that held the person even then, for another reason."""
    places: tuple[str, ...] = ()
    """The events from whose lists it took the person."""
    readmission_from: datetime | None = None
    """Of an expulsion's bar: before that nobody lifts it (AIJE-A02-2)."""
    plays_on: tuple[str, ...] = ()
    """The events in which the person plays on, as a bar is for those to come (AIJE-B03-2); no arena is among them."""
    barred_as: Capacity | None = None
    lifted_as: Capacity | None = None
    """The offices of who decided alone."""
    voted_by: str | None = None
    lift_voted_by: str | None = None
    """Which body decided by vote, as procedures name it."""


@dataclass(frozen=True, slots=True)
class OpenToAppeal:
    """That a player can appeal against the ruling that stands in a match, and until when."""

    until: datetime


@dataclass(frozen=True, slots=True)
class PointsView:
    """Points that a vote took for an absence from an event: `after` is the rating of the list with which they left."""

    penalty: RatingPenalty
    person: Person
    tournament: Tournament
    after: float
    returned_by: Person | None
    returned_as: Capacity | None = None
    appeal_by: datetime | None = None
    """The last moment for an appeal; None where none can be made any more."""


@dataclass(frozen=True, slots=True)
class BarList:
    """The bars in force in a server, oldest first, and who may lift them."""

    bars: tuple[BarView, ...]
    lifters: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Hearings:
    """How cases are heard in a server: its channel and commands, and the times of cases to come."""

    community: Community
    reply_within: timedelta
    appeal_within: timedelta
