"""Arbiters: on duty, coming, going, who follows what, and giving a match by hand (AIJE-D01-6).

A provisional arbiter may not follow events beyond a size, which is told before they begin (AIJE-B01-ANP). The chief
arbiter of an event is named on record, asked by arbiters, and the author of its closing report (GO-30).
"""

from __future__ import annotations

from datetime import datetime

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import verbs as course_verbs
from bot.features.course.model import ArbiterView, DutyChange, MatchOfArbiter
from bot.features.entering import store as entering_store
from bot.features.playing import board_store, store, verbs
from bot.features.playing.hooks import STAFF_HOOKS
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.model import ArbiterRelieved, ChiefNamed, ClosingReportFiled, PassedUp, ReportWanted
from bot.features.playing.reading_verbs import view_of
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.arbiters_model import (
    Call,
    ClosingReport,
    EventOfficer,
    EventRole,
    Provisional,
    RefereesView,
    Relief,
    may_run,
)
from bot.features.tournaments.facts_verbs import contest_subject, find, find_unfinished, person_of, players, record
from bot.features.tournaments.model import Draft
from bot.features.tournaments.promises_model import Podium
from bot.features.tournaments.recusal_verbs import may_watch, repeatable
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, NotNow, Refused, RefusedFor, Subject, UserError
from bot.kernel.ids import ContestId, GuildId, MemberId, PersonId, Place, TournamentId
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, Person
from bot.play.entries import Phase, Tournament, phase
from bot.play.matches import Match
from bot.play.rulebook import Rulebook, discipline_of
from bot.rulebooks.library import from_canonical
from bot.rulebooks.strict_tables import smaller_event
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from bot.server.speaking_verbs import tell_committee

# --- provisional arbiters -------------------------------------------------------------------------------------------


def of_event(tx: Query, tournament: Tournament) -> Provisional | None:
    """The arbiters who are given no match of the event as it stands; None where there is nobody of that kind."""
    if phase(tournament) in {Phase.OVER, Phase.CANCELLED} or not _has_arbiters(tournament.rulebook):
        return None
    return of_size(tx, tournament.guild_id, _entrants(tx, tournament), tournament.start_at)


def of_draft(tx: Query, guild_id: GuildId, draft: Draft) -> Provisional | None:
    """The arbiters who would be given none if the event became as large as it may; None where it stays small enough."""
    before = None if draft.tournament_id is None else tournaments_store.load(tx, draft.tournament_id)
    rulebook = before.rulebook if before else from_canonical(draft.rulebook or "")
    start_at = draft.start_at or (before.start_at if before else draft.drafted_at)
    if not _has_arbiters(rulebook):
        return None
    return of_size(tx, guild_id, rulebook.registration.capacity, start_at)


def too_large(tx: Query, guild_id: GuildId, person_id: PersonId) -> tuple[Tournament, ...]:
    """The drawn events with matches still to be called whose size alone keeps the arbiter from them."""
    title = people_store.title_of(tx, person_id)
    if title is not ArbiterTitle.ANP:
        return ()
    return tuple(
        one
        for one in tournaments_store.all_unfinished(tx, guild_id)
        if phase(one) is Phase.RUNNING
        and _has_arbiters(one.rulebook)
        and store.wait_uncalled(tx, one.tournament_id)
        and not may_run(title, _entrants(tx, one), smaller_event(one.start_at))
    )


def of_size(tx: Query, guild_id: GuildId, size: int | None, start_at: datetime) -> Provisional | None:
    """The arbiters who are given none of an event of so many; `size` is None where nothing bounds it."""
    limit = smaller_event(start_at)
    most = limit + 1 if size is None else size
    holders = [one for one, title in people_store.arbiters(tx, guild_id).items() if not may_run(title, most, limit)]
    people = people_store.by_ids(tx, holders)
    return Provisional(tuple(people[holder] for holder in holders), limit) if holders else None


def _has_arbiters(rulebook: Rulebook) -> bool:
    return rulebook.matches.matches_per_arbiter > 0


def _entrants(tx: Query, tournament: Tournament) -> int:
    if tournament.drawn_at is None:
        return entering_store.headcount(tx, tournament.tournament_id).registered
    return len(set(person_of(tx, tournament).values()))


