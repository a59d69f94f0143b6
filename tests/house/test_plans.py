"""Nothing that one member does costs what other servers hold: every reference and every statement has its index."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.kernel.context import Work
from tests import empty_database, plans, portable

OF_ALL = {"guild_id"}
"""What nearly every table has: alone it narrows nothing down, and who asks by it has an index of more."""
OF_THE_BOT = Path(__file__).parents[2] / "bot" / "features" / "planted_store.py"
PLANTED = {
    "a table from end to end": "SELECT * FROM people p WHERE p.name = ?",
    "a table for a count": "SELECT count(*) FROM log",
    "an index from end to end": "SELECT * FROM log WHERE subject <> ? ORDER BY subject",
    "an index for an order": "SELECT * FROM log ORDER BY guild_id, sequence LIMIT 10",
    "a table by its key, for an order": "SELECT * FROM log WHERE why = ? ORDER BY sequence",
    "a table in a subquery": "SELECT 1 FROM guilds WHERE guild_id IN (SELECT guild_id FROM log WHERE why = ?)",
    "a table in what must exist": (
        "SELECT 1 FROM people p WHERE person_id = ? AND EXISTS (SELECT 1 FROM log l WHERE l.why = p.name)"
    ),
    "a table in a join": "SELECT 1 FROM log l JOIN tournaments t USING (tournament_id) WHERE t.name = ?",
    "a table in one half of a union": (
        "SELECT at FROM log WHERE sequence = ? UNION ALL SELECT at FROM log WHERE why = ?"
    ),
    "a table in a list with a name": "WITH told AS (SELECT why FROM log) SELECT count(*) FROM told WHERE why = ?",
    "a table in a list of its own name": "WITH log AS (SELECT * FROM people) SELECT * FROM log WHERE name = ?",
    "a table whose name another list has": (
        "SELECT (SELECT count(*) FROM (SELECT DISTINCT kind FROM outbox WHERE subject = ?) o), count(*) FROM outbox o"
    ),
    "a table under a small one's alias": (
        "SELECT (SELECT count(*) FROM guilds g), (SELECT count(*) FROM log g WHERE g.why = ?)"
    ),
    "an index made for the statement": (
        "SELECT count(*) FROM tournaments t JOIN log l ON l.why = t.name WHERE t.guild_id = ?"
    ),
    "a value of JSON held against a column": (
        "SELECT 1 FROM entrants e WHERE e.tournament_id = ? AND EXISTS (SELECT 1 FROM log l"
        " WHERE l.guild_id = 1 AND json_extract(l.details, '$.entrant') = e.entrant_id)"
    ),
    "a column held against a value of JSON": (
        "SELECT 1 FROM entrants e JOIN log l ON e.entrant_id = json_extract(l.details, '$.entrant')"
        " WHERE e.tournament_id = ? AND l.guild_id = 1"
    ),
    "values of JSON among a column's": (
        "SELECT 1 FROM log WHERE guild_id = 1 AND json_extract(details, '$.entrant') IN"
        " (SELECT entrant_id FROM entrants WHERE person_id = ?)"
    ),
    "one server or all of them": (
        "SELECT * FROM people WHERE CAST(?1 AS BIGINT) IS NULL OR guild_id = ?1 ORDER BY person_id"
    ),
    "the log of a server for some of it": "SELECT * FROM log WHERE guild_id = ? AND why = ? ORDER BY sequence",
    "all that was said": "SELECT * FROM outbox WHERE state = 'delivered'",
    "all rows for a change": "UPDATE log SET why = NULL WHERE why = ?",
    "all rows for a removal": "DELETE FROM outbox WHERE kind = ?",
    "all rows, sorted": "SELECT DISTINCT name FROM people ORDER BY name LIMIT 10",
}
HARMLESS = (
    "SELECT * FROM entrants WHERE person_id = ?",
    "SELECT * FROM outbox WHERE state = 'pending' ORDER BY sequence LIMIT ?",
    "SELECT * FROM entrants WHERE entrant_id IN (SELECT value FROM json_each(?))",
    (
        "SELECT * FROM log WHERE json_extract(details, '$.entrant') IN"
        " (SELECT entrant_id || '' FROM entrants WHERE person_id = ?)"
    ),
    "SELECT count(*) FROM log WHERE guild_id = ?",
    "SELECT * FROM log WHERE subject = 'place:matches' AND sequence > ?",
    "SELECT group_concat(o.side, ' ') FROM (SELECT side FROM contest_sides o WHERE o.contest_id = ? ORDER BY side) o",
    "WITH own AS (SELECT why FROM log WHERE subject = ?) SELECT count(*) FROM own",
)


@pytest.fixture
def schema(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The newest schema."""
    path = tmp_path / "empty.db"
    empty_database.put(path)
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def asked(schema: sqlite3.Connection, sql: str, where: Path) -> None:
    """Runs the statement in a unit of work, from a function that seems to stand in that file of the bot."""
    given = (None,) * (1 if "?1" in sql else sql.count("?"))
    text = "def ask(work, sql, given):\n    work.execute(sql, given)\n"
    planted: dict[str, Callable[[Work, str, tuple[None, ...]], None]] = {}
    exec(compile(text, str(where), "exec"), planted)
    planted["ask"](Work(schema, set()), sql, given)


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


@pytest.mark.parametrize("sql", PLANTED.values(), ids=PLANTED)
def test_what_walks_a_growing_table_is_seen(sql: str) -> None:
    assert plans.walked(sql)


@pytest.mark.parametrize("sql", HARMLESS)
def test_what_finds_its_rows_by_an_index_is_left_alone(sql: str) -> None:
    assert plans.walked(sql) == ""


@pytest.mark.parametrize("sql", PLANTED.values(), ids=PLANTED)
def test_a_walk_that_the_bot_runs_fails_the_test_that_ran_it(schema: sqlite3.Connection, sql: str) -> None:
    # This goes the way of every statement: the wrapper of tests/conftest.py is in place in all tests.
    asked(schema, sql, OF_THE_BOT)
    with pytest.raises(AssertionError, match="a whole table is walked"):
        plans.refuse_walks()
    plans.refuse_walks()
    portable.found.clear()


def test_a_walk_that_a_test_runs_for_itself_fails_nothing(schema: sqlite3.Connection) -> None:
    asked(schema, PLANTED["a table for a count"], Path(__file__))
    plans.refuse_walks()


def test_a_statement_that_cannot_be_planned_is_no_walk() -> None:
    with pytest.raises(sqlite3.OperationalError):
        plans.walked("SELECT * FROM entrants WHERE paid_up = 1")


def test_each_index_of_open_work_is_there(schema: sqlite3.Connection) -> None:
    # A name that is no index any more would excuse nothing, and hide what comes under that name later.
    partial = {
        name
        for (name,) in schema.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'")
    }
    tables = {name for (name,) in schema.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert partial >= plans.OPEN_WORK
    assert tables | {"sqlite_master"} >= plans.SMALL.keys() | plans.LONG.keys()
