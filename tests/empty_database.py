"""A database of the newest schema with nothing in it: migrated once in a run of the tests, copied for each of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.app import MIGRATIONS
from bot.kernel.database import connect_to_write, migrate


def put(path: Path) -> None:
    """Writes the file; a bot or a hall that opens it has nothing to migrate."""
    path.write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        connection = connect_to_write(path)
        migrate(connection, MIGRATIONS, 0)
        connection.close()
        return path.read_bytes()
