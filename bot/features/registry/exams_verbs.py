"""Exams for arbiter titles, world titles, and where people play for; what votes do to offices and titles (AIJE-B01).

Votes elect and remove officers and give titles (AIJE-A01-2, AIJE-A02-6). A person is asked for a decision, an answer
to an offer, or the country they play for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Final

from bot.features.entering import bars_store as entering_bars_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.registry import grades_verbs, roles_verbs, store, titles_model, titles_verbs
from bot.features.registry.model import ChampionNamed
from bot.features.registry.titles_model import (
    EXAMINED,
    ArbiterRecord,
    CountryDeclared,
    ExamTaken,
    MasterTitle,
    ProposalView,
    Requirement,
    TitleCheck,
    TitlePage,
    TitleProof,
    TitleProposal,
    check_arbiter,
    may_be_examined_from,
    may_examine,
)
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import verbs as seats_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting.bodies_model import LeaderElected, OffCommittee
from bot.features.voting.closing_verbs import Apply
from bot.features.voting.model import Vote, VoteEffect
from bot.features.voting.record_verbs import in_vain, note
from bot.i18n.countries import CONTINENTS
from bot.i18n.names import check_text
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, Refused, RefusedFor, RefusedText, Subject, UserError
from bot.kernel.ids import GuildId, MemberId, PersonId, Place, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, GradeRecord, Office, Person, Someone
from bot.people.store import WorldTitle
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, whom_to_ask
from bot.server.speaking_verbs import promise_publicly, tell_member
from bot.server.verbs import refuse_more

# --- exams, world titles, countries ---------------------------------------------------------------------------------


EVENT_LIMIT = 80


class CandidateUnknown(UserError):
    """The bot has never met the member, who so is registered nowhere (AIJE-B03-1)."""

    member: MemberId


class ExamTooSoon(UserError):
    """Between two exams of a candidate lie 21 days (AIJE-B01-1)."""

    name: str
    opens_at: datetime


def record_exam(tx: ActorTx, who: Someone, title: ArbiterTitle, *, passed: bool) -> ExamTaken:
    """Puts an exam on record, and proposes the title when nothing else is missing.

    AJ and AI examine for lower titles (AIJE-B01-AJ); the leader and the President may put an exam on record too, so
    that a committee without either of those titles can grow.
    """
    examiner = server_verbs.recognise(tx)
    _require_examiner(tx, examiner, title)
    candidate = _find_candidate(tx, who)
    tournaments_recusal_verbs.refuse(tx, examiner.person_id, Act.RECORD_EXAM, candidate.person_id)
    _refuse_unfit(tx, candidate, title, tx.pressed_at)
    sat_at = tx.pressed_at
    exam = tx.new_id()
    store.add_exam(tx, exam, candidate.person_id, title, sat_at, examiner.person_id, passed=passed)
    details = {"title": title.value, "passed": str(passed).lower()}
    tx.log(tx.guild_id, "exam", f"person:{candidate.person_id}", actor=examiner.person_id, details=details)
    proposed = passed and titles_verbs.propose_examined(tx, tx.guild_id, candidate.person_id)
    if passed and not proposed:
        titles_verbs.wait(tx, tx.guild_id, candidate.person_id)
    rules = titles_verbs.numbers(tx.pressed_at).arbiter
    record = titles_verbs.arbiter_record(tx, tx.guild_id, candidate.person_id)
    found = check_arbiter(title, record, rules, tx.pressed_at)
    return ExamTaken(candidate, title, passed, sat_at + rules.exam_every, found, proposed)


def crown(tx: ActorTx, who: Someone, event: str) -> WorldTitle:
    """Records who won a world championship before the founding: it counts for IM, and so does having beaten them since.

    The leader or the President does, and not for themselves. Raises TitleIsPlayedFor, and AlreadyDone for an event that
    has its champion.
    """
    officer = server_verbs.recognise(tx)
    server_verbs.require(tx, officer, Act.NAME_CHAMPION)
    if roles_verbs.decides_title_by_match(tx, tx.guild_id, tx.pressed_at):
        # The association is founded, or a match here has decided the title: a match alone does (AIJE-D03-1).
        raise Refused("error.TitleIsPlayedFor")
    event = check_text(" ".join(event.split()), Subject.TOURNAMENT, EVENT_LIMIT)
    champion = server_verbs.somebody(tx, tx.guild_id, who)
    tournaments_recusal_verbs.refuse(tx, officer.person_id, Act.NAME_CHAMPION, champion.person_id)
    won, before = WorldTitle(champion.person_id, event, tx.pressed_at), people_store.world_titles(tx, tx.guild_id)
    if not people_store.crown(tx, tx.guild_id, won, tx.now, officer.person_id):
        raise AlreadyDone
    subject = f"person:{champion.person_id}"
    tx.log(tx.guild_id, "crown", subject, actor=officer.person_id, details={"event": event})
    promise_publicly(tx, tx.guild_id, ChampionNamed(champion.person_id, event))
    reigned = max(before, key=lambda one: one.won_at).person_id if before else None
    seats_verbs.champion_named(tx, tx.guild_id, reigned, champion.person_id)
    return won


def declare_country(tx: ActorTx, country: str, person_id: PersonId | None = None) -> CountryDeclared:
    """Takes the person's own word for where they play for (AIJE-B01-4), or staff's for who has no Discord.

    Raises NoSuchCountry, and SpeaksForThemself where staff would say it of a member.
    """
    by = server_verbs.recognise(tx)
    person = by if person_id is None else _without_discord(tx, by, person_id)
    code = country.strip().upper()
    if code not in CONTINENTS:
        raise RefusedText("error.NoSuchCountry", text=country)
    if people_store.country_of_person(tx, person.person_id) != code:
        refuse_more(Subject.COUNTRY, people_store.times_declared(tx, person.person_id))
        people_store.declare_country(tx, person.person_id, code, tx.now)
        subject = f"person:{person.person_id}"
        tx.log(tx.guild_id, "declare_country", subject, actor=by.person_id, details={"country": code})
    return CountryDeclared(person, code, own=person == by)


def _without_discord(tx: ActorQuery, staff: Person, person_id: PersonId) -> Person:
    server_verbs.require(tx, staff, Act.DECLARE_COUNTRY)
    person = server_verbs.find_known(tx, tx.guild_id, person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    if person.discord_id is not None and person != staff:
        raise RefusedFor("error.SpeaksForThemself", name=person.name)
    return person


def _require_examiner(tx: ActorQuery, examiner: Person, title: ArbiterTitle) -> None:
    capacities = server_verbs.require(tx, examiner, Act.RECORD_EXAM)
    own = people_store.title_of(tx, examiner.person_id)
    if capacities.isdisjoint({Capacity.LEADER, Capacity.PRESIDENT}) and (own is None or not may_examine(own, title)):
        raise NotAllowed(needed=whom_to_ask(Act.RECORD_EXAM))


def _find_candidate(tx: ActorQuery, who: Someone) -> Person:
    found = server_verbs.find_known(tx, tx.guild_id, who)
    if found is not None:
        return found
    if isinstance(who, str):
        raise NotFound(what=Subject.PERSON)
    raise CandidateUnknown(member=who[0])


def _refuse_unfit(tx: Query, candidate: Person, title: ArbiterTitle, at: datetime) -> None:
    if not people_ratings_store.of_people(tx, candidate.guild_id, [candidate.person_id]):
        # Only who is registered may stand for a title (AIJE-B03-1).
        raise RefusedFor("error.CandidateNotRegistered", name=candidate.name)
    if entering_bars_store.is_excluded(tx, candidate.person_id):
        # Who was expelled from the committee sits no exam (AIJE-A02-5).
        raise RefusedFor("error.CommitteeClosed", name=candidate.name)
    held = people_store.title_of(tx, candidate.person_id)
    following = EXAMINED[0] if held is None else next((one for one in EXAMINED if one.rank == held.rank + 1), None)
    if title is not following:
        raise RefusedFor("error.ExamOutOfOrder", name=candidate.name)
    rules = titles_verbs.numbers(at).arbiter
    opens_at = may_be_examined_from(store.last_exam(tx, candidate.person_id), rules)
    if opens_at is not None and at < opens_at:
        raise ExamTooSoon(name=candidate.name, opens_at=opens_at)


# --- what people look at --------------------------------------------------------------------------------------------


def page(tx: Query, guild_id: GuildId, person: Person, now: datetime) -> TitlePage:
    """Every title, held against the person's record: an arbiter is shown arbiter titles only (AIJE-B01-2)."""
    record = titles_verbs.arbiter_record(tx, guild_id, person.person_id)
    checks = tuple(_checks(tx, guild_id, person, record, now))
    proofs = [proof for check in checks for requirement in check.requirements for proof in _proofs(requirement)]
    rules = titles_verbs.numbers(now).arbiter
    exam_at = titles_model.may_be_examined_from(store.last_exam(tx, person.person_id), rules)
    return TitlePage(
        person=person,
        country=people_store.country_of_person(tx, person.person_id),
        masters=store.titles_of(tx, person.person_id),
        arbiter=store.arbiter_since(tx, person.person_id),
        checks=checks,
        tournaments=_names(tx, {proof.tournament_id for proof in proofs if proof.tournament_id}),
        people=people_store.by_ids(tx, [proof.person_id for proof in proofs if proof.person_id]),
        next_exam_at=exam_at if exam_at is not None and now < exam_at else None,
    )


