"""The case of a person who did not appear, points taken for it, and what is said and looked at of cases.

A case is told, justified, reviewed, and has its end. Points for walkover games are taken from the absent player alone
(AIJE-D01-5.3, AIJE-B02-2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.entering.model import Bar
from bot.kernel.ids import BarId, CaseId, Community, FileId, GuildId, PersonId, TournamentId, VoteId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, extend
from bot.kernel.promises import AfterOutage, Message, Notified, OfGuild, OfTournament
from bot.people.model import Capacity, Person
from bot.play.entries import Tournament
from bot.play.rating import expected_score
from bot.play.rulebook import AbsenceRules, Rulebook, WhenUnanswered

# --- what is said ---------------------------------------------------------------------------------------------------


class AbsenceNotice(OfTournament):
    """Names the absentees; the delivery starts their time to justify."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("justify",)
    cases: tuple[CaseId, ...] = ()


class OfCase(Message):
    """About the case of somebody who was absent."""

    case_id: CaseId


class AbsenceLetter(OfCase):
    """The direct message beside the notice, with the way to it: server, channel and message."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("justify",)
    notice: str


class AbsenceReminder(AfterOutage):
    """Whose time to justify runs out, or after an outage is longer."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("justify",)
    tournament_id: TournamentId
    cases: tuple[CaseId, ...] = ()
    extended: bool = False


class CaseForReview(OfCase):
    """To the committee; becomes its panel. A reminder names who reviews."""

    NOTIFIES = Notified.STAFF
    reminder: bool = False


class AbsencesUnjustified(OfTournament):
    """To the committee: who said nothing in time."""

    NOTIFIES = Notified.NOBODY
    cases: tuple[CaseId, ...] = ()


class CaseDecided(OfCase):
    """An absence case ended, and how."""

    NOTIFIES = Notified.READER


class Barred(Message):
    """A bar; all of them, where one message tells of several."""

    NOTIFIES = Notified.CONCERNED
    bar_id: BarId
    bars: tuple[BarId, ...] | None = None


class BarLifted(Message):
    """A bar was lifted."""

    NOTIFIES = Notified.READER
    bar_id: BarId


class OfSamePerson(Message):
    """About staff's word that two are one."""

    link_id: str


class SamePersonRecorded(OfSamePerson):
    """Staff recorded that two people are one."""

    NOTIFIES = Notified.CONCERNED
    STORED_AS = "same_person"


class SamePersonUndone(OfSamePerson):
    """Staff took back that two people are one."""

    NOTIFIES = Notified.CONCERNED


class OfDiscordLink(Message):
    """About a name that turned out to be a member."""

    link_id: str


class PersonLinked(OfDiscordLink):
    """Who was known by name has Discord from now on: to everybody, and to the member."""

    NOTIFIES = Notified.CONCERNED


class PersonUnlinked(OfDiscordLink):
    """That was a mistake, and is undone."""

    NOTIFIES = Notified.READER


class OfNameClaim(Message):
    """About a member who says that they are somebody known by name."""

    claim_id: str


class NameClaimed(OfNameClaim):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.NOBODY


class NameClaimDecided(OfNameClaim):
    """To the member, whose claim was refused."""

    NOTIFIES = Notified.READER


class OfPoints(Message):
    """About points of the rating that a vote took."""

    penalty_id: str


class BarThen(StrEnum):
    """What became of the bar whose place the points take."""

    FELL = "fell"
    NONE = "none"


class RatingPointsTaken(OfPoints):
    """The committee took rating points from somebody."""

    NOTIFIES = Notified.CONCERNED
    STORED_AS = "points_taken"
    bar: BarThen = BarThen.NONE


class PointsReturned(OfPoints):
    """Rating points that were taken were given back."""

    NOTIFIES = Notified.READER


class OfFile(Message):
    """About a case of misconduct."""

    file_id: FileId


class FileOpened(OfFile):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.STAFF


class CaseThread(OfFile):
    """Opens the private thread with the accused; the delivery starts the time to reply."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("file-reply",)


class FileLetter(OfFile):
    """To the accused; the delivery starts the time to reply where no thread could be made."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("file-reply",)


class FileNews(StrEnum):
    """What has happened in a case."""

    REMINDER = "reminder"
    OVER = "over"
    EVIDENCE = "evidence"
    NAMED = "named"
    PAUSED = "paused"
    RESUMED = "resumed"


class FileNote(OfFile):
    """To its thread, the accused or the committee."""

    NOTIFIES = Notified.CONCERNED
    what: FileNews
    reason: str | None = None

    @property
    def has_to_call(self) -> bool:
        """That the time to answer is over the committee reads, which decides when it likes."""
        return self.what is not FileNews.OVER


