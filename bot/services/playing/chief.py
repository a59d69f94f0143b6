"""The chief arbiter of an event: named on record, asked by arbiters, and the author of its closing report (GO-30)."""

from __future__ import annotations

from bot.domain.announcements import Delivery, Promise
from bot.domain.community import Person, Place, Presser
from bot.domain.events.event_officers import ClosingReport, EventOfficer, EventRole, RefereesView, Relief
from bot.domain.events.sayings import Podium
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, GuildId, MemberId, Occasion, PersonId, TournamentId
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
from bot.services.speaking import promise
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import contests, event_officers, panels, people, tournaments
from bot.storage.database import Work

REPORT_LIMIT = 3000
QUESTION_LIMIT = 500


class NoChiefArbiter(UserError):
    """The rulebook of the event knows no chief arbiter, or nobody was named yet."""

    name: str


@repeatable
def name(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament_id: TournamentId,
    member_id: MemberId,
    role: EventRole,
) -> RefereesView:
    """Names an arbiter chief or deputy of the event; a chief there was is one no more. Raises NotAnArbiter."""
    tournament = find_unfinished(work, presser.guild_id, tournament_id)
    staff = access.recognise(work, occasion, presser)
    access.require(work, presser, staff, Act.NAME_CHIEF)
    recusal.refuse_in_event(work, presser, staff.person_id, Act.NAME_CHIEF, tournament)
    if not discipline_of(tournament.rulebook).chief_arbiter:
        raise NoChiefArbiter(name=tournament.name)
    person = _arbiter(work, presser.guild_id, member_id)
    _make_room(work, occasion, tournament_id, person.person_id, role)
    event_officers.name(work, EventOfficer(tournament_id, person.person_id, role, occasion.now, staff.person_id))
    record(
        work,
        occasion,
        tournament,
        "name_chief" if role is EventRole.CHIEF else "name_deputy",
        staff.person_id,
        person.person_id,
    )
    calls = quotas.invite(work, occasion, staff, person, f"{role}:{tournament_id}")
    told = ChiefNamed(tournament_id, person.person_id, role)
    promise(work, occasion, tournament.guild_id, Place.RECORD, told, silent=not calls)
    return view(work, presser.guild_id, tournament_id)


def _arbiter(work: Work, guild_id: GuildId, member_id: MemberId) -> Person:
    person = people.of_member(work, guild_id, member_id)
    if person is None or people.title_of(work, person.person_id) is None:
        raise NotAnArbiter(member=member_id)
    return person


@repeatable
def relieve(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, member_id: MemberId, reason: str
) -> RefereesView:
    """Relieves an arbiter of the duty in this event: the matches go to others, and no further one comes."""
    tournament = find_unfinished(work, presser.guild_id, tournament_id)
    chief = access.recognise(work, occasion, presser)
    capacities = access.capacities_in(work, tournament_id, chief.person_id)
    access.require(work, presser, chief, Act.RELIEVE_ARBITER, *capacities)
    recusal.refuse_in_event(work, presser, chief.person_id, Act.RELIEVE_ARBITER, tournament)
    person = people.of_member(work, presser.guild_id, member_id)
    if person is None or people.title_of(work, person.person_id) is None:
        raise NotAnArbiter(member=member_id)
    relief = Relief(tournament_id, person.person_id, checked_reason(reason), occasion.now, chief.person_id)
    if not event_officers.relieve(work, relief):
        raise AlreadyDone
    event_officers.end(work, tournament_id, person.person_id, occasion.now)
    _take_matches(work, occasion, tournament, person.person_id)
    record(work, occasion, tournament, "relieve_arbiter", chief.person_id, person.person_id, relief.reason)
    promise(work, occasion, tournament.guild_id, Place.COMMITTEE, ArbiterRelieved(tournament_id, person.person_id))
    event.proceed_all(work, occasion, presser.guild_id, first=tournament_id)
    return view(work, presser.guild_id, tournament_id)


@repeatable
def pass_up(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, question: str) -> MatchView:
    """The arbiter of a match passes a question up: the chief and the deputies are asked, and it stands on record."""
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = access.recognise(work, occasion, presser)
    matches.require(work, presser, person, Act.HAND_MATCH_ON, followed.match)
    if not event_officers.holding(work, followed.tournament.tournament_id):
        raise NoChiefArbiter(name=followed.tournament.name)
    asked = checked_reason(question, QUESTION_LIMIT)
    matches.record(work, occasion, followed, "pass_up", person.person_id, asked)
    promise(work, occasion, presser.guild_id, Place.COMMITTEE, PassedUp(contest_id, person.person_id, asked))
    return view_of(work, contest_id, occasion.now)