def page_of(tx: Query, guild_id: GuildId, who: Someone, now: datetime) -> TitlePage | None:
    """The page of who was named; None for somebody whom the bot has not met."""
    person = server_verbs.find_known(tx, guild_id, who)
    return None if person is None else page(tx, guild_id, person, now)


def proposal_view(tx: Query, proposal_id: str, now: datetime) -> ProposalView | None:
    """A proposal with the facts behind it as they stand; None for an unknown id."""
    proposal = store.load_proposal(tx, proposal_id)
    person = None if proposal is None else people_store.load(tx, proposal.person_id)
    if proposal is None or person is None:
        return None
    shown = page(tx, proposal.guild_id, person, now)
    by = proposal.decided_by or proposal.approved_by
    return ProposalView(
        proposal=proposal,
        person=person,
        check=_check(tx, proposal, now),
        page=shown,
        by=None if by is None else people_store.load(tx, by),
        lays_down=_lays_down(tx, proposal),
    )


def proposal_at_desk(tx: ActorQuery, proposal_id: str) -> ProposalView:
    """A proposal for who may decide it; raises NotAllowed or NotFound."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.DECIDE_TITLE)
    view = proposal_view(tx, proposal_id, tx.pressed_at)
    if view is None or view.proposal.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    return view


def waiting(tx: ActorQuery) -> tuple[ProposalView, ...]:
    """The proposals that nobody has decided, for who may decide them; raises NotAllowed."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.DECIDE_TITLE)
    found = (
        proposal_view(tx, one.proposal_id, tx.pressed_at) for one in store.open_proposals_of_guild(tx, tx.guild_id)
    )
    return tuple(view for view in found if view is not None)


