"""What can go wrong below the verbs, and what an error of SQLite or of the system means for who runs the bot.

Operators read these, players never do. Each says of which file it speaks.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.kernel.addresses import Place

# --- faults of storage ----------------------------------------------------------------------------------------------


class StorageError(Exception):
    """The root of every error that the storage itself raises. `remedy` is what the host can do about it."""

    remedy = "`python -m bot doctor` looks for the cause."


class DatabaseClosed(StorageError):
    """The database was closed (or is closing), so it takes nothing more."""


class OutsideTheLoop(StorageError):
    """`write` or `read` was called away from the event loop that opened the database: usually by a unit of work."""


class NotAValue(StorageError):
    """A unit returned something that lives only inside the transaction: a cursor, a generator or a coroutine."""


class StatementRefused(StorageError):
    """A unit may read and change rows; it may not steer transactions, settings or the schema."""


class NotDurable(StorageError):
    """The file cannot be kept in WAL mode, so a commit would promise less than it says."""


class NotCommitted(StorageError):
    """Nothing of the unit was acknowledged, for a reason outside the unit; the cause is chained. It was not retried."""


class CannotBegin(NotCommitted):
    """The transaction could not be begun: another process holds the file, or the file cannot be written."""


class BeingChecked(CannotBegin):
    """An earlier COMMIT was not answered: nothing is begun before it is known whether that one stands."""

    def __init__(self) -> None:
        super().__init__("whether the last commit stands is being checked")


class TransactionLost(NotCommitted):
    """The engine gave up the whole transaction while it ran (disk full, I/O error): all units in it are undone."""


class CommitFailed(NotCommitted):
    """The shared COMMIT failed and was rolled back: all units in it are undone."""


class CommitInDoubt(StorageError):
    """A COMMIT was not answered, and the bot ended before it was known whether it stands."""

    remedy = "See that the database answers again: the next start goes on from what stands in it."


class StatementFailed(StorageError, sqlite3.DatabaseError):
    """The server refused a statement: the unit that ran it is undone. As SQLite's own, which this stands beside."""


class RowRefused(StatementFailed, sqlite3.IntegrityError):
    """A row would break what the schema holds rows to."""


class NotWritable(StatementFailed, sqlite3.OperationalError):
    """What only reads was asked to change something."""


class ConnectionLost(NotCommitted, sqlite3.OperationalError):
    """The server is gone, or does not answer: nothing of the transaction stands."""

    remedy = "See that the database server runs and that this machine reaches it; the bot goes on once it does."


class ServerError(StorageError):
    """A database server cannot be used as it is."""

    remedy = "docs/postgres.md says what the bot asks of a server."


class NotInCharge(NotCommitted, sqlite3.OperationalError):
    """Another process is in charge of the database by now: nothing of the transaction stands, and this one ends."""

    remedy = "Nothing is to be done: the other one goes on. Start this one with ARBITER_SPARE=1 to have it wait."

    def __init__(self, holder: str = "") -> None:
        super().__init__(f"another process is in charge of the database{f' ({holder})' if holder else ''}")


class DriverMissing(ServerError):
    """What talks to PostgreSQL is not installed."""

    remedy = "pip install --require-hashes -r requirements/postgres.txt installs it beside the bot."

    def __init__(self) -> None:
        super().__init__("ARBITER_DATABASE names a PostgreSQL server, and psycopg is not installed")


class ServerTooOld(ServerError):
    """The server is of an earlier version than the statements need."""

    remedy = "Use PostgreSQL 15 or newer."


class PoolerInBetween(ServerError):
    """A pooler hands each transaction another session of the server."""

    remedy = "Have the bot connect to the server itself, or to a pool in session mode: it holds two connections."

    def __init__(self) -> None:
        super().__init__("a pooler in transaction mode stands before the database")


class NotOurs(ServerError):
    """There are tables in the database, and none of them is this bot's."""

    remedy = "Make a database of its own for the bot: CREATE DATABASE arbiter."


class MigrationError(StorageError):
    """The schema cannot be brought to the version that this program needs."""


class MisnamedMigration(MigrationError):
    """A `.sql` file of the folder is not called `NNNN_name.sql`."""

    def __init__(self, file_name: str) -> None:
        super().__init__(f"{file_name} is not called NNNN_name.sql")
        self.file_name = file_name


