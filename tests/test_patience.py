"""What Discord has trouble with is left alone for longer each time, up to a bound, and each thing by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as some

from bot.living.transactions import FIRST, LONGEST, Patience

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def test_each_trouble_doubles_the_wait_up_to_the_bound() -> None:
    clock = Clock()
    patience = Patience[str](clock)
    waits = [patience.had_trouble("lane") - clock.now for _ in range(6)]
    assert waits == [timedelta(seconds=seconds) for seconds in (20, 40, 80, 120, 120, 120)]


def test_one_in_trouble_holds_up_no_other_and_begins_anew_once_it_went_well() -> None:
    clock = Clock()
    patience = Patience[str](clock)
    patience.had_trouble("lane")
    patience.had_trouble("lane")
    assert (patience.rests("lane"), patience.rests("other")) == (True, False)
    patience.went_well("lane")
    assert not patience.rests("lane")
    assert patience.had_trouble("lane") == NOON + FIRST


def test_a_doubt_waits_for_its_moment_and_is_no_new_trouble() -> None:
    clock = Clock()
    patience = Patience[str](clock)
    assert patience.wait_until("lane", NOON + timedelta(seconds=5)) == NOON + timedelta(seconds=5)
    clock.now += timedelta(seconds=5)
    assert not patience.rests("lane")
    assert patience.had_trouble("lane") == clock.now + FIRST


@given(some.lists(some.timedeltas(timedelta(), timedelta(hours=1)), min_size=1, max_size=30), some.timedeltas())
def test_no_wait_is_longer_than_the_bound_wherever_the_clock_is_set(passing: list[timedelta], back: timedelta) -> None:
    clock = Clock()
    patience = Patience[str](clock)
    for time in passing:
        assert patience.had_trouble("lane") - clock.now <= LONGEST
        clock.now += time
    clock.now = NOON + max(min(back, timedelta(days=300)), timedelta(days=-300))
    if patience.rests("lane"):
        clock.now += LONGEST
        assert not patience.rests("lane")
