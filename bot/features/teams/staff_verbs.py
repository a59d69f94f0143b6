"""Teams beside their captain's word: written by staff, held against the ranking, reached by bars, and closed.

Fitness is told while it can be mended, and judged when registration closes (AIJE-D05-1). A bar takes a member out
from the next match that is called, and from leading a team (AIJE-D01-2). A match that was called goes on with
everybody who sits in it, and the others keep their boards. A bar that came by itself is one from tournaments to come
(AIJE-B03-2): a player who was let in plays on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import bars_of, refuse_barred
from bot.features.entering.model import Bar, BarReason, EnteredByStaff, keeps_out
from bot.features.playing import store as playing_store
from bot.features.teams import roster_verbs, store, verbs
from bot.features.teams.errors_model import LeaderIsNotHighest
from bot.features.teams.model import (
    CaptainChanged,
    LeadVacant,
    MemberSitsOut,
    NamedMember,
    TeamFit,
    TeamForm,
    TeamsUnfit,
    TeamTakenOff,
    TeamUnfit,
    TeamUnfitAtClose,
    TeamView,
    list_problems,
    mend,
    who_may_lead,
)
from bot.features.teams.roster_verbs import RosterLine
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import (
    contest_subject,
    entry_of,
    find_unfinished,
    outages_of,
    people_in,
    tournament_subject,
)
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_name
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, Missing, NotFound, Outdated, RefusedFor, Subject, UserError
from bot.kernel.ids import EntrantId, GuildId, MemberId, PersonId, Place, PlaceId, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament, check_in_closes_at
from bot.play.format_rules import LineUp, TeamRules
from bot.play.points import OF_TEAMS
from bot.play.rulebook import Grade, GradeRules, strongest_first
from bot.play.teams import BoardMember, Team, in_board_order
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise, tell_committee, tell_member, write_to
from bot.server.verbs import require

# --- teams that staff write -----------------------------------------------------------------------------------------


KnownMember = tuple[MemberId, str]
"""A member of the server, and the name shown there."""


class LeaderIsMember(UserError):
    """Without a captain the first name leads: whoever it can mean is known, and somebody new cannot lead this team."""

    name: str
    known: tuple[str, ...]


@only_for(*OF_TEAMS)
def begin(tx: ActorTx, tournament_id: TournamentId, captain: KnownMember | None) -> TeamForm:
    """What the form of a new team begins with; the captain becomes known, so that the form can carry the id alone.

    Raises NotAllowed, and RegistrationClosed.
    """
    _staff(tx)
    tournament = entering_verbs.open_for_entries(tx, tournament_id, staff=True)
    if captain is None:
        return TeamForm(tournament, "", ())
    leader = server_verbs.somebody(tx, tournament.guild_id, captain)
    plays = tournament.rulebook.dispute is None
    return TeamForm(tournament, "", (NamedMember(leader.name),) if plays else ())


@only_for(*OF_TEAMS)
def form_of(tx: ActorQuery, entrant_id: EntrantId) -> TeamForm:
    """What the form begins with for a team that is on the list."""
    _staff(tx)
    entrant = _team(tx, entrant_id)
    tournament = entering_verbs.open_for_entries(tx, entrant.tournament_id)
    shown = verbs.view(tx, tournament, entrant, tx.pressed_at)
    return TeamForm(tournament, entrant.team_name or "", verbs.whole_list(tournament, shown))


@only_for(*OF_TEAMS)
def waiting(tx: ActorQuery, entrant_id: EntrantId) -> TeamView:
    """A team whose places staff looks through."""
    _staff(tx)
    return verbs.of_entrant(tx, entrant_id)


@only_for(*OF_TEAMS)
def enter(
    tx: ActorTx, tournament_id: TournamentId, captain: KnownMember | None, name: str, named: Sequence[NamedMember]
) -> TeamView:
    """Puts a team on the list. Without a member of the server as captain the first who is named leads it.

    Where that name can be somebody's who is known it is asked who is meant, and somebody new leads the team till then.
    While confirmation is open a complete team is confirmed too: nobody else could do it for who is not in the server.
    """
    staff = server_verbs.recognise(tx)
    require(tx, staff, Act.ENTER_OTHER_PERSON)
    tournament = entering_verbs.open_for_entries(tx, tournament_id, staff=True)
    alike = () if captain is not None else _leader_alike(tx, tournament, named)
    if alike:
        leader = server_verbs.newcomer(tx, tournament.guild_id, named[0].name)
        named = [replace(named[0], account=None), *named[1:]]
    else:
        leader = _leader(tx, tournament, captain, named)
    try:
        written = roster_verbs.write_team(tx, tournament, (leader, staff), name, named)
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
    staff = server_verbs.recognise(tx)
    require(tx, staff, Act.ENTER_OTHER_PERSON)
    entrant = _team(tx, entrant_id)
    tournament = entering_verbs.open_for_entries(tx, entrant.tournament_id)
    _refuse_rival(tx, staff, entrant)
    captain = _captain(tx, entrant)
    written = roster_verbs.write_team(tx, tournament, (captain, staff), name, named)
    view = _view(tx, tournament, *written)
    tx.touch(tournament_subject(tournament.tournament_id))
    return _confirm(tx, tournament, view)


@only_for(*OF_TEAMS)
def add_members(tx: ActorTx, entrant_id: EntrantId, picked: Mapping[MemberId, str]) -> TeamView:
    """Members of the server take the next free places of a team."""
    _staff(tx)
    entrant = _team(tx, entrant_id)
    tournament = entering_verbs.open_for_entries(tx, entrant.tournament_id)
    roster_verbs.write_more(tx, tournament, entrant, picked)
    return _confirm(tx, tournament, verbs.view(tx, tournament, entrant, tx.pressed_at))


@only_for(*OF_TEAMS)
def take_in(tx: ActorTx, entrant_id: EntrantId) -> TeamView:
    """Says yes for everybody in the team who has no Discord, and confirms it where nothing else is lacking."""
    view = verbs.take_in(tx, entrant_id)
    return _confirm(tx, view.tournament, view)


@only_for(*OF_TEAMS)
def say_who(tx: ActorTx, place_id: PlaceId, person_id: PersonId | None) -> TeamView:
    """As `verbs.say_who`; by staff a team is confirmed with it where nothing else is lacking."""
    view = verbs.say_who(tx, place_id, person_id)
    if view.captain.discord_id == tx.actor.member_id:
        return view
    return _confirm(tx, view.tournament, view)


@only_for(*OF_TEAMS)
def say_who_leads(tx: ActorTx, entrant_id: EntrantId, person_id: PersonId | None) -> TeamView:
    """Says whom a captain's typed name means: one of those it looks like, who leads from now on, or somebody new.

    A member of the server is asked as everybody is, and written to. Raises Outdated once it was said, or is said again.
    """
    staff = server_verbs.recognise(tx)
    require(tx, staff, Act.ENTER_OTHER_PERSON)
    entrant = _team(tx, entrant_id)
    tournament = entering_verbs.open_for_entries(tx, entrant.tournament_id)
    before = people_store.load(tx, entrant.person_id)
    if before is None or before.discord_id is not None:
        raise Outdated
    if person_id is not None:
        entrant = _led_by(tx, tournament, entrant, (before, _find_captain(tx, tournament, before, person_id)))
        leads = _captain(tx, entrant).person_id
        tournaments_facts_verbs.record(
            tx, tournament, "change_captain", staff, entrant=entrant.entrant_id, person=leads
        )
    view = replace(verbs.view(tx, tournament, entrant, tx.pressed_at), newly=person_id is not None)
    _tell(tx, tournament, view, _captain(tx, entrant), staff)
    return _confirm(tx, tournament, replace(view, newly=False))


def _refuse_rival(tx: ActorQuery, staff: Person, entrant: Entrant) -> None:
    """Who plays in the event writes no other team's list, from which members can be dropped, and names no captain."""
    if entrant.person_id != staff.person_id:
        act, event = Act.TAKE_OUT_PLAYER, entrant.tournament_id
        tournaments_recusal_verbs.refuse(tx, staff.person_id, act, entrant.person_id, event=event)


