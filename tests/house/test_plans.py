"""Nothing that one member does costs what other servers hold: every reference and every statement has its index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import empty_database, plans

OF_ALL = {"guild_id"}
"""What nearly every table has: alone it narrows nothing down, and who asks by it has an index of more."""


@pytest.fixture
def schema(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The newest schema."""
    path = tmp_path / "empty.db"
    empty_database.put(path)
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def columns_that_lead(schema: sqlite3.Connection, table: str) -> set[str]:
    """Columns by which rows are found at once: by an index of all rows, or of those that have a value there."""
    leading = {row[1] for row in schema.execute(f"PRAGMA table_info({table})") if row[5] == 1}
    for _, index, _, _, is_partial in schema.execute(f"PRAGMA index_list({table})").fetchall():
        first = str(schema.execute(f"PRAGMA index_info({index})").fetchone()[2])
        made = schema.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()
        if not is_partial or str(made[0]).endswith(f"WHERE {first} IS NOT NULL"):
            leading.add(first)
    return leading


def test_every_reference_has_an_index(schema: sqlite3.Connection) -> None:
    tables = [name for (name,) in schema.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    missing = {
        f"CREATE INDEX {table}_by_{key[3]} ON {table} ({key[3]});"
        for table in tables
        for key in schema.execute(f"PRAGMA foreign_key_list({table})").fetchall()
        if key[3] not in columns_that_lead(schema, table) | OF_ALL
    }
    assert len(tables) > 50
    assert not missing


@pytest.mark.parametrize(
    ("sql", "walks"),
    [
        ("SELECT * FROM entrants WHERE person_id = ?", False),
        ("SELECT * FROM entrants WHERE paid_up = 1", None),
        ("SELECT * FROM outbox WHERE state = 'pending' ORDER BY sequence LIMIT ?", False),
        ("SELECT * FROM outbox WHERE state = 'delivered'", True),
        ("SELECT * FROM people p WHERE p.name = ?", True),
        ("SELECT count(*) FROM log", True),
        ("SELECT * FROM entrants WHERE entrant_id IN (SELECT value FROM json_each(?))", False),
    ],
)
def test_what_walks_a_growing_table_is_seen(sql: str, walks: bool | None) -> None:
    if walks is None:
        with pytest.raises(sqlite3.OperationalError):
            plans.walked(sql)
    else:
        assert bool(plans.walked(sql)) is walks
