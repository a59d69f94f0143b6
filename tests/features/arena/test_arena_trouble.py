"""Fraud, corrections, expulsions and outages in an arena: what stands, who plays on, and that the record agrees."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.model import ArenaTask, Happened
from bot.features.cases import store as cases_store
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.course.facts_verbs import facts
from bot.features.desk import verbs as desk_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.promises_model import Podium
from bot.features.tournaments.tasks_model import Obstacle
from bot.features.voting.model import Ground
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import FileId
from bot.people import store as people_store
from bot.people.model import Penalty
from bot.play.contests import Contest, ResultKind
from bot.play.entries import Tournament
from bot.play.formats.arena import ArenaOutcome
from tests.features.cases.test_files import decide, report
from tests.hall.arena_hall import (
    SECOND,
    agree,
    begin,
    deliver,
    found,
    later,
    number,
    points,
    ready,
    report_of,
    result_of,
    sides,
    tell,
    win,
)
from tests.hall.court import LEADER, open_court
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.record.test_record_of_formats import replayed
from tests.refusals import refuses


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def annulled(hall: Hall, tournament: Tournament, game: Contest, penalty: Penalty = Penalty.GAME_LOST) -> FileId:
    """The winner of the game is found to have cheated; the case's id."""
    cheat = number(hall, tournament, game.sides[0])
    file = report(hall, cheat, reporter=77, ground=Ground.PROGRAM_HELP, contest=game.contest_id)
    return decide(hall, file, penalty).file_id


def test_a_fraudulent_win_in_a_running_arena_counts_for_the_cheat_no_more_and_its_flame_goes_out(court: Hall) -> None:
    tournament = begin(court, 2, 3)
    cheat = 0
    for _ in range(3):
        (game,) = court.open_contests(tournament)
        first, second = sides(court, tournament, game)
        cheat = cheat or first
        court.now += timedelta(minutes=2)
        tell(court, cheat, game, ArenaOutcome.WON)
        agree(court, second if cheat == first else first, game)
        ready(court, first, tournament)
        ready(court, second, tournament)
        later(court, seconds=4)
    assert points(court, tournament)[cheat] == 8
    games = court.ask(playing_store.of_tournament, tournament.tournament_id)
    file = report(court, cheat, reporter=77, ground=Ground.PROGRAM_HELP, contest=games[1].contest_id)
    decide(court, file, Penalty.GAME_LOST)
    assert points(court, tournament)[cheat] == 4
    top = found(court.ask(arena_reading_verbs.lobby, tournament.tournament_id)).top
    assert not any(one.on_fire for one in top)
    assert len(court.ask(playing_store.of_tournament, tournament.tournament_id)) == len(games)


def test_a_fraudulent_win_in_an_arena_that_ended_counts_anew_and_the_record_agrees(court: Hall) -> None:
    tournament = begin(court, 2, 3, 4, 5)
    for game in court.open_contests(tournament):
        win(court, tournament, game)
    later(court, hours=1, minutes=1)
    assert court.load(tournament).ended_at is not None
    game = court.ask(playing_store.of_tournament, tournament.tournament_id)[0]
    cheat, victim = sides(court, tournament, game)
    file_id = annulled(court, tournament, game)
    assert points(court, tournament)[cheat] == points(court, tournament)[victim] == 0
    found_again = replayed(court, tournament)
    assert found_again.difference is None
    court.do(
        cases_verdict_verbs.undo, found(court.ask(cases_store.load_file, file_id)), court.person(LEADER), "Heard anew"
    )
    assert points(court, tournament)[cheat] == 2


def test_a_disqualified_player_loses_the_game_in_play_and_is_paired_no_more(court: Hall) -> None:
    tournament = begin(court, 2, 3, 4, 5)
    game = court.open_contests(tournament)[0]
    cheat, victim = sides(court, tournament, game)
    win(court, tournament, game)
    ready(court, cheat, tournament)
    file = report(court, cheat, reporter=77, ground=Ground.PROGRAM_HELP, contest=game.contest_id)
    decide(court, file, Penalty.DISQUALIFIED)
    assert court.ask(facts, tournament).waiting == ()
    with refuses("error.LeftTheArena"):
        ready(court, cheat, tournament)
    assert ready(court, victim, tournament).happened is Happened.READY


