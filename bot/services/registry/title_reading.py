"""Gathering what people look at of titles, in one read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.domain.community import Person, Someone
from bot.domain.ids import GuildId, TournamentId
from bot.domain.permissions import Act, ArbiterTitle
from bot.domain.registry import arbiter_titles
from bot.domain.registry import titles as master_titles
from bot.domain.registry.arbiter_titles import ArbiterRecord
from bot.domain.registry.proposals import Proposal
from bot.domain.registry.title_views import ProposalView, TitlePage
from bot.domain.registry.titles import MasterTitle, Proof, Requirement, TitleCheck
from bot.errors import NotFound, Subject
from bot.services import access
from bot.services.registry import title_facts
from bot.storage import countries, people, proposals, titles, tournaments
from bot.storage.context import ActorQuery, Query


def page(tx: Query, guild_id: GuildId, person: Person, now: datetime) -> TitlePage:
    """Every title, held against the person's record: an arbiter is shown arbiter titles only (AIJE-B01-2)."""
    record = title_facts.arbiter_record(tx, guild_id, person.person_id)
    checks = tuple(_checks(tx, guild_id, person, record, now))
    proofs = [proof for check in checks for requirement in check.requirements for proof in _proofs(requirement)]
    rules = title_facts.numbers(now).arbiter
    exam_at = arbiter_titles.may_be_examined_from(titles.last_exam(tx, person.person_id), rules)
    return TitlePage(
        person=person,
        country=countries.of_person(tx, person.person_id),
        masters=titles.titles_of(tx, person.person_id),
        arbiter=titles.arbiter_since(tx, person.person_id),
        checks=checks,
        tournaments=_names(tx, {proof.tournament_id for proof in proofs if proof.tournament_id}),
        people=people.by_ids(tx, [proof.person_id for proof in proofs if proof.person_id]),
        next_exam_at=exam_at if exam_at is not None and now < exam_at else None,
    )


def page_of(tx: Query, guild_id: GuildId, who: Someone, now: datetime) -> TitlePage | None:
    """The page of who was named; None for somebody whom the bot has not met."""
    person = access.find_known(tx, guild_id, who)
    return None if person is None else page(tx, guild_id, person, now)


def proposal_view(tx: Query, proposal_id: str, now: datetime) -> ProposalView | None:
    """A proposal with the facts behind it as they stand; None for an unknown id."""
    proposal = proposals.load(tx, proposal_id)
    person = None if proposal is None else people.load(tx, proposal.person_id)
    if proposal is None or person is None:
        return None
    shown = page(tx, proposal.guild_id, person, now)
    by = proposal.decided_by or proposal.approved_by
    return ProposalView(
        proposal=proposal,
        person=person,
        check=_check(tx, proposal, now),
        page=shown,
        by=None if by is None else people.load(tx, by),
        lays_down=_lays_down(tx, proposal),
    )


def proposal_at_desk(tx: ActorQuery, proposal_id: str) -> ProposalView:
    """A proposal for who may decide it; raises NotAllowed or NotFound."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.DECIDE_TITLE)
    view = proposal_view(tx, proposal_id, tx.pressed_at)
    if view is None or view.proposal.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    return view


def waiting(tx: ActorQuery) -> tuple[ProposalView, ...]:
    """The proposals that nobody has decided, for who may decide them; raises NotAllowed."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.DECIDE_TITLE)
    found = (proposal_view(tx, one.proposal_id, tx.pressed_at) for one in proposals.open_of_guild(tx, tx.guild_id))
    return tuple(view for view in found if view is not None)


def _checks(tx: Query, guild_id: GuildId, person: Person, record: ArbiterRecord, now: datetime) -> Iterator[TitleCheck]:
    rules = title_facts.numbers(now)
    if record.title is None:
        player = title_facts.player_records(tx, guild_id, [person.person_id], now)[person.person_id]
        yield from (master_titles.check(title, player, rules.master) for title in MasterTitle)
    yield from (arbiter_titles.check(title, record, rules.arbiter, now) for title in ArbiterTitle)


def _check(tx: Query, proposal: Proposal, now: datetime) -> TitleCheck:
    rules, person_id = title_facts.numbers(now), proposal.person_id
    match proposal.title:
        case MasterTitle() as title:
            record = title_facts.player_records(tx, proposal.guild_id, [person_id], now)[person_id]
            return master_titles.check(title, record, rules.master)
        case ArbiterTitle() as arbiter:
            own = title_facts.arbiter_record(tx, proposal.guild_id, person_id)
            return arbiter_titles.check(arbiter, own, rules.arbiter, now)


def _lays_down(tx: Query, proposal: Proposal) -> tuple[MasterTitle, ...]:
    """What ends with the arbiter title: what is held while it is only offered, what ended with it afterwards."""
    if not isinstance(proposal.title, ArbiterTitle):
        return ()
    own = [one for one in titles.all_of(tx, proposal.guild_id) if one.person_id == proposal.person_id]
    if proposal.decided_at is None:
        asked = people.title_of(tx, proposal.person_id) is None
        return tuple(one.title for one in own if one.until is None and asked)
    return tuple(one.title for one in own if (one.until, one.ended_why) == (proposal.decided_at, "laid_down"))


def _proofs(requirement: Requirement) -> tuple[Proof, ...]:
    return (*requirement.proofs, *(proof for way in requirement.one_of for proof in way.proofs))


def _names(tx: Query, wanted: Iterable[TournamentId]) -> dict[TournamentId, str]:
    found = (tournaments.load(tx, one) for one in wanted)
    return {one.tournament_id: one.name for one in found if one is not None}
