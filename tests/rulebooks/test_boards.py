"""The boards that come with the games: their points, their lines and the pieces that stand there at the start."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from bot.play.game_sheets import GameId, StartingBoard
from bot.rulebooks.game_files import bundled_games, game


def board_of(game_id: str) -> StartingBoard:
    found = game(GameId(game_id)).board
    assert found is not None
    return found


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize(
    ("game_id", "points", "pieces"),
    [("picaria", 13, 0), ("five-mens-morris", 16, 0), ("pretwa", 19, 9), ("shisima", 9, 0), ("szkwa", 21, 0)],
)
def test_a_board_has_the_points_and_pieces_that_its_sheet_tells(game_id, points, pieces):
    board = board_of(game_id)
    assert len(set(board.points)) == len(board.points) == points
    assert (len(board.first), len(board.second)) == (pieces, pieces)
    assert {*board.first, *board.second} <= set(board.points)


@pytest.mark.parametrize(("game_id", "side", "pieces"), [("alquerque", 5, 12), ("surakarta", 6, 12)])
def test_pieces_of_a_grid_stand_on_its_crossings_each_alone_and_the_sides_mirror_each_other(game_id, side, pieces):
    board = board_of(game_id)
    assert len({*board.first, *board.second}) == 2 * pieces
    assert all(x in range(side) and y in range(side) for x, y in board.first)
    assert {(side - 1 - x, side - 1 - y) for x, y in board.first} == set(board.second)


@pytest.mark.rule("OLY-7")
def test_in_picaria_a_line_has_three_points_but_for_the_two_long_diagonals():
    board = board_of("picaria")
    lengths = sorted(
        sum(abs(dist(a, p) + dist(p, b) - dist(a, b)) < 1e-9 for p in board.points)
        for line in board.lines
        for a, b in pairwise(line)
    )
    assert lengths == [3] * 10 + [5] * 2


@pytest.mark.rule("AIJE-C01-1")
def test_the_board_of_jeek_has_its_columns_and_rows_named():
    board = board_of("jeek")
    assert (board.columns, board.rows, board.bounds()) == ("ABCD", "1234", (0, 0, 4, 4))


@pytest.mark.parametrize("game_id", bundled_games())
def test_nothing_of_a_board_stands_outside_its_bounds(game_id):
    board = game(game_id).board
    if board is not None:
        left, top, right, bottom = board.bounds()
        assert all(left <= x <= right and top <= y <= bottom for line in board.lines for x, y in line)
