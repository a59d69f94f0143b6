"""Late for the start of a game, and colours taken the wrong way round."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.play.matches import colours_are_put_right, late_start, left_on_clock
from bot.play.rulebook import DisciplineRules
from tests.hall.go import GO

START = datetime(2026, 3, 1, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)
APART = replace(GO, late_limit=HOUR)


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize(
    ("rules", "late", "lost", "left"),
    [
        (GO, timedelta(), False, HOUR),
        (GO, timedelta(minutes=7), False, timedelta(minutes=46)),
        (GO, timedelta(minutes=14, seconds=59), False, timedelta(minutes=30, seconds=2)),
        (GO, timedelta(minutes=15), True, timedelta(minutes=30)),
        (APART, timedelta(minutes=25), False, timedelta(minutes=10)),
        (APART, timedelta(minutes=59), False, timedelta()),
        (APART, HOUR, True, timedelta()),
    ],
)
def test_twice_the_time_late_comes_off_the_clock_until_the_limit_loses_the_game(
    rules: DisciplineRules, late: timedelta, lost: bool, left: timedelta
) -> None:
    found = late_start(START, START + late, rules)
    assert found is not None
    assert (found.lost, left_on_clock(HOUR, found)) == (lost, left)


@pytest.mark.rule("GO-22")
def test_an_absence_countdown_takes_nothing_off_the_clock_and_loses_when_it_has_run_down() -> None:
    rapid = replace(GO, absence_countdown=timedelta(minutes=1))
    found = late_start(START, START + timedelta(seconds=59), rapid)
    assert found is not None
    assert (found.off_clock, found.lost, found.loses_at) == (timedelta(), False, START + timedelta(minutes=1))
    after = late_start(START, START + timedelta(minutes=1), rapid)
    assert after is not None
    assert after.lost


def test_where_the_rulebook_has_no_limit_lateness_is_another_rules_matter() -> None:
    assert late_start(START, START + HOUR, DisciplineRules()) is None


@pytest.mark.rule("GO-17.1")
@pytest.mark.parametrize(("moves", "right"), [(1, True), (10, True), (11, False)])
def test_wrong_colours_are_put_right_up_to_and_including_move_10(moves: int, right: bool) -> None:
    assert colours_are_put_right(moves, GO) is right


def test_colours_are_left_alone_where_the_rulebook_is_silent() -> None:
    assert not colours_are_put_right(1, DisciplineRules())
