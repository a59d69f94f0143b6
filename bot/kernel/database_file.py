"""The database's file as its host keeps it: private, whole, of this version, held by one process; and its copies.

Copies are made while the bot runs, and put back while it does not.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from typing import Final, Literal

from bot.kernel.addresses import DatabasePlace, ServerAddress
from bot.kernel.database import connect_to_write
from bot.kernel.faults import (
    DamagedFile,
    DatabaseInUse,
    EmptyFile,
    FileInTheWay,
    LostFile,
    NoRoom,
    NoSuchFile,
    errors_as_faults,
    fault,
    primary_code,
)
from bot.kernel.migrations import check_version, migrate

# --- copies ---------------------------------------------------------------------------------------------------------


COMPANIONS = ("", "-wal", "-shm")
"""The files that SQLite keeps for one database in WAL mode."""
FIRST_BYTES = b"SQLite format 3\0"
_JOURNAL: Final = "-journal"
"""What SQLite keeps beside a file that is not in WAL mode; a write that failed leaves it there."""
_OF_THE_SOURCE: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_UNREADABLE: Final = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
"""While one file is copied into another, these are of the one that is read; all else is of the one that is written."""
_NULL_TOLD: Final = re.compile(r"NULL value in (\w+)\.(\w+)")
_MOST_FOUND: Final = 1_000_000
_MOST_TOLD: Final = 5


def backup(source: Path, target: Path) -> None:
    """Write a checked copy of the database, one file holding one moment, while others read and write the source.

    Raises NoSuchFile, FileInTheWay (an older backup is never replaced), DamagedFile and what `errors_as_faults` says;
    then no target exists, nor any part of one.
    """
    if target.exists():
        raise FileInTheWay(target, "exists already; choose another name")
    _copy(source, target, target)


def restore(saved: Path, target: Path, *, replace: bool = False) -> Path | None:
    """Put a backup in the database's place, and return where the replaced one is kept (None: there was none).

    An existing target is replaced only when `replace` says so (what was written since the backup is then in the kept
    file alone), and never while a process has it open. Raises NoSuchFile, DamagedFile, FileInTheWay, DatabaseInUse and
    what `errors_as_faults` says.
    """
    _refuse_absent(saved)
    if target.exists() and not replace:
        raise FileInTheWay(target, "exists already and may be newer than the backup")
    fresh = _beside(target, "restoring")
    _copy(saved, fresh, target)
    try:
        with errors_as_faults(target):
            kept = _set_aside(target) if target.exists() else None
            os.replace(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)
    return kept


def check(path: Path) -> None:
    """Raise DamagedFile unless SQLite finds the file whole, its references included; NoSuchFile when there is none."""
    with errors_as_faults(path), closing(_open_to_read(path)) as connection:
        _check(connection, path)


def _copy(source: Path, target: Path, told: Path) -> None:
    """Copy by SQLite's online backup into a file beside the target, check it there, and only then give it its name.

    What is wrong with the copy is told of `told`, what is wrong with the source of that.
    """
    part = _beside(target, "part")
    try:
        with errors_as_faults(source), closing(_open_to_read(source)) as origin:
            origin.execute("SELECT count(*) FROM sqlite_master")
            with errors_as_faults(told):
                target.parent.mkdir(parents=True, exist_ok=True)
                _write_part(origin, part, source)
                _flush(part)
                os.replace(part, target)
    finally:
        for ending in (*COMPANIONS, _JOURNAL):
            with suppress(OSError):  # What cannot be removed is no reason to hide why the copy failed.
                Path(f"{part}{ending}").unlink(missing_ok=True)


def _write_part(origin: sqlite3.Connection, part: Path, source: Path) -> None:
    with closing(sqlite3.connect(part)) as copy:
        try:
            origin.backup(copy)
        except sqlite3.Error as error:
            if primary_code(error) in _OF_THE_SOURCE or error.sqlite_errorcode in _UNREADABLE:
                raise fault(source, error) from error
            raise
        # A copy in WAL mode would want companion files; a backup is one file.
        copy.execute("PRAGMA journal_mode = DELETE")
        _check(copy, source)


def _refuse_absent(path: Path) -> None:
    if not path.is_file():
        raise NoSuchFile(path, "does not exist")


def _open_to_read(path: Path) -> sqlite3.Connection:
    _refuse_absent(path)
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    findings = list(islice(damages(connection, "integrity_check"), _MOST_TOLD))
    if findings:
        raise DamagedFile(path, "; ".join(findings))
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise DamagedFile(path, "a row refers to one that does not exist")
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone() is None:
        raise DamagedFile(path, "is no database of this bot")


def damages(connection: sqlite3.Connection, check: Literal["integrity_check", "quick_check"]) -> Iterator[str]:
    """What SQLite finds to be damaged, without what it misreads.

    SQLite 3.40 takes the last column of a table without row ids for NULL where the key does not stand first in it.
    """
    misread: dict[str, bool] = {}
    for (finding,) in connection.execute(f"PRAGMA {check}({_MOST_FOUND})"):
        if finding not in misread:
            misread[finding] = finding == "ok" or _is_misread(connection, finding)
        if not misread[finding]:
            yield str(finding)


def _is_misread(connection: sqlite3.Connection, finding: str) -> bool:
    """Whether a NULL is told of, and there is none."""
    told = _NULL_TOLD.fullmatch(finding)
    if told is None:
        return False
    # That a column is NULL is never looked up where its table says that it cannot be; what it holds is.
    table, column = told.groups()
    sql = f'SELECT 1 FROM "{table}" WHERE typeof("{column}") = \'null\' LIMIT 1'  # noqa: S608 - names by SQLite
    return connection.execute(sql).fetchone() is None


def _set_aside(target: Path) -> Path:
    """Rename the target, with its companions: a log left behind would be played into the database that comes."""
    _refuse_if_open(target)
    kept = next(path for n in count(1) if not (path := _beside(target, f"replaced-{n}")).exists())
    for companion in COMPANIONS:
        old = Path(f"{target}{companion}")
        if old.exists():
            os.replace(old, f"{kept}{companion}")
    return kept


def _refuse_if_open(path: Path) -> None:
    """Raise DatabaseInUse while anybody has the file open: leaving WAL mode needs it for oneself."""
    with path.open("rb") as file:
        if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
            # SQLite would delete the log of a file that it cannot read, and that may be all that can be saved of it.
            return
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise DatabaseInUse(path, "is open in a running bot or in Litestream; stop it first") from error
    except sqlite3.DatabaseError:
        # A damaged file is in nobody's use, and just what a restore is for.
        return


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}.{ending}")


def _flush(path: Path) -> None:
    """Have the file on the disk before it gets the name that others trust."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


