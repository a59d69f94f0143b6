"""Registering a team and changing it until the close: its name, its members, their accounts and school years.

The captain answers for the members; each of them may leave until the close, and plays in one team (AIJE-D05-1,
OLY-1). Open places are answered: the captain says who is meant, who is asked says yes or no, staff for who has no
Discord.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import may_enter, refuse_barred
from bot.features.entering.model import AccountHeld
from bot.features.teams import roster_verbs, store
from bot.features.teams.errors_model import MembersWithoutAccount, PlacesUnanswered
from bot.features.teams.model import (
    BY_THE_LIST,
    Awaiting,
    HeldPlace,
    NamedMember,
    OpenPlace,
    PlaceAnswered,
    TeamFit,
    TeamForm,
    TeamMember,
    TeamView,
    list_problems,
    mend,
    who_may_lead,
    whom_to_release,
)
from bot.features.teams.roster_verbs import RosterLine
from bot.features.tournaments.facts_verbs import NotRegistered, entry_of, find, outages_of, tournament_subject
from bot.features.tournaments.hooks import parts_of_entry
from bot.features.tournaments.verbs import only_for
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, Outdated, RefusedFor, Subject
from bot.kernel.ids import EntrantId, MemberId, PersonId, PlaceId, TournamentId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament, check_in_closes_at, check_in_opens_at
from bot.play.format_rules import TeamRules
from bot.play.points import OF_TEAMS
from bot.play.teams import BoardMember, Team, TeamFault, TeamProblem, problems
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from bot.server.speaking_verbs import tell_member

# --- the team -------------------------------------------------------------------------------------------------------


FAR: Final = 1000
"""Substitutes stand behind every board."""


def is_for_teams(tx: ActorQuery, tournament_id: TournamentId) -> bool:
    """Whether teams enter the event, and not people."""
    return find(tx, tx.guild_id, tournament_id).rulebook.teams is not None


@only_for(*OF_TEAMS)
def asks_years(tx: ActorQuery, tournament_id: TournamentId) -> bool:
    """Whether the members are pupils, whose school years are asked (OLY-1)."""
    return find(tx, tx.guild_id, tournament_id).rulebook.dispute is not None


@only_for(*OF_TEAMS)
def form(tx: ActorQuery, tournament_id: TournamentId) -> TeamForm:
    """What the captain's form begins with: the team as it stands, or for a new one the captain.

    Raises RegistrationClosed, the bar of who pressed, and NotACaptain for who plays in somebody else's team.
    """
    tournament = entering_verbs.open_for_entries(tx, tournament_id, staff=False)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None:
        refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
        _refuse_member_of_other(tx, tournament, person)
        entrant = entering_store.of_person(tx, tournament_id, person.person_id)
        if entrant is not None and entrant.withdrawn_at is None:
            shown = view(tx, tournament, entrant, tx.pressed_at)
            return TeamForm(tournament, entrant.team_name or "", whole_list(tournament, shown))
    plays = tournament.rulebook.dispute is None
    if plays:
        entering_eligibility_verbs.refuse_unmet(tx, tournament, person)
    return TeamForm(tournament, "", (NamedMember(tx.actor.name[: server_verbs.NAME_LIMIT]),) if plays else ())


@only_for(*OF_TEAMS)
def save(tx: ActorTx, tournament_id: TournamentId, name: str, members: Sequence[NamedMember]) -> TeamView:
    """Registers the captain's team, or writes it anew; the first named sits on board 1, substitutes come last.

    The form comes from the announcement, whose answer brings it up to date, so no further edit is asked for here.
    Raises what is wrong with the team, with the exact person; that somebody is still to be named is no fault here.
    """
    tournament = entering_verbs.open_for_entries(tx, tournament_id, staff=False)
    captain = server_verbs.recognise(tx)
    _refuse_member_of_other(tx, tournament, captain)
    newly, entrant_id = roster_verbs.write_team(tx, tournament, (captain, captain), name, members)
    return replace(_load(tx, tournament, entrant_id), newly=newly)


@only_for(*OF_TEAMS)
def add_members(tx: ActorTx, entrant_id: EntrantId, picked: Mapping[MemberId, str]) -> TeamView:
    """Members of the server whom the captain chose take the next free places."""
    entrant, tournament, _ = own_team(tx, entrant_id)
    roster_verbs.write_more(tx, tournament, entrant, picked)
    return _load(tx, tournament, entrant_id)


@only_for(*OF_TEAMS)
def leave(tx: ActorTx, tournament_id: TournamentId) -> TeamView:
    """A member leaves the team until the close; the captain withdraws the whole team instead."""
    tournament = entering_verbs.open_for_entries(tx, tournament_id)
    person = server_verbs.recognise(tx)
    found = entering_teams_store.playing_for(tx, tournament_id, person.person_id)
    entrant = None if found is None else entering_store.load(tx, found)
    if entrant is None:
        raise NotRegistered(name=tournament.name)
    if entrant.person_id == person.person_id:
        raise RefusedFor("error.CaptainLeads", name=entrant.team_name or "")
    roster_verbs.step_out(tx, tournament, entrant, person.person_id)
    return _load(tx, tournament, entrant.entrant_id)


@only_for(*OF_TEAMS)
def own(tx: ActorQuery, tournament_id: TournamentId) -> TeamView:
    """The team of who asks, as captain or member; raises NotRegistered."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = None if person is None else entry_of(tx, tournament_id, person.person_id)
    if entrant is None or entrant.team_name is None:
        raise NotRegistered(name=tournament.name)
    return view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def of_entrant(tx: ActorQuery, entrant_id: EntrantId) -> TeamView:
    """Any team of the server; raises NotFound."""
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None or entrant.team_name is None:
        raise NotFound(what=Subject.ENTRANT)
    return view(tx, find(tx, tx.guild_id, entrant.tournament_id), entrant, tx.pressed_at)


