"""What people look at of case files and appeals: gathered facts, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.cases.case_views import BarView, PointsView
from bot.domain.cases.misconduct import Appeal, FileState, MisconductCase, Pause, Penalty, Statement
from bot.domain.cases.rating_amendments import AmendmentView
from bot.domain.cases.same_person import SamePersonView
from bot.domain.community import Person
from bot.domain.events.ending_views import RatingChange
from bot.domain.events.tournament import Tournament
from bot.domain.permissions import Capacity
from bot.domain.playing.match_views import MatchView


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and who made it."""

    statement: Statement
    by: Person | None


@dataclass(frozen=True, slots=True)
class FileView:
    """One case with its people. Cards for the accused name no reporter unless `reporter_is_named`."""

    file: MisconductCase
    accused: Person
    reporter: Person | None
    tournament: Tournament | None
    players: tuple[Person, ...]
    """The sides of the match that the case is about."""
    said: tuple[Said, ...]
    state: FileState
    reply_by: datetime | None
    appeal_by: datetime | None
    pause: Pause | None
    decided_by: Person | None
    options: tuple[Penalty, ...]
    """What the case can come to now; none once it is decided."""
    accused_sits: bool
    """Whether the accused sits on the committee, and so reads its channel."""
    decided_as: Capacity | None = None
    bar: BarView | None = None
    """The bar that the verdict led to."""

    @property
    def reporter_is_named(self) -> bool:
        """Whether the accused may know who reported."""
        return self.file.reporter_named_at is not None


@dataclass(frozen=True, slots=True)
class FileList:
    """The cases of a server, undecided ones first."""

    files: tuple[FileView, ...]


@dataclass(frozen=True, slots=True)
class AppealView:
    """An appeal, what it is against, and who may decide it."""

    appeal: Appeal
    person: Person
    file: MisconductCase | None
    bar: BarView | None
    points: PointsView | None
    ruling: MatchView | None
    """The match that was ruled on, as it stood when the appeal was made or decided."""
    ruled_by: Person | None
    link: SamePersonView | None
    rating: AmendmentView | None
    judges: tuple[Person, ...]
    decided_by: Person | None
    decided_as: Capacity | None = None


@dataclass(frozen=True, slots=True)
class CorrectedRatings:
    """What a correction did to the ratings of an event's players, whose ratings changed at all."""

    file: MisconductCase | None
    """None where the result of a match was corrected."""
    tournament: Tournament
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class Appealable:
    """A decision that can still be appealed against: its key for `bot.services.cases.contested`, and what it is."""

    key: str
    until: datetime | None
    """The last moment for it; None where a pause of the case holds it open."""
    file: MisconductCase | None
    bar: BarView | None
    points: PointsView | None
    ruling: MatchView | None
    link: SamePersonView | None
    rating: AmendmentView | None