@only_for(*OF_TEAMS)
@repeatable
def hand_over(tx: ActorTx, entrant_id: EntrantId, captain: KnownMember) -> TeamView:
    """Gives a team another captain, before the event or while it runs, as where the old one cannot come.

    Until the close a captain who plays joins the team where there is room, and what the rulebook asks of the one who
    leads it is held against the new one (AIJE-D05-1). Raises AlreadyDone, HadOwnEntry, and what is wrong with the team.
    """
    staff = server_verbs.recognise(tx)
    require(tx, staff, Act.TAKE_OUT_PLAYER)
    entrant = _team(tx, entrant_id)
    _refuse_rival(tx, staff, entrant)
    tournament = find_unfinished(tx, tx.guild_id, entrant.tournament_id)
    leader = server_verbs.somebody(tx, tournament.guild_id, captain)
    if leader.person_id == entrant.person_id:
        raise AlreadyDone
    refuse_leader(tx, tournament, entrant, leader)
    entering_store.give_to(tx, entrant_id, leader.person_id)
    changed = replace(entrant, person_id=leader.person_id)
    if tournament.check_in_closed_at is None:
        seats = _with_leader(tx, tournament, changed, leader)
        roster_verbs.write(tx, tournament, changed, seats, newly_led=True)
    # Who led the team before stands there too: whoever led it when it started answers for an absence.
    leads, led = leader.person_id, entrant.person_id
    tournaments_facts_verbs.record(tx, tournament, "change_captain", staff, entrant=entrant_id, person=leads, other=led)
    tx.touch(tournament_subject(tournament.tournament_id))
    return verbs.view(tx, tournament, changed, tx.pressed_at)


