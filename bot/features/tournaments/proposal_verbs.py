"""What waits for a decision before there is an event, or beside it: previews, proposals, and the event's own rules.

A national arbiter's event waits for the President; on approval it is created and announced (AIJE-B01-AN). The event's
own rules are drafted by its chief arbiter and approved by the organisers before the start (GO-30).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.features.tournaments import (
    draft_store,
    facts_verbs,
    official_verbs,
    recusal_verbs,
    store,
    summons_verbs,
    verbs,
)
from bot.features.tournaments.facts_verbs import find, find_unfinished, outages_of, record
from bot.features.tournaments.hooks import Standstill, Watch
from bot.features.tournaments.model import Draft, EventProposal, EventProposalView, EventRules, EventRulesView
from bot.features.tournaments.promises_model import (
    DraftWaits,
    EventDecided,
    EventProposed,
    ProposalWaits,
    RulesDecided,
    RulesDrafted,
)
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.i18n.names import check_text, checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, NotSetUp, Outdated, RefusedFor, Subject
from bot.kernel.ids import GuildId, Place, TournamentId
from bot.kernel.outages import Rung, Still
from bot.people import store as people_store
from bot.people.model import Capacity, Office, Person
from bot.play.entries import Phase, Tournament, check_in_closes_at, phase
from bot.rulebooks.library import from_canonical
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, may
from bot.server.speaking_verbs import promise, tell_committee, tell_member

# --- what waits for a press -----------------------------------------------------------------------------------------


A_DAY: Final = timedelta(days=1)


class Begun(StrEnum):
    """What its author alone can go on with."""

    PREVIEW = "preview"


def look_at_preview(tx: Tx, draft_id: str) -> None:
    """Its author reads of it once, a day later."""
    found = _preview(tx, draft_id)
    summons_verbs.rewrite(tx, f"draft:{draft_id}", None if found is None else found.still)


def look_at_rules(tx: Tx, subject: str) -> None:
    """Organisers were called to it, and are called again until it is decided or the event closes."""
    found = _rules(tx, subject.partition(":")[2])
    summons_verbs.rewrite(tx, subject, None if found is None else found.still)


def look_at_proposal(tx: Tx, subject: str) -> None:
    """The President reads of it again."""
    found = _proposal(tx, subject.partition(":")[2])
    summons_verbs.rewrite(tx, subject, None if found is None else found.still)


def _preview(tx: Query, draft_id: str) -> Standstill | None:
    draft = draft_store.load_draft(tx, draft_id)
    if draft is None or (draft.start_at is not None and draft.start_at <= tx.now):
        return None
    return Standstill(Still(Begun.PREVIEW, draft.drafted_at, A_DAY, asked_after=None), draft.guild_id)


def _remind_author(tx: Tx, draft_id: str) -> None:
    draft = draft_store.load_draft(tx, draft_id)
    if draft is not None:
        tell_member(tx, draft.guild_id, draft.person_id, DraftWaits(draft_id))


def _rules(tx: Query, key: str) -> Standstill | None:
    """A draft that waits, of an event that takes entries: after the close its rules are fixed."""
    tournament_id, number = key.split(".")
    tournament = store.load(tx, TournamentId(tournament_id))
    rules = draft_store.load_event_rules(tx, TournamentId(tournament_id), int(number))
    if tournament is None or rules is None or not rules.waits:
        return None
    if tournament.cancelled_at is not None or tournament.check_in_closed_at is not None:
        return None
    still = Still(MatterKind.RULES_DRAFT, rules.drafted_at, is_asked=True)
    return Standstill(still, tournament.guild_id, tournament.tournament_id)


def _ask_about_rules(tx: Tx, key: str, standstill: Standstill, rung: Rung) -> None:
    summons_verbs.call_staff(tx, f"rules:{key}", standstill, rung)


def _proposal(tx: Query, proposal_id: str) -> Standstill | None:
    proposal = draft_store.load_proposal(tx, proposal_id)
    if proposal is None or proposal.approved is not None or proposal.start_at <= tx.now:
        return None
    return Standstill(Still(MatterKind.EVENT_PROPOSED, proposal.proposed_at, is_asked=True), proposal.guild_id)


def _ask_president(tx: Tx, proposal_id: str, standstill: Standstill, rung: Rung) -> None:
    """The President by letter; where the office is vacant, who runs the server."""
    proposal: EventProposal | None = draft_store.load_proposal(tx, proposal_id)
    president = people_store.offices(tx, standstill.guild_id).get(Office.PRESIDENT)
    if proposal is not None and president is not None:
        tell_member(tx, standstill.guild_id, president, ProposalWaits(proposal_id))
    else:
        summons_verbs.call_staff(tx, f"event-proposal:{proposal_id}", standstill, rung)


def _say_nothing(_: Query, key: str) -> None:
    """Nobody but who is asked can act."""


def _never_ask(_: Query, key: str, standstill: Standstill, rung: Rung) -> None:
    """It is nobody's but its author's."""


PREVIEWS: Final = Watch(_preview, _remind_author, _never_ask)
RULES: Final = Watch(_rules, _say_nothing, _ask_about_rules)
PROPOSALS: Final = Watch(_proposal, _say_nothing, _ask_president)


# --- events that wait for the President -----------------------------------------------------------------------------


def proposal_subject(proposal_id: str) -> str:
    """How panels and the log name a proposed event."""
    return f"event-proposal:{proposal_id}"


def require_creator(tx: ActorQuery, person: Person | None) -> bool:
    """Whether the person may create an event without anybody's approval; raises NotAllowed for who may not propose."""
    capacities = server_verbs.capacities(tx, person)
    if may(Act.CREATE_TOURNAMENT, capacities):
        return True
    if not may(Act.PROPOSE_TOURNAMENT, capacities):
        server_verbs.require(tx, person, Act.CREATE_TOURNAMENT)
    return False


