"""A disk that fails, a caller who leaves, a process that is killed: what was acknowledged stands, nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.kernel.context import Work
from bot.kernel.database import Database
from bot.kernel.faults import CannotBegin, CommitFailed, DatabaseClosed, MigrationError, NotDurable, TransactionLost
from tests.kernel.seats import Refused, seated, sit, sit_then_fail, together

# When the transaction itself fails


async def test_an_error_at_commit_fails_everyone_in_it_and_leaves_nothing_half_done(database: Database) -> None:
    await database.write(sit, "dora")
    answers = await together(
        database,
        lambda work: sit(work, "ana"),
        lambda work: sit_then_fail(work, "bruno"),
        lambda work: work.execute("INSERT INTO late_checks VALUES ('nobody')"),
        lambda work: sit(work, "carla"),
    )
    assert [type(answer) for answer in answers] == [CommitFailed, Refused, CommitFailed, CommitFailed]
    assert isinstance(answers[0], CommitFailed)
    assert isinstance(answers[0].__cause__, sqlite3.IntegrityError)
    assert answers[0] is not answers[3]
    assert await database.read(seated) == ["dora"]
    assert await database.write(sit, "ana") == "ana"


async def test_a_disk_that_refuses_the_commit_is_asked_once(tmp_path: Path, migrations: Path) -> None:
    asked: list[str] = []

    class BadDisk(sqlite3.Connection):
        def commit(self) -> None:
            if self.execute("SELECT count(*) FROM sqlite_master WHERE name = 'full_disks'").fetchone()[0] and armed:
                asked.append("commit")
                raise sqlite3.OperationalError("disk I/O error")
            super().commit()

    armed: list[bool] = []
    async with Database.open(tmp_path / "a.db", migrations=migrations, factory=BadDisk) as database:
        armed.append(True)
        answers = await together(database, lambda work: sit(work, "ana"), lambda work: sit(work, "bruno"))
        armed.clear()
        assert [type(answer) for answer in answers] == [CommitFailed, CommitFailed]
        assert asked == ["commit"]
        assert await database.read(seated) == []
        assert await database.write(sit, "carla") == "carla"


async def test_an_error_that_ends_the_transaction_is_told_to_everyone_in_it(database: Database) -> None:
    answers = await together(
        database,
        lambda work: sit(work, "ana"),
        lambda work: work.execute("INSERT INTO full_disks VALUES ('x')"),
        lambda work: sit(work, "carla"),
    )
    assert isinstance(answers[0], TransactionLost)
    assert isinstance(answers[1], sqlite3.Error)
    assert answers[2] == "carla", "a unit that had not begun is no part of the lost transaction"
    assert await database.read(seated) == ["carla"]


async def test_a_unit_that_hides_the_end_of_its_transaction_writes_nothing_after_it(database: Database) -> None:
    def hide(work: Work) -> None:
        with pytest.raises(sqlite3.Error):
            work.execute("INSERT INTO full_disks VALUES ('x')")
        with pytest.raises(TransactionLost):
            sit(work, "bruno")

    answers = await together(database, lambda work: sit(work, "ana"), hide)
    assert [type(answer) for answer in answers] == [TransactionLost, TransactionLost]
    assert await database.read(seated) == []


async def test_a_locked_file_fails_the_unit_and_the_next_one_goes_on(
    tmp_path: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.kernel.database._WAIT_FOR_LOCK_MS", 0)
    async with Database.open(tmp_path / "a.db", migrations=migrations) as database:
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(CannotBegin):
                await database.write(sit, "ana")
            other.execute("ROLLBACK")
        assert await database.write(sit, "ana") == "ana"


# Cancelling, closing, crashing


async def test_a_cancelled_caller_does_not_undo_the_unit_nor_break_the_others(database: Database) -> None:
    gate = threading.Event()

    def held(work: Work) -> None:
        assert gate.wait(5)

    first = asyncio.create_task(database.write(held))
    leaving = asyncio.create_task(database.write(sit, "ana"))
    staying = asyncio.create_task(database.write(sit, "bruno"))
    await asyncio.sleep(0)
    leaving.cancel()
    gate.set()
    assert await staying == "bruno"
    await first
    assert leaving.cancelled()
    assert await database.read(seated) == ["ana", "bruno"]


async def test_closing_answers_all_who_wait(tmp_path: Path, migrations: Path) -> None:
    database = await Database.open(tmp_path / "a.db", migrations=migrations)
    waiting = [asyncio.create_task(database.write(sit, f"p{n}")) for n in range(20)]
    await asyncio.sleep(0)
    await database.close()
    assert [await task for task in waiting] == [f"p{n}" for n in range(20)]


async def test_a_closed_database_takes_nothing_and_closes_again(tmp_path: Path, migrations: Path) -> None:
    database = await Database.open(tmp_path / "a.db", migrations=migrations)
    await database.close()
    await database.close()
    for refused in (database.write(sit, "ana"), database.read(seated)):
        with pytest.raises(DatabaseClosed):
            await refused


@pytest.mark.parametrize(
    ("break_it", "error"),
    [
        (lambda path: (path / "migrations" / "0003_bad.sql").write_text("CREATE;"), MigrationError),
        (lambda path: (path / "a.db").write_bytes(b"no database " * 100), sqlite3.DatabaseError),
        (lambda path: (path / "a.db").mkdir(), sqlite3.OperationalError),
    ],
)
async def test_an_opening_that_fails_leaves_no_thread(
    tmp_path: Path, migrations: Path, break_it: Callable[[Path], object], error: type[Exception]
) -> None:
    break_it(tmp_path)
    with pytest.raises(error):
        await Database.open(tmp_path / "a.db", migrations=migrations)


async def test_a_reader_that_cannot_open_ends_the_writer_too(
    tmp_path: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("no handles left")

    monkeypatch.setattr("bot.kernel.database.connect_to_read", refuse)
    with pytest.raises(sqlite3.OperationalError, match="handles"):
        await Database.open(tmp_path / "a.db", migrations=migrations)


async def test_a_database_in_memory_is_refused(migrations: Path) -> None:
    with pytest.raises(NotDurable):
        await Database.open(Path(":memory:"), migrations=migrations)


CRASHING = """
import asyncio, sys
from pathlib import Path
from bot.kernel.database import Database

