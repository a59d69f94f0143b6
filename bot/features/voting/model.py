"""How a community decides: kinds of procedure as data, votes with a frozen electorate, ballots, and their exact count.

Everything is a fraction of whole ballots: 51 of 100 is not "more than 51 %" (AIJE-A02-5), and 7 of 10 is 70 %.
Attendance says who was entitled, who voted, whose absence is justified (AIJE-A02-6). An election has a second ballot,
and where needed a lot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.kernel.ids import EntrantId, GuildId, PersonId, TournamentId, VoteId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, extend
from bot.people.model import Capacity
from bot.play import draw

# --- grounds --------------------------------------------------------------------------------------------------------


class Ground(StrEnum):
    """What somebody is said to have done."""

    OUTSIDE_HELP = "outside_help"
    """Help from other players in an official match."""
    PROGRAM_HELP = "program_help"
    FIXED_GAME = "fixed_game"
    """A fixed game or a private arrangement."""
    CONDUCT = "conduct"
    """Unsporting, violent or criminal conduct that harms a tournament or a member."""
    NEGLECT = "neglect"
    """Constant neglect of official tournaments."""
    WITHDRAWAL = "withdrawal"
    """Left an event without a good reason."""
    DISTURBANCE = "disturbance"
    """Disturbed the opponent during play: said at once, while the match runs, or not at all."""
    CEREMONY = "ceremony"
    """Missed a stated ceremony without a good reason."""


# --- votes ----------------------------------------------------------------------------------------------------------


IN_FAVOUR: Final = "yes"
AGAINST: Final = "no"
NULL: Final = "null"
"""What a ballot says where it names no candidate."""

OF_THE_ASSOCIATION: Final = frozenset(
    {
        "absence-penalty",
        "absence-removal",
        "ai-approval",
        "arbiter-election",
        "leader-election",
        "lift-bar",
        "title-place",
        "member-expulsion",
        "open-question",
        "petition",
        "player-expulsion",
        "points-return",
        "rating-penalty",
    }
)
"""The kinds that come with the bot, whose names the catalogues know."""


class Base(StrEnum):
    """What a threshold is a part of."""

    NOT_NULL = "not_null"
    CAST = "cast"
    ELECTORATE = "electorate"


class BallotForm(StrEnum):
    """What a ballot looks like: yes or no, a candidate, a signature."""

    __said_as__ = "form"

    YES_NO = "yes_no"
    CANDIDATES = "candidates"
    APPROVALS = "approvals"
    """Each approves or refuses; it ends as soon as nothing can change what it comes to (AIJE-A02-1)."""
    SIGNATURES = "signatures"
    """Whoever agrees signs; it ends as soon as enough have signed (AIJE-A01-2)."""


class WithoutQuorum(StrEnum):
    """What becomes of a vote in which too few took part (AIJE-A02-4)."""

    EXTEND = "extend"
    CANCEL = "cancel"


class ElectorateRule(StrEnum):
    """Who is entitled, as the registry has it when the vote opens."""

    COMMITTEE = "committee"
    COMMITTEE_BUT_LEADER = "committee_but_leader"
    LEADER_AND_PRESIDENT = "leader_and_president"
    REPRESENTATIVES = "representatives"
    """Named one by one by whoever opens the vote (OLY-6)."""


class VoteEffect(StrEnum):
    """What a decision in favour does, in the transaction that closes the vote."""

    __said_as__ = "effect"

    NONE = "none"
    OPEN_ELECTION = "open_election"
    ELECT_LEADER = "elect_leader"
    EXPEL_PLAYER = "expel_player"
    EXPEL_MEMBER = "expel_member"
    REMOVE_FOR_ABSENCES = "remove_for_absences"
    ELECT_AJ = "elect_aj"
    APPROVE_AI = "approve_ai"
    PENALTY_BAR = "penalty_bar"
    PENALTY_RATING = "penalty_rating"
    RETURN_POINTS = "return_points"
    LIFT_BAR = "lift_bar"
    TITLE_PLACE = "title_place"
    """A vacant place in the match for the title (AIJE-D03-1)."""


class VoteOutcome(StrEnum):
    """How a vote ended."""

    __said_as__ = "outcome"

    PASSED = "passed"
    REJECTED = "rejected"
    NO_QUORUM = "no_quorum"
    RUN_OFF = "run_off"
    """Nobody had the majority: a second ballot decides between the first two (AIJE-A01-2)."""
    CANCELLED = "cancelled"


class ElectorReason(StrEnum):
    """Why somebody is entitled, or recused."""

    __said_as__ = "why"

    ARBITER = "arbiter"
    LEADER = "leader"
    PRESIDENT = "president"
    SECOND_SIGNATURE = "second_signature"
    """The longest-serving other arbiter, where leader and President are one person or in the case (AIJE-A02-1)."""
    REPRESENTATIVE = "representative"
    CONCERNED = "concerned"
    DECLARED = "declared"
    SAME_PERSON = "same_person"
    """One person has one voice: another account of the same person, by staff's recorded word, is entitled."""
    OFFICE_LOST = "office_lost"
    """Leader and President are one person by now, and this is who held an office before (AIJE-A02-1)."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A part that has to be reached ("at least") or passed ("more than", `strict`)."""

    fraction: Fraction
    strict: bool = False

    def is_met(self, part: int, whole: int) -> bool:
        """Whether `part` of `whole` is enough; of nothing, nothing is enough."""
        if whole == 0:
            return False
        share = Fraction(part, whole)
        return share > self.fraction if self.strict else share >= self.fraction

    def least(self, whole: int) -> int:
        """The smallest number out of `whole` that is enough; one more than `whole` where none is."""
        return next((part for part in range(whole + 1) if self.is_met(part, whole)), whole + 1)


