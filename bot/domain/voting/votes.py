"""How a community decides: kinds of procedure as data, votes with a frozen electorate, ballots, and their exact count.

Everything is a fraction of whole ballots: 51 of 100 is not "more than 51 %" (AIJE-A02-5), and 7 of 10 is 70 %.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.domain.grounds import Ground
from bot.domain.ids import GuildId, PersonId, VoteId
from bot.domain.permissions import Capacity

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


class Form(StrEnum):
    """What a ballot looks like: yes or no, a candidate, a signature."""

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


class Effect(StrEnum):
    """What a decision in favour does, in the transaction that closes the vote."""

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


class Outcome(StrEnum):
    """How a vote ended."""

    PASSED = "passed"
    REJECTED = "rejected"
    NO_QUORUM = "no_quorum"
    RUN_OFF = "run_off"
    """Nobody had the majority: a second ballot decides between the first two (AIJE-A01-2)."""
    CANCELLED = "cancelled"


class Why(StrEnum):
    """Why somebody is entitled, or recused."""

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
    form: Form
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
    effect: Effect
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Elector:
    """Somebody entitled to vote, and why. `struck_at` is set for who lost the office while the vote ran."""

    person_id: PersonId
    why: Why
    struck_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Recusal:
    """Somebody who would be entitled and has no vote in this matter, by rule or by own declaration."""

    person_id: PersonId
    why: Why


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
    outcome: Outcome | None = None
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
class Tally:
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
    stays = vote.kind.form is Form.APPROVALS
    return tuple(
        elector.person_id
        for elector in vote.electors
        if elector.person_id not in recused and (stays or elector.struck_at is None)
    )


def tally(vote: Vote, ballots: Iterable[Ballot]) -> Tally:
    """The count of the ballots of those entitled; one ballot a person, the order never matters."""
    electorate = set(entitled_electors(vote))
    struck = {elector.person_id for elector in vote.electors if elector.struck_at is not None}
    choices = [one.choice for one in ballots if one.person_id in electorate and one.person_id not in struck]
    return Tally(
        entitled=len(electorate),
        in_favour=choices.count(IN_FAVOUR),
        against=choices.count(AGAINST),
        null=choices.count(NULL),
        for_candidates=tuple((candidate, choices.count(candidate)) for candidate in vote.candidates),
    )


def has_quorum(vote: Vote, count: Tally) -> bool:
    """Whether enough of the electorate cast a ballot that is not null (AIJE-A02-3)."""
    return vote.kind.quorum is None or vote.kind.quorum.is_met(count.not_null, count.entitled)


def in_favour(vote: Vote, count: Tally) -> bool:
    """Whether the ballots in favour reach the threshold of their base."""
    return vote.kind.threshold.is_met(count.in_favour, count.base(vote.kind.base))


def outcome(vote: Vote, count: Tally) -> Outcome:
    """What the count comes to at the close, for every form but candidates (`bot.domain.voting.elections`)."""
    if not has_quorum(vote, count):
        return Outcome.NO_QUORUM
    if in_favour(vote, count):
        return Outcome.PASSED
    if vote.kind.form is Form.APPROVALS and not _is_refused(vote, count):
        return Outcome.NO_QUORUM
    return Outcome.REJECTED


def certain(vote: Vote, count: Tally) -> bool:
    """Whether approvals or signatures are decided whatever may follow; a secret ballot never is before its close."""
    match vote.kind.form:
        case Form.APPROVALS:
            return in_favour(vote, count) or _is_refused(vote, count)
        case Form.SIGNATURES:
            return in_favour(vote, count)
        case _:
            return False


def _is_refused(vote: Vote, count: Tally) -> bool:
    """Whether the refusals leave too few who could still approve: where both must, one refusal is a veto."""
    return not vote.kind.threshold.is_met(count.entitled - count.against, count.entitled)


def choices(vote: Vote) -> tuple[str, ...]:
    """What a ballot of this vote may say."""
    match vote.kind.form:
        case Form.YES_NO:
            return (IN_FAVOUR, AGAINST, NULL)
        case Form.CANDIDATES:
            return (*vote.candidates, NULL)
        case Form.APPROVALS:
            return (IN_FAVOUR, AGAINST)
        case Form.SIGNATURES:
            return (IN_FAVOUR,)


def signatories(
    offices: Mapping[Capacity, PersonId], longest_serving: Iterable[PersonId], concerned: Collection[PersonId]
) -> tuple[Elector, ...]:
    """Leader and President, none of them concerned; the longest-serving other arbiters sign where one is missing.

    Fewer than two where there is nobody left to sign (AIJE-A02-1). `offices` has no vacant office.
    """
    found: dict[PersonId, Why] = {}
    for capacity, why in ((Capacity.LEADER, Why.LEADER), (Capacity.PRESIDENT, Why.PRESIDENT)):
        person_id = offices.get(capacity)
        if person_id is not None and person_id not in concerned:
            found.setdefault(person_id, why)
    others = set(offices.values()) | set(concerned)
    for person_id in longest_serving:
        if len(found) < 2 and person_id not in others:
            found[person_id] = Why.SECOND_SIGNATURE
    return tuple(Elector(person_id, why) for person_id, why in found.items())