def sit(work, player):
    work.execute("INSERT INTO seats (player) VALUES (?)", (player,))
    return player

async def one(database, start):
    for n in range(start, 10**9, 8):
        print(await database.write(sit, f"p{n}"), flush=True)

async def main():
    async with Database.open(Path(sys.argv[1]), migrations=Path(sys.argv[2])) as database:
        await asyncio.gather(*(one(database, start) for start in range(8)))

asyncio.run(main())
"""


async def test_every_acknowledged_unit_is_there_after_kill_9(tmp_path: Path, migrations: Path) -> None:
    command = [sys.executable, "-c", CRASHING, str(tmp_path / "a.db"), str(migrations)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(100)]
        os.kill(process.pid, signal.SIGKILL)
        acknowledged += [line.strip() for line in process.stdout if line.endswith("\n")]
    assert process.returncode == -signal.SIGKILL
    async with Database.open(tmp_path / "a.db", migrations=migrations) as database:
        stored = await database.read(seated)
    assert len(acknowledged) >= 100
    assert set(acknowledged) <= set(stored)
    assert len(stored) - len(acknowledged) <= 8, "more was stored than could be on its way"


BROKEN = """
import asyncio, sys
from pathlib import Path
from bot.kernel.database import Database

async def run():
    await Database.open(Path(sys.argv[1]), migrations=Path(sys.argv[2])).__aenter__()
    asyncio.get_running_loop()._run_once = lambda: 1 / 0

asyncio.run(run())
"""


def test_a_process_whose_event_loop_has_broken_ends_so_that_it_is_started_again(
    tmp_path: Path, migrations: Path
) -> None:
    command = [sys.executable, "-c", BROKEN, str(tmp_path / "a.db"), str(migrations)]
    ended = subprocess.run(command, cwd=Path(__file__).parents[2], timeout=60, capture_output=True, check=False)
    assert ended.returncode == 1
