"""A whole store carried from one place to another, row by row: between a file and a server, either way.

The source is read as it stood at one moment; the target is new, or as it was made. Rows come in the order in which
tables refer to each other. What the target would do by itself to a row that comes is switched off meanwhile. At the end
each row is read on both sides and compared.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bot.kernel.addresses import Address, Place
from bot.kernel.context import OpenDatabase
from bot.kernel.database import connect_to_read, connect_to_write, server_lease
from bot.kernel.database_file import sole_use
from bot.kernel.faults import (
    FileInTheWay,
    NoSuchFile,
    NotInCharge,
    StatementFailed,
    StorageError,
    errors_as_faults,
)
from bot.kernel.lease import SIGN_EVERY, Lease, steady
from bot.kernel.migrations import check_version, migrate

if TYPE_CHECKING:
    from bot.kernel.postgres import PostgresConnection

BATCH: Final = 2_000
"""Rows read and written at once."""
_OF_THE_SCHEMA: Final = "migrations"
"""What was applied to the target stands in the target."""


class RowsDiffer(StorageError):
    """A row is not on both sides as it should be."""

    remedy = "Nothing was left in the target. Report it with these words, and go on with the source as it is."

    def __init__(self, table: str) -> None:
        super().__init__(f"a row of {table} did not arrive as it was")
        self.table = table


class NoSuchCharacter(StorageError):
    """A text has the character NUL, which a file keeps and a server does not."""

    remedy = "Nothing was left in the target. Have that text written anew in the source, and move again."

    def __init__(self, table: str, column: str, key: Sequence[object]) -> None:
        told = f"a text in {table}.{column}, of the row {', '.join(map(str, key))}"
        super().__init__(f"{told}, has the character NUL, which a server does not keep")


class InTheWay(StorageError):
    """Something is in the target that is not in a new one."""

    remedy = "Move into a new database: CREATE DATABASE arbiter."

    def __init__(self, table: str) -> None:
        super().__init__(f"the target holds rows already, of {table}")


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns, those of its key, and the column by which its rows refer to others of its own.

    A table without a key is a short one, which is read at once.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    own: str | None
    is_numbered: bool
    """Whether the database gives its rows their numbers."""

    def select(self, *, goes_on: bool) -> str:
        """The next rows by their key, behind the one that is given where it `goes_on`."""
        if not self.key:
            return f"SELECT {_named(self.columns)} FROM {self.name}"  # noqa: S608 - the schema's own names
        key = _named(self.key)
        behind = f" WHERE ({key}) > ({', '.join('?' * len(self.key))})" if goes_on else ""
        return f"SELECT {_named(self.columns)} FROM {self.name}{behind} ORDER BY {key} LIMIT {BATCH}"  # noqa: S608

    @property
    def insert(self) -> str:
        """Adds a row."""
        marks = ", ".join("?" * len(self.columns))
        return f"INSERT INTO {self.name} ({_named(self.columns)}) VALUES ({marks})"  # noqa: S608 - the schema's names


def _named(columns: Sequence[str]) -> str:
    """One of them is a word of SQL."""
    return ", ".join(f'"{one}"' for one in columns)


def tables_of(migrations: Path) -> list[Table]:
    """The tables of the newest schema, each behind those that it refers to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrate(made, migrations, 0)
        names = [name for (name,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        refers = {name: {row[2] for row in made.execute(f"PRAGMA foreign_key_list({name})")} - {name} for name in names}
        return [_table(made, name) for name in TopologicalSorter(refers).static_order() if name != _OF_THE_SCHEMA]


def _table(made: sqlite3.Connection, name: str) -> Table:
    info = made.execute(f"PRAGMA table_info({name})").fetchall()
    key = tuple(column for _, column, *_, place in sorted(info, key=lambda row: row[5]) if place)
    own = next((row[3] for row in made.execute(f"PRAGMA foreign_key_list({name})") if row[2] == name), None)
    is_number = len(key) == 1 and any(row[1] == key[0] and row[2] == "INTEGER" for row in info)
    (sql,) = made.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return Table(name, tuple(row[1] for row in info), key, own, is_number and "WITHOUT ROWID" not in sql)


def rows(source: OpenDatabase, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """All rows by the key, some at a time."""
    if not table.key:
        yield sorted(_fetched(source, table.select(goes_on=False)), key=repr)
        return
    at, found = [table.columns.index(one) for one in table.key], _fetched(source, table.select(goes_on=False))
    while found:
        yield found
        found = _fetched(source, table.select(goes_on=True), [found[-1][place] for place in at])


def _fetched(source: OpenDatabase, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in source.execute(sql, values).fetchall()]


def carry(
    source: OpenDatabase, target: OpenDatabase, tables: Iterable[Table], go_on: Callable[[], object]
) -> dict[str, int]:
    """Has the target hold what the source does; both are in a transaction. Answers the rows of each table.

    `go_on` is called after some rows at a time, here and where rows are compared.
    """
    counts, known = {}, list(tables)
    for table in reversed(known):
        # The schema comes with a few rows of its own; those of the source are meant.
        target.execute(f"DELETE FROM {table.name}")  # noqa: S608 - the schema's own name
    for table in known:
        counts[table.name] = 0
        for some in _in_order(table, rows(source, table)):
            try:
                target.executemany(table.insert, some)
            except StatementFailed:
                _refuse_nul(table, some)
                raise
            counts[table.name] += len(some)
            go_on()
    return counts


def _refuse_nul(table: Table, some: Iterable[tuple[Any, ...]]) -> None:
    for row in some:
        for column, value in zip(table.columns, row, strict=True):
            if isinstance(value, str) and "\0" in value:
                key = [row[table.columns.index(one)] for one in table.key]
                raise NoSuchCharacter(table.name, column, key)


def _in_order(table: Table, found: Iterator[list[tuple[Any, ...]]]) -> Iterator[list[tuple[Any, ...]]]:
    """Rows that refer to others of their own table come behind those."""
    if table.own is None:
        yield from found
        return
    key, own = table.columns.index(table.key[0]), table.columns.index(table.own)
    left, there = [row for some in found for row in some], {None}
    while left:
        ready = [row for row in left if row[own] in there]
        if not ready:
            raise RowsDiffer(table.name)
        yield ready
        there |= {row[key] for row in ready}
        left = [row for row in left if row[key] not in there]


def compare(source: OpenDatabase, target: OpenDatabase, tables: Iterable[Table], go_on: Callable[[], object]) -> None:
    """Reads every row on both sides. Raises RowsDiffer."""
    for table in tables:
        here, there = rows(source, table), rows(target, table)
        for some in here:
            if next(there, None) != some:
                raise RowsDiffer(table.name)
            go_on()
        if next(there, None) is not None:
            raise RowsDiffer(table.name)


# --- where it comes from, and where it goes -------------------------------------------------------------------------


Held = tuple[OpenDatabase, Callable[[], object]]
"""A connection in a transaction, and what is to be called again and again while it is needed."""


def nothing() -> None:
    """A file stays ours by itself."""


@contextmanager
def read_from(place: Place, migrations: Path) -> Iterator[Held]:
    """The source as it is at this moment; nobody uses it."""
    with _file_read(place, migrations) if isinstance(place, Path) else _server_read(place, migrations) as held:
        yield held


@contextmanager
def written_to(place: Place, migrations: Path, tables: list[Table]) -> Iterator[Held]:
    """The target, new; what was written stands once the block has ended well."""
    where = file_written(place, migrations) if isinstance(place, Path) else _server_written(place, migrations, tables)
    with where as held:
        yield held


@contextmanager
def _file_read(path: Path, migrations: Path) -> Iterator[Held]:
    if not path.is_file():
        raise NoSuchFile(path, "does not exist")
    with ExitStack() as held:
        held.enter_context(sole_use(path))
        with errors_as_faults(path):
            connection = held.enter_context(closing(connect_to_read(path)))
            check_version(connection, migrations)
            connection.execute("BEGIN")
        yield connection, nothing


@contextmanager
def file_written(path: Path, migrations: Path) -> Iterator[Held]:
    """It gets its name only once all of it is there."""
    if path.exists():
        raise FileInTheWay(path, "exists already; choose another name")
    fresh = path.with_name(f"{path.name}.moving")
    try:
        with ExitStack() as held:
            with errors_as_faults(path):
                connection = held.enter_context(closing(connect_to_write(fresh)))
                triggers = _begin_without_triggers(connection, migrations)
            yield connection, nothing
            with errors_as_faults(path):
                _end_with_triggers(connection, triggers)
        os.replace(fresh, path)
    finally:
        for ending in ("", "-wal", "-shm"):
            Path(f"{fresh}{ending}").unlink(missing_ok=True)


def _begin_without_triggers(connection: sqlite3.Connection, migrations: Path) -> list[tuple[str, str]]:
    """Makes the schema and begins; answers the triggers, which would do by themselves what stands in rows that come."""
    migrate(connection, migrations, _now())
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    triggers = [tuple(row) for row in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")]
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    return triggers


def _end_with_triggers(connection: sqlite3.Connection, triggers: list[tuple[str, str]]) -> None:
    for _, sql in triggers:
        connection.execute(sql)
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise RowsDiffer(broken[0])
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _in_charge(address: Address) -> Iterator[tuple[Lease, Callable[[], object]]]:
    """Has no bot take the database over meanwhile. Raises NotInCharge where one uses it."""
    lease = server_lease(address, f"move {os.getpid()}")
    signed = steady()

    def sign() -> None:
        nonlocal signed
        if steady() - signed > SIGN_EVERY:
            signed = steady()
            lease.sign()

    lease.prepare()
    try:
        if lease.take() is None:
            raise NotInCharge(lease.look().holder)
        yield lease, sign
    finally:
        if lease.epoch is not None:
            lease.give_up()
        lease.close()


@contextmanager
def _server_read(address: Address, migrations: Path) -> Iterator[Held]:
    from bot.kernel.postgres import PostgresConnection, PostgresEngine  # noqa: PLC0415 - as above

    with _in_charge(address) as (lease, sign):
        # Whatever the newest schema lacks there is made first, as a start of the bot would.
        PostgresEngine(address, migrations, _now(), lease.epoch).open_to_write().close()
        with closing(PostgresConnection(address, writes=False)) as connection:
            connection.execute("BEGIN")
            yield connection, sign


@contextmanager
def _server_written(address: Address, migrations: Path, tables: list[Table]) -> Iterator[Held]:
    from bot.kernel.postgres import PostgresEngine  # noqa: PLC0415 - as above

    with ExitStack() as held:
        lease, sign = held.enter_context(_in_charge(address))
        engine = PostgresEngine(address, migrations, _now(), lease.epoch)
        connection = held.enter_context(closing(engine.open_to_write()))
        connection.execute("BEGIN IMMEDIATE")
        # Whatever breaks here takes all of it back, since the connection ends with nothing committed.
        _refuse_rows(connection)
        for table in tables:
            connection.make(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
        yield connection, sign
        for table in tables:
            _go_on_after(connection, table)
        connection.commit()


def _refuse_rows(target: OpenDatabase) -> None:
    """Raises InTheWay where there is more than a new database has; every bot that began has left its name there."""
    for table in ("guilds", "machine", "tournaments"):
        if target.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:  # noqa: S608 - named above
            raise InTheWay(table)


def _go_on_after(target: PostgresConnection, table: Table) -> None:
    """Triggers work again, and new rows are numbered behind those that came."""
    target.make(f"ALTER TABLE {table.name} ENABLE TRIGGER USER")
    if table.is_numbered:
        key = table.key[0]
        serial = f"pg_get_serial_sequence('{table.name}', '{key}')"
        last = f'(SELECT max("{key}") AS last FROM {table.name}) AS found'  # noqa: S608 - the schema's names
        number = f"setval({serial}, greatest(1, last), last IS NOT NULL)"
        target.make(f"SELECT {number} FROM {last} WHERE {serial} IS NOT NULL")  # noqa: S608 - as above


def _now() -> int:
    return time.time_ns() // 1_000_000
