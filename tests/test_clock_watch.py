"""What Discord's answers teach the bot about its clock, and who is told once it is wrong."""

from __future__ import annotations

import os
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.doctor import _clock
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query
from bot.kernel.database import Database
from bot.kernel.ids import Community, GuildId, MemberId
from bot.kernel.outbox import ClockWrong
from bot.living.reachability import ClockWatch
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store
from tests.test_timekeeper import BEGIN, HOUR, Machine

MIGRATIONS = Path(__file__).parents[1] / "migrations"


class Gateway:
    """Discord as far as it is asked for the time."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.asked = machine, 0

    async def ask(self) -> None:
        self.asked += 1
        self.machine.call()


def told(tx: Query) -> list[int]:
    return [one.message.seconds for one in outbox.all_promises(tx, ClockWrong, "1")]


async def test_a_stepped_clock_is_asked_about_and_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    watch, gateway = ClockWatch(machine.keeper), Gateway(machine)
    path = tmp_path / "arbiter.db"
    async with Database.open(path, migrations=MIGRATIONS, applied_at=0) as database:
        units = UnitsOfWork(database, machine.keeper.now, os.urandom)
        await units.do(playing_outage_verbs.note_alive)
        mine = Community(GuildId(1), MemberId(1), "en-US", "UTC", set_up_at=BEGIN)
        await units.do(lambda tx: server_store.save(tx, mine))
        monkeypatch.setattr(server_store, "busy", lambda _: frozenset({mine.guild_id}))
        await watch.look(units, gateway.ask, playing_outage_verbs.note_clock)
        assert gateway.asked == 0
        machine.off = HOUR
        for _ in range(3):
            await watch.look(units, gateway.ask, playing_outage_verbs.note_clock)
        assert (gateway.asked, await units.ask(told)) == (1, [3600])
        monkeypatch.setattr("bot.doctor.read_database", lambda: path)
        assert [(one.well, "fast" in one.what) for one in _clock()] == [(False, True)]
        machine.off = timedelta()
        machine.keeper.now()
        await watch.look(units, gateway.ask, playing_outage_verbs.note_clock)
        assert [one.well for one in _clock()] == [True]
        machine.off = -HOUR
        await watch.look(units, gateway.ask, playing_outage_verbs.note_clock)
        assert await units.ask(told) == [3600, -3600]


async def test_a_bot_that_starts_again_tells_a_wrong_clock_no_second_time_and_notes_that_it_was_put_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    gateway = Gateway(machine)
    async with Database.open(tmp_path / "arbiter.db", migrations=MIGRATIONS, applied_at=0) as database:
        units = UnitsOfWork(database, machine.keeper.now, os.urandom)
        await units.do(playing_outage_verbs.note_alive)
        mine = Community(GuildId(1), MemberId(1), "en-US", "UTC", set_up_at=BEGIN)
        await units.do(lambda tx: server_store.save(tx, mine))
        monkeypatch.setattr(server_store, "busy", lambda _: frozenset({mine.guild_id}))
        machine.off = HOUR
        for _ in range(3):
            await ClockWatch(machine.keeper).look(units, gateway.ask, playing_outage_verbs.note_clock)
        assert await units.ask(told) == [3600]
        machine.off = timedelta()
        machine.keeper.now()
        await ClockWatch(machine.keeper).look(units, gateway.ask, playing_outage_verbs.note_clock)
        assert await units.ask(kernel_time_store.clock_off) is None


@pytest.mark.parametrize(("headers", "believed"), [({}, True), ({"Age": "30"}, False)])
async def test_the_hour_of_discords_answers_is_learnt_and_a_caches_is_not(
    monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], believed: bool
) -> None:
    machine = Machine(HOUR)

    async def answer(_: web.Request) -> web.Response:
        return web.Response(headers={"Date": format_datetime(machine.true), **headers})

    app, trace = web.Application(), aiohttp.TraceConfig()
    ClockWatch(machine.keeper).listen(trace)
    app.router.add_get("/", answer)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[trace]) as client,
    ):
        monkeypatch.setattr(discord.http.Route, "BASE", str(server.make_url("/")))
        await (await client.get(server.make_url("/"))).read()
    assert (machine.error <= 2 * timedelta(seconds=1)) is believed


def test_nothing_is_known_of_a_clock_before_the_first_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.doctor.read_database", lambda: tmp_path / "none.db")
    assert [one.well for one in _clock()] == [True]
