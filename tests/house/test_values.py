"""What a statement is given is of the kind that its place has: numbers for a column of numbers, texts for one of texts.

SQLite makes the one of the other by itself. PostgreSQL refuses the statement, and the press behind it fails.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.kernel.context import Parameters, Work
from tests import empty_database, values
from tests.house import statements

_BEGINNINGS = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Work]:
    """A transaction on the newest schema."""
    path = tmp_path / "empty.db"
    empty_database.put(path)
    connection = sqlite3.connect(path)
    yield Work(connection, set())
    connection.close()


def test_nearly_every_place_of_a_statement_has_a_kind() -> None:
    whole = [one.sql for one in statements.asked() if one.is_whole and one.sql.startswith(_BEGINNINGS)]
    unknown = [(sql, place) for sql in whole for place in values.places(sql) if place not in values.kinds(sql)]
    assert len(whole) > 800
    assert len(unknown) < 30, unknown


@pytest.mark.parametrize(
    ("sql", "given"),
    [
        ("SELECT guild_id FROM log WHERE sequence = ?", ("17",)),
        ("SELECT guild_id FROM log WHERE ?1 < sequence AND act = ?2", ("17", "pause")),
        ("SELECT why FROM log WHERE subject = ? AND sequence > ?", (4, 17)),
        ("SELECT name FROM people WHERE discord_id IN (?, ?)", (1, "2")),
        ("SELECT name FROM people WHERE discord_id BETWEEN ? AND ?", (1, "2")),
        ("SELECT name FROM people p JOIN entrants e USING (person_id) WHERE e.number = :at", {"at": "1"}),
        ("SELECT name FROM people WHERE person_id IN (SELECT person_id FROM entrants WHERE number = ?)", ("1",)),
        ("SELECT name FROM people ORDER BY name LIMIT ?", ("9",)),
        ("UPDATE outbox SET attempts = attempts + ?, refusal = ? WHERE sequence = ?", (1, 403, 5)),
        ("INSERT INTO attempts (what, sign, first_at) VALUES (?, ?, ?)", ("thread", "sign", "0")),
        ("INSERT INTO attempts (what, sign, first_at) SELECT ?, sign, ? FROM attempts", ("thread", "0")),
        ("SELECT 1 FROM people WHERE coalesce(name, '') = ?", (1,)),
        ("SELECT 1 FROM people WHERE person_id IN (SELECT value FROM json_each(?))", (1,)),
    ],
)
@pytest.mark.plants
def test_a_value_of_another_kind_than_its_column_is_seen(sql: str, given: Parameters) -> None:
    assert len(values.misgiven(sql, given)) == 1


@pytest.mark.parametrize(
    ("sql", "given"),
    [
        ("SELECT guild_id FROM log WHERE sequence = CAST(? AS BIGINT)", ("17",)),
        ("SELECT 1 FROM log WHERE 'line:' || sequence = ? AND act || ':' = ?", ("line:1", "pause:")),
        ("SELECT 1 FROM people WHERE discord_id = ? AND guild_id = ?", (None, True)),
        ("SELECT 1 FROM ratings WHERE rating = ? AND length(person_id) = ?", (3, 12)),
        ("UPDATE outbox SET refusal = 'moot? or not' WHERE sequence = ?", (5,)),
    ],
)
def test_a_value_of_the_kind_of_its_column_is_left_alone(sql: str, given: Parameters) -> None:
    assert values.misgiven(sql, given) == []


@pytest.mark.plants
@pytest.mark.parametrize("how", ["execute", "fetch_one", "fetch_all"])
def test_a_test_in_which_a_text_is_given_for_a_number_fails(work: Work, how: str) -> None:
    getattr(work, how)("SELECT guild_id FROM log WHERE sequence = ?", ("17",))
    with pytest.raises(AssertionError, match="str for INTEGER"):
        values.refuse_what_is_misgiven()
    values.refuse_what_is_misgiven()


@pytest.mark.plants
def test_of_many_rows_each_is_looked_at(work: Work) -> None:
    work.execute_many("UPDATE attempts SET first_at = ? WHERE what = ?", [(1, "one"), ("2", "other")])
    with pytest.raises(AssertionError, match="str for INTEGER"):
        values.refuse_what_is_misgiven()