@dataclass(frozen=True, slots=True)
class ProcedureKind:
    """One kind of procedure; a vote keeps the copy that it began with."""

    name: str
    title: str
    form: BallotForm
    electorate: ElectorateRule
    runs_by: tuple[Capacity, ...]
    """Who opens, extends and cancels it: leader, president, arbiter (whoever opened it cancels it)."""
    stands_in: Capacity | None
    """Who runs it where the person concerned holds the office that should (AIJE-A02-3)."""
    needs_subject: bool
    recuse_subject: bool
    quorum: Measure | None
    """Of the electorate, in ballots that are not null; None for no quorum."""
    threshold: Measure
    base: Base
    lasts: timedelta
    reminders: tuple[timedelta, ...]
    """Before the close, longest first."""
    reopen_for: timedelta
    """How long it stays open once the bot is back from an absence that touched the close."""
    without_quorum: WithoutQuorum
    extend_by: timedelta
    effect: VoteEffect
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Elector:
    """Somebody entitled to vote, and why. `struck_at` is set for who lost the office while the vote ran."""

    person_id: PersonId
    why: ElectorReason
    struck_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Recusal:
    """Somebody who would be entitled and has no vote in this matter, by rule or by own declaration."""

    person_id: PersonId
    why: ElectorReason


@dataclass(frozen=True, slots=True)
class Vote:
    """One procedure from its opening to its minutes; its ballots are kept apart."""

    vote_id: VoteId
    guild_id: GuildId
    kind: ProcedureKind
    question: str
    subject: PersonId | None
    """The person concerned: who may be expelled, elected, barred."""
    reference: str | None
    """What else it is about: the id of a case, of a bar."""
    candidates: tuple[PersonId, ...]
    electors: tuple[Elector, ...]
    """As frozen at the opening; who declares a recusal before voting is taken out of it."""
    recused: tuple[Recusal, ...]
    opened_at: datetime
    opened_by: PersonId | None
    """None where another vote's decision opened it."""
    closes_at: datetime
    secret: bytes = field(repr=False)
    """Under the commitment behind **Verify**: where a lot has to decide, nobody could choose it (AIJE-A01-2)."""
    ballot: int = 1
    """2 for a run-off."""
    first_ballot: VoteId | None = None
    effect_lasts: timedelta | None = None
    """How long the penalty would last; None for good."""
    ground: Ground | None = None
    """What the person is said to have done, where the matter rests on it (AIJE-A02-1)."""
    proof: tuple[str, ...] = ()
    """Links to the proof of it."""
    extensions: int = 0
    reminded_at: datetime | None = None
    closed_at: datetime | None = None
    outcome: VoteOutcome | None = None
    elected: PersonId | None = None
    lot: tuple[PersonId, ...] = ()
    """The order that a lot gave to those who were level, where one was needed."""
    asked_from: datetime | None = None
    """Below the quorum: from when who runs it is asked what becomes of it."""
    asked: int = 0
    """How often they were."""
    cancelled_by: PersonId | None = None
    """Who ended it by hand: without counting it, or without its quorum."""
    cancel_reason: str | None = None


