"""Staff write down a team for people who cannot: they enter it, change it, and give it another captain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.entering.sayings import EnteredByStaff
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, MemberId, PersonId, PlaceId, TournamentId
from bot.domain.permissions import Act
from bot.domain.team_play.team_views import NamedMember, TeamForm, TeamView
from bot.domain.typed_text import checked_name
from bot.errors import AlreadyDone, Missing, NotFound, Outdated, Subject, UserError
from bot.services import access, event_log, known_people, quotas, recusal
from bot.services.access import require
from bot.services.entering import registration
from bot.services.entering.eligibility import refuse_barred
from bot.services.event_kinds import only_for
from bot.services.events.tournaments import find_unfinished
from bot.services.speaking import write_to
from bot.services.team_play import invitations, rosters, team_entries, team_faults, team_writing
from bot.services.team_play.rosters import Seat
from bot.services.team_play.team_errors import LeaderIsNotHighest
from bot.services.timetable import tournament_subject
from bot.services.wishes import repeatable
from bot.storage import entrants, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

KnownMember = tuple[MemberId, str]
"""A member of the server, and the name shown there."""


class LeaderIsMember(UserError):
    """Without a captain the first name leads: whoever it can mean is known, and somebody new cannot lead this team."""

    name: str
    known: tuple[str, ...]


class HadOwnEntry(UserError):
    """Whoever is to lead the team was on the list for another one, and has left it."""

    name: str


@only_for(*OF_TEAMS)
def begin(tx: ActorTx, tournament_id: TournamentId, captain: KnownMember | None) -> TeamForm:
    """What the form of a new team begins with; the captain becomes known, so that the form can carry the id alone.

    Raises NotAllowed, and RegistrationClosed.
    """
    _staff(tx)
    tournament = registration.open_for_entries(tx, tournament_id)
    if captain is None:
        return TeamForm(tournament, "", ())
    leader = access.somebody(tx, tournament.guild_id, captain)
    plays = tournament.rulebook.dispute is None
    return TeamForm(tournament, "", (NamedMember(leader.name),) if plays else ())


@only_for(*OF_TEAMS)
def form_of(tx: ActorQuery, entrant_id: EntrantId) -> TeamForm:
    """What the form begins with for a team that is on the list."""
    _staff(tx)
    entrant = _team(tx, entrant_id)
    tournament = registration.open_for_entries(tx, entrant.tournament_id)
    shown = team_entries.view(tx, tournament, entrant, tx.pressed_at)
    return TeamForm(tournament, entrant.team_name or "", team_entries.whole_list(tournament, shown))


@only_for(*OF_TEAMS)
def waiting(tx: ActorQuery, entrant_id: EntrantId) -> TeamView:
    """A team whose places staff looks through."""
    _staff(tx)
    return team_entries.of_entrant(tx, entrant_id)


@only_for(*OF_TEAMS)
def enter(
    tx: ActorTx, tournament_id: TournamentId, captain: KnownMember | None, name: str, named: Sequence[NamedMember]
) -> TeamView:
    """Puts a team on the list. Without a member of the server as captain the first who is named leads it.

    Where that name can be somebody's who is known it is asked who is meant, and somebody new leads the team till then.
    While confirmation is open a complete team is confirmed too: nobody else could do it for who is not in the server.
    """
    staff = access.recognise(tx)
    require(tx, staff, Act.ENTER_OTHER_PERSON)
    tournament = registration.open_for_entries(tx, tournament_id)
    alike = () if captain is not None else _leader_alike(tx, tournament, named)
    if alike:
        leader = access.newcomer(tx, tournament.guild_id, named[0].name)
        named = [replace(named[0], account=None), *named[1:]]
    else:
        leader = _leader(tx, tournament, captain, named)
    try:
        written = team_writing.write_team(tx, tournament, (leader, staff), name, named)
    except LeaderIsNotHighest as refused:
        if not alike:
            raise
        raise LeaderIsMember(name=leader.name, known=tuple(one.name for one in alike)) from refused
    view = _view(tx, tournament, *written)
    _tell(tx, tournament, view, leader, staff)
    return replace(view, leader_alike=alike) if alike else _confirm(tx, tournament, view)


@only_for(*OF_TEAMS)
@repeatable
def change(tx: ActorTx, entrant_id: EntrantId, name: str, named: Sequence[NamedMember]) -> TeamView:
    """Writes a team's name and members anew, until the close."""
    staff = access.recognise(tx)
    require(tx, staff, Act.ENTER_OTHER_PERSON)
    entrant = _team(tx, entrant_id)
    tournament = registration.open_for_entries(tx, entrant.tournament_id)
    _refuse_rival(tx, staff, entrant)
    captain = _captain(tx, entrant)
    written = team_writing.write_team(tx, tournament, (captain, staff), name, named)
    view = _view(tx, tournament, *written)
    tx.touch(tournament_subject(tournament.tournament_id))
    return _confirm(tx, tournament, view)