def refuse_incomplete(tx: ActorQuery, tournament: Tournament, entrant: Entrant) -> None:
    """Raises what keeps a team from confirming; whether it fits the ranking is looked at at the close (AIJE-D05-1).

    Only who has said yes is counted; the other places may stay open where there are enough without them.
    """
    rules = tournament.rulebook.teams
    if rules is None:
        return
    team, waiting = load_team(tx, tournament, entrant), roster_verbs.open_places(tx, tournament, entrant.entrant_id)
    _refuse_unanswered(team, waiting, rules.size - len(team.members))
    found = [
        problem for problem in problems(team, rules, tournament.rulebook.dispute) if problem.fault not in BY_THE_LIST
    ]
    roster_verbs.refuse(tx, team, found, complete=True)
    for member in team.members:
        roster_verbs.refuse_barred_member(tx, tournament, member.person_id)
    lacking_accounts = view(tx, tournament, entrant, tx.pressed_at).without_account
    if lacking_accounts:
        site = tournament.rulebook.registration.account or ""
        raise MembersWithoutAccount(names=tuple(one.name for one in lacking_accounts), site=site)


def _refuse_unanswered(team: Team, waiting: Sequence[OpenPlace], lacking: int) -> None:
    """Raises PlacesUnanswered where too few have said yes, or the captain has not."""
    if waiting and (lacking > 0 or any(one.place.person_id == team.leader for one in waiting)):
        raise PlacesUnanswered(names=tuple(one.name for one in waiting), n=max(lacking, 1))


def load_team(tx: Query, tournament: Tournament, entrant: Entrant, at: datetime | None = None) -> Team:
    """The team with its members' published ratings and ranks, now or as they were at a moment."""
    return roster_verbs.rank(
        tx, tournament, entrant.person_id, entering_teams_store.members(tx, entrant.entrant_id), at
    )


def view(tx: Query, tournament: Tournament, entrant: Entrant, at: datetime) -> TeamView:
    """The team as it is shown at the moment."""
    team = load_team(tx, tournament, entrant)
    people = people_store.by_ids(tx, [team.leader, *(member.person_id for member in team.members)])
    return TeamView(
        tournament,
        entrant,
        people[team.leader],
        tuple(_members_shown(tx, tournament, entrant, team, people, at)),
        check_in_opens_at(tournament),
        entering_verbs.confirmation_is_open(tx, tournament, at),
        roster_verbs.open_places(tx, tournament, entrant.entrant_id),
        check_in_closes_at(tournament, outages_of(tx, tournament)),
        reminded=entering_store.is_wanted(tx, entrant.entrant_id, entrant.person_id),
        fit=_fit(tx, tournament, team, people, at),
        parts=parts_of_entry(tx, tournament),
    )