@dataclass(frozen=True, slots=True)
class Ballot:
    """One elector's present choice: `IN_FAVOUR`, `AGAINST`, `NULL`, or the id of a candidate."""

    person_id: PersonId
    choice: str
    cast_at: datetime


@dataclass(frozen=True, slots=True)
class VoteCount:
    """The count: of those entitled, how many voted how."""

    entitled: int
    in_favour: int
    against: int
    null: int
    for_candidates: tuple[tuple[PersonId, int], ...] = ()
    """In the order of the candidates."""

    @property
    def not_null(self) -> int:
        """How many ballots are not null."""
        return self.in_favour + self.against + sum(count for _, count in self.for_candidates)

    @property
    def cast(self) -> int:
        """Ballots, null ones too: a null ballot is attendance (AIJE-A02-6)."""
        return self.not_null + self.null

    @property
    def absent(self) -> int:
        """Entitled people without a ballot."""
        return self.entitled - self.cast

    def base(self, base: Base) -> int:
        """What the threshold is a part of."""
        match base:
            case Base.NOT_NULL:
                return self.not_null
            case Base.CAST:
                return self.cast
            case Base.ELECTORATE:
                return self.entitled


def entitled_electors(vote: Vote) -> tuple[PersonId, ...]:
    """Whose ballots count: the frozen electorate without those struck and those recused.

    Approvals are asked of two officers: one who lost the office leaves the approval missing, so that nobody decides
    alone (AIJE-A02-1).
    """
    recused = {recusal.person_id for recusal in vote.recused}
    stays = vote.kind.form is BallotForm.APPROVALS
    return tuple(
        elector.person_id
        for elector in vote.electors
        if elector.person_id not in recused and (stays or elector.struck_at is None)
    )


def tally(vote: Vote, ballots: Iterable[Ballot]) -> VoteCount:
    """The count of the ballots of those entitled; one ballot a person, the order never matters."""
    electorate = set(entitled_electors(vote))
    struck = {elector.person_id for elector in vote.electors if elector.struck_at is not None}
    choices = [ballot.choice for ballot in ballots if ballot.person_id in electorate and ballot.person_id not in struck]
    return VoteCount(
        entitled=len(electorate),
        in_favour=choices.count(IN_FAVOUR),
        against=choices.count(AGAINST),
        null=choices.count(NULL),
        for_candidates=tuple((candidate, choices.count(candidate)) for candidate in vote.candidates),
    )


def has_quorum(vote: Vote, count: VoteCount) -> bool:
    """Whether enough of the electorate cast a ballot that is not null (AIJE-A02-3)."""
    return vote.kind.quorum is None or vote.kind.quorum.is_met(count.not_null, count.entitled)


def in_favour(vote: Vote, count: VoteCount) -> bool:
    """Whether the ballots in favour reach the threshold of their base."""
    return vote.kind.threshold.is_met(count.in_favour, count.base(vote.kind.base))


