"""The rules of Jeek (AIJE-C01): moves, the mirror rule, the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.jeek.model import (
    FULL,
    MOVES,
    BoardFull,
    JeekColour,
    MirroredOpening,
    NoSquareChosen,
    NotConnected,
    NotOneLine,
    Position,
    SquaresTaken,
    TooManySquares,
    half_turn,
    indices,
    legal_moves,
    names,
    play,
    read_moves,
    read_squares,
    rule_of,
    score_sheet,
    why_illegal,
    winner,
)
from bot.kernel.errors import UserError


def after(moves: str) -> Position:
    """The position after the moves, all of them legal."""
    position = Position()
    for move in read_moves(moves):
        position = play(position, move)
    return position


@st.composite
def games(draw: st.DrawFn, shortest: int = 0) -> Position:
    """A position that legal play can reach; at least so many moves were made, or the board is full."""
    position = Position()
    for _ in range(draw(st.integers(shortest, 16))):
        if position.is_over:
            break
        position = play(position, draw(st.sampled_from(legal_moves(position))))
    return position


@pytest.mark.rule("AIJE-C01-1")
def test_the_board_has_a1_at_the_top_left_and_d4_at_the_bottom_right() -> None:
    assert names(FULL)[:5] == ("A1", "B1", "C1", "D1", "A2")
    assert names(FULL)[-1] == "D4"
    assert Position().to_move is JeekColour.WHITE


@pytest.mark.rule("AIJE-C01-1")
def test_the_empty_board_has_sixteen_moves_of_one_piece_24_of_two_and_16_of_three() -> None:
    sizes = [len(names(move)) for move in legal_moves(Position())]
    assert [sizes.count(size) for size in (1, 2, 3, 4)] == [16, 24, 16, 0]


@pytest.mark.rule("AIJE-C01-1")
@pytest.mark.parametrize("move", ["A1", "A1 B1", "A1 A2", "B2 C2 D2", "C2 C3 C4", "D4"])
def test_one_to_three_touching_squares_of_a_line_are_a_move(move: str) -> None:
    assert why_illegal(Position(), read_squares(move)) is None


@pytest.mark.rule("AIJE-C01-1")
@pytest.mark.parametrize(
    ("move", "reason", "fields"),
    [
        ("A1 B2", NotOneLine, {"squares": ("A1", "B2")}),
        ("A1 A2 B2", NotOneLine, {"squares": ("A1", "A2", "B2")}),
        ("D1 A2", NotOneLine, {"squares": ("D1", "A2")}),
        ("A1 C1", NotConnected, {"squares": ("A1", "C1"), "gap": ("B1",)}),
        ("A1 A4", NotConnected, {"squares": ("A1", "A4"), "gap": ("A2", "A3")}),
        ("A1 A2 A4", NotConnected, {"squares": ("A1", "A2", "A4"), "gap": ("A3",)}),
        ("A1-D1", TooManySquares, {"given": 4}),
    ],
)
def test_other_shapes_are_refused_with_the_reason(
    move: str, reason: type[UserError], fields: dict[str, object]
) -> None:
    found = why_illegal(Position(), read_squares(move))
    assert isinstance(found, reason)
    assert found.fields() == fields
    assert rule_of(found) == "AIJE-C01-1"


@pytest.mark.rule("AIJE-C01-1")
def test_no_piece_goes_on_another_and_none_is_no_move() -> None:
    found = why_illegal(after("A1-C1"), read_squares("C1-C3"))
    assert isinstance(found, SquaresTaken)
    assert found.taken == ("C1",)
    assert isinstance(why_illegal(Position(), 0), NoSquareChosen)


@pytest.mark.rule("AIJE-C01-2")
def test_the_worked_example_of_the_mirror_rule() -> None:
    found = why_illegal(after("A1"), read_squares("D4"))
    assert isinstance(found, MirroredOpening)
    assert (found.first, found.image, rule_of(found)) == (("A1",), ("D4",), "AIJE-C01-2")
    assert why_illegal(after("A1"), read_squares("D4 D3")) is None
    assert why_illegal(after("A1 B2 C3"), read_squares("D4")) is None


@pytest.mark.rule("AIJE-C01-2")
@pytest.mark.parametrize("opening", MOVES)
def test_black_lacks_exactly_the_image_of_any_opening(opening: int) -> None:
    position = play(Position(), opening)
    free = {move for move in MOVES if not move & opening}
    assert free - set(legal_moves(position)) == {half_turn(opening)}


@pytest.mark.rule("AIJE-C01-2")
def test_a_reflection_is_not_the_image() -> None:
    assert half_turn(read_squares("A1 A2")) == read_squares("D4 D3")
    assert all(why_illegal(after("A1"), read_squares(corner)) is None for corner in ("D1", "A4"))


@pytest.mark.rule("AIJE-C01-2")
def test_white_may_mirror_and_both_may_mirror_later() -> None:
    assert why_illegal(after("A1 B1"), read_squares("C4")) is None
    assert why_illegal(after("A1 B1 A2"), read_squares("D3")) is None


@pytest.mark.rule("AIJE-C01-1")
def test_whoever_places_the_last_piece_loses() -> None:
    filled = after("A1-C1 A2-C2 A3-C3 A4-C4 D1-D3 D4")
    assert (winner(filled), legal_moves(filled)) == (JeekColour.WHITE, ())
    assert isinstance(why_illegal(filled, read_squares("A1")), BoardFull)
    assert winner(after("A1-C1 A2-C2 A3-C3 A4-C4 D1-D2 D3 D4")) is JeekColour.BLACK
    assert winner(after("A1-C1 A2-C2 A3-C3 A4-C4 D1-D3")) is None


def test_an_illegal_move_is_raised_with_its_reason() -> None:
    with pytest.raises(SquaresTaken):
        play(after("A1"), read_squares("A1 B1"))


@pytest.mark.rule("AIJE-C01-2")
def test_a_board_without_its_game_knows_no_first_move() -> None:
    assert why_illegal(Position(before=read_squares("A1")), read_squares("D4")) is None


@given(games(), st.integers(0, FULL))
@pytest.mark.rule("AIJE-C01-1")
def test_a_set_of_squares_is_legal_exactly_when_it_is_among_the_legal_moves(position: Position, move: int) -> None:
    assert (why_illegal(position, move) is None) == (move in legal_moves(position))


@given(games())
def test_every_legal_move_adds_its_pieces_and_passes_the_turn(position: Position) -> None:
    for move in legal_moves(position):
        then = play(position, move)
        assert len(indices(then.taken)) == len(indices(position.taken)) + len(indices(move))
        assert then.to_move is position.to_move.other
        assert then.white | then.black == then.taken
        assert not then.white & then.black


@given(games())
def test_a_game_always_ends_and_its_sheet_replays_it(position: Position) -> None:
    assert position.is_over or legal_moves(position)
    if position.moves:
        assert after(score_sheet(position)) == position
