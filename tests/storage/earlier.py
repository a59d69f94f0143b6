"""A database as it was before a migration, for tests of what that one makes of its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copy

from bot.storage.migrations import migrate

REAL = Path(__file__).parents[2] / "migrations"


@contextmanager
def as_it_was(before: Path, folder: Path) -> Iterator[sqlite3.Connection]:
    """With one server; the folder holds the migrations until then, and `REAL` all of them."""
    for file in REAL.glob("*.sql"):
        if file.name < before.name:
            copy(file, folder)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        opened.execute("PRAGMA foreign_keys = ON")
        migrate(opened, folder, 1)
        opened.execute("INSERT INTO guilds VALUES (1, 9, 'en-US', 'UTC', NULL, NULL, NULL, NULL, NULL, 1)")
        yield opened
