"""What teams ask of the people of an event: to complete one, to answer one, to name who plays, to tell the games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, phase
from bot.domain.ids import PersonId
from bot.domain.playing.desk_views import DeskRow, Duty, DutyItem, Obstacle, Outlook, Prospect
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import TeamMatch
from bot.errors import UserError
from bot.services.asked import Asked, Found
from bot.services.sides import people_shown
from bot.services.team_play import team_entries
from bot.services.timetable import outages_of
from bot.storage import entrants, people, team_places
from bot.storage.context import Query


def guide(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    """Who asks the person to play, and the team that the person plays in."""
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _invitations(tx, asked, tournament)
    if entrant is not None and entrant.team_name is not None and not asked.answers_for(entrant):
        captain = people.load(tx, entrant.person_id)
        yield Prospect(Outlook.IN_TEAM, tournament, None, captain, called=entrant.team_name)


def lacking(
    tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
) -> DutyItem | Prospect | None:
    """What of the team keeps it from confirming, for its captain to see to (AIJE-D05-1, GO-25, OLY-1)."""
    try:
        team_entries.refuse_incomplete(tx.acting_as(asked.presser), tournament, entrant)
    except UserError:
        if asked.answers_for(entrant):
            return DutyItem(Duty.COMPLETE_TEAM, tournament.tournament_id, tournament, closes_at)
        return Prospect(Outlook.CAPTAIN_COMPLETES, tournament, closes_at, people.load(tx, entrant.person_id))
    return None


def _invitations(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    """Teams of the event that ask the person to play for them; each is answered by itself."""
    asking = [] if asked.person is None else _asking(tx, tournament, asked.person.person_id)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament)) if asking else asked.now
    if asked.now <= closes_at:
        for one in asking:
            called = one.team_name or ""
            yield DutyItem(Duty.ANSWER_TEAM, one.entrant_id, tournament, closes_at, called=called)


def of_match(asked: Asked, view: MatchView, side: int, other: Person) -> Found:
    """The line-up that the captain still owes to a match, and where the winner stays on, each game."""
    team, challenge, captain = view.part(TeamMatch), view.part(StayOnView), view.players[side]
    owed = team is not None and team.named_anew and not team.given[side] and view.contest.result is None
    if team is not None and owed and asked.is_me(captain):
        yield DutyItem(Duty.NAME_LINE_UP, view.contest_id, view.tournament, team.line_ups_by, view.players[1 - side])
    if challenge is not None and view.state.phase is MatchPhase.PLAYING:
        yield from _in_challenge(asked, view, challenge, side, other)


def _in_challenge(asked: Asked, view: MatchView, challenge: StayOnView, side: int, other: Person) -> Found:
    """Where the winner stays on, the captain and who is at the board tell each game (GO-26.6)."""
    key, tournament = view.contest_id, view.tournament
    playing = None if challenge.state is None else challenge.state.at_board
    me = None if asked.person is None else asked.person.person_id
    if playing is None or not (asked.is_me(view.players[side]) or me == playing[side]):
        yield Prospect(Outlook.TEAM_PLAYS, tournament, None, other)
    elif challenge.claim is None:
        yield DutyItem(Duty.REPORT, key, tournament, None, other)
    elif challenge.claimed_side == side:
        yield Prospect(Outlook.OPPONENT_ANSWERS, tournament, None, other)
    else:
        yield DutyItem(Duty.CONFIRM_GAME, key, tournament, None, other)


def places_open(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Teams in which a place is open: what staff says yes to, and what only those who are asked can say."""
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return
    waiting = [entrants.load(tx, one) for one in team_places.teams_waiting(tx, tournament.tournament_id)]
    known = people_shown(tx, [one for one in waiting if one is not None])
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    for entrant_id, shown in known.items():
        n = sum(one.is_open for one in team_places.of_team(tx, entrant_id))
        yield DeskRow(Obstacle.TEAM_PLACES, entrant_id, (shown,), closes_at, n)


def _asking(tx: Query, tournament: Tournament, person_id: PersonId) -> list[Entrant]:
    """The teams of the event in which a place is kept open for the person."""
    teams_of = (entrants.load(tx, place.entrant_id) for place in team_places.open_of_person(tx, person_id))
    return [one for one in teams_of if one is not None and one.tournament_id == tournament.tournament_id]
