"""Which procedure is the right one about whom, and what is said and looked at of votes and suggestions.

One table is asked when a vote opens and again when it would take effect. A player is expelled by leader and
President, a member of the committee by its vote (AIJE-A02-1, AIJE-A02-3); two who sign must not do what the committee
alone may. Anybody may suggest; the leader approves or declines with a reason (AIJE-A01-3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.features.voting.model import Excuse, Ground, Vote, VoteCount, VoteEffect, VotingRecord
from bot.kernel.ids import GuildId, PersonId, VoteId
from bot.kernel.promises import AfterOutage, Message, Notified, OfPerson
from bot.people.model import Person

# --- the right body -------------------------------------------------------------------------------------------------


class Bond(StrEnum):
    """What somebody is to the association, whichever account the person is asked for by."""

    STRANGER = "stranger"
    """Took part in nothing here and holds nothing."""
    PLAYER = "player"
    """Has entered an event, or held something; the President too, where no arbiter title comes with it."""
    COMMITTEE = "committee"
    """Holds an arbiter title, or leads the committee (AIJE-A01-1)."""
    EXPELLED = "expelled"
    """Was expelled as a player and not readmitted (AIJE-A02-2)."""


class RightBody(StrEnum):
    """A procedure that applies in the place of the one that was asked for."""

    PLAYER_EXPULSION = "player_expulsion"
    MEMBER_EXPULSION = "member_expulsion"


_PRESENT: Final = frozenset({Bond.STRANGER, Bond.PLAYER, Bond.COMMITTEE})
_ANYBODY: Final = frozenset(Bond)

CONCERNS: Final[Mapping[VoteEffect, frozenset[Bond]]] = MappingProxyType(
    {
        VoteEffect.NONE: _ANYBODY,
        VoteEffect.OPEN_ELECTION: _ANYBODY,
        VoteEffect.ELECT_LEADER: _ANYBODY,
        VoteEffect.EXPEL_PLAYER: frozenset({Bond.PLAYER}),
        VoteEffect.EXPEL_MEMBER: frozenset({Bond.COMMITTEE}),
        VoteEffect.REMOVE_FOR_ABSENCES: frozenset({Bond.COMMITTEE}),
        # What else a title asks for is told by the candidate's own account of it.
        VoteEffect.ELECT_AJ: _PRESENT,
        VoteEffect.APPROVE_AI: _PRESENT,
        VoteEffect.PENALTY_BAR: _PRESENT,
        VoteEffect.PENALTY_RATING: _PRESENT,
        VoteEffect.RETURN_POINTS: _PRESENT,
        # The bar of an expulsion ends by the readmission alone.
        VoteEffect.LIFT_BAR: _PRESENT,
        VoteEffect.TITLE_PLACE: _PRESENT,
    }
)
"""Whom each effect may concern."""

_INSTEAD: Final[Mapping[tuple[VoteEffect, Bond], RightBody]] = MappingProxyType(
    {
        (VoteEffect.EXPEL_PLAYER, Bond.COMMITTEE): RightBody.MEMBER_EXPULSION,
        (VoteEffect.EXPEL_MEMBER, Bond.PLAYER): RightBody.PLAYER_EXPULSION,
    }
)


def bond(*, expelled: bool, on_committee: bool, took_part: bool) -> Bond:
    """What somebody is, the strongest of what holds."""
    if expelled:
        return Bond.EXPELLED
    if on_committee:
        return Bond.COMMITTEE
    return Bond.PLAYER if took_part else Bond.STRANGER


def concerns(effect: VoteEffect, whom: Bond) -> bool:
    """Whether such a procedure may be about such a person."""
    return whom in CONCERNS[effect]


def instead(effect: VoteEffect, whom: Bond) -> RightBody | None:
    """The procedure that applies in its place; None where the right one does, or none at all."""
    return _INSTEAD.get((effect, whom))


def may_elect(led_since: datetime | None, petitioned_at: datetime | None, elected_at: datetime | None) -> bool:
    """Whether an election of the leader may open: nobody leads, or a petition is unanswered (AIJE-A01-2).

    It is answered by an election that came to its end, or by another leader.
    """
    if led_since is None:
        return True
    if petitioned_at is None or petitioned_at < led_since:
        return False
    return elected_at is None or elected_at < petitioned_at


# --- what is said ---------------------------------------------------------------------------------------------------


class OfVote(Message):
    """A message about a vote."""

    vote_id: VoteId


class VoteOpened(OfVote):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.ELECTORS


class VoteLetter(OfVote):
    """To each representative who has a voice in it."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("vote-yes", "vote-for")


class VoteReminder(OfVote):
    """Names who has not voted."""

    NOTIFIES = Notified.ELECTORS
    ASKS_BY = ("vote-yes", "vote-for")


