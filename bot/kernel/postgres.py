"""A connection to PostgreSQL that offers what the transaction takes from one to SQLite; and who makes such.

It speaks of a lost connection, of a COMMIT that was not answered and of a refused statement in the kernel's own words;
none of them holds a value of a row, nor the password. A transaction that was lost is over, and the next BEGIN connects
anew. A COMMIT without an answer is asked about by the number that its transaction had, before anybody is told
anything. psycopg is imported here alone.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, SupportsIndex, overload

import psycopg
from psycopg import errors, pq
from psycopg.adapt import AdaptersMap
from psycopg.types.numeric import FloatLoader, Int8Dumper, IntLoader
from psycopg.types.string import StrDumper

from bot.kernel.addresses import Address
from bot.kernel.context import Parameters
from bot.kernel.dialect import FUNCTIONS, LEAST_VERSION, baseline, schema, translated
from bot.kernel.faults import (
    CommitFailed,
    CommitInDoubt,
    ConnectionLost,
    MigrationFailed,
    NotInCharge,
    NotOurs,
    NotWritable,
    PoolerInBetween,
    RowRefused,
    ServerTooOld,
    StatementFailed,
    StorageError,
    TransactionLost,
)
from bot.kernel.lease import LOCKED_EPOCH
from bot.kernel.lease import TABLES as LEASE_TABLES
from bot.kernel.migrations import check_recorded, migrate, read_folder, statements

_log = logging.getLogger(__name__)

# --- rows and values ------------------------------------------------------------------------------------------------


class ServerRow(tuple[Any, ...]):
    """As `sqlite3.Row`: values by place and by name."""

    __slots__ = ()
    _names: tuple[str, ...] = ()
    _places: Mapping[str, int] = {}

    def keys(self) -> list[str]:
        """The names of the columns, in their order."""
        return list(self._names)

    @overload
    def __getitem__(self, at: str | SupportsIndex) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, at: str | SupportsIndex | slice) -> Any:
        """The value; raises IndexError where there is no such column."""
        if isinstance(at, str):
            try:
                return tuple.__getitem__(self, self._places[at])
            except KeyError:
                raise IndexError(f"no column {at}") from None
        return tuple.__getitem__(self, at)


@lru_cache(maxsize=2048)
def _row_class(columns: tuple[bytes, ...]) -> type[ServerRow]:
    names = tuple(column.decode() for column in columns)
    # Of two columns of one name the first is meant.
    places = {name: at for at, name in reversed(list(enumerate(names)))}
    return type("ServerRow", (ServerRow,), {"__slots__": (), "_names": names, "_places": places})


def _rows_of(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], ServerRow]:
    # A description has an object for each column, and took a quarter of the time of a statement.
    found = cursor.pgresult
    return _row_class(() if found is None else tuple(found.fname(at) or b"" for at in range(found.nfields)))


class _Truth(IntLoader):
    """What is so is 1 and what is not is 0, as in SQLite."""

    def load(self, data: bytes | bytearray | memoryview) -> int:
        return int(bytes(data) == b"t")


class _Number(FloatLoader):
    """A sum of whole numbers is one."""

    def load(self, data: bytes | bytearray | memoryview) -> Any:
        text = bytes(data)
        return float(text) if b"." in text or b"N" in text else int(text)


class _WholeNumber(Int8Dumper):
    """Whatever counts as a number, what is so or not included, is sent as one of 64 bits."""

    def dump(self, obj: Any) -> bytes:
        return b"%d" % obj


def _as_the_bot_has_them(adapters: AdaptersMap) -> None:
    """A statement is prepared once for each set of types, so there are few: numbers of 64 bits, text, bytes."""
    for kind in (int, bool):
        adapters.register_dumper(kind, _WholeNumber)
    adapters.register_dumper(str, StrDumper)
    adapters.register_loader("bool", _Truth)
    adapters.register_loader("numeric", _Number)


# --- errors ---------------------------------------------------------------------------------------------------------


_OF_THE_SERVER: Final = ("40", "53", "57", "58", "XX")
"""How its own troubles begin: it gave up the transaction, has no room, was told to stop, or is broken."""


def _meant(error: psycopg.Error) -> StorageError:
    """What an error means for the unit; its detail would tell what stands in rows."""
    told = error.diag.message_primary or type(error).__name__
    code = error.sqlstate or ""
    if isinstance(error, psycopg.IntegrityError):
        return RowRefused(told)
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return NotWritable(told)
    if code.startswith(_OF_THE_SERVER):
        return TransactionLost(told)
    return StatementFailed(told)


_STEERS: Final = ("SAVEPOINT", "RELEASE", "ROLLBACK", "COMMIT")
_SAVEPOINT: Final = "SAVEPOINT unit"
"""What each unit begins with: the first one's travels with BEGIN, and the end of each with what comes after it."""
_RELEASE: Final = "RELEASE unit"
_COMMIT: Final = "COMMIT"
# --- the connection -------------------------------------------------------------------------------------------------