def _checks(tx: Query, guild_id: GuildId, person: Person, record: ArbiterRecord, now: datetime) -> Iterator[TitleCheck]:
    rules = titles_verbs.numbers(now)
    if record.title is None:
        player = titles_verbs.player_records(tx, guild_id, [person.person_id], now)[person.person_id]
        yield from (titles_model.check(title, player, rules.master) for title in MasterTitle)
    yield from (titles_model.check_arbiter(title, record, rules.arbiter, now) for title in ArbiterTitle)


def _check(tx: Query, proposal: TitleProposal, now: datetime) -> TitleCheck:
    rules, person_id = titles_verbs.numbers(now), proposal.person_id
    match proposal.title:
        case MasterTitle() as title:
            record = titles_verbs.player_records(tx, proposal.guild_id, [person_id], now)[person_id]
            return titles_model.check(title, record, rules.master)
        case ArbiterTitle() as arbiter:
            own = titles_verbs.arbiter_record(tx, proposal.guild_id, person_id)
            return titles_model.check_arbiter(arbiter, own, rules.arbiter, now)


def _lays_down(tx: Query, proposal: TitleProposal) -> tuple[MasterTitle, ...]:
    """What ends with the arbiter title: what is held while it is only offered, what ended with it afterwards."""
    if not isinstance(proposal.title, ArbiterTitle):
        return ()
    own = [one for one in store.all_titles_of(tx, proposal.guild_id) if one.person_id == proposal.person_id]
    if proposal.decided_at is None:
        asked = people_store.title_of(tx, proposal.person_id) is None
        return tuple(one.title for one in own if one.until is None and asked)
    return tuple(one.title for one in own if (one.until, one.ended_why) == (proposal.decided_at, "laid_down"))