# --- duty -----------------------------------------------------------------------------------------------------------


class RefusedArbiter(Refused):
    """The member named cannot be an arbiter there."""

    member: MemberId


class ArbiterBusy(UserError):
    """The arbiter follows as many matches as the rulebook allows at once."""

    member: MemberId
    n: int


def go_on(tx: ActorTx) -> DutyChange:
    """Takes the arbiter on duty; matches that wait are called at once. Twice is harmless."""
    person = _arbiter(tx)
    newly = _begin(tx, person, by=person.person_id)
    course_verbs.proceed_all(tx, tx.guild_id)
    return DutyChange(_view(tx, person), newly)


def go_off(tx: ActorTx) -> DutyChange:
    """Ends the duty; matches in play go to other arbiters by the same rules, or the organisers are asked."""
    person = _arbiter(tx)
    newly, leaving = relieve(tx, tx.guild_id, person.person_id, by=person.person_id)
    now_with = {match.contest.contest_id: match.contest.arbiter for match in _matches(tx, leaving)}
    return DutyChange(_view(tx, person), newly, handed=now_with)


def relieve(
    tx: Tx, guild_id: GuildId, person_id: PersonId, by: PersonId | None = None
) -> tuple[bool, tuple[ContestId, ...]]:
    """Ends the duty of an arbiter who goes or whose title was taken; answers whether there was one, and his matches.

    The matches in play go to other arbiters by the same rules, or the organisers are asked.
    """
    for staff_hook in STAFF_HOOKS:
        staff_hook.leaves_duty(tx, guild_id, person_id)
    newly = bool(people_store.go_off_duty(tx, person_id, tx.now))
    if newly:
        tx.log(guild_id, "off_duty", f"person:{person_id}", actor=by)
    leaving = course_calling_verbs.matches_followed(tx, guild_id, person_id)
    for contest_id in leaving:
        store.hand_over(tx, contest_id, None)
        tx.touch(contest_subject(contest_id))
    course_verbs.proceed_all(tx, guild_id)
    return newly, leaving


def listing(tx: Query, guild_id: GuildId) -> tuple[ArbiterView, ...]:
    """Every holder of an arbiter title and whoever is on duty, these first, with what each follows."""
    there = [arbiter for arbiter, _ in people_store.on_duty(tx, guild_id)]
    people = people_store.by_ids(tx, [*dict.fromkeys((*people_store.arbiters(tx, guild_id), *there))])
    views = [_view(tx, person) for person in people.values()]
    return tuple(sorted(views, key=lambda view: (view.duty is None, view.person.name, view.person.person_id)))


def open_matches(tx: Query, guild_id: GuildId) -> tuple[MatchOfArbiter, ...]:
    """Every match of the server's running events that can be given to an arbiter: those in play and those that wait."""
    found: list[MatchOfArbiter] = []
    for tournament in tournaments_store.all_unfinished(tx, guild_id):
        people = players(tx, tournament)
        found.extend(
            MatchOfArbiter(contest, tournament, tuple(people[side] for side in contest.sides))
            for contest in store.of_tournament(tx, tournament.tournament_id)
            if contest.result is None and len(contest.sides) > 1
        )
    return tuple(found)


@repeatable
def assign(tx: ActorTx, contest_id: ContestId, member_id: MemberId) -> MatchOfArbiter:
    """Gives a match to an arbiter by hand, and calls it where it waits; puts him on duty, for no match runs without.

    Raises ArbiterConflicted, ArbiterBusy, NotAnArbiter, or NotNow for a match that cannot be given.
    """
    staff = server_verbs.recognise(tx)
    server_verbs.require(tx, staff, Act.ASSIGN_ARBITER)
    match, tournament = _open_match(tx, tx.guild_id, contest_id)
    tournaments_recusal_verbs.refuse_in_match(tx, staff.person_id, Act.ASSIGN_ARBITER, match)
    person = people_store.of_member(tx, tx.guild_id, member_id)
    if person is None or not _can_be_given(tx, person):
        raise RefusedArbiter("error.NotAnArbiter", member=member_id)
    if match.contest.arbiter == person.person_id:
        raise AlreadyDone
    _refuse_unfit(tx, tournament, match, person, member_id)
    _begin(tx, person, by=staff.person_id)
    tx.log(
        tx.guild_id,
        "assign_arbiter",
        contest_subject(contest_id),
        actor=staff.person_id,
        tournament_id=tournament.tournament_id,
        details={"person": person.person_id},
    )
    if not course_calling_verbs.give_all(tx, tournament, [Call(contest_id, person.person_id)]):
        course_calling_verbs.hand_over(tx, tournament, contest_id, person.person_id)
    course_verbs.proceed_all(tx, tx.guild_id, first=tournament.tournament_id)
    return _of_arbiter(tx, match, tournament)