class MigrationGap(MigrationError):
    """The numbers of the files do not run 1, 2, 3, …: one is missing, or two files share one."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(f"migration {expected:04} was expected, and {found:04} was found")
        self.expected = expected
        self.found = found


class MigrationChanged(MigrationError):
    """A file was edited (or renamed) after it was applied; write a new one instead."""

    def __init__(self, number: int, name: str) -> None:
        super().__init__(f"migration {number:04}_{name} was changed after it had been applied")
        self.number = number
        self.name = name


class UnknownMigration(MigrationError):
    """The file was written by a newer program, with a migration that this one does not have."""

    remedy = "Run the newer Arbiter that wrote it, or restore a backup that this one made: python -m bot restore FILE"

    def __init__(self, number: int, name: str) -> None:
        super().__init__(f"the database has migration {number:04}_{name}, which this version does not know")
        self.number = number
        self.name = name


class MigrationFailed(MigrationError):
    """A migration did not run to its end and was undone as a whole; the cause is chained."""

    def __init__(self, number: int, name: str, reason: str) -> None:
        super().__init__(f"migration {number:04}_{name} failed and was undone: {reason}")
        self.number = number
        self.name = name
        self.reason = reason


class NotTranslated(MigrationError):
    """A migration says what PostgreSQL has no words for; docs/postgres.md says what the translation takes."""


class BackupError(StorageError):
    """A backup or a restore was refused, or came out unusable. `path` is the file that it is about."""

    def __init__(self, path: Place, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class NoSuchFile(BackupError):
    """The file to copy from does not exist."""

    remedy = "Check the path: there is no file of that name. Nothing was changed."


class FileInTheWay(BackupError):
    """Something stands at the target already, and nobody said that it may be replaced."""


class DatabaseInUse(BackupError):
    """A process has the target open: stop the bot first."""

    remedy = "Stop the other process first: two bots on one file would speak twice and answer nobody in time."


class DamagedFile(BackupError):
    """SQLite's integrity check found damage, or the file is no database."""

    remedy = "Restore the latest backup; the damaged file is kept beside it: python -m bot restore FILE --replace"


class EmptyFile(BackupError):
    """There is nothing in the file: a full disk or a copy that broke off leaves such a one."""

    remedy = (
        "Restore the latest backup (python -m bot restore FILE --replace), or delete the file to begin with nothing."
    )

    def __init__(self, path: Path) -> None:
        super().__init__(path, "is empty")


class LostFile(BackupError):
    """The database is gone and its log still stands there, which holds what was written last."""

    remedy = "Put the file back to where its log is, or move the log away to begin with nothing."

    def __init__(self, path: Path) -> None:
        super().__init__(path, "is missing, and its log is there")


class CannotBeWritten(BackupError):
    """The file, or the folder in which SQLite keeps its log, is read-only for this process."""

    remedy = "Give the file and its folder to the user who runs the bot, or name another file in ARBITER_DATABASE."

    def __init__(self, path: Path) -> None:
        super().__init__(path, "cannot be written")


class FileTrouble(BackupError):
    """The system refuses the file or the folder for another reason, which it gives."""

    remedy = "See that the path leads to where you mean, and that a file or folder of that kind stands there."


class FileReplaced(BackupError):
    """Another file has come into the database's place while the bot ran; what it writes would be lost."""

    remedy = "Stop the bot before its file is replaced or moved, and start it again now. docs/copy.md says more."

    def __init__(self, path: Path) -> None:
        super().__init__(path, "was replaced, moved or deleted while the bot ran")


class AnotherBegan(BackupError):
    """Another process has begun on this database."""

    remedy = "One of the two has to stay ended: two bots with one token answer each other's presses. See docs/copy.md."

    def __init__(self, path: Place, boot: str, at: datetime) -> None:
        super().__init__(path, f"belongs to another bot now, {boot}, which began at {at:%Y-%m-%d %H:%M:%S} UTC")


class NoRoom(BackupError):
    """The disk is full, or fails."""

    remedy = "Make room on its disk, and see that the disk is sound; what was acknowledged is in the file."

    def __init__(self, path: Path) -> None:
        super().__init__(path, "has no room on its disk, or the disk fails")


# --- errors as faults -----------------------------------------------------------------------------------------------


_NO_ROOM: Final = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG}
_NOT_ALLOWED: Final = {errno.EACCES, errno.EPERM, errno.EROFS}


@contextmanager
def errors_as_faults(path: Path) -> Iterator[None]:
    """Turns what SQLite and the system say of the file into what the host can do about it.

    It goes around what is done to files and nothing else: whatever fails within is told as a fault of this file, or of
    the one that the system names. `tests/house/test_wide_excepts.py` holds every use to that.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise fault(path, error) from error
    except OSError as error:
        raise file_fault(path, error) from error


def fault(path: Path, error: sqlite3.Error) -> StorageError:
    """What an error of SQLite means."""
    match primary_code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseInUse(path, "is open in another process")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return CannotBeWritten(path)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return NoRoom(path)
        case _:
            return DamagedFile(path, str(error))


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's own number of the error, without what it adds to it."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def file_fault(path: Path, error: OSError) -> StorageError:
    """What an error of the system means; it is about the file that it names, where it names one."""
    named = Path(error.filename) if isinstance(error.filename, str) else path
    if error.errno in _NO_ROOM:
        return NoRoom(named)
    if error.errno in _NOT_ALLOWED:
        return CannotBeWritten(named)
    return FileTrouble(named, error.strerror or str(error))
