"""The record of a match for a title as it was played: every game, and what an arbiter's word changed (AIJE-D03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.title_match import verbs as title_match_verbs
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.records import Record, RecordedContest
from bot.play.title_games import Colour, GameEnd, GameFate, ToldGame
from bot.record.reading import read_record
from bot.record.replaying import Replay, replay
from bot.record.writing import write_record
from tests.features.title_match.test_world_titles import correct
from tests.hall.hall import Hall
from tests.hall.title_matches import CHALLENGER, CHAMPION, announced, begun, choose, side_of, start, state, won


def replayed(hall: Hall, tournament: Tournament) -> Replay:
    record: Record = hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id)
    found = replay(read_record(write_record(record), "match.json"))
    assert found.difference is None
    return found


def match_of(found: Replay) -> RecordedContest:
    (match,) = found.record.contests
    return match


def decide(hall: Hall, contest: Contest, number: int, winner: int | None) -> None:
    mark = state(hall, contest).entries
    hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, mark, number, winner, "The power was cut")


@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-5")
def test_the_record_has_every_game_with_its_colours_its_winner_and_how_it_ended(hall: Hall) -> None:
    tournament = announced(hall)
    choose(hall, tournament, "first", Colour.SECOND)
    choose(hall, tournament, "last", Colour.FIRST)
    contest = start(hall, tournament)
    champion = side_of(hall, contest, CHAMPION)
    won(hall, contest, CHALLENGER)
    entry = state(hall, contest).words[1].entry
    hall.act(hall.actor(CHAMPION), title_match_verbs.tell_how, contest.contest_id, entry, GameEnd.TIME)
    decide(hall, contest, 2, None)
    decide(hall, contest, 2, champion)
    for _ in range(9):
        won(hall, contest, CHAMPION)
    match = match_of(replayed(hall, tournament))
    assert match.games[:3] == (
        ToldGame(1, 1 - champion, 1 - champion, GameFate.TIME),
        ToldGame(2, champion, None, GameFate.ANNULLED),
        ToldGame(2, champion, champion, GameFate.AWARDED),
    )
    assert len(match.games) == 12
    assert match.ruled == ()


@pytest.mark.rule("AIJE-D01-5.4")
def test_games_lost_by_absence_are_among_the_games(hall: Hall) -> None:
    tournament = announced(hall)
    contest = start(hall, tournament, timedelta(minutes=4, seconds=5))
    while not hall.load(tournament).ended_at:
        won(hall, contest, CHALLENGER)
    games = match_of(replayed(hall, tournament)).games
    assert [game.fate for game in games[:3]] == [GameFate.ABSENCE, GameFate.ABSENCE, None]


def test_the_games_that_leaving_gave_away_are_told_so(hall: Hall) -> None:
    tournament, contest = begun(hall)
    won(hall, contest, CHAMPION)
    hall.act(hall.actor(CHAMPION), rounds_drawing_verbs.leave, tournament.tournament_id)
    games = match_of(replayed(hall, tournament)).games
    assert [game.fate for game in games] == [None, *[GameFate.ABSENCE] * 10]


def test_a_corrected_match_keeps_its_games_beside_the_word_that_corrected_them(hall: Hall) -> None:
    tournament, contest = begun(hall)
    for _ in range(10):
        won(hall, contest, CHALLENGER)
    correct(hall, contest, CHAMPION)
    match = match_of(replayed(hall, tournament))
    assert len(match.games) == 10
    assert match.ruled == (match.contest.result,)


def test_a_match_that_an_arbiter_ended_in_the_middle_agrees_with_its_record(hall: Hall) -> None:
    tournament, contest = begun(hall)
    won(hall, contest, CHALLENGER)
    side = side_of(hall, contest, CHAMPION)
    score = (10, 1) if side == 0 else (1, 10)
    hall.act(hall.actor(1), playing_ruling_verbs.rule, contest.contest_id, score, "Both agreed to stop")
    match = match_of(replayed(hall, tournament))
    assert len(match.games) == 1
    assert match.ruled == (match.contest.result,)


def test_the_record_of_a_running_match_has_the_games_so_far(hall: Hall) -> None:
    tournament, contest = begun(hall)
    won(hall, contest, CHALLENGER)
    assert len(match_of(replayed(hall, tournament)).games) == 1