def _staff(tx: ActorQuery) -> None:
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    require(tx, person, Act.ENTER_OTHER_PERSON)


def _team(tx: Query, entrant_id: EntrantId) -> Entrant:
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None or entrant.team_name is None or entrant.withdrawn_at is not None:
        raise NotFound(what=Subject.ENTRANT)
    return entrant


def _leader(tx: Tx, tournament: Tournament, captain: KnownMember | None, members: Sequence[NamedMember]) -> Person:
    if captain is not None:
        return server_verbs.somebody(tx, tournament.guild_id, captain)
    return roster_verbs.outsider(tx, tournament, checked_name(members[0].name), members[0].account)


def _leader_alike(tx: Query, tournament: Tournament, members: Sequence[NamedMember]) -> tuple[Person, ...]:
    """Whom the first name can mean, where that has to be asked; raises Missing where nobody is named."""
    if not members:
        raise Missing(what=Subject.NAME)
    name, account = checked_name(members[0].name), members[0].account
    alike = people_verbs.find_meant(tx, tournament, name, account)
    return alike if people_verbs.in_question(tx, tournament, name, account, alike) else ()


def _find_captain(tx: Query, tournament: Tournament, before: Person, person_id: PersonId) -> Person:
    alike = people_verbs.find_meant(tx, tournament, before.name, None, [before.person_id])
    found = next((one for one in alike if one.person_id == person_id), None)
    if found is None:
        raise Outdated
    return found


def _led_by(tx: ActorTx, tournament: Tournament, entrant: Entrant, before_and_leader: tuple[Person, Person]) -> Entrant:
    """The team under the one who was meant, who takes the line of the name that was typed."""
    before, leader = before_and_leader
    refuse_leader(tx, tournament, entrant, leader)
    entering_store.give_to(tx, entrant.entrant_id, leader.person_id)
    changed, seats = replace(entrant, person_id=leader.person_id), roster_verbs.roster(tx, entrant.entrant_id)
    listed = any(one.person_id == leader.person_id for one in seats)
    new = [
        roster_verbs.in_place_of(tx, entrant.entrant_id, one, leader) if one.person_id == before.person_id else one
        for one in seats
        if not (listed and one.person_id == before.person_id)
    ]
    roster_verbs.write(tx, tournament, changed, new, newly_led=True)
    return changed


def refuse_leader(tx: ActorQuery, tournament: Tournament, entrant: Entrant, leader: Person) -> None:
    """Raises what keeps somebody from leading the team: a bar, another team of the event, an entry of the own."""
    refuse_barred(tx, tournament, leader.person_id, tx.pressed_at)
    roster_verbs.refuse_in_other(tx, tournament, entrant.entrant_id, leader.person_id)
    if entering_store.of_person(tx, tournament.tournament_id, leader.person_id) is not None:
        raise RefusedFor("error.HadOwnEntry", name=leader.name)


