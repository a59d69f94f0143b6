"""SQLite connections that live on a thread of their own, and the tickets that units of work wait on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Final, Generic, Protocol, TypeVar

import aiosqlite

from bot.storage.context import Query
from bot.storage.errors import NotAValue, NotDurable
from bot.storage.work import Work

T = TypeVar("T")

_STATEMENTS_KEPT: Final = 512
_WAIT_FOR_LOCK_MS: Final = 5_000
_TIED_TO_THE_TRANSACTION = (sqlite3.Cursor, GeneratorType, CoroutineType, AsyncGeneratorType, Work, Query)
_log = logging.getLogger(__name__)


class OwnThread(aiosqlite.Connection):
    """A connection whose thread also takes whole functions, with no future and no task for each.

    This is the only place that knows aiosqlite's inside (its job queue), which is why aiosqlite is pinned below 0.23.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """`connect` runs on the new thread; a connection that it opened and could not prepare it closes itself."""
        super().__init__(connect, iter_chunk_size=64)
        # Where the event loop has broken nobody ends the thread, and a process that only waits is never started again.
        self._thread.daemon = True
        self._end: asyncio.Future[object] | None = None

    def post(self, job: Callable[[], None]) -> None:
        """Have the thread call `job` after all jobs posted before; what it raises is lost, so it must not raise."""
        self._tx.put_nowait((None, job))

    def stop(self) -> asyncio.Future[object] | None:
        """Let the thread end after the jobs posted so far, and return the future of that end."""
        self._end = super().stop()
        return self._end

    async def connect(self) -> None:
        """Start the thread and open the connection; when that fails the thread has ended before the error arrives."""
        try:
            await self
        except BaseException:
            if self._end is not None:
                await self._end
            raise


class Waiting(Protocol):
    """A ticket, whatever its unit returns."""

    error: BaseException | None

    def run(self, work: Work) -> None:
        """Call the unit on the connection's thread."""

    def settle(self) -> None:
        """Answer the caller on the event loop."""


class Ticket(Generic[T]):
    """A unit of work with the caller who waits for it: run on the connection's thread, settled on the event loop."""

    __slots__ = ("_call", "_future", "_value", "error")

    def __init__(self, call: Callable[[Work], T], future: asyncio.Future[T]) -> None:
        self._call = call
        self._future = future
        self.error: BaseException | None = None

    def run(self, work: Work) -> None:
        """Call the unit and keep its value; raises what the unit raises, and NotAValue when the value cannot leave."""
        value = self._call(work)
        if isinstance(value, _TIED_TO_THE_TRANSACTION):
            if isinstance(value, CoroutineType):
                value.close()
            raise NotAValue(f"a unit of work returned a {type(value).__name__}")
        self._value = value

    def settle(self) -> None:
        """Answer the caller. One who was cancelled gets nothing, and what the unit did stands."""
        if self._future.done():
            if self.error is not None:
                _log.warning("A unit of work failed after its caller had left", exc_info=self.error)
        elif self.error is None:
            self._future.set_result(self._value)
        elif isinstance(self.error, StopIteration):
            self._future.set_exception(RuntimeError("a unit of work raised StopIteration"))
        else:
            self._future.set_exception(self.error)


def answer(loop: asyncio.AbstractEventLoop, tickets: Sequence[Waiting]) -> None:
    """Settle the tickets on the loop, with one wake-up for all of them; a loop that was closed has nobody to answer."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_settle, tickets)


def _settle(tickets: Sequence[Waiting]) -> None:
    for ticket in tickets:
        ticket.settle()


def connect_to_write(path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """Open (or create) the file for writing: WAL, every commit on the disk before it is acknowledged, keys enforced.

    Raises NotDurable where WAL is impossible.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _plain(
        sqlite3.connect(path, isolation_level=None, cached_statements=_STATEMENTS_KEPT, factory=factory)
    )
    try:
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise NotDurable(f"{path.name} is in {mode} mode and cannot be put into WAL mode")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open an existing file for reading only; every change is refused twice over."""
    uri = f"{path.resolve().as_uri()}?mode=ro"
    connection = _plain(sqlite3.connect(uri, uri=True, isolation_level=None, cached_statements=_STATEMENTS_KEPT))
    connection.execute("PRAGMA query_only = ON")
    return connection


def _plain(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {_WAIT_FOR_LOCK_MS}")
    return connection
