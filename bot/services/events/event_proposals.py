"""A national arbiter's event waits for the President; on approval it is created and announced (AIJE-B01-AN)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Person, Place, Presser
from bot.domain.events.drafts import Draft
from bot.domain.events.event_proposals import EventProposal, EventProposalView
from bot.domain.events.sayings import EventDecided, EventProposed
from bot.domain.ids import GuildId, Occasion
from bot.domain.permissions import Act, Capacity, Office, may
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotAllowed, NotFound, NotSetUp, Outdated, Subject
from bot.rulebooks.library import from_canonical
from bot.services import access, summons
from bot.services.events import draft_watch, official, tournaments
from bot.services.speaking import promise, tell_member
from bot.storage import event_posters, event_proposals, log, panels, people
from bot.storage.database import Work


def proposal_subject(proposal_id: str) -> str:
    """How panels and the log name a proposed event."""
    return f"event-proposal:{proposal_id}"


def require_creator(work: Work, presser: Presser, person: Person | None) -> bool:
    """Whether the person may create an event without anybody's approval; raises NotAllowed for who may not propose."""
    held = access.capacities(work, presser, person)
    if may(Act.CREATE_TOURNAMENT, held):
        return True
    if not may(Act.PROPOSE_TOURNAMENT, held):
        access.require(work, presser, person, Act.CREATE_TOURNAMENT)
    return False


def propose(work: Work, occasion: Occasion, presser: Presser, draft: Draft) -> EventProposal:
    """Brings the event of the draft before the President; nothing is announced yet."""
    if access.community(work, presser.guild_id).committee is None:
        raise NotSetUp
    by = access.recognise(work, occasion, presser)
    access.require(work, presser, by, Act.PROPOSE_TOURNAMENT)
    if draft.name is None or draft.rulebook is None or draft.start_at is None:
        raise Outdated
    proposal = EventProposal(
        proposal_id=occasion.ids.fresh(),
        guild_id=presser.guild_id,
        name=draft.name,
        rulebook=draft.rulebook,
        start_at=draft.start_at,
        by=by.person_id,
        proposed_at=occasion.now,
        poster_id=draft.poster_id,
    )
    event_proposals.add(work, proposal)
    _record(work, occasion, proposal, "propose_event", by, None)
    promise(work, occasion, presser.guild_id, Place.COMMITTEE, EventProposed(proposal.proposal_id))
    if Office.PRESIDENT not in people.offices(work, presser.guild_id):
        matter = Matter(MatterKind.EVENT_PROPOSED, proposal_subject(proposal.proposal_id), None)
        summons.call(work, occasion, presser.guild_id, matter)
    draft_watch.look_at_proposal(work, proposal_subject(proposal.proposal_id), occasion)
    return proposal


def to_decide(work: Work, presser: Presser, proposal_id: str) -> EventProposal:
    """The proposal, where the presser may decide it; raises as `approve` does."""
    proposal = event_proposals.load(work, proposal_id)
    if proposal is None or proposal.guild_id != presser.guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    access.require(work, presser, person, Act.APPROVE_TOURNAMENT)
    if proposal.approved is not None:
        raise AlreadyDone
    return proposal


def approve(work: Work, occasion: Occasion, presser: Presser, proposal_id: str) -> EventProposal:
    """The President approves: the event is created in the arbiter's name and announced.

    Raises NotAllowed, also where who proposed it holds no such title any more, AlreadyDone, or what keeps an event of
    that name and start from being created by now.
    """
    proposal = to_decide(work, presser, proposal_id)
    officer = access.recognise(work, occasion, presser)
    by = people.load(work, proposal.by)
    if by is None:
        raise NotFound(what=Subject.PERSON)
    if not official.creates_official(work, by.person_id):
        raise NotAllowed(needed=(Capacity.NATIONAL_ARBITER,))
    rules = from_canonical(proposal.rulebook)
    official.approve_with_event(work, occasion, officer, by, rules)
    created = tournaments.created_by(work, occasion, by, proposal.name, rules, proposal.start_at)
    event_posters.give_event(work, created.tournament_id, proposal.poster_id)
    decided = replace(proposal, approved=True, tournament_id=created.tournament_id)
    return _decide(work, occasion, decided, officer, "approve_event")


def refuse(work: Work, occasion: Occasion, presser: Presser, proposal_id: str, reason: str) -> EventProposal:
    """The President refuses, with a reason that the committee and the arbiter read."""
    proposal = to_decide(work, presser, proposal_id)
    officer = access.recognise(work, occasion, presser)
    decided = replace(proposal, approved=False, reason=checked_reason(reason))
    return _decide(work, occasion, decided, officer, "refuse_event")


def of_server(work: Work, guild_id: GuildId, proposal_id: str) -> EventProposalView:
    """One proposal of the server with its people; raises NotFound."""
    found = view(work, proposal_id)
    if found is None or found.proposal.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def view(work: Work, proposal_id: str) -> EventProposalView | None:
    """One proposal with its people, or None for an unknown id."""
    proposal = event_proposals.load(work, proposal_id)
    if proposal is None:
        return None
    president = people.offices(work, proposal.guild_id).get(Office.PRESIDENT)
    ids = [one for one in (proposal.by, proposal.decided_by, president) if one is not None]
    known = people.by_ids(work, ids)
    rules = from_canonical(proposal.rulebook)
    return EventProposalView(
        proposal=proposal,
        rulebook=rules,
        standing=official.standing(work, proposal.guild_id, rules),
        by=known[proposal.by],
        decided_by=known.get(proposal.decided_by) if proposal.decided_by else None,
        president=known.get(president) if president else None,
        poster=event_posters.load(work, proposal.poster_id),
    )


def waiting(work: Work, guild_id: GuildId) -> list[EventProposal]:
    """What waits for the President, oldest first."""
    return event_proposals.waiting(work, guild_id)


def _decide(work: Work, occasion: Occasion, proposal: EventProposal, officer: Person, act: str) -> EventProposal:
    decided = replace(proposal, decided_by=officer.person_id, decided_at=occasion.now)
    if not event_proposals.decide(work, decided):
        raise AlreadyDone
    event_posters.drop_unused(work, decided.by)
    _record(work, occasion, decided, act, officer, decided.reason)
    panels.mark_stale(work, proposal_subject(decided.proposal_id), occasion.now)
    summons.settle(work, occasion, proposal_subject(decided.proposal_id))
    tell_member(work, occasion, decided.guild_id, decided.by, EventDecided(decided.proposal_id))
    return decided


def _record(work: Work, occasion: Occasion, proposal: EventProposal, act: str, by: Person, why: str | None) -> None:
    subject, about = proposal_subject(proposal.proposal_id), {"person": proposal.by}
    log.add(
        work,
        proposal.guild_id,
        occasion.now,
        act,
        subject,
        actor=by.person_id,
        tournament_id=proposal.tournament_id,
        why=why,
        details=about,
    )
