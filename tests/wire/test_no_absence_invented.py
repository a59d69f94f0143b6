"""Only a process that stood still was absent, whatever is armed and how often; and each time that it was is found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.living import scheduler
from bot.living.reachability import HEARTBEAT, LATE, PULSE
from bot.living.scheduler import Runner
from tests.wire.virtual_time import BEGIN, Store, VirtualLoop, runner_of

BOUND = PULSE + LATE
SECOND = timedelta(seconds=1)
Evening = Callable[[Runner, Store, VirtualLoop], Coroutine[None, None, None]]


@pytest.fixture(autouse=True)
def _the_loop_knows_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "wall_clock", lambda: BEGIN + asyncio.get_running_loop().time() * SECOND)


def play(evening: Evening) -> Store:
    """An evening of a bot that Discord is heard from, on time of its own."""
    loop = VirtualLoop()
    store = Store(loop)

    async def all_of_it() -> None:
        runner = runner_of(store)
        runner.go_on()
        await runner.rest()
        await evening(runner, store, loop)
        await runner.close()

    try:
        loop.run_until_complete(all_of_it())
    finally:
        loop.close()
    return store


distances = st.lists(st.floats(0.0, 40.0), min_size=1, max_size=40)
pauses = st.lists(st.floats(0.0, 30.0), min_size=1, max_size=40)


@settings(deadline=None)
@given(distances, pauses)
def test_no_distance_of_deadlines_makes_a_bot_that_is_there_absent(ahead: list[float], waits: list[float]) -> None:
    async def evening(runner: Runner, store: Store, _: VirtualLoop) -> None:
        for number, (distance, pause) in enumerate(zip(ahead, waits, strict=False)):
            store.fall_due(number, distance)
            runner.wake()
            await asyncio.sleep(pause)
        await asyncio.sleep(60)

    store = play(evening)
    assert store.recorded == []
    assert store.due == []
    assert all(at - due.due_at < 2 * SECOND for due, at in store.taken)
    gaps = [after - before for before, after in zip([BEGIN, *store.alive], store.alive, strict=False)]
    assert max(gaps) <= HEARTBEAT + SECOND


@settings(deadline=None)
@given(distances, st.lists(st.tuples(st.floats(10.0, 60.0), st.floats(0.1, 120.0)), min_size=1, max_size=8))
def test_each_time_that_the_process_stood_still_is_recorded_and_nothing_else(
    ahead: list[float], freezes: list[tuple[float, float]]
) -> None:
    stood: list[tuple[datetime, datetime]] = []

    async def evening(runner: Runner, store: Store, loop: VirtualLoop) -> None:
        for number, distance in enumerate(ahead):
            store.fall_due(number, distance)
        runner.wake()
        for wait, length in freezes:
            await asyncio.sleep(wait)
            since = store.clock()
            loop.stand_still(length)
            stood.append((since, store.clock()))
        await asyncio.sleep(60)

    store = play(evening)
    for since, until in store.recorded:
        assert any(one[0] - PULSE <= since <= one[0] and until == one[1] for one in stood), (since, until)
    for since, until in stood:
        if until - since > BOUND:
            assert any(one[0] <= since and until <= one[1] for one in store.recorded), (since, until)


def test_presses_with_steps_every_seven_seconds_are_no_absence() -> None:
    """As an undisturbed Open that had 111 s of it in 109 s: each press arms a step, and steps take turns."""

    async def evening(runner: Runner, store: Store, _: VirtualLoop) -> None:
        for number in range(60):
            store.fall_due(number, 7.0)
            await runner.reach.hear(None)
            runner.wake()
            await asyncio.sleep(7)

    assert play(evening).recorded == []


def test_nine_cups_on_one_server_are_no_absence_of_another_that_checks_in() -> None:
    async def evening(runner: Runner, store: Store, _: VirtualLoop) -> None:
        store.fall_due(0, 900.0)
        for number in range(1, 10):
            store.fall_due(number, 14.0 + number)
            store.fall_due(100 + number, 3600.0)
            runner.wake()
            await asyncio.sleep(21)
        await asyncio.sleep(900)

    store = play(evening)
    assert store.recorded == []
    closes, at = next((due, at) for due, at in store.taken if due.subject == "thing:0")
    assert at - closes.due_at < 2 * SECOND


def test_a_process_that_was_frozen_and_thawed_has_one_absence_and_then_takes_its_steps() -> None:
    async def evening(runner: Runner, store: Store, loop: VirtualLoop) -> None:
        store.fall_due(1, 60.0)
        runner.wake()
        await asyncio.sleep(30)
        loop.stand_still(106)
        await runner.reach.hear(None)
        for number in range(60):
            store.fall_due(10 + number, 5.0)
            await runner.reach.hear(None)
            runner.wake()
            await asyncio.sleep(8)

    store = play(evening)
    ((since, until),) = store.recorded
    assert BEGIN + 30 * SECOND - PULSE <= since <= BEGIN + 30 * SECOND
    assert until == BEGIN + 136 * SECOND
    assert next(at for due, at in store.taken if due.subject == "thing:1") >= until
