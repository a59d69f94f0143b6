"""What is said of votes and suggestions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.ids import PersonId, VoteId
from bot.domain.sayings import AfterOutage, Notified, OfPerson, Saying


class OfVote(Saying):
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


class VoteExcuse(Saying):
    """Why somebody missed a vote, for the leader to answer."""

    NOTIFIES = Notified.ASKED
    missed: Missed


class VotesMissed(OfPerson):
    """To the committee: who has missed three."""

    NOTIFIES = Notified.ASKED
    votes: tuple[VoteId, ...]


class OfSuggestion(Saying):
    """A message about a suggestion."""

    suggestion_id: str


class Suggested(OfSuggestion):
    """To the committee: a suggestion was made."""

    NOTIFIES = Notified.STAFF


class SuggestionDecided(OfSuggestion):
    """The leader has answered a suggestion."""

    NOTIFIES = Notified.CONCERNED
