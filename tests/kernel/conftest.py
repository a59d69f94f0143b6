"""A small schema with seats to fill, in a file of its own for each test, and in a database of a PostgreSQL server.

What is said of the database holds on both; what is said of its file names the fixture `file`.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.kernel.addresses import DatabasePlace
from bot.kernel.database import Database
from tests import on_postgres

SEATS = """
CREATE TABLE tournaments (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE seats (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    player TEXT NOT NULL UNIQUE CHECK (player <> ''),
    tournament TEXT REFERENCES tournaments (name)
) STRICT;
"""
UNSAFE = """
CREATE TABLE late_checks (player TEXT REFERENCES seats (player) DEFERRABLE INITIALLY DEFERRED) STRICT;
CREATE TABLE full_disks (player TEXT) STRICT;
"""
FULL_DISK = """
CREATE TRIGGER disk_is_full BEFORE INSERT ON full_disks BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END;
"""
LOST_SESSION = (
    """CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'""",
    "CREATE TRIGGER disk_is_full BEFORE INSERT ON full_disks FOR EACH ROW EXECUTE FUNCTION disk_is_full()",
)
"""What no real migration may hold (`forbidden`): it stands in for errors by which a transaction ends by itself."""


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """A folder with the schema of these tests."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_seats.sql").write_text(SEATS, encoding="utf-8")
    (folder / "0002_unsafe.sql").write_text(UNSAFE, encoding="utf-8")
    return folder


@pytest.fixture(params=["file", "server"])
async def place(request: pytest.FixtureRequest, tmp_path: Path, migrations: Path) -> DatabasePlace:
    """Where a database with empty seats is."""
    where: DatabasePlace = tmp_path / "arbiter.db" if request.param == "file" else on_postgres.bare()
    async with Database.open(where, migrations=migrations, applied_at=0):
        pass
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as connection:
            connection.executescript(FULL_DISK)
    else:
        on_postgres.admin(*LOST_SESSION, database=where.parameters["dbname"])
    return where


@pytest.fixture
async def database(place: DatabasePlace, migrations: Path) -> AsyncIterator[Database]:
    """An open database with empty seats."""
    async with Database.open(place, migrations=migrations, applied_at=0) as opened:
        yield opened


@pytest.fixture
async def file(tmp_path: Path, migrations: Path) -> AsyncIterator[Database]:
    """An open file with empty seats."""
    async with Database.open(tmp_path / "arbiter.db", migrations=migrations, applied_at=0) as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Whatever a test does, the threads of its connections have ended: one left over would hang the interpreter."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
