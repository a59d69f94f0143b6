"""Titles given and taken: the bot proposes, an authorised person confirms, and everybody hears of it (AIJE-B01)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.community import Person, Place
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
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
from bot.services.speaking import promise_publicly, tell_committee
from bot.storage import appointments, people, proposals, titles
from bot.storage.context import ActorTx, Query, Tx

_VOTED = frozenset({RequirementKind.ELECTED, RequirementKind.APPROVED})


class CandidateLacks(UserError):
    """The title asks for more than its candidate has."""

    name: str
    title: str


def proposal_subject(proposal_id: str) -> str:
    """How panels name a proposal."""
    return f"proposal:{proposal_id}"


def propose(tx: Tx, tournament: Tournament) -> None:
    """After a tournament: proposes every grant and loss that the record asks for, and drops what it no longer does.

    Read from the ratings that the tournament's end published (AIJE-B01-3). What was declined comes back only when
    something has changed since.
    """
    found = title_reviews.due(tx, tournament.guild_id, tx.now)
    _drop_undue(tx, tournament.guild_id, {(one.person_id, one.kind, one.title) for one in found})
    for one in found:
        if not title_reviews.rests(tx, one):
            _add(tx, tournament.guild_id, one.person_id, one.kind, one.title, tournament.tournament_id)
    provisional = [one for one, title in people.arbiters(tx, tournament.guild_id).items() if title is ArbiterTitle.ANP]
    for person_id in provisional:
        propose_examined(tx, tournament.guild_id, person_id, tournament)


def _drop_undue(tx: Tx, guild_id: GuildId, wanted: Collection[tuple[object, ...]]) -> None:
    """Open proposals that the record does not ask for any more lapse; who sat an exam waits for the next one."""
    for proposal in proposals.open_of_guild(tx, guild_id):
        follows = isinstance(proposal.title, MasterTitle) or proposal.kind is ChangeKind.LOSS
        if follows and (proposal.person_id, proposal.kind, proposal.title) not in wanted:
            _lapse(tx, proposal)


def propose_examined(tx: Tx, guild_id: GuildId, person_id: PersonId, tournament: Tournament | None = None) -> bool:
    """Proposes the next arbiter title that an exam leads to, when all of it is met; False when nothing is proposed.

    What was declined is proposed again only after another exam.
    """
    if not titles.passed_exams(tx, person_id):
        return False
    record = title_facts.arbiter_record(tx, guild_id, person_id)
    rules = title_facts.numbers(tx.now).arbiter
    for title in EXAMINED:
        held = record.title is not None and record.title.rank >= title.rank
        if held or not arbiter_titles.check(title, record, rules, tx.now).met:
            continue
        declined = proposals.last_declined(tx, person_id, ChangeKind.GRANT, title)
        sat = titles.last_exam(tx, person_id)
        if declined is None or (sat is not None and declined < sat):
            after = None if tournament is None else tournament.tournament_id
            return _add(tx, guild_id, person_id, ChangeKind.GRANT, title, after)
    return False


def decide(tx: ActorTx, proposal_id: str, *, confirm: bool) -> Proposal:
    """The leader or the President confirms or declines; nobody does in a matter of their own.

    A first arbiter title of somebody who holds master titles waits for that person's own word (AIJE-B01-2). Raises
    CandidateLacks and Outdated for what the record does not ask for any more.
    """
    officer = access.recognise(tx)
    access.require(tx, officer, Act.DECIDE_TITLE)
    proposal = _open(tx, tx.guild_id, proposal_id)
    recusal.refuse(tx, officer.person_id, Act.DECIDE_TITLE, proposal.person_id)
    if confirm:
        _refuse_undue(tx, proposal, tx.now)
    if confirm and proposal.approved_at is None and _would_lay_down(tx, proposal):
        proposals.approve(tx, proposal_id, officer.person_id, tx.now)
        _log_title(tx, proposal, "approve_title", officer.person_id)
        tx.enqueue(proposal.guild_id, Place.ANNOUNCEMENTS, TitleOffered(proposal_id))
    elif confirm and proposal.approved_at is not None:
        raise AlreadyDone
    elif confirm:
        _carry_out(tx, proposal, officer.person_id, officer.person_id)
    else:
        _close(tx, proposal, ProposalOutcome.DECLINED, officer.person_id)
    return _again(tx, proposal_id)


def answer_offer(tx: ActorTx, proposal_id: str, *, take: bool) -> Proposal:
    """The candidate takes the arbiter title and lays the master titles down, or keeps them (AIJE-B01-2)."""
    candidate = access.recognise(tx)
    proposal = _open(tx, tx.guild_id, proposal_id)
    if proposal.person_id != candidate.person_id:
        raise NotYours
    if proposal.approved_by is None:
        raise Outdated
    if take:
        _carry_out(tx, proposal, proposal.approved_by, candidate.person_id)
    else:
        _close(tx, proposal, ProposalOutcome.DECLINED, candidate.person_id)
    tx.touch(proposal_subject(proposal_id))
    return _again(tx, proposal_id)


def must_be_asked(tx: Query, person_id: PersonId) -> bool:
    """Whether an arbiter title would cost the person master titles: then only the person's own word gives it."""
    return people.title_of(tx, person_id) is None and bool(titles.titles_of(tx, person_id))


