"""Late for the start of a game of Go."""

from datetime import timedelta

import pytest

from bot.domain.draw import Stream
from bot.domain.lateness import LATE_LIMIT_LODGED_APART, colours_are_put_right, late_start, paired_as_winner

HOUR = timedelta(hours=1)


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize(
    ("late", "left"),
    [
        (timedelta(), HOUR),
        (timedelta(minutes=7), timedelta(minutes=46)),
        (timedelta(minutes=14, seconds=59), timedelta(minutes=30, seconds=2)),
        (timedelta(minutes=15), None),
    ],
)
def test_twice_the_time_late_comes_off_the_clock_until_the_limit_loses_the_game(late, left):
    assert late_start(HOUR, late).left == left


@pytest.mark.rule("GO-22")
def test_where_lodging_is_apart_the_full_hour_is_too_late():
    assert late_start(3 * HOUR, timedelta(minutes=59), LATE_LIMIT_LODGED_APART).left == timedelta(minutes=62)
    assert late_start(3 * HOUR, HOUR, LATE_LIMIT_LODGED_APART).left is None


@pytest.mark.rule("GO-22")
def test_lateness_never_leaves_less_than_no_time():
    assert late_start(timedelta(minutes=20), timedelta(minutes=14)).left == timedelta()


@pytest.mark.rule("GO-17.5", "GO-22")
def test_the_lot_between_two_losers_falls_on_either_side_and_is_the_same_for_one_seed():
    lots = [paired_as_winner(Stream(bytes([seed]))) for seed in range(32)]
    assert set(lots) == {0, 1}
    assert lots == [paired_as_winner(Stream(bytes([seed]))) for seed in range(32)]


@pytest.mark.rule("GO-17.1")
@pytest.mark.parametrize(("moves", "right"), [(1, True), (10, True), (11, False)])
def test_wrong_colours_are_put_right_up_to_and_including_move_10(moves, right):
    assert colours_are_put_right(moves) is right
