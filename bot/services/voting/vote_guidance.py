"""What votes ask of a person: to vote, to say why one did not, and what an office has to answer (AIJE-A02-6)."""

from __future__ import annotations

from contextlib import suppress

from bot.domain.ids import PersonId, VoteId
from bot.domain.permissions import Act, Office
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.voting.vote_steps import excuse_by
from bot.errors import UserError
from bot.services.asked import Asked, Found
from bot.services.voting import attendance, vote_reading
from bot.services.voting import votes as votes_service
from bot.services.voting.vote_record import outages_of
from bot.storage import excuses, people, suggestions, votes
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """Votes in which who asks is entitled and has not voted, votes that were missed, and what waits for an office."""
    if asked.person is None:
        return
    for view in vote_reading.open_votes(tx, asked.presser.guild_id, asked.now):
        if any(asked.is_me(one) for one in view.waiting):
            yield DutyItem(Duty.VOTE, view.vote.vote_id, None, view.closes_at)
        if view.vote.asked and _runs(tx, asked, view.vote.vote_id):
            yield DutyItem(Duty.SETTLE_VOTE, view.vote.vote_id, None, called=view.vote.question)
    yield from _votes_missed(tx, asked, asked.person.person_id)
    yield from _of_offices(tx, asked, asked.person.person_id)


def _runs(tx: Query, asked: Asked, vote_id: VoteId) -> bool:
    """Whether who asks may end the vote."""
    with suppress(UserError):
        votes_service.cancellable(tx.acting_as(asked.presser), vote_id)
        return True
    return False


def _votes_missed(tx: Query, asked: Asked, person_id: PersonId) -> Found:
    """Votes that the person has missed and can still give a reason for (AIJE-A02-6)."""
    given = excuses.of_guild(tx, asked.presser.guild_id)
    for vote in votes.all_closed(tx, asked.presser.guild_id):
        until = excuse_by(vote, outages_of(tx, vote))
        has_reason = (vote.vote_id, person_id) in given
        if asked.now <= until and not has_reason and attendance.has_missed(tx, vote, person_id):
            yield DutyItem(Duty.EXCUSE_VOTE, vote.vote_id, None, until)


def _of_offices(tx: Query, asked: Asked, person_id: PersonId) -> Found:
    """What only the leader answers, or the President in the leader's own matter."""
    guild_id = asked.presser.guild_id
    held = people.offices(tx, guild_id)
    for (vote_id, absent), excuse in excuses.of_guild(tx, guild_id).items():
        office = Office.PRESIDENT if held.get(Office.LEADER) == absent else Office.LEADER
        if excuse.decided_at is None and held.get(office) == person_id != absent:
            yield DutyItem(Duty.ANSWER_EXCUSE, f"{vote_id}.{absent}", other=people.load(tx, absent))
    if asked.may(Act.ANSWER_SUGGESTION):
        for one in suggestions.of_guild(tx, guild_id):
            if one.approved is None:
                yield DutyItem(Duty.ANSWER_SUGGESTION, one.suggestion_id, other=people.load(tx, one.person_id))
    if held.get(Office.LEADER) == person_id:
        yield from _removals(tx, asked, person_id)


def _removals(tx: Query, asked: Asked, leader: PersonId) -> Found:
    """Members who have missed three votes without reason: the leader may propose their removal (AIJE-A02-6)."""
    for member in people.arbiters(tx, asked.presser.guild_id):
        missed = (
            None if member == leader else vote_reading.removal_option(tx, asked.presser.guild_id, member, asked.now)
        )
        if missed is not None and missed.attendance.may_be_removed and not missed.open_removal:
            yield DutyItem(Duty.PROPOSE_REMOVAL, member, other=missed.person)