# --- what is noted beside the file ----------------------------------------------------------------------------------


_BOOT: Final = ".boot"
"""The process that began last in this folder. The database says it too, and one put back from a copy says another."""
_BACKED_UP: Final = ".backed-up"
"""An empty file, as old as the last backup; the running bot alone writes into the database."""


def boot_noted(path: DatabasePlace) -> str | None:
    """The process that began last beside this file; None where none is noted, as beside no server."""
    if isinstance(path, ServerAddress):
        return None
    with errors_as_faults(path), suppress(FileNotFoundError):
        return _beside_file(path, _BOOT).read_text(encoding="ascii", errors="replace").strip() or None
    return None


def note_boot(path: DatabasePlace, boot: str) -> None:
    """Note beside the file which process has begun; a server has nothing beside it."""
    if isinstance(path, ServerAddress):
        return
    with errors_as_faults(path):
        place, fresh = _beside_file(path, _BOOT), _beside_file(path, f"{_BOOT}.new")
        fresh.write_text(f"{boot}\n", encoding="ascii")
        os.replace(fresh, place)


def last_backup(path: Path) -> datetime | None:
    """When a backup of the file was made last; None where none is known."""
    with suppress(OSError):
        return datetime.fromtimestamp(_beside_file(path, _BACKED_UP).stat().st_mtime, UTC)
    return None


def note_backup(path: Path) -> None:
    """Note that a backup was made now; where that cannot be noted it was made all the same."""
    with suppress(OSError):
        _beside_file(path, _BACKED_UP).touch()


class OpenedFile:
    """The file as it stood when it was opened: whoever goes on writing into one that was replaced writes for nobody."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity = self._look()

    @property
    def is_in_place(self) -> bool:
        """Whether the same file stands there; a disk that does not answer is no reason to think otherwise."""
        try:
            return self._look() == self._identity
        except FileNotFoundError:
            return False
        except OSError:
            return True

    def _look(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_dev, found.st_ino


# --- the file -------------------------------------------------------------------------------------------------------


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
    place = _beside_file(path.resolve(), ".lock")
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
    fresh = _beside_file(path, ".new")
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
    found = next(damages(connection, "quick_check"), None) if size <= _READ_WHOLE else None
    if found is not None:
        raise DamagedFile(path, found)
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
    return [_beside_file(path, ending) for ending in COMPANIONS if ending]


def _files(path: Path) -> list[Path]:
    return [file for file in (path, *_companions(path)) if file.exists()]


def _beside_file(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _keep_private(path: Path) -> None:
    for file in read_by_others(path):
        with suppress(PermissionError):  # The file is another's; the doctor tells it.
            file.chmod(OWNER_ALONE)
