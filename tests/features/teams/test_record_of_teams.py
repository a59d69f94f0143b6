"""Events of teams brought in from their record: members, boards, and whom level boards sent on come along."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.past_events.bringing_verbs import RecordLacksCaptain
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import cards as playing_cards
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing.match_views_model import MatchView
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.guidance_verbs import RecordNeedsDraw
from bot.features.teams.model import TeamMatch
from bot.features.tournaments import store as tournaments_store
from bot.i18n.catalogue import Translator
from bot.kernel.ids import TournamentId
from bot.people import store as people_store
from bot.play.draw import conduct
from bot.play.entries import Tournament
from bot.play.format_rules import LevelMatch, ScoringRules, TeamEncounter
from bot.play.points import scene_of
from bot.play.records import Record, RecordedDraw
from bot.play.rulebook import Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import problems
from tests.hall.arrivals import brought
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO, bracket, entered, play_on, replays

LEVEL = ("½-½", "½-½", "½-½", "½-½")
WON = ("1-0", "1-0", "0-1", "1-0")


def summed() -> Rulebook:
    assert GO.teams is not None
    scoring = ScoringRules(win=2, draw=1, loss=0, bye=2, absence=0, by_games=True)
    sums = replace(GO.teams, encounter=TeamEncounter.SUM)
    whole = replace(GO, teams=sums, scoring=scoring, discipline=None, adjournment=None)
    assert problems(whole) == ()
    return whole


def brought_in(hall: Hall, played: Tournament) -> Tournament:
    """The event once more, from its own record."""
    record = replace(hall.ask(record_of, played), event_id=TournamentId("elsewhere"), name="Brought")
    brought(hall, record)
    return next(one for one in hall.ask(tournaments_store.of_guild, GUILD) if one.name == "Brought")


@pytest.mark.rule("GO-25.1", "GO-26.1", "GO-27.2")
@pytest.mark.parametrize("rulebook", [bracket(LevelMatch.LOT), summed()], ids=["knockout", "sum"])
def test_a_cup_of_teams_is_the_same_where_it_is_brought_in(hall: Hall, rulebook: Rulebook) -> None:
    played = play_on(hall, entered(hall, rulebook, 4), lambda one: WON if one.position else LEVEL)
    there = brought_in(hall, played)
    views = [hall.ask(course_reading_verbs.standings_view, one.tournament_id) for one in (played, there)]
    names = [
        sorted((row.rank_from, view.people[row.entrant_id].name) for row in view.rows)
        for view in views
        if view is not None
    ]
    assert names[0] == names[1]
    first = hall.ask(facts, there).contests[0]
    view = hall.ask(playing_reading_verbs.view_of, first.contest_id, hall.now)
    shown = view.part(TeamMatch)
    assert shown is not None
    assert len(shown.told) == 4
    assert all(board.seats[0] for board in shown.boards)
    team = hall.ask_as(hall.actor(2), teams_verbs.of_entrant, first.sides[0])
    assert len(team.members) == 4
    replays(hall, there)


def by_hand(*teams_of: object) -> str:
    rulebook = {"format": "round_robin", "teams": {"size": 2}}
    boards = [{"board": 1, "score": "1-0"}, {"board": 2, "score": "½-½"}]
    told = {"sides": ["north", "south"], "boards": boards}
    return json.dumps({"rulebook": rulebook, "entrants": teams_of, "contests": [told]})


def test_a_team_of_which_nobody_is_named_stands_for_its_captain(hall: Hall) -> None:
    record = read_record(by_hand("north", "south"), "cup.json")
    found = brought(hall, record)
    assert found.new == ("north", "south")


def led(hall: Hall, *teams_told: object) -> dict[str, str]:
    """The captains' names by the teams', of an event that was brought in."""
    record = read_record(by_hand(*teams_told), "cup.json")
    brought(hall, record)
    tournament = hall.ask(tournaments_store.of_guild, GUILD)[0]
    field = hall.ask(entering_store.with_outcome, tournament.tournament_id, "starter")
    known = hall.ask(people_store.by_ids, [one.person_id for one in field])
    return {str(one.team_name): known[one.person_id].name for one in field}


@pytest.mark.parametrize(
    ("north", "south", "captains"),
    [
        (["ana", "bia"], ["ana", "caio"], {"north": "ana", "south": "caio"}),
        (["ana", "bia"], ["ana"], {"north": "bia", "south": "ana"}),
    ],
)
def test_who_plays_for_two_teams_leads_one_of_them(
    hall: Hall, north: list[str], south: list[str], captains: dict[str, str]
) -> None:
    assert led(hall, {"id": "north", "members": north}, {"id": "south", "members": south}) == captains


def test_two_teams_for_which_the_file_names_one_person_alone_are_refused_where_somebody_is_missing(hall: Hall) -> None:
    both = ({"id": "north", "members": ["ana"]}, {"id": "south", "members": ["ana"]})
    with pytest.raises(RecordLacksCaptain) as refused:
        led(hall, *both)
    assert (refused.value.team, refused.value.place) == ("south", "entrants[1].members")
    assert hall.ask(tournaments_store.of_guild, GUILD) == []


CHALLENGE = """{"rulebook": {"format": "round_robin", "teams": {"size": 2, "encounter": "stay_on"}},
 "entrants": [{"id": "north", "members": ["ana", "bia"]}, {"id": "south", "members": ["duda", "eva"]}],
 "contests": [{"sides": ["north", "south"],
               "boards": [{"board": 1, "players": [["ana"], ["duda"]], "score": "1-0"},
                          {"board": 2, "players": [["ana"], ["eva"]], "score": "0-1"},
                          {"board": 3, "players": [["bia"], ["eva"]], "score": "0-1"}]}],
 "champion": "south"}"""


def brought_view(hall: Hall, record: Record) -> tuple[Tournament, MatchView]:
    before = {one.tournament_id for one in hall.ask(tournaments_store.of_guild, GUILD)}
    brought(hall, record)
    (tournament,) = (one for one in hall.ask(tournaments_store.of_guild, GUILD) if one.tournament_id not in before)
    (contest,) = hall.ask(facts, tournament).contests
    return tournament, hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now)


@pytest.mark.rule("GO-26.6")
def test_a_challenge_comes_along_with_its_games_in_their_order(hall: Hall) -> None:
    tournament, view = brought_view(hall, read_record(CHALLENGE, "cup.json"))
    team = view.part(TeamMatch)
    assert team is not None
    assert [board.score for board in team.told] == [(1, 0), (0, 1), (0, 1)]
    assert playing_cards.situation(view, Translator("en-US"))
    replays(hall, tournament)


def dispute(secret: bytes | None) -> Record:
    """A dispute of two schools of two scenes; without a secret nobody drew which was played."""
    told = {"sides": ["north", "south"], "score": [3, 2], "draw": 1}
    file = {"rulebook": {"preset": "olympiad-school"}, "entrants": ["north", "south"], "contests": [told]}
    record = read_record(json.dumps(file), "cup.json")
    if secret is None:
        return record
    drawn = conduct(secret, record.event_id, 1, [(one.entrant_id, None) for one in record.facts.starters])
    return replace(record, draws=(RecordedDraw(drawn, "field", None),), event_id=TournamentId("elsewhere"))


@pytest.mark.rule("OLY-4")
def test_a_dispute_keeps_the_scene_that_the_draw_of_the_file_gave_it(hall: Hall) -> None:
    found = set()
    for secret in (b"a" * 32, b"b" * 32, b"c" * 32, b"d" * 32):
        record = dispute(secret)
        rules = record.rulebook.dispute
        assert rules is not None
        _, view = brought_view(hall, record)
        team = view.part(TeamMatch)
        assert team is not None
        assert team.scene == scene_of(rules, record.draws[0].record.seed, "1.0")
        found.add(team.scene)
    assert found == {0, 1}


@pytest.mark.rule("OLY-4")
def test_a_dispute_of_two_scenes_without_its_draw_is_refused(hall: Hall) -> None:
    with pytest.raises(RecordNeedsDraw) as refused:
        brought_view(hall, dispute(None))
    assert refused.value.place == "draws"


@pytest.mark.rule("GO-26.1", "GO-27.2")
def test_a_side_that_the_lot_did_not_send_on_is_found_though_all_that_follows_was_written_anew(hall: Hall) -> None:
    tournament = play_on(hall, entered(hall, bracket(LevelMatch.LOT), 2), lambda _: LEVEL)
    record = hall.ask(record_of, tournament)
    assert replay(read_record(write_record(record), "cup.json")).agrees
    file = json.loads(write_record(record))
    file["contests"][0]["paired_as_winner"] = 1 - file["contests"][0]["paired_as_winner"]
    forged = write_record(read_record(json.dumps(file), "cup.json"))
    difference = replay(read_record(forged, "cup.json")).difference
    assert difference is not None
    assert difference.place == "contests[0].paired_as_winner"
    file["draws"].pop()
    dropped = replay(read_record(write_record(read_record(json.dumps(file), "cup.json")), "cup.json")).difference
    assert dropped is not None
    assert dropped.derived == ""