_WAIT_FOR_LOCK: Final = "5s"
_ANEW_AFTER: Final = 1.0
"""Seconds after an attempt to connect that failed in which nobody else waits for another."""
_REPLACED: Final = "replaced"
"""What is said of a transaction of a server that another one has taken the place of."""
_ASKED_AGAIN_AFTER: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between questions what became of a COMMIT."""
WRITERS: Final = 0x41524249
"""The lock that who writes holds until the end of the transaction."""
_TIMELINE: Final = "left(pg_walfile_name(pg_current_wal_lsn()), 8)"
"""A server's own count of how often a copy took the place of the one before."""
_MOST_PREPARED: Final = 2048


def _timeline_of(raw: psycopg.Connection[ServerRow]) -> str:
    """The server's own; empty where it does not tell, as some that others run."""
    with suppress(psycopg.Error):
        row = raw.execute(f"SELECT {_TIMELINE}".encode(), prepare=False).fetchone()
        return "" if row is None else str(row[0])
    return ""


class PostgresConnection:
    """What `Work` and the database take from a connection, on PostgreSQL. One thread uses it; `end` is for others."""

    def __init__(
        self,
        address: Address,
        *,
        writes: bool,
        pause: Callable[[float], object] | None = None,
        epoch: int | None = None,
    ) -> None:
        """Connects; nothing is written under another `epoch` than this one. Raises ConnectionLost and ServerError."""
        self._address, self._writes, self._epoch = address, writes, epoch
        self._ends = threading.Event()
        self._pause = pause or self._ends.wait
        self._transaction: str | None = None
        self._backend = 0
        self._timeline = self._began_on = ""
        self._has_savepoint = self._is_to_release = False
        self._not_before = 0.0
        self.in_doubt = False
        """Whether a COMMIT was not answered and is being asked about."""
        self._raw = self._connected()

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open: a lost one is over."""
        return self._raw.pgconn.transaction_status in {pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR}

    def execute(self, sql: str, params: Parameters = ()) -> Any:
        """Runs one statement; answers a cursor with its rows, or their number."""
        if sql.startswith("BEGIN"):
            return self._begin(sql)
        try:
            if not (sql := self._steered(sql)):
                return None
            found = translated(sql)
            if not params:
                return self._raw.execute(found.sql, prepare=not sql.startswith(_STEERS))
            return self._raw.execute(found.sql, found.values(params))
        except psycopg.Error as error:
            raise self._refused(error) from None

    def executemany(self, sql: str, rows: Iterable[Parameters]) -> Any:
        """Runs one statement for each set of values; answers a cursor with the number of rows changed by all."""
        found = translated(sql)
        cursor = self._raw.cursor()
        try:
            cursor.executemany(found.sql, [found.values(row) for row in rows])
        except psycopg.Error as error:
            raise self._refused(error) from None
        return cursor

    def make(self, sql: str) -> None:
        """Runs a statement that is PostgreSQL's own, once."""
        try:
            self._raw.execute(sql, prepare=False)
        except psycopg.Error as error:
            raise self._refused(error) from None

    def _steered(self, sql: str) -> str:
        """What is sent for a statement: nothing for a step of a unit that has travelled, or travels with the next."""
        has_savepoint, self._has_savepoint = self._has_savepoint, False
        is_well = self._raw.pgconn.transaction_status == pq.TransactionStatus.INTRANS
        is_to_release, self._is_to_release = self._is_to_release, sql == _RELEASE and is_well
        if self._is_to_release or (sql == _SAVEPOINT and has_savepoint):
            return ""
        if is_to_release and sql in {_SAVEPOINT, _COMMIT}:
            return f"{_RELEASE}; {sql}"
        if is_to_release:
            self._raw.execute(_RELEASE, prepare=False)
        return sql

    def commit(self) -> None:
        """Ends the transaction so that it stands. Raises CommitFailed where it does not, and CommitInDoubt where that
        could not be learned before the bot ended."""
        try:
            cursor = self._raw.execute(self._steered(_COMMIT), prepare=False)
            while cursor.nextset():
                pass
            said = cursor.statusmessage
        except psycopg.Error as error:
            if not self._is_lost():
                raise _meant(error) from None
            self._learn_outcome()
            return
        if said != "COMMIT":
            raise CommitFailed("the server took the transaction back")

    def rollback(self) -> None:
        """Takes the transaction back; one that was lost is over already."""
        with suppress(psycopg.Error):
            self._raw.execute("ROLLBACK", prepare=False)

    def close(self) -> None:
        """Lets go of the connection."""
        self._raw.close()

    def end(self) -> None:
        """Ends the wait for an answer to a COMMIT; called beside the connection's thread."""
        self._ends.set()

    def session(self) -> int:
        """The session of the server that runs the next statement, by its own number."""
        with self._raw.cursor() as cursor:
            found = cursor.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
        return int(found[0]) if found else 0

    def _begin(self, sql: str) -> Any:
        """Begins; a connection that was lost while nothing was under way is made anew."""
        try:
            if self._is_lost():
                self._raw = self._connected()
            return self._begun(sql)
        except psycopg.Error as error:
            if not self._is_lost():
                self.rollback()
                raise self._refused(error) from None
        self._raw = self._connected()
        try:
            return self._begun(sql)
        except psycopg.Error as error:
            raise self._refused(error) from None

    def _begun(self, sql: str) -> Any:
        begin, self._is_to_release = translated(sql).sql, False
        if not self._writes:
            return self._raw.execute(begin, prepare=False)
        asked = f"{begin}; SELECT pg_advisory_xact_lock({WRITERS}), pg_current_xact_id()::text, pg_backend_pid()"
        if self._epoch is not None:
            asked += f"; {LOCKED_EPOCH}"
        cursor = self._raw.execute(f"{asked}; {_SAVEPOINT}", prepare=False)
        self._has_savepoint, self._began_on = True, self._timeline
        cursor.nextset()
        _, self._transaction, self._backend = cursor.fetchone() or ("", None, 0)
        if self._epoch is not None:
            cursor.nextset()
            if cursor.fetchone() != (self._epoch,):
                self.rollback()
                raise NotInCharge
        return cursor

    def _is_lost(self) -> bool:
        return self._raw.closed or self._raw.pgconn.status != pq.ConnStatus.OK

    def _refused(self, error: psycopg.Error) -> StorageError:
        if isinstance(error, errors.FeatureNotSupported) and not self._is_lost():
            # What was prepared does not fit a schema that another has changed: a new connection prepares anew.
            _log.warning("the database is connected to anew: %s", error.diag.message_primary)
            self._raw.close()
        if self._is_lost():
            return ConnectionLost("the connection to the database was lost")
        return _meant(error)

    def _connected(self) -> psycopg.Connection[ServerRow]:
        if time.monotonic() < self._not_before:
            raise ConnectionLost("the database cannot be reached")
        try:
            raw = self._connect()
        except psycopg.Error as error:
            self._not_before = time.monotonic() + _ANEW_AFTER
            raise ConnectionLost(f"the database cannot be reached: {self._address.clean(str(error))}") from None
        self._timeline = _timeline_of(raw) if self._writes else ""
        return raw

    def _connect(self) -> psycopg.Connection[ServerRow]:
        given: dict[str, Any] = dict(self._address.parameters)
        raw: psycopg.Connection[Any] = psycopg.connect(
            **given, autocommit=True, prepare_threshold=0, cursor_factory=psycopg.RawCursor
        )
        try:
            self._prepare(raw)
        except BaseException:
            raw.close()
            raise
        return raw

    @staticmethod
    def _prepare(raw: psycopg.Connection[Any]) -> None:
        """Rows and values as the bot has them, and a server new enough that keeps what it acknowledges."""
        if raw.info.server_version < LEAST_VERSION:
            raise ServerTooOld(f"the server is PostgreSQL {raw.info.server_version // 10_000}")
        raw.row_factory = _rows_of
        raw.prepared_max = _MOST_PREPARED
        _as_the_bot_has_them(raw.adapters)
        raw.execute(f"SET lock_timeout = '{_WAIT_FOR_LOCK}'", prepare=False)
        if raw.execute("SHOW synchronous_commit", prepare=False).fetchall() == [("off",)]:
            # What was acknowledged stands, whatever the database is set to for others.
            raw.execute("SET synchronous_commit = on", prepare=False)

    def _learn_outcome(self) -> None:
        """Asks what became of the transaction until that is known. Raises CommitFailed and CommitInDoubt."""
        self.in_doubt = True
        _log.warning("a commit was not answered; nothing is said of it until the database has told whether it stands")
        waits = iter(_ASKED_AGAIN_AFTER)
        wait = 0.0
        while not self._ends.is_set():
            became = self._asked_what_became()
            if became == _REPLACED:
                self.in_doubt = False
                raise CommitInDoubt(
                    "a commit was not answered, and another server took the place of the one that had it"
                )
            if became in {"committed", "aborted"}:
                self.in_doubt = False
                _log.warning("the commit that was not answered is %s", became)
                if became == "aborted":
                    raise CommitFailed("the connection was lost before the commit, which does not stand")
                return
            wait = next(waits, wait)
            self._pause(wait)
        raise CommitInDoubt("a commit was not answered, and the bot ended before its outcome was known")

    def _asked_what_became(self) -> str | None:
        """What the server says of the transaction; of one under way, whose session nobody uses, the end is called."""
        try:
            if self._is_lost():
                self._not_before = 0.0
                self._raw = self._connected()
            row = self._raw.execute("SELECT pg_xact_status($1::text::xid8)", (self._transaction,)).fetchone()
            became = None if row is None else row[0]
            if self._timeline != self._began_on and became not in {None, "aborted"}:
                # The copy may not have had the transaction, and have given its number to another one.
                return _REPLACED
            if became == "in progress":
                self._raw.execute("SELECT pg_terminate_backend($1::int)", (self._backend,))
            return became
        except errors.InvalidParameterValue:
            # The number is ahead of the server's own: it never heard of the transaction.
            return "aborted"
        except (psycopg.Error, StorageError):
            return None


