"""A database of the newest schema with nothing in it, and how tests open one.

It is migrated once in a run of the tests and copied for each of them.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.app import MIGRATIONS
from bot.kernel.database import connect_to_write
from bot.kernel.migrations import migrate

PAGE: Final = 1024


def put(path: Path) -> None:
    """Writes the file; a bot or a hall that opens it has nothing to migrate."""
    path.write_bytes(_migrated())


def connect(path: Path, *rest: Any) -> sqlite3.Connection:
    """Opens a file without waiting for the disk at each commit: in a test no machine loses its power."""
    connection = connect_to_write(path, *rest)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        connection = connect_to_write(path)
        migrate(connection, MIGRATIONS, 0)
        # Each empty table and index takes a page: in small ones the file is written in a twentieth of the time.
        for pragma in (
            "PRAGMA journal_mode = DELETE",
            f"PRAGMA page_size = {PAGE}",
            "VACUUM",
            "PRAGMA journal_mode = WAL",
        ):
            connection.execute(pragma)
        connection.close()
        return path.read_bytes()
