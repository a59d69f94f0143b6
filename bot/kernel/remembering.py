"""A reading that remembers: what was asked is not asked again before something is written, and a row reads as before.

A process that only reads asks the same for each page and each language. Answers are kept for one version of the file.
What was made of a row is kept beyond it, as a pure function of all that the row holds. So the same row is the same
object, and what is made of objects is found again by looking whether they are still the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from sqlite3 import Row
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from bot.kernel.context import OpenDatabase, Parameters, Query, Work
from bot.kernel.database import version

M = TypeVar("M")
T = TypeVar("T")
P = ParamSpec("P")

MOST_ROWS: Final = 60_000
"""Kept in answers, each with what was made of it: some forty MiB at most."""


class _Answer(NamedTuple):
    """The rows of a statement at a version, as they are stored, and what was made of each."""

    version: int
    rows: tuple[tuple[object, ...], ...]
    things: tuple[Any, ...]


class Memory:
    """What one connection was answered; it lives as long as the connection."""

    def __init__(self) -> None:
        self._version = -1
        self._answers: OrderedDict[tuple[object, ...], _Answer] = OrderedDict()
        self._size = 0

    def begin(self, connection: OpenDatabase) -> None:
        """To be called within the transaction, whose moment is that of the version."""
        self._version = version(connection)

    def answer(self, key: tuple[object, ...], ask: Callable[[], list[Row]], read: Callable[..., M]) -> list[M]:
        """What is made of each row; the same thing for as long as its row stands where it stood."""
        known = self._answers.get(key)
        if known is None or known.version != self._version:
            before = 0 if known is None else _size_of(known)
            known = self._answers[key] = self._look(known, ask(), read)
            self._size += _size_of(known) - before
        self._answers.move_to_end(key)
        while self._size > MOST_ROWS and len(self._answers) > 1:
            self._size -= _size_of(self._answers.popitem(last=False)[1])
        return [*known.things]

    def _look(self, before: _Answer | None, found: list[Row], read: Callable[..., M]) -> _Answer:
        rows = tuple(row[:] for row in found)
        if before is None:
            return _Answer(self._version, rows, tuple(map(read, found)))
        made = _followed(before.rows, before.things, rows, lambda at: read(found[at]))
        return _Answer(self._version, before.rows if made is before.things else rows, made)


def _size_of(answer: _Answer) -> int:
    """In rows; one that has none takes room as well."""
    return 1 + len(answer.rows)


class RememberingQuery(Query):
    """A query whose answers are kept in a memory. What it answers is nobody's to change, but for the list itself."""

    def __init__(self, work: Work, now: datetime, memory: Memory) -> None:
        super().__init__(work, now)
        self._memory = memory

    def fetch_all(self, sql: str, params: Parameters = ()) -> list[Row]:
        """All rows of the statement, as they are at this version."""
        return self.fetch_things(_row, sql, params)

    def fetch_things(self, read: Callable[..., M], sql: str, params: Parameters = ()) -> list[M]:
        """As `fetch_all`, with what is made of each row."""
        values = params.items() if isinstance(params, Mapping) else params
        return self._memory.answer((read, sql, *values), lambda: self._work.fetch_all(sql, params), read)


def _row(row: Row) -> Row:
    return row


# --- what is made as before -----------------------------------------------------------------------------------------


def _followed(
    before: Sequence[object], made: tuple[M, ...], things: Sequence[object], make: Callable[[int], M]
) -> tuple[M, ...]:
    """What is made of each thing, by its place: as before where it stands as it stood, from the start or the end."""
    if before == things:
        return made
    many, moved, found = len(before), len(before) - len(things), []
    for at, thing in enumerate(things):
        for was in (at, at + moved):
            # To compare an object with itself costs more than to see that it is one.
            if 0 <= was < many and (before[was] is thing or before[was] == thing):
                found.append(made[was])
                break
        else:
            found.append(make(at))
    return tuple(found)


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


OfEach = Callable[Concatenate[T, P], M]
OfAll = Callable[Concatenate[Hashable, Iterable[T], P], tuple[M, ...]]


def each_as_before(most: int) -> Callable[[OfEach[T, P, M]], OfAll[T, P, M]]:
    """As `as_before`, of a function of a thing and of what it shares with others: called with a list of things.

    What is made of a thing is kept for as long as it stands in the list and all that is shared is as it was. `most`
    things are kept in all. Where all of them are as before, the answer is the same object.
    """

    def keep(work: OfEach[T, P, M]) -> OfAll[T, P, M]:
        kept: dict[Hashable, tuple[object, tuple[T, ...], tuple[M, ...]]] = {}
        size = 0

        @wraps(work)
        def each(things: Iterable[T], /, *args: P.args, **named: P.kwargs) -> tuple[M, ...]:
            return tuple(work(one, *args, **named) for one in things)

        @wraps(each)
        def again(slot: Hashable, things: Iterable[T], /, *args: P.args, **named: P.kwargs) -> tuple[M, ...]:
            nonlocal size
            given, here = (args, named), tuple(things)
            shared, before, made = kept.get(slot, (given, (), ()))
            if shared == given:
                made = _followed(before, made, here, lambda at: work(here[at], *args, **named))
            else:
                made = each(here, *args, **named)
            size += len(here) - len(before)
            if size > most:
                kept.clear()
                size = len(here)
            kept[slot] = given, here, made
            return made

        return again

    return keep