def ask_for_report(work: Work, occasion: Occasion, promised: Promise[Podium], _: Delivery) -> None:
    """Once the podium is told, the chief is asked for the closing report."""
    tournament = tournaments.load(work, promised.saying.tournament_id)
    if tournament is None or event_officers.report_of(work, tournament.tournament_id) is not None:
        return
    if any(one.role is EventRole.CHIEF for one in event_officers.holding(work, tournament.tournament_id)):
        promise(work, occasion, tournament.guild_id, Place.COMMITTEE, ReportWanted(tournament.tournament_id))


def may_report(work: Work, presser: Presser, tournament_id: TournamentId) -> Tournament:
    """The event whose report the presser may file now; raises before anything is written."""
    tournament = find(work, presser.guild_id, tournament_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    capacities: frozenset[Capacity] = frozenset()
    if person is not None:
        capacities = access.capacities_in(work, tournament_id, person.person_id)
    access.require(work, presser, person, Act.FILE_REPORT, *capacities)
    if phase(tournament) is not Phase.OVER:
        raise NotNow
    if event_officers.report_of(work, tournament_id) is not None:
        raise AlreadyDone
    return tournament


def file_report(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, text: str
) -> RefereesView:
    """Files the closing report, which is told in the record; once."""
    tournament = may_report(work, presser, tournament_id)
    chief = access.recognise(work, occasion, presser)
    report = ClosingReport(tournament_id, chief.person_id, checked_reason(text, REPORT_LIMIT), occasion.now)
    if not event_officers.file_report(work, report):
        raise AlreadyDone
    record(work, occasion, tournament, "file_closing_report", chief.person_id)
    promise(work, occasion, tournament.guild_id, Place.RECORD, ClosingReportFiled(tournament_id))
    return view(work, presser.guild_id, tournament_id)


def view(work: Work, guild_id: GuildId, tournament_id: TournamentId) -> RefereesView:
    """Who decides in the event, who was relieved, and its report."""
    tournament = find(work, guild_id, tournament_id)
    holding = event_officers.holding(work, tournament_id)
    reliefs = event_officers.reliefs(work, tournament_id)
    ids = [*(one.person_id for one in holding), *(one.person_id for one in reliefs)]
    known = people.by_ids(work, ids)
    chief = next((known[one.person_id] for one in holding if one.role is EventRole.CHIEF), None)
    return RefereesView(
        tournament=tournament,
        community=access.community(work, guild_id),
        chief=chief,
        deputies=tuple(known[one.person_id] for one in holding if one.role is EventRole.DEPUTY),
        relieved=tuple((known[one.person_id], one) for one in reliefs),
        report=event_officers.report_of(work, tournament_id),
    )


def deciding(work: Work, tournament_id: TournamentId) -> tuple[Person, ...]:
    """The chief and the deputies of the event, in that order; none where nobody was named."""
    holding = event_officers.holding(work, tournament_id)
    known = people.by_ids(work, [one.person_id for one in holding])
    return tuple(known[one.person_id] for one in holding)


def _make_room(
    work: Work, occasion: Occasion, tournament_id: TournamentId, person_id: PersonId, role: EventRole
) -> None:
    """Ends what the person was in the event, and the time of a chief whom another follows."""
    for holding in event_officers.holding(work, tournament_id):
        if (holding.person_id, holding.role) == (person_id, role):
            raise AlreadyDone
        if holding.person_id == person_id or holding.role is EventRole.CHIEF is role:
            event_officers.end(work, tournament_id, holding.person_id, occasion.now)


def _take_matches(work: Work, occasion: Occasion, tournament: Tournament, person_id: PersonId) -> None:
    own = {one.contest_id for one in contests.of_tournament(work, tournament.tournament_id)}
    for contest_id in calling.matches_followed(work, tournament.guild_id, person_id):
        if contest_id in own:
            contests.hand_over(work, contest_id, None)
            panels.mark_stale(work, contest_subject(contest_id), occasion.now)
