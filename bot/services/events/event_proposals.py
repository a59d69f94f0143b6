"""A national arbiter's event waits for the President; on approval it is created and announced (AIJE-B01-AN)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Person
from bot.domain.events.drafts import Draft
from bot.domain.events.event_proposals import EventProposal, EventProposalView
from bot.domain.events.sayings import EventDecided, EventProposed
from bot.domain.ids import GuildId
from bot.domain.permissions import Act, Capacity, Office, may
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotAllowed, NotFound, NotSetUp, Outdated, Subject
from bot.rulebooks.library import from_canonical
from bot.services import access, summons
from bot.services.events import draft_watch, official, tournaments
from bot.services.speaking import tell_committee, tell_member
from bot.storage import event_posters, event_proposals, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


def proposal_subject(proposal_id: str) -> str:
    """How panels and the log name a proposed event."""
    return f"event-proposal:{proposal_id}"


def require_creator(tx: ActorQuery, person: Person | None) -> bool:
    """Whether the person may create an event without anybody's approval; raises NotAllowed for who may not propose."""
    held = access.capacities(tx, person)
    if may(Act.CREATE_TOURNAMENT, held):
        return True
    if not may(Act.PROPOSE_TOURNAMENT, held):
        access.require(tx, person, Act.CREATE_TOURNAMENT)
    return False


def propose(tx: ActorTx, draft: Draft) -> EventProposal:
    """Brings the event of the draft before the President; nothing is announced yet."""
    if access.community(tx, tx.guild_id).committee is None:
        raise NotSetUp
    by = access.recognise(tx)
    access.require(tx, by, Act.PROPOSE_TOURNAMENT)
    if draft.name is None or draft.rulebook is None or draft.start_at is None:
        raise Outdated
    proposal = EventProposal(
        proposal_id=tx.new_id(),
        guild_id=tx.guild_id,
        name=draft.name,
        rulebook=draft.rulebook,
        start_at=draft.start_at,
        by=by.person_id,
        proposed_at=tx.now,
        poster_id=draft.poster_id,
    )
    event_proposals.add(tx, proposal)
    _log_proposal(tx, proposal, "propose_event", by, None)
    tell_committee(tx, tx.guild_id, EventProposed(proposal.proposal_id))
    if Office.PRESIDENT not in people.offices(tx, tx.guild_id):
        matter = Matter(MatterKind.EVENT_PROPOSED, proposal_subject(proposal.proposal_id), None)
        summons.call(tx, tx.guild_id, matter)
    draft_watch.look_at_proposal(tx, proposal_subject(proposal.proposal_id))
    return proposal


def to_decide(tx: ActorQuery, proposal_id: str) -> EventProposal:
    """The proposal, where the presser may decide it; raises as `approve` does."""
    proposal = event_proposals.load(tx, proposal_id)
    if proposal is None or proposal.guild_id != tx.guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.APPROVE_TOURNAMENT)
    if proposal.approved is not None:
        raise AlreadyDone
    return proposal


def approve(tx: ActorTx, proposal_id: str) -> EventProposal:
    """The President approves: the event is created in the arbiter's name and announced.

    Raises NotAllowed, also where who proposed it holds no such title any more, AlreadyDone, or what keeps an event of
    that name and start from being created by now.
    """
    proposal = to_decide(tx, proposal_id)
    officer = access.recognise(tx)
    by = people.load(tx, proposal.by)
    if by is None:
        raise NotFound(what=Subject.PERSON)
    if not official.creates_official(tx, by.person_id):
        raise NotAllowed(needed=(Capacity.NATIONAL_ARBITER,))
    rules = from_canonical(proposal.rulebook)
    official.approve_with_event(tx, officer, by, rules)
    created = tournaments.created_by(tx, by, proposal.name, rules, proposal.start_at)
    event_posters.give_event(tx, created.tournament_id, proposal.poster_id)
    decided = replace(proposal, approved=True, tournament_id=created.tournament_id)
    return _decide(tx, decided, officer, "approve_event")


def refuse(tx: ActorTx, proposal_id: str, reason: str) -> EventProposal:
    """The President refuses, with a reason that the committee and the arbiter read."""
    proposal = to_decide(tx, proposal_id)
    officer = access.recognise(tx)
    decided = replace(proposal, approved=False, reason=checked_reason(reason))
    return _decide(tx, decided, officer, "refuse_event")


def of_server(tx: Query, guild_id: GuildId, proposal_id: str) -> EventProposalView:
    """One proposal of the server with its people; raises NotFound."""
    found = view(tx, proposal_id)
    if found is None or found.proposal.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def view(tx: Query, proposal_id: str) -> EventProposalView | None:
    """One proposal with its people, or None for an unknown id."""
    proposal = event_proposals.load(tx, proposal_id)
    if proposal is None:
        return None
    president = people.offices(tx, proposal.guild_id).get(Office.PRESIDENT)
    ids = [one for one in (proposal.by, proposal.decided_by, president) if one is not None]
    known = people.by_ids(tx, ids)
    rules = from_canonical(proposal.rulebook)
    return EventProposalView(
        proposal=proposal,
        rulebook=rules,
        standing=official.standing(tx, proposal.guild_id, rules),
        by=known[proposal.by],
        decided_by=known.get(proposal.decided_by) if proposal.decided_by else None,
        president=known.get(president) if president else None,
        poster=event_posters.load(tx, proposal.poster_id),
    )


def waiting(tx: Query, guild_id: GuildId) -> list[EventProposal]:
    """What waits for the President, oldest first."""
    return event_proposals.waiting(tx, guild_id)


def _decide(tx: Tx, proposal: EventProposal, officer: Person, act: str) -> EventProposal:
    decided = replace(proposal, decided_by=officer.person_id, decided_at=tx.now)
    if not event_proposals.decide(tx, decided):
        raise AlreadyDone
    event_posters.drop_unused(tx, decided.by)
    _log_proposal(tx, decided, act, officer, decided.reason)
    tx.touch(proposal_subject(decided.proposal_id))
    summons.settle(tx, proposal_subject(decided.proposal_id))
    tell_member(tx, decided.guild_id, decided.by, EventDecided(decided.proposal_id))
    return decided


def _log_proposal(tx: Tx, proposal: EventProposal, act: str, by: Person, why: str | None) -> None:
    subject, about = proposal_subject(proposal.proposal_id), {"person": proposal.by}
    tx.log(
        proposal.guild_id,
        act,
        subject,
        actor=by.person_id,
        tournament_id=proposal.tournament_id,
        why=why,
        details=about,
    )
