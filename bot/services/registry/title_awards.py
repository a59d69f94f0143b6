"""Titles given and taken: the bot proposes, an authorised person confirms, and everybody hears of it (AIJE-B01)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.community import Person, Place, Presser
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, Occasion, PersonId, TournamentId
from bot.domain.permissions import Act, ArbiterTitle
from bot.domain.registry import arbiter_titles
from bot.domain.registry.arbiter_titles import EXAMINED
from bot.domain.registry.proposals import Proposal, ProposalOutcome
from bot.domain.registry.sayings import TitleChanged, TitleOffered, TitleProposed
from bot.domain.registry.titles import ChangeKind, MasterTitle, RequirementKind
from bot.errors import AlreadyDone, NotFound, NotYours, Outdated, Subject, UserError
from bot.services import access, recusal
from bot.services.playing import arbiter_duty
from bot.services.registry import roles, title_facts, title_reviews
from bot.services.registry.exclusions import refuse_excluded
from bot.services.speaking import promise, promise_publicly
from bot.storage import appointments, log, panels, people, proposals, titles
from bot.storage.database import Work

_VOTED = frozenset({RequirementKind.ELECTED, RequirementKind.APPROVED})


class CandidateLacks(UserError):
    """The title asks for more than its candidate has."""

    name: str
    title: str


def proposal_subject(proposal_id: str) -> str:
    """How panels name a proposal."""
    return f"proposal:{proposal_id}"


def propose(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """After a tournament: proposes every grant and loss that the record asks for, and drops what it no longer does.

    Read from the ratings that the tournament's end published (AIJE-B01-3). What was declined comes back only when
    something has changed since.
    """
    found = title_reviews.due(work, tournament.guild_id, occasion.now)
    _drop_undue(work, occasion, tournament.guild_id, {(one.person_id, one.kind, one.title) for one in found})
    for one in found:
        if not title_reviews.rests(work, one):
            _add(work, occasion, tournament.guild_id, one.person_id, one.kind, one.title, tournament.tournament_id)
    provisional = [
        one for one, title in people.arbiters(work, tournament.guild_id).items() if title is ArbiterTitle.ANP
    ]
    for person_id in provisional:
        propose_examined(work, occasion, tournament.guild_id, person_id, tournament)


def _drop_undue(work: Work, occasion: Occasion, guild_id: GuildId, wanted: Collection[tuple[object, ...]]) -> None:
    """Open proposals that the record does not ask for any more lapse; who sat an exam waits for the next one."""
    for proposal in proposals.open_of_guild(work, guild_id):
        follows = isinstance(proposal.title, MasterTitle) or proposal.kind is ChangeKind.LOSS
        if follows and (proposal.person_id, proposal.kind, proposal.title) not in wanted:
            _lapse(work, occasion, proposal)


def propose_examined(
    work: Work, occasion: Occasion, guild_id: GuildId, person_id: PersonId, tournament: Tournament | None = None
) -> bool:
    """Proposes the next arbiter title that an exam leads to, when all of it is met; False when nothing is proposed.

    What was declined is proposed again only after another exam.
    """
    if not titles.passed_exams(work, person_id):
        return False
    record = title_facts.arbiter_record(work, guild_id, person_id)
    rules = title_facts.numbers(occasion.now).arbiter
    for title in EXAMINED:
        held = record.title is not None and record.title.rank >= title.rank
        if held or not arbiter_titles.check(title, record, rules, occasion.now).met:
            continue
        declined = proposals.last_declined(work, person_id, ChangeKind.GRANT, title)
        sat = titles.last_exam(work, person_id)
        if declined is None or (sat is not None and declined < sat):
            after = None if tournament is None else tournament.tournament_id
            return _add(work, occasion, guild_id, person_id, ChangeKind.GRANT, title, after)
    return False


def decide(work: Work, occasion: Occasion, presser: Presser, proposal_id: str, *, confirm: bool) -> Proposal:
    """The leader or the President confirms or declines; nobody does in a matter of their own.

    A first arbiter title of somebody who holds master titles waits for that person's own word (AIJE-B01-2). Raises
    CandidateLacks and Outdated for what the record does not ask for any more.
    """
    officer = access.recognise(work, occasion, presser)
    access.require(work, presser, officer, Act.DECIDE_TITLE)
    proposal = _open(work, presser.guild_id, proposal_id)
    recusal.refuse(work, presser, officer.person_id, Act.DECIDE_TITLE, proposal.person_id)
    if confirm:
        _refuse_undue(work, proposal, occasion.now)
    if confirm and proposal.approved_at is None and _would_lay_down(work, proposal):
        proposals.approve(work, proposal_id, officer.person_id, occasion.now)
        _record(work, occasion, proposal, "approve_title", officer.person_id)
        promise(work, occasion, proposal.guild_id, Place.ANNOUNCEMENTS, TitleOffered(proposal_id))
    elif confirm and proposal.approved_at is not None:
        raise AlreadyDone
    elif confirm:
        _carry_out(work, occasion, proposal, officer.person_id, officer.person_id)
    else:
        _close(work, occasion, proposal, ProposalOutcome.DECLINED, officer.person_id)
    return _again(work, proposal_id)


def answer_offer(work: Work, occasion: Occasion, presser: Presser, proposal_id: str, *, take: bool) -> Proposal:
    """The candidate takes the arbiter title and lays the master titles down, or keeps them (AIJE-B01-2)."""
    candidate = access.recognise(work, occasion, presser)
    proposal = _open(work, presser.guild_id, proposal_id)
    if proposal.person_id != candidate.person_id:
        raise NotYours
    if proposal.approved_by is None:
        raise Outdated
    if take:
        _carry_out(work, occasion, proposal, proposal.approved_by, candidate.person_id)
    else:
        _close(work, occasion, proposal, ProposalOutcome.DECLINED, candidate.person_id)
    panels.mark_stale(work, proposal_subject(proposal_id), occasion.now)
    return _again(work, proposal_id)


def must_be_asked(work: Work, person_id: PersonId) -> bool:
    """Whether an arbiter title would cost the person master titles: then only the person's own word gives it."""
    return people.title_of(work, person_id) is None and bool(titles.titles_of(work, person_id))


