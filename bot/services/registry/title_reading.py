"""Gathering what people look at of titles, in one read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.domain.community import Person, Presser, Someone
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
from bot.storage.database import Work


def page(work: Work, guild_id: GuildId, person: Person, now: datetime) -> TitlePage:
    """Every title, held against the person's record: an arbiter is shown arbiter titles only (AIJE-B01-2)."""
    record = title_facts.arbiter_record(work, guild_id, person.person_id)
    checks = tuple(_checks(work, guild_id, person, record, now))
    proofs = [proof for check in checks for requirement in check.requirements for proof in _proofs(requirement)]
    rules = title_facts.numbers(now).arbiter
    exam_at = arbiter_titles.may_be_examined_from(titles.last_exam(work, person.person_id), rules)
    return TitlePage(
        person=person,
        country=countries.of_person(work, person.person_id),
        masters=titles.titles_of(work, person.person_id),
        arbiter=titles.arbiter_since(work, person.person_id),
        checks=checks,
        tournaments=_names(work, {proof.tournament_id for proof in proofs if proof.tournament_id}),
        people=people.by_ids(work, [proof.person_id for proof in proofs if proof.person_id]),
        next_exam_at=exam_at if exam_at is not None and now < exam_at else None,
    )


def page_of(work: Work, guild_id: GuildId, who: Someone, now: datetime) -> TitlePage | None:
    """The page of who was named; None for somebody whom the bot has not met."""
    person = access.find_known(work, guild_id, who)
    return None if person is None else page(work, guild_id, person, now)


def proposal_view(work: Work, proposal_id: str, now: datetime) -> ProposalView | None:
    """A proposal with the facts behind it as they stand; None for an unknown id."""
    proposal = proposals.load(work, proposal_id)
    person = None if proposal is None else people.load(work, proposal.person_id)
    if proposal is None or person is None:
        return None
    shown = page(work, proposal.guild_id, person, now)
    by = proposal.decided_by or proposal.approved_by
    return ProposalView(
        proposal=proposal,
        person=person,
        check=_check(work, proposal, now),
        page=shown,
        by=None if by is None else people.load(work, by),
        lays_down=_lays_down(work, proposal),
    )


def proposal_at_desk(work: Work, presser: Presser, proposal_id: str) -> ProposalView:
    """A proposal for who may decide it; raises NotAllowed or NotFound."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    access.require(work, presser, person, Act.DECIDE_TITLE)
    view = proposal_view(work, proposal_id, presser.at)
    if view is None or view.proposal.guild_id != presser.guild_id:
        raise NotFound(what=Subject.PERSON)
    return view


def waiting(work: Work, presser: Presser) -> tuple[ProposalView, ...]:
    """The proposals that nobody has decided, for who may decide them; raises NotAllowed."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    access.require(work, presser, person, Act.DECIDE_TITLE)
    found = (
        proposal_view(work, one.proposal_id, presser.at) for one in proposals.open_of_guild(work, presser.guild_id)
    )
    return tuple(view for view in found if view is not None)


def _checks(
    work: Work, guild_id: GuildId, person: Person, record: ArbiterRecord, now: datetime
) -> Iterator[TitleCheck]:
    rules = title_facts.numbers(now)
    if record.title is None:
        player = title_facts.player_records(work, guild_id, [person.person_id], now)[person.person_id]
        yield from (master_titles.check(title, player, rules.master) for title in MasterTitle)
    yield from (arbiter_titles.check(title, record, rules.arbiter, now) for title in ArbiterTitle)


def _check(work: Work, proposal: Proposal, now: datetime) -> TitleCheck:
    rules, person_id = title_facts.numbers(now), proposal.person_id
    match proposal.title:
        case MasterTitle() as title:
            record = title_facts.player_records(work, proposal.guild_id, [person_id], now)[person_id]
            return master_titles.check(title, record, rules.master)
        case ArbiterTitle() as arbiter:
            own = title_facts.arbiter_record(work, proposal.guild_id, person_id)
            return arbiter_titles.check(arbiter, own, rules.arbiter, now)


def _lays_down(work: Work, proposal: Proposal) -> tuple[MasterTitle, ...]:
    """What ends with the arbiter title: what is held while it is only offered, what ended with it afterwards."""
    if not isinstance(proposal.title, ArbiterTitle):
        return ()
    own = [one for one in titles.all_of(work, proposal.guild_id) if one.person_id == proposal.person_id]
    if proposal.decided_at is None:
        asked = people.title_of(work, proposal.person_id) is None
        return tuple(one.title for one in own if one.until is None and asked)
    return tuple(one.title for one in own if (one.until, one.ended_why) == (proposal.decided_at, "laid_down"))


def _proofs(requirement: Requirement) -> tuple[Proof, ...]:
    return (*requirement.proofs, *(proof for way in requirement.one_of for proof in way.proofs))


def _names(work: Work, wanted: Iterable[TournamentId]) -> dict[TournamentId, str]:
    found = (tournaments.load(work, one) for one in wanted)
    return {one.tournament_id: one.name for one in found if one is not None}
