"""The database's file as its host keeps it: private, whole, of this version, and in the hands of one process."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from bot.storage.backup import COMPANIONS, FIRST_BYTES
from bot.storage.connection import connect_to_write
from bot.storage.errors import DamagedFile, EmptyFile, LostFile, NoRoom
from bot.storage.faults import errors_as_faults
from bot.storage.migrations import check_version, migrate

OWNER_ALONE: Final = 0o600
"""Draw secrets and ballots are in the file, so nobody else on the machine reads it."""
LEAST_ROOM: Final = 4 * 2**20
"""Bytes: room for a few thousand acts, the least with which a start makes sense."""
_READ_WHOLE: Final = 64 * 2**20
"""Bytes up to which the whole file is looked through at each start, which takes a fraction of a second."""
_WAIT_FOR_THE_OTHER: Final = 5.0
"""Seconds for a process that is just ending, as at a restart."""


@contextmanager
def sole_use(path: Path) -> Iterator[None]:
    """Holds the database for this process alone; raises DatabaseInUse while another one holds it.

    The lock stands on a file beside it, taken as SQLite takes its own, so the system lets go of it however the process
    ends.
    """
    place = _beside(path.resolve(), ".lock")
    with ExitStack() as held:
        with errors_as_faults(path):
            lock = held.enter_context(closing(_open(place)))
            lock.execute("BEGIN EXCLUSIVE")
        # What happens under the lock is no fault of the file.
        yield


def make_ready(path: Path, migrations: Path, applied_at: int) -> None:
    """Makes the database where there is none, and refuses one that cannot be used; then nothing was written to it.

    Raises EmptyFile, LostFile, DamagedFile, UnknownMigration, CannotBeWritten, NoRoom, FileTrouble and DatabaseInUse.
    """
    folder = path.resolve().parent
    with errors_as_faults(path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < LEAST_ROOM:
            raise NoRoom(path)
        if path.exists():
            _examine(path, migrations)
            _keep_private(path)
        else:
            _create(path, migrations, applied_at)


def read_by_others(path: Path) -> list[Path]:
    """Those of the database's files that others on this machine may read."""
    return [file for file in _files(path) if os.name == "posix" and file.stat().st_mode & 0o077]


def _create(path: Path, migrations: Path, applied_at: int) -> None:
    """A file gets its name only once it is whole, so that an empty one is always the sign of something lost."""
    if any(file.exists() and file.stat().st_size for file in _companions(path)):
        raise LostFile(path)
    fresh = _beside(path, ".new")
    for file in _files(fresh):
        file.unlink()
    os.close(os.open(fresh, os.O_CREAT | os.O_RDWR, OWNER_ALONE))
    with closing(connect_to_write(fresh)) as connection:
        migrate(connection, migrations, applied_at)
    os.replace(fresh, path)


def _examine(path: Path, migrations: Path) -> None:
    whole, logged = path.stat().st_size, any(file.exists() and file.stat().st_size for file in _companions(path))
    if not whole:
        raise EmptyFile(path)
    with path.open("rb") as file:
        head = file.read(100)
    if not head.startswith(FIRST_BYTES):
        raise DamagedFile(path, "is no database")
    # What a log still holds may be longer than the file; it is played in when the file is opened.
    if not logged and whole < _length_by_head(head):
        raise DamagedFile(path, "is cut off")
    way = "mode=ro" if logged else "immutable=1"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{way}", uri=True)) as connection:
        _look_through(connection, path, migrations, whole)
    with closing(_open(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def _look_through(connection: sqlite3.Connection, path: Path, migrations: Path, size: int) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if size <= _READ_WHOLE else "ok"
    if found != "ok":
        raise DamagedFile(path, str(found))
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone() is None:
        raise DamagedFile(path, "is no database of this bot")
    check_version(connection, migrations)


def _length_by_head(head: bytes) -> int:
    """The length that the file's head tells, in bytes: the size of a page times their number."""
    page = int.from_bytes(head[16:18], "big")
    return (65_536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_WAIT_FOR_THE_OTHER, isolation_level=None)


def _companions(path: Path) -> list[Path]:
    return [_beside(path, ending) for ending in COMPANIONS if ending]


def _files(path: Path) -> list[Path]:
    return [file for file in (path, *_companions(path)) if file.exists()]


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _keep_private(path: Path) -> None:
    for file in read_by_others(path):
        with suppress(PermissionError):  # The file is another's; the doctor tells it.
            file.chmod(OWNER_ALONE)