def award(work: Work, occasion: Occasion, person: Person, title: ArbiterTitle, given_by: PersonId) -> Proposal | None:
    """Gives an arbiter title that a vote or an office has decided, and says so; offers it to a holder of master titles.

    None when an open proposal says the same already.
    """
    fresh = occasion.ids.fresh()
    proposal = Proposal(fresh, person.guild_id, person.person_id, ChangeKind.GRANT, title, None, occasion.now)
    if not proposals.add(work, proposal):
        return None
    if must_be_asked(work, person.person_id):
        proposals.approve(work, fresh, given_by, occasion.now)
        promise(work, occasion, person.guild_id, Place.ANNOUNCEMENTS, TitleOffered(fresh))
    else:
        _carry_out(work, occasion, proposal, given_by, given_by)
    return _again(work, fresh)


def _add(
    work: Work,
    occasion: Occasion,
    guild_id: GuildId,
    person_id: PersonId,
    kind: ChangeKind,
    title: MasterTitle | ArbiterTitle,
    after: TournamentId | None,
) -> bool:
    """Stores the proposal and brings it to the committee, unless the same one waits already."""
    proposal = Proposal(occasion.ids.fresh(), guild_id, person_id, kind, title, after, occasion.now)
    if not proposals.add(work, proposal):
        return False
    _record(work, occasion, proposal, "propose_title", None)
    promise(work, occasion, guild_id, Place.COMMITTEE, TitleProposed(proposal.proposal_id))
    return True


def _refuse_undue(work: Work, proposal: Proposal, at: datetime) -> None:
    """What was proposed has to be due when it is confirmed too: a correction may lie between (AIJE-B01-3)."""
    if isinstance(proposal.title, ArbiterTitle) and proposal.kind is ChangeKind.GRANT:
        refuse_excluded(work, proposal.person_id)
        refuse_unfit(work, proposal.guild_id, proposal.person_id, proposal.title, at)
        return
    found = title_reviews.due(work, proposal.guild_id, at, [proposal.person_id])
    if (proposal.kind, proposal.title) not in [(one.kind, one.title) for one in found]:
        raise Outdated


def _would_lay_down(work: Work, proposal: Proposal) -> bool:
    takes_up = isinstance(proposal.title, ArbiterTitle) and proposal.kind is ChangeKind.GRANT
    return takes_up and must_be_asked(work, proposal.person_id)


def _carry_out(work: Work, occasion: Occasion, proposal: Proposal, given_by: PersonId, decided_by: PersonId) -> None:
    """Gives or takes the title; `given_by` is who vouches for it, `decided_by` whose word was the last.

    Raises NeverAgain for who was expelled from the committee since it was proposed (AIJE-A02-5).
    """
    match proposal.title:
        case ArbiterTitle() as title if proposal.kind is ChangeKind.LOSS:
            _step_down(work, occasion, proposal, title, given_by)
        case ArbiterTitle() as title:
            refuse_excluded(work, proposal.person_id)
            take_up(work, occasion, proposal.guild_id, proposal.person_id, title, given_by)
        case MasterTitle() as title if proposal.kind is ChangeKind.LOSS:
            titles.end(work, proposal.person_id, title, occasion.now, "lost")
        case MasterTitle() as title:
            if people.title_of(work, proposal.person_id) is not None:
                raise Outdated
            titles.give(work, proposal.person_id, title, occasion.now, given_by)
    _close(work, occasion, proposal, ProposalOutcome.DONE, decided_by)
    promise_publicly(work, occasion, proposal.guild_id, TitleChanged(proposal.proposal_id))
    _follow_up(work, occasion, proposal)