@only_for(*OF_TEAMS)
def add_members(tx: ActorTx, entrant_id: EntrantId, picked: Mapping[MemberId, str]) -> TeamView:
    """Members of the server take the next free places of a team."""
    _staff(tx)
    entrant = _team(tx, entrant_id)
    tournament = registration.open_for_entries(tx, entrant.tournament_id)
    team_writing.write_more(tx, tournament, entrant, picked)
    return _confirm(tx, tournament, team_entries.view(tx, tournament, entrant, tx.pressed_at))


@only_for(*OF_TEAMS)
def take_in(tx: ActorTx, entrant_id: EntrantId) -> TeamView:
    """Says yes for everybody in the team who has no Discord, and confirms it where nothing else is lacking."""
    view = invitations.take_in(tx, entrant_id)
    return _confirm(tx, view.tournament, view)


@only_for(*OF_TEAMS)
def say_who(tx: ActorTx, place_id: PlaceId, person_id: PersonId | None) -> TeamView:
    """As `invitations.say_who`; by staff a team is confirmed with it where nothing else is lacking."""
    view = invitations.say_who(tx, place_id, person_id)
    if view.captain.discord_id == tx.actor.member_id:
        return view
    return _confirm(tx, view.tournament, view)


@only_for(*OF_TEAMS)
def say_who_leads(tx: ActorTx, entrant_id: EntrantId, person_id: PersonId | None) -> TeamView:
    """Says whom a captain's typed name means: one of those it looks like, who leads from now on, or somebody new.

    A member of the server is asked as everybody is, and written to. Raises Outdated once it was said, or is said again.
    """
    staff = access.recognise(tx)
    require(tx, staff, Act.ENTER_OTHER_PERSON)
    entrant = _team(tx, entrant_id)
    tournament = registration.open_for_entries(tx, entrant.tournament_id)
    before = people.load(tx, entrant.person_id)
    if before is None or before.discord_id is not None:
        raise Outdated
    if person_id is not None:
        entrant = _led_by(tx, tournament, entrant, (before, _find_captain(tx, tournament, before, person_id)))
        leads = _captain(tx, entrant).person_id
        event_log.record(tx, tournament, "change_captain", staff, entrant=entrant.entrant_id, person=leads)
    view = replace(team_entries.view(tx, tournament, entrant, tx.pressed_at), newly=person_id is not None)
    _tell(tx, tournament, view, _captain(tx, entrant), staff)
    return _confirm(tx, tournament, replace(view, newly=False))


def _refuse_rival(tx: ActorQuery, staff: Person, entrant: Entrant) -> None:
    """Who plays in the event writes no other team's list, from which members can be dropped, and names no captain."""
    if entrant.person_id != staff.person_id:
        act, event = Act.TAKE_OUT_PLAYER, entrant.tournament_id
        recusal.refuse(tx, staff.person_id, act, entrant.person_id, event=event)


@only_for(*OF_TEAMS)
@repeatable
def hand_over(tx: ActorTx, entrant_id: EntrantId, captain: KnownMember) -> TeamView:
    """Gives a team another captain, before the event or while it runs, as where the old one cannot come.

    Until the close a captain who plays joins the team where there is room, and what the rulebook asks of the one who
    leads it is held against the new one (AIJE-D05-1). Raises AlreadyDone, HadOwnEntry, and what is wrong with the team.
    """
    staff = access.recognise(tx)
    require(tx, staff, Act.TAKE_OUT_PLAYER)
    entrant = _team(tx, entrant_id)
    _refuse_rival(tx, staff, entrant)
    tournament = find_unfinished(tx, tx.guild_id, entrant.tournament_id)
    leader = access.somebody(tx, tournament.guild_id, captain)
    if leader.person_id == entrant.person_id:
        raise AlreadyDone
    refuse_leader(tx, tournament, entrant, leader)
    entrants.give_to(tx, entrant_id, leader.person_id)
    changed = replace(entrant, person_id=leader.person_id)
    if tournament.check_in_closed_at is None:
        seats = _with_leader(tx, tournament, changed, leader)
        rosters.write(tx, tournament, changed, seats, newly_led=True)
    # Who led the team before stands there too: whoever led it when it started answers for an absence.
    leads, led = leader.person_id, entrant.person_id
    event_log.record(tx, tournament, "change_captain", staff, entrant=entrant_id, person=leads, other=led)
    tx.touch(tournament_subject(tournament.tournament_id))
    return team_entries.view(tx, tournament, changed, tx.pressed_at)


