"""The four things that a unit of work may do with the database."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from bot.storage.errors import StatementRefused, TransactionLost

T = TypeVar("T")
Value = str | int | float | bytes | None
"""What SQLite stores. Moments are milliseconds since the epoch."""
Parameters = Sequence[Value] | Mapping[str, Value]

_SPACE_AND_COMMENTS = re.compile(r"(?:[\s;]|--[^\n]*(?:\n|$)|/\*.*?\*/)*", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]*")
_OR_ROLLBACK = re.compile(r"\bOR\s+ROLLBACK\b", re.IGNORECASE)
_ALLOWED = frozenset({"SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE"})


def refuse_unless_about_rows(sql: str) -> None:
    """Raise StatementRefused unless the statement reads or changes rows and leaves its transaction to the database."""
    start = _SPACE_AND_COMMENTS.match(sql)
    word = _WORD.match(sql, start.end() if start else 0)
    if word is None or word.group().upper() not in _ALLOWED or _OR_ROLLBACK.search(sql):
        raise StatementRefused(f"a unit of work may not run: {sql.strip()[:80]}")


class Work:
    """The open transaction, as a unit of work sees it.

    It is valid on its connection's own thread, while the unit runs. On the reading connection every change is refused
    by SQLite (`sqlite3.OperationalError`). There is no way to reach the transaction itself, because other units
    share it.
    """

    __slots__ = ("_admitted", "_connection", "_lost", "touched")

    def __init__(self, connection: sqlite3.Connection, admitted: set[str]) -> None:
        """`admitted` holds the statements that were looked at before, and grows; it lives as long as the connection."""
        self._connection = connection
        self._admitted = admitted
        self._lost = False
        self.touched: set[str] = set()
        """What a repository wrote that somebody outside waits for: "outbox", "deadlines", "panels"."""

    def execute(self, sql: str, params: Parameters = ()) -> int:
        """Run one statement and return the number of rows changed (-1 when it begins with SELECT or WITH)."""
        if sql not in self._admitted:
            self._admit(sql)
        try:
            return self._connection.execute(sql, params).rowcount
        except sqlite3.Error:
            self._look_for_loss()
            raise

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> int:
        """Run one changing statement for each set of parameters and return the number of rows changed by all."""
        if sql not in self._admitted:
            self._admit(sql)
        try:
            return self._connection.executemany(sql, rows).rowcount
        except sqlite3.Error:
            self._look_for_loss()
            raise

    def fetch_one(self, sql: str, params: Parameters = ()) -> sqlite3.Row | None:
        """Return the first row, or None when there is none."""
        if sql not in self._admitted:
            self._admit(sql)
        try:
            row: sqlite3.Row | None = self._connection.execute(sql, params).fetchone()
            return row
        except sqlite3.Error:
            self._look_for_loss()
            raise

    def fetch_all(self, sql: str, params: Parameters = ()) -> list[sqlite3.Row]:
        """Returns all rows of the statement."""
        if sql not in self._admitted:
            self._admit(sql)
        try:
            return self._connection.execute(sql, params).fetchall()
        except sqlite3.Error:
            self._look_for_loss()
            raise

    def part(self, verb: Callable[[], T]) -> T:
        """Runs a part of the unit: an error in it leaves nothing of the part behind, and the unit can go on."""
        self._connection.execute("SAVEPOINT part")
        try:
            value = verb()
        except BaseException:
            self._connection.execute("ROLLBACK TO part")
            self._connection.execute("RELEASE part")
            raise
        self._connection.execute("RELEASE part")
        return value

    def _admit(self, sql: str) -> None:
        if self._lost:
            raise TransactionLost("SQLite gave up this transaction; the unit must end")
        refuse_unless_about_rows(sql)
        self._admitted.add(sql)

    def _look_for_loss(self) -> None:
        """After an error that ended the transaction, admit nothing more.

        A unit that swallowed the error would otherwise go on outside any transaction, each statement a commit.
        """
        if not self._connection.in_transaction:
            self._lost = True
            self._admitted = set()
