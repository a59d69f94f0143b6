"""The database as verbs see it: plain functions written together in shared commits, and read beside them.

A unit of work is a plain function `unit(work, *args)`. It takes ids, times and random bytes as arguments and returns
values. `write` runs it on the writing connection's own thread, between BEGIN IMMEDIATE and COMMIT; units that wait at
the same moment share one commit, a savepoint each, and all are answered after that commit. Nothing here is a task and
nothing waits while there is no work: a unit's own job makes the thread take all units that wait.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import AsyncGeneratorType, CoroutineType, GeneratorType, TracebackType
from typing import Concatenate, Final, Generic, ParamSpec, Protocol, TypeVar, cast

import aiosqlite

from bot.kernel.addresses import DatabasePlace, ServerAddress
from bot.kernel.context import EngineConnection, Query, Work
from bot.kernel.faults import (
    CannotBegin,
    CommitFailed,
    CommitInDoubt,
    DatabaseClosed,
    DriverMissing,
    NotAValue,
    NotCommitted,
    NotDurable,
    OutsideTheLoop,
    TransactionLost,
)
from bot.kernel.migrations import migrate

# --- connections, each on a thread of its own -----------------------------------------------------------------------


T = TypeVar("T")

_STATEMENTS_KEPT: Final = 512
_LOG_WHERE_OTHERS_PUT_IT_AWAY: Final = 20_000
"""Pages, some 80 MB: far beyond what another program leaves in the log, and no full disk where it has ended."""
_WAIT_FOR_LOCK_MS: Final = 5_000
_TIED_TO_THE_TRANSACTION = (sqlite3.Cursor, GeneratorType, CoroutineType, AsyncGeneratorType, Work, Query)
_log = logging.getLogger(__name__)


class OwnThread(aiosqlite.Connection):
    """A connection whose thread also takes whole functions, with no future and no task for each.

    This is the only place that knows aiosqlite's inside (its job queue), which is why aiosqlite is pinned below 0.23.
    """

    def __init__(self, connect: Callable[[], EngineConnection]) -> None:
        """`connect` runs on the new thread; a connection that it opened and could not prepare it closes itself."""
        # Of the connection aiosqlite asks nothing here but to be closed.
        super().__init__(cast("Callable[[], sqlite3.Connection]", connect), iter_chunk_size=64)
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


class WaitingUnit(Protocol):
    """A ticket, whatever its unit returns."""

    error: BaseException | None

    def run(self, work: Work) -> None:
        """Call the unit on the connection's thread."""

    def settle(self) -> None:
        """Answer the caller on the event loop."""


class Ticket(Generic[T]):
    """A unit of work with the caller who waits for it: run on the connection's thread, settled on the event loop.

    It runs in its caller's context, so that what is logged in it is of who pressed.
    """

    __slots__ = ("_call", "_context", "_future", "_value", "error")

    def __init__(self, call: Callable[[Work], T], future: asyncio.Future[T]) -> None:
        self._call, self._context = call, copy_context()
        self._future = future
        self.error: BaseException | None = None

    def run(self, work: Work) -> None:
        """Call the unit and keep its value; raises what the unit raises, and NotAValue when the value cannot leave.

        Raises too what a statement of the unit raised, where the unit went on after it.
        """
        value = self._context.run(self._call, work)
        if work.refusal is not None:
            raise work.refusal
        if isinstance(value, _TIED_TO_THE_TRANSACTION):
            if isinstance(value, CoroutineType):
                value.close()
            raise NotAValue(f"a unit of work returned a {type(value).__name__}")
        self._value = value

    def settle(self) -> None:
        """Answer the caller. One who was cancelled gets nothing, and what the unit did stands."""
        if self._future.done():
            if self.error is not None:
                said = "A unit of work failed after its caller had left"
                self._context.run(_log.warning, said, exc_info=self.error)
        elif self.error is None:
            self._future.set_result(self._value)
        elif isinstance(self.error, StopIteration):
            self._future.set_exception(RuntimeError("a unit of work raised StopIteration"))
        else:
            self._future.set_exception(self.error)


def answer(loop: asyncio.AbstractEventLoop, tickets: Sequence[WaitingUnit]) -> None:
    """Settle the tickets on the loop, with one wake-up for all of them; a loop that was closed has nobody to answer."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_settle, tickets)


def _settle(tickets: Sequence[WaitingUnit]) -> None:
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


def leave_log_to_others(connection: sqlite3.Connection) -> None:
    """Has another program, which copies the file, put its log away: in SQLite before 3.51.3 two at once can damage it.

    Where that one has ended this connection does it in the end.
    """
    connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_WHERE_OTHERS_PUT_IT_AWAY}")


def version(connection: sqlite3.Connection) -> int:
    """A number that any commit of another connection changes; it is asked between two transactions."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _plain(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {_WAIT_FOR_LOCK_MS}")
    return connection


# --- the database ---------------------------------------------------------------------------------------------------


__all__ = ["Database", "Work"]

P = ParamSpec("P")

MOST_UNITS_IN_A_COMMIT: Final = 512
"""Bounds how long the first unit of a commit waits for the last."""


class Engine(Protocol):
    """What makes the two connections of a database."""

    @property
    def is_in_doubt(self) -> bool:
        """Whether a COMMIT was not answered, and is being asked about."""

    def end(self) -> None:
        """Asks no longer what became of a COMMIT: the database is closing."""

    def open_to_write(self) -> EngineConnection:
        """Connected, and of the newest schema."""

    def open_to_read(self) -> EngineConnection:
        """Connected after the other: it reads what was committed before, and every change is refused."""