# --- opening --------------------------------------------------------------------------------------------------------


class PostgresEngine:
    """A database on a server: what makes its two connections, the one that writes bringing the schema up to date."""

    def __init__(self, address: Address, migrations: Path, applied_at: int, epoch: int | None = None) -> None:
        self._address, self._migrations, self._applied_at, self._epoch = address, migrations, applied_at, epoch
        self._writing: PostgresConnection | None = None

    @property
    def is_in_doubt(self) -> bool:
        """Whether a COMMIT was not answered, and is being asked about."""
        return self._writing is not None and self._writing.in_doubt

    def end(self) -> None:
        """Asks no longer what became of a COMMIT."""
        if self._writing is not None:
            self._writing.end()

    def open_to_write(self) -> PostgresConnection:
        """Connected, to a database of the newest schema."""
        self._writing = connection = PostgresConnection(self._address, writes=True, epoch=self._epoch)
        try:
            refuse_pooler(self._address, connection)
            bring_up_to_date(connection, self._migrations, self._applied_at)
        except BaseException:
            connection.close()
            raise
        return connection

    def open_to_read(self) -> PostgresConnection:
        """Connected to the same server: what was committed before a reading began is read."""
        return PostgresConnection(self._address, writes=False)


_LOOKS: Final = 5


def refuse_pooler(address: Address, connection: PostgresConnection) -> None:
    """Raises PoolerInBetween where two connections share a session of the server, or one does not keep its own."""
    with closing(PostgresConnection(address, writes=False)) as other:
        seen = [(connection.session(), other.session()) for _ in range(_LOOKS)]
    if len(set(seen)) > 1 or any(one == another for one, another in seen):
        raise PoolerInBetween


