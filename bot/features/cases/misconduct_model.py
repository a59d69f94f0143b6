"""Misconduct cases and appeals: grounds, the right of reply, pauses, the verdict, what comes next, and their views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.features.cases.model import BarView, PointsView
from bot.features.playing.match_views_model import MatchView
from bot.features.ratings.model import AmendmentView
from bot.features.rounds.model import RatingChange
from bot.features.voting.model import Ground
from bot.kernel.ids import BarId, ChannelId, ContestId, FileId, GuildId, PersonId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, resume
from bot.people.model import Capacity, Penalty, Person, SamePersonView
from bot.play.entries import Tournament

# --- cases and appeals ----------------------------------------------------------------------------------------------


REMIND_REPLY_BEFORE: Final = timedelta(hours=24)
"""How long before its end the accused is reminded of the time to answer, once."""


RULES: Final[Mapping[Ground, tuple[str, ...]]] = MappingProxyType(
    {
        Ground.OUTSIDE_HELP: ("AIJE-A02-1", "GO-23.1"),
        Ground.PROGRAM_HELP: ("AIJE-A02-1", "GO-23.1"),
        Ground.FIXED_GAME: ("GO-23.1",),
        Ground.CONDUCT: ("AIJE-A02-1",),
        Ground.NEGLECT: ("AIJE-A02-1",),
        Ground.WITHDRAWAL: ("GO-23.2",),
        Ground.DISTURBANCE: ("GO-16.4", "GO-23.3"),
        Ground.CEREMONY: ("GO-23.6",),
    }
)
"""The rules that each ground rests on, cited in every notice."""

CHEATING: Final = frozenset({Ground.OUTSIDE_HELP, Ground.PROGRAM_HELP, Ground.FIXED_GAME})
"""Once proved it loses the game, whatever else follows, even after later rounds (GO-23.1)."""

EXPELLABLE: Final = frozenset({Ground.OUTSIDE_HELP, Ground.PROGRAM_HELP, Ground.CONDUCT, Ground.NEGLECT})
"""Grounds on which a player can be expelled (AIJE-A02-1)."""


OF_A_CEREMONY: Final = frozenset(
    {Penalty.DISMISSED, Penalty.WARNED, Penalty.PRIZE_WITHHELD, Penalty.LOWERED, Penalty.SUSPENDED}
)
"""What missing a ceremony can come to beside the reprimand, by its gravity (GO-23.6)."""
_OF_PLACES: Final = frozenset({Penalty.PRIZE_WITHHELD, Penalty.LOWERED})
"""Of those, what touches a place of the own."""

WITHOUT_APPEAL: Final = frozenset({Penalty.DISMISSED, Penalty.EXPELLED})
"""A dismissal leaves nothing to undo; leader and President decide an expulsion themselves, and may readmit."""


class Lost(StrEnum):
    """For whom a settled result is annulled."""

    ACCUSED = "accused"
    BOTH = "both"


class FileState(StrEnum):
    """The stages of a misconduct case."""

    OPENED = "opened"
    """The accused has not been told yet."""
    AWAITING_ANSWER = "awaiting_answer"
    """The right of reply runs."""
    UNDER_REVIEW = "under_review"
    DECIDED = "decided"
    """An appeal is possible."""
    APPEALED = "appealed"
    CLOSED = "closed"


class Voiced(StrEnum):
    """In which part somebody made a statement."""

    REPORT = "report"
    REPLY = "reply"
    EVIDENCE = "evidence"
    """Added by an arbiter or officer."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A time in which no deadline of the case runs, and why; `until` is None while it lasts."""

    since: datetime
    by: PersonId
    reason: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody said in the case; it is never changed. `links` lead to the evidence."""

    file_id: FileId
    voiced: Voiced
    by: PersonId | None
    text: str
    links: tuple[str, ...]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """The decision, its reason, and who made it (GO-30). `told_at` is when the accused or the public heard it."""

    penalty: Penalty
    by: PersonId
    reason: str
    at: datetime
    until: datetime | None = None
    bar_id: BarId | None = None
    told_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal against a verdict, a bar, a loss of points or a ruling, the one that there can be (GO-16.4)."""

    appeal_id: str
    guild_id: GuildId
    against_file: FileId | None
    against_bar: BarId | None
    by: PersonId
    text: str
    links: tuple[str, ...]
    made_at: datetime
    granted: bool | None = None
    decided_by: PersonId | None = None
    reason: str | None = None
    decided_at: datetime | None = None
    against_points: str | None = None
    """A rating penalty."""
    against_match: ContestId | None = None
    """A match that an arbiter ruled on."""
    against_link: str | None = None
    """Staff's word that two people are one."""
    against_amendment: str | None = None
    """A rating that was put right by hand."""


@dataclass(frozen=True, slots=True)
class MisconductCase:
    """One case of misconduct. `reporter` is None where staff acted by itself; the accused never learns it by default.

    `reply_within` and `appeal_within` are the community's terms on the day on which the case was opened.
    """

    file_id: FileId
    guild_id: GuildId
    number: int
    accused: PersonId
    reporter: PersonId | None
    ground: Ground
    account: str
    """What is said to have happened."""
    tournament_id: TournamentId | None
    contest_id: ContestId | None
    opened_at: datetime
    reply_within: timedelta
    appeal_within: timedelta
    noticed_at: datetime | None = None
    """When the accused was told: the right of reply runs from the delivered message."""
    replied_at: datetime | None = None
    """When the accused answered all that has been said; None where evidence was added since."""
    thread_id: ChannelId | None = None
    reporter_named_at: datetime | None = None
    reminded_at: datetime | None = None
    over_told_at: datetime | None = None
    """When the committee was told that the time to answer is over."""
    pauses: tuple[Pause, ...] = ()
    verdict: FileVerdict | None = None
    appeal: Appeal | None = None