def award(tx: Tx, person: Person, title: ArbiterTitle, given_by: PersonId) -> Proposal | None:
    """Gives an arbiter title that a vote or an office has decided, and says so; offers it to a holder of master titles.

    None when an open proposal says the same already.
    """
    fresh = tx.new_id()
    proposal = Proposal(fresh, person.guild_id, person.person_id, ChangeKind.GRANT, title, None, tx.now)
    if not proposals.add(tx, proposal):
        return None
    if must_be_asked(tx, person.person_id):
        proposals.approve(tx, fresh, given_by, tx.now)
        tx.enqueue(person.guild_id, Place.ANNOUNCEMENTS, TitleOffered(fresh))
    else:
        _carry_out(tx, proposal, given_by, given_by)
    return _again(tx, fresh)


def _add(
    tx: Tx,
    guild_id: GuildId,
    person_id: PersonId,
    kind: ChangeKind,
    title: MasterTitle | ArbiterTitle,
    after: TournamentId | None,
) -> bool:
    """Stores the proposal and brings it to the committee, unless the same one waits already."""
    proposal = Proposal(tx.new_id(), guild_id, person_id, kind, title, after, tx.now)
    if not proposals.add(tx, proposal):
        return False
    _log_title(tx, proposal, "propose_title", None)
    tell_committee(tx, guild_id, TitleProposed(proposal.proposal_id))
    return True


def _refuse_undue(tx: Query, proposal: Proposal, at: datetime) -> None:
    """What was proposed has to be due when it is confirmed too: a correction may lie between (AIJE-B01-3)."""
    if isinstance(proposal.title, ArbiterTitle) and proposal.kind is ChangeKind.GRANT:
        refuse_excluded(tx, proposal.person_id)
        refuse_unfit(tx, proposal.guild_id, proposal.person_id, proposal.title, at)
        return
    found = title_reviews.due(tx, proposal.guild_id, at, [proposal.person_id])
    if (proposal.kind, proposal.title) not in [(one.kind, one.title) for one in found]:
        raise Outdated


def _would_lay_down(tx: Query, proposal: Proposal) -> bool:
    takes_up = isinstance(proposal.title, ArbiterTitle) and proposal.kind is ChangeKind.GRANT
    return takes_up and must_be_asked(tx, proposal.person_id)


def _carry_out(tx: Tx, proposal: Proposal, given_by: PersonId, decided_by: PersonId) -> None:
    """Gives or takes the title; `given_by` is who vouches for it, `decided_by` whose word was the last.

    Raises NeverAgain for who was expelled from the committee since it was proposed (AIJE-A02-5).
    """
    match proposal.title:
        case ArbiterTitle() as title if proposal.kind is ChangeKind.LOSS:
            _step_down(tx, proposal, title, given_by)
        case ArbiterTitle() as title:
            refuse_excluded(tx, proposal.person_id)
            take_up(tx, proposal.guild_id, proposal.person_id, title, given_by)
        case MasterTitle() as title if proposal.kind is ChangeKind.LOSS:
            titles.end(tx, proposal.person_id, title, tx.now, "lost")
        case MasterTitle() as title:
            if people.title_of(tx, proposal.person_id) is not None:
                raise Outdated
            titles.give(tx, proposal.person_id, title, tx.now, given_by)
    _close(tx, proposal, ProposalOutcome.DONE, decided_by)
    promise_publicly(tx, proposal.guild_id, TitleChanged(proposal.proposal_id))
    _follow_up(tx, proposal)


