"""Where files wait to be read: one of a person, one of a server at a time, and so many of all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from bot.apart import process
from bot.apart.errors import StillReading
from bot.apart.readings import Reading
from bot.domain.ids import GuildId, MemberId

T = TypeVar("T")
AT_ONCE: Final = 2


class FileRunner(Protocol):
    """Where a reading is done."""

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        """What was read, or what the reading raised."""
        ...

    def close(self) -> None:
        """Ends what is being read."""
        ...


class Apart:
    """In a process of its own."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="apart")

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        """What was read; whoever waits no longer leaves the process to its limits."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, process.run, reading, arguments, self._stop
        )

    def close(self) -> None:
        """Ends every process that still reads."""
        self._stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)


class Here:
    """In a thread beside the bot: for tests and rehearsals, in which no file is a stranger's."""

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        """Reads the file apart; returns what it held."""
        return await asyncio.to_thread(_all_steps, reading, arguments)

    def close(self) -> None:
        """Nothing is to be ended."""


def _all_steps(reading: Reading[Any], arguments: tuple[object, ...]) -> object:
    for step in reading.steps:
        arguments = (step.load()(*arguments),)
    return arguments[0]


class ReadingRoom:
    """Hands out turns: whoever waits, waits behind one file of each other server at most."""

    def __init__(self, runner: FileRunner) -> None:
        self._runner = runner
        self._readers: set[MemberId] = set()
        self._servers: WeakValueDictionary[GuildId, asyncio.Lock] = WeakValueDictionary()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def read(
        self,
        reading: Reading[T],
        reader: tuple[GuildId, MemberId],
        fetch: Callable[[], Awaitable[bytes]],
        *more: object,
    ) -> T:
        """The file that `fetch` gives once it is its turn. Raises StillReading for a second one of a person."""
        guild, member = reader
        if member in self._readers:
            raise StillReading
        self._readers.add(member)
        try:
            async with self._servers.setdefault(guild, asyncio.Lock()):
                data = await fetch()
                async with self._turns:
                    return cast("T", await self._runner.run(reading, (data, *more)))
        finally:
            self._readers.discard(member)

    async def read_own(self, reading: Reading[T], data: bytes, *more: object) -> T:
        """What a file says that nobody waits for, when it is its turn among all. Raises what the reading raises."""
        async with self._turns:
            return cast("T", await self._runner.run(reading, (data, *more)))

    def close(self) -> None:
        """Ends what is being read."""
        self._runner.close()