def outcome(vote: Vote, count: VoteCount) -> VoteOutcome:
    """What the count comes to at the close, for every form but candidates (`decide`)."""
    if not has_quorum(vote, count):
        return VoteOutcome.NO_QUORUM
    if in_favour(vote, count):
        return VoteOutcome.PASSED
    if vote.kind.form is BallotForm.APPROVALS and not _is_refused(vote, count):
        return VoteOutcome.NO_QUORUM
    return VoteOutcome.REJECTED


def certain(vote: Vote, count: VoteCount) -> bool:
    """Whether approvals or signatures are decided whatever may follow; a secret ballot never is before its close."""
    match vote.kind.form:
        case BallotForm.APPROVALS:
            return in_favour(vote, count) or _is_refused(vote, count)
        case BallotForm.SIGNATURES:
            return in_favour(vote, count)
        case _:
            return False


def _is_refused(vote: Vote, count: VoteCount) -> bool:
    """Whether the refusals leave too few who could still approve: where both must, one refusal is a veto."""
    return not vote.kind.threshold.is_met(count.entitled - count.against, count.entitled)


def choices(vote: Vote) -> tuple[str, ...]:
    """What a ballot of this vote may say."""
    match vote.kind.form:
        case BallotForm.YES_NO:
            return (IN_FAVOUR, AGAINST, NULL)
        case BallotForm.CANDIDATES:
            return (*vote.candidates, NULL)
        case BallotForm.APPROVALS:
            return (IN_FAVOUR, AGAINST)
        case BallotForm.SIGNATURES:
            return (IN_FAVOUR,)


def signatories(
    offices: Mapping[Capacity, PersonId], longest_serving: Iterable[PersonId], concerned: Collection[PersonId]
) -> tuple[Elector, ...]:
    """Leader and President, none of them concerned; the longest-serving other arbiters sign where one is missing.

    Fewer than two where there is nobody left to sign (AIJE-A02-1). `offices` has no vacant office.
    """
    found: dict[PersonId, ElectorReason] = {}
    for capacity, why in ((Capacity.LEADER, ElectorReason.LEADER), (Capacity.PRESIDENT, ElectorReason.PRESIDENT)):
        person_id = offices.get(capacity)
        if person_id is not None and person_id not in concerned:
            found.setdefault(person_id, why)
    others = set(offices.values()) | set(concerned)
    for person_id in longest_serving:
        if len(found) < 2 and person_id not in others:
            found[person_id] = ElectorReason.SECOND_SIGNATURE
    return tuple(Elector(person_id, why) for person_id, why in found.items())


# --- steps by themselves --------------------------------------------------------------------------------------------


EXCUSE_WITHIN: Final = timedelta(hours=72)
"""How long after the close a reason for missing a vote is heard (AIJE-A02-6)."""

