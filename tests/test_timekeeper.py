"""The clock by which everything is judged: steps of the machine's clock do not move it, time that passed does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.living.transactions import SLEW, TOLERANCE, Timekeeper

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


class Machine:
    """A machine whose clocks a test sets, and the true time, which Discord knows."""

    def __init__(self, off: timedelta = timedelta()) -> None:
        self.true, self.steady, self.off = BEGIN, timedelta(days=3), off
        self.keeper = Timekeeper(lambda: self.true + self.off, lambda: self.steady)

    def pass_(self, length: timedelta) -> None:
        """Time passes for everybody."""
        self.true += length
        self.steady += length

    def stand_still(self, length: timedelta) -> None:
        """Time passes for everybody but the machine's steady clock; its wall clock is put right afterwards."""
        self.true += length

    def press(self, age: timedelta = timedelta()) -> None:
        """A press comes in that was made so long ago."""
        self.keeper.learn(self.true - age)

    def call(self, takes: timedelta = SECOND) -> None:
        """Discord answers a request, at any moment of it, with the whole second of its clock."""
        asked = self.keeper.stamp()
        self.pass_(takes / 2)
        date = self.true.replace(microsecond=0)
        self.pass_(takes / 2)
        self.keeper.learn(date, asked)

    @property
    def error(self) -> timedelta:
        return self.keeper.now() - self.true


@pytest.mark.parametrize("step", [HOUR, -HOUR, 10 * SECOND, timedelta(days=4)])
def test_a_step_of_the_wall_clock_moves_no_deadline_and_is_known_once_discord_has_answered(step: timedelta) -> None:
    machine = Machine()
    machine.pass_(10 * SECOND)
    machine.off = step
    assert machine.error == timedelta()
    assert (machine.keeper.in_doubt, machine.keeper.wrong_by) == (True, None)
    machine.pass_(17 * SECOND)
    machine.call()
    assert (machine.error, machine.keeper.in_doubt, machine.keeper.wrong_by) == (timedelta(), False, step)
    machine.off = timedelta()
    assert (machine.error, machine.keeper.now() == machine.true, machine.keeper.wrong_by) == (timedelta(), True, None)


def test_a_clock_that_is_adjusted_little_by_little_is_followed() -> None:
    machine = Machine()
    for _ in range(20):
        machine.pass_(SECOND)
        machine.off += SECOND / 2
        machine.keeper.now()
    assert machine.error == 10 * SECOND


def test_a_machine_that_stood_still_is_told_by_the_first_press_and_no_fault_of_its_clock() -> None:
    machine = Machine()
    machine.keeper.now()
    machine.stand_still(HOUR)
    assert machine.error == -HOUR
    machine.press()
    assert (machine.error, machine.keeper.wrong_by) == (timedelta(), None)


def test_time_in_which_the_machine_stood_still_has_passed_once_discord_has_shown_it() -> None:
    machine = Machine()
    machine.keeper.now()
    before = machine.keeper.time_passed()
    machine.stand_still(HOUR)
    machine.press()
    assert machine.keeper.time_passed() - before == HOUR


@pytest.mark.parametrize("way", [1, -1])
def test_no_time_has_passed_where_a_wrong_clock_is_put_right(way: int) -> None:
    """The process was there all the time: it must not pass for an absence."""
    machine = Machine()
    for _ in range(40):
        machine.pass_(SECOND)
        machine.off += way * SECOND / 2
        machine.keeper.now()
    before, now = machine.keeper.time_passed(), machine.keeper.now()
    machine.call()
    assert abs(machine.keeper.now() - now) > 10 * SECOND
    assert machine.keeper.time_passed() - before <= SECOND


def test_a_suspended_machine_whose_steady_clock_counts_has_no_doubt() -> None:
    machine = Machine()
    machine.pass_(HOUR)
    assert (machine.error, machine.keeper.in_doubt) == (timedelta(), False)


def test_an_old_press_that_discord_delivers_late_turns_nothing_back() -> None:
    machine = Machine()
    machine.pass_(HOUR)
    machine.press(age=HOUR)
    assert (machine.error, machine.keeper.wrong_by) == (timedelta(), None)


@pytest.mark.parametrize("off", [HOUR, -HOUR])
def test_a_clock_that_was_wrong_at_the_start_is_put_right_by_the_first_answer(off: timedelta) -> None:
    machine = Machine(off)
    machine.call()
    assert abs(machine.error) <= 2 * SECOND
    assert machine.keeper.wrong_by is not None
    assert abs(machine.keeper.wrong_by - off) <= 2 * SECOND


def test_a_slow_answer_proves_nothing_against_a_good_clock() -> None:
    machine = Machine()
    machine.call(takes=timedelta(minutes=10))
    assert (machine.error, machine.keeper.wrong_by) == (timedelta(), None)


steps = st.sampled_from(["pass", "step", "press", "old press", "call", "slow call"])


@given(st.lists(st.tuples(steps, st.integers(-7200, 7200)), max_size=30))
def test_whatever_is_done_to_the_wall_clock_time_passes_as_it_does_for_discord(script: list[tuple[str, int]]) -> None:
    machine, before = Machine(), BEGIN
    machine.call()
    for what, number in script:
        match what:
            case "pass":
                machine.pass_(abs(number) * SECOND)
            case "step":
                machine.off = timedelta() if abs(number) < 60 else number * SECOND
            case "press":
                machine.press()
            case "old press":
                machine.press(age=abs(number) * SECOND)
            case "call":
                machine.call()
            case _:
                machine.call(takes=abs(number) * SECOND)
        assert abs(machine.error) <= TOLERANCE + SLEW
        assert machine.keeper.now() >= before - SLEW
        before = machine.keeper.now()
