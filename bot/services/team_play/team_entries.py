"""Registering a team and changing it until the close: its name, its members, their accounts and school years.

The captain answers for the members; each of them may leave until the close, and plays in one team (AIJE-D05-1, OLY-1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.events.tournament import Tournament, check_in_closes_at, check_in_opens_at
from bot.domain.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.fitness import BY_THE_LIST, list_problems, mend, who_may_lead, whom_to_release
from bot.domain.team_play.places import OpenPlace
from bot.domain.team_play.team_views import NamedMember, TeamFit, TeamForm, TeamMember, TeamView
from bot.domain.team_play.teams import Fault, Team, TeamProblem, problems
from bot.errors import NotFound, Subject
from bot.services import access
from bot.services.entering import conditions, registration
from bot.services.entering.eligibility import may_enter, refuse_barred
from bot.services.event_kinds import only_for
from bot.services.events.tournaments import find
from bot.services.sides import NotRegistered, entry_of
from bot.services.team_play import rosters, team_faults, team_writing
from bot.services.team_play.team_errors import CaptainLeads, MembersWithoutAccount, NotACaptain, PlacesUnanswered
from bot.services.timetable import outages_of
from bot.storage import accounts, entrants, people, reminders, teams
from bot.storage.context import ActorQuery, ActorTx, Query

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
    tournament = registration.open_for_entries(tx, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None:
        refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
        _refuse_member_of_other(tx, tournament, person)
        entrant = entrants.of_person(tx, tournament_id, person.person_id)
        if entrant is not None and entrant.withdrawn_at is None:
            shown = view(tx, tournament, entrant, tx.pressed_at)
            return TeamForm(tournament, entrant.team_name or "", whole_list(tournament, shown))
    plays = tournament.rulebook.dispute is None
    if plays:
        conditions.refuse_unmet(tx, tournament, person)
    return TeamForm(tournament, "", (NamedMember(tx.actor.name[: access.NAME_LIMIT]),) if plays else ())


@only_for(*OF_TEAMS)
def save(tx: ActorTx, tournament_id: TournamentId, name: str, named: Sequence[NamedMember]) -> TeamView:
    """Registers the captain's team, or writes it anew; the first named sits on board 1, substitutes come last.

    The form comes from the announcement, whose answer brings it up to date, so no further edit is asked for here.
    Raises what is wrong with the team, with the exact person; that somebody is still to be named is no fault here.
    """
    tournament = registration.open_for_entries(tx, tournament_id)
    captain = access.recognise(tx)
    _refuse_member_of_other(tx, tournament, captain)
    newly, entrant_id = team_writing.write_team(tx, tournament, (captain, captain), name, named)
    return replace(_load(tx, tournament, entrant_id), newly=newly)


@only_for(*OF_TEAMS)
def add_members(tx: ActorTx, entrant_id: EntrantId, picked: Mapping[MemberId, str]) -> TeamView:
    """Members of the server whom the captain chose take the next free places."""
    entrant, tournament, _ = own_team(tx, entrant_id)
    team_writing.write_more(tx, tournament, entrant, picked)
    return _load(tx, tournament, entrant_id)


@only_for(*OF_TEAMS)
def leave(tx: ActorTx, tournament_id: TournamentId) -> TeamView:
    """A member leaves the team until the close; the captain withdraws the whole team instead."""
    tournament = registration.open_for_entries(tx, tournament_id)
    person = access.recognise(tx)
    found = teams.playing_for(tx, tournament_id, person.person_id)
    entrant = None if found is None else entrants.load(tx, found)
    if entrant is None:
        raise NotRegistered(name=tournament.name)
    if entrant.person_id == person.person_id:
        raise CaptainLeads(team=entrant.team_name or "")
    rosters.step_out(tx, tournament, entrant, person.person_id)
    return _load(tx, tournament, entrant.entrant_id)


@only_for(*OF_TEAMS)
def own(tx: ActorQuery, tournament_id: TournamentId) -> TeamView:
    """The team of who asks, as captain or member; raises NotRegistered."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = None if person is None else entry_of(tx, tournament_id, person.person_id)
    if entrant is None or entrant.team_name is None:
        raise NotRegistered(name=tournament.name)
    return view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def of_entrant(tx: ActorQuery, entrant_id: EntrantId) -> TeamView:
    """Any team of the server; raises NotFound."""
    entrant = entrants.load(tx, entrant_id)
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
    team, waiting = load_team(tx, tournament, entrant), rosters.open_places(tx, tournament, entrant.entrant_id)
    _refuse_unanswered(team, waiting, rules.size - len(team.members))
    found = [one for one in problems(team, rules, tournament.rulebook.dispute) if one.fault not in BY_THE_LIST]
    team_faults.refuse(tx, team, found, complete=True)
    for one in team.members:
        team_faults.refuse_barred_member(tx, tournament, one.person_id)
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
    return rosters.rank(tx, tournament, entrant.person_id, teams.members(tx, entrant.entrant_id), at)


