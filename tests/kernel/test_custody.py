"""The file that holds everything is private, whole and one process's, or the bot says why it does not start."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import MIGRATIONS
from bot.doctor import Finding
from bot.kernel import database_file
from bot.kernel.database import connect_to_write
from bot.kernel.database_file import backup, make_ready, read_by_others, sole_use
from bot.kernel.faults import (
    CannotBeWritten,
    DamagedFile,
    DatabaseInUse,
    EmptyFile,
    FileTrouble,
    LostFile,
    NoRoom,
    StorageError,
    UnknownMigration,
    fault,
    file_fault,
)
from tests.empty_database import put

POSIX = pytest.mark.skipif(os.name != "posix", reason="files have owners and modes on POSIX alone")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound database of the newest schema, closed."""
    file = tmp_path / "arbiter.db"
    put(file)
    return file


def everything(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def ready(path: Path) -> None:
    make_ready(path, MIGRATIONS, 0)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scribbled_over(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12_288:])


def another_programs(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (title TEXT)")


def no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def from_the_future(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO migrations VALUES (9999, 'telepathy', 'x', 0)")


def from_before_the_first_release(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM migrations")
        # It had more of them than any version since.
        for number in range(1, 200):
            connection.execute("INSERT INTO migrations VALUES (?, ?, 'x', 0)", (number, f"old_{number}"))


def lost(path: Path) -> None:
    path.rename(path.with_name("arbiter.db-wal"))


FAULTS: list[tuple[Callable[[Path], None], type[StorageError]]] = [
    (emptied, EmptyFile),
    (cut_off, DamagedFile),
    (scribbled_over, DamagedFile),
    (another_programs, DamagedFile),
    (no_database, DamagedFile),
    (from_the_future, UnknownMigration),
    (from_before_the_first_release, UnknownMigration),
    (lost, LostFile),
]


@pytest.mark.parametrize(("spoil", "error"), FAULTS)
def test_a_file_that_cannot_be_used_is_refused_and_nothing_is_written(path, spoil, error) -> None:
    spoil(path)
    before = everything(path)
    with pytest.raises(error):
        ready(path)
    assert everything(path) == before


@pytest.mark.parametrize(("spoil", "error"), FAULTS)
def test_the_start_says_what_to_do_and_answers_two(path, spoil, error, monkeypatch, capsys) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("ARBITER_DATABASE", str(path))
    spoil(path)
    assert main(["run"]) == 2
    told = capsys.readouterr().err
    assert error.remedy in told
    assert "Traceback" not in told
    assert str(path) in told or error is UnknownMigration


def test_every_fault_of_the_file_has_a_remedy_of_its_own() -> None:
    kinds: set[type[StorageError]] = {CannotBeWritten, NoRoom, DatabaseInUse, *(error for _, error in FAULTS)}
    assert len({kind.remedy for kind in kinds} | {StorageError.remedy}) == len(kinds) + 1


def test_a_sound_file_is_opened_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    ready(path)
    assert path.read_bytes() == before


def test_what_a_killed_bot_left_in_the_log_is_no_fault(path: Path, tmp_path: Path) -> None:
    connection = connect_to_write(path)
    connection.execute("CREATE TABLE more (x TEXT)")
    killed = tmp_path / "killed"
    killed.mkdir()
    for file in tmp_path.glob("arbiter.db*"):
        (killed / file.name).write_bytes(file.read_bytes())
    connection.close()
    ready(killed / "arbiter.db")
    with closing(sqlite3.connect(killed / "arbiter.db")) as opened:
        assert opened.execute("SELECT count(*) FROM more").fetchone() == (0,)


def test_a_start_that_was_killed_while_it_made_the_database_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "data" / "arbiter.db"
    path.parent.mkdir()
    (path.parent / "arbiter.db.new").write_bytes(b"half a fi")
    (path.parent / "arbiter.db.new-wal").write_bytes(b"half a log")
    ready(path)
    assert [file.name for file in path.parent.iterdir()] == ["arbiter.db"]
    ready(path)


def test_a_full_disk_is_told_before_anything_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_file, "LEAST_ROOM", 2**62)
    before = everything(path)
    with pytest.raises(NoRoom):
        ready(path)
    assert everything(path) == before


@POSIX
def test_a_database_of_somebody_else_cannot_be_written(path: Path) -> None:
    """Root may write everything, so the test becomes nobody for a moment, in a process of its own."""
    path.parent.chmod(0o755)
    path.chmod(0o444)
    child = os.fork()
    if not child:
        status = 0
        try:
            if os.geteuid() == 0:
                for folder in path.parents[:3]:
                    folder.chmod(0o755)
                os.setuid(65534)
            ready(path)
        except CannotBeWritten:
            status = 1
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


@POSIX
def test_what_the_bot_makes_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "arbiter.db"
    ready(path)
    with closing(connect_to_write(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


@POSIX
def test_files_of_before_become_private_and_the_doctor_tells_those_that_are_not(path: Path, monkeypatch) -> None:
    path.chmod(0o644)
    monkeypatch.setenv("ARBITER_DATABASE", str(path))
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    from bot.doctor import _database

    assert Finding(False, f"{path} can be read by others on this machine.", f"chmod 600 {path}") in list(_database())
    ready(path)
    assert read_by_others(path) == []


@POSIX
def test_a_backup_is_its_owners_alone(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITER_DATABASE", str(path))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    before = os.umask(0o022)
    try:
        assert main(["backup", str(tmp_path / "saved.db")]) == 0
    finally:
        os.umask(before)
    assert (tmp_path / "saved.db").stat().st_mode & 0o777 == 0o600


def test_a_second_process_on_one_file_is_refused_and_the_first_ones_death_lets_go(path: Path, monkeypatch) -> None:
    monkeypatch.setattr(database_file, "_WAIT_FOR_THE_OTHER", 0.01)
    holding = (
        "import sys; from pathlib import Path; from bot.kernel.database_file import sole_use\n"
        "with sole_use(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", holding, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    assert first.stdin is not None
    with first.stdout, first.stdin:
        assert first.stdout.readline() == "held\n"
        with pytest.raises(DatabaseInUse), sole_use(path):
            pass
        backup(path, path.with_name("saved.db"))
        first.kill()
        first.wait()
    with sole_use(path):
        pass


@pytest.mark.parametrize(
    "trouble", [ConnectionRefusedError(111, "refused"), TimeoutError(), sqlite3.OperationalError("x")]
)
def test_what_goes_wrong_while_the_database_is_held_is_no_fault_of_its_file(path: Path, trouble: Exception) -> None:
    with pytest.raises(type(trouble)), sole_use(path):
        raise trouble


@pytest.mark.parametrize(
    ("error", "told", "named"),
    [
        (OSError(errno.ENOSPC, "full"), NoRoom, "arbiter.db"),
        (PermissionError(errno.EACCES, "no", "notes/0001_first.sql"), CannotBeWritten, "0001_first.sql"),
        (NotADirectoryError(errno.ENOTDIR, "Not a directory", "letter"), FileTrouble, "letter"),
    ],
)
def test_each_error_of_the_system_names_the_file_that_it_is_about(
    path: Path, error: OSError, told: type[StorageError], named: str
) -> None:
    found = file_fault(path, error)
    assert type(found) is told
    assert named in str(found)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_BUSY, DatabaseInUse),
        (sqlite3.SQLITE_READONLY, CannotBeWritten),
        (sqlite3.SQLITE_CANTOPEN, CannotBeWritten),
        (sqlite3.SQLITE_FULL, NoRoom),
        (sqlite3.SQLITE_IOERR, NoRoom),
        (sqlite3.SQLITE_IOERR | (3 << 8), NoRoom),
        (sqlite3.SQLITE_CORRUPT, DamagedFile),
        (sqlite3.SQLITE_NOTADB, DamagedFile),
    ],
)
def test_each_error_of_sqlite_is_told_as_what_the_host_can_do(path: Path, code: int, told: type[StorageError]) -> None:
    error = sqlite3.DatabaseError("something")
    error.sqlite_errorcode = code
    assert type(fault(path, error)) is told


def test_no_command_leaves_bytecode_that_a_full_disk_could_cut_off(tmp_path: Path) -> None:
    # Python puts what it could write of a module in place, and every later import of that module fails.
    command = (sys.executable, "-m", "bot", "doctor")
    kept_at, database = str(tmp_path / "bytecode"), str(tmp_path / "a.db")
    given = {**os.environ, "PYTHONPYCACHEPREFIX": kept_at, "ARBITER_DATABASE": database}
    subprocess.run(command, env=given, capture_output=True, check=False)
    kept = {file.name.partition(".")[0] for file in (tmp_path / "bytecode").rglob("*.pyc")}
    assert "doctor" not in kept
    assert "settings" not in kept