def propose(tx: ActorTx, draft: Draft) -> EventProposal:
    """Brings the event of the draft before the President; nothing is announced yet."""
    if server_verbs.community(tx, tx.guild_id).committee is None:
        raise NotSetUp
    by = server_verbs.recognise(tx)
    server_verbs.require(tx, by, Act.PROPOSE_TOURNAMENT)
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
        on_web=draft.on_web,
    )
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.PROPOSALS)
    draft_store.add_proposal(tx, proposal)
    _log_proposal(tx, proposal, "propose_event", by, None)
    tell_committee(tx, tx.guild_id, EventProposed(proposal.proposal_id))
    if Office.PRESIDENT not in people_store.offices(tx, tx.guild_id):
        matter = Matter(MatterKind.EVENT_PROPOSED, proposal_subject(proposal.proposal_id), None)
        summons_verbs.call(tx, tx.guild_id, matter)
    look_at_proposal(tx, proposal_subject(proposal.proposal_id))
    return proposal


def to_decide(tx: ActorQuery, proposal_id: str) -> EventProposal:
    """The proposal, where the presser may decide it; raises as `approve` does."""
    proposal = draft_store.load_proposal(tx, proposal_id)
    if proposal is None or proposal.guild_id != tx.guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.APPROVE_TOURNAMENT)
    if proposal.approved is not None:
        raise AlreadyDone
    return proposal


def approve(tx: ActorTx, proposal_id: str) -> EventProposal:
    """The President approves: the event is created in the arbiter's name and announced.

    Raises NotAllowed, also where who proposed it holds no such title any more, AlreadyDone, or what keeps an event of
    that name and start from being created by now.
    """
    proposal = to_decide(tx, proposal_id)
    officer = server_verbs.recognise(tx)
    by = people_store.load(tx, proposal.by)
    if by is None:
        raise NotFound(what=Subject.PERSON)
    if not official_verbs.creates_official(tx, by.person_id):
        raise NotAllowed(needed=(Capacity.NATIONAL_ARBITER,))
    rules = from_canonical(proposal.rulebook)
    official_verbs.approve_with_event(tx, officer, by, rules)
    verbs.take_room(tx, tx.guild_id)
    created = verbs.created_by(tx, by, proposal.name, rules, proposal.start_at)
    if proposal.poster_id is not None:
        verbs.give_poster(tx, created, proposal.poster_id)
    verbs.tell_created(tx, created, proposal.by, proposal.on_web)
    decided = replace(proposal, approved=True, tournament_id=created.tournament_id)
    return _decide(tx, decided, officer, "approve_event")


def refuse(tx: ActorTx, proposal_id: str, reason: str) -> EventProposal:
    """The President refuses, with a reason that the committee and the arbiter read."""
    proposal = to_decide(tx, proposal_id)
    officer = server_verbs.recognise(tx)
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
    proposal = draft_store.load_proposal(tx, proposal_id)
    if proposal is None:
        return None
    president = people_store.offices(tx, proposal.guild_id).get(Office.PRESIDENT)
    ids = [one for one in (proposal.by, proposal.decided_by, president) if one is not None]
    people = people_store.by_ids(tx, ids)
    rules = from_canonical(proposal.rulebook)
    return EventProposalView(
        proposal=proposal,
        rulebook=rules,
        standing=official_verbs.standing(tx, proposal.guild_id, rules),
        by=people[proposal.by],
        decided_by=people.get(proposal.decided_by) if proposal.decided_by else None,
        president=people.get(president) if president else None,
        poster=store.load_poster(tx, proposal.poster_id),
    )


def waiting(tx: Query, guild_id: GuildId) -> list[EventProposal]:
    """What waits for the President, oldest first."""
    return draft_store.waiting_proposals(tx, guild_id)


def _decide(tx: Tx, proposal: EventProposal, officer: Person, act: str) -> EventProposal:
    decided = replace(proposal, decided_by=officer.person_id, decided_at=tx.now)
    if not draft_store.decide_proposal(tx, decided):
        raise AlreadyDone
    store.drop_unused(tx, decided.by)
    _log_proposal(tx, decided, act, officer, decided.reason)
    tx.touch(proposal_subject(decided.proposal_id))
    summons_verbs.settle(tx, proposal_subject(decided.proposal_id))
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


