"""Work that is looked for at each call: one look at a time, none lost, none after the close."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.living.transactions import Worker


class Looking:
    """A worker whose looks are counted; each finds work so often as it was told, and may be held or break."""

    def __init__(self, finds: int = 0) -> None:
        self.looks, self.finds, self.breaks = 0, finds, False
        self.let_go = asyncio.Event()
        self.let_go.set()
        self.worker = Worker("apples", self.look)

    async def look(self) -> bool:
        self.looks += 1
        await self.let_go.wait()
        if self.breaks:
            raise ZeroDivisionError
        self.finds -= 1
        return self.finds >= 0

    async def wake(self) -> int:
        self.worker.wake()
        await self.worker.rest()
        return self.looks


async def test_it_looks_again_for_as_long_as_there_is_work() -> None:
    assert await Looking(finds=3).wake() == 4


async def test_a_call_during_a_look_is_heard_after_it() -> None:
    looking = Looking()
    looking.let_go.clear()
    looking.worker.wake()
    await asyncio.sleep(0)
    looking.worker.wake()
    looking.worker.wake()
    looking.let_go.set()
    await looking.worker.rest()
    assert looking.looks == 2


async def test_a_look_that_breaks_is_told_and_the_next_call_looks_again(caplog: pytest.LogCaptureFixture) -> None:
    looking = Looking()
    looking.breaks = True
    with caplog.at_level(logging.ERROR):
        assert await looking.wake() == 1
    assert "looking for apples failed" in caplog.text
    looking.breaks = False
    assert await looking.wake() == 2


async def test_nothing_begins_after_the_close() -> None:
    looking = Looking(finds=9)
    looking.let_go.clear()
    looking.worker.wake()
    await asyncio.sleep(0)
    closing = asyncio.create_task(looking.worker.close())
    await asyncio.sleep(0)
    looking.let_go.set()
    await closing
    assert await looking.wake() == 1
