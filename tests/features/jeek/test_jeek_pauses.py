"""Pauses in a casual game of Jeek: each side's two, both clocks standing, and play that goes on (AIJE-D03-4)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import wiring
from bot.features.jeek import verbs as jeek_verbs
from bot.features.jeek.games_model import JeekEnding, JeekView
from bot.features.jeek.model import JeekColour
from bot.features.tournaments.facts_verbs import jeek_subject
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotNow, Outdated
from bot.kernel.ids import JeekId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from tests.features.jeek.test_jeek import ANA, BOB, EVE, begun, play
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

FIVE, SECOND = timedelta(minutes=5), timedelta(seconds=1)

pytestmark = pytest.mark.rule("AIJE-D03-4")


def seen(hall: Hall, game_id: JeekId) -> JeekView:
    return hall.ask_as(hall.actor(EVE), jeek_verbs.load, game_id)


def pause(hall: Hall, game_id: JeekId, number: int = ANA, at_once: int = 1) -> JeekView:
    mark = len(seen(hall, game_id).game.presses)
    return hall.act(hall.actor(number), jeek_verbs.pause, game_id, mark, at_once)


def ready(hall: Hall, game_id: JeekId, number: int) -> JeekView:
    return hall.act(hall.actor(number), jeek_verbs.ready, game_id)


def due(hall: Hall, game_id: JeekId) -> dict[str, object]:
    return dict(hall.ask(kernel_time_store.deadlines_of_subject, jeek_subject(game_id)))


def take_due(hall: Hall, game_id: JeekId) -> None:
    for kind, at in hall.ask(kernel_time_store.deadlines_of_subject, jeek_subject(game_id)).items():
        if at <= hall.now:
            hall.do(wiring.take, kernel_time_store.Deadline(jeek_subject(game_id), kind, at))


@pytest.mark.parametrize("taker", [ANA, BOB])
def test_a_pause_of_either_player_stops_both_clocks_for_five_minutes(hall: Hall, taker: int) -> None:
    game_id = begun(hall)
    hall.now += timedelta(seconds=30)
    view = pause(hall, game_id, taker)
    assert view.resumes_at == hall.now + FIVE
    assert [view.time_left(colour) for colour in JeekColour] == [timedelta(seconds=90), timedelta(seconds=120)]
    hall.now += FIVE
    assert seen(hall, game_id).stop is None
    assert seen(hall, game_id).flag_at == hall.now + timedelta(seconds=90)


def test_no_flag_falls_in_a_pause_and_it_falls_by_the_time_that_was_left(hall: Hall) -> None:
    game_id = begun(hall)
    hall.now += timedelta(seconds=119)
    pause(hall, game_id)
    hall.now += FIVE + SECOND - timedelta(milliseconds=1)
    take_due(hall, game_id)
    assert seen(hall, game_id).game.ended_at is None
    hall.now += timedelta(milliseconds=1) + CLICKS_IN_FLIGHT
    take_due(hall, game_id)
    assert seen(hall, game_id).game.ending is JeekEnding.TIME


def test_the_board_is_brought_up_to_date_when_play_goes_on_by_itself(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id)
    assert due(hall, game_id)[Step.END_PAUSE] == hall.now + FIVE
    hall.now += FIVE
    take_due(hall, game_id)
    assert Step.END_PAUSE not in due(hall, game_id)
    play(hall, game_id, ANA, "A1")
    assert Step.END_PAUSE not in due(hall, game_id)


def test_nobody_plays_in_a_pause(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id, BOB)
    with refuses("error.JeekPaused") as refused:
        hall.act(hall.actor(ANA), jeek_verbs.choose, game_id, 0)
    assert refused.value.at == hall.now + FIVE
    with refuses("error.JeekPaused"):
        hall.act(hall.actor(ANA), jeek_verbs.place, game_id)


def test_both_together_end_a_pause_early_and_it_is_used_up(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id)
    hall.now += timedelta(minutes=1)
    assert ready(hall, game_id, ANA).stop is not None
    with pytest.raises(AlreadyDone):
        ready(hall, game_id, ANA)
    after = ready(hall, game_id, BOB)
    assert after.stop is None
    assert after.flag_at == hall.now + timedelta(minutes=2)
    assert [after.pauses.pauses_left(colour) for colour in JeekColour] == [1, 2]
    play(hall, game_id, ANA, "A1")


def test_who_was_ready_in_one_pause_is_not_in_the_next(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id)
    ready(hall, game_id, ANA)
    hall.now += FIVE
    pause(hall, game_id)
    assert seen(hall, game_id).pauses.ready == frozenset()
    ready(hall, game_id, BOB)
    assert seen(hall, game_id).stop is not None


def test_both_at_once_are_one_of_ten_minutes_and_there_is_no_third(hall: Hall) -> None:
    game_id = begun(hall)
    assert pause(hall, game_id, BOB, at_once=2).resumes_at == hall.now + 2 * FIVE
    hall.now += 2 * FIVE
    with refuses("error.TooFewPauses"):
        pause(hall, game_id, BOB)
    assert pause(hall, game_id, ANA).stop is not None


def test_a_pause_asked_for_in_a_pause_begins_when_that_one_ends(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id, ANA)
    hall.now += timedelta(minutes=2)
    assert pause(hall, game_id, BOB).resumes_at == hall.now + timedelta(minutes=8)


def test_the_same_press_twice_takes_one_pause(hall: Hall) -> None:
    game_id = begun(hall)
    hall.act(hall.actor(ANA), jeek_verbs.pause, game_id, 0, 1)
    with pytest.raises(Outdated):
        hall.act(hall.actor(ANA), jeek_verbs.pause, game_id, 0, 1)


def test_only_the_players_pause_and_only_in_a_game_that_is_on(hall: Hall) -> None:
    game_id = begun(hall)
    with refuses("error.NotAtBoard"):
        pause(hall, game_id, EVE)
    with pytest.raises(NotNow):
        ready(hall, game_id, ANA)
    hall.act(hall.actor(BOB), jeek_verbs.resign, game_id)
    with refuses("error.JeekOver"):
        pause(hall, game_id, ANA)


def test_a_pause_after_the_flag_fell_finds_the_game_lost(hall: Hall) -> None:
    game_id = begun(hall)
    hall.now += timedelta(minutes=2)
    assert pause(hall, game_id, ANA).game.ending is JeekEnding.TIME


def test_a_player_resigns_in_a_pause(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id)
    assert hall.act(hall.actor(BOB), jeek_verbs.resign, game_id).game.ending is JeekEnding.RESIGNED


def test_a_pause_is_longer_by_the_time_that_the_bot_was_away(hall: Hall) -> None:
    game_id = begun(hall)
    began = hall.now
    pause(hall, game_id)
    hall.now += timedelta(minutes=22)
    away = Outage(began + timedelta(minutes=2), began + timedelta(minutes=22))
    hall.do(lambda tx: kernel_time_store.add_outage(tx, away))
    hall.do(jeek_verbs.after_outage, GUILD, show=True)
    assert seen(hall, game_id).resumes_at == began + timedelta(minutes=25)
    assert due(hall, game_id)[Step.FLAG_FALLS] == began + timedelta(minutes=27) + CLICKS_IN_FLIGHT


def test_who_leaves_for_good_loses_by_the_clock_after_the_pause(hall: Hall) -> None:
    game_id = begun(hall)
    pause(hall, game_id, ANA, at_once=2)
    hall.now += timedelta(minutes=12) + CLICKS_IN_FLIGHT
    take_due(hall, game_id)
    found = seen(hall, game_id).game
    assert (found.ending, found.loser) == (JeekEnding.TIME, JeekColour.WHITE)