def _can_be_given(tx: Query, person: Person) -> bool:
    """Whether the person holds a title or, where nobody does, has gone on duty."""
    known = people_store.arbiters(tx, person.guild_id)
    on_duty = (arbiter for arbiter, _ in people_store.on_duty(tx, person.guild_id))
    return person.person_id in known or (not known and person.person_id in on_duty)


def _refuse_unfit(tx: Query, tournament: Tournament, match: Match, person: Person, member_id: MemberId) -> None:
    if any(relief.person_id == person.person_id for relief in tournaments_store.reliefs(tx, tournament.tournament_id)):
        # The chief arbiter has relieved the arbiter of the duty in this event (GO-30).
        raise RefusedArbiter("error.RelievedOfDuty", member=member_id)
    if not may_watch(tx, tournament, match.contest, person.person_id):
        # The arbiter, or whoever he meets next, sits in the match (AIJE-D01-6).
        raise RefusedArbiter("error.ArbiterConflicted", member=member_id)
    most = tournament.rulebook.matches.matches_per_arbiter
    if 0 < most <= len(course_calling_verbs.matches_followed(tx, person.guild_id, person.person_id)):
        raise ArbiterBusy(member=member_id, n=most)


def _open_match(tx: Query, guild_id: GuildId, contest_id: ContestId) -> tuple[Match, Tournament]:
    match = store.load(tx, contest_id)
    tournament = None if match is None else tournaments_store.load(tx, match.tournament_id)
    if match is None or tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.MATCH)
    settled = match.contest.result is not None or match.voided_at is not None or len(match.contest.sides) < 2
    if settled or not course_calling_verbs.may_call(tournament, tx.now):
        raise NotNow
    return match, tournament


def _arbiter(tx: ActorTx) -> Person:
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    capacities = server_verbs.require(tx, person, Act.GO_ON_DUTY)
    if not may_referee(tx, tx.guild_id, capacities) and person.person_id not in dict(
        people_store.on_duty(tx, tx.guild_id)
    ):
        raise NotAllowed(needed=(Capacity.ARBITER,))
    return person


def may_referee(tx: Query, guild_id: GuildId, capacities: frozenset[Capacity]) -> bool:
    """Whether somebody of these capacities can be given matches: without a title only where nobody holds one."""
    if Capacity.ARBITER in capacities:
        return True
    return may(Act.GO_ON_DUTY, capacities) and not people_store.arbiters(tx, guild_id)


def _begin(tx: Tx, person: Person, by: PersonId) -> bool:
    if person.person_id in dict(people_store.on_duty(tx, person.guild_id)):
        return False
    people_store.go_on_duty(tx, person.guild_id, person.person_id, tx.now)
    tournaments_summons_verbs.settle_everywhere(tx, person.guild_id, MatterKind.ARBITER_WANTED)
    for tournament in tournaments_store.all_unfinished(tx, person.guild_id):
        course_calling_verbs.over(tx, tournament, MatterKind.ARBITER_WANTED)
    tx.log(person.guild_id, "on_duty", f"person:{person.person_id}", actor=by)
    return True


def _view(tx: Query, person: Person) -> ArbiterView:
    duty = {arbiter.person_id: arbiter for arbiter in board_store.arbiters(tx, person.guild_id)}
    match_context = _matches(tx, course_calling_verbs.matches_followed(tx, person.guild_id, person.person_id))
    matches = []
    for match in match_context:
        tournament = tournaments_store.load(tx, match.tournament_id)
        if tournament is not None and phase(tournament) is Phase.RUNNING:
            matches.append(_of_arbiter(tx, match, tournament))
    return ArbiterView(
        person,
        duty.get(person.person_id),
        tuple(matches),
        course_calling_verbs.limit_of(tx, person.person_id),
        too_large(tx, person.guild_id, person.person_id),
    )


