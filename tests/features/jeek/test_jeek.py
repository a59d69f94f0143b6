"""Casual games of Jeek in the house: challenges, presses, flags, rematches, and who may ask the solver."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.jeek import store as jeek_store
from bot.features.jeek import verbs as jeek_verbs
from bot.features.jeek.games_model import GET_READY, JeekEnding, JeekView
from bot.features.jeek.model import (
    NAMES,
    ClockUnread,
    JeekColour,
    MirroredOpening,
    NoSquareChosen,
    SquaresTaken,
    SquaresUnread,
    read_squares,
    write_move,
)
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.tournaments.facts_verbs import jeek_subject
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotFound
from bot.kernel.ids import Actor, ChannelId, GuildId, JeekId, MemberId, MessageId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step
from bot.people.model import OPEN_FOR
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.refusals import refuses

ANA, BOB, EVE = 2, 3, 4
HERE = ChannelId(70), MessageId(700)


def opponent(number: int, *, is_bot: bool = False) -> jeek_verbs.Opponent:
    return jeek_verbs.Opponent(MemberId(number), f"P{number}", is_bot)


def challenged(hall: Hall, by: int = ANA, other: int = BOB, wished: JeekColour | None = JeekColour.WHITE) -> JeekView:
    return hall.act(hall.actor(by), jeek_verbs.challenge, opponent(other), "2+0", wished)


def begun(hall: Hall) -> JeekId:
    """Ana has White; her clock runs from now on."""
    game_id = challenged(hall).game.game_id
    hall.act(hall.actor(BOB), jeek_verbs.accept, game_id, *HERE)
    hall.now += GET_READY
    return game_id


def play(hall: Hall, game_id: JeekId, number: int, move: str) -> JeekView:
    """Presses the squares one by one, then Place."""
    for index, name in enumerate(NAMES):
        if name in move.split():
            hall.act(hall.actor(number), jeek_verbs.choose, game_id, index)
    return hall.act(hall.actor(number), jeek_verbs.place, game_id)


def flag(hall: Hall, game_id: JeekId) -> None:
    """Takes the step that is due for the game."""
    ((kind, due_at),) = hall.ask(kernel_time_store.deadlines_of_subject, jeek_subject(game_id)).items()
    hall.do(wiring.take, kernel_time_store.Deadline(jeek_subject(game_id), kind, due_at))


def test_an_accepted_challenge_begins_and_its_message_becomes_the_board(hall: Hall) -> None:
    game_id = challenged(hall).game.game_id
    view = hall.act(hall.actor(BOB), jeek_verbs.accept, game_id, *HERE)
    assert (view.player(JeekColour.WHITE).discord_id, view.player(JeekColour.BLACK).discord_id) == (ANA, BOB)
    due = hall.ask(kernel_time_store.deadlines_of_subject, jeek_subject(game_id))
    assert due == {Step.FLAG_FALLS: hall.now + GET_READY + timedelta(minutes=2) + CLICKS_IN_FLIGHT}


def test_the_lot_is_fair(hall: Hall) -> None:
    whites = 0
    for _ in range(60):
        game_id = challenged(hall, wished=None).game.game_id
        view = hall.act(hall.actor(BOB), jeek_verbs.accept, game_id, *HERE)
        whites += view.game.challenger_colour is JeekColour.WHITE
        hall.act(hall.actor(ANA), jeek_verbs.resign, game_id)
    assert 15 < whites < 45


@pytest.mark.parametrize(
    ("number", "is_bot", "error"), [(ANA, False, "error.ChallengedSelf"), (BOB, True, "error.ChallengedBot")]
)
def test_only_another_person_can_be_challenged(hall: Hall, number: int, is_bot: bool, error: str) -> None:
    with refuses(error):
        hall.act(hall.actor(ANA), jeek_verbs.challenge, opponent(number, is_bot=is_bot), "2+0", None)


def test_a_clock_that_is_none_is_refused(hall: Hall) -> None:
    with pytest.raises(ClockUnread):
        hall.act(hall.actor(ANA), jeek_verbs.challenge, opponent(BOB), "0+0", None)


def test_one_challenge_at_a_time_and_none_across_another(hall: Hall) -> None:
    challenged(hall)
    with refuses("error.ChallengeWaits"):
        challenged(hall, other=EVE)
    with refuses("error.ChallengedByThem"):
        challenged(hall, by=BOB, other=ANA)
    hall.now += OPEN_FOR
    challenged(hall, other=EVE)


def test_who_plays_is_neither_challenged_nor_challenges(hall: Hall) -> None:
    begun(hall)
    with refuses("error.AlreadyAtBoard"):
        challenged(hall, other=EVE)
    with refuses("error.OpponentAtBoard"):
        challenged(hall, by=EVE, other=BOB)


def test_an_accepted_challenge_closes_the_others_until_the_game_is_over(hall: Hall) -> None:
    second = challenged(hall, by=EVE, other=BOB).game.game_id
    first = begun(hall)
    with refuses("error.AlreadyAtBoard"):
        hall.act(hall.actor(BOB), jeek_verbs.accept, second, *HERE)
    hall.act(hall.actor(BOB), jeek_verbs.resign, first)
    hall.act(hall.actor(BOB), jeek_verbs.accept, second, *HERE)


def test_nobody_else_answers_and_nobody_answers_twice_or_late(hall: Hall) -> None:
    game_id = challenged(hall).game.game_id
    for stranger in (ANA, EVE):
        with refuses("error.NotChallenged"):
            hall.act(hall.actor(stranger), jeek_verbs.accept, game_id, *HERE)
    with refuses("error.NotChallenged"):
        hall.act(hall.actor(EVE), jeek_verbs.decline, game_id)
    hall.now += OPEN_FOR
    with refuses("error.ChallengeLapsed"):
        hall.act(hall.actor(BOB), jeek_verbs.accept, game_id, *HERE)
    again = begun(hall)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(BOB), jeek_verbs.accept, again, *HERE)


@pytest.mark.parametrize(("number", "ending"), [(BOB, JeekEnding.DECLINED), (ANA, JeekEnding.WITHDRAWN)])
def test_a_challenge_can_be_declined_and_taken_back(hall: Hall, number: int, ending: JeekEnding) -> None:
    game_id = challenged(hall).game.game_id
    assert hall.act(hall.actor(number), jeek_verbs.decline, game_id).game.ending is ending
    with refuses("error.ChallengeLapsed"):
        hall.act(hall.actor(BOB), jeek_verbs.accept, game_id, *HERE)


def test_only_the_side_to_move_presses(hall: Hall) -> None:
    game_id = begun(hall)
    with refuses("error.NotYourTurn"):
        hall.act(hall.actor(BOB), jeek_verbs.choose, game_id, 0)
    with refuses("error.NotAtBoard"):
        hall.act(hall.actor(EVE), jeek_verbs.choose, game_id, 0)


def test_a_square_is_marked_and_unmarked_and_all_are_cleared(hall: Hall) -> None:
    game_id = begun(hall)
    views = [hall.act(hall.actor(ANA), jeek_verbs.choose, game_id, index) for index in (0, 1, 0)]
    assert [write_move(view.game.chosen) for view in views] == ["A1", "A1-B1", "B1"]
    assert hall.act(hall.actor(ANA), jeek_verbs.clear, game_id).game.chosen == 0


@pytest.mark.rule("AIJE-C01-2")
def test_a_refused_move_leaves_the_marks_and_the_turn(hall: Hall) -> None:
    game_id = begun(hall)
    with pytest.raises(NoSquareChosen):
        hall.act(hall.actor(ANA), jeek_verbs.place, game_id)
    play(hall, game_id, ANA, "A1")
    with pytest.raises(MirroredOpening):
        play(hall, game_id, BOB, "D4")
    with pytest.raises(SquaresTaken):
        play(hall, game_id, BOB, "A1")
    hall.act(hall.actor(BOB), jeek_verbs.clear, game_id)
    play(hall, game_id, BOB, "D3 D4")
    stored = hall.ask(jeek_store.load, game_id)
    assert stored is not None
    assert [write_move(turn.move) for turn in stored.turns] == ["A1", "D3-D4"]


@pytest.mark.rule("AIJE-C01-1")
def test_a_game_is_stored_move_by_move_and_ends_with_the_last_piece(hall: Hall) -> None:
    game_id = begun(hall)
    moves = ["A1 B1 C1", "A2 B2 C2", "A3 B3 C3", "A4 B4 C4", "D1 D2 D3", "D4"]
    for number, move in enumerate(moves):
        hall.now += timedelta(seconds=5)
        play(hall, game_id, (ANA, BOB)[number % 2], move)
    view = hall.ask_as(hall.actor(ANA), jeek_verbs.load, game_id)
    assert (view.game.ending, view.game.loser) == (JeekEnding.LAST_PIECE, JeekColour.BLACK)
    assert [view.time_left(colour) for colour in JeekColour] == [timedelta(seconds=105), timedelta(seconds=105)]
    assert hall.ask(kernel_time_store.deadlines_of_subject, jeek_subject(game_id)) == {}
    with refuses("error.JeekOver"):
        hall.act(hall.actor(ANA), jeek_verbs.place, game_id)


@pytest.mark.rule("AIJE-C01-3", "AIJE-D03-3")
def test_a_flag_falls_by_itself_whatever_the_board(hall: Hall) -> None:
    game_id = begun(hall)
    play(hall, game_id, ANA, "A1")
    hall.now += timedelta(minutes=2) + CLICKS_IN_FLIGHT
    flag(hall, game_id)
    game = hall.ask(jeek_store.load, game_id)
    assert game is not None
    assert (game.ending, game.loser) == (JeekEnding.TIME, JeekColour.BLACK)
    assert game.ended_at == hall.now - CLICKS_IN_FLIGHT


@pytest.mark.rule("AIJE-C01-3")
def test_a_press_in_time_counts_although_it_arrives_after_the_flag(hall: Hall) -> None:
    game_id = begun(hall)
    hall.act(hall.actor(ANA), jeek_verbs.choose, game_id, 0)
    hall.now += timedelta(minutes=2)
    in_time = replace(hall.actor(ANA), at=hall.now - timedelta(milliseconds=1))
    hall.now += timedelta(seconds=2)
    assert len(hall.act(in_time, jeek_verbs.place, game_id).game.turns) == 1


@pytest.mark.rule("AIJE-C01-3")
@pytest.mark.parametrize("number", [ANA, BOB])
def test_a_press_after_the_flag_finds_the_game_lost_on_time(hall: Hall, number: int) -> None:
    game_id = begun(hall)
    hall.now += timedelta(minutes=2)
    act = jeek_verbs.place if number == ANA else jeek_verbs.resign
    view = hall.act(hall.actor(number), act, game_id)
    assert (view.game.ending, view.game.loser) == (JeekEnding.TIME, JeekColour.WHITE)
    assert view.time_left(JeekColour.WHITE) == timedelta()


def test_a_step_that_comes_after_the_game_or_before_the_flag_does_nothing(hall: Hall) -> None:
    game_id = begun(hall)
    hall.do(jeek_verbs.take, game_id, Step.FLAG_FALLS)
    game = hall.ask(jeek_store.load, game_id)
    assert game is not None
    assert game.ended_at is None
    hall.act(hall.actor(ANA), jeek_verbs.resign, game_id)
    hall.now += timedelta(minutes=5)
    hall.do(jeek_verbs.take, game_id, Step.FLAG_FALLS)
    resigned = hall.ask(jeek_store.load, game_id)
    assert resigned is not None
    assert resigned.ending is JeekEnding.RESIGNED


@pytest.mark.rule("AIJE-C01-3")
def test_no_clock_runs_while_the_bot_is_away(hall: Hall) -> None:
    hall.do(playing_outage_verbs.note_alive)
    game_id = begun(hall)
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=30)
    hall.do(wake_up)
    due = hall.ask(kernel_time_store.deadlines_of_subject, jeek_subject(game_id))
    assert due == {Step.FLAG_FALLS: hall.now + timedelta(minutes=2) + CLICKS_IN_FLIGHT}
    hall.now += timedelta(seconds=119)
    assert play(hall, game_id, ANA, "A1").time_left(JeekColour.WHITE) == timedelta(seconds=1)


def test_either_resigns_at_any_time(hall: Hall) -> None:
    game_id = begun(hall)
    view = hall.act(hall.actor(BOB), jeek_verbs.resign, game_id)
    assert (view.game.ending, view.game.loser) == (JeekEnding.RESIGNED, JeekColour.BLACK)
    with refuses("error.JeekOver"):
        hall.act(hall.actor(ANA), jeek_verbs.resign, game_id)


def test_a_rematch_changes_colours_and_keeps_the_clock(hall: Hall) -> None:
    game_id = begun(hall)
    hall.act(hall.actor(BOB), jeek_verbs.resign, game_id)
    with refuses("error.NotAtBoard"):
        hall.act(hall.actor(EVE), jeek_verbs.rematch, game_id)
    again = hall.act(hall.actor(BOB), jeek_verbs.rematch, game_id).game
    assert (again.wished, again.clock) == (JeekColour.WHITE, challenged_clock(hall, game_id))
    with refuses("error.ChallengedByThem"):
        hall.act(hall.actor(ANA), jeek_verbs.rematch, game_id)
    with refuses("error.ChallengeWaits"):
        hall.act(hall.actor(BOB), jeek_verbs.rematch, game_id)


def challenged_clock(hall: Hall, game_id: JeekId) -> object:
    game = hall.ask(jeek_store.load, game_id)
    assert game is not None
    return game.clock


def test_a_game_of_another_server_is_not_found(hall: Hall) -> None:
    game_id = begun(hall)
    elsewhere = Actor(GuildId(2), MemberId(ANA), "P2", "en-US", False, False, hall.now)
    with pytest.raises(NotFound):
        hall.act(elsewhere, jeek_verbs.place, game_id)


@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2")
def test_an_arbiter_is_told_the_first_illegal_move_and_who_wins(hall: Hall) -> None:
    hall.arbiter(EVE)
    found = hall.ask_as(hall.actor(EVE), jeek_verbs.check, "A1 D4", "")
    assert found.review.illegal is not None
    assert isinstance(found.review.illegal.reason, MirroredOpening)
    assert found.best is not None
    assert found.best.winner is JeekColour.BLACK
    assert read_squares("B2") in found.best.winning


@pytest.mark.rule("AIJE-A02-1")
def test_players_learn_what_is_legal_and_not_who_wins(hall: Hall) -> None:
    found = hall.ask_as(hall.actor(ANA), jeek_verbs.check, "A1 D4", "")
    assert found.review.illegal is not None
    assert found.best is None
    hall.arbiter(ANA)
    begun(hall)
    playing = hall.ask_as(hall.actor(ANA), jeek_verbs.check, "A1", "")
    assert (playing.best, playing.is_playing) == (None, True)


def test_a_question_without_a_board_is_refused(hall: Hall) -> None:
    with refuses("error.NothingToCheck"):
        hall.ask_as(hall.actor(ANA), jeek_verbs.check, " ", "")
    with pytest.raises(SquaresUnread):
        hall.ask_as(hall.actor(ANA), jeek_verbs.check, "", "A9")
