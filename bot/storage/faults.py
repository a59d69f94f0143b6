"""What an error of SQLite or of the system means for whoever runs the bot, and of which file it speaks."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.storage.errors import CannotBeWritten, DamagedFile, DatabaseInUse, FileTrouble, NoRoom, StorageError

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