def _of_arbiter(tx: Query, match: Match, tournament: Tournament) -> MatchOfArbiter:
    people = players(tx, tournament)
    return MatchOfArbiter(match.contest, tournament, tuple(people[side] for side in match.contest.sides))


def _matches(tx: Query, contest_ids: tuple[ContestId, ...]) -> list[Match]:
    found = (store.load(tx, contest_id) for contest_id in contest_ids)
    return [match for match in found if match is not None]


# --- the chief arbiter ----------------------------------------------------------------------------------------------


REPORT_LIMIT = 3000
QUESTION_LIMIT = 500


@repeatable
def name(tx: ActorTx, tournament_id: TournamentId, member_id: MemberId, role: EventRole) -> RefereesView:
    """Names an arbiter chief or deputy of the event; a chief there was is one no more. Raises NotAnArbiter."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    staff = server_verbs.recognise(tx)
    server_verbs.require(tx, staff, Act.NAME_CHIEF)
    tournaments_recusal_verbs.refuse_in_event(tx, staff.person_id, Act.NAME_CHIEF, tournament)
    if not discipline_of(tournament.rulebook).chief_arbiter:
        raise RefusedFor("error.NoChiefArbiter", name=tournament.name)
    person = _named_arbiter(tx, tx.guild_id, member_id)
    _make_room(tx, tournament_id, person.person_id, role)
    tournaments_store.name(tx, EventOfficer(tournament_id, person.person_id, role, tx.now, staff.person_id))
    record(
        tx, tournament, "name_chief" if role is EventRole.CHIEF else "name_deputy", staff.person_id, person.person_id
    )
    calls = server_verbs.invite(tx, staff, person, f"{role}:{tournament_id}")
    told = ChiefNamed(tournament_id, person.person_id, role)
    tx.enqueue(tournament.guild_id, Place.RECORD, told, silent=not calls)
    return view(tx, tx.guild_id, tournament_id)


def _named_arbiter(tx: Query, guild_id: GuildId, member_id: MemberId) -> Person:
    person = people_store.of_member(tx, guild_id, member_id)
    if person is None or people_store.title_of(tx, person.person_id) is None:
        raise RefusedArbiter("error.NotAnArbiter", member=member_id)
    return person


@repeatable
def relieve_in_event(tx: ActorTx, tournament_id: TournamentId, member_id: MemberId, reason: str) -> RefereesView:
    """Relieves an arbiter of the duty in this event: the matches go to others, and no further one comes."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    chief = server_verbs.recognise(tx)
    capacities = tournaments_facts_verbs.capacities_in(tx, tournament_id, chief.person_id)
    server_verbs.require(tx, chief, Act.RELIEVE_ARBITER, *capacities)
    tournaments_recusal_verbs.refuse_in_event(tx, chief.person_id, Act.RELIEVE_ARBITER, tournament)
    person = people_store.of_member(tx, tx.guild_id, member_id)
    if person is None or people_store.title_of(tx, person.person_id) is None:
        raise RefusedArbiter("error.NotAnArbiter", member=member_id)
    relief = Relief(tournament_id, person.person_id, checked_reason(reason), tx.now, chief.person_id)
    if not tournaments_store.relieve(tx, relief):
        raise AlreadyDone
    tournaments_store.end_role(tx, tournament_id, person.person_id, tx.now)
    _take_matches(tx, tournament, person.person_id)
    record(tx, tournament, "relieve_arbiter", chief.person_id, person.person_id, relief.reason)
    tell_committee(tx, tournament.guild_id, ArbiterRelieved(tournament_id, person.person_id))
    course_verbs.proceed_all(tx, tx.guild_id, first=tournament_id)
    return view(tx, tx.guild_id, tournament_id)


