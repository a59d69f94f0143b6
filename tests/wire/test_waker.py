"""The waker of production, on APScheduler and the real clock."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime, timedelta

import pytest

from bot.living import scheduler
from bot.living.scheduler import SchedulerWaker


async def test_the_waker_rings_on_the_event_loop_where_tasks_can_be_made():
    rung: asyncio.Queue[threading.Thread] = asyncio.Queue()
    waker = SchedulerWaker()
    waker.arm(datetime.now(UTC), lambda: rung.put_nowait(threading.current_thread()))
    async with asyncio.timeout(5):
        assert await rung.get() is threading.current_thread()
    waker.close()


async def test_the_waker_remembers_the_last_moment_alone():
    rung: asyncio.Queue[str] = asyncio.Queue()
    waker = SchedulerWaker()
    waker.arm(datetime(2100, 1, 1, tzinfo=UTC), lambda: rung.put_nowait("in a hundred years"))
    waker.arm(datetime.now(UTC), lambda: rung.put_nowait("now"))
    async with asyncio.timeout(5):
        assert await rung.get() == "now"
    waker.arm(None, lambda: None)
    waker.close()


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_step_of_the_wall_clock_does_not_silence_the_waker(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    rung: asyncio.Queue[None] = asyncio.Queue()
    waker = SchedulerWaker(lambda: datetime.now(UTC))
    monkeypatch.setattr(scheduler, "BOUND", timedelta(seconds=0.05))
    monkeypatch.setattr(scheduler, "wall_clock", lambda: datetime.now(UTC) + timedelta(hours=hours))
    waker.arm(datetime.now(UTC) + timedelta(seconds=0.2), lambda: rung.put_nowait(None))
    async with asyncio.timeout(5):
        await rung.get()
    waker.close()


async def test_the_heart_beats_by_time_that_passes_even_where_nothing_is_due() -> None:
    rung: asyncio.Queue[int] = asyncio.Queue()
    waker = SchedulerWaker()
    waker.beat(timedelta(seconds=0.02), lambda: rung.put_nowait(1))
    async with asyncio.timeout(5):
        beats = [await rung.get() for _ in range(3)]
    waker.close()
    assert beats == [1, 1, 1]


async def test_a_waker_that_was_closed_is_not_started_again() -> None:
    rung: asyncio.Queue[int] = asyncio.Queue()
    waker = SchedulerWaker()
    waker.arm(datetime(2100, 1, 1, tzinfo=UTC), lambda: rung.put_nowait(1))
    waker.close()
    waker.arm(datetime.now(UTC), lambda: rung.put_nowait(1))
    waker.beat(timedelta(), lambda: rung.put_nowait(1))
    await asyncio.sleep(0.05)
    assert waker._scheduler is None
    assert rung.empty()
