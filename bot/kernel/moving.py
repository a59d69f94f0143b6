"""A whole store carried from one place to another, row by row: between a file and a server, either way.

The source is read as it stood at one moment; the target is new, or as it was made. Rows come in the order in which
tables refer to each other. What the target would do by itself to a row that comes is switched off meanwhile. At the end
each row is read on both sides and compared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, Final

from bot.kernel.context import Connection
from bot.kernel.database import migrate
from bot.kernel.faults import StorageError

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


def rows(source: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """All rows by the key, some at a time."""
    if not table.key:
        yield sorted(_fetched(source, table.select(goes_on=False)), key=repr)
        return
    at, found = [table.columns.index(one) for one in table.key], _fetched(source, table.select(goes_on=False))
    while found:
        yield found
        found = _fetched(source, table.select(goes_on=True), [found[-1][place] for place in at])


def _fetched(source: Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in source.execute(sql, values).fetchall()]


def carry(
    source: Connection, target: Connection, tables: Iterable[Table], go_on: Callable[[], object]
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
            target.executemany(table.insert, some)
            counts[table.name] += len(some)
            go_on()
    return counts


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


def compare(source: Connection, target: Connection, tables: Iterable[Table], go_on: Callable[[], object]) -> None:
    """Reads every row on both sides. Raises RowsDiffer."""
    for table in tables:
        here, there = rows(source, table), rows(target, table)
        for some in here:
            if next(there, None) != some:
                raise RowsDiffer(table.name)
            go_on()
        if next(there, None) is not None:
            raise RowsDiffer(table.name)
