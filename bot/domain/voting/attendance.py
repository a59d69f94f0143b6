"""Attendance of the committee's votes: who was entitled, who voted, whose absence is justified (AIJE-A02-6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.ids import PersonId, VoteId
from bot.domain.outages import Outage
from bot.domain.voting.vote_steps import counts_for_attendance, excuse_by
from bot.domain.voting.votes import Effect, Outcome, Vote, entitled_electors

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
class Attendance:
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
) -> Attendance:
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
    return Attendance(person_id, tuple(found))


def _removes(vote: Vote, person_id: PersonId) -> bool:
    return (
        vote.subject == person_id
        and vote.outcome is Outcome.PASSED
        and vote.kind.effect in {Effect.REMOVE_FOR_ABSENCES, Effect.EXPEL_MEMBER}
    )