def view(tx: Query, tournament: Tournament, entrant: Entrant, at: datetime) -> TeamView:
    """The team as it is shown at the moment."""
    team, site = load_team(tx, tournament, entrant), tournament.rulebook.registration.account
    known = people.by_ids(tx, [team.leader, *(one.person_id for one in team.members)])
    held = {} if site is None else {one: accounts.of_person(tx, one, site) for one in known}
    members = (
        TeamMember(
            known[one.person_id],
            one.board,
            one.rating,
            one.school_year,
            None if (account := held.get(one.person_id)) is None else account.name,
            one.person_id == team.leader,
        )
        for one in team.members
    )
    return TeamView(
        tournament,
        entrant,
        known[team.leader],
        tuple(members),
        check_in_opens_at(tournament),
        registration.confirmation_is_open(tx, tournament, at),
        rosters.open_places(tx, tournament, entrant.entrant_id),
        check_in_closes_at(tournament, outages_of(tx, tournament)),
        reminded=reminders.is_wanted(tx, entrant.entrant_id, entrant.person_id),
        fit=_fit(tx, tournament, team, known, at),
    )


def _fit(tx: Query, tournament: Tournament, team: Team, known: Mapping[PersonId, Person], at: datetime) -> TeamFit:
    """What of the team does not fit by the list that holds, while something can be done about it."""
    rules = tournament.rulebook.teams
    if rules is None or tournament.check_in_closed_at is not None:
        return TeamFit()
    found = list_problems(team, rules)
    barred = [one.person_id for one in team.members if not may_enter(tx, tournament, one.person_id, at)]
    others = [one for one in _who_could_lead(team, found) if one != team.leader]
    may_lead, out = _without(others, barred), _without(whom_to_release(team, rules), barred)
    gone = _without(barred, [team.leader])
    first, second, third = (tuple(known[one] for one in some) for some in (may_lead, out, gone))
    return TeamFit(found, first, second, third, _could_start(team, rules, barred))


def _could_start(team: Team, rules: TeamRules, barred: Sequence[PersonId]) -> bool:
    """Whether the close lets the team play as it is, without the barred."""
    able = replace(team, members=tuple(one for one in team.members if one.person_id not in barred))
    return mend(able, rules) is not None and len(able.members) >= rules.size


def _who_could_lead(team: Team, found: Sequence[TeamProblem]) -> tuple[PersonId, ...]:
    """The highest rated, where the leader is at fault."""
    return who_may_lead(team) if any(one.fault is not Fault.TOP_RANKED for one in found) else ()


def _without(some: Sequence[PersonId], out: Sequence[PersonId]) -> list[PersonId]:
    return [one for one in some if one not in out]


def whole_list(tournament: Tournament, shown: TeamView) -> tuple[NamedMember, ...]:
    """The whole list as the form shows it, members and open places in the captain's order."""
    asks = tournament.rulebook.registration.account is not None
    members = [
        (one.board or FAR, NamedMember(one.person.name, one.account if asks else None, one.school_year))
        for one in shown.members
    ]
    waiting = [
        (one.place.position, NamedMember(one.name, one.place.typed_account if asks else None, one.place.school_year))
        for one in shown.places
    ]
    return tuple(named for _, named in sorted([*members, *waiting], key=lambda each: each[0]))


def own_team(tx: ActorTx, entrant_id: EntrantId) -> tuple[Entrant, Tournament, Person]:
    """The team that the presser leads, while its list is open; raises NotFound, RegistrationClosed, NotACaptain."""
    entrant = entrants.load(tx, entrant_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotFound(what=Subject.ENTRANT)
    tournament = registration.open_for_entries(tx, entrant.tournament_id)
    captain = access.recognise(tx)
    if captain.person_id != entrant.person_id:
        raise NotACaptain(team=entrant.team_name or "")
    return entrant, tournament, captain


def _load(tx: ActorQuery, tournament: Tournament, entrant_id: EntrantId) -> TeamView:
    entrant = entrants.load(tx, entrant_id)
    if entrant is None:
        raise NotFound(what=Subject.ENTRANT)
    return view(tx, tournament, entrant, tx.pressed_at)


def _refuse_member_of_other(tx: Query, tournament: Tournament, person: Person) -> None:
    found = teams.playing_for(tx, tournament.tournament_id, person.person_id)
    entrant = None if found is None else entrants.load(tx, found)
    if entrant is not None and entrant.person_id != person.person_id:
        raise NotACaptain(team=entrant.team_name or "")
