"""Counting a game of Go."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.counts import HALF, POINTS, BothLost, Counted, ImpossibleCount, Stones, black_number, count

BLACK, WHITE = Stones.BLACK, Stones.WHITE
QUARTER = Fraction(1, 4)


@pytest.mark.rule("GO-9")
@pytest.mark.parametrize(
    ("reported", "winner", "margin"),
    [("185", BLACK, 3 * QUARTER), ("184", WHITE, QUARTER), ("184 1/2", BLACK, QUARTER)],
)
def test_black_gives_three_stones_and_three_quarters_for_moving_first(reported, winner, margin):
    assert count(black_number(reported)) == Counted(winner, margin)


@pytest.mark.rule("GO-9")
@pytest.mark.parametrize(
    ("reported", "winner", "margin"),
    [("180.5", None, Fraction(0)), ("181", BLACK, Fraction(1, 2)), ("180", WHITE, Fraction(1, 2))],
)
def test_without_compensation_exactly_half_of_the_board_is_a_draw(reported, winner, margin):
    result = count(black_number(reported), compensation=Fraction(0))
    assert result == Counted(winner, margin)
    assert result.is_drawn is (winner is None)


@pytest.mark.rule("GO-24", "GO-9")
@pytest.mark.parametrize(
    ("reported", "black_warnings", "white_warnings", "winner", "margin"),
    [("185", 1, 0, WHITE, QUARTER), ("184", 0, 1, BLACK, 3 * QUARTER), ("185", 1, 1, BLACK, 3 * QUARTER)],
)
def test_a_warning_costs_its_player_one_stone(reported, black_warnings, white_warnings, winner, margin):
    found = count(black_number(reported), black_warnings=black_warnings, white_warnings=white_warnings)
    assert found == Counted(winner, margin)


@pytest.mark.rule("GO-24")
def test_two_warnings_lose_the_game_whatever_the_board_says():
    assert count(Fraction(361), black_warnings=2) == Counted(WHITE, None)
    assert count(Fraction(0), white_warnings=3) == Counted(BLACK, None)
    with pytest.raises(BothLost):
        count(Fraction(180), black_warnings=2, white_warnings=2)


@pytest.mark.parametrize("written", ["184.5", "184,5", "184 1/2", "184½", " 184 1/2 "])
def test_a_half_is_read_however_people_write_it(written):
    assert black_number(written) == Fraction(369, 2)


@pytest.mark.parametrize("written", ["", "-1", "184.25", "362", "361.5", "1/2", "a lot", "184 1/4", "١٨٤"])
def test_a_number_that_no_board_gives_is_refused(written):
    with pytest.raises(ImpossibleCount):
        black_number(written)
    with pytest.raises(ImpossibleCount):
        count(Fraction(1, 4))


@given(st.integers(0, 2 * POINTS))
def test_without_compensation_one_side_wins_by_what_the_other_loses(halves):
    black = Fraction(halves, 2)
    mine, theirs = (count(number, compensation=Fraction(0)) for number in (black, POINTS - black))
    assert mine.margin == theirs.margin == abs(black - HALF)
    assert {mine.winner, theirs.winner} in ({BLACK, WHITE}, {None})
