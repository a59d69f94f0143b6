"""Teams held against the ranking: told while it can be mended, judged when registration closes (AIJE-D05-1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.community import Place
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.fitness import list_problems, mend
from bot.domain.team_play.sayings import CaptainChanged, TeamsUnfit, TeamUnfit, TeamUnfitAtClose
from bot.domain.team_play.team_views import TeamFit, TeamView
from bot.domain.team_play.teams import Team
from bot.errors import Outdated
from bot.services import event_log
from bot.services.event_kinds import only_for
from bot.services.sides import people_in
from bot.services.speaking import promise, tell_committee, tell_member
from bot.services.team_play import rosters, team_entries, team_staff
from bot.services.timetable import tournament_subject
from bot.storage import entrants, outbox, people
from bot.storage.context import ActorTx, Query, Tx


def tell_unfit(tx: Tx, tournament: Tournament) -> None:
    """Tells the captains whose teams do not fit by the list that holds now: in the channel, and each by a letter."""
    listed = entrants.of_tournament(tx, tournament.tournament_id)
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
    team = team_entries.load_team(tx, tournament, entrant, at)
    return not list_problems(team, tournament.rulebook.teams or TeamRules())


def as_closed(tx: Query, view: TeamView, at: datetime) -> TeamView:
    """The team with what of it did not fit when registration closed."""
    tournament, rules = view.tournament, view.tournament.rulebook.teams or TeamRules()
    team = team_entries.load_team(tx, tournament, view.entrant, tournament.check_in_closed_at or at)
    return replace(view, fit=TeamFit(list_problems(team, rules)))


@only_for(*OF_TEAMS)
def pass_lead(tx: ActorTx, entrant_id: EntrantId, person_id: PersonId) -> TeamView:
    """The captain lets the highest rated lead the team; raises Outdated where the list names somebody else by now."""
    entrant, tournament, _ = team_entries.own_team(tx, entrant_id)
    view = team_entries.view(tx, tournament, entrant, tx.pressed_at)
    leader = next((one for one in view.fit.may_lead if one.person_id == person_id), None)
    if leader is None:
        raise Outdated
    team_staff.refuse_leader(tx, tournament, entrant, leader)
    led = give_lead(tx, tournament, entrant, person_id)
    return team_entries.view(tx, tournament, led, tx.pressed_at)


@only_for(*OF_TEAMS)
def release(tx: ActorTx, entrant_id: EntrantId, person_id: PersonId) -> TeamView:
    """The captain lets a member go with whom the team cannot play; raises Outdated for everybody else."""
    entrant, tournament, _ = team_entries.own_team(tx, entrant_id)
    fit = team_entries.view(tx, tournament, entrant, tx.pressed_at).fit
    if all(one.person_id != person_id for one in (*fit.to_release, *fit.barred)):
        raise Outdated
    rosters.release(tx, tournament, entrant, person_id)
    after = entrants.load(tx, entrant_id) or entrant
    return team_entries.view(tx, tournament, after, tx.pressed_at)


def settle(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    """Whether a team can start by the list that held when registration closed; who is told what becomes of it.

    Who is of the ranking's first beyond the allowed number stays out where the rulebook lets enough play without them,
    and the lead passes to the highest rated. A team that does not fit even so does not play; nobody was absent.
    """
    team = team_entries.load_team(tx, tournament, entrant, closed_at)
    fit = mend(team, tournament.rulebook.teams or TeamRules())
    if fit is None:
        tell_off(tx, tournament, entrant)
        return False
    if fit.leader != team.leader and entrants.of_person(tx, tournament.tournament_id, fit.leader) is not None:
        # Somebody with an entry of the own, from which they withdrew, answers for no other.
        tell_off(tx, tournament, entrant)
        return False
    _let_play(tx, tournament, entrant, team, fit)
    return True


def _let_play(tx: Tx, tournament: Tournament, entrant: Entrant, team: Team, fit: Team) -> None:
    led = entrant
    if fit.leader != team.leader:
        led = give_lead(tx, tournament, entrant, fit.leader, at_close=True)
    for one in team.members:
        if fit.member(one.person_id) is None:
            rosters.release(tx, tournament, led, one.person_id, at_close=True)


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
    entrants.give_to(tx, entrant.entrant_id, leads)
    by_itself = at_close or by_bar
    by = None if by_itself else people.load(tx, entrant.person_id)
    act, key, led = "change_captain", entrant.entrant_id, entrant.person_id
    event_log.record(tx, tournament, act, by, entrant=key, person=leads, other=led)
    told = CaptainChanged(key, led, at_close, by_bar)
    for target in (Place.ANNOUNCEMENTS, *((Place.COMMITTEE,) if by_itself else ())):
        promise(tx, tournament.guild_id, target, told)
    for person_id in (leads, *((led,) if by_itself else ())):
        tell_member(tx, tournament.guild_id, person_id, told)
    tx.touch(tournament_subject(tournament.tournament_id))
    return replace(entrant, person_id=leads)