ASKED_AFTER: Final = (timedelta(), timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""When who runs a vote below its quorum is asked to end it; after the last time the vote rests (AIJE-A02-4)."""
VOTERS_FIRST: Final = timedelta(days=1)
"""How long those who have not voted are called before who runs the vote is asked."""


def next_question(vote: Vote) -> datetime | None:
    """When who runs the vote is asked next to end it; None where they are not, or no more."""
    if vote.asked_from is None or rests(vote):
        return None
    return vote.asked_from + ASKED_AFTER[vote.asked]


def rests(vote: Vote) -> bool:
    """Whether all who could end a vote below its quorum were asked often enough: it stays open, and is quiet."""
    return vote.asked >= len(ASKED_AFTER)


def below_quorum(vote: Vote, now: datetime, *, all_cast: bool) -> Vote:
    """The vote with the moment at which who runs it is asked: at once where no ballot is missing."""
    asked_from = now if all_cast else now + VOTERS_FIRST
    if vote.asked_from is not None and (vote.asked or vote.asked_from <= asked_from):
        return vote
    return replace(vote, asked_from=asked_from, asked=0)


def question_put(vote: Vote, now: datetime) -> Vote:
    """The vote after the question of this moment; what fell due in an outage is one question."""
    began = vote.asked_from or now
    return replace(vote, asked=sum(began + after <= now for after in ASKED_AFTER))


def closes_at(vote: Vote, outages: Collection[Outage]) -> datetime:
    """Until when a press counts: the deadline, or later by the time in which nobody could press.

    A vote that was extended without quorum has a window of its own since then.
    """
    began = vote.closes_at - vote.kind.extend_by if vote.extensions else vote.opened_at
    return extend(began, vote.closes_at, outages, vote.kind.reopen_for)


def due_steps(vote: Vote, outages: Collection[Outage]) -> tuple[Due, ...]:
    """All that comes by itself; a closed vote has at most its absences to count."""
    if vote.closed_at is not None:
        counted = Due(Step.COUNT_ABSENCES, excuse_by(vote, outages) + CLICKS_IN_FLIGHT)
        return (counted,) if counts_for_attendance(vote) else ()
    close, question = closes_at(vote, outages), next_question(vote)
    told = vote.reminded_at or vote.opened_at
    reminders = [moment for moment in (close - lead for lead in vote.kind.reminders) if moment > told]
    first = [Due(Step.REMIND_VOTERS, min(reminders))] if reminders and not rests(vote) else []
    asked = [] if question is None else [Due(Step.ASK_RUNNER, question)]
    return (*first, *asked, Due(Step.CLOSE_VOTE, close + CLICKS_IN_FLIGHT))


def excuse_by(vote: Vote, outages: Collection[Outage]) -> datetime:
    """Until when a reason for having missed the vote is heard; later where the bot was away then."""
    began = vote.closed_at or vote.closes_at
    return extend(began, began + EXCUSE_WITHIN, outages, vote.kind.reopen_for)


def counts_for_attendance(vote: Vote) -> bool:
    """Whether missing it is an absence (AIJE-A02-6): a vote of the committee that came to its count.

    Petitions and approvals are none, nor is a question among representatives (OLY-6), who sit on no committee.
    """
    counted = vote.outcome in {VoteOutcome.PASSED, VoteOutcome.REJECTED, VoteOutcome.NO_QUORUM, VoteOutcome.RUN_OFF}
    of_the_committee = vote.kind.electorate is not ElectorateRule.REPRESENTATIVES
    return counted and of_the_committee and vote.kind.form in {BallotForm.YES_NO, BallotForm.CANDIDATES}


# --- attendance -----------------------------------------------------------------------------------------------------


MISSED_BEFORE_REMOVAL: Final = 3
"""Votes missed without justification after which the leader may remove a member, counted in all (AIJE-A02-6)."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """A reason for having missed a vote, and whether the leader accepted it (None while undecided)."""

    vote_id: VoteId
    person_id: PersonId
    reason: str
    given_at: datetime
    accepted: bool | None = None
    decided_at: datetime | None = None
    decided_by: PersonId | None = None


class Presence(StrEnum):
    """How somebody stood to one vote."""

    ATTENDED = "attended"
    """A null ballot is attendance."""
    EXCUSED = "excused"
    PENDING = "pending"
    """A reason may still be given, or waits for the leader."""
    UNJUSTIFIED = "unjustified"


@dataclass(frozen=True, slots=True)
class VotingRecord:
    """One member's votes since joining the committee or since being removed from it, oldest first."""

    person_id: PersonId
    votes: tuple[tuple[VoteId, Presence], ...]

    def count(self, presence: Presence) -> int:
        """How many votes were like that."""
        return sum(one is presence for _, one in self.votes)

    @property
    def may_be_removed(self) -> bool:
        """Whether AIJE-A02-6 lets the leader propose the removal."""
        return self.count(Presence.UNJUSTIFIED) >= MISSED_BEFORE_REMOVAL


def presence(vote: Vote, voted: bool, excuse: Excuse | None, now: datetime, outages: Collection[Outage]) -> Presence:
    """How an entitled person stands to a closed vote at the moment."""
    if voted:
        return Presence.ATTENDED
    if excuse is not None and excuse.accepted is not None:
        return Presence.EXCUSED if excuse.accepted else Presence.UNJUSTIFIED
    if excuse is not None or now <= excuse_by(vote, outages):
        return Presence.PENDING
    return Presence.UNJUSTIFIED


def attendance(
    person_id: PersonId,
    closed: Iterable[Vote],
    voters: Mapping[VoteId, Collection[PersonId]],
    excuses: Mapping[tuple[VoteId, PersonId], Excuse],
    now: datetime,
    outages: Collection[Outage],
) -> VotingRecord:
    """The person's attendance over the closed votes; what led to an earlier removal is not counted again."""
    known = sorted(closed, key=lambda vote: (vote.opened_at, vote.vote_id))
    since = max((one.closed_at for one in known if _removes(one, person_id) and one.closed_at), default=None)
    found = [
        (vote.vote_id, presence(vote, person_id in voters[vote.vote_id], excuse, now, outages))
        for vote in known
        if counts_for_attendance(vote)
        and person_id in entitled_electors(vote)
        and (since is None or vote.opened_at > since)
        for excuse in [excuses.get((vote.vote_id, person_id))]
    ]
    return VotingRecord(person_id, tuple(found))


def _removes(vote: Vote, person_id: PersonId) -> bool:
    return (
        vote.subject == person_id
        and vote.outcome is VoteOutcome.PASSED
        and vote.kind.effect in {VoteEffect.REMOVE_FOR_ABSENCES, VoteEffect.EXPEL_MEMBER}
    )


# --- elections ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Election:
    """What the count comes to: who is elected, or who meets in the second ballot, and the lot's order if one was."""

    outcome: VoteOutcome
    elected: PersonId | None = None
    run_off: tuple[PersonId, ...] = ()
    lot: tuple[PersonId, ...] = ()


def decide(vote: Vote, count: VoteCount) -> Election:
    """More than the threshold of the ballots that are not null elects; else the first two meet again (AIJE-A01-2).

    In the second ballot whoever has more is elected. Where candidates are level and it matters, a lot decides.
    """
    if not count.not_null or not has_quorum(vote, count):
        return Election(VoteOutcome.NO_QUORUM)
    order, lot = _rank(vote, count)
    votes = dict(count.for_candidates)
    if vote.kind.threshold.is_met(votes[order[0]], count.base(vote.kind.base)):
        return Election(VoteOutcome.PASSED, order[0])
    if vote.ballot == 1 and len(order) > 1:
        return Election(VoteOutcome.RUN_OFF, run_off=tuple(order[:2]), lot=lot if _matters(order, votes, 2) else ())
    return Election(VoteOutcome.PASSED, order[0], lot=lot if _matters(order, votes, 1) else ())


def _rank(vote: Vote, count: VoteCount) -> tuple[list[PersonId], tuple[PersonId, ...]]:
    """The candidates by their ballots, those level in the order of the lot; and the lot's order."""
    votes = dict(count.for_candidates)
    drawn = lots(vote.secret, vote, vote.candidates)
    order = sorted(drawn, key=lambda candidate: -votes[candidate])
    return order, drawn


def _matters(order: Sequence[PersonId], votes: dict[PersonId, int], places: int) -> bool:
    """Whether the last of those who come through and the first of those who do not are level."""
    return len(order) > places and votes[order[places - 1]] == votes[order[places]]


def lots(secret: bytes, vote: Vote, candidates: Sequence[PersonId]) -> tuple[PersonId, ...]:
    """The candidates in the order of the fair draw under the vote's commitment, which was public from its opening."""
    record = draw.conduct(
        secret, TournamentId(vote.vote_id), 1, [(EntrantId(candidate), None) for candidate in candidates]
    )
    return tuple(record.stream().shuffle(sorted(candidates)))
