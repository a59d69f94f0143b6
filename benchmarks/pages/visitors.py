"""People who look at pages while others press: `python -m benchmarks.pages.visitors flood | listen MANY AT HOST HOME`.

They come from as many addresses as they are, each on a connection of its own, and run where the processor is idle,
since elsewhere they have machines of their own. They go when their input ends, and say what they got.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Final

from benchmarks.pages.asking import Line, line

PARTS: Final = ("", "players/", "rules/")
KEPT: Final = "/static/site.css"
"""What no press changes: half of a flood asks for nothing else, and so waits for no page to be made."""
SPREAD: Final = 1.0
"""Seconds in which those who heard of a change ask for the page, as the pages' own script has it."""
READERS: Final = 20
"""Connections on which those who listen ask for pages."""


async def flood(lines: Sequence[Line], home: str, got: Counter[str]) -> None:
    """Everybody asks for one page after the other, without a pause."""

    async def ask(number: int, one: Line) -> None:
        for turn in range(10**9):
            path = home + PARTS[turn % len(PARTS)] if number % 2 else KEPT
            answer = await one.get(path, X_Forwarded_For=f"10.{turn % 200}.{number}.1")
            got[str(answer.status)] += 1

    await asyncio.gather(*(ask(number, one) for number, one in enumerate(lines)))


Opened = Callable[[], Awaitable[Line]]


class Readers:
    """Connections on which those who listen ask for the page; few, since a browser keeps its own."""

    def __init__(self, opened: Opened, home: str, got: Counter[str]) -> None:
        self._opened, self._home, self._got = opened, home, got
        self._free: asyncio.Queue[Line] = asyncio.Queue()

    async def open(self) -> None:
        """Connects all of them."""
        for _ in range(READERS):
            self._free.put_nowait(await self._opened())

    async def read(self, who: str) -> None:
        """Asks for the page at some moment of the next second."""
        await asyncio.sleep(random.random() * SPREAD)
        one = await self._free.get()
        try:
            answer = await one.get(self._home, X_Forwarded_For=who)
        except (asyncio.IncompleteReadError, ConnectionError):
            # Nothing was asked on it for long, and the server let it go.
            one = await self._opened()
            answer = await one.get(self._home, X_Forwarded_For=who)
        self._got[str(answer.status)] += 1
        self._free.put_nowait(one)


async def listen(
    lines: Sequence[Line], readers: Readers, stream: str, got: Counter[str], are_here: asyncio.Event
) -> None:
    """Everybody hears of changes, and asks for the page anew after each; what is said at the beginning is none."""
    await readers.open()

    async def hear(number: int, one: Line) -> None:
        who = f"10.1.{number % 250}.{number // 250}"
        one.write(stream, X_Forwarded_For=who)
        await one.head()
        while not (await one.word()).startswith(b"data:"):
            pass
        got["here"] += 1
        if got["here"] == len(lines):
            are_here.set()
        reading = None
        while word := await one.word():
            if word.startswith(b"data:"):
                got["words"] += 1
                if reading is None or reading.done():
                    reading = asyncio.create_task(readers.read(who))

    await asyncio.gather(*(hear(number, one) for number, one in enumerate(lines)))


async def _visit(kind: str, many: int, at: str, host: str, home: str) -> None:
    got: Counter[str] = Counter()
    are_here = asyncio.Event()
    server, event = home.strip("/").split("/")[1:]
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(line(at, host)) for _ in range(many)]

        async def opened() -> Line:
            return await stack.enter_async_context(line(at, host))

        if kind == "listen":
            stream = f"/api/v1/servers/{server}/events/{event}/stream"
            work = asyncio.create_task(listen(lines, Readers(opened, home, got), stream, got, are_here))
        else:
            work = asyncio.create_task(flood(lines, home, got))
            are_here.set()
        await are_here.wait()
        print("here", flush=True)
        leaving = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
        await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            work.result()
        work.cancel()
    print(json.dumps(got), flush=True)


if __name__ == "__main__":
    # Whoever is idle makes room at once; to be nice is only a smaller share.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    asyncio.run(_visit(sys.argv[1], int(sys.argv[2]), *sys.argv[3:6]))
