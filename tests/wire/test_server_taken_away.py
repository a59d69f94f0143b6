"""The real bot, whose server Discord takes away, or whose staff remove it: an outage of that server alone."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from wire.discord_server import LoopbackDiscord
from wire.process import process_bot
from wire.world import Away

GONE = "SELECT cause FROM servers_away"
OUTAGES = "SELECT cause, guild_id FROM outages WHERE guild_id IS NOT NULL"


def rows(folder: Path, sql: str) -> list[tuple[int | str, ...]]:
    with closing(sqlite3.connect(folder / open_check_in.DATABASE)) as connection:
        return connection.execute(sql).fetchall()


async def until_on_record(folder: Path, sql: str, row: tuple[int | str, ...]) -> None:
    async with asyncio.timeout(30):
        while rows(folder, sql) != [row]:
            await asyncio.sleep(0.02)


first, *others = Away


@pytest.mark.parametrize("why", [first, *(pytest.param(one, marks=pytest.mark.long) for one in others)])
async def test_a_server_that_is_taken_away_and_given_back_has_an_outage_of_its_own(why: Away, tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        await open_check_in.prepare(server, tmp_path, 1)
        async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=tmp_path, limit=60) as bot:
            await server.until(lambda: bool(server.world.commands), 60)
            await server.gateway.take_away(why)
            await until_on_record(tmp_path, GONE, (str(why),))
            await asyncio.sleep(0.1)
            await server.gateway.give_back()
            await until_on_record(tmp_path, OUTAGES, (str(why), int(server.world.guild_id)))
            assert rows(tmp_path, GONE) == []
            assert await bot.stop() == 0