def _staff(tx: ActorQuery) -> None:
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    require(tx, person, Act.ENTER_OTHER_PERSON)


def _team(tx: Query, entrant_id: EntrantId) -> Entrant:
    entrant = entrants.load(tx, entrant_id)
    if entrant is None or entrant.team_name is None or entrant.withdrawn_at is not None:
        raise NotFound(what=Subject.ENTRANT)
    return entrant


def _leader(tx: Tx, tournament: Tournament, captain: KnownMember | None, named: Sequence[NamedMember]) -> Person:
    if captain is not None:
        return access.somebody(tx, tournament.guild_id, captain)
    return rosters.outsider(tx, tournament, checked_name(named[0].name), named[0].account)


def _leader_alike(tx: Query, tournament: Tournament, named: Sequence[NamedMember]) -> tuple[Person, ...]:
    """Whom the first name can mean, where that has to be asked; raises Missing where nobody is named."""
    if not named:
        raise Missing(what=Subject.NAME)
    name, account = checked_name(named[0].name), named[0].account
    alike = known_people.find_meant(tx, tournament, name, account)
    return alike if known_people.in_question(tx, tournament, name, account, alike) else ()


def _find_captain(tx: Query, tournament: Tournament, before: Person, person_id: PersonId) -> Person:
    alike = known_people.find_meant(tx, tournament, before.name, None, [before.person_id])
    found = next((one for one in alike if one.person_id == person_id), None)
    if found is None:
        raise Outdated
    return found


def _led_by(tx: ActorTx, tournament: Tournament, entrant: Entrant, before_and_leader: tuple[Person, Person]) -> Entrant:
    """The team under the one who was meant, who takes the line of the name that was typed."""
    before, leader = before_and_leader
    refuse_leader(tx, tournament, entrant, leader)
    entrants.give_to(tx, entrant.entrant_id, leader.person_id)
    changed, seats = replace(entrant, person_id=leader.person_id), rosters.roster(tx, entrant.entrant_id)
    listed = any(one.person_id == leader.person_id for one in seats)
    new = [
        team_writing.in_place_of(tx, entrant.entrant_id, one, leader) if one.person_id == before.person_id else one
        for one in seats
        if not (listed and one.person_id == before.person_id)
    ]
    rosters.write(tx, tournament, changed, new, newly_led=True)
    return changed


def refuse_leader(tx: ActorQuery, tournament: Tournament, entrant: Entrant, leader: Person) -> None:
    """Raises what keeps somebody from leading the team: a bar, another team of the event, an entry of the own."""
    refuse_barred(tx, tournament, leader.person_id, tx.pressed_at)
    team_faults.refuse_in_other(tx, tournament, entrant.entrant_id, leader.person_id)
    if entrants.of_person(tx, tournament.tournament_id, leader.person_id) is not None:
        raise HadOwnEntry(name=leader.name)


def _captain(tx: Query, entrant: Entrant) -> Person:
    captain = people.load(tx, entrant.person_id)
    if captain is None:
        raise NotFound(what=Subject.ENTRANT)
    return captain


def _view(tx: ActorQuery, tournament: Tournament, newly: bool, entrant_id: EntrantId) -> TeamView:
    return replace(team_entries.view(tx, tournament, _team(tx, entrant_id), tx.pressed_at), newly=newly)


def _with_leader(tx: Tx, tournament: Tournament, entrant: Entrant, leader: Person) -> list[Seat]:
    """The list, with the new captain asked as the last of it; a teacher who leads a school plays in no game."""
    seats = rosters.roster(tx, entrant.entrant_id)
    plays = tournament.rulebook.dispute is None
    if plays and all(one.person_id != leader.person_id for one in seats):
        seats.append(team_writing.ask(tx, entrant.entrant_id, leader))
    return seats


def _confirm(tx: ActorTx, tournament: Tournament, view: TeamView) -> TeamView:
    """The team is confirmed with its entry where that is possible, and left to be completed where it is not."""
    if not view.check_in_is_open or view.entrant.checked_in_at is not None:
        return view
    try:
        team_entries.refuse_incomplete(tx, tournament, view.entrant)
    except UserError:
        return view
    entrants.check_in(tx, view.entrant.entrant_id, tx.pressed_at)
    return team_entries.view(tx, tournament, replace(view.entrant, checked_in_at=tx.pressed_at), tx.pressed_at)


def _tell(tx: Tx, tournament: Tournament, view: TeamView, leader: Person, staff: Person) -> None:
    tx.touch(tournament_subject(tournament.tournament_id))
    if (
        view.newly
        and leader.person_id != staff.person_id
        and quotas.rings(tx, staff, leader, f"captain:{tournament.tournament_id}")
    ):
        write_to(tx, tournament.guild_id, leader, EnteredByStaff(view.entrant.entrant_id))