def _members_shown(
    tx: Query, tournament: Tournament, entrant: Entrant, team: Team, people: Mapping[PersonId, Person], at: datetime
) -> Iterator[TeamMember]:
    """The members with their accounts where the event asks for them, and who of them sits out."""
    site, out = tournament.rulebook.registration.account, entering_teams_store.out_at(tx, entrant.entrant_id, at)
    for member in team.members:
        account = None if site is None else people_account_store.account_of_person(tx, member.person_id, site)
        yield TeamMember(
            people[member.person_id],
            member.board,
            member.rating,
            member.school_year,
            None if account is None else account.name,
            member.person_id == team.leader,
            member.person_id in out,
        )


def _fit(tx: Query, tournament: Tournament, team: Team, people: Mapping[PersonId, Person], at: datetime) -> TeamFit:
    """What of the team does not fit by the list that holds, while something can be done about it."""
    rules = tournament.rulebook.teams
    if rules is None or tournament.check_in_closed_at is not None:
        return TeamFit()
    found = list_problems(team, rules)
    barred = [member.person_id for member in team.members if not may_enter(tx, tournament, member.person_id, at)]
    others = [one for one in _who_could_lead(team, found) if one != team.leader]
    may_lead, out = _without(others, barred), _without(whom_to_release(team, rules), barred)
    gone = _without(barred, [team.leader])
    first, second, third = (tuple(people[one] for one in some) for some in (may_lead, out, gone))
    return TeamFit(found, first, second, third, _could_start(team, rules, barred))


def _could_start(team: Team, rules: TeamRules, barred: Sequence[PersonId]) -> bool:
    """Whether the close lets the team play as it is, without the barred."""
    able = replace(team, members=tuple(member for member in team.members if member.person_id not in barred))
    return mend(able, rules) is not None and len(able.members) >= rules.size


def _who_could_lead(team: Team, found: Sequence[TeamProblem]) -> tuple[PersonId, ...]:
    """The highest rated, where the leader is at fault."""
    return who_may_lead(team) if any(one.fault is not TeamFault.TOP_RANKED for one in found) else ()


def _without(person_ids: Sequence[PersonId], out: Sequence[PersonId]) -> list[PersonId]:
    return [one for one in person_ids if one not in out]


def whole_list(tournament: Tournament, shown: TeamView) -> tuple[NamedMember, ...]:
    """The whole list as the form shows it, members and open places in the captain's order."""
    asks = tournament.rulebook.registration.account is not None
    members = [
        (member.board or FAR, NamedMember(member.person.name, member.account if asks else None, member.school_year))
        for member in shown.members
    ]
    waiting = [
        (
            place.place.position,
            NamedMember(place.name, place.place.typed_account if asks else None, place.place.school_year),
        )
        for place in shown.places
    ]
    return tuple(named for _, named in sorted([*members, *waiting], key=lambda each: each[0]))


def own_team(tx: ActorTx, entrant_id: EntrantId) -> tuple[Entrant, Tournament, Person]:
    """The team that the presser leads, while its list is open; raises NotFound, RegistrationClosed, NotACaptain."""
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotFound(what=Subject.ENTRANT)
    tournament = entering_verbs.open_for_entries(tx, entrant.tournament_id)
    captain = server_verbs.recognise(tx)
    if captain.person_id != entrant.person_id:
        raise RefusedFor("error.NotACaptain", name=entrant.team_name or "")
    return entrant, tournament, captain


def _load(tx: ActorQuery, tournament: Tournament, entrant_id: EntrantId) -> TeamView:
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None:
        raise NotFound(what=Subject.ENTRANT)
    return view(tx, tournament, entrant, tx.pressed_at)


def _refuse_member_of_other(tx: Query, tournament: Tournament, person: Person) -> None:
    found = entering_teams_store.playing_for(tx, tournament.tournament_id, person.person_id)
    entrant = None if found is None else entering_store.load(tx, found)
    if entrant is not None and entrant.person_id != person.person_id:
        raise RefusedFor("error.NotACaptain", name=entrant.team_name or "")


# --- open places ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AccountAsked:
    """What a yes still needs: the account on this site, with the name that the captain has told."""

    site: str
    told: str | None