def _proofs(requirement: Requirement) -> tuple[TitleProof, ...]:
    return (*requirement.proofs, *(proof for way in requirement.one_of for proof in way.proofs))


def _names(tx: Query, wanted: Iterable[TournamentId]) -> dict[TournamentId, str]:
    found = (tournaments_store.load(tx, one) for one in wanted)
    return {one.tournament_id: one.name for one in found if one is not None}


# --- what votes do --------------------------------------------------------------------------------------------------


TITLES: Final = {VoteEffect.ELECT_AJ: ArbiterTitle.AJ, VoteEffect.APPROVE_AI: ArbiterTitle.AI}
"""The arbiter titles that are voted on."""


def elect_leader(tx: Tx, vote: Vote) -> None:
    """Whoever was elected leads the committee from now on; until now the old leader served (AIJE-A01-2)."""
    if vote.elected is None:
        return
    tx.enqueue(vote.guild_id, Place.ANNOUNCEMENTS, LeaderElected(vote.vote_id))
    if people_store.offices(tx, vote.guild_id).get(Office.LEADER) == vote.elected:
        return
    by = vote.opened_by or vote.elected
    before = people_store.offices(tx, vote.guild_id).get(Office.LEADER)
    people_store.give_office(tx, vote.guild_id, Office.LEADER, vote.elected, tx.now, by)
    for one in (before, vote.elected):
        roles_verbs.follow(tx, vote.guild_id, one)
    voting_electorate_verbs.call_signers(tx, vote.guild_id)
    note(tx, vote, vote.elected, "elect_leader")


def remove_for_absences(tx: Tx, vote: Vote) -> None:
    """The arbiter title goes; rating and the way back stay (AIJE-A02-6).

    It does not where a reason that was accepted meanwhile leaves too few absences.
    """
    if vote.subject is None:
        return
    found = voting_record_verbs.of_person(tx, vote.guild_id, vote.subject, tx.now, removal=vote.vote_id)
    if not found.may_be_removed:
        in_vain(tx, vote)
    else:
        take_off_committee(tx, vote, vote.subject)
        note(tx, vote, vote.subject, "remove_for_absences")
        tell_member(tx, vote.guild_id, vote.subject, OffCommittee(vote.vote_id))


def give_title(tx: Tx, vote: Vote) -> None:
    """The title that was voted on is given (AIJE-B01-AI, AIJE-B01-AJ)."""
    title = TITLES[vote.kind.effect]
    person = None if vote.subject is None else people_store.load(tx, vote.subject)
    if person is None or not _can_hold(tx, person.person_id, title):
        in_vain(tx, vote)
    else:
        titles_verbs.award(tx, person, title, vote.opened_by or person.person_id)