def bring_up_to_date(connection: PostgresConnection, folder: Path, applied_at: int) -> None:
    """Makes the schema in an empty database, or applies what is missing; `applied_at` in milliseconds since the epoch.

    Raises MigrationError and NotOurs. What was applied before a migration that failed stays.
    """
    known = read_folder(folder)
    connection.execute("BEGIN IMMEDIATE")
    try:
        tables = {name for (name,) in connection.execute(_TABLES)} - {*LEASE_TABLES}
        if "migrations" not in tables:
            if tables:
                raise NotOurs(f"the database has {len(tables)} tables that are not the bot's")
            _begin_with(connection, folder, applied_at)
        else:
            for function in FUNCTIONS:
                connection.make(function)
        done = connection.execute("SELECT number, name, sha256 FROM migrations ORDER BY number").fetchall()
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    check_recorded(known, [tuple(row) for row in done])
    for migration in known[len(done) :]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements(migration.sql):
                for one in schema(statement):
                    connection.make(one)
            _record(connection, migration.number, migration.name, migration.sha256, applied_at)
            connection.commit()
        except StorageError as error:
            connection.rollback()
            raise MigrationFailed(migration.number, migration.name, str(error)) from error


_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def _begin_with(connection: PostgresConnection, folder: Path, applied_at: int) -> None:
    """Makes in an empty database what all migrations make in one of SQLite."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrate(made, folder, applied_at)
        for statement in baseline(made):
            connection.make(statement)
    for migration in read_folder(folder):
        _record(connection, migration.number, migration.name, migration.sha256, applied_at)


def _record(connection: PostgresConnection, number: int, name: str, digest: str, applied_at: int) -> None:
    connection.execute(
        "INSERT INTO migrations (number, name, sha256, applied_at) VALUES (?, ?, ?, ?)",
        (number, name, digest, applied_at),
    )
