"""The waker of production, on APScheduler and the real clock."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

from bot.scheduler import SchedulerWaker


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