def _follow_up(work: Work, occasion: Occasion, proposal: Proposal) -> None:
    """With a master title given, lower ones need no decision; with one lost, lower ones are proposed that are met."""
    found = title_reviews.due(work, proposal.guild_id, occasion.now, [proposal.person_id])
    for waiting in proposals.open_of_guild(work, proposal.guild_id):
        is_own = waiting.person_id == proposal.person_id and isinstance(waiting.title, MasterTitle)
        if is_own and (waiting.kind, waiting.title) not in [(one.kind, one.title) for one in found]:
            _lapse(work, occasion, waiting)
    for one in found if proposal.kind is ChangeKind.LOSS else ():
        if not title_reviews.rests(work, one):
            _add(work, occasion, proposal.guild_id, one.person_id, one.kind, one.title, proposal.tournament_id)


def _step_down(work: Work, occasion: Occasion, proposal: Proposal, title: ArbiterTitle, by: PersonId) -> None:
    """The arbiter title that was held before it is held again; who had none is an arbiter no more (AIJE-B01-3)."""
    held, person_id = titles.arbiter_since(work, proposal.person_id), proposal.person_id
    if held is None or held[0] is not title:
        raise Outdated
    before = appointments.title_before(work, person_id, held[1])
    if before is not None:
        people.give_title(work, person_id, before, occasion.now, by)
        roles.follow(work, occasion, proposal.guild_id, person_id)
    else:
        people.end_title(work, person_id, occasion.now)
        arbiter_duty.relieve(work, occasion, proposal.guild_id, person_id, by=by)


def take_up(
    work: Work, occasion: Occasion, guild_id: GuildId, person_id: PersonId, title: ArbiterTitle, given_by: PersonId
) -> None:
    """Records an arbiter title; every master title but NM ends with it, and NM rests (AIJE-B01-2). Says nothing."""
    people.give_title(work, person_id, title, occasion.now, given_by)
    roles.follow(work, occasion, guild_id, person_id)
    for master in titles.titles_of(work, person_id):
        if not master.is_permanent:
            titles.end(work, person_id, master, occasion.now, "laid_down")
    drop_proposals(work, occasion, guild_id, person_id)


def erase(work: Work, occasion: Occasion, guild_id: GuildId, person_id: PersonId) -> None:
    """Ends every master title of somebody who leaves the system, NM too, and drops what was proposed. Says nothing."""
    for master in titles.titles_of(work, person_id):
        titles.end(work, person_id, master, occasion.now, "erased")
    drop_proposals(work, occasion, guild_id, person_id, arbiter_titles_too=True)


def refuse_unfit(work: Work, guild_id: GuildId, person_id: PersonId, title: ArbiterTitle, at: datetime) -> None:
    """Raises CandidateLacks where a vote on the title would come too early: all but the vote itself has to be met."""
    record = title_facts.arbiter_record(work, guild_id, person_id)
    found = arbiter_titles.check(title, record, title_facts.numbers(at).arbiter, at)
    if any(not one.met and one.kind not in _VOTED for one in found.requirements):
        person = people.load(work, person_id)
        raise CandidateLacks(name=person.name if person else "?", title=title.value)


def drop_proposals(
    work: Work, occasion: Occasion, guild_id: GuildId, person_id: PersonId, *, arbiter_titles_too: bool = False
) -> None:
    """Lets lapse what is proposed about the person and waits: of master titles, or of arbiter titles as well."""
    for waiting in proposals.open_of_guild(work, guild_id):
        if waiting.person_id == person_id and (arbiter_titles_too or isinstance(waiting.title, MasterTitle)):
            _lapse(work, occasion, waiting)


def _lapse(work: Work, occasion: Occasion, proposal: Proposal) -> None:
    proposals.decide(work, proposal.proposal_id, ProposalOutcome.LAPSED, None, occasion.now)
    panels.mark_stale(work, proposal_subject(proposal.proposal_id), occasion.now)


def _close(work: Work, occasion: Occasion, proposal: Proposal, outcome: ProposalOutcome, by: PersonId) -> None:
    if not proposals.decide(work, proposal.proposal_id, outcome, by, occasion.now):
        raise AlreadyDone
    act = f"{proposal.kind.value}_title" if outcome is ProposalOutcome.DONE else "decline_title"
    _record(work, occasion, proposal, act, by)


def _record(work: Work, occasion: Occasion, proposal: Proposal, act: str, by: PersonId | None) -> None:
    log.add(
        work,
        proposal.guild_id,
        occasion.now,
        act,
        f"person:{proposal.person_id}",
        actor=by,
        tournament_id=proposal.tournament_id,
        details={"title": proposal.title.value, "kind": proposal.kind.value, "proposal": proposal.proposal_id},
    )


def _open(work: Work, guild_id: GuildId, proposal_id: str) -> Proposal:
    proposal = proposals.load(work, proposal_id)
    if proposal is None or proposal.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    if proposal.outcome is ProposalOutcome.LAPSED:
        raise Outdated
    if proposal.decided_at is not None:
        raise AlreadyDone
    return proposal


def _again(work: Work, proposal_id: str) -> Proposal:
    proposal = proposals.load(work, proposal_id)
    if proposal is None:
        raise LookupError(proposal_id)
    return proposal
