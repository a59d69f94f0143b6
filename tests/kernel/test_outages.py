"""What an outage does to windows and clocks."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import GuildId
from bot.kernel.outages import FELT, MOST_REMOVALS, Cause, Outage, clock_stops, extend, is_news, merge, overlap, resume

START = datetime(2026, 5, 1, 18, tzinfo=UTC)
QUARTER = timedelta(minutes=15)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def outage(down: float, up: float) -> Outage:
    return Outage(at(down), at(up))


minutes = st.integers(0, 200)
outages = st.lists(st.tuples(minutes, st.integers(1, 60)).map(lambda pair: outage(pair[0], sum(pair))), max_size=5)


seconds = st.integers(0, 600)
pieces = st.lists(st.tuples(seconds, st.integers(1, 59)).map(lambda pair: second(pair[0], sum(pair))), max_size=8)


def second(down: int, up: int) -> Outage:
    return Outage(START + timedelta(seconds=down), START + timedelta(seconds=up))


@pytest.mark.parametrize(
    ("due", "down", "up", "closes"),
    [
        (60, 70, 80, 60),
        (60, 61, 62, 60),
        (60, 60, 70, 85),
        (60, 50, 70, 85),
        (60, 50, 60, 75),
        (60, 40, 47, 67),
        (60, 40, 55, 75),
        (60, 30, 40, 70),
        (60, -20, 10, 70),
        (60, -20, 0, 60),
        (60, 50, 50.5, 60.5),
    ],
)
def test_a_window_gets_back_what_was_lost_and_leaves_a_quarter_of_an_hour(due, down, up, closes):
    assert extend(START, at(due), [outage(down, up)], QUARTER) == at(closes)


def test_a_second_outage_in_the_added_time_extends_the_window_again():
    assert extend(START, at(60), [outage(80, 90), outage(55, 80)], QUARTER) == at(105)


def test_pieces_that_come_to_a_minute_leave_the_quarter_of_an_hour_after_the_last():
    assert extend(START, at(1), [second(10, 40), second(45, 74)], QUARTER) == START + timedelta(seconds=60 + 59)
    assert extend(START, at(1), [second(10, 40), second(45, 75)], QUARTER) == START + timedelta(seconds=75) + QUARTER


@given(seconds, pieces)
def test_a_window_is_open_for_exactly_as_long_as_it_was_to_be_whatever_pieces_were_lost(length, known):
    closes = extend(START, START + timedelta(seconds=length), known, QUARTER)
    lost = overlap(START, closes, known)
    open_for = closes - START - lost
    assert open_for >= timedelta(seconds=length)
    if lost < FELT:
        assert open_for == timedelta(seconds=length)


@given(minutes, minutes, outages)
def test_a_later_window_never_closes_before_an_earlier_one(first, second, known):
    early, late = sorted((at(first), at(second)))
    assert extend(START, early, known, QUARTER) <= extend(START, late, known, QUARTER)


@given(minutes, outages, outages)
def test_more_that_was_lost_never_closes_a_window_earlier(due, known, more):
    assert extend(START, at(due), known, QUARTER) <= extend(START, at(due), [*known, *more], QUARTER)


@given(minutes, outages)
def test_whoever_came_back_with_the_bot_has_the_whole_added_time(due, known):
    closes = extend(START, at(due), known, QUARTER)
    felt = [slept for slept in known if slept.up_at - max(slept.down_from, START) >= FELT and slept.up_at > START]
    assert not any(slept.down_from <= closes < slept.up_at + QUARTER for slept in felt)


@given(st.integers(1, 90))
def test_an_outage_is_told_when_it_is_felt_and_a_removal_by_the_server_however_short(length):
    assert is_news(second(0, length)) == (length >= 60)
    assert is_news(replace(second(0, length), cause=Cause.REMOVED))


causes = st.lists(st.tuples(st.sampled_from(Cause), seconds, st.integers(1, 59)), max_size=12)


@given(causes)
def test_the_third_removal_by_the_server_gives_no_more_time_and_every_other_outage_does(known):
    every = [replace(second(down, down + lasts), cause=cause) for cause, down, lasts in known]
    kept = clock_stops(every)
    removals = sorted(one for one in every if one.cause is Cause.REMOVED)
    assert [one for one in kept if one.cause is Cause.REMOVED] == removals[:MOST_REMOVALS]
    assert sorted(one for one in kept if one.cause is not Cause.REMOVED) == sorted(
        one for one in every if one.cause is not Cause.REMOVED
    )


def test_an_outage_of_one_server_does_not_touch_another():
    own = replace(outage(0, 5), cause=Cause.UNAVAILABLE, guild_id=GuildId(1))
    assert own.touches(GuildId(1))
    assert not own.touches(GuildId(2))
    assert outage(0, 5).touches(GuildId(2))


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
    assert list(merge([outage(5, 9), outage(0, 5), outage(1, 2)])) == [outage(0, 9)]


@given(outages)
def test_merged_outages_stand_apart_in_order(known):
    times = list(merge(known))
    assert all(first.up_at < second.down_from for first, second in pairwise(times))
