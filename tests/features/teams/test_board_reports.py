"""Boards as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.counts import ToldBoard, read_board, write_board


@pytest.mark.rule("AIJE-D05-3", "GO-27.2")
@pytest.mark.parametrize(
    ("text", "games", "drawable", "expected"),
    [
        ("3-1", 4, False, ToldBoard((3, 1))),
        (" 2 – 2 ", 4, False, ToldBoard((2, 2))),
        ("4:0", 4, False, ToldBoard((4, 0))),
        ("3-2", 4, False, None),
        ("5-0", 4, False, None),
        ("1-1-2", 4, False, None),
        ("1-1-2", 4, True, ToldBoard((1, 1), 2)),
        ("½-½", 1, True, ToldBoard((0, 0), 1)),
        ("0.5-0,5", 1, True, ToldBoard((0, 0), 1)),
        ("½-½", 1, False, None),
        ("2½-1½", 4, True, ToldBoard((2, 1), 1)),
        ("2½-1", 4, True, None),
        ("+-", 4, False, ToldBoard((4, 0), 0, (4, 0))),
        ("- : +", 2, False, ToldBoard((0, 2), 0, (0, 2))),
        ("3", 4, False, None),
        ("", 4, False, None),
        ("-1-5", 4, False, None),
    ],
)
def test_a_board_is_read_as_it_was_written_or_not_at_all(text, games, drawable, expected):
    assert read_board(text, games, drawable=drawable) == expected


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_what_is_written_of_a_board_reads_the_same(first, second, drawn):
    games = first + second + drawn
    if games:
        board = ToldBoard((first, second), drawn)
        assert read_board(write_board(board), games, drawable=True) == board
