"""What every act on a vote needs: its name in the log, its deadlines, and finding it for somebody."""

from __future__ import annotations

from typing import Final

from bot.domain.ids import GuildId, PersonId, VoteId
from bot.domain.outages import Outage
from bot.domain.voting.vote_steps import due_steps
from bot.domain.voting.votes import Vote
from bot.errors import NotFound, Subject
from bot.storage import deadlines, outages, votes
from bot.storage.context import Query, Tx

WITHOUT_EFFECT: Final = "vote_without_effect"
"""The log's word for a decision that found nothing left to do."""
STOOD_DOWN: Final = "stand_down"
"""The log's word for a candidate who declined: such a vote stays open to its end, so that voters may choose anew."""


def vote_subject(vote_id: VoteId) -> str:
    """How deadlines, panels and the log name a vote."""
    return f"vote:{vote_id}"


def outages_of(tx: Query, vote: Vote) -> tuple[Outage, ...]:
    """Every outage that can have touched the vote."""
    return outages.since(tx, vote.guild_id, vote.opened_at)


def reschedule(tx: Tx, vote: Vote) -> None:
    """Rewrites the vote's deadlines from its facts; doing it twice changes nothing."""
    due = due_steps(vote, outages_of(tx, vote))
    deadlines.rewrite(tx, vote_subject(vote.vote_id), ((step.kind, step.at) for step in due))


def record(tx: Tx, vote: Vote, act: str, by: PersonId | None, why: str | None = None, **details: str) -> None:
    """Writes the log's line of something that happened to the vote; what a ballot says never stands there."""
    subject = vote_subject(vote.vote_id)
    told = {"kind": vote.kind.name, **details}
    tx.log(vote.guild_id, act, subject, actor=by, why=why, details=told)


def find(tx: Query, guild_id: GuildId, vote_id: VoteId) -> Vote:
    """The vote of that id in the server; raises NotFound."""
    vote = votes.load(tx, vote_id)
    if vote is None or vote.guild_id != guild_id:
        raise NotFound(what=Subject.VOTE)
    return vote


def in_vain(tx: Tx, vote: Vote) -> None:
    """Notes that what the vote was about is settled otherwise by now, which its minutes say."""
    record(tx, vote, WITHOUT_EFFECT, None)


def note(tx: Tx, vote: Vote, person_id: PersonId, act: str, **details: str) -> None:
    """Notes what the vote has done to a person."""
    told = {"vote": vote_subject(vote.vote_id), **details}
    tx.log(vote.guild_id, act, f"person:{person_id}", why=vote.question, details=told)
