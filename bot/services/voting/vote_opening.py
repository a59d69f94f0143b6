"""Opening a vote: its facts are frozen, the card is promised to the committee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.domain.announcements import Delivery, Promise
from bot.domain.grounds import Ground
from bot.domain.ids import GuildId, PersonId, VoteId
from bot.domain.voting.sayings import VoteLetter, VoteOpened
from bot.domain.voting.votes import Form, ProcedureKind, Vote, Why
from bot.services.following import stand
from bot.services.speaking import tell_committee, write_to
from bot.services.voting import electorates
from bot.services.voting.vote_record import record, reschedule, vote_subject
from bot.storage import outbox, people, votes
from bot.storage.context import Tx


@dataclass(frozen=True, slots=True)
class Matter:
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


def begin(tx: Tx, guild_id: GuildId, kind: ProcedureKind, matter: Matter, by: PersonId | None) -> Vote:
    """Opens the vote with the electorate of this moment; who may do so was asked before.

    Raises OfficeMissing, NobodyToSign or NobodyEntitled.
    """
    electors, recused = electorates.freeze(tx, guild_id, kind, matter.subject, matter.representatives, tx.now)
    standing = tuple(matter.candidates) or tuple(elector.person_id for elector in electors)
    vote = Vote(
        vote_id=VoteId(tx.new_id()),
        guild_id=guild_id,
        kind=kind,
        question=matter.question,
        subject=matter.subject,
        reference=matter.reference,
        candidates=standing if kind.form is Form.CANDIDATES else (),
        electors=electors,
        recused=recused,
        opened_at=tx.now,
        opened_by=by,
        closes_at=tx.now + kind.lasts,
        secret=tx.new_secret(),
        effect_lasts=matter.lasts,
        ground=matter.ground,
        proof=tuple(matter.proof),
    )
    return publish(tx, vote)


def publish(tx: Tx, vote: Vote) -> Vote:
    """Writes a vote that opens now, with all that is due for it, and promises its card."""
    votes.add(tx, vote)
    reschedule(tx, vote)
    record(tx, vote, "open_vote", vote.opened_by, vote.question)
    tell_committee(tx, vote.guild_id, VoteOpened(vote.vote_id))
    return vote


def note_shown(tx: Tx, promised: Promise[VoteOpened], delivery: Delivery) -> None:
    """The card of the vote stands, and representatives can find it."""
    vote_id = promised.saying.vote_id
    stand(tx, promised, delivery, vote_subject(vote_id))
    write_to_representatives(tx, vote_id)


def write_to_representatives(tx: Tx, vote_id: VoteId) -> None:
    """Promises a letter to each who was named for this vote alone, once its card can be found (OLY-6).

    Who sits on the committee reads its channel; a school's representative may have never seen it.
    """
    vote = votes.load(tx, vote_id)
    if vote is None or vote.closed_at is not None or outbox.all_promises(tx, VoteLetter, vote_id):
        return
    named = [one.person_id for one in vote.electors if one.why is Why.REPRESENTATIVE]
    for person in people.by_ids(tx, named).values():
        write_to(tx, vote.guild_id, person, VoteLetter(vote_id))
