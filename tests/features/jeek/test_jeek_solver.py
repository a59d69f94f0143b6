"""The solver of Jeek against plain search, and what it says of the opening."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from bot.features.jeek.model import (
    FULL,
    MOVES,
    JeekColour,
    Position,
    best_play,
    half_turn,
    indices,
    legal_moves,
    mover_wins,
    names,
    play,
    read_moves,
    read_squares,
    review,
    winner,
    winner_with_best_play,
    winning_moves,
)
from tests.features.jeek.test_jeek_model import games


def searched(position: Position) -> JeekColour:
    """Who wins, by trying everything that the rules allow."""
    won = winner(position)
    if won is not None:
        return won
    mover = position.to_move
    return mover if any(searched(play(position, move)) is mover for move in legal_moves(position)) else mover.other


@given(games(shortest=6))
@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2")
def test_the_solver_agrees_with_a_search_of_everything(position: Position) -> None:
    assume(len(indices(position.taken)) >= 9)
    assert winner_with_best_play(position) is searched(position)


@given(games())
@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2")
def test_a_winning_move_leaves_a_lost_position_and_every_other_a_won_one(position: Position) -> None:
    won = {move for move in legal_moves(position) if not mover_wins(play(position, move))}
    assert set(winning_moves(position)) == won


@given(games())
def test_the_board_turned_by_half_is_worth_the_same(position: Position) -> None:
    turned = Position(tuple(map(half_turn, position.moves)))
    assert mover_wins(turned) == mover_wins(position)


@pytest.mark.rule("AIJE-C01-2")
def test_without_the_mirror_rule_the_image_answers_every_opening() -> None:
    for opening in MOVES:
        mirrored = Position(before=opening | half_turn(opening))
        assert winner_with_best_play(mirrored) is JeekColour.BLACK, names(opening)


@pytest.mark.rule("AIJE-C01-2")
def test_with_the_mirror_rule_white_wins_by_a_pair_in_the_middle_of_a_line() -> None:
    found = {names(move) for move in winning_moves(Position())}
    rows = {(f"B{row}", f"C{row}") for row in range(1, 5)}
    assert found == rows | {(f"{column}2", f"{column}3") for column in "ABCD"}
    assert winner_with_best_play(Position()) is JeekColour.WHITE


@pytest.mark.rule("AIJE-C01-1")
@pytest.mark.parametrize(("empty", "wins"), [("D4", False), ("D3 D4", True), ("D2-D4", True), ("A1 D4", True)])
def test_short_endings(empty: str, wins: bool) -> None:
    position = Position(before=FULL & ~read_squares(empty))
    assert mover_wins(position) is wins


def test_a_full_board_has_no_winning_move_and_a_winner() -> None:
    found = best_play(Position(before=FULL))
    assert (found.winner, found.winning) == (JeekColour.WHITE, ())


@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2")
def test_a_review_stops_at_the_first_illegal_move() -> None:
    found = review(read_moves("A1 D4 B1 C1"))
    assert found.illegal is not None
    assert (found.illegal.number, names(found.illegal.move), found.unread) == (2, ("D4",), 2)
    assert found.position == Position((read_squares("A1"),))
    assert found.choices == 50


def test_a_review_of_a_whole_game_names_the_winner() -> None:
    found = review(read_moves("A1-C1 A2-C2 A3-C3 A4-C4 D1-D3 D4"))
    assert (found.illegal, found.winner, found.choices) == (None, JeekColour.WHITE, 0)