def _captain(tx: Query, entrant: Entrant) -> Person:
    captain = people_store.load(tx, entrant.person_id)
    if captain is None:
        raise NotFound(what=Subject.ENTRANT)
    return captain


def _view(tx: ActorQuery, tournament: Tournament, newly: bool, entrant_id: EntrantId) -> TeamView:
    return replace(verbs.view(tx, tournament, _team(tx, entrant_id), tx.pressed_at), newly=newly)


def _with_leader(tx: Tx, tournament: Tournament, entrant: Entrant, leader: Person) -> list[RosterLine]:
    """The list, with the new captain asked as the last of it; a teacher who leads a school plays in no game."""
    seats = roster_verbs.roster(tx, entrant.entrant_id)
    plays = tournament.rulebook.dispute is None
    if plays and all(one.person_id != leader.person_id for one in seats):
        seats.append(roster_verbs.ask(tx, entrant.entrant_id, leader))
    return seats


def _confirm(tx: ActorTx, tournament: Tournament, view: TeamView) -> TeamView:
    """The team is confirmed with its entry where that is possible, and left to be completed where it is not."""
    if not view.check_in_is_open or view.entrant.checked_in_at is not None:
        return view
    try:
        verbs.refuse_incomplete(tx, tournament, view.entrant)
    except UserError:
        return view
    entering_store.check_in(tx, view.entrant.entrant_id, tx.pressed_at)
    return verbs.view(tx, tournament, replace(view.entrant, checked_in_at=tx.pressed_at), tx.pressed_at)


def _tell(tx: Tx, tournament: Tournament, view: TeamView, leader: Person, staff: Person) -> None:
    tx.touch(tournament_subject(tournament.tournament_id))
    if (
        view.newly
        and leader.person_id != staff.person_id
        and server_verbs.rings(tx, staff, leader, f"captain:{tournament.tournament_id}")
    ):
        write_to(tx, tournament.guild_id, leader, EnteredByStaff(view.entrant.entrant_id))


# --- fitness --------------------------------------------------------------------------------------------------------


def tell_unfit(tx: Tx, tournament: Tournament) -> None:
    """Tells the captains whose teams do not fit by the list that holds now: in the channel, and each by a letter."""
    listed = entering_store.of_tournament(tx, tournament.tournament_id)
    unfit = [one for one in listed if one.withdrawn_at is None and not fits(tx, tournament, one)]
    named = tuple(one.entrant_id for one in unfit)
    if named:
        outbox.withdraw(tx, TeamsUnfit, tournament.tournament_id, lambda one: set(one.entrants) <= set(named))
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, TeamsUnfit(tournament.tournament_id, named))
    for one in unfit:
        outbox.withdraw(tx, TeamUnfit, one.entrant_id, lambda _: True)
        tell_member(tx, tournament.guild_id, one.person_id, TeamUnfit(one.entrant_id))


def fits(tx: Query, tournament: Tournament, entrant: Entrant, at: datetime | None = None) -> bool:
    """Whether the team fits the list that holds now, or held at a moment."""
    team = verbs.load_team(tx, tournament, entrant, at)
    return not list_problems(team, tournament.rulebook.teams or TeamRules())


def as_closed(tx: Query, view: TeamView, at: datetime) -> TeamView:
    """The team with what of it did not fit when registration closed."""
    tournament, rules = view.tournament, view.tournament.rulebook.teams or TeamRules()
    team = verbs.load_team(tx, tournament, view.entrant, tournament.check_in_closed_at or at)
    return replace(view, fit=TeamFit(list_problems(team, rules)))


@only_for(*OF_TEAMS)
def pass_lead(tx: ActorTx, entrant_id: EntrantId, person_id: PersonId) -> TeamView:
    """The captain lets the highest rated lead the team; raises Outdated where the list names somebody else by now."""
    entrant, tournament, _ = verbs.own_team(tx, entrant_id)
    view = verbs.view(tx, tournament, entrant, tx.pressed_at)
    leader = next((one for one in view.fit.may_lead if one.person_id == person_id), None)
    if leader is None:
        raise Outdated
    refuse_leader(tx, tournament, entrant, leader)
    led = give_lead(tx, tournament, entrant, person_id)
    return verbs.view(tx, tournament, led, tx.pressed_at)


