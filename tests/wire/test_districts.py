"""The real bot on several connections: each is lost, refused and taken up again without the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from tests.wire.test_server_taken_away import rows, until_on_record
from wire.discord_server import LoopbackDiscord
from wire.districts import Districts
from wire.process import BotProcess, process_bot

OF = 3
OUTAGES = "SELECT cause, shard, shards FROM outages WHERE cause <> 'process'"
LATE = "SELECT count(*) FROM outages WHERE cause = 'process' AND shard = 1 AND up_at - down_from > 500"


@asynccontextmanager
async def playing(folder: Path, ready: Sequence[int] = range(OF)) -> AsyncIterator[tuple[Districts, BotProcess]]:
    """A bot with a server on each connection; those of `ready` are waited for."""
    districts = Districts(OF)
    async with districts.listening() as servers:
        for server in servers:
            await open_check_in.prepare(server, folder, 1)
        for number in set(range(OF)) - set(ready):
            districts.refused.add(number)
        async with process_bot(servers[0], ARBITER.arguments, extra=ARBITER.variables, folder=folder, limit=60) as bot:
            for number in ready:
                await asyncio.wait_for(servers[number].gateway.ready.wait(), 30)
            await servers[0].until(lambda: bool(servers[0].world.commands), 60)
            yield districts, bot


async def check_in(server: LoopbackDiscord) -> bool:
    """Whether the only player's press is answered in Discord's three seconds."""
    (gesture,) = await open_check_in.presses(server, 1)
    pressed = await server.send(gesture())
    return await pressed.wait_for_answer() is pressed


@pytest.mark.parametrize("forget", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_a_connection_that_is_cut_is_an_outage_of_its_servers_and_of_no_others(
    tmp_path: Path, *, forget: bool
) -> None:
    async with playing(tmp_path) as (districts, bot):
        first, cut, _ = districts.servers
        await cut.gateway.drop(forget=forget)
        assert await check_in(first)
        await asyncio.wait_for(cut.gateway.ready.wait(), 30)
        await until_on_record(tmp_path, OUTAGES, ("connection", 1, OF))
        assert await check_in(cut)
        assert (first.gateway.identifies, cut.gateway.identifies) == (1, 2 if forget else 1)
        assert await bot.stop() == 0


async def test_a_connection_that_does_not_come_up_holds_up_no_other(tmp_path: Path) -> None:
    async with playing(tmp_path, ready=(0, 2)) as (districts, bot):
        first, late, last = districts.servers
        assert await check_in(first)
        assert await check_in(last)
        assert late.gateway.identifies == 0
        districts.refused.clear()
        await asyncio.wait_for(late.gateway.ready.wait(), 30)
        assert await check_in(late)
        assert rows(tmp_path, LATE) == [(1,)]
        assert await bot.stop() == 0
