"""Whose the database is, how old its last copy is, and what a bot does that starts from one."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import MIGRATIONS
from bot.doctor import Finding, _copies
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.tournaments.promises_model import TournamentAnnounced
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Work
from bot.kernel.database import Database
from bot.kernel.database_file import backup, last_backup, note_backup
from bot.kernel.faults import AnotherBegan, FileReplaced
from bot.kernel.outages import Boot, Cause, Shard
from bot.kernel.outbox import OutageTold
from bot.living.copies import CopySilent, CopyWatch, Custody, begin, copied_at, doubt_what_waits, is_from_a_copy
from bot.living.transactions import UnitsOfWork
from tests.empty_database import put
from tests.hall.hall import Hall

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "arbiter.db"
    put(file)
    return file


@pytest.fixture
async def units(path: Path) -> AsyncIterator[UnitsOfWork]:
    async with Database.open(path, migrations=MIGRATIONS) as database:
        yield UnitsOfWork(database, Clock(), os.urandom)


@asynccontextmanager
async def litestream(control: Path, answer: str) -> AsyncIterator[None]:
    """A program that answers at the socket as Litestream does."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"GET /list ")
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(answer)}\r\n\r\n{answer}".encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_unix_server(serve, control)
    try:
        yield
    finally:
        server.close()
        await server.wait_closed()


def listed(path: Path, at: str | None) -> str:
    others = {"path": "/elsewhere.db", "status": "replicating", "last_sync_at": "2001-01-01T00:00:00Z"}
    own = {"path": str(path), "status": "replicating", **({} if at is None else {"last_sync_at": at})}
    return json.dumps({"databases": [others, own]})


# --- the last copy --------------------------------------------------------------------------------------------------


async def test_litestream_says_when_all_was_last_in_its_copy(path: Path, tmp_path: Path):
    control = tmp_path / "s"
    async with litestream(control, listed(path, "2026-03-01T19:59:58.123456789Z")):
        at = await asyncio.to_thread(copied_at, control, path)
    assert at == NOW - timedelta(seconds=2) + timedelta(microseconds=123456)


@pytest.mark.parametrize("answer", ["", "nonsense", "[]", '{"databases": []}', '{"databases": [{"path": 1}]}'])
async def test_what_is_no_answer_is_no_copy(path: Path, tmp_path: Path, answer: str):
    async with litestream(tmp_path / "s", answer):
        with pytest.raises(CopySilent):
            await asyncio.to_thread(copied_at, tmp_path / "s", path)


def test_where_nobody_listens_no_copy_is_known(path: Path, tmp_path: Path):
    with pytest.raises(CopySilent, match="does not answer"):
        copied_at(tmp_path / "s", path)