class LongerBecause(StrEnum):
    """Why a vote stays open."""

    QUORUM = "quorum"
    OUTAGE = "outage"


class VoteExtended(AfterOutage):
    """It stays open for longer."""

    NOTIFIES = Notified.ELECTORS
    vote_id: VoteId
    why: LongerBecause

    @property
    def has_to_call(self) -> bool:
        """All may have voted, and too few named anybody."""
        return False


class VoteBelowQuorum(OfVote):
    """To who runs it: it has no quorum, and only they can end it."""

    NOTIFIES = Notified.STAFF
    ASKS_BY = ("vote-close", "vote-end")


class CandidateStoodDown(OfVote):
    """Somebody is a candidate no more."""

    NOTIFIES = Notified.ELECTORS
    person: PersonId


class LeaderElected(OfVote):
    """To everybody: who leads the committee from now on."""

    NOTIFIES = Notified.CONCERNED


class Expelled(OfVote):
    """To who was expelled, whose language nobody knows any more once this is said."""

    NOTIFIES = Notified.READER
    language: str | None = None

    @property
    def spoken_in(self) -> str | None:
        """The language that the person spoke."""
        return self.language


class OffCommittee(OfVote):
    """To who is off the committee by its vote."""

    NOTIFIES = Notified.READER


class VoteMinutes(OfVote):
    """It is over; for the record and the committee."""

    NOTIFIES = Notified.NOBODY


@dataclass(frozen=True, slots=True)
class Missed:
    """A vote and who missed it."""

    vote_id: VoteId
    person_id: PersonId


class VoteExcuse(Message):
    """Why somebody missed a vote, for the leader to answer."""

    NOTIFIES = Notified.ASKED
    missed: Missed


class VotesMissed(OfPerson):
    """To the committee: who has missed three."""

    NOTIFIES = Notified.ASKED
    votes: tuple[VoteId, ...]


class OfSuggestion(Message):
    """A message about a suggestion."""

    suggestion_id: str


class Suggested(OfSuggestion):
    """To the committee: a suggestion was made."""

    NOTIFIES = Notified.STAFF


class SuggestionDecided(OfSuggestion):
    """The leader has answered a suggestion."""

    NOTIFIES = Notified.CONCERNED


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VoteView:
    """A vote as it stands. While it runs nothing is in here but how many ballots were cast, and by whom not yet."""

    vote: Vote
    people: Mapping[PersonId, Person]
    closes_at: datetime
    cast: int
    asked: int
    """Of how many: while it runs those who lost their voice meanwhile stay in both numbers."""
    entitled: int
    waiting: tuple[Person, ...]
    """Entitled people who have not voted."""
    commitment: str | None
    """Where a lot may have to decide: the hash whose origin the minutes reveal."""
    link: str | None
    """Where the card stands: guild, channel and message."""
    tally: VoteCount | None
    """None until the close."""
    excuse_until: datetime | None
    """Until when a reason for having missed it is heard."""
    in_vain: bool
    """Whether what was decided had nothing left to do at the close."""


@dataclass(frozen=True, slots=True)
class ExcuseView:
    """A reason for having missed a vote, and who answers or answered it."""

    vote: Vote
    person: Person
    excuse: Excuse
    answers: Person | None
    """The leader, or the President where it is the leader's own."""


@dataclass(frozen=True, slots=True)
class MissedOften:
    """Somebody who may be removed for absences (AIJE-A02-6), and who may propose it."""

    person: Person
    attendance: VotingRecord
    leader: Person | None
    open_removal: bool
    """Whether the removal is proposed already."""


@dataclass(frozen=True, slots=True)
class AttendanceSheet:
    """The committee's attendance, one line for each member, and who they are."""

    lines: tuple[VotingRecord, ...]
    people: Mapping[PersonId, Person]


# --- suggestions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion with its number in the server, and the leader's answer once there is one."""

    suggestion_id: str
    guild_id: GuildId
    number: int
    person_id: PersonId
    text: str
    made_at: datetime
    approved: bool | None = None
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A suggestion with its people."""

    suggestion: Suggestion
    author: Person
    decided_by: Person | None


@dataclass(frozen=True, slots=True)
class VoteMatter:
    """What a vote is to be about."""

    question: str
    subject: PersonId | None = None
    reference: str | None = None
    candidates: Sequence[PersonId] = ()
    """None named: everyone who may vote stands."""
    representatives: Sequence[PersonId] = ()
    lasts: timedelta | None = None
    """How long the penalty would last; None for good."""
    ground: Ground | None = None
    proof: Sequence[str] = ()
    """Links to what proves the ground."""
