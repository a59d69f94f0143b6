"""What an outage does to windows and clocks."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.outages import Outage, extend, merged, overlap, resume

START = datetime(2026, 5, 1, 18, tzinfo=UTC)
QUARTER = timedelta(minutes=15)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def outage(down: float, up: float) -> Outage:
    return Outage(at(down), at(up))


minutes = st.integers(0, 200)
outages = st.lists(st.tuples(minutes, st.integers(1, 60)).map(lambda pair: outage(pair[0], sum(pair))), max_size=5)


@pytest.mark.parametrize(
    ("due", "down", "up", "closes"),
    [
        (60, 70, 80, 60),
        (60, 61, 62, 60),
        (60, 60, 70, 85),
        (60, 50, 70, 85),
        (60, 50, 60, 75),
        (60, 40, 46, 61),
        (60, 40, 45, 60),
        (60, 30, 40, 60),
    ],
)
def test_a_window_that_the_bot_slept_through_stays_open_for_a_quarter_of_an_hour(due, down, up, closes):
    assert extend(at(due), [outage(down, up)], QUARTER) == at(closes)


def test_a_second_outage_in_the_added_time_extends_the_window_again():
    assert extend(at(60), [outage(80, 90), outage(55, 70)], QUARTER) == at(105)


@given(minutes, outages)
def test_extending_twice_changes_nothing_and_never_shortens(due, known):
    once = extend(at(due), known, QUARTER)
    assert once >= at(due)
    assert extend(once, known, QUARTER) == once


@given(minutes, minutes, outages)
def test_a_later_window_never_closes_before_an_earlier_one(first, second, known):
    early, late = sorted((at(first), at(second)))
    assert extend(early, known, QUARTER) <= extend(late, known, QUARTER)


@given(minutes, outages)
def test_whoever_came_back_with_the_bot_has_the_whole_added_time(due, known):
    closes = extend(at(due), known, QUARTER)
    assert not any(slept.down_from <= closes < slept.up_at + QUARTER for slept in known)


@pytest.mark.parametrize(
    ("known", "lost"),
    [
        ([], 0),
        ([outage(0, 5)], 0),
        ([outage(5, 12)], 2),
        ([outage(12, 14), outage(16, 17)], 3),
        ([outage(12, 16), outage(14, 18)], 6),
        ([outage(0, 99)], 10),
        ([outage(20, 30)], 0),
    ],
)
def test_a_clock_counts_the_time_that_fell_into_outages_once(known, lost):
    assert overlap(at(10), at(20), known) == timedelta(minutes=lost)


@given(minutes, minutes, outages)
def test_a_clock_resumed_has_run_exactly_as_long_as_asked(start, running, known):
    end = resume(at(start), timedelta(minutes=running), known)
    assert end - at(start) - overlap(at(start), end, known) == timedelta(minutes=running)


def test_outages_that_touch_are_one():
    assert list(merged([outage(5, 9), outage(0, 5), outage(1, 2)])) == [outage(0, 9)]


@given(outages)
def test_merged_outages_stand_apart_in_order(known):
    times = list(merged(known))
    assert all(first.up_at < second.down_from for first, second in pairwise(times))
