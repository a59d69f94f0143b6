"""Standing as a candidate, and declining to, before an election closes (AIJE-A01-2)."""

from __future__ import annotations

from bot.domain.community import Person, Presser
from bot.domain.ids import Occasion, VoteId
from bot.domain.voting.vote_steps import closes_at
from bot.domain.voting.votes import Vote
from bot.errors import UserError
from bot.services import access
from bot.services.voting import vote_closing
from bot.services.voting.vote_record import find, outages_of
from bot.services.voting.votes import VoteClosed
from bot.storage import people
from bot.storage.database import Work


class NoCandidate(UserError):
    """The person does not stand in this election."""


class LastCandidate(UserError):
    """The only candidate left cannot decline: the vote would be about nobody."""


def vote_of_candidacy(work: Work, presser: Presser, vote_id: VoteId) -> Vote:
    """The open election in which the presser stands; raises as `stand_down` does."""
    vote = find(work, presser.guild_id, vote_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    _refuse(work, presser, vote, person)
    return vote


def stand_down(work: Work, occasion: Occasion, presser: Presser, vote_id: VoteId) -> Vote:
    """Takes the presser off the candidates; ballots for them count as null until they are changed.

    Whoever was for them has at least the time of a reopened vote to choose anew: who declines in the last second would
    decide for their voters. Raises NoCandidate, LastCandidate, VoteClosed.
    """
    vote = find(work, presser.guild_id, vote_id)
    person = access.recognise(work, occasion, presser)
    _refuse(work, presser, vote, person)
    vote_closing.take_candidate_off(work, occasion, vote, person.person_id, person.person_id)
    return find(work, presser.guild_id, vote_id)


def _refuse(work: Work, presser: Presser, vote: Vote, person: Person | None) -> None:
    close = vote.closed_at or closes_at(vote, outages_of(work, vote))
    if vote.closed_at is not None or presser.at > close:
        raise VoteClosed(closed_at=close)
    if person is None or person.person_id not in vote.candidates:
        raise NoCandidate
    if len(vote.candidates) == 1:
        raise LastCandidate
