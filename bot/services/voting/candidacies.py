"""Standing as a candidate, and declining to, before an election closes (AIJE-A01-2)."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.ids import VoteId
from bot.domain.voting.vote_steps import closes_at
from bot.domain.voting.votes import Vote
from bot.errors import UserError
from bot.services import access
from bot.services.voting import vote_closing
from bot.services.voting.vote_record import find, outages_of
from bot.services.voting.votes import VoteClosed
from bot.storage import people
from bot.storage.context import ActorQuery, ActorTx


class NoCandidate(UserError):
    """The person does not stand in this election."""


class LastCandidate(UserError):
    """The only candidate left cannot decline: the vote would be about nobody."""


def vote_of_candidacy(tx: ActorQuery, vote_id: VoteId) -> Vote:
    """The open election in which the presser stands; raises as `stand_down` does."""
    vote = find(tx, tx.guild_id, vote_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    _refuse(tx, vote, person)
    return vote


def stand_down(tx: ActorTx, vote_id: VoteId) -> Vote:
    """Takes the presser off the candidates; ballots for them count as null until they are changed.

    Whoever was for them has at least the time of a reopened vote to choose anew: who declines in the last second would
    decide for their voters. Raises NoCandidate, LastCandidate, VoteClosed.
    """
    vote = find(tx, tx.guild_id, vote_id)
    person = access.recognise(tx)
    _refuse(tx, vote, person)
    vote_closing.take_candidate_off(tx, vote, person.person_id, person.person_id)
    return find(tx, tx.guild_id, vote_id)


def _refuse(tx: ActorQuery, vote: Vote, person: Person | None) -> None:
    close = vote.closed_at or closes_at(vote, outages_of(tx, vote))
    if vote.closed_at is not None or tx.pressed_at > close:
        raise VoteClosed(closed_at=close)
    if person is None or person.person_id not in vote.candidates:
        raise NoCandidate
    if len(vote.candidates) == 1:
        raise LastCandidate
