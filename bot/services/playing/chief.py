"""The chief arbiter of an event: named on record, asked by arbiters, and the author of its closing report (GO-30)."""

from __future__ import annotations

from bot.domain.announcements import Delivery, Promise
from bot.domain.community import Person, Place
from bot.domain.events.event_officers import ClosingReport, EventOfficer, EventRole, RefereesView, Relief
from bot.domain.events.sayings import Podium
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, GuildId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act, Capacity
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.sayings import ArbiterRelieved, ChiefNamed, ClosingReportFiled, PassedUp, ReportWanted
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotNow, UserError
from bot.services import access, quotas, recusal
from bot.services.event_log import record
from bot.services.events import calling, event
from bot.services.events.tournaments import find, find_unfinished
from bot.services.playing import matches
from bot.services.playing.arbiter_duty import NotAnArbiter
from bot.services.playing.match_reading import view_of
from bot.services.speaking import tell_committee
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import contests, event_officers, people, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

REPORT_LIMIT = 3000
QUESTION_LIMIT = 500


class NoChiefArbiter(UserError):
    """The rulebook of the event knows no chief arbiter, or nobody was named yet."""

    name: str


@repeatable
def name(tx: ActorTx, tournament_id: TournamentId, member_id: MemberId, role: EventRole) -> RefereesView:
    """Names an arbiter chief or deputy of the event; a chief there was is one no more. Raises NotAnArbiter."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    staff = access.recognise(tx)
    access.require(tx, staff, Act.NAME_CHIEF)
    recusal.refuse_in_event(tx, staff.person_id, Act.NAME_CHIEF, tournament)
    if not discipline_of(tournament.rulebook).chief_arbiter:
        raise NoChiefArbiter(name=tournament.name)
    person = _arbiter(tx, tx.guild_id, member_id)
    _make_room(tx, tournament_id, person.person_id, role)
    event_officers.name(tx, EventOfficer(tournament_id, person.person_id, role, tx.now, staff.person_id))
    record(
        tx, tournament, "name_chief" if role is EventRole.CHIEF else "name_deputy", staff.person_id, person.person_id
    )
    calls = quotas.invite(tx, staff, person, f"{role}:{tournament_id}")
    told = ChiefNamed(tournament_id, person.person_id, role)
    tx.enqueue(tournament.guild_id, Place.RECORD, told, silent=not calls)
    return view(tx, tx.guild_id, tournament_id)


def _arbiter(tx: Query, guild_id: GuildId, member_id: MemberId) -> Person:
    person = people.of_member(tx, guild_id, member_id)
    if person is None or people.title_of(tx, person.person_id) is None:
        raise NotAnArbiter(member=member_id)
    return person


@repeatable
def relieve(tx: ActorTx, tournament_id: TournamentId, member_id: MemberId, reason: str) -> RefereesView:
    """Relieves an arbiter of the duty in this event: the matches go to others, and no further one comes."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    chief = access.recognise(tx)
    capacities = access.capacities_in(tx, tournament_id, chief.person_id)
    access.require(tx, chief, Act.RELIEVE_ARBITER, *capacities)
    recusal.refuse_in_event(tx, chief.person_id, Act.RELIEVE_ARBITER, tournament)
    person = people.of_member(tx, tx.guild_id, member_id)
    if person is None or people.title_of(tx, person.person_id) is None:
        raise NotAnArbiter(member=member_id)
    relief = Relief(tournament_id, person.person_id, checked_reason(reason), tx.now, chief.person_id)
    if not event_officers.relieve(tx, relief):
        raise AlreadyDone
    event_officers.end(tx, tournament_id, person.person_id, tx.now)
    _take_matches(tx, tournament, person.person_id)
    record(tx, tournament, "relieve_arbiter", chief.person_id, person.person_id, relief.reason)
    tell_committee(tx, tournament.guild_id, ArbiterRelieved(tournament_id, person.person_id))
    event.proceed_all(tx, tx.guild_id, first=tournament_id)
    return view(tx, tx.guild_id, tournament_id)