def _follow_up(tx: Tx, proposal: Proposal) -> None:
    """With a master title given, lower ones need no decision; with one lost, lower ones are proposed that are met."""
    found = title_reviews.due(tx, proposal.guild_id, tx.now, [proposal.person_id])
    for waiting in proposals.open_of_guild(tx, proposal.guild_id):
        is_own = waiting.person_id == proposal.person_id and isinstance(waiting.title, MasterTitle)
        if is_own and (waiting.kind, waiting.title) not in [(one.kind, one.title) for one in found]:
            _lapse(tx, waiting)
    for one in found if proposal.kind is ChangeKind.LOSS else ():
        if not title_reviews.rests(tx, one):
            _add(tx, proposal.guild_id, one.person_id, one.kind, one.title, proposal.tournament_id)


def _step_down(tx: Tx, proposal: Proposal, title: ArbiterTitle, by: PersonId) -> None:
    """The arbiter title that was held before it is held again; who had none is an arbiter no more (AIJE-B01-3)."""
    held, person_id = titles.arbiter_since(tx, proposal.person_id), proposal.person_id
    if held is None or held[0] is not title:
        raise Outdated
    before = appointments.title_before(tx, person_id, held[1])
    if before is not None:
        people.give_title(tx, person_id, before, tx.now, by)
        roles.follow(tx, proposal.guild_id, person_id)
    else:
        people.end_title(tx, person_id, tx.now)
        arbiter_duty.relieve(tx, proposal.guild_id, person_id, by=by)


def take_up(tx: Tx, guild_id: GuildId, person_id: PersonId, title: ArbiterTitle, given_by: PersonId) -> None:
    """Records an arbiter title; every master title but NM ends with it, and NM rests (AIJE-B01-2). Says nothing."""
    people.give_title(tx, person_id, title, tx.now, given_by)
    roles.follow(tx, guild_id, person_id)
    for master in titles.titles_of(tx, person_id):
        if not master.is_permanent:
            titles.end(tx, person_id, master, tx.now, "laid_down")
    drop_proposals(tx, guild_id, person_id)


def erase(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """Ends every master title of somebody who leaves the system, NM too, and drops what was proposed. Says nothing."""
    for master in titles.titles_of(tx, person_id):
        titles.end(tx, person_id, master, tx.now, "erased")
    drop_proposals(tx, guild_id, person_id, arbiter_titles_too=True)


def refuse_unfit(tx: Query, guild_id: GuildId, person_id: PersonId, title: ArbiterTitle, at: datetime) -> None:
    """Raises CandidateLacks where a vote on the title would come too early: all but the vote itself has to be met."""
    record = title_facts.arbiter_record(tx, guild_id, person_id)
    found = arbiter_titles.check(title, record, title_facts.numbers(at).arbiter, at)
    if any(not one.met and one.kind not in _VOTED for one in found.requirements):
        person = people.load(tx, person_id)
        raise CandidateLacks(name=person.name if person else "?", title=title.value)


def drop_proposals(tx: Tx, guild_id: GuildId, person_id: PersonId, *, arbiter_titles_too: bool = False) -> None:
    """Lets lapse what is proposed about the person and waits: of master titles, or of arbiter titles as well."""
    for waiting in proposals.open_of_guild(tx, guild_id):
        if waiting.person_id == person_id and (arbiter_titles_too or isinstance(waiting.title, MasterTitle)):
            _lapse(tx, waiting)


def _lapse(tx: Tx, proposal: Proposal) -> None:
    proposals.decide(tx, proposal.proposal_id, ProposalOutcome.LAPSED, None, tx.now)
    tx.touch(proposal_subject(proposal.proposal_id))


def _close(tx: Tx, proposal: Proposal, outcome: ProposalOutcome, by: PersonId) -> None:
    if not proposals.decide(tx, proposal.proposal_id, outcome, by, tx.now):
        raise AlreadyDone
    act = f"{proposal.kind.value}_title" if outcome is ProposalOutcome.DONE else "decline_title"
    _log_title(tx, proposal, act, by)


def _log_title(tx: Tx, proposal: Proposal, act: str, by: PersonId | None) -> None:
    tx.log(
        proposal.guild_id,
        act,
        f"person:{proposal.person_id}",
        actor=by,
        tournament_id=proposal.tournament_id,
        details={"title": proposal.title.value, "kind": proposal.kind.value, "proposal": proposal.proposal_id},
    )


def _open(tx: Query, guild_id: GuildId, proposal_id: str) -> Proposal:
    proposal = proposals.load(tx, proposal_id)
    if proposal is None or proposal.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    if proposal.outcome is ProposalOutcome.LAPSED:
        raise Outdated
    if proposal.decided_at is not None:
        raise AlreadyDone
    return proposal


def _again(tx: Query, proposal_id: str) -> Proposal:
    proposal = proposals.load(tx, proposal_id)
    if proposal is None:
        raise LookupError(proposal_id)
    return proposal