class FileForJudge(OfFile):
    """About a member of the committee: to each of the others who decides, by letter, and never in their channel."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("file",)
    what: FileNews | None = None


class JudgeWanted(OfGuild):
    """To the server's owner: nobody may decide a case about that member of the committee."""

    NOTIFIES = Notified.READER
    person: PersonId


class CaseRule(StrEnum):
    """What decides who reads cases and how long somebody is heard."""

    CHANNEL = "channel"
    TERMS = "terms"
    PROCEDURE = "procedure"
    COMMANDS = "commands"
    """Whether the server has the commands of a switch by which cases are heard; `name` is the switch."""
    ROLE = "role"
    """Which role of Discord's shows an office or a title; `name` is the office or the title."""


class CaseRulesChanged(OfGuild):
    """To the committee, in the channel that it had before: who reads cases, or how long one is heard, has changed."""

    NOTIFIES = Notified.NOBODY
    what: CaseRule
    before: str
    after: str
    by: PersonId
    name: str | None = None


class FileReader(StrEnum):
    """Who is told of a verdict in other words than everybody."""

    REPORTER = "reporter"


class FileDecided(OfFile):
    """The verdict of a misconduct case."""

    NOTIFIES = Notified.CONCERNED
    reader: FileReader | None = None


class OfAppeal(Message):
    """A message about an appeal."""

    appeal_id: str


class AppealMade(OfAppeal):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.STAFF


class AppealDecided(OfAppeal):
    """It was granted or refused."""

    NOTIFIES = Notified.CONCERNED


# --- the case of an absence -----------------------------------------------------------------------------------------


class AbsenceReason(StrEnum):
    """Why somebody counts as absent (AIJE-D01-5.3)."""

    NOT_CONFIRMED = "not_confirmed"
    CONFIRMED_NEVER_PLAYED = "confirmed_never_played"


class VerdictKind(StrEnum):
    """What a review of a justification comes to."""

    ACCEPTED = "accepted"
    DECLINED = "declined"


class CaseState(StrEnum):
    """The stages of an absence case."""

    AWAITING_NOTICE = "awaiting_notice"
    OPEN = "open"
    UNDER_REVIEW = "under_review"
    JUSTIFIED = "justified"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Justification:
    """What the person says for having been absent; `proof` is a link or an attachment's address."""

    text: str
    proof: str | None
    submitted_at: datetime


@dataclass(frozen=True, slots=True)
class Verdict:
    """A review; a declined justification has a reason."""

    kind: VerdictKind
    by: PersonId
    reason: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class AbsenceCase:
    """A person signed up and did not appear."""

    case_id: CaseId
    tournament_id: TournamentId
    person_id: PersonId
    reason: AbsenceReason
    opened_at: datetime
    event_at: datetime
    """The close of confirmation, or the end of the lost match."""
    noticed_at: datetime | None = None
    """When the notice was delivered; nobody is barred without it."""
    justification: Justification | None = None
    reminded: frozenset[int] = frozenset()
    """Which of the rulebook's reminders were sent (or overtaken by a later one), by their place in the list."""
    verdict: Verdict | None = None
    review_reminded_at: datetime | None = None
    """When the reviewers were reminded of a justification that waits."""
    closed_at: datetime | None = None
    """When its consequence was applied, or the case was dropped: nothing comes of it any more."""
    close_reason: str | None = None