@repeatable
def pass_up(tx: ActorTx, contest_id: ContestId, question: str) -> MatchView:
    """The arbiter of a match passes a question up: the chief and the deputies are asked, and it stands on record."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.HAND_MATCH_ON, followed.match)
    if not event_officers.holding(tx, followed.tournament.tournament_id):
        raise NoChiefArbiter(name=followed.tournament.name)
    asked = checked_reason(question, QUESTION_LIMIT)
    matches.record(tx, followed, "pass_up", person.person_id, asked)
    tell_committee(tx, tx.guild_id, PassedUp(contest_id, person.person_id, asked))
    return view_of(tx, contest_id, tx.now)


def ask_for_report(tx: Tx, promised: Promise[Podium], _: Delivery) -> None:
    """Once the podium is told, the chief is asked for the closing report."""
    tournament = tournaments.load(tx, promised.saying.tournament_id)
    if tournament is None or event_officers.report_of(tx, tournament.tournament_id) is not None:
        return
    if any(one.role is EventRole.CHIEF for one in event_officers.holding(tx, tournament.tournament_id)):
        tell_committee(tx, tournament.guild_id, ReportWanted(tournament.tournament_id))


def may_report(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event whose report the presser may file now; raises before anything is written."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities: frozenset[Capacity] = frozenset()
    if person is not None:
        capacities = access.capacities_in(tx, tournament_id, person.person_id)
    access.require(tx, person, Act.FILE_REPORT, *capacities)
    if phase(tournament) is not Phase.OVER:
        raise NotNow
    if event_officers.report_of(tx, tournament_id) is not None:
        raise AlreadyDone
    return tournament


def file_report(tx: ActorTx, tournament_id: TournamentId, text: str) -> RefereesView:
    """Files the closing report, which is told in the record; once."""
    tournament = may_report(tx, tournament_id)
    chief = access.recognise(tx)
    report = ClosingReport(tournament_id, chief.person_id, checked_reason(text, REPORT_LIMIT), tx.now)
    if not event_officers.file_report(tx, report):
        raise AlreadyDone
    record(tx, tournament, "file_closing_report", chief.person_id)
    tx.enqueue(tournament.guild_id, Place.RECORD, ClosingReportFiled(tournament_id))
    return view(tx, tx.guild_id, tournament_id)


def view(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> RefereesView:
    """Who decides in the event, who was relieved, and its report."""
    tournament = find(tx, guild_id, tournament_id)
    holding = event_officers.holding(tx, tournament_id)
    reliefs = event_officers.reliefs(tx, tournament_id)
    ids = [*(one.person_id for one in holding), *(one.person_id for one in reliefs)]
    known = people.by_ids(tx, ids)
    chief = next((known[one.person_id] for one in holding if one.role is EventRole.CHIEF), None)
    return RefereesView(
        tournament=tournament,
        community=access.community(tx, guild_id),
        chief=chief,
        deputies=tuple(known[one.person_id] for one in holding if one.role is EventRole.DEPUTY),
        relieved=tuple((known[one.person_id], one) for one in reliefs),
        report=event_officers.report_of(tx, tournament_id),
    )


def deciding(tx: Query, tournament_id: TournamentId) -> tuple[Person, ...]:
    """The chief and the deputies of the event, in that order; none where nobody was named."""
    holding = event_officers.holding(tx, tournament_id)
    known = people.by_ids(tx, [one.person_id for one in holding])
    return tuple(known[one.person_id] for one in holding)


def _make_room(tx: Tx, tournament_id: TournamentId, person_id: PersonId, role: EventRole) -> None:
    """Ends what the person was in the event, and the time of a chief whom another follows."""
    for holding in event_officers.holding(tx, tournament_id):
        if (holding.person_id, holding.role) == (person_id, role):
            raise AlreadyDone
        if holding.person_id == person_id or holding.role is EventRole.CHIEF is role:
            event_officers.end(tx, tournament_id, holding.person_id, tx.now)


def _take_matches(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    own = {one.contest_id for one in contests.of_tournament(tx, tournament.tournament_id)}
    for contest_id in calling.matches_followed(tx, tournament.guild_id, person_id):
        if contest_id in own:
            contests.hand_over(tx, contest_id, None)
            tx.touch(contest_subject(contest_id))
