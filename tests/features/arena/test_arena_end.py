"""How an arena ends, what outages and corrections do to it, and who leaves it (ARENA-4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.model import ArenaFrozen, ArenaLobby
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import verbs as course_verbs
from bot.features.course.facts_verbs import facts
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.features.tournaments.promises_model import Podium
from bot.features.tournaments.tasks_model import Obstacle, Task, UpcomingKind
from bot.kernel import time_store as kernel_time_store
from bot.kernel.outages import Outage, Step
from bot.play.contests import ResultKind
from bot.play.formats.arena import ArenaOutcome
from bot.server.speaking_verbs import decisions_subject
from tests.hall.arena_hall import (
    ARENA,
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
    time_is_up_at,
    win,
)
from tests.hall.hall import GUILD, Hall
from tests.hall.outages import wake_up
from tests.refusals import refuses


@pytest.mark.rule("ARENA-4")
def test_the_table_freezes_and_what_was_told_in_time_still_counts(hall: Hall):
    tournament = begin(hall, 2, 3, 4, 5)
    one, other = hall.open_contests(tournament)
    end = time_is_up_at(hall, tournament)
    hall.now = end
    first, second = sides(hall, tournament, one)
    tell(hall, first, one, ArenaOutcome.WON)
    later(hall, seconds=4)
    assert len(hall.promised(ArenaFrozen, tournament.tournament_id)) == 1
    assert hall.load(tournament).ended_at is None
    assert found(hall.ask(arena_reading_verbs.lobby, tournament.tournament_id)).awaited == 1
    with refuses("error.ArenaTimeIsUp"):
        tell(hall, sides(hall, tournament, other)[0], other, ArenaOutcome.WON)
    with refuses("error.ArenaTimeIsUp"):
        ready(hall, first, tournament)
    agree(hall, second, one)
    assert hall.load(tournament).ended_at is not None
    assert points(hall, tournament)[first] == 2
    assert len(hall.promised(Podium, tournament.tournament_id)) == 1


@pytest.mark.rule("ARENA-4")
def test_a_press_one_moment_after_the_end_does_not_count(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now = time_is_up_at(hall, tournament) + timedelta(milliseconds=1)
    with refuses("error.ArenaTimeIsUp"):
        tell(hall, 2, game, ArenaOutcome.WON)


@pytest.mark.rule("ARENA-4")
def test_a_press_made_in_time_counts_when_it_arrives_after_the_end(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    end = time_is_up_at(hall, tournament)
    hall.now = end + 2 * SECOND
    hall.act(replace(hall.actor(2), at=end - SECOND), arena_verbs.tell, game.contest_id, ArenaOutcome.WON)
    later(hall, minutes=3)
    assert hall.load(tournament).ended_at is not None
    assert points(hall, tournament) == {2: 2, 3: 0}


@pytest.mark.rule("ARENA-4")
def test_an_arena_with_nothing_awaited_ends_with_its_time(hall: Hall):
    tournament = begin(hall, 2, 3)
    win(hall, tournament, hall.open_contests(tournament)[0])
    later(hall, hours=1, seconds=4)
    assert hall.load(tournament).ended_at is not None
    waiting = hall.ask(kernel_time_store.due_deadlines, hall.now + timedelta(days=40), 10)
    assert [one.subject for one in waiting] == [decisions_subject(tournament.guild_id)]


@pytest.mark.rule("ARENA-4", "ARENA-5")
def test_a_first_move_asked_for_in_time_is_decided_after_the_end(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now = time_is_up_at(hall, tournament) - 10 * SECOND
    hall.act(hall.actor(2), arena_verbs.call_opponent, game.contest_id)
    deliver(hall)
    later(hall, seconds=20)
    assert hall.load(tournament).ended_at is None
    later(hall, minutes=1)
    assert hall.load(tournament).ended_at is not None
    assert points(hall, tournament) == {2: 2, 3: 0}


def test_an_outage_is_no_time_of_the_arena(hall: Hall):
    tournament = begin(hall, 2, 3)
    end = hall.ask_as(hall.actor(2), arena_reading_verbs.mine, tournament.tournament_id).ends_at
    hall.now += timedelta(minutes=20)
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=15)
    hall.do(wake_up)
    mine = hall.ask_as(hall.actor(2), arena_reading_verbs.mine, tournament.tournament_id)
    assert mine.ends_at == end + timedelta(minutes=15)
    later(hall, minutes=25, seconds=4)
    assert hall.load(tournament).ended_at is None
    later(hall, minutes=15)
    assert hall.load(tournament).ended_at is not None


def test_an_outage_over_the_end_gives_back_what_was_left(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now += timedelta(minutes=58)
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=30)
    hall.do(wake_up)
    assert hall.promised(ArenaFrozen, tournament.tournament_id) == []
    hall.now += timedelta(minutes=1)
    win(hall, tournament, game)
    later(hall, minutes=2)
    assert hall.load(tournament).ended_at is not None
    assert sum(points(hall, tournament).values()) == 2


def test_an_outage_that_began_before_a_freeze_keeps_nothing_open_for_ever(hall: Hall):
    tournament = begin(hall, 2, 3)
    end = time_is_up_at(hall, tournament)
    (game,) = hall.open_contests(tournament)
    hall.now = end
    tell(hall, 2, game, ArenaOutcome.WON)
    later(hall, seconds=3)
    outage = Outage(end - SECOND, end + timedelta(minutes=10))
    hall.do(lambda tx: kernel_time_store.add_outage(tx, outage))
    hall.now = end + timedelta(minutes=10)
    hall.do(arena_reading_verbs.after_outage, outage, GUILD)
    agree(hall, 3, game)
    later(hall, minutes=1)
    assert hall.load(tournament).ended_at is not None


def test_a_step_taken_twice_changes_nothing(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    before = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    for step in (Step.PAIR_LOBBY, Step.TIME_IS_UP):
        hall.do(arena_reading_verbs.take, tournament.tournament_id, step)
    hall.do(course_verbs.proceed, tournament.tournament_id)
    assert hall.ask(playing_store.of_tournament, tournament.tournament_id) == before
    assert len(hall.promised(ArenaLobby, tournament.tournament_id)) == 1


def test_who_leaves_the_arena_loses_the_open_game_and_waits_no_longer(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    (game,) = hall.open_contests(tournament)
    gone, stays = sides(hall, tournament, game)
    alone = next(one for one in (2, 3, 4) if one not in (gone, stays))
    hall.act(hall.actor(gone), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert result_of(hall, game).kind is ResultKind.WITHDRAWAL
    hall.act(hall.actor(alone), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert hall.ask(facts, tournament).waiting == ()
    with refuses("error.LeftTheArena"):
        ready(hall, gone, tournament)


def test_an_organiser_decides_a_disputed_game_and_the_moment_of_the_report_counts(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    end = time_is_up_at(hall, tournament)
    hall.now = end - SECOND
    tell(hall, 2, game, ArenaOutcome.WON)
    report = report_of(hall, game)
    hall.act(hall.actor(3), playing_reporting_verbs.dispute, game.contest_id, report.report_id, "I won")
    later(hall, minutes=20)
    ended_at = hall.load(tournament).ended_at
    assert ended_at is not None
    before = found(hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id))
    assert (before.disputed, points(hall, tournament)) == (1, {2: 0, 3: 0})
    staff = hall.ask_as(hall.actor(1), desk_verbs.desk_view, tournament.tournament_id)
    assert [row.subject for row in staff.rows if row.obstacle is Obstacle.DISPUTE] == [game.contest_id]
    hall.act(hall.actor(1), playing_ruling_verbs.rule, game.contest_id, report.score, None)
    assert hall.load(tournament).ended_at == ended_at
    assert points(hall, tournament) == {2: 2, 3: 0}
    assert len(hall.promised(Podium, tournament.tournament_id)) == 2
    assert found(hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)).disputed == 0


@pytest.mark.rule("ARENA-4")
def test_staff_is_called_to_a_dispute_after_the_end_too_until_it_is_decided(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    hall.now = time_is_up_at(hall, tournament) - SECOND
    tell(hall, 2, game, ArenaOutcome.WON)
    report = report_of(hall, game)
    hall.act(hall.actor(3), playing_reporting_verbs.dispute, game.contest_id, report.report_id, "I won")
    later(hall, minutes=20)
    waiting = hall.ask(tournaments_summons_store.of_event, tournament.guild_id, tournament.tournament_id)
    assert [one.settled_at for one in waiting] == [None]
    hall.act(hall.actor(1), playing_ruling_verbs.rule, game.contest_id, report.score, None)
    assert points(hall, tournament) == {2: 2, 3: 0}
    assert all(
        one.settled_at
        for one in hall.ask(tournaments_summons_store.of_event, tournament.guild_id, tournament.tournament_id)
    )


def test_a_corrected_result_keeps_when_it_was_told_and_counts_anew(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = win(hall, tournament, game)
    told = result_of(hall, game).told_at
    hall.now += timedelta(minutes=30)
    hall.act(hall.actor(1), playing_correcting_verbs.correct, game.contest_id, (0, 1, 0), 0, "The other way round")
    corrected = result_of(hall, game)
    assert corrected.told_at == told
    assert points(hall, tournament) == {first: 0, second: 2}


def test_a_corrected_draw_keeps_its_moves(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = sides(hall, tournament, game)
    tell(hall, first, game, ArenaOutcome.DRAWN, "40")
    agree(hall, second, game)
    hall.act(hall.actor(1), playing_correcting_verbs.correct, game.contest_id, (1, 0, 0), 0, "White won")
    assert result_of(hall, game).moves is None
    assert points(hall, tournament) == {first: 2, second: 0}


def test_an_arena_with_too_few_is_called_off(hall: Hall):
    tournament = hall.announce(ARENA)
    hall.enter(tournament, 2)
    hall.now = tournament.start_at - timedelta(minutes=1)
    hall.act(hall.actor(2), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert hall.load(tournament).cancelled_at is not None
    assert hall.ask(arena_reading_verbs.lobby, tournament.tournament_id) is None


def test_a_cancelled_arena_pairs_nobody(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "The hall is closed")
    later(hall, hours=2)
    assert hall.promised(ArenaFrozen, tournament.tournament_id) == []
    assert hall.promised(Podium, tournament.tournament_id) == []


def test_the_podium_of_an_arena_holds_nobody_who_played_no_game(hall: Hall):
    tournament = begin(hall, 2, 3, 4)
    winner, loser = win(hall, tournament, hall.open_contests(tournament)[0])
    later(hall, hours=1, seconds=4)
    places = found(hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)).places
    assert [(one.rank, int(found(one.person.discord_id))) for one in places] == [(1, winner), (2, loser)]


def test_between_two_games_a_player_is_sent_to_the_lobby(hall: Hall):
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    assert [one.task for one in hall.ask_as(hall.actor(2), guidance_verbs.tasks).tasks] == [Task.REPORT]
    winner, _ = win(hall, tournament, game)
    (task,) = hall.ask_as(hall.actor(winner), guidance_verbs.tasks).tasks
    assert (task.task, task.subject) == (Task.FIND_OPPONENT, tournament.tournament_id)
    hall.now += SECOND
    ready(hall, winner, tournament)
    seen = hall.ask_as(hall.actor(winner), guidance_verbs.tasks)
    assert seen.tasks == ()
    assert [one.outlook for one in seen.prospects] == [UpcomingKind.NEXT_OPPONENT]