@dataclass(frozen=True, slots=True)
class _FileEngine:
    """One SQLite file."""

    path: Path
    connect: Callable[[], sqlite3.Connection]
    migrations: Path
    applied_at: int
    is_copied: bool
    is_in_doubt: bool = False

    def end(self) -> None:
        """A file answers each COMMIT."""

    def open_to_write(self) -> sqlite3.Connection:
        """Opens the file, and applies missing migrations."""
        connection = self.connect()
        try:
            if self.is_copied:
                leave_log_to_others(connection)
            migrate(connection, self.migrations, self.applied_at)
        except BaseException:
            connection.close()
            raise
        return connection

    def open_to_read(self) -> sqlite3.Connection:
        """Opens the file once more."""
        return connect_to_read(self.path)


def _server_engine(address: ServerAddress, migrations: Path, applied_at: int) -> Engine:
    """The engine of a server; what it takes is imported where it is asked for alone. Raises DriverMissing."""
    try:
        engine: Callable[[ServerAddress, Path, int], Engine] = import_module("bot.kernel.postgres").PostgresEngine
    except ImportError as missing:
        # Without its part in C, or PostgreSQL's own library, psycopg is there and cannot be imported.
        if isinstance(missing, ModuleNotFoundError) and missing.name != "psycopg":
            raise
        raise DriverMissing from missing
    return engine(address, migrations, applied_at)


def connect_to_look(place: DatabasePlace) -> EngineConnection:
    """A connection that reads, to a database whatever its version. Raises as `Database.open`."""
    return connect_to_read(place) if isinstance(place, Path) else _server_engine(place, Path(), 0).open_to_read()


def make_server_ready(address: ServerAddress, migrations: Path, applied_at: int) -> None:
    """Makes the schema on a server, or brings it up to date. Raises ServerError, ConnectionLost and MigrationError."""
    _server_engine(address, migrations, applied_at).open_to_write().close()


class Database:
    """A database, its writing and its reading connection, each on a thread of its own."""

    def __init__(self, writer: _Writer, reader: _Reader) -> None:
        """Use `Database.open`, which makes both."""
        self._writer = writer
        self._reader = reader
        self._loop = asyncio.get_running_loop()
        self._closed = False

    @classmethod
    def open(
        cls,
        place: DatabasePlace,
        *,
        migrations: Path,
        applied_at: int | None = None,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        is_copied: bool = False,
    ) -> _Opening:
        """Open the database, creating it and applying missing migrations: `async with Database.open(…)` or `await` it.

        The place is a file, or the address of a server. `applied_at` (milliseconds since the epoch, the machine's
        clock when omitted) is noted beside each migration that is applied now. Of a file: `factory` makes the writing
        connection, to which tests and benchmarks give a bad disk, and `is_copied` says that another program copies
        the file while it is written, and puts its log away.
        Raises MigrationError, NotDurable, ServerError, or `sqlite3.Error`; then both threads have ended.
        """
        moment = time.time_ns() // 1_000_000 if applied_at is None else applied_at
        if isinstance(place, ServerAddress):
            engine = _server_engine(place, migrations, moment)
        else:
            engine = _FileEngine(place, partial(connect_to_write, place, factory), migrations, moment, is_copied)
        return _Opening(_Writer(engine), _Reader(engine))

    @property
    def is_in_doubt(self) -> bool:
        """Whether a COMMIT was not answered: until it is known whether it stands, whoever writes or reads waits."""
        return self._writer.engine.is_in_doubt

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
        self._writer.engine.end()
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

    def __init__(self, engine: Engine) -> None:
        self.thread = OwnThread(self._connect)
        self.engine = engine
        self._waiting: deque[WaitingUnit] = deque()
        self._admitted: set[str] = set()
        self._connection: EngineConnection

    def take(self, ticket: WaitingUnit, loop: asyncio.AbstractEventLoop) -> None:
        """Queue the unit. Each brings a job of its own: the first job serves all that wait, the others find nothing."""
        self._waiting.append(ticket)
        self.thread.post(lambda: self._serve(loop))

    def _connect(self) -> EngineConnection:
        self._connection = self.engine.open_to_write()
        return self._connection

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._waiting:
            return
        taken: list[WaitingUnit] = []
        try:
            self._commit_together(taken)
        except (NotCommitted, CommitInDoubt) as failure:
            self._undo_all()
            for ticket in taken:
                if ticket.error is None:
                    ticket.error = type(failure)(*failure.args)
                    ticket.error.__cause__ = failure.__cause__
        answer(loop, taken)

    def _commit_together(self, taken: list[WaitingUnit]) -> None:
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
        except CommitFailed:
            raise
        except sqlite3.Error as error:
            raise CommitFailed("the shared commit failed") from error

    def _attempt(self, ticket: WaitingUnit) -> None:
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
            raise TransactionLost("the transaction that this unit shared was given up") from (cause or error)

    def _undo_all(self) -> None:
        if self._connection.in_transaction:
            self._connection.rollback()


class _Reader:
    """The reading side: each query has a snapshot of its own and is answered at once."""

    def __init__(self, engine: Engine) -> None:
        self.thread = OwnThread(self._connect)
        self._engine = engine
        self._admitted: set[str] = set()
        self._connection: EngineConnection

    def take(self, ticket: WaitingUnit, loop: asyncio.AbstractEventLoop) -> None:
        """Queues a query for the reading thread."""
        self.thread.post(lambda: self._serve(ticket, loop))

    def _connect(self) -> EngineConnection:
        self._connection = self._engine.open_to_read()
        return self._connection

    def _serve(self, ticket: WaitingUnit, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._connection.execute("BEGIN")
            ticket.run(Work(self._connection, self._admitted))
        except BaseException as error:  # noqa: BLE001 - whatever a query raises belongs to its caller
            ticket.error = error
        if self._connection.in_transaction:
            self._connection.rollback()
        answer(loop, [ticket])