def running_pause(file: MisconductCase) -> Pause | None:
    """The pause that lasts, or None."""
    return next((pause for pause in file.pauses if pause.until is None), None)


def reply_by(file: MisconductCase, outages: Iterable[Outage]) -> datetime | None:
    """The last moment of the right of reply; None while nobody was told, or while a pause holds it open."""
    return None if file.noticed_at is None else _ends(file, file.noticed_at, file.reply_within, outages)


def appeal_by(file: MisconductCase, outages: Iterable[Outage]) -> datetime | None:
    """The last moment for an appeal, itself in time; None while the verdict was not told, or while a pause lasts."""
    if file.verdict is None or file.verdict.told_at is None:
        return None
    return _ends(file, file.verdict.told_at, file.appeal_within, outages)


def file_state(file: MisconductCase, now: datetime, outages: Iterable[Outage]) -> FileState:
    """Where the case stands at that moment."""
    known = tuple(outages)
    if file.appeal is not None:
        return FileState.APPEALED if file.appeal.granted is None else FileState.CLOSED
    if file.verdict is not None:
        final = file.verdict.penalty in WITHOUT_APPEAL or _is_over(appeal_by(file, known), now)
        return FileState.CLOSED if final else FileState.DECIDED
    if file.noticed_at is None:
        return FileState.OPENED
    answered = file.replied_at is not None or _is_over(reply_by(file, known), now)
    return FileState.UNDER_REVIEW if answered else FileState.AWAITING_ANSWER


def _is_over(limit: datetime | None, now: datetime) -> bool:
    return limit is not None and now > limit


def verdict_waits(file: MisconductCase, now: datetime, outages: Iterable[Outage]) -> bool:
    """Whether the accused has still to be heard; a dismissal harms nobody and need not wait."""
    return file_state(file, now, outages) in {FileState.OPENED, FileState.AWAITING_ANSWER}


def due_steps(file: MisconductCase, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """What comes by itself: a reminder, the end of the time to answer, the end of the time to appeal.

    While a pause lasts nothing is due, except what had come before it.
    """
    known = tuple(outages)
    if file.appeal is not None:
        return ()
    if file.verdict is not None:
        limit = None if file.verdict.penalty in WITHOUT_APPEAL else appeal_by(file, known)
        return () if limit is None else (Due(Step.CLOSE_FILE, limit + CLICKS_IN_FLIGHT),)
    answered = file.replied_at is not None or file.over_told_at is not None
    limit = None if answered else reply_by(file, known)
    if limit is None:
        return ()
    over = Due(Step.END_REPLY, limit + CLICKS_IN_FLIGHT)
    if file.reminded_at is not None:
        return (over,)
    return Due(Step.REMIND_REPLY, limit - min(REMIND_REPLY_BEFORE, file.reply_within / 2)), over


def penalties(file: MisconductCase, *, settled: bool, in_play: bool, placed: bool = False) -> tuple[Penalty, ...]:
    """What one judge can decide: `settled` says whether its match has a result, `in_play` whether its event runs.

    `placed` is whether the accused has a place of the own in an event whose ceremonies are a duty.
    """
    if file.ground is Ground.CEREMONY:
        out = frozenset() if placed else _OF_PLACES
        return tuple(penalty for penalty in Penalty if penalty in OF_A_CEREMONY - out)
    cheated = settled and file.ground in CHEATING
    able = {
        Penalty.WARNED: not cheated,
        Penalty.GAME_LOST: cheated,
        Penalty.BOTH_LOST: file.ground is Ground.FIXED_GAME and settled,
        Penalty.DISQUALIFIED: in_play,
        Penalty.EXPELLED: False,
    }
    return tuple(penalty for penalty in Penalty if penalty not in _OF_PLACES and able.get(penalty, True))


def loses_result(file: MisconductCase, penalty: Penalty) -> Lost | None:
    """For whom the result of the case's match is annulled: cheating, once proved, loses the game (GO-23.1)."""
    if penalty is Penalty.DISMISSED or file.contest_id is None or file.ground not in CHEATING:
        return None
    return Lost.BOTH if penalty is Penalty.BOTH_LOST else Lost.ACCUSED


def _ends(file: MisconductCase, start: datetime, length: timedelta, outages: Iterable[Outage]) -> datetime | None:
    """When the time is over, standing still in pauses and outages; None where a pause holds it open."""
    still = [Outage(pause.since, pause.until) for pause in file.pauses if pause.until is not None]
    end = resume(start, length, [*still, *outages])
    lasting = running_pause(file)
    return end if lasting is None or end <= lasting.since else None


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SignedStatement:
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
    said: tuple[SignedStatement, ...]
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
    """A decision that can still be appealed against: its key for `committee_verbs`, and what it is."""

    key: str
    until: datetime | None
    """The last moment for it; None where a pause of the case holds it open."""
    file: MisconductCase | None
    bar: BarView | None
    points: PointsView | None
    ruling: MatchView | None
    link: SamePersonView | None
    rating: AmendmentView | None
