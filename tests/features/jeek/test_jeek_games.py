"""A game of Jeek on its clock: what is left, when the flag falls, how it ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.jeek.games_model import (
    GET_READY,
    JeekEnding,
    JeekGame,
    JeekPhase,
    begin,
    due_steps,
    end,
    flag_at,
    place_stone,
    time_left,
)
from bot.features.jeek.model import (
    USUAL,
    ClockUnread,
    JeekClock,
    JeekColour,
    SquaresTaken,
    clock_text,
    read_clock,
    read_moves,
    read_squares,
)
from bot.kernel.ids import GuildId, JeekId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from bot.people.model import OPEN_FOR

T0 = datetime(2026, 3, 1, 18, tzinfo=UTC)
RUNS_FROM = T0 + GET_READY


def challenge(clock: JeekClock = USUAL, wished: JeekColour | None = None) -> JeekGame:
    return JeekGame(JeekId("g"), GuildId(1), PersonId("ana"), PersonId("bob"), clock, wished, T0)


def begun(clock: JeekClock = USUAL) -> JeekGame:
    """Ana has White; her clock runs from `RUNS_FROM`."""
    return begin(challenge(clock), T0, 0)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


@pytest.mark.parametrize(
    ("typed", "clock"), [("2+0", USUAL), (" 5 + 3 ", JeekClock(timedelta(minutes=5), seconds(3))), ("10", "10+0")]
)
def test_a_clock_is_read(typed: str, clock: JeekClock | str) -> None:
    assert str(read_clock(typed)) == str(clock)


@pytest.mark.parametrize("typed", ["", "0+5", "61+0", "2+61", "2+", "+2", "two", "2-0", "-1+0", "2+0+1"])
def test_what_is_no_clock_is_refused(typed: str) -> None:
    with pytest.raises(ClockUnread):
        read_clock(typed)


@pytest.mark.parametrize(
    ("left_over", "text"), [(120, "2:00"), (59.2, "1:00"), (0.1, "0:01"), (0, "0:00"), (-3, "0:00"), (3600, "60:00")]
)
def test_a_clock_shows_started_seconds(left_over: float, text: str) -> None:
    assert clock_text(seconds(left_over)) == text


def test_the_lot_or_the_wish_gives_the_colours() -> None:
    assert {begin(challenge(), T0, lot).challenger_colour for lot in range(2)} == set(JeekColour)
    for lot in range(2):
        assert begin(challenge(wished=JeekColour.BLACK), T0, lot).challenger_colour is JeekColour.BLACK
    game = begun()
    assert [game.colour_of(PersonId(who)) for who in ("ana", "bob", "eve")] == [
        JeekColour.WHITE,
        JeekColour.BLACK,
        None,
    ]


def test_a_challenge_lapses() -> None:
    assert challenge().phase(T0 + OPEN_FOR - seconds(1)) is JeekPhase.CHALLENGED
    assert challenge().phase(T0 + OPEN_FOR) is JeekPhase.LAPSED
    assert end(challenge(), JeekEnding.DECLINED, None, T0).phase(T0) is JeekPhase.CLOSED


@pytest.mark.rule("AIJE-D03-3", "AIJE-C01-3")
def test_two_minutes_for_all_moves_and_nothing_is_added() -> None:
    game = place_stone(begun(), read_squares("A1"), RUNS_FROM + seconds(30))
    game = place_stone(game, read_squares("B2"), RUNS_FROM + seconds(40))
    assert [time_left(game, colour, ()) for colour in JeekColour] == [seconds(90), seconds(110)]
    assert flag_at(game, ()) == RUNS_FROM + seconds(40 + 90)


def test_an_increment_is_added_after_each_move() -> None:
    game = place_stone(begun(read_clock("2+5")), read_squares("A1"), RUNS_FROM + seconds(30))
    assert time_left(game, JeekColour.WHITE, ()) == seconds(95)
    assert time_left(game, JeekColour.BLACK, ()) == seconds(120)


def test_a_move_before_the_clock_runs_costs_nothing() -> None:
    game = place_stone(begun(), read_squares("A1"), T0 + seconds(2))
    assert time_left(game, JeekColour.WHITE, ()) == seconds(120)
    assert flag_at(game, ()) == T0 + seconds(2 + 120)


def test_clocks_stand_still_while_the_bot_is_away() -> None:
    away = (Outage(RUNS_FROM + seconds(10), RUNS_FROM + seconds(310)),)
    assert flag_at(begun(), away) == RUNS_FROM + seconds(120 + 300)
    game = place_stone(begun(), read_squares("A1"), RUNS_FROM + seconds(330))
    assert time_left(game, JeekColour.WHITE, away) == seconds(90)


def test_the_flag_is_due_while_the_game_is_played() -> None:
    (due,) = due_steps(begun(), ())
    assert (due.kind, due.at) == (Step.FLAG_FALLS, RUNS_FROM + seconds(120) + CLICKS_IN_FLIGHT)
    assert due_steps(challenge(), ()) == ()
    assert due_steps(end(begun(), JeekEnding.RESIGNED, JeekColour.WHITE, T0), ()) == ()


@pytest.mark.rule("AIJE-C01-1")
def test_the_last_piece_ends_the_game_and_loses_it() -> None:
    game = begun()
    for move in read_moves("A1-C1 A2-C2 A3-C3 A4-C4 D1-D3 D4"):
        assert game.phase(T0) is JeekPhase.PLAYING
        game = place_stone(game, move, T0)
    assert (game.phase(T0), game.ending, game.loser) == (JeekPhase.OVER, JeekEnding.LAST_PIECE, JeekColour.BLACK)


@pytest.mark.rule("AIJE-C01-1")
def test_an_illegal_move_changes_nothing() -> None:
    game = place_stone(begun(), read_squares("A1"), T0)
    with pytest.raises(SquaresTaken):
        place_stone(game, read_squares("A1"), T0)
    assert game.to_move is JeekColour.BLACK
