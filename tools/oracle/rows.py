"""What lies in a database file: every row of every table, in an order of its own, and what tells two files apart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from tools.oracle.tape import Row, Rows

ROWID: Final = "(rowid)"
"""The key under which a row's hidden number stands, where a table has one: new rows are put back in that order."""


def read(path: Path, *, numbered: bool = False) -> Rows:
    """All rows by table, each table's in the order of their contents; `numbered` tells hidden numbers too."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        names = [
            name
            for name, kind in connection.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
            if kind == "table" and not name.startswith("sqlite_")
        ]
        return {name: _table(connection, name, numbered=numbered) for name in sorted(names)}


def _table(connection: sqlite3.Connection, name: str, *, numbered: bool) -> list[Row]:
    has_number = (
        numbered and not connection.execute("SELECT wr FROM pragma_table_list WHERE name = ?", (name,)).fetchone()[0]
    )
    what = f'rowid AS "{ROWID}", *' if has_number else "*"
    rows = [dict(row) for row in connection.execute(f'SELECT {what} FROM "{name}"')]
    return sorted(rows, key=order)


def order(row: Row) -> str:
    """By what rows are sorted: their contents, as text."""
    return repr(list(row.values()))


def between(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """The rows that are gone and those that have come, of files read with their numbers."""
    gone = {name: minus(rows, after.get(name, [])) for name, rows in before.items()}
    come = {name: minus(rows, before.get(name, [])) for name, rows in after.items()}
    return {name: rows for name, rows in gone.items() if rows}, {name: rows for name, rows in come.items() if rows}


def minus(some: Iterable[Row], others: Iterable[Row]) -> list[Row]:
    """The rows of the first that are not among the second."""
    known = {order(row) for row in others}
    return [row for row in some if order(row) not in known]


def write(path: Path, gone: Rows, come: Rows) -> None:
    """Takes rows out of the file and puts others in, whatever references what."""
    with closing(sqlite3.connect(path)) as connection:
        for name, rows in gone.items():
            for row in map(_shown, rows):
                where = " AND ".join(f'"{key}" IS ?' for key in row)
                connection.execute(f'DELETE FROM "{name}" WHERE {where}', tuple(row.values()))
        for name, rows in come.items():
            for row in map(_shown, sorted(rows, key=_number)):
                columns, marks = ", ".join(f'"{key}"' for key in row), ", ".join("?" * len(row))
                connection.execute(f'INSERT INTO "{name}" ({columns}) VALUES ({marks})', tuple(row.values()))
        connection.commit()


def _shown(row: Row) -> Row:
    """The columns of the table, without the number of the row."""
    return {key: value for key, value in row.items() if key != ROWID}


def _number(row: Row) -> Any:
    return row.get(ROWID, 0)
