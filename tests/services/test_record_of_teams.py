"""Events of teams brought in from their record: members, boards, and whom level boards sent on come along."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.domain.regulation.format_rules import Encounter, LevelMatch, ScoringRules
from bot.domain.regulation.rulebook_checks import problems
from bot.domain.rulebook import Rulebook
from bot.record.deriving import derived
from bot.record.reading import read_record
from bot.services.event_facts import facts
from bot.services.events import record_bringing, standings_reading
from bot.services.events.record_bringing import RecordNeedsMore
from bot.services.events.record_reading import record_of
from bot.services.playing import match_reading
from bot.services.team_play import teams
from bot.storage import tournaments
from tests.services.hall import GUILD, Hall
from tests.services.squads import GO, bracket, entered, play_on, replays

LEVEL = ("½-½", "½-½", "½-½", "½-½")
WON = ("1-0", "1-0", "0-1", "1-0")


def summed() -> Rulebook:
    assert GO.teams is not None
    scoring = ScoringRules(win=2, draw=1, loss=0, bye=2, absence=0, by_games=True)
    sums = replace(GO.teams, encounter=Encounter.SUM)
    whole = replace(GO, teams=sums, scoring=scoring, discipline=None, adjournment=None)
    assert problems(whole) == ()
    return whole


def brought_in(hall: Hall, played: Tournament) -> Tournament:
    """The event once more, from its own record."""
    record = replace(hall.ask(record_of, played), event_id=TournamentId("elsewhere"), name="Brought")
    hall.do(record_bringing.bring, hall.presser(1), record, derived(record).standings, None)
    return next(one for one in hall.ask(tournaments.of_guild, GUILD) if one.name == "Brought")


@pytest.mark.rule("GO-25.1", "GO-26.1", "GO-27.2")
@pytest.mark.parametrize("rulebook", [bracket(LevelMatch.LOT), summed()], ids=["knockout", "sum"])
def test_a_cup_of_teams_is_the_same_where_it_is_brought_in(hall: Hall, rulebook: Rulebook) -> None:
    played = play_on(hall, entered(hall, rulebook, 4), lambda one: WON if one.position else LEVEL)
    brought = brought_in(hall, played)
    views = [hall.ask(standings_reading.standings_view, one.tournament_id) for one in (played, brought)]
    names = [
        sorted((row.rank_from, view.people[row.entrant_id].name) for row in view.rows)
        for view in views
        if view is not None
    ]
    assert names[0] == names[1]
    first = hall.ask(facts, brought).contests[0]
    view = hall.ask(match_reading.view_of, first.contest_id, hall.now)
    assert view.team is not None
    assert len(view.team.told) == 4
    assert all(board.seats[0] for board in view.team.boards)
    team = hall.ask(teams.of_entrant, hall.presser(2), first.sides[0])
    assert len(team.members) == 4
    replays(hall, brought)


def by_hand(*teams_of: object) -> str:
    rulebook = {"format": "round_robin", "teams": {"size": 2}}
    boards = [{"board": 1, "score": "1-0"}, {"board": 2, "score": "½-½"}]
    told = {"sides": ["north", "south"], "boards": boards}
    return json.dumps({"rulebook": rulebook, "entrants": teams_of, "contests": [told]})


def test_a_team_of_which_nobody_is_named_stands_for_its_captain(hall: Hall) -> None:
    record = read_record(by_hand("north", "south"), "cup.json")
    found = hall.do(record_bringing.bring, hall.presser(1), record, derived(record).standings, None)
    assert found.new == ("north", "south")


def test_one_captain_of_two_teams_is_refused(hall: Hall) -> None:
    both = ({"id": "north", "members": ["ana", "bia"]}, {"id": "south", "members": ["ana", "caio"]})
    record = read_record(by_hand(*both), "cup.json")
    with pytest.raises(RecordNeedsMore):
        hall.do(record_bringing.bring, hall.presser(1), record, derived(record).standings, None)
