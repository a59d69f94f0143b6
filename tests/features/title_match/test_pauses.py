"""Pauses of a title match, and trouble that is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.format_rules import TitleMatchRules
from bot.play.title_games import PauseRefusal, Pauses, StopKind, go_on, pauses_of, refusal, take, trouble

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
FRESH = pauses_of(TitleMatchRules())


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def minutes(pauses: Pauses, since: float = 0, until: float = 60) -> float:
    return pauses.time_stopped(at(since), at(until)).total_seconds() / 60


@pytest.mark.rule("AIJE-D03-4")
def test_each_player_has_two_pauses_of_five_minutes():
    once = take(FRESH, 0, at(3))
    assert (once.pauses_left(0), once.pauses_left(1), once.resumes_at(at(3))) == (1, 2, at(8))
    twice = take(once, 0, at(20))
    assert twice.pauses_left(0) == 0
    assert refusal(twice, 0) is PauseRefusal.TOO_FEW_LEFT
    assert refusal(twice, 1) is None
    with pytest.raises(ValueError, match="refused"):
        take(twice, 0, at(40))


@pytest.mark.rule("AIJE-D03-4")
def test_both_may_be_taken_at_once_as_one_of_ten_minutes():
    both = take(FRESH, 1, at(3), 2)
    assert (both.pauses_left(1), both.resumes_at(at(12.9)), both.running(at(13))) == (0, at(13), None)
    assert refusal(take(FRESH, 1, at(3)), 1, 2) is PauseRefusal.TOO_FEW_LEFT


@pytest.mark.rule("AIJE-D03-4")
def test_a_pause_stops_both_clocks_and_then_they_run_again():
    paused = take(FRESH, 0, at(3))
    assert minutes(paused) == 5
    assert minutes(paused, 0, 4) == 1
    assert minutes(paused, 6) == 2
    assert minutes(paused, 8) == 0
    assert (paused.resumes_at(at(2)), paused.resumes_at(at(8))) == (None, None)


@pytest.mark.rule("AIJE-D03-4")
def test_the_other_sides_pause_begins_when_the_first_ends():
    both = take(take(FRESH, 0, at(3)), 1, at(4))
    assert minutes(both) == 10
    assert both.resumes_at(at(5)) == at(13)
    assert [stop.side for stop in both.stops if (stop is both.running(at(9)))] == [1]


@pytest.mark.rule("AIJE-D03-4")
def test_technical_trouble_is_no_pause_and_lasts_until_it_is_ended():
    stopped = trouble(FRESH, at(3))
    assert (stopped.pauses_left(0), stopped.pauses_left(1), stopped.resumes_at(at(50))) == (2, 2, None)
    assert stopped.running(at(50)) is not None
    assert minutes(go_on(stopped, at(23))) == 20
    assert minutes(stopped, 0, 10) == 7


@pytest.mark.rule("AIJE-D03-4")
def test_during_trouble_a_pause_would_be_lost_and_is_not_taken():
    stopped = trouble(FRESH, at(3))
    assert refusal(stopped, 0) is PauseRefusal.STOPPED_BY_TROUBLE
    with pytest.raises(ValueError, match="already"):
        trouble(stopped, at(4))
    assert refusal(go_on(stopped, at(5)), 0) is None


def test_trouble_in_a_pause_begins_when_the_pause_ends():
    stopped = trouble(take(FRESH, 0, at(3)), at(5))
    assert stopped.stops[-1].began_at == at(8)
    assert stopped.stops[-1].kind is StopKind.TROUBLE


@pytest.mark.rule("AIJE-D03-4")
def test_a_pause_that_ends_early_is_used_up_and_what_waited_begins_at_once():
    both = take(take(FRESH, 0, at(3)), 1, at(4))
    early = go_on(both, at(5))
    assert (early.pauses_left(0), early.resumes_at(at(5)), minutes(early)) == (1, at(10), 7)
    assert minutes(go_on(trouble(take(FRESH, 0, at(3)), at(4)), at(5)), 0, 9) == 6
    with pytest.raises(ValueError, match="nothing"):
        go_on(FRESH, at(1))


def test_a_pause_is_at_least_one():
    with pytest.raises(ValueError, match="at least one"):
        refusal(FRESH, 0, 0)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 30), st.integers(1, 2)), max_size=12))
def test_no_side_ever_takes_more_than_ten_minutes_and_stops_never_overlap(asked: list[tuple[int, int, int]]):
    pauses, now = FRESH, 0
    for side, later, at_once in asked:
        now += later
        if refusal(pauses, side, at_once) is None:
            pauses = take(pauses, side, at(now), at_once)
    stops = pauses.stops
    assert min(pauses.pauses_left(0), pauses.pauses_left(1)) >= 0
    assert minutes(pauses, 0, 10_000) == 5 * sum(stop.pauses for stop in stops) <= 20
    ends = [stop.ends_at for stop in stops]
    assert all(end is not None and end <= stop.began_at for end, stop in zip(ends, stops[1:], strict=False))
