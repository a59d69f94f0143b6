"""What a PostgreSQL server is held to: one who writes at a time, text by its bytes, and SQLite's words."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import MIGRATIONS
from bot.kernel.addresses import Address, Place
from bot.kernel.context import Work
from bot.kernel.database import Database
from bot.kernel.dialect import baseline, schema, translated
from bot.kernel.faults import MigrationChanged, MigrationFailed, NotOurs, NotTranslated, UnknownMigration
from bot.kernel.migrations import migrate
from tests import on_postgres
from tests.kernel.seats import seated, sit

psycopg = pytest.importorskip("psycopg")

# One who writes


def number_one_more(work: Work, player: str) -> int:
    """As numbers of matters are given: one more than the highest."""
    row = work.fetch_one("SELECT coalesce(max(number), 0) + 1 AS next FROM seats")
    assert row is not None
    work.execute("INSERT INTO seats (number, player) VALUES (?, ?)", (row["next"], player))
    return int(row["next"])


async def test_two_processes_that_number_by_what_is_highest_give_no_number_twice(
    place: Place, migrations: Path
) -> None:
    async with (
        Database.open(place, migrations=migrations) as one,
        Database.open(place, migrations=migrations) as other,
    ):
        units = [
            database.write(number_one_more, f"{name}{n}")
            for n in range(100)
            for name, database in (("a", one), ("b", other))
        ]
        assert sorted(await asyncio.gather(*units)) == list(range(1, 201))


async def test_what_another_process_committed_is_seen_by_who_writes_next(place: Place, migrations: Path) -> None:
    async with (
        Database.open(place, migrations=migrations) as one,
        Database.open(place, migrations=migrations) as other,
    ):
        await one.write(sit, "ana")
        assert await other.write(seated) == ["ana"]


# Text

IN_PORTUGUESE = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'pt-BR' LOCALE 'C.UTF-8'"


@pytest.fixture
async def in_icu() -> AsyncIterator[Database]:
    """A database of the bot whose own order of text is the one of a Brazilian dictionary."""
    try:
        on_postgres.admin(f"CREATE DATABASE in_icu {IN_PORTUGUESE}")
    except psycopg.errors.FeatureNotSupported:
        pytest.skip("this PostgreSQL was built without ICU; POSTGRES_SOCKET names another")
    async with Database.open(on_postgres.address("in_icu"), migrations=MIGRATIONS) as opened:
        yield opened
    on_postgres.admin("DROP DATABASE in_icu")


NAMES = ["Zoe", "_x", "ana", "bia", "Ärla", "Bruno"]
BY_BYTES = ["Bruno", "Zoe", "_x", "ana", "bia", "Ärla"]


async def test_text_sorts_by_its_bytes_whatever_the_database_was_made_with(in_icu: Database) -> None:
    def unit(work: Work) -> list[list[str]]:
        work.execute_many("INSERT INTO guilds_told (name) VALUES (?)", [(name,) for name in NAMES])
        highest = work.fetch_one("SELECT max(name) AS last, min(min(name), 'zzz') AS first FROM guilds_told")
        assert highest is not None
        return [
            [row["name"] for row in work.fetch_all("SELECT name FROM guilds_told ORDER BY name")],
            [highest["first"], highest["last"]],
            [row["name"] for row in work.fetch_all("SELECT name FROM guilds_told WHERE name > ?", ("_",))],
        ]

    admin = on_postgres.admin
    admin(*(one for one in schema("CREATE TABLE guilds_told (name TEXT PRIMARY KEY) STRICT")), database="in_icu")
    assert on_postgres.admin("SELECT 'ana' < 'Bruno'", database="in_icu") == [(True,)]
    in_order, ends, after = await in_icu.write(unit)
    assert in_order == BY_BYTES
    assert ends == ["Bruno", "Ärla"]
    assert sorted(after) == ["_x", "ana", "bia", "Ärla"]


def test_no_column_of_text_sorts_otherwise() -> None:
    place = on_postgres.fresh()
    told = on_postgres.admin(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND data_type = 'text' AND coalesce(collation_name, '') <> 'C'",
        database=place.parameters["dbname"],
    )
    assert told == []


# Words


@pytest.mark.parametrize(
    ("sql", "in_postgres"),
    [
        ("SELECT ?, ?", "SELECT $1, $2"),
        ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2"),
        ("SELECT '?', ':a', \"?\" -- why?\n, ?", "SELECT '?', ':a', \"?\" -- why?\n, $1"),
        ("a IS ? AND b IS NOT 'x'", "a IS NOT DISTINCT FROM $1 AND b IS DISTINCT FROM 'x'"),
        ("a IS NULL OR b IS NOT NULL", "a IS NULL OR b IS NOT NULL"),
        ("CAST(a AS INTEGER)", "CAST(a AS BIGINT)"),
        ("WHERE NOT o.is_moved AND NOT is_open(x)", "WHERE o.is_moved = 0 AND NOT is_open(x)"),
        ("SELECT only FROM a", 'SELECT "only" FROM a'),
    ],
)
def test_a_statement_gets_the_words_of_postgresql(sql: str, in_postgres: str) -> None:
    assert translated(sql).sql == in_postgres


def test_named_values_are_given_in_the_order_in_which_they_are_asked_for() -> None:
    found = translated("SELECT :b, :a, :b")
    assert (found.sql, list(found.values({"a": 1, "b": 2}))) == ("SELECT $1, $2, $1", [2, 1])


@pytest.mark.parametrize(
    ("told", "path", "found"),
    [
        ('{"a": "x"}', "$.a", "x"),
        ('{"a": {"b": 3}}', "$.a.b", "3"),
        ('{"a": true}', "$.a", "1"),
        ('{"a": false}', "$.a", "0"),
        ('{"a": null}', "$.a", None),
        ("{}", "$.a", None),
    ],
)
def test_json_is_read_as_sqlite_reads_it(told: str, path: str, found: str | None) -> None:
    connection = on_postgres.connect(on_postgres.fresh())
    sql = "SELECT CAST(json_extract(?, ?) AS TEXT) AS found"
    assert connection.execute(sql, (told, path)).fetchone()["found"] == found
    assert sqlite3.connect(":memory:").execute(sql, (told, path)).fetchone()[0] == found
    connection.close()


def test_a_row_is_read_by_place_and_by_name_and_of_two_of_one_name_the_first_is_meant() -> None:
    connection = on_postgres.connect(on_postgres.fresh())
    row = connection.execute(
        "SELECT 1 AS a, 'x' AS b, 2 AS a, 1 = 1 AS c, sum(n) AS d FROM (SELECT 5 AS n) s"
    ).fetchone()
    assert (row["a"], row["b"], row[2], row["c"], row["d"], len(row), row.keys()) == (1, "x", 2, 1, 5, 5, list("abacd"))
    assert {type(value) for value in row} == {int, str}
    with pytest.raises(IndexError):
        row["e"]
    connection.close()


# Migrations


LATER = """
-- What was won.
CREATE TABLE cups (name TEXT PRIMARY KEY, player TEXT REFERENCES seats (player), won_at INTEGER NOT NULL) STRICT;
CREATE INDEX cups_by_player ON cups (player, CASE name WHEN 'a' THEN 1 ELSE 2 END) WHERE player IS NOT NULL;
ALTER TABLE seats ADD COLUMN cushion TEXT CHECK (cushion GLOB '[a-z]*');
CREATE TRIGGER cups_are_kept BEFORE DELETE ON cups WHEN OLD.player IS NOT 'ana'
    BEGIN SELECT RAISE(ABORT, 'cups are kept'); END;
