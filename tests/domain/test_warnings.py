"""What a warning costs, and who has won a counted board."""

from fractions import Fraction

import pytest

from bot.domain.warnings import Offence, Price, counting, fewer_warnings, losers, price


@pytest.mark.rule("GO-9")
@pytest.mark.parametrize(
    ("black", "margin"),
    [("185", Fraction(3, 4)), ("184", Fraction(-1, 4)), ("369/2", Fraction(1, 4))],
)
def test_black_needs_more_than_184_and_a_quarter(black, margin):
    assert counting(Fraction(black)).margin == margin


@pytest.mark.rule("GO-9")
@pytest.mark.parametrize(("black", "wins"), [("181", True), ("361/2", None), ("180", False)])
def test_half_the_board_is_a_draw_without_compensation(black, wins):
    assert counting(Fraction(black), compensated=False).black_wins is wins


@pytest.mark.rule("GO-24", "GO-9")
def test_a_warning_costs_a_stone_when_the_board_is_counted():
    assert counting(Fraction(185), black_warnings=1).margin == Fraction(-1, 4)
    assert counting(Fraction(184), white_warnings=1).margin == Fraction(3, 4)


@pytest.mark.parametrize("black", ["-1", "362", "739/4"])
def test_a_number_that_no_board_has_is_refused(black):
    with pytest.raises(ValueError, match="361"):
        counting(Fraction(black))


@pytest.mark.rule("GO-24")
@pytest.mark.parametrize(
    ("warnings", "lost"), [((0, 0), ()), ((1, 1), ()), ((2, 1), (0,)), ((0, 2), (1,)), ((2, 2), (0, 1))]
)
def test_two_warnings_in_one_game_lose_it(warnings, lost):
    assert losers(warnings) == lost


@pytest.mark.rule("GO-24")
def test_fewer_warnings_in_the_whole_event_rank_higher():
    assert fewer_warnings([0, 1, 0]) > fewer_warnings([1, 0, 1])


@pytest.mark.rule("GO-23.3")
@pytest.mark.parametrize(
    ("offence", "first", "again"),
    [
        (Offence.SECOND_MOVE_IN_A_ROW, Price.WARNING, Price.WARNING),
        (Offence.MOVE_TAKEN_BACK, Price.WARNING, Price.WARNING),
        (Offence.CLOCK_BEFORE_MOVE, Price.WARNING, Price.WARNING),
        (Offence.WRONG_REMOVAL, Price.WARNING, Price.WARNING),
        (Offence.FORBIDDEN_POINT, Price.LOST_TURN, Price.LOST_TURN),
        (Offence.KO_RETAKEN_EARLY, Price.LOST_TURN_AND_WARNING, Price.LOST_TURN_AND_WARNING),
        (Offence.DISTURBING, Price.WARNING_OR_LOSS, Price.WARNING_OR_LOSS),
        (Offence.CONSULTING, Price.WARNING_OR_LOSS, Price.WARNING_OR_LOSS),
        (Offence.TALKING, Price.WARNING_OR_LOSS, Price.WARNING_OR_LOSS),
        (Offence.PHONE, Price.WARNING, Price.LOSS),
        (Offence.SMOKING, Price.WARNING, Price.MORE),
    ],
)
def test_each_offence_has_its_price(offence, first, again):
    assert (price(offence), price(offence, again=True)) == (first, again)