@repeatable
def pass_up(tx: ActorTx, contest_id: ContestId, question: str) -> MatchView:
    """The arbiter of a match passes a question up: the chief and the deputies are asked, and it stands on record."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.HAND_MATCH_ON, match_context.match)
    if not tournaments_store.holding(tx, match_context.tournament.tournament_id):
        raise RefusedFor("error.NoChiefArbiter", name=match_context.tournament.name)
    asked = checked_reason(question, QUESTION_LIMIT)
    verbs.record(tx, match_context, "pass_up", person.person_id, asked)
    tell_committee(tx, tx.guild_id, PassedUp(contest_id, person.person_id, asked))
    return view_of(tx, contest_id, tx.now)


def ask_for_report(tx: Tx, promised: Promise[Podium], _: Delivery) -> None:
    """Once the podium is told, the chief is asked for the closing report."""
    tournament = tournaments_store.load(tx, promised.message.tournament_id)
    if tournament is None or tournaments_store.report_of(tx, tournament.tournament_id) is not None:
        return
    if any(one.role is EventRole.CHIEF for one in tournaments_store.holding(tx, tournament.tournament_id)):
        tell_committee(tx, tournament.guild_id, ReportWanted(tournament.tournament_id))


def may_report(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event whose report the presser may file now; raises before anything is written."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities: frozenset[Capacity] = frozenset()
    if person is not None:
        capacities = tournaments_facts_verbs.capacities_in(tx, tournament_id, person.person_id)
    server_verbs.require(tx, person, Act.FILE_REPORT, *capacities)
    if phase(tournament) is not Phase.OVER:
        raise NotNow
    if tournaments_store.report_of(tx, tournament_id) is not None:
        raise AlreadyDone
    return tournament


def file_report(tx: ActorTx, tournament_id: TournamentId, text: str) -> RefereesView:
    """Files the closing report, which is told in the record; once."""
    tournament = may_report(tx, tournament_id)
    chief = server_verbs.recognise(tx)
    report = ClosingReport(tournament_id, chief.person_id, checked_reason(text, REPORT_LIMIT), tx.now)
    if not tournaments_store.file_report(tx, report):
        raise AlreadyDone
    record(tx, tournament, "file_closing_report", chief.person_id)
    tx.enqueue(tournament.guild_id, Place.RECORD, ClosingReportFiled(tournament_id))
    return view(tx, tx.guild_id, tournament_id)


def view(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> RefereesView:
    """Who decides in the event, who was relieved, and its report."""
    tournament = find(tx, guild_id, tournament_id)
    holding = tournaments_store.holding(tx, tournament_id)
    reliefs = tournaments_store.reliefs(tx, tournament_id)
    ids = [*(one.person_id for one in holding), *(relief.person_id for relief in reliefs)]
    people = people_store.by_ids(tx, ids)
    chief = next((people[one.person_id] for one in holding if one.role is EventRole.CHIEF), None)
    return RefereesView(
        tournament=tournament,
        community=server_verbs.community(tx, guild_id),
        chief=chief,
        deputies=tuple(people[one.person_id] for one in holding if one.role is EventRole.DEPUTY),
        relieved=tuple((people[relief.person_id], relief) for relief in reliefs),
        report=tournaments_store.report_of(tx, tournament_id),
    )


def deciding(tx: Query, tournament_id: TournamentId) -> tuple[Person, ...]:
    """The chief and the deputies of the event, in that order; none where nobody was named."""
    holding = tournaments_store.holding(tx, tournament_id)
    people = people_store.by_ids(tx, [one.person_id for one in holding])
    return tuple(people[one.person_id] for one in holding)


def _make_room(tx: Tx, tournament_id: TournamentId, person_id: PersonId, role: EventRole) -> None:
    """Ends what the person was in the event, and the time of a chief whom another follows."""
    for holding in tournaments_store.holding(tx, tournament_id):
        if (holding.person_id, holding.role) == (person_id, role):
            raise AlreadyDone
        if holding.person_id == person_id or holding.role is EventRole.CHIEF is role:
            tournaments_store.end_role(tx, tournament_id, holding.person_id, tx.now)


def _take_matches(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    own = {one.contest_id for one in store.of_tournament(tx, tournament.tournament_id)}
    for contest_id in course_calling_verbs.matches_followed(tx, tournament.guild_id, person_id):
        if contest_id in own:
            store.hand_over(tx, contest_id, None)
            tx.touch(contest_subject(contest_id))
