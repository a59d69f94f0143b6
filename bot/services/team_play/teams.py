"""Registering a team and changing it until the close: its name, its members, their accounts and school years.

The captain answers for the members; each of them may leave until the close, and plays in one team (AIJE-D05-1, OLY-1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.announcements import Saying, ToMember
from bot.domain.community import Person, Presser
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.events.tournament import Tournament, check_in_opens_at
from bot.domain.ids import EntrantId, MemberId, Occasion, PersonId, TournamentId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.line_ups import seated
from bot.domain.team_play.team_views import NamedMember, TeamForm, TeamMember, TeamView
from bot.domain.team_play.teams import Fault, Member, Team, TeamProblem, problems, ranks
from bot.errors import NotFound, Subject, UserError
from bot.services import event_log
from bot.services import people as people_service
from bot.services.entering import accounts as accounts_service
from bot.services.entering import registration
from bot.services.entering.eligibility import refuse_barred
from bot.services.event_kinds import only_for
from bot.services.events.tournaments import checked_name, find
from bot.services.registry import grades
from bot.services.sides import entry_of
from bot.services.speaking import promise
from bot.services.team_play.team_errors import (
    CaptainLeads,
    InAnotherTeam,
    MemberAccountHeld,
    MemberBarred,
    MembersWithoutAccount,
    NamedTwice,
    NotACaptain,
    TeamNameTaken,
    TeamTooSmall,
)
from bot.services.team_play.team_faults import fault_error, name_of
from bot.services.timetable import tournament_subject
from bot.storage import accounts, entrants, panels, people, ratings
from bot.storage import teams as teams_storage
from bot.storage.database import Work


def is_for_teams(work: Work, presser: Presser, tournament_id: TournamentId) -> bool:
    """Whether teams enter the event, and not people."""
    return find(work, presser.guild_id, tournament_id).rulebook.teams is not None


@only_for(*OF_TEAMS)
def asks_years(work: Work, presser: Presser, tournament_id: TournamentId) -> bool:
    """Whether the members are pupils, whose school years are asked (OLY-1)."""
    return find(work, presser.guild_id, tournament_id).rulebook.dispute is not None


@only_for(*OF_TEAMS)
def form(work: Work, presser: Presser, tournament_id: TournamentId) -> TeamForm:
    """What the captain's form begins with: the team as it stands, or for a new one the captain.

    Raises RegistrationClosed, the bar of who pressed, and NotACaptain for who plays in somebody else's team.
    """
    tournament = registration.open_for_entries(work, presser, tournament_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is not None:
        refuse_barred(work, tournament, person.person_id, presser.at)
        _refuse_member_of_other(work, tournament, person)
        entrant = entrants.of_person(work, tournament_id, person.person_id)
        if entrant is not None and entrant.withdrawn_at is None:
            shown = view(work, tournament, entrant, presser)
            named = (as_named(tournament, one) for one in shown.members)
            return TeamForm(tournament, entrant.team_name or "", tuple(named))
    plays = tournament.rulebook.dispute is None
    return TeamForm(tournament, "", (NamedMember(presser.name[: people_service.NAME_LIMIT]),) if plays else ())


@only_for(*OF_TEAMS)
def save(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament_id: TournamentId,
    name: str,
    named: Sequence[NamedMember],
) -> TeamView:
    """Registers the captain's team, or writes it anew; the first named sits on board 1, substitutes come last.

    The form comes from the announcement, whose answer brings it up to date, so no further edit is asked for here.
    Raises what is wrong with the team, with the exact person; that somebody is still to be named is no fault here.
    """
    tournament = registration.open_for_entries(work, presser, tournament_id)
    captain = people_service.recognise(work, occasion, presser)
    return write_team(work, occasion, presser, tournament, (captain, captain), name, named)


def write_team(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament: Tournament,
    captain_and_writer: tuple[Person, Person],
    name: str,
    named: Sequence[NamedMember],
) -> TeamView:
    """As `save`, whoever writes it down for the captain; who may was asked before."""
    captain, writer = captain_and_writer
    refuse_barred(work, tournament, captain.person_id, presser.at)
    _refuse_member_of_other(work, tournament, captain)
    known = entrants.of_person(work, tournament.tournament_id, captain.person_id)
    newly = known is None or known.withdrawn_at is not None
    team_name = _free_name(work, tournament, name, None if known is None else known.entrant_id)
    entrant = registration.admit(work, occasion, tournament, captain, presser.at, writer, confirms=False).entrant
    teams_storage.rename(work, entrant.entrant_id, team_name, None)
    before = {one.person_id for one in teams_storage.members(work, entrant.entrant_id)}
    members = _members(work, occasion, tournament, captain, named, before)
    write_members(work, occasion, presser, tournament, replace(entrant, team_name=team_name), members)
    return replace(_loaded(work, presser, tournament, entrant.entrant_id), newly=newly)


@only_for(*OF_TEAMS)
def add_members(
    work: Work, occasion: Occasion, presser: Presser, entrant_id: EntrantId, picked: Mapping[MemberId, str]
) -> TeamView:
    """Members of the server whom the captain chose take the next free places."""
    entrant, tournament, _ = _own(work, occasion, presser, entrant_id)
    return write_more(work, occasion, presser, tournament, entrant, picked)


def write_more(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament: Tournament,
    entrant: Entrant,
    picked: Mapping[MemberId, str],
) -> TeamView:
    """As `add_members`, whoever writes it down; who may was asked before."""
    members = teams_storage.members(work, entrant.entrant_id)
    for member_id, name in picked.items():
        person = registration.somebody(work, occasion, tournament, (member_id, name), name, None)
        if all(one.person_id != person.person_id for one in members):
            members.append(Member(person.person_id, 0))
    write_members(work, occasion, presser, tournament, entrant, placed(members, tournament))
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    return _loaded(work, presser, tournament, entrant.entrant_id)


@only_for(*OF_TEAMS)
def leave(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId) -> TeamView:
    """A member leaves the team until the close; the captain withdraws the whole team instead."""
    tournament = registration.open_for_entries(work, presser, tournament_id)
    person = people_service.recognise(work, occasion, presser)
    found = teams_storage.playing_for(work, tournament_id, person.person_id)
    entrant = None if found is None else entrants.load(work, found)
    if entrant is None:
        raise registration.NotRegistered(name=tournament.name)
    if entrant.person_id == person.person_id:
        raise CaptainLeads(team=entrant.team_name or "")
    left = [one for one in teams_storage.members(work, entrant.entrant_id) if one.person_id != person.person_id]
    write_members(work, occasion, presser, tournament, entrant, placed(left, tournament))
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    _tell_captain(work, occasion, tournament, entrant, person)
    return _loaded(work, presser, tournament, entrant.entrant_id)


def _tell_captain(work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, left: Person) -> None:
    """A team that somebody has left may not be confirmed any more, and its captain would miss the start by it."""
    captain = people.load(work, entrant.person_id)
    if captain is not None and captain.discord_id is not None:
        to, guild_id = ToMember(captain.discord_id), tournament.guild_id
        promise(work, occasion, guild_id, to, Saying.MEMBER_LEFT, entrant.entrant_id, person=left.person_id)


@only_for(*OF_TEAMS)
def own(work: Work, presser: Presser, tournament_id: TournamentId) -> TeamView:
    """The team of who asks, as captain or member; raises NotRegistered."""
    tournament = find(work, presser.guild_id, tournament_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    entrant = None if person is None else entry_of(work, tournament_id, person.person_id)
    if entrant is None or entrant.team_name is None:
        raise registration.NotRegistered(name=tournament.name)
    return view(work, tournament, entrant, presser)


@only_for(*OF_TEAMS)
def of_entrant(work: Work, presser: Presser, entrant_id: EntrantId) -> TeamView:
    """Any team of the server; raises NotFound."""
    entrant = entrants.load(work, entrant_id)
    if entrant is None or entrant.team_name is None:
        raise NotFound(what=Subject.ENTRANT)
    return view(work, find(work, presser.guild_id, entrant.tournament_id), entrant, presser)


def refuse_incomplete(work: Work, tournament: Tournament, entrant: Entrant, presser: Presser) -> None:
    """Raises what keeps a team from confirming: the published ranking of this moment is what counts (AIJE-D05-1)."""
    rules = tournament.rulebook.teams
    if rules is None:
        return
    team = loaded(work, tournament, entrant)
    _refuse(work, team, problems(team, rules, tournament.rulebook.dispute), complete=True)
    for one in team.members:
        refuse_barred_member(work, presser, tournament, one.person_id)
    lacking = view(work, tournament, entrant, presser).without_account
    if lacking:
        site = tournament.rulebook.registration.account or ""
        raise MembersWithoutAccount(names=tuple(one.name for one in lacking), site=site)


def seat(work: Work, occasion: Occasion, tournament: Tournament, starters: Sequence[Entrant]) -> None:
    """Gives every member of the starting teams the board for the whole event, by what is published at the close."""
    rules = tournament.rulebook.teams
    if rules is None:
        return
    for entrant in starters:
        team = loaded(work, tournament, entrant)
        order = grades.boards(work, tournament, seated(team, rules))
        boards = [replace(one, board=board if board <= rules.size else 0) for board, one in enumerate(order, start=1)]
        teams_storage.replace_members(work, entrant.entrant_id, boards, occasion.now)


def loaded(work: Work, tournament: Tournament, entrant: Entrant) -> Team:
    """The team with its members' published ratings and ranks."""
    return _ranked(work, tournament, entrant.person_id, teams_storage.members(work, entrant.entrant_id))


