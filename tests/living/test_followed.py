"""What a commit wrote is told to whoever follows it: after the commit, by table and by our ids, and never in vain."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import MIGRATIONS
from bot.features.pages import store as pages_store
from bot.features.pages.address_verbs import note_address
from bot.kernel.context import Query, Tx, Written
from bot.kernel.database import Database
from bot.kernel.errors import NotNow
from bot.kernel.time_store import put_deadline
from bot.living.transactions import UnitsOfWork
from bot.living.web_process import QUIET
from tests import empty_database

NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
CUP, FINAL = "cup234567abc", "final34567ab"


@pytest.fixture
async def units(tmp_path: Path) -> AsyncIterator[UnitsOfWork]:
    empty_database.put(tmp_path / "bot.db")
    async with Database.open(tmp_path / "bot.db", migrations=MIGRATIONS) as database:
        yield UnitsOfWork(database, lambda: NOW, os.urandom)


def write(tx: Tx, *more: str) -> bool:
    """Rows of two tables, and whether somebody follows them."""
    put_deadline(tx, "contest:1", "remind", NOW)
    for one in more:
        tx.execute("DELETE FROM results WHERE contest_id = :id AND score = :score", {"id": one, "score": "3-1"})
    tx.execute_many("UPDATE contests SET stage = ? WHERE contest_id = ?", (("main", one) for one in more))
    return tx._work.written is not None


async def test_a_follower_is_told_tables_and_ids_once_it_is_committed(units: UnitsOfWork) -> None:
    told: list[frozenset[Written]] = []
    units.follower = told.append
    assert await units.do(write, CUP, FINAL)
    rows = {("results", CUP), ("contests", CUP), ("results", FINAL), ("contests", FINAL)}
    assert told == [frozenset({("deadlines",), *rows})]


async def test_nothing_is_told_of_what_was_undone_or_only_read(units: UnitsOfWork) -> None:
    told: list[frozenset[Written]] = []
    units.follower = told.append

    def undone(tx: Tx) -> None:
        write(tx, CUP)
        raise NotNow

    with pytest.raises(NotNow):
        await units.do(undone)
    await units.do(lambda tx: tx.fetch_one("SELECT 1"))
    await units.ask(lambda tx: tx.fetch_one("SELECT 1"))
    assert told == []


async def test_where_nobody_follows_nothing_is_noted(units: UnitsOfWork) -> None:
    assert not await units.do(write, CUP)


async def test_a_statement_whose_table_cannot_be_told_is_told_without_one(units: UnitsOfWork) -> None:
    told: list[frozenset[Written]] = []
    units.follower = told.append
    await units.do(lambda tx: tx.execute("WITH one (x) AS (SELECT ?) DELETE FROM results WHERE score = ''", ("no id",)))
    assert told == [frozenset({("",)})]


async def test_what_is_left_out_of_pages_are_tables_that_there_are(units: UnitsOfWork) -> None:
    def tables(tx: Query) -> set[str]:
        return {row["name"] for row in tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")}

    assert set(QUIET) <= await units.ask(tables)


async def test_where_pages_are_read_is_noted_at_each_start(units: UnitsOfWork) -> None:
    for address, noted in (("https://a.example", "https://a.example"), ("", None), ("", None), ("https://b.org",) * 2):
        await units.do(note_address, address)
        assert await units.ask(pages_store.address) == noted
