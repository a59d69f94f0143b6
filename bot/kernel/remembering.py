"""A reading that remembers: what was asked is not asked again before something is written, and a row reads as before.

A process that only reads asks the same for each page and each language. Answers are kept for one version of the file.
What was made of a row is kept beyond it, as a pure function of all that the row holds. So the same row is the same
object, and what is made of objects is found again by looking whether they are still the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from functools import wraps
from sqlite3 import Row
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from bot.kernel.context import Parameters, Query, Work
from bot.kernel.database import version

M = TypeVar("M")
P = ParamSpec("P")

MOST_ROWS: Final = 40_000
"""Kept in answers, and as often as things made of rows, twice over: some forty MiB at most."""


class Memory:
    """What one connection was answered; it lives as long as the connection."""

    def __init__(self) -> None:
        self._version = -1
        self._answers: dict[tuple[object, ...], list[Any]] = {}
        self._rows = 0
        self._made: dict[tuple[object, ...], Any] = {}
        self._made_before: dict[tuple[object, ...], Any] = {}

    def begin(self, connection: sqlite3.Connection) -> None:
        """To be called within the transaction, whose moment is that of the version."""
        now = version(connection)
        if now != self._version:
            self._version = now
            self._forget()

    def answer(self, key: tuple[object, ...], ask: Callable[[], list[M]]) -> list[M]:
        """What was answered at this version, or is now."""
        known = self._answers.get(key)
        if known is None:
            known = ask()
            self._rows += len(known)
            if self._rows > MOST_ROWS:
                self._forget()
                self._rows = len(known)
            self._answers[key] = known
        return [*known]

    def make(self, read: Callable[..., M], sql: str, row: Row) -> M:
        """The thing of the row; the same one for as long as the row is asked for in each version."""
        key = (read, sql, *row)
        made = self._made.get(key)
        if made is None:
            made = self._made_before.get(key)
            self._made[key] = made = read(row) if made is None else made
        found: M = made
        return found

    def _forget(self) -> None:
        """What was made is kept once more, since most of it is asked for again."""
        self._answers, self._rows = {}, 0
        self._made_before, self._made = self._made, {}


class RememberingQuery(Query):
    """A query whose answers are kept in a memory. What it answers is nobody's to change, but for the list itself."""

    def __init__(self, work: Work, now: datetime, memory: Memory) -> None:
        super().__init__(work, now)
        self._memory = memory

    def fetch_all(self, sql: str, params: Parameters = ()) -> list[Row]:
        """All rows of the statement, as they are at this version."""
        return self._memory.answer(_key(sql, params), lambda: self._work.fetch_all(sql, params))

    def fetch_things(self, read: Callable[..., M], sql: str, params: Parameters = ()) -> list[M]:
        """As `fetch_all`, with what is made of each row."""
        return self._memory.answer(
            (read, *_key(sql, params)),
            lambda: [self._memory.make(read, sql, row) for row in self._work.fetch_all(sql, params)],
        )


def _key(sql: str, params: Parameters) -> tuple[object, ...]:
    return (sql, *(params.items() if isinstance(params, Mapping) else params))


def as_before(most: int) -> Callable[[Callable[P, M]], Callable[Concatenate[Hashable, P], M]]:
    """Of a pure function, called with a slot before all else: the answer that the slot has, where all else is as then.

    There are `most` slots. To compare costs next to nothing where what is given is the same object; to hash it would
    cost as much as most answers do.
    """

    def keep(work: Callable[P, M]) -> Callable[Concatenate[Hashable, P], M]:
        kept: dict[Hashable, tuple[object, M]] = {}

        @wraps(work)
        def again(slot: Hashable, /, *args: P.args, **named: P.kwargs) -> M:
            given = (args, named) if named else args
            known = kept.get(slot)
            if known is not None and known[0] == given:
                return known[1]
            made = work(*args, **named)
            if len(kept) >= most and slot not in kept:
                kept.clear()
            kept[slot] = given, made
            return made

        return again

    return keep
