"""A small schema with seats to fill, written into a folder of its own for each test."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.kernel.database import Database

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
CREATE TRIGGER disk_is_full BEFORE INSERT ON full_disks BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END;
"""
"""What no real migration may hold (`forbidden`): it stands in for the errors that SQLite raises by itself."""


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """A folder with the schema of these tests."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_seats.sql").write_text(SEATS, encoding="utf-8")
    (folder / "0002_unsafe.sql").write_text(UNSAFE, encoding="utf-8")
    return folder


@pytest.fixture
async def database(tmp_path: Path, migrations: Path) -> AsyncIterator[Database]:
    """An open database with empty seats."""
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