def view(work: Work, tournament: Tournament, entrant: Entrant, presser: Presser) -> TeamView:
    """The team as it is shown."""
    team, site = loaded(work, tournament, entrant), tournament.rulebook.registration.account
    known = people.by_ids(work, [team.leader, *(one.person_id for one in team.members)])
    held = {} if site is None else {one: accounts.of_person(work, one, site) for one in known}
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
        registration.confirmation_is_open(work, tournament, presser.at),
    )


def refuse_barred_member(work: Work, presser: Presser, tournament: Tournament, person_id: PersonId) -> None:
    """Raises MemberBarred for a member who may not play (AIJE-D01-2)."""
    try:
        refuse_barred(work, tournament, person_id, presser.at)
    except UserError as refused:
        raise MemberBarred(name=name_of(work, person_id)) from refused


def _own(work: Work, occasion: Occasion, presser: Presser, entrant_id: EntrantId) -> tuple[Entrant, Tournament, Person]:
    entrant = entrants.load(work, entrant_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotFound(what=Subject.ENTRANT)
    tournament = registration.open_for_entries(work, presser, entrant.tournament_id)
    captain = people_service.recognise(work, occasion, presser)
    if captain.person_id != entrant.person_id:
        raise NotACaptain(team=entrant.team_name or "")
    return entrant, tournament, captain


def _loaded(work: Work, presser: Presser, tournament: Tournament, entrant_id: EntrantId) -> TeamView:
    entrant = entrants.load(work, entrant_id)
    if entrant is None:
        raise NotFound(what=Subject.ENTRANT)
    return view(work, tournament, entrant, presser)


def _ranked(work: Work, tournament: Tournament, leader: PersonId, members: Sequence[Member]) -> Team:
    rated = ratings.ratings(work, tournament.guild_id)
    places = ranks(rated)
    known = (replace(one, rating=rated.get(one.person_id), rank=places.get(one.person_id)) for one in members)
    return Team(leader, tuple(known))


def _free_name(work: Work, tournament: Tournament, typed: str, own_id: EntrantId | None) -> str:
    name = checked_name(typed)
    holder = teams_storage.named(work, tournament.tournament_id, name)
    if holder is not None and holder != own_id:
        raise TeamNameTaken(name=name)
    return name


def _members(
    work: Work,
    occasion: Occasion,
    tournament: Tournament,
    captain: Person,
    named: Sequence[NamedMember],
    before: set[PersonId],
) -> list[Member]:
    """The people meant by the names: the captain, members as they were, or people who are not in the server."""
    known = people.by_ids(work, [captain.person_id, *before])
    by_name = {one.name.casefold(): one for one in known.values()}
    members: list[Member] = []
    for one in named:
        person = by_name.get(one.name.casefold())
        if person is None:
            person = registration.somebody(work, occasion, tournament, None, checked_name(one.name), one.account)
        if any(member.person_id == person.person_id for member in members):
            raise NamedTwice(name=one.name)
        _give_account(work, occasion, tournament, person, one.account, captain)
        members.append(Member(person.person_id, 0, school_year=one.school_year))
    if tournament.rulebook.dispute is None and all(one.person_id != captain.person_id for one in members):
        members.insert(0, Member(captain.person_id, 0))
    return placed(members, tournament)


def placed(members: Sequence[Member], tournament: Tournament) -> list[Member]:
    """The members in their order, the first on board 1, and who comes after the last board a substitute."""
    rules = tournament.rulebook.teams or TeamRules()
    return [replace(one, board=board if board <= rules.size else 0) for board, one in enumerate(members, start=1)]


def _give_account(
    work: Work, occasion: Occasion, tournament: Tournament, person: Person, typed: str | None, captain: Person
) -> None:
    """Notes the account that the captain told of a member who has none; one that is held by another is refused."""
    site = tournament.rulebook.registration.account
    if site is None or typed is None or accounts.of_person(work, person.person_id, site) is not None:
        return
    holder = accounts_service.holder_of(work, tournament.guild_id, site, typed, occasion.now)
    if holder is not None and holder.person_id != person.person_id:
        raise MemberAccountHeld(name=person.name, account=typed)
    accounts_service.name_account(work, occasion, person, site, typed, tournament.tournament_id, by=captain)


def write_members(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament: Tournament,
    entrant: Entrant,
    members: Sequence[Member],
) -> None:
    """Writes the members in place of those before; raises what is wrong with the team. Who may was asked before."""
    rules = tournament.rulebook.teams or TeamRules()
    team = _ranked(work, tournament, entrant.person_id, members)
    found = problems(team, rules, tournament.rulebook.dispute)
    _refuse(work, team, found, complete=False)
    for one in members:
        refuse_barred_member(work, presser, tournament, one.person_id)
        refuse_in_other(work, tournament, entrant.entrant_id, one.person_id)
    teams_storage.replace_members(work, entrant.entrant_id, members, occasion.now)
    if found or view(work, tournament, entrant, presser).without_account:
        teams_storage.unconfirm(work, entrant.entrant_id)
    event_log.record(
        work,
        occasion,
        tournament,
        "name_team",
        by=people_service.recognise(work, occasion, presser).person_id,
        details={"entrant": entrant.entrant_id, "members": " ".join(one.person_id for one in members)},
    )


def refuse_in_other(work: Work, tournament: Tournament, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Raises InAnotherTeam for who plays for another team of the event."""
    other = entry_of(work, tournament.tournament_id, person_id)
    if other is not None and other.withdrawn_at is None and other.entrant_id != entrant_id:
        raise InAnotherTeam(name=name_of(work, person_id), team=other.team_name or "")


def _refuse_member_of_other(work: Work, tournament: Tournament, person: Person) -> None:
    found = teams_storage.playing_for(work, tournament.tournament_id, person.person_id)
    entrant = None if found is None else entrants.load(work, found)
    if entrant is not None and entrant.person_id != person.person_id:
        raise NotACaptain(team=entrant.team_name or "")


def _refuse(work: Work, team: Team, found: Sequence[TeamProblem], *, complete: bool) -> None:
    """Raises the first fault with the exact person; a team that is not yet whole is refused only as `complete`."""
    for problem in found:
        if problem.fault is not Fault.TOO_FEW:
            raise fault_error(work, team, problem)
    for problem in found:
        if complete:
            raise TeamTooSmall(n=problem.limit - problem.given, limit=problem.limit)


def as_named(tournament: Tournament, one: TeamMember) -> NamedMember:
    """The member as the form shows it."""
    asks = tournament.rulebook.registration.account is not None
    return NamedMember(one.person.name, one.account if asks else None, one.school_year)