def give_title_place(tx: Tx, vote: Vote) -> None:
    """The vacant place in the match for the title is the person's, who says no as anybody does (AIJE-D03-1)."""
    person = None if vote.subject is None else people_store.load(tx, vote.subject)
    by = None if person is None else people_store.load(tx, vote.opened_by or person.person_id)
    if person is None or by is None or not seats_by_hand_verbs.give_by_vote(tx, person, by, vote.question):
        in_vain(tx, vote)


def take_off_committee(tx: Tx, vote: Vote, person_id: PersonId) -> None:
    """Who is off the committee, under whichever account, does not lead it either: the office is vacant then."""
    for own in people_store.same_person_ids(tx, person_id):
        people_store.end_title(tx, own, tx.now)
        titles_verbs.drop_proposals(tx, vote.guild_id, own, arbiter_titles_too=True)
        if server_store.leave(tx, vote.guild_id, Office.LEADER, own, tx.now):
            server_store.end_office(tx, vote.guild_id, Office.LEADER, tx.now)
            note(tx, vote, own, "lose_leadership")
        playing_arbiters_verbs.relieve(tx, vote.guild_id, own)


def _can_hold(tx: Query, person_id: PersonId, title: ArbiterTitle) -> bool:
    """Whether nothing that happened while the vote ran keeps the person from the title.

    A Jeek arbiter is elected among national ones (AIJE-B01-AJ), and who was expelled takes none (AIJE-A02-5).
    """
    if (
        entering_bars_store.is_excluded(tx, person_id)
        or entering_bars_store.expulsion_of_person(tx, person_id) is not None
    ):
        return False
    held = people_store.title_of(tx, person_id)
    if held is None:
        return title is not ArbiterTitle.AJ
    return held.rank < title.rank


EFFECTS: Final[dict[VoteEffect, Apply]] = {
    VoteEffect.ELECT_LEADER: elect_leader,
    VoteEffect.REMOVE_FOR_ABSENCES: remove_for_absences,
    VoteEffect.TITLE_PLACE: give_title_place,
    **dict.fromkeys(TITLES, give_title),
}


# --- what titles and grades ask of a person -------------------------------------------------------------------------


def guide(tx: Query, asker: Asker) -> Found:
    """Titles and grades that wait for the person, and the country that is not known of who is on the rating list."""
    person = asker.person
    if person is None:
        return
    yield from _proposals(tx, asker, person)
    registered = bool(people_ratings_store.of_people(tx, asker.actor.guild_id, [person.person_id]))
    if registered and people_store.country_of_person(tx, person.person_id) is None:
        yield TaskItem(Task.NAME_COUNTRY, "me")


def _proposals(tx: Query, asker: Asker, person: Person) -> Found:
    """What is offered to the person, and what others are proposed for where the person decides."""
    titles = store.open_proposals_of_guild(tx, asker.actor.guild_id)
    waiting = people_ratings_store.waiting_grades_in(tx, asker.actor.guild_id)
    own = people_store.same_person_ids(tx, person.person_id) if titles or waiting else []
    for title in titles:
        yield from _title(tx, asker, title, own)
    for grade in waiting:
        if grade.person_id not in own:
            yield from _grade(tx, asker, grade)


def _title(tx: Query, asker: Asker, title: TitleProposal, same_person_ids: Collection[PersonId]) -> Found:
    if title.approved_at is not None and asker.person is not None and title.person_id == asker.person.person_id:
        yield TaskItem(Task.ANSWER_OFFER, title.proposal_id)
    elif title.approved_at is None and title.person_id not in same_person_ids and asker.may(Act.DECIDE_TITLE):
        yield TaskItem(Task.DECIDE_TITLE, title.proposal_id, other=people_store.load(tx, title.person_id))


def _grade(tx: Query, asker: Asker, waits: GradeRecord) -> Found:
    view = grades_verbs.view(tx, waits.grade_id)
    if view is not None and asker.may(grades_verbs.act_of(view)):
        named = str(waits.grade)
        yield TaskItem(Task.DECIDE_GRADE, waits.grade_id, view.tournament, other=view.person, called=named)
