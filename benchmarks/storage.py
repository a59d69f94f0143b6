"""Durable check-ins a second: units of work in shared commits, beside aiosqlite awaited statement by statement.

Run it with `python -m benchmarks.storage`. Both contestants use the same file settings (WAL, synchronous=FULL), the
same schema and the same four statements. What counts is the ratio within one run, since disks and machines differ.
The added 10 ms are a sleep before COMMIT on the connection's thread, the same for both; plain aiosqlite holds a lock
for each transaction, without which it would lose updates.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import aiosqlite

from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from bot.kernel.context import Work
from bot.kernel.database import Database

SLOW_FSYNC_SECONDS: Final = 0.010
AT_ONCE: Final = 200
SCHEMA: Final = """
CREATE TABLE entrants (entrant_id TEXT PRIMARY KEY, status TEXT NOT NULL, checked_in_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE log (sequence INTEGER PRIMARY KEY, subject TEXT NOT NULL, act TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE outbox (outbox_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""
ENTER: Final = "INSERT INTO entrants (entrant_id, status) VALUES (?, 'registered')"
FIND: Final = "SELECT status FROM entrants WHERE entrant_id = ?"
CHECK_IN: Final = "UPDATE entrants SET status = 'checked_in', checked_in_at = ? WHERE entrant_id = ?"
NOTE: Final = "INSERT INTO log (subject, act, at) VALUES (?, 'check_in', ?)"
PROMISE: Final = "INSERT INTO outbox (outbox_id, body) VALUES (?, 'checked in')"

Press = Callable[[str], Awaitable[None]]
Contestant = Callable[[Path, type[sqlite3.Connection], list[str]], AbstractAsyncContextManager[Press]]


class SlowDisk(sqlite3.Connection):
    """A connection whose every commit takes 10 ms longer, slept on the connection's own thread."""

    def commit(self) -> None:
        """Sleep, then commit."""
        time.sleep(SLOW_FSYNC_SECONDS)
        super().commit()


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the table: how many presses, how many of them at once, on which disk."""

    name: str
    presses: int
    at_once: int
    disk: type[sqlite3.Connection]


@dataclass(frozen=True, slots=True)
class Measure:
    """What a contestant did: check-ins a second, and the seconds until the last answer of a crowd."""

    a_second: float
    last: float


CASES: Final = (
    Case("one by one", 200, 1, sqlite3.Connection),
    Case(f"{AT_ONCE} at once", AT_ONCE, AT_ONCE, sqlite3.Connection),
    Case("one by one, fsync + 10 ms", 50, 1, SlowDisk),
    Case(f"{AT_ONCE} at once, fsync + 10 ms", AT_ONCE, AT_ONCE, SlowDisk),
)
SMALLEST: Final = (Case("one by one", 2, 1, sqlite3.Connection), Case("4 at once", 4, 4, SlowDisk))
ROUNDS: Final = 3
"""The contestants take turns, so that a busy moment of the machine hits both; the medians of the rounds are shown."""


def check_in(work: Work, entrant: str, at: int) -> None:
    """The unit of work: find the entrant, check in, note it in the log, promise the announcement."""
    row = work.fetch_one(FIND, (entrant,))
    if row is None or row["status"] != "registered":
        raise LookupError(entrant)
    work.execute(CHECK_IN, (at, entrant))
    work.execute(NOTE, (entrant, at))
    work.execute(PROMISE, (entrant,))


@asynccontextmanager
async def shared_commits(folder: Path, disk: type[sqlite3.Connection], entrants: list[str]) -> AsyncIterator[Press]:
    """Arbiter's storage."""
    (folder / "0001_schema.sql").write_text(SCHEMA, encoding="utf-8")
    async with Database.open(folder / "shared.db", migrations=folder, factory=disk) as database:
        await database.write(lambda work: work.execute_many(ENTER, [(entrant,) for entrant in entrants]))

        async def press(entrant: str) -> None:
            await database.write(check_in, entrant, 1)

        yield press


@asynccontextmanager
async def by_statement(folder: Path, disk: type[sqlite3.Connection], entrants: list[str]) -> AsyncIterator[Press]:
    """Plain aiosqlite: every statement awaited, a lock around the transaction, since tasks share the connection."""
    lock = asyncio.Lock()
    async with aiosqlite.connect(folder / "plain.db", isolation_level=None, factory=disk) as database:
        await database.execute("PRAGMA journal_mode = WAL")
        await database.execute("PRAGMA synchronous = FULL")
        await database.executescript(SCHEMA)
        # One transaction, as for the other: a log that has already grown makes every later fsync cheaper.
        await database.execute("BEGIN IMMEDIATE")
        await database.executemany(ENTER, [(entrant,) for entrant in entrants])
        await database.commit()

        async def press(entrant: str) -> None:
            async with lock:
                await database.execute("BEGIN IMMEDIATE")
                async with database.execute(FIND, (entrant,)) as cursor:
                    row = await cursor.fetchone()
                if row is None or row[0] != "registered":
                    raise LookupError(entrant)
                await database.execute(CHECK_IN, (1, entrant))
                await database.execute(NOTE, (entrant, 1))
                await database.execute(PROMISE, (entrant,))
                await database.commit()

        yield press


async def measure(contestant: Contestant, case: Case) -> Measure:
    """Let the contestant take the case's presses, in crowds, on a new file."""
    entrants = [f"e{number}" for number in range(case.presses)]
    lasts: list[float] = []
    DATABASES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATABASES) as folder:
        async with contestant(Path(folder), case.disk, entrants) as press:
            for first in range(0, case.presses, case.at_once):
                start = time.perf_counter()
                await asyncio.gather(*(press(entrant) for entrant in entrants[first : first + case.at_once]))
                lasts.append(time.perf_counter() - start)
    return Measure(case.presses / sum(lasts), median(lasts))


def middle(measures: list[Measure]) -> Measure:
    """The medians of several rounds."""
    return Measure(median(each.a_second for each in measures), median(each.last for each in measures))


def report(cases: Sequence[Case] = CASES, rounds: int = ROUNDS) -> str:
    """All cases as a table, measured now."""
    rows = []
    for case in cases:
        plain: list[Measure] = []
        ours: list[Measure] = []
        for _ in range(rounds):
            plain.append(asyncio.run(measure(by_statement, case)))
            ours.append(asyncio.run(measure(shared_commits, case)))
        theirs, mine = middle(plain), middle(ours)
        rows.append(
            (
                case.name,
                f"{theirs.a_second:,.0f}",
                f"{mine.a_second:,.0f}",
                f"{mine.a_second / theirs.a_second:.1f}",
                f"{theirs.last * 1000:.1f}",
                f"{mine.last * 1000:.1f}",
            )
        )
    titles = (
        "check-ins",
        "aiosqlite, a second",
        "Arbiter, a second",
        "times",
        "last ms, aiosqlite",
        "last ms, Arbiter",
    )
    return table(titles, rows)


if __name__ == "__main__":
    print(report(SMALLEST, 1) if is_smallest(sys.argv) else report())