@only_for(*OF_TEAMS)
def invitation_view(tx: ActorQuery, entrant_id: EntrantId) -> TeamView:
    """The team that asks who pressed to play for it; raises NotAskedByTeam."""
    tournament, entrant = _team(tx, entrant_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    _place_of(tx, entrant, person)
    return view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def asked_account(tx: ActorQuery, entrant_id: EntrantId) -> AccountAsked | None:
    """The account that has to be asked before a yes counts, or None; raises what keeps the presser from saying it."""
    tournament, entrant = _team(tx, entrant_id)
    entering_verbs.open_for_entries(tx, tournament.tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None and _plays(tx, entrant, person):
        return None
    place = _place_of(tx, entrant, person)
    if person is not None:
        refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
        entering_eligibility_verbs.refuse_unmet(tx, tournament, person)
        roster_verbs.refuse_in_other(tx, tournament, entrant_id, person.person_id)
    site = tournament.rulebook.registration.account
    if site is None or (
        person is not None and people_account_store.account_of_person(tx, person.person_id, site) is not None
    ):
        return None
    return AccountAsked(site, place.typed_account)


@only_for(*OF_TEAMS)
def accept(tx: ActorTx, entrant_id: EntrantId, account: str | None = None) -> TeamView | AccountHeld:
    """Says yes: the person plays for the team from now on. Twice is harmless; after a no there has to be room still."""
    tournament, entrant = _team(tx, entrant_id)
    entering_verbs.open_for_entries(tx, tournament.tournament_id)
    person = server_verbs.recognise(tx)
    if _plays(tx, entrant, person):
        return view(tx, tournament, entrant, tx.pressed_at)
    place = _place_of(tx, entrant, person)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    roster_verbs.refuse_in_other(tx, tournament, entrant_id, person.person_id)
    held = entering_eligibility_verbs.settle(tx, tournament, person, account)
    if held is not None:
        return held
    seats = roster_verbs.roster(tx, entrant_id)
    if not place.is_open and not view(tx, tournament, entrant, tx.pressed_at).room:
        raise RefusedFor("error.TeamIsFull", name=entrant.team_name or "")
    if not place.is_open:
        store.save_place(tx, replace(place, declined_at=None, position=len(seats) + 1))
        seats = roster_verbs.roster(tx, entrant_id)
    _fill(tx, tournament, entrant, seats, {place.place_id: person})
    captain = people_store.load(tx, entrant.person_id)
    if captain is not None:
        server_verbs.note_taken(tx, captain, person, roster_verbs.team_matter(tournament))
    tx.touch(tournament_subject(tournament.tournament_id))
    _tell(tx, tournament, entrant, person, accepted=True)
    return view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def decline(tx: ActorTx, entrant_id: EntrantId) -> TeamView:
    """Says no: the place is free for somebody else, and the captain is told. Who plays already leaves instead."""
    tournament, entrant = _team(tx, entrant_id)
    person = server_verbs.recognise(tx)
    if _plays(tx, entrant, person):
        return leave(tx, tournament.tournament_id)
    place = _place_of(tx, entrant, person)
    if not place.is_open:
        raise AlreadyDone
    store.save_place(tx, replace(place, declined_at=tx.now))
    tx.touch(tournament_subject(tournament.tournament_id))
    _tell(tx, tournament, entrant, person, accepted=False)
    return view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def say_who(tx: ActorTx, place_id: PlaceId, person_id: PersonId | None) -> TeamView:
    """The captain, or staff, says who is meant by a name: one of the people it looks like, who is asked; or nobody."""
    place, tournament, entrant, staff = _named_by(tx, place_id)
    seats = roster_verbs.roster(tx, entrant.entrant_id)
    asked = roster_verbs.open_place(tx, tournament, place)
    if person_id is None:
        told = _without_held_account(tx, tournament, replace(place, is_new=True))
        newcomer = replace(asked, place=told)
        filled = {place_id: _outsider(tx, tournament, newcomer)} if staff is not None else {}
    else:
        person = next((one for one in asked.alike if one.person_id == person_id), None)
        if person is None:
            raise Outdated
        roster_verbs.refuse_declined(tx, entrant.entrant_id, person)
        told = replace(place, person_id=person_id, typed_name=None)
        filled = {place_id: person} if staff is not None and person.discord_id is None else {}
    changed = [RosterLine(place=told) if seat.place == place else seat for seat in seats]
    _fill(tx, tournament, entrant, changed, filled, staff)
    return view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def take_in(tx: ActorTx, entrant_id: EntrantId) -> TeamView:
    """Staff says yes for everybody in the team who has no Discord; raises AlreadyDone where nobody waits for that."""
    staff = server_verbs.recognise(tx)
    server_verbs.require(tx, staff, Act.ENTER_OTHER_PERSON)
    tournament, entrant = _team(tx, entrant_id)
    entering_verbs.open_for_entries(tx, tournament.tournament_id)
    waiting = [
        place for place in roster_verbs.open_places(tx, tournament, entrant_id) if place.awaiting is Awaiting.STAFF
    ]
    if not waiting:
        raise AlreadyDone
    filled = {one.place.place_id: _outsider(tx, tournament, one) for one in waiting}
    _fill(tx, tournament, entrant, roster_verbs.roster(tx, entrant_id), filled, staff)
    tx.touch(tournament_subject(tournament.tournament_id))
    return view(tx, tournament, entrant, tx.pressed_at)


def _fill(
    tx: ActorTx,
    tournament: Tournament,
    entrant: Entrant,
    seats: Sequence[RosterLine],
    filled: dict[PlaceId, Person],
    staff: Person | None = None,
) -> None:
    """Writes the list with these places taken."""
    done: list[RosterLine] = []
    for seat in seats:
        person = None if seat.place is None else filled.get(seat.place.place_id)
        if person is None or seat.place is None:
            done.append(seat)
            continue
        if staff is not None:
            roster_verbs.give_account(tx, tournament, person, seat.place.typed_account, staff)
        done.append(RosterLine(member=BoardMember(person.person_id, 0, school_year=seat.place.school_year)))
    roster_verbs.refuse_twice(tx, done)
    roster_verbs.write(tx, tournament, entrant, done)


def _outsider(tx: Tx, tournament: Tournament, asked: OpenPlace) -> Person:
    if asked.person is not None:
        return asked.person
    if asked.place.is_new:
        return server_verbs.newcomer(tx, tournament.guild_id, asked.name)
    return roster_verbs.outsider(tx, tournament, asked.name, asked.place.typed_account)


def _without_held_account(tx: Query, tournament: Tournament, place: HeldPlace) -> HeldPlace:
    """Whoever is somebody else does not hold the account by which somebody was found."""
    taken = people_verbs.holder(tx, tournament, place.typed_account) is not None
    return replace(place, typed_account=None) if taken else place


def _named_by(tx: ActorTx, place_id: PlaceId) -> tuple[HeldPlace, Tournament, Entrant, Person | None]:
    """The name that waits for a word, and the member of staff who says it; raises Outdated, NotACaptain."""
    place = store.load_place(tx, place_id)
    if place is None or not place.is_open or place.person_id is not None:
        raise Outdated
    tournament, entrant = _team(tx, place.entrant_id)
    entering_verbs.open_for_entries(tx, tournament.tournament_id)
    person = server_verbs.recognise(tx)
    if entrant.person_id == person.person_id:
        return place, tournament, entrant, None
    if not may(Act.ENTER_OTHER_PERSON, server_verbs.capacities(tx, person)):
        raise RefusedFor("error.NotACaptain", name=entrant.team_name or "")
    return place, tournament, entrant, person


def _team(tx: ActorQuery, entrant_id: EntrantId) -> tuple[Tournament, Entrant]:
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None or entrant.withdrawn_at is not None or entrant.team_name is None:
        raise NotFound(what=Subject.ENTRANT)
    return find(tx, tx.guild_id, entrant.tournament_id), entrant


def _place_of(tx: Query, entrant: Entrant, person: Person | None) -> HeldPlace:
    place = None if person is None else store.place_of_person(tx, entrant.entrant_id, person.person_id)
    if place is None:
        raise RefusedFor("error.NotAskedByTeam", name=entrant.team_name or "")
    return place


def _plays(tx: Query, entrant: Entrant, person: Person) -> bool:
    return any(member.person_id == person.person_id for member in entering_teams_store.members(tx, entrant.entrant_id))


def _tell(tx: Tx, tournament: Tournament, entrant: Entrant, person: Person, *, accepted: bool) -> None:
    aloud = roster_verbs.answers_aloud(tx, tournament, entrant, person.person_id)
    if person.person_id != entrant.person_id and aloud:
        told = PlaceAnswered(entrant.entrant_id, person.person_id, accepted)
        tell_member(tx, tournament.guild_id, entrant.person_id, told)