# --- the event's own rules ------------------------------------------------------------------------------------------


RULES_LIMIT = 3000


def may_draft(tx: ActorQuery, tournament_id: TournamentId) -> tuple[Tournament, EventRules | None]:
    """The event and its last draft, for its chief arbiter or a deputy; raises before anything is asked."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities = frozenset() if person is None else facts_verbs.capacities_in(tx, tournament_id, person.person_id)
    server_verbs.require(tx, person, Act.DRAFT_EVENT_RULES, *capacities)
    _refuse_late(tournament)
    return tournament, draft_store.latest_event_rules(tx, tournament_id)


def draft(tx: ActorTx, tournament_id: TournamentId, text: str) -> EventRulesView:
    """Takes the chief's draft, in the place of one that waits; organisers are asked. RulesAreFixed after the close."""
    tournament, _ = may_draft(tx, tournament_id)
    chief = server_verbs.recognise(tx)
    rules = check_text(text, Subject.RULEBOOK, RULES_LIMIT)
    bounds_verbs.take_room(tx, tournament_id, Bounded.EVENT_RULES)
    number = draft_store.draft_event_rules(tx, tournament_id, rules, chief.person_id, tx.now)
    record(tx, tournament, "draft_event_rules", chief.person_id)
    tell_committee(tx, tournament.guild_id, RulesDrafted(tournament_id, number))
    summons_verbs.settle(tx, rules_subject(tournament_id, number - 1))
    until = check_in_closes_at(tournament, outages_of(tx, tournament))
    drafted = Matter(MatterKind.RULES_DRAFT, rules_subject(tournament_id, number), tournament_id, until)
    summons_verbs.call(tx, tournament.guild_id, drafted)
    look_at_rules(tx, rules_subject(tournament_id, number))
    return rules_view(tx, tx.guild_id, tournament_id, number)


@repeatable
def decide(
    tx: ActorTx,
    tournament_id: TournamentId,
    number: int,
    reason: str | None = None,
) -> EventRulesView:
    """An organiser approves the draft, or with a reason declines it; approved, everybody reads it.

    Raises Outdated for a draft that another has replaced, AlreadyDone for a second press.
    """
    tournament, organiser = _deciding(tx, tournament_id)
    known = draft_store.load_event_rules(tx, tournament_id, number)
    if known is None:
        raise Outdated
    if not known.waits:
        raise AlreadyDone
    why = None if reason is None else checked_reason(reason)
    if not draft_store.decide_event_rules(tx, tournament_id, number, organiser.person_id, tx.now, why):
        raise Outdated
    summons_verbs.settle(tx, rules_subject(tournament_id, number))
    act = "approve_event_rules" if why is None else "decline_event_rules"
    record(tx, tournament, act, organiser.person_id, why=why)
    places = (Place.COMMITTEE,) if why is not None else (Place.ANNOUNCEMENTS, Place.RECORD)
    for place in places:
        promise(tx, tournament.guild_id, place, RulesDecided(tournament_id, number))
    return rules_view(tx, tx.guild_id, tournament_id, number)


def deciding(tx: ActorTx, tournament_id: TournamentId) -> None:
    """Refuses who does not decide on its draft, before a reason is asked; who is alone may say it."""
    with suppress(recusal_verbs.AloneInEvent):
        _deciding(tx, tournament_id)


def _deciding(tx: ActorTx, tournament_id: TournamentId) -> tuple[Tournament, Person]:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    organiser = server_verbs.recognise(tx)
    server_verbs.require(tx, organiser, Act.APPROVE_EVENT_RULES)
    recusal_verbs.refuse_in_event(tx, organiser.person_id, Act.APPROVE_EVENT_RULES, tournament)
    _refuse_late(tournament)
    return tournament, organiser


def rules_view(tx: Query, guild_id: GuildId, tournament_id: TournamentId, number: int | None = None) -> EventRulesView:
    """A draft, or without a number the rules that count; raises NotFound where there is none."""
    tournament = find(tx, guild_id, tournament_id)
    known = (
        draft_store.event_rules_in_force(tx, tournament_id)
        if number is None
        else draft_store.load_event_rules(tx, tournament_id, number)
    )
    author = None if known is None else people_store.load(tx, known.drafted_by)
    if known is None or author is None:
        raise NotFound(what=Subject.RULEBOOK)
    return EventRulesView(tournament, server_verbs.community(tx, guild_id), known, author)


def in_force(tx: Query, tournament_id: TournamentId) -> str | None:
    """The text of the rules that count."""
    known = draft_store.event_rules_in_force(tx, tournament_id)
    return None if known is None else known.rules


def rules_subject(tournament_id: TournamentId, number: int) -> str:
    """How calls name a draft, and their button after the colon."""
    return f"rules:{tournament_id}.{number}"


def _refuse_late(tournament: Tournament) -> None:
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        raise RefusedFor("error.RulesAreFixed", name=tournament.name)
