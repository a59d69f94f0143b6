"""Opening a vote: its facts are frozen, the card is promised to the committee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.domain.announcements import Delivery, Promise
from bot.domain.community import Place
from bot.domain.grounds import Ground
from bot.domain.ids import GuildId, Occasion, PersonId, VoteId
from bot.domain.voting.sayings import VoteLetter, VoteOpened
from bot.domain.voting.votes import Form, ProcedureKind, Vote, Why
from bot.services.following import stand
from bot.services.speaking import promise, write_to
from bot.services.voting import electorates
from bot.services.voting.vote_record import record, reschedule, vote_subject
from bot.storage import outbox, people, votes
from bot.storage.database import Work


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


def begin(
    work: Work, occasion: Occasion, guild_id: GuildId, kind: ProcedureKind, matter: Matter, by: PersonId | None
) -> Vote:
    """Opens the vote with the electorate of this moment; who may do so was asked before.

    Raises OfficeMissing, NobodyToSign or NobodyEntitled.
    """
    electors, recused = electorates.freeze(work, guild_id, kind, matter.subject, matter.representatives, occasion.now)
    standing = tuple(matter.candidates) or tuple(elector.person_id for elector in electors)
    vote = Vote(
        vote_id=VoteId(occasion.ids.fresh()),
        guild_id=guild_id,
        kind=kind,
        question=matter.question,
        subject=matter.subject,
        reference=matter.reference,
        candidates=standing if kind.form is Form.CANDIDATES else (),
        electors=electors,
        recused=recused,
        opened_at=occasion.now,
        opened_by=by,
        closes_at=occasion.now + kind.lasts,
        secret=occasion.ids.secret(),
        effect_lasts=matter.lasts,
        ground=matter.ground,
        proof=tuple(matter.proof),
    )
    return publish(work, occasion, vote)


def publish(work: Work, occasion: Occasion, vote: Vote) -> Vote:
    """Writes a vote that opens now, with all that is due for it, and promises its card."""
    votes.add(work, vote)
    reschedule(work, vote)
    record(work, occasion, vote, "open_vote", vote.opened_by, vote.question)
    promise(work, occasion, vote.guild_id, Place.COMMITTEE, VoteOpened(vote.vote_id))
    return vote


def note_shown(work: Work, occasion: Occasion, promised: Promise[VoteOpened], delivery: Delivery) -> None:
    """The card of the vote stands, and representatives can find it."""
    vote_id = promised.saying.vote_id
    stand(work, promised, delivery, vote_subject(vote_id))
    write_to_representatives(work, occasion, vote_id)


def write_to_representatives(work: Work, occasion: Occasion, vote_id: VoteId) -> None:
    """Promises a letter to each who was named for this vote alone, once its card can be found (OLY-6).

    Who sits on the committee reads its channel; a school's representative may have never seen it.
    """
    vote = votes.load(work, vote_id)
    if vote is None or vote.closed_at is not None or outbox.all_promises(work, VoteLetter, vote_id):
        return
    named = [one.person_id for one in vote.electors if one.why is Why.REPRESENTATIVE]
    for person in people.by_ids(work, named).values():
        write_to(work, occasion, vote.guild_id, person, VoteLetter(vote_id))
