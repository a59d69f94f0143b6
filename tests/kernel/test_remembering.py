"""A reading that remembers: it never answers what is no more, and asks nothing twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest

from bot.kernel import remembering
from bot.kernel.context import Work
from bot.kernel.database import connect_to_read
from bot.kernel.remembering import Memory, RememberingQuery, as_before, each_as_before

T = TypeVar("T")
SQL = "SELECT name, points FROM players WHERE points >= ? ORDER BY name"


class Table:
    """A file that one connection writes, and another reads with a memory."""

    def __init__(self, path: Path) -> None:
        self.writer = sqlite3.connect(path, isolation_level=None)
        self.writer.execute("PRAGMA journal_mode = WAL")
        self.writer.execute("CREATE TABLE players (name TEXT, points INTEGER)")
        self.writer.executemany("INSERT INTO players VALUES (?, ?)", [("Ana", 3), ("Bia", 1)])
        self.reader, self.memory, self.statements = connect_to_read(path), Memory(), list[str]()
        self.reader.set_trace_callback(self.statements.append)

    def ask(self, question: Callable[[RememberingQuery], T]) -> T:
        """In one moment."""
        self.reader.execute("BEGIN")
        self.memory.begin(self.reader)
        found = question(RememberingQuery(Work(self.reader, {SQL}), datetime.now(UTC), self.memory))
        self.reader.rollback()
        return found

    def rows(self, least: int = 0) -> list[tuple[object, ...]]:
        """The players with so many points."""
        return [tuple(row) for row in self.ask(lambda tx: tx.fetch_all(SQL, (least,)))]

    @property
    def asked(self) -> int:
        """How often the players were read."""
        return sum("FROM players" in one for one in self.statements)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path / "players.db")
    yield one
    one.reader.close()
    one.writer.close()


def test_what_was_asked_is_read_once_until_somebody_writes(table: Table) -> None:
    assert table.rows() == table.rows() == [("Ana", 3), ("Bia", 1)]
    assert table.rows(2) == [("Ana", 3)]
    assert table.asked == 2
    table.writer.execute("UPDATE players SET points = 4 WHERE name = 'Bia'")
    assert table.rows(2) == [("Ana", 3), ("Bia", 4)]


def test_what_is_written_while_somebody_reads_is_seen_by_the_next_reading(table: Table) -> None:
    def read(tx: RememberingQuery) -> list[int]:
        table.writer.execute("UPDATE players SET points = points + 10")
        return [row["points"] for row in tx.fetch_all(SQL, (0,))]

    assert table.ask(read) == [3, 1]
    assert table.rows() == [("Ana", 13), ("Bia", 11)]


def test_a_list_that_was_answered_may_be_changed_by_who_got_it(table: Table) -> None:
    def read(tx: RememberingQuery) -> int:
        tx.fetch_all(SQL, (0,)).clear()
        return len(tx.fetch_all(SQL, (0,)))

    assert table.ask(read) == 2


def test_the_same_row_is_the_same_thing_ever_after_and_another_row_another(table: Table) -> None:
    def player(row: sqlite3.Row) -> list[object]:
        return [row["name"], row["points"]]

    ana, bia = table.ask(lambda tx: tx.fetch_things(player, SQL, (0,)))
    table.writer.execute("UPDATE players SET points = 4 WHERE name = 'Bia'")
    again, changed = table.ask(lambda tx: tx.fetch_things(player, SQL, (0,)))
    assert ana is again
    assert (bia, changed) == (["Bia", 1], ["Bia", 4])


def test_no_more_rows_are_kept_than_there_is_room_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "MOST_ROWS", 3)
    for least in range(-9, 0):
        assert len(table.rows(least)) == 2
    assert sum(len(one.rows) for one in table.memory._answers.values()) <= 3


def test_an_answer_holds_for_as_long_as_all_that_it_was_made_of() -> None:
    worked = []

    @as_before(most=2)
    def sentence(name: str, points: int) -> str:
        worked.append(name)
        return f"{name} has {points}"

    assert [sentence(1, "Ana", 3), sentence(1, "Ana", 3), sentence(1, "Ana", 4)] == ["Ana has 3"] * 2 + ["Ana has 4"]
    assert sentence(1, "Ana", points=4) == sentence(1, "Ana", points=4) == "Ana has 4"
    assert worked == ["Ana"] * 3
    assert [sentence(slot, "Bia", slot) for slot in range(9)] == [f"Bia has {slot}" for slot in range(9)]


def test_of_a_list_what_has_changed_is_made_anew_alone() -> None:
    worked = []

    @each_as_before(most=6)
    def sentence(name: str, points: int) -> str:
        worked.append(name)
        return f"{name} has {points}"

    first = sentence(1, ["Ana", "Bia", "Cid"], 3)
    assert first == ("Ana has 3", "Bia has 3", "Cid has 3")
    assert sentence(1, ["Ana", "Bia", "Cid"], 3) is first
    assert sentence(1, ["Ana", "Dom", "Bia", "Cid"], 3) == (first[0], "Dom has 3", *first[1:])
    assert sentence(1, ["Bia", "Cid"], 3) == first[1:]
    assert worked == ["Ana", "Bia", "Cid", "Dom"]
    assert sentence(1, ["Bia"], points=4) == ("Bia has 4",)
    assert [sentence(slot, ["Eva", "Gil"], slot)[1] for slot in range(9)] == [f"Gil has {slot}" for slot in range(9)]
