"""Backups are whole, and a restore destroys nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from bot.__main__ import main
from bot.app import MIGRATIONS
from bot.features.registry import exams_verbs
from bot.kernel.context import Work
from bot.kernel.database import Database
from bot.kernel.database_file import backup, check, damages, make_ready, restore
from bot.kernel.faults import BackupError, DamagedFile, DatabaseInUse, FileInTheWay, NoSuchFile
from tests.empty_database import put
from tests.hall.hall import Hall
from tests.house.reading import ROOT


def sit(work: Work, player: str) -> None:
    work.execute("INSERT INTO seats (player) VALUES (?)", (player,))


def players(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT player FROM seats ORDER BY number")]


@pytest.fixture
async def saved(tmp_path: Path, file: Database) -> Path:
    """A backup with Ana in it, made of a database that stays open; Bruno came later."""
    await file.write(sit, "ana")
    path = tmp_path / "saved.db"
    backup(tmp_path / "arbiter.db", path)
    await file.write(sit, "bruno")
    return path


def test_a_backup_of_a_running_bot_holds_all_that_was_acknowledged(saved: Path) -> None:
    check(saved)
    assert players(saved) == ["ana"]


def test_a_backup_is_one_file_and_leaves_no_parts(saved: Path) -> None:
    assert sorted(path.name for path in saved.parent.glob("saved*")) == ["saved.db"]


def test_a_backup_never_replaces_an_older_one(tmp_path: Path, saved: Path) -> None:
    with pytest.raises(FileInTheWay):
        backup(tmp_path / "arbiter.db", saved)
    assert players(saved) == ["ana"]


def test_a_backup_of_nothing_is_refused_and_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFile):
        backup(tmp_path / "absent.db", tmp_path / "saved.db")
    assert list(tmp_path.iterdir()) == []


def test_a_restore_does_not_touch_a_database_that_stands_there(tmp_path: Path, file: Database, saved: Path) -> None:
    with pytest.raises(FileInTheWay):
        restore(saved, tmp_path / "arbiter.db")
    assert players(tmp_path / "arbiter.db") == ["ana", "bruno"]


def test_a_restore_under_a_running_bot_is_refused_even_when_told(tmp_path: Path, file: Database, saved: Path) -> None:
    with pytest.raises(DatabaseInUse):
        restore(saved, tmp_path / "arbiter.db", replace=True)
    assert players(tmp_path / "arbiter.db") == ["ana", "bruno"]
    assert not list(tmp_path.glob("*.restoring"))


async def test_a_restore_keeps_the_database_that_it_replaces(tmp_path: Path, file: Database, saved: Path) -> None:
    await file.close()
    kept = restore(saved, tmp_path / "arbiter.db", replace=True)
    assert kept is not None
    assert players(tmp_path / "arbiter.db") == ["ana"]
    assert players(kept) == ["ana", "bruno"]


def test_the_log_of_a_killed_bot_is_not_played_into_the_restored_database(tmp_path: Path, saved: Path) -> None:
    target = tmp_path / "other.db"
    target.write_bytes(b"no database at all, " * 300)
    Path(f"{target}-wal").write_bytes(b"frames of the old one")
    kept = restore(saved, target, replace=True)
    assert kept is not None
    assert not Path(f"{target}-wal").exists()
    assert Path(f"{kept}-wal").read_bytes() == b"frames of the old one"
    assert kept.read_bytes().startswith(b"no database")
    assert players(target) == ["ana"]


async def test_restoring_twice_keeps_both_replaced_databases(tmp_path: Path, file: Database, saved: Path) -> None:
    await file.close()
    kept = {restore(saved, tmp_path / "arbiter.db", replace=True) for _ in range(2)}
    assert len(kept) == 2
    assert all(path is not None and path.exists() for path in kept)


def test_a_restore_to_an_empty_place_keeps_nothing(tmp_path: Path, saved: Path) -> None:
    assert restore(saved, tmp_path / "new" / "arbiter.db") is None
    assert players(tmp_path / "new" / "arbiter.db") == ["ana"]


def test_a_damaged_backup_is_refused_and_the_place_stays_empty(tmp_path: Path, saved: Path) -> None:
    content = bytearray(saved.read_bytes())
    content[4096:] = b"\xaa" * (len(content) - 4096)
    saved.write_bytes(content)
    with pytest.raises(DamagedFile):
        restore(saved, tmp_path / "new.db")
    assert not list(tmp_path.glob("new.db*"))


@pytest.mark.parametrize("content", [b"", b"a letter to the committee " * 200])
def test_a_file_that_is_no_database_of_the_bot_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "letter").write_bytes(content)
    with pytest.raises(BackupError):
        restore(tmp_path / "letter", tmp_path / "new.db")


FULL = """
import resource, sys
from pathlib import Path
from typing import Literal
from bot.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))
sys.exit(main(sys.argv[1:]))
"""
"""A command on a disk on which no file may grow beyond 64 KiB: SQLite needs half of that beside the source."""


def on_a_full_disk(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run((sys.executable, "-c", FULL, *words), capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX lets a test fill a disk for itself alone")
def test_a_backup_onto_a_full_disk_names_the_copy_and_leaves_nothing_of_it(tmp_path: Path) -> None:
    source, target = tmp_path / "arbiter.db", tmp_path / "else" / "saved.db"
    put(source)
    told = on_a_full_disk("backup", str(target), "--database", str(source))
    assert (told.returncode, "Traceback" in told.stderr) == (2, False)
    assert told.stderr.startswith(f"{target}: has no room")
    assert list(target.parent.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX lets a test fill a disk for itself alone")
def test_a_restore_onto_a_full_disk_names_the_database_and_leaves_the_one_that_was_there(tmp_path: Path) -> None:
    saved, target = tmp_path / "saved.db", tmp_path / "else" / "arbiter.db"
    for file in (saved, target):
        file.parent.mkdir(exist_ok=True)
        put(file)
    before = target.read_bytes()
    told = on_a_full_disk("restore", str(saved), "--replace", "--database", str(target))
    assert (told.returncode, "Traceback" in told.stderr) == (2, False)
    assert told.stderr.startswith(f"{target}: has no room")
    assert {file.name: file.read_bytes() for file in target.parent.iterdir()} == {"arbiter.db": before}


def test_a_restore_of_a_file_that_is_not_there_names_that_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, absent = tmp_path / "arbiter.db", tmp_path / "nofile"
    put(target)
    for more in ([], ["--replace"]):
        assert main(["restore", str(absent), "--database", str(target), *more]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"{absent}: does not exist")
        assert "Check the path" in told
        assert str(target) not in told


def test_a_backup_to_where_there_can_be_no_folder_names_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, no_folder = tmp_path / "arbiter.db", tmp_path / "letter"
    put(source)
    no_folder.write_text("Dear diary", encoding="utf-8")
    assert main(["backup", str(no_folder / "saved.db"), "--database", str(source)]) == 2
    assert capsys.readouterr().err.startswith(f"{no_folder}")


async def test_a_restored_database_opens_and_goes_on(tmp_path: Path, migrations: Path, saved: Path) -> None:
    restore(saved, tmp_path / "new.db")
    async with Database.open(tmp_path / "new.db", migrations=migrations) as restored:
        await restored.write(sit, "carla")
    assert players(tmp_path / "new.db") == ["ana", "carla"]


# --- what SQLite misreads -------------------------------------------------------------------------------------------


def tables_in(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [str(name) for (name,) in found]


def fill(connection: sqlite3.Connection, table: str) -> None:
    """A row with something in each column, whatever the rules of the table say of it."""
    given = {"TEXT": '"a"', "REAL": 1.5, "BLOB": bytes(32), "INTEGER": 1}
    columns = [given[kind] for _, _, kind, *_ in connection.execute(f"PRAGMA table_info({table})")]
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(columns))})", columns)


@pytest.mark.parametrize("looks", ["integrity_check", "quick_check"])
def test_no_table_of_a_whole_file_is_taken_for_a_damaged_one(
    tmp_path: Path, looks: Literal["integrity_check", "quick_check"]
) -> None:
    """As a member's country was: SQLite 3.40 told of a NULL, and the bot did not start, nor copy the file."""
    put(tmp_path / "arbiter.db")
    with closing(sqlite3.connect(tmp_path / "arbiter.db")) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for table in tables_in(connection):
            fill(connection, table)
        found = [one for one in damages(connection, looks) if not one.startswith("CHECK constraint failed")]
    assert found == []


def test_a_null_where_none_may_be_is_damage() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(
            "CREATE TABLE seats (player TEXT); INSERT INTO seats VALUES (NULL); PRAGMA writable_schema = ON;"
            "UPDATE sqlite_master SET sql = 'CREATE TABLE seats (player TEXT NOT NULL)';"
            "PRAGMA writable_schema = RESET;"
        )
        assert list(damages(connection, "quick_check")) == ["NULL value in seats.player"]


def test_a_country_that_a_member_has_said_keeps_no_bot_from_starting(tmp_path: Path) -> None:
    path = tmp_path / "arbiter.db"
    hall = Hall(path)
    hall.act(hall.actor(2), exams_verbs.declare_country, "BR")
    hall.close()
    make_ready(path, MIGRATIONS, 0)
    backup(path, tmp_path / "saved.db")
    with closing(sqlite3.connect(tmp_path / "saved.db")) as connection:
        assert connection.execute("SELECT country FROM countries").fetchall() == [("BR",)]
