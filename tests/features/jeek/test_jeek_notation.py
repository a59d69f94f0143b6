"""How moves of Jeek are typed and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.jeek.model import MOVES, SquaresBreakOff, SquaresUnread, names, read_moves, read_squares, write_move


@pytest.mark.parametrize(
    ("typed", "squares"),
    [
        ("A1", "A1"),
        (" d4 ", "D4"),
        ("A1-A3", "A1 A2 A3"),
        ("A3-A1", "A1 A2 A3"),
        ("B2–D2", "B2 C2 D2"),
        ("A1 - A3", "A1 A2 A3"),
        ("A1..A3", "A1 A2 A3"),
        ("a1 to a3", "A1 A2 A3"),
        ("A1-A2-A3", "A1 A2 A3"),
        ("A1 A2", "A1 A2"),
        ("a1,a2,a3", "A1 A2 A3"),
        ("a1, a2 + a3", "A1 A2 A3"),
        ("A1A2A3", "A1 A2 A3"),
        ("1a 2a", "A1 A2"),
        ("A1-C3", "A1 C3"),
    ],
)
def test_squares_are_read_however_they_are_joined(typed: str, squares: str) -> None:
    assert names(read_squares(typed)) == tuple(squares.split())


@pytest.mark.parametrize("typed", ["", "  ", "E1", "A5", "A0", "A", "1", "-A1", "A1-", "A1 E5", "pass", "A1🙂", "A11"])
def test_what_is_no_square_is_refused_as_it_was_typed(typed: str) -> None:
    with pytest.raises(SquaresUnread) as refused:
        read_squares(typed)
    assert refused.value.given == typed


@pytest.mark.parametrize(
    ("typed", "at", "found"),
    [
        ("E1", 1, "E"),
        ("A5", 2, "5"),
        ("A1 E5", 4, "E"),
        ("  A1 B9", 7, "9"),
        ("-A1", 1, "-"),
        ("A1🙂", 3, "🙂"),
        ("A11", 4, ""),
        ("A1-", 3, ""),
        ("A1 B", 4, ""),
        ("", 0, ""),
        ("pass", 1, "p"),
        ("a1,b2,cx", 8, "x"),
    ],
)
def test_the_exact_character_that_cannot_be_read_is_named(typed: str, at: int, found: str) -> None:
    with pytest.raises(SquaresUnread) as refused:
        read_squares(typed)
    assert (refused.value.at, refused.value.found) == (at if found else len(typed), found)
    assert isinstance(refused.value, SquaresBreakOff) is (not found)


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("A1 D4", ["A1", "D4"]),
        ("A1 D4+D3", ["A1", "D3-D4"]),
        ("A1 D4 + D3 B2", ["A1", "D3-D4", "B2"]),
        ("A1, D4", ["A1", "D4"]),
        ("a1,a2,a3 d4", ["A1-A3", "D4"]),
        ("A1 - A3 D4", ["A1-A3", "D4"]),
        ("1. A1 D4-D3 2. B2", ["A1", "D3-D4", "B2"]),
        ("1.A1 1...D4 2) B2", ["A1", "D4", "B2"]),
        ("A1 A2; D4; B1", ["A1-A2", "D4", "B1"]),
        ("A1 A2 | D4 D3", ["A1-A2", "D3-D4"]),
        ("A1\nD4, D3\n", ["A1", "D3-D4"]),
        ("A1B1 C4D4", ["A1-B1", "C4-D4"]),
        ("A1 B2+C4", ["A1", "B2+C4"]),
    ],
)
def test_a_game_is_read_move_by_move(typed: str, moves: list[str]) -> None:
    assert [write_move(move) for move in read_moves(typed)] == moves


@pytest.mark.parametrize(("typed", "part"), [("A1 D5", "D5"), ("A1; hello", "hello"), ("", ""), (" ; ", " ; ")])
def test_the_part_that_is_no_move_is_named(typed: str, part: str) -> None:
    with pytest.raises(SquaresUnread) as refused:
        read_moves(typed)
    assert refused.value.given == part


@given(st.integers(1, 0xFFFF))
def test_any_set_of_squares_is_read_back_as_it_was_written(squares: int) -> None:
    assert read_squares(write_move(squares)) == squares


@given(st.text(max_size=40))
def test_nothing_that_is_typed_breaks_the_reading(typed: str) -> None:
    try:
        moves = read_moves(typed)
    except SquaresUnread:
        return
    assert all(0 < move <= 0xFFFF for move in moves)


def test_each_move_is_written_in_one_word() -> None:
    assert len({write_move(move) for move in MOVES}) == len(MOVES)
    assert all(" " not in write_move(move) for move in MOVES)
