"""An arena in the services: its lobby, pairs, results, and the first move (ARENA-1 to ARENA-7)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.model import ArenaPaired, ArenaTask, Happened
from bot.features.course.facts_verbs import facts
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.model import ConfirmReminder
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel.errors import AlreadyDone, NotYours, Outdated, TooLate
from bot.play.contests import ResultKind
from bot.play.formats.arena import ArenaOutcome
from tests.hall.arena_hall import (
    SECOND,
    agree,
    begin,
    deliver,
    found,
    later,
    points,
    ready,
    report_of,
    result_of,
    sides,
    tell,
    win,
)
from tests.hall.hall import Hall
from tests.refusals import refuses


@pytest.mark.rule("ARENA-3")
def test_everybody_who_confirmed_is_paired_at_the_start_without_a_message_each(hall: Hall):
    tournament = begin(hall, *range(2, 66))
    assert len(hall.open_contests(tournament)) == 32
    assert len(hall.promised(ArenaPaired, tournament.tournament_id)) == 1
    assert hall.promised(MatchCalled, hall.open_contests(tournament)[0].contest_id) == []
    assert all(one.called_at == hall.now for one in hall.open_contests(tournament))


def test_a_big_field_is_paired_in_passes_of_one_message_each_a_second_apart(hall: Hall):
    tournament = begin(hall, *range(2, 86))
    assert len(hall.open_contests(tournament)) == 40
    later(hall, seconds=1)
    told = hall.promised(ArenaPaired, tournament.tournament_id)
    assert [(one.message.first, one.message.last) for one in told] == [(0, 39), (40, 41)]
    pages = [
        hall.ask(arena_reading_verbs.pairs, tournament.tournament_id, one.message.first, one.message.last)
        for one in told
    ]
    assert [len(found(page).games) for page in pages] == [40, 2]
    assert hall.ask(facts, tournament).waiting == ()


def test_who_is_odd_waits_and_meets_the_first_who_comes_back(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    (game,) = hall.open_contests(tournament)
    playing = sides(hall, tournament, game)
    alone = next(one for one in (2, 3, 4) if one not in playing)
    assert hall.ask_as(hall.actor(alone), arena_reading_verbs.mine, tournament.tournament_id).waiting
    hall.now += timedelta(minutes=4)
    winner, _ = win(hall, tournament, game)
    answer = ready(hall, winner, tournament)
    assert answer.happened is Happened.PAIRED
    assert sorted(sides(hall, tournament, hall.open_contests(tournament)[0])) == sorted((alone, winner))


@pytest.mark.rule("ARENA-3")
def test_nobody_is_paired_without_an_own_act(hall: Hall):
    tournament = begin(hall, 2, 3)
    win(hall, tournament, hall.open_contests(tournament)[0])
    later(hall, minutes=10)
    assert hall.open_contests(tournament) == []


def test_who_has_not_told_the_last_game_is_shown_it_instead_of_the_lobby(hall: Hall):
    tournament = begin(hall, 2, 3)
    answer = ready(hall, 2, tournament)
    assert (answer.happened, answer.task, answer.waiting) == (Happened.GAME_FIRST, ArenaTask.PLAY, False)
    tell(hall, 3, hall.open_contests(tournament)[0], ArenaOutcome.LOST)
    assert ready(hall, 2, tournament).task is ArenaTask.ANSWER


def test_who_has_told_may_play_on_before_the_opponent_answers(hall: Hall):
    tournament = begin(hall, 2, 3, 4, 5)
    one, other = hall.open_contests(tournament)
    first, third = sides(hall, tournament, one)[0], sides(hall, tournament, other)[0]
    hall.now += timedelta(minutes=2)
    assert tell(hall, first, one, ArenaOutcome.WON).happened is Happened.TOLD
    tell(hall, third, other, ArenaOutcome.WON)
    assert ready(hall, first, tournament).happened is Happened.READY
    assert ready(hall, third, tournament).happened is Happened.PAIRED


def test_a_second_press_on_ready_changes_nothing(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    alone = next(one for one in (2, 3, 4) if one not in sides(hall, tournament, hall.open_contests(tournament)[0]))
    since = hall.ask(facts, tournament).waiting
    assert ready(hall, alone, tournament).happened is Happened.READY_BEFORE
    assert hall.ask(facts, tournament).waiting == since


def test_who_leaves_the_lobby_is_not_paired_but_may_come_back(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    (game,) = hall.open_contests(tournament)
    alone = next(one for one in (2, 3, 4) if one not in sides(hall, tournament, game))
    assert hall.act(hall.actor(alone), arena_verbs.leave, tournament.tournament_id).happened is Happened.LEFT
    again = hall.act(hall.actor(alone), arena_verbs.leave, tournament.tournament_id)
    assert again.happened is Happened.NOT_WAITING
    hall.now += timedelta(minutes=3)
    winner, _ = win(hall, tournament, game)
    assert ready(hall, winner, tournament).happened is Happened.READY
    hall.now += 5 * SECOND
    assert ready(hall, alone, tournament).happened is Happened.PAIRED


def test_who_comes_between_two_passes_is_paired_by_the_next_within_seconds(hall: Hall):
    tournament = begin(hall, 2, 3, 4, 5, 6)
    one, other = hall.open_contests(tournament)
    alone = next(who for who in range(2, 7) if who not in sides(hall, tournament, one) + sides(hall, tournament, other))
    hall.now += timedelta(minutes=2)
    first, _ = win(hall, tournament, one)
    ready(hall, first, tournament)
    hall.now += SECOND
    third, fourth = win(hall, tournament, other)
    ready(hall, third, tournament)
    ready(hall, fourth, tournament)
    later(hall, seconds=4)
    paired = hall.open_contests(tournament)
    assert {frozenset(sides(hall, tournament, game)) for game in paired} >= {frozenset((first, alone))}
    later(hall, seconds=31)
    assert len(hall.open_contests(tournament)) <= 2


def test_a_stranger_is_refused_and_told_why(hall: Hall):
    tournament = begin(hall, 2, 3)
    with pytest.raises(NotRegistered):
        ready(hall, 50, tournament)
    with pytest.raises(NotRegistered):
        hall.ask_as(hall.actor(50), arena_reading_verbs.mine, tournament.tournament_id)
    with pytest.raises(NotYours):
        tell(hall, 50, hall.open_contests(tournament)[0], ArenaOutcome.WON)


def test_a_late_comer_cannot_join_an_arena_that_runs(hall: Hall):
    tournament = begin(hall, 2, 3)
    with pytest.raises(TooLate):
        hall.act(hall.actor(9), entering_check_in_verbs.check_in, tournament.tournament_id)


@pytest.mark.rule("ARENA-6")
def test_a_draw_is_told_with_its_moves_and_a_short_one_scores_nothing(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    for typed in ("", "none", "0", "-4", "12.5", "1000"):
        with refuses("error.ImpossibleMoves"):
            tell(hall, 2, game, ArenaOutcome.DRAWN, typed)
    tell(hall, 2, game, ArenaOutcome.DRAWN, " 10 ")
    agree(hall, 3, game)
    assert points(hall, tournament) == {2: 0, 3: 0}
    assert result_of(hall, game).moves == 10


@pytest.mark.rule("ARENA-7")
def test_a_draw_of_eleven_moves_scores(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    tell(hall, 2, game, ArenaOutcome.DRAWN, "11")
    assert tell(hall, 3, game, ArenaOutcome.DRAWN, "11").happened is Happened.SETTLED
    assert points(hall, tournament) == {2: 1, 3: 1}


@pytest.mark.rule("ARENA-1")
def test_the_flame_burns_after_two_wins_and_the_third_counts_double(hall: Hall):
    tournament = begin(hall, 2, 3)
    for won in range(3):
        (game,) = hall.open_contests(tournament)
        hall.now += timedelta(minutes=1)
        tell(hall, 2, game, ArenaOutcome.WON)
        assert agree(hall, 3, game).on_fire is False
        mine = ready(hall, 2, tournament)
        assert mine.on_fire is (won >= 1)
        ready(hall, 3, tournament)
        later(hall, seconds=4)
    assert points(hall, tournament) == {2: 8, 3: 0}
    top = found(hall.ask(arena_reading_verbs.lobby, tournament.tournament_id)).top
    assert [(one.rank, one.on_fire) for one in top] == [(1, True), (2, False)]


def test_an_unanswered_report_stands_after_the_rulebooks_time_without_a_reminder(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    tell(hall, 2, game, ArenaOutcome.WON)
    later(hall, minutes=2, seconds=4)
    assert points(hall, tournament) == {2: 2, 3: 0}
    assert hall.promised(ConfirmReminder, game.contest_id) == []


def test_an_old_card_answers_no_new_report(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    tell(hall, 2, game, ArenaOutcome.WON)
    old = report_of(hall, game)
    tell(hall, 2, game, ArenaOutcome.LOST)
    with pytest.raises(Outdated):
        hall.act(hall.actor(3), arena_verbs.agree, game.contest_id, old.report_id)


@pytest.mark.rule("ARENA-5")
def test_the_opponent_is_called_after_the_countdown_and_loses_without_an_answer(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now += 29 * SECOND
    with refuses("error.FirstMoveStillPossible"):
        hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)
    hall.now += SECOND
    assert hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id).happened is Happened.CALLED
    deliver(hall)
    assert hall.ask_as(hall.actor(3), arena_reading_verbs.mine, tournament.tournament_id).task is ArenaTask.COME
    assert (
        hall.ask_as(hall.actor(2), arena_reading_verbs.mine, tournament.tournament_id).task is ArenaTask.OPPONENT_COMES
    )
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)
    later(hall, minutes=1, seconds=4)
    result = result_of(hall, game)
    assert (result.kind, result.walkover_games[sides(hall, tournament, game).index(2)]) == (ResultKind.WALKOVER, 1)
    assert points(hall, tournament) == {2: 2, 3: 0}


@pytest.mark.rule("ARENA-5")
def test_whoever_answers_the_call_plays_on(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now += 40 * SECOND
    hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)
    deliver(hall)
    hall.now += 30 * SECOND
    hall.act(hall.actor(3), playing_presence_verbs.here, game.contest_id)
    later(hall, minutes=5)
    assert found(hall.ask(playing_store.load, game.contest_id)).contest.result is None
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)


def test_a_game_that_was_told_is_no_game_without_a_first_move(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    tell(hall, 3, game, ArenaOutcome.WON)
    hall.now += 40 * SECOND
    with refuses("error.GameWasTold"):
        hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)