INSERT INTO cups (name, player, won_at) SELECT 'first', player, 1 FROM seats;
"""


@pytest.fixture
def server() -> Address:
    return on_postgres.bare()


async def test_a_later_migration_makes_of_a_database_what_a_new_one_begins_with(
    server: Address, migrations: Path
) -> None:
    async with Database.open(server, migrations=migrations) as database:
        await database.write(sit, "ana")
    (migrations / "0003_later.sql").write_text(LATER)
    async with Database.open(server, migrations=migrations) as database:
        row = await database.read(lambda work: work.fetch_one("SELECT player, won_at FROM cups"))
        assert row is not None
        assert tuple(row) == ("ana", 1)
        await database.write(sit, "bruno")
        await database.write(lambda work: work.execute("INSERT INTO cups VALUES ('next', 'bruno', 2)"))
        with pytest.raises(sqlite3.IntegrityError, match="cups are kept"):
            await database.write(lambda work: work.execute("DELETE FROM cups WHERE name = 'next'"))
        assert await database.write(lambda work: work.execute("DELETE FROM cups WHERE name = 'first'")) == 1
    new = on_postgres.bare()
    async with Database.open(new, migrations=migrations):
        pass
    assert described(server) == described(new)


def described(address: Address) -> list[list[tuple[object, ...]]]:
    """Columns, indexes, constraints, triggers and rows of the record."""
    asked = (
        """SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name""",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef",
        """SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2""",
        "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
        "SELECT number, name, sha256 FROM migrations ORDER BY number",
    )
    return [on_postgres.admin(one, database=address.parameters["dbname"]) for one in asked]


async def test_a_migration_that_fails_leaves_nothing_of_it(server: Address, migrations: Path) -> None:
    async with Database.open(server, migrations=migrations):
        pass
    before = described(server)
    bad = migrations / "0003_bad.sql"
    for text in ("CREATE TABLE a (b TEXT) STRICT; INSERT INTO nowhere VALUES (1);", "PRAGMA foreign_keys = OFF;"):
        bad.write_text(text)
        with pytest.raises(MigrationFailed):
            await Database.open(server, migrations=migrations)
    assert described(server) == before


async def test_a_database_of_another_program_is_left_alone(server: Address, migrations: Path) -> None:
    on_postgres.admin("CREATE TABLE theirs (a int)", database=server.parameters["dbname"])
    with pytest.raises(NotOurs):
        await Database.open(server, migrations=migrations)


async def test_a_database_of_a_newer_program_or_of_other_migrations_is_refused(
    server: Address, migrations: Path
) -> None:
    later = migrations / "0003_later.sql"
    later.write_text(LATER)
    async with Database.open(server, migrations=migrations):
        pass
    later.write_text(f"{LATER}\n")
    with pytest.raises(MigrationChanged):
        await Database.open(server, migrations=migrations)
    later.unlink()
    with pytest.raises(UnknownMigration):
        await Database.open(server, migrations=migrations)


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA foreign_keys = OFF",
        "DROP TRIGGER a",
        "CREATE TRIGGER a INSTEAD OF INSERT ON b BEGIN SELECT 1; END",
        "CREATE VIRTUAL TABLE a USING fts5(b)",
    ],
)
def test_what_has_no_words_in_postgresql_is_refused(statement: str) -> None:
    with pytest.raises(NotTranslated):
        schema(statement)


async def test_a_database_of_the_bot_is_opened_again_and_again() -> None:
    place = on_postgres.fresh()
    before = described(place)
    for _ in range(2):
        async with Database.open(place, migrations=MIGRATIONS) as database:
            await database.read(lambda work: work.fetch_all("SELECT * FROM tombstones"))
    assert described(place) == before


def test_the_schema_of_the_bot_has_all_its_tables_there() -> None:
    made = sqlite3.connect(":memory:", isolation_level=None)
    migrate(made, MIGRATIONS, 0)
    asked = "SELECT count(*) FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite%'"
    here = [made.execute(asked, (kind,)).fetchone()[0] for kind in ("table", "trigger")]
    name = on_postgres.fresh().parameters["dbname"]
    tables = on_postgres.admin("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", database=name)
    triggers = on_postgres.admin("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal", database=name)
    assert [tables[0][0], triggers[0][0]] == here
    assert list(baseline(made))
    made.close()
