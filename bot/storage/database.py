"""The database as services see it: plain functions written together in shared commits, and read beside them.

A unit of work is a plain function `unit(work, *args)`. It takes ids, times and random bytes as arguments and returns
values. `write` runs it on the writing connection's own thread, between BEGIN IMMEDIATE and COMMIT; units that wait at
the same moment share one commit, a savepoint each, and everyone is answered after that commit. Nothing here is a task
and nothing waits while there is no work: a unit's own job makes the thread take all units that wait.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from types import TracebackType
from typing import Concatenate, Final, ParamSpec, TypeVar

from bot.storage.connection import OwnThread, Ticket, Waiting, answer, connect_to_read, connect_to_write
from bot.storage.errors import CannotBegin, CommitFailed, DatabaseClosed, NotCommitted, OutsideTheLoop, TransactionLost
from bot.storage.migrations import migrate
from bot.storage.work import Work

__all__ = ["Database", "Work"]

P = ParamSpec("P")
T = TypeVar("T")

MOST_UNITS_IN_A_COMMIT: Final = 512
"""Bounds how long the first unit of a commit waits for the last."""


class Database:
    """One SQLite file, its writing and its reading connection, each on a thread of its own."""

    def __init__(self, writer: _Writer, reader: _Reader) -> None:
        """Use `Database.open`, which makes both."""
        self._writer = writer
        self._reader = reader
        self._loop = asyncio.get_running_loop()
        self._closed = False

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        migrations: Path,
        applied_at: int | None = None,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
    ) -> _Opening:
        """Open the file, creating it and applying missing migrations: `async with Database.open(…)` or `await` it.

        `applied_at` (milliseconds since the epoch, the machine's clock when omitted) is noted beside each migration
        that is applied now. `factory` makes the writing connection; tests and benchmarks give theirs a bad disk.
        Raises MigrationError, NotDurable, or `sqlite3.Error`; then both threads have ended.
        """
        moment = time.time_ns() // 1_000_000 if applied_at is None else applied_at
        return _Opening(_Writer(path, migrations, moment, factory), _Reader(path))

    def write(
        self, unit: Callable[Concatenate[Work, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Coroutine[None, None, T]:
        """Await `unit(work, *args)` in a durable transaction: its value, after the commit.

        What the unit raises comes back after the unit was undone, alone. NotCommitted says that the transaction
        itself failed: nothing of the unit was acknowledged, and nothing was tried again. A cancelled caller does not
        undo the unit: once awaited it runs, and it commits with the others.
        """
        return self._wait_for(self._writer, lambda work: unit(work, *args, **kwargs))

    def read(
        self, query: Callable[Concatenate[Work, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Coroutine[None, None, T]:
        """Await `query(work, *args)` on the read-only connection: one snapshot, no older than the last answer."""
        return self._wait_for(self._reader, lambda work: query(work, *args, **kwargs))

    async def close(self) -> None:
        """Take nothing more, answer all who wait, and end both threads. Closing twice is harmless."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._reader.thread.close()
        finally:
            await self._writer.thread.close()

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _wait_for(self, side: _Writer | _Reader, call: Callable[[Work], T]) -> Coroutine[None, None, T]:
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if not here:
            raise OutsideTheLoop("a unit of work opens no other unit; write and read belong to the event loop")
        return self._submit(side, call)

    async def _submit(self, side: _Writer | _Reader, call: Callable[[Work], T]) -> T:
        if self._closed:
            raise DatabaseClosed("the database is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        side.take(Ticket(call, future), self._loop)
        return await future


class _Opening:
    """A database that is about to be opened: await it, or enter it with `async with`."""

    def __init__(self, writer: _Writer, reader: _Reader) -> None:
        self._writer = writer
        self._reader = reader
        self._database: Database | None = None

    def __await__(self) -> Generator[None, None, Database]:
        return self._open().__await__()

    async def __aenter__(self) -> Database:
        self._database = await self._open()
        return self._database

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._database is not None:
            await self._database.close()

    async def _open(self) -> Database:
        await self._writer.thread.connect()
        try:
            await self._reader.thread.connect()
        except BaseException:
            await self._writer.thread.close()
            raise
        return Database(self._writer, self._reader)


class _Writer:
    """The writing side. Only `take` runs on the event loop, all else on the connection's thread."""

    def __init__(self, path: Path, migrations: Path, applied_at: int, factory: type[sqlite3.Connection]) -> None:
        self.thread = OwnThread(lambda: self._connect(path, migrations, applied_at, factory))
        self._waiting: deque[Waiting] = deque()
        self._admitted: set[str] = set()
        self._connection: sqlite3.Connection

    def take(self, ticket: Waiting, loop: asyncio.AbstractEventLoop) -> None:
        """Queue the unit. Each brings a job of its own: the first job serves all that wait, the others find nothing."""
        self._waiting.append(ticket)
        self.thread.post(lambda: self._serve(loop))

    def _connect(
        self, path: Path, migrations: Path, applied_at: int, factory: type[sqlite3.Connection]
    ) -> sqlite3.Connection:
        connection = connect_to_write(path, factory)
        try:
            migrate(connection, migrations, applied_at)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._waiting:
            return
        taken: list[Waiting] = []
        try:
            self._commit_together(taken)
        except NotCommitted as failure:
            self._undo_all()
            for ticket in taken:
                if ticket.error is None:
                    ticket.error = type(failure)(*failure.args)
                    ticket.error.__cause__ = failure.__cause__
        answer(loop, taken)

    def _commit_together(self, taken: list[Waiting]) -> None:
        """Run those who wait in one transaction, noting each in `taken`; NotCommitted means that none of it stands."""
        taken.append(self._waiting.popleft())
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise CannotBegin("the transaction could not be begun") from error
        self._attempt(taken[0])
        while self._waiting and len(taken) < MOST_UNITS_IN_A_COMMIT:
            taken.append(self._waiting.popleft())
            self._attempt(taken[-1])
        try:
            self._connection.commit()
        except sqlite3.Error as error:
            raise CommitFailed("the shared commit failed") from error

    def _attempt(self, ticket: Waiting) -> None:
        """Run one unit inside its savepoint; one that raises leaves nothing and keeps its error for its caller."""
        execute = self._connection.execute
        cause: BaseException | None = None
        try:
            execute("SAVEPOINT unit")
            try:
                ticket.run(Work(self._connection, self._admitted))
            except BaseException as error:  # noqa: BLE001 - whatever a unit raises belongs to its caller
                cause = ticket.error = error
                execute("ROLLBACK TO unit")
            execute("RELEASE unit")
        except sqlite3.Error as error:
            raise TransactionLost("SQLite gave up the transaction that this unit shared") from (cause or error)

    def _undo_all(self) -> None:
        if self._connection.in_transaction:
            self._connection.rollback()


class _Reader:
    """The reading side: each query has a snapshot of its own and is answered at once."""

    def __init__(self, path: Path) -> None:
        self.thread = OwnThread(lambda: self._connect(path))
        self._admitted: set[str] = set()
        self._connection: sqlite3.Connection

    def take(self, ticket: Waiting, loop: asyncio.AbstractEventLoop) -> None:
        """Queues a query for the reading thread."""
        self.thread.post(lambda: self._serve(ticket, loop))

    def _connect(self, path: Path) -> sqlite3.Connection:
        self._connection = connect_to_read(path)
        return self._connection

    def _serve(self, ticket: Waiting, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._connection.execute("BEGIN")
            ticket.run(Work(self._connection, self._admitted))
        except BaseException as error:  # noqa: BLE001 - whatever a query raises belongs to its caller
            ticket.error = error
        if self._connection.in_transaction:
            self._connection.rollback()
        answer(loop, [ticket])