def test_an_expelled_player_in_the_middle_of_a_game_gives_it_to_the_opponent(court: Hall) -> None:
    tournament = begin(court, 2, 3)
    (game,) = court.open_contests(tournament)
    gone, stays = sides(court, tournament, game)
    person = found(court.ask(people_store.load, court.person(gone).person_id))
    court.do(cases_verdict_verbs.lay_down_everything, person, None)
    assert result_of(court, game).kind is ResultKind.WITHDRAWAL
    assert points(court, tournament)[stays] == 2
    assert (
        court.ask_as(court.actor(stays), arena_reading_verbs.mine, tournament.tournament_id).task is ArenaTask.SETTLED
    )
    later(court, hours=1, minutes=1)
    assert court.load(tournament).ended_at is not None
    assert replayed(court, tournament).difference is None


def test_who_leaves_with_a_result_on_the_table_is_counted_by_it(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = sides(hall, tournament, game)
    tell(hall, first, game, ArenaOutcome.LOST)
    hall.act(hall.actor(second), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert found(hall.ask(playing_store.load, game.contest_id)).contest.result is None
    later(hall, minutes=3)
    assert points(hall, tournament) == {first: 0, second: 2}


def test_who_leaves_while_the_first_move_is_asked_for_loses_at_once(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now += 40 * SECOND
    hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)
    deliver(hall)
    hall.act(hall.actor(3), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert result_of(hall, game).kind is ResultKind.WITHDRAWAL
    later(hall, minutes=5)
    assert points(hall, tournament)[2] == 2


def test_a_result_of_an_arena_that_ended_is_corrected_and_the_podium_told_anew(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = win(hall, tournament, game)
    later(hall, hours=1, minutes=1)
    assert hall.load(tournament).ended_at is not None
    hall.act(hall.actor(1), playing_correcting_verbs.correct, game.contest_id, (0, 1, 0), 0, "The other way round")
    assert points(hall, tournament) == {first: 0, second: 2}
    assert len(hall.promised(Podium, tournament.tournament_id)) == 2
    top = found(hall.ask(arena_reading_verbs.lobby, tournament.tournament_id)).top
    assert [one.points for one in top] == [2, 0]
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(1), playing_correcting_verbs.correct, game.contest_id, (0, 1, 0), 0, "Once more")
    assert replayed(hall, tournament).difference is None


def test_a_correction_while_results_are_still_awaited_counts_in_the_frozen_table(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4, 5)
    one, other = hall.open_contests(tournament)
    first, second = win(hall, tournament, one)
    end = hall.ask_as(hall.actor(2), arena_reading_verbs.mine, tournament.tournament_id).ends_at
    hall.now = end - SECOND
    third = sides(hall, tournament, other)[0]
    tell(hall, third, other, ArenaOutcome.WON)
    later(hall, seconds=10)
    hall.act(hall.actor(1), playing_correcting_verbs.correct, one.contest_id, (0, 1, 0), 0, "The other way round")
    assert hall.load(tournament).ended_at is None
    later(hall, minutes=3)
    assert hall.load(tournament).ended_at is not None
    assert {points(hall, tournament)[who] for who in (first, second, third)} == {0, 2}
    assert points(hall, tournament)[second] == 2


@pytest.mark.rule("ARENA-4")
def test_after_an_outage_in_the_middle_the_record_agrees_with_what_was_shown(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4, 5)
    one, other = hall.open_contests(tournament)
    hall.now += timedelta(minutes=50)
    win(hall, tournament, one)
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=25)
    hall.do(wake_up)
    hall.now += timedelta(minutes=5)
    win(hall, tournament, other)
    later(hall, minutes=6)
    assert hall.load(tournament).ended_at is not None
    assert sorted(points(hall, tournament).values()) == [0, 0, 2, 2]
    again = replayed(hall, tournament)
    assert again.difference is None
    assert again.derived.is_over


def test_the_desk_of_an_arena_shows_what_needs_somebody_and_counts_the_rest(hall: Hall) -> None:
    tournament = begin(hall, *range(2, 62))
    games = hall.open_contests(tournament)
    for game in games[:20]:
        tell(hall, sides(hall, tournament, game)[0], game, ArenaOutcome.WON)
    for game in games[:3]:
        answer = report_of(hall, game)
        who = sides(hall, tournament, game)[1]
        hall.act(hall.actor(who), playing_reporting_verbs.dispute, game.contest_id, answer.report_id, "I won")
    view = hall.ask_as(hall.actor(1), desk_verbs.desk_view, tournament.tournament_id)
    assert [row.obstacle for row in view.rows] == [Obstacle.DISPUTE] * 3
    assert {len(row.people) for row in view.rows} == {2}
    assert (view.in_play, view.to_play) == (27, 30)
    hall.act(hall.actor(1), playing_ruling_verbs.rule, games[0].contest_id, (1, 0, 0), "The screenshot shows it")
    view = hall.ask_as(hall.actor(1), desk_verbs.desk_view, tournament.tournament_id)
    assert (len(view.rows), view.to_play) == (2, 29)