def justify_by(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """The last moment for a justification, itself in time; None while no notice was delivered (AIJE-D01-5.3)."""
    if case.noticed_at is None:
        return None
    began = max(case.event_at, case.noticed_at)
    return extend(began, began + rulebook.absence.justify_within, outages, rulebook.outage.reopen_for)


def state(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> CaseState:
    """Where the case stands at that moment (AIJE-B03-2, AIJE-D01-5.3)."""
    if case.verdict is not None:
        return CaseState.JUSTIFIED if case.verdict.kind is VerdictKind.ACCEPTED else CaseState.DECLINED
    limit = justify_by(case, rulebook, outages)
    if _justified_in_time(case, limit):
        on_receipt = rulebook.absence.when_unanswered is WhenUnanswered.ACCEPTED_ON_RECEIPT
        return CaseState.JUSTIFIED if on_receipt else CaseState.UNDER_REVIEW
    if limit is None:
        return CaseState.AWAITING_NOTICE
    return CaseState.OPEN if now <= limit else CaseState.EXPIRED


def must_bar(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether the bar of an unjustified no-show falls now: on expiry or when declined, once (AIJE-B03-2)."""
    if case.closed_at is not None or not rulebook.absence.bar_when_unjustified:
        return False
    return state(case, now, rulebook, outages) in {CaseState.DECLINED, CaseState.EXPIRED}


def reminders_due(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> frozenset[int]:
    """The reminders not yet sent whose moment has come. Several at once (after an outage) are said as one."""
    known = tuple(outages)
    if case.closed_at is not None or state(case, now, rulebook, known) is not CaseState.OPEN:
        return frozenset()
    return frozenset(index for index, at in _unsent(case, justify_by(case, rulebook, known), rulebook) if at <= now)


def due_steps(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """What comes next by itself: the next reminder, and the end of the time to justify with its grace for clicks.

    Nothing is due while nobody was told, while a justification stands, or when the case is closed.
    """
    limit = justify_by(case, rulebook, outages)
    if case.closed_at is not None or limit is None:
        return ()
    if case.verdict is not None:
        declined = case.verdict.kind is VerdictKind.DECLINED
        return (Due(Step.BAR_ABSENTEE, case.verdict.at),) if declined else ()
    if _justified_in_time(case, limit):
        return ()
    moments = sorted(at for _, at in _unsent(case, limit, rulebook))
    reminders = (Due(Step.REMIND_JUSTIFICATION, at) for at in moments[:1])
    return *reminders, Due(Step.BAR_ABSENTEE, limit + CLICKS_IN_FLIGHT)


def _justified_in_time(case: AbsenceCase, limit: datetime | None) -> bool:
    given = case.justification
    return given is not None and (limit is None or given.submitted_at <= limit)


def _unsent(case: AbsenceCase, limit: datetime | None, rulebook: Rulebook) -> list[tuple[int, datetime]]:
    rules: AbsenceRules = rulebook.absence
    if limit is None:
        return []
    moments = enumerate(limit - before for before in rules.reminders_before_close)
    return [(index, at) for index, at in moments if index not in case.reminded]


# --- how it goes on -------------------------------------------------------------------------------------------------


REMIND_REVIEW_AFTER: Final = timedelta(hours=24)
"""How long a justification waits before the reviewers are reminded of it, once."""


class CaseEnd(StrEnum):
    """How a case was closed."""

    BARRED = "barred"
    NO_PENALTY = "no_penalty"
    """Not justified, and the rulebook bars nobody for it."""
    ACCEPTED = "accepted"
    APPEARED = "appeared"
    """A corrected result shows that the person was there."""


UNJUSTIFIED: Final = frozenset({CaseEnd.BARRED, CaseEnd.NO_PENALTY})
"""Ends after which the committee may vote on a penalty (AIJE-D01-5.3)."""


class AbsencePenalty(StrEnum):
    """What the committee may put in the place of the bar that came by itself (AIJE-D01-5.3)."""

    BAR_FOR = "bar_for"
    """A bar for a time."""
    BAR = "bar"
    """A bar until further notice."""
    POINTS = "points"
    """The games given away are rated."""


def all_due_steps(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """All that comes by itself: what `due_steps` says, and one reminder to reviewers who let a justification wait."""
    known = tuple(outages)
    waiting = case.closed_at is None and case.review_reminded_at is None and case.justification is not None
    if waiting and case.justification is not None:
        # Its state is asked at the moment of the justification, since one that came in time stays in time.
        given_at = case.justification.submitted_at
        if state(case, given_at, rulebook, known) is CaseState.UNDER_REVIEW:
            return *due_steps(case, rulebook, known), Due(Step.REMIND_REVIEW, given_at + REMIND_REVIEW_AFTER)
    return due_steps(case, rulebook, known)


def falls_due(case: AbsenceCase, step: Step, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether that step of the case has come."""
    return any(due.kind is step and due.at <= now for due in all_due_steps(case, rulebook, outages))


def may_still_justify(case: AbsenceCase, at: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether a justification given at that moment counts: to the last moment, itself in time (AIJE-D01-5.3)."""
    limit = justify_by(case, rulebook, outages)
    return case.closed_at is None and case.verdict is None and (limit is None or at <= limit)


# --- rating points taken --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GamesGiven:
    """Games of one match that the absence gave away, and both ratings as they were before it."""

    games: int
    own: float
    opponent: float


@dataclass(frozen=True, slots=True)
class RatingPenalty:
    """Points that a vote took from a person for the games of one absence; `returned_at` once they were given back."""

    penalty_id: str
    guild_id: GuildId
    person_id: PersonId
    case_id: CaseId
    vote_id: VoteId
    games: int
    points: float
    list_id: str
    """The published list with which they left."""
    taken_at: datetime
    returned_at: datetime | None = None
    returned_by: PersonId | None = None
    return_reason: str | None = None


def points_for(given: Iterable[GamesGiven], k: float) -> float:
    """What the games cost, as if each had been lost at the board; no opponent gains it (AIJE-B02-2)."""
    return sum(k * one.games * expected_score(one.own, one.opponent) for one in given)


# --- what people look at --------------------------------------------------------------------------------------------


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