@only_for(*OF_TEAMS)
def release(tx: ActorTx, entrant_id: EntrantId, person_id: PersonId) -> TeamView:
    """The captain lets a member go with whom the team cannot play; raises Outdated for everybody else."""
    entrant, tournament, _ = verbs.own_team(tx, entrant_id)
    fit = verbs.view(tx, tournament, entrant, tx.pressed_at).fit
    if all(one.person_id != person_id for one in (*fit.to_release, *fit.barred)):
        raise Outdated
    roster_verbs.release(tx, tournament, entrant, person_id)
    after = entering_store.load(tx, entrant_id) or entrant
    return verbs.view(tx, tournament, after, tx.pressed_at)


def settle(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    """Whether a team can start by the list that held when registration closed; who is told what becomes of it.

    Who is of the ranking's first beyond the allowed number stays out where the rulebook lets enough play without them,
    and the lead passes to the highest rated. A team that does not fit even so does not play; nobody was absent.
    """
    team = verbs.load_team(tx, tournament, entrant, closed_at)
    fit = mend(team, tournament.rulebook.teams or TeamRules())
    if fit is None:
        tell_off(tx, tournament, entrant)
        return False
    if fit.leader != team.leader and entering_store.of_person(tx, tournament.tournament_id, fit.leader) is not None:
        # Somebody with an entry of the own, from which they withdrew, answers for no other.
        tell_off(tx, tournament, entrant)
        return False
    _let_play(tx, tournament, entrant, team, fit)
    return True


def _let_play(tx: Tx, tournament: Tournament, entrant: Entrant, team: Team, fit: Team) -> None:
    led = entrant
    if fit.leader != team.leader:
        led = give_lead(tx, tournament, entrant, fit.leader, at_close=True)
    for member in team.members:
        if fit.member(member.person_id) is None:
            roster_verbs.release(tx, tournament, led, member.person_id, at_close=True)


def tell_off(tx: Tx, tournament: Tournament, entrant: Entrant) -> None:
    """Tells everybody of the team and staff that it does not play, and why; that is nobody's absence."""
    told = TeamUnfitAtClose(entrant.entrant_id)
    for person_id in sorted(people_in(tx, entrant) | {entrant.person_id}):
        tell_member(tx, tournament.guild_id, person_id, told)
    tell_committee(tx, tournament.guild_id, told)


def give_lead(
    tx: Tx,
    tournament: Tournament,
    entrant: Entrant,
    leads: PersonId,
    *,
    at_close: bool = False,
    by_bar: bool = False,
) -> Entrant:
    """The team under another captain, which everybody reads: by a press, by the list at the close, or by a bar."""
    entering_store.give_to(tx, entrant.entrant_id, leads)
    by_itself = at_close or by_bar
    by = None if by_itself else people_store.load(tx, entrant.person_id)
    act, key, led = "change_captain", entrant.entrant_id, entrant.person_id
    tournaments_facts_verbs.record(tx, tournament, act, by, entrant=key, person=leads, other=led)
    told = CaptainChanged(key, led, at_close, by_bar)
    for target in (Place.ANNOUNCEMENTS, *((Place.COMMITTEE,) if by_itself else ())):
        promise(tx, tournament.guild_id, target, told)
    for person_id in (leads, *((led,) if by_itself else ())):
        tell_member(tx, tournament.guild_id, person_id, told)
    tx.touch(tournament_subject(tournament.tournament_id))
    return replace(entrant, person_id=leads)


# --- members whom a bar reaches -------------------------------------------------------------------------------------


def follow(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """Has the person sit out of the teams that have begun, or play in them again, by the bars that hold now."""
    for tournament in tournaments_store.all_unfinished(tx, guild_id):
        if tournament.rulebook.teams is None or not _has_begun(tx, tournament):
            continue
        entrant = entry_of(tx, tournament.tournament_id, person_id)
        if entrant is None or entrant.withdrawn_at is not None:
            continue
        held = _bars_out(tx, tournament, person_id)
        if held:
            _sit_out(tx, tournament, entrant, person_id, held)
        elif entering_teams_store.come_back(tx, entrant.entrant_id, person_id, tx.now):
            _tell_sitting_out(tx, tournament, entrant, person_id, is_back=True)


def hand_lead_on(tx: Tx, tournament: Tournament, person_id: PersonId) -> Entrant | None:
    """Gives the team that the barred person leads to the next who may lead it; None where nobody may, or leads none."""
    entrant = entering_store.of_person(tx, tournament.tournament_id, person_id)
    if entrant is None or entrant.team_name is None or entrant.withdrawn_at is not None:
        return None
    leader = next(iter(_who_may_lead(tx, tournament, entrant)), None)
    if leader is None:
        return None
    return give_lead(tx, tournament, entrant, leader, by_bar=True)


def _has_begun(tx: Query, tournament: Tournament) -> bool:
    """From the close on nobody is taken off the list; between it and its step too, since clicks may be on their way."""
    if tournament.check_in_closed_at is not None:
        return True
    return tx.now > check_in_closes_at(tournament, outages_of(tx, tournament))


def _bars_out(tx: Query, tournament: Tournament, person_id: PersonId) -> list[Bar]:
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = (one for one in bars_of(tx, person_id, tx.now, event) if keeps_out(one, event, refuses=refuses))
    return [one for one in held if one.reason is BarReason.DISQUALIFIED]


def _sit_out(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId, held: Sequence[Bar]) -> None:
    ends = [one.until for one in held]
    back_at = None if None in ends else max(end for end in ends if end is not None)
    if person_id in entering_teams_store.out_at(tx, entrant.entrant_id, tx.now):
        entering_teams_store.come_back(tx, entrant.entrant_id, person_id, back_at)
        return
    if any(member.person_id == person_id for member in entering_teams_store.members(tx, entrant.entrant_id)):
        entering_teams_store.put_out(tx, entrant.entrant_id, person_id, tx.now, back_at)
        _tell_sitting_out(tx, tournament, _led_on(tx, tournament, entrant, person_id), person_id)
    elif entrant.person_id == person_id:
        _led_on(tx, tournament, entrant, person_id)


def _led_on(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId) -> Entrant:
    """The team under who leads it from now on; where nobody may, staff is asked to name somebody."""
    if entrant.person_id != person_id:
        return entrant
    led = hand_lead_on(tx, tournament, person_id)
    for match in playing_store.of_entrant(tx, entrant.entrant_id):
        if match.contest.result is None and match.assigned_at is not None:
            tx.touch(contest_subject(match.contest.contest_id))
    if led is None:
        told = LeadVacant(entrant.entrant_id, person_id)
        tell_committee(tx, tournament.guild_id, told)
        tell_member(tx, tournament.guild_id, person_id, told)
    return led or entrant


def _who_may_lead(tx: Query, tournament: Tournament, entrant: Entrant) -> list[PersonId]:
    """Members whom no bar keeps out, in the order in which they lead.

    The highest rated do where the rulebook says so (AIJE-D05-1), and who can press comes first. Pupils lead no school,
    and who has an entry of the own, from which they withdrew, answers for no other.
    """
    rules = tournament.rulebook.teams or TeamRules()
    if tournament.rulebook.dispute is not None:
        return []
    team = verbs.load_team(tx, tournament, entrant, tournament.check_in_closed_at)
    out = _out(tx, tournament, entrant, [member.person_id for member in team.members])
    able = replace(team, members=tuple(member for member in team.members if member.person_id not in out))
    leaders = who_may_lead(able) if rules.leader_is_highest_rated else [member.person_id for member in able.members]
    people = people_store.by_ids(tx, leaders)
    free = [leader for leader in leaders if entering_store.of_person(tx, tournament.tournament_id, leader) is None]
    return sorted(free, key=lambda one: people[one].discord_id is None)


def _out(tx: Query, tournament: Tournament, entrant: Entrant, person_ids: Collection[PersonId]) -> frozenset[PersonId]:
    """Who of the team does not play: who sits out once it has begun, whom a bar keeps from starting before."""
    if _has_begun(tx, tournament):
        return entering_teams_store.out_at(tx, entrant.entrant_id, tx.now)
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = {one: bars_of(tx, one, tx.now, event) for one in person_ids}
    return frozenset(one for one, bars in held.items() if any(keeps_out(bar, event, refuses=refuses) for bar in bars))


def _tell_sitting_out(
    tx: Tx,
    tournament: Tournament,
    entrant: Entrant,
    person_id: PersonId,
    *,
    is_back: bool = False,
) -> None:
    """Writes to the member and to the captain, each once."""
    act = "play_again" if is_back else "sit_out"
    tournaments_facts_verbs.record(tx, tournament, act, about=person_id, entrant=entrant.entrant_id)
    told = MemberSitsOut(entrant.entrant_id, person_id, is_back)
    for reader in dict.fromkeys((person_id, entrant.person_id)):
        tell_member(tx, tournament.guild_id, reader, told)
    tx.touch(tournament_subject(tournament.tournament_id))


# --- the close ------------------------------------------------------------------------------------------------------


def keeps_from_start(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    """Whether a team cannot start, which its captain is told: too few, or it does not fit the ranking (AIJE-D05-1).

    Of a team that has confirmed the members leave whom a bar has reached since. Nobody answers for those who were asked
    in vain, nor for what a new list has made of a team.
    """
    confirmed = entrant.confirmed_by(closed_at)
    if confirmed and _starts_without_barred(tx, tournament, entrant, closed_at):
        return not settle(tx, tournament, entrant, closed_at)
    if not confirmed and not fits(tx, tournament, entrant, closed_at):
        tell_off(tx, tournament, entrant)
        return True
    stays_off = confirmed or _was_left_waiting(tx, tournament, entrant)
    if stays_off:
        tell_member(tx, tournament.guild_id, entrant.person_id, TeamTakenOff(entrant.entrant_id))
    return stays_off


def _starts_without_barred(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    """Whether a confirmed team has enough without members whom a bar has reached since, and who leave it here."""
    rules = tournament.rulebook.teams or TeamRules()
    there = entering_teams_store.members(tx, entrant.entrant_id)
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = {one.person_id: bars_of(tx, one.person_id, closed_at, event) for one in there}
    barred = [one for one, some in held.items() if any(keeps_out(bar, event, refuses=refuses) for bar in some)]
    if barred and len(there) - len(barred) < rules.size:
        return False
    for person_id in barred:
        roster_verbs.take_out(tx, tournament, entrant, person_id, at_close=True)
    return True


def _was_left_waiting(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether a team has too few because people whom its captain asked said no, or nothing."""
    rules = tournament.rulebook.teams or TeamRules()
    there = len(entering_teams_store.members(tx, entrant.entrant_id))
    return there < rules.size <= there + len(store.places_of_team(tx, entrant.entrant_id))


def seat(tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
    """Gives every member of the starting teams the board for the whole event, by what is published at the close.

    Places that nobody has taken by then are nobody's.
    """
    store.lapse_place(tx, tournament.tournament_id)
    rules = tournament.rulebook.teams or TeamRules()
    for entrant in starters:
        order = _by_grade(tx, tournament, in_board_order(_as_listed(tx, tournament, entrant), rules))
        boards = [replace(one, board=board if board <= rules.size else 0) for board, one in enumerate(order, start=1)]
        entering_teams_store.replace_members(tx, entrant.entrant_id, boards, tx.now)


def _as_listed(tx: Query, tournament: Tournament, entrant: Entrant) -> Team:
    """The team by the list that held when registration closed."""
    return verbs.load_team(tx, tournament, entrant, tournament.check_in_closed_at)


def _by_grade(tx: Query, tournament: Tournament, order: Sequence[BoardMember]) -> tuple[BoardMember, ...]:
    """Boards that go by strength go by grade first, where the rulebook has grades (GO-25.3); substitutes stay last."""
    rules, graded = tournament.rulebook.teams, tournament.rulebook.grades
    if rules is None or rules.line_up is not LineUp.BY_RATING or graded is None or not graded.order_the_field:
        return tuple(order)
    counted = _counted_grades(tx, graded, order)
    seats = strongest_first((one, counted.get(one.person_id), one.rating) for one in order if one.board)
    return (*seats, *(one for one in order if not one.board))


def _counted_grades(tx: Query, rules: GradeRules, order: Sequence[BoardMember]) -> dict[PersonId, Grade]:
    known = people_ratings_store.grades_of_people(tx, [one.person_id for one in order])
    return {one: grade for one, grade in known.items() if rules.counts(grade)}
