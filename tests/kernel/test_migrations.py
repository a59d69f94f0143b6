"""Migrations run once, in order, whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.kernel.faults import (
    MigrationChanged,
    MigrationError,
    MigrationFailed,
    MigrationGap,
    MisnamedMigration,
    UnknownMigration,
)
from bot.kernel.migrations import forbidden, migrate, statements

REAL = Path(__file__).parents[2] / "migrations"


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        opened.execute("PRAGMA foreign_keys = ON")
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put(tmp_path, "0001_cups.sql", "CREATE TABLE cups (name TEXT PRIMARY KEY);")
    put(tmp_path, "0002_players.sql", "CREATE TABLE players (cup TEXT REFERENCES cups);")
    return tmp_path


def put(folder: Path, name: str, sql: str) -> None:
    (folder / name).write_text(sql, encoding="utf-8")


def tables(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_missing_migrations_run_in_order_and_are_noted(connection: sqlite3.Connection, folder: Path) -> None:
    assert migrate(connection, folder, 1_000) == [1, 2]
    noted = connection.execute("SELECT number, name, applied_at FROM migrations ORDER BY number").fetchall()
    assert noted == [(1, "cups", 1_000), (2, "players", 1_000)]


def test_a_migration_runs_once(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection, folder, 1_000)
    put(folder, "0003_teams.sql", "CREATE TABLE teams (name TEXT);")
    assert migrate(connection, folder, 2_000) == [3]
    assert migrate(connection, folder, 3_000) == []


def test_a_migration_that_fails_leaves_nothing_and_those_before_it_stand(
    connection: sqlite3.Connection, folder: Path
) -> None:
    put(folder, "0003_half.sql", "CREATE TABLE half (a TEXT); CREATE TABLE cups (again TEXT);")
    with pytest.raises(MigrationFailed, match="0003_half"):
        migrate(connection, folder, 1_000)
    assert tables(connection) == {"migrations", "cups", "players"}
    assert not connection.in_transaction


def test_a_migration_that_orphans_a_row_is_undone(connection: sqlite3.Connection, folder: Path) -> None:
    put(folder, "0003_orphan.sql", "INSERT INTO players VALUES ('no such cup');")
    with pytest.raises(MigrationFailed, match="does not exist"):
        migrate(connection, folder, 1_000)
    assert connection.execute("SELECT count(*) FROM players").fetchone() == (0,)


def test_a_table_may_be_rebuilt_without_emptying_those_that_refer_to_it(
    connection: sqlite3.Connection, folder: Path
) -> None:
    migrate(connection, folder, 1_000)
    connection.execute("INSERT INTO cups VALUES ('open')")
    connection.execute("INSERT INTO players VALUES ('open')")
    rebuild = (
        "CREATE TABLE new_cups (name TEXT PRIMARY KEY, year INTEGER); INSERT INTO new_cups SELECT name, 2026 FROM cups;"
        "DROP TABLE cups; ALTER TABLE new_cups RENAME TO cups;"
    )
    put(folder, "0003_rebuild.sql", rebuild)
    migrate(connection, folder, 2_000)
    assert connection.execute("SELECT * FROM players").fetchall() == [("open",)]
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_an_applied_file_that_was_edited_is_refused(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection, folder, 1_000)
    put(folder, "0001_cups.sql", "CREATE TABLE cups (name TEXT PRIMARY KEY, prize TEXT);")
    with pytest.raises(MigrationChanged):
        migrate(connection, folder, 2_000)


def test_an_applied_file_that_was_renamed_is_refused(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection, folder, 1_000)
    (folder / "0001_cups.sql").rename(folder / "0001_trophies.sql")
    with pytest.raises(MigrationChanged):
        migrate(connection, folder, 2_000)


def test_other_line_ends_are_no_change(connection: sqlite3.Connection, folder: Path) -> None:
    put(folder, "0001_cups.sql", "CREATE TABLE cups (\nname TEXT PRIMARY KEY);\n")
    migrate(connection, folder, 1_000)
    (folder / "0001_cups.sql").write_bytes(b"CREATE TABLE cups (\r\nname TEXT PRIMARY KEY);\r\n")
    assert migrate(connection, folder, 2_000) == []


def test_a_database_of_a_newer_program_is_refused(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection, folder, 1_000)
    (folder / "0002_players.sql").unlink()
    with pytest.raises(UnknownMigration, match="0002_players"):
        migrate(connection, folder, 2_000)


def test_a_gap_in_the_record_is_refused(connection: sqlite3.Connection, folder: Path) -> None:
    migrate(connection, folder, 1_000)
    connection.execute("DELETE FROM migrations WHERE number = 1")
    with pytest.raises(MigrationGap):
        migrate(connection, folder, 2_000)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("0004_after_a_gap.sql", MigrationGap),
        ("0002_twin.sql", MigrationGap),
        ("0000_zero.sql", MigrationGap),
        ("3_short.sql", MisnamedMigration),
        ("notes.sql", MisnamedMigration),
    ],
)
def test_a_folder_that_does_not_count_from_one_is_refused_whole(
    connection: sqlite3.Connection, folder: Path, name: str, error: type[MigrationError]
) -> None:
    put(folder, name, "CREATE TABLE extra (a TEXT);")
    with pytest.raises(error):
        migrate(connection, folder, 1_000)
    assert tables(connection) == set()


def test_a_script_is_split_at_statements_and_a_trigger_stays_whole() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; DELETE FROM c; END;"
    script = f"CREATE TABLE a (x TEXT DEFAULT ';'); -- not; here\n{trigger}\nSELECT 1"
    assert list(statements(script)) == ["CREATE TABLE a (x TEXT DEFAULT ';');", f"-- not; here\n{trigger}", "SELECT 1"]


def test_a_comment_at_the_end_is_no_statement() -> None:
    assert list(statements("SELECT 1;\n-- that was all; really\n")) == ["SELECT 1;"]


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("CREATE TABLE a (b TEXT REFERENCES c DEFERRABLE INITIALLY DEFERRED);", ["DEFERRABLE"]),
        ("CREATE TABLE a (b TEXT REFERENCES c deferrable);", ["DEFERRABLE"]),
        ("CREATE TABLE a (b TEXT UNIQUE ON\nCONFLICT   ROLLBACK);", ["ON CONFLICT ROLLBACK"]),
        ("INSERT OR ROLLBACK INTO a VALUES (1);", ["ON CONFLICT ROLLBACK"]),
        ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT RAISE(ROLLBACK, 'x'); END;", ["ON CONFLICT ROLLBACK"]),
        ("BEGIN; SELECT 1; COMMIT;", ["BEGIN", "COMMIT"]),
        ("begin immediate; END;", ["BEGIN", "COMMIT"]),
        ("SELECT 1; ROLLBACK;", ["ROLLBACK"]),
        ("SAVEPOINT a; RELEASE a;", ["SAVEPOINT"]),
        ("ATTACH 'x' AS y;", ["ATTACH"]),
        ("/* quietly */ PRAGMA foreign_keys = OFF;", ["PRAGMA"]),
        ("VACUUM;", ["VACUUM"]),
    ],
)
def test_what_would_end_a_shared_commit_is_found(sql: str, found: list[str]) -> None:
    assert forbidden(sql) == found


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE a (b TEXT UNIQUE ON CONFLICT ABORT, c TEXT REFERENCES d NOT DEFERRABLE);",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT RAISE(ABORT, 'COMMIT; PRAGMA'); END;",
        "-- PRAGMA; COMMIT;\nCREATE TABLE a (begin_at INTEGER, commit_hash TEXT);",
        "CREATE TABLE a (b TEXT CHECK (CASE WHEN b = 'x' THEN 1 ELSE 0 END));",
    ],
)
def test_what_only_looks_alike_is_allowed(sql: str) -> None:
    assert forbidden(sql) == []


@pytest.mark.parametrize("file", sorted(REAL.glob("*.sql")), ids=lambda file: file.name)
def test_no_migration_of_the_bot_can_end_a_shared_commit(file: Path) -> None:
    assert forbidden(file.read_text(encoding="utf-8")) == []


def test_the_migrations_of_the_bot_make_a_database(connection: sqlite3.Connection) -> None:
    if not list(REAL.glob("*.sql")):
        pytest.skip("no migrations yet")
    migrate(connection, REAL, 1_000)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