async def test_the_log_tells_the_age_of_the_last_backup_once(path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    watch = CopyWatch(path, None, lambda: datetime.now(UTC) + timedelta(hours=3))
    note_backup(path)
    await watch.look()
    await watch.look()
    assert [one.getMessage() for one in caplog.records] == ["the last copy of the database is 3:00:00 old"]


async def test_the_log_says_that_there_is_no_copy(path: Path, caplog: pytest.LogCaptureFixture):
    watch = CopyWatch(path, None, Clock())
    await watch.look()
    assert (watch.last, "no backup and no copy" in caplog.text) == (None, True)


async def test_a_copy_that_stands_still_for_a_minute_is_told_once_and_so_is_its_going_on(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO)
    clock, control = Clock(), tmp_path / "s"
    watch = CopyWatch(path, control, clock)
    async with litestream(control, listed(path, "2026-03-01T19:59:58Z")):
        await watch.look()
    for _ in range(6):
        clock.now += timedelta(seconds=15)
        await watch.look()
    async with litestream(control, listed(path, "2026-03-01T20:01:29Z")):
        await watch.look()
    assert watch.last == NOW + timedelta(seconds=89)
    first, silent, again = (one.getMessage() for one in caplog.records)
    assert first == "the last copy of the database is 0:00:02 old"
    assert "is not being copied, its last copy is 0:01:17 old: Litestream does not answer" in silent
    assert again == "the database is being copied again"


async def test_a_bot_that_is_copied_leaves_the_log_to_who_copies(path: Path):
    async def pages(*, is_copied: bool) -> int:
        async with Database.open(path, migrations=MIGRATIONS, is_copied=is_copied) as database:
            return await database.write(
                lambda work: int(_writing(work).execute("PRAGMA wal_autocheckpoint").fetchone()[0])
            )

    assert (await pages(is_copied=False), await pages(is_copied=True)) == (1_000, 20_000)


def _writing(work: Work):
    return work._connection


def test_the_command_notes_when_a_backup_was_made(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ARBITER_DATABASE", str(path))
    assert next(_copies()).what.startswith("No backup and no copy of it is known")
    assert main(["backup", str(tmp_path / "saved.db")]) == 0
    at = last_backup(path)
    assert at is not None
    assert datetime.now(UTC) - at < timedelta(minutes=1)
    assert [one.what.rpartition(" is ")[0] for one in _copies()] == ["Its last backup"]


async def test_the_doctor_tells_a_copy_that_is_late_and_one_that_is_not(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def found() -> list[Finding]:
        return list(_copies())

    monkeypatch.setenv("ARBITER_DATABASE", str(path))
    monkeypatch.setenv("ARBITER_LITESTREAM", str(tmp_path / "s"))
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    for at, well in ((now, True), ("2026-01-01T00:00:00Z", False), (None, False)):
        async with litestream(tmp_path / "s", listed(path, at)):
            assert [one.well for one in await asyncio.to_thread(found)] == [well]
    assert [one.well for one in found()] == [False]


# --- whose the database is ------------------------------------------------------------------------------------------


def test_each_start_writes_its_own_id_and_finds_the_one_before(hall: Hall):
    assert hall.do(begin, "first") is None
    began = hall.now
    hall.now += timedelta(minutes=1)
    assert hall.do(begin, "second") == Boot("first", began)


@pytest.mark.parametrize(
    ("in_file", "beside_it", "is_copy"),
    [
        (None, None, False),
        (None, "a", False),
        ("a", "a", False),
        ("a", None, True),
        ("a", "b", True),
        ("a", "a b", False),
        ("b", "a b", False),
        ("c", "a b", True),
    ],
)
def test_a_database_that_says_another_process_than_its_folder_is_from_a_copy(in_file, beside_it, is_copy, caplog):
    assert is_from_a_copy(in_file and Boot(in_file, NOW), beside_it) is is_copy
    assert ("end it now" in caplog.text) is is_copy


async def test_a_bot_that_finds_another_id_in_its_database_is_to_end(units: UnitsOfWork, path: Path):
    await units.do(begin, "own")
    custody = Custody(units, path, Boot("own", NOW))
    await custody.check()
    await units.do(begin, "other")
    with pytest.raises(AnotherBegan, match="belongs to another bot now, other, which began at 2026-03-01 20:00:00 UTC"):
        await custody.check()


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_bot_whose_file_was_replaced_or_removed_is_to_end(units: UnitsOfWork, path: Path, is_there: bool):
    await units.do(begin, "own")
    custody = Custody(units, path, Boot("own", NOW))
    await custody.check()
    if is_there:
        # The bot's own backup of a moment ago has its own id in it, and is another file all the same.
        saved = path.with_name("saved.db")
        await asyncio.to_thread(backup, path, saved)
        os.replace(saved, path)
    else:
        path.unlink()
    with pytest.raises(FileReplaced):
        await custody.check()


# --- what follows from a copy ---------------------------------------------------------------------------------------


def test_what_waits_in_a_copy_is_looked_for_before_it_is_said(hall: Hall):
    tournament = hall.announce()
    hall.now += timedelta(minutes=5)
    (waits,) = hall.promised(TournamentAnnounced, tournament.tournament_id)
    hall.do(doubt_what_waits, lambda promise: [promise.outbox_id])
    tried = hall.ask(outbox.of, waits.outbox_id)
    assert tried is not None
    assert tried.first_at == waits.promised_at


def test_who_may_have_lost_a_press_reads_it_however_short_the_bot_was_away(hall: Hall):
    tournament = hall.announce()
    hall.now = tournament.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(seconds=5)
    hall.do(playing_outage_verbs.settle_earlier, (Shard(),), Cause.RESTORED)
    for outage in hall.ask(kernel_time_store.outages_to_move):
        hall.do(playing_outage_verbs.move, outage, hall.ask(playing_outage_verbs.concerned, outage))
    (told,) = hall.promised(OutageTold, tournament.tournament_id)
    assert isinstance(told.message, OutageTold)
    assert told.message.cause is Cause.RESTORED
