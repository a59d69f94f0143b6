"""The database is copied while the bot writes it, and goes on from its copy on another machine."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, closing
from datetime import UTC, datetime

import pytest

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from bot.kernel.database import connect_to_write
from bot.living.copies import LATE, copied_at
from tests.empty_database import put
from tests.wire.copying import DATABASE, NEEDS_PROGRAM, Machine, copying
from tests.wire.recorded_evening import UNSAID
from wire.chaos import verdict
from wire.chaos.evening import LONGEST_S, Evening
from wire.chaos.machine import Row
from wire.chaos.mishaps import Mishaps
from wire.chaos.people import Ledger, Resident
from wire.chaos.run import town_of
from wire.chaos.town import Town
from wire.discord_server import LoopbackDiscord
from wire.interactions import Answer
from wire.process import BotProcess, process_bot
from wire.scenario import Visitor, latest_with
from wire.shapes import Payload

CONFIRMED = "SELECT p.name FROM entrants e JOIN people p USING (person_id) WHERE e.checked_in_at IS NOT NULL ORDER BY 1"
CAUSES = "SELECT cause FROM outages ORDER BY outage_id"


def arbiter(server: LoopbackDiscord, machine: Machine) -> AbstractAsyncContextManager[BotProcess]:
    variables = {**ARBITER.variables, **machine.variables, "ARBITER_LOG_LEVEL": "INFO"}
    return process_bot(server, ARBITER.arguments, extra=variables, folder=machine.folder)


def rows(machine: Machine, sql: str) -> list[str]:
    with closing(sqlite3.connect(f"file:{machine.database}?mode=ro", uri=True)) as connection:
        return [str(row[0]) for row in connection.execute(sql)]


def told(server: LoopbackDiscord, words: str) -> list[Payload]:
    return [message for message in server.world.posted if words in str(message)]


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord().listening() as listening:
        yield listening


@NEEDS_PROGRAM
async def test_a_lost_machine_costs_the_last_second_and_who_acted_in_it_reads_that(server, tmp_path):
    old, new = Machine(tmp_path / "old", tmp_path / "copy"), Machine(tmp_path / "new", tmp_path / "copy")
    old.folder.mkdir(mode=0o700)
    await open_check_in.prepare(server, old.folder, 2)
    first, last = [Visitor(server, one) for one in server.world.members.values() if one.name.startswith("Player")]
    async with copying(old), arbiter(server, old) as bot:
        panel = await latest_with(server, "register")
        assert (await first.click("check-in", panel)).answer is Answer.UPDATE
        await old.copies_all()
        old.freeze()
        assert (await last.click("check-in", panel)).answer is Answer.UPDATE
        assert rows(old, CONFIRMED) == [first.person.name, last.person.name]
        await bot.kill()
    await old.lose()
    await new.restore()
    assert rows(new, CONFIRMED) == [first.person.name]
    async with copying(new), arbiter(server, new) as bot:
        await server.until(lambda: bool(told(server, "came back from a copy of my data")))
        assert any("If that one still runs anywhere, end it now" in line for line in bot.lines)
        await last.click("check-in", panel)
        assert rows(new, CONFIRMED) == [first.person.name, last.person.name]
        await new.copies_all()
        assert datetime.now(UTC) - copied_at(new.control, new.database) < LATE
        assert await bot.stop() == 0
    assert set(rows(new, CAUSES)) == {"restored"}
    again = Machine(tmp_path / "third", tmp_path / "copy")
    await again.restore()
    assert rows(again, CONFIRMED) == [first.person.name, last.person.name]


async def ended(server: LoopbackDiscord, bot: BotProcess) -> int:
    """The bot hears Discord again, which is a heartbeat; it ends by itself."""
    await server.gateway.drop()
    async with asyncio.timeout(20):
        return await bot.process.wait()


async def test_a_bot_that_finds_another_bots_id_in_its_database_ends_with_a_sentence(server, tmp_path):
    await open_check_in.prepare(server, tmp_path, 1)
    async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=tmp_path) as bot:
        await latest_with(server, "check-in")
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other, other:
            other.execute("UPDATE machine SET boot = 'another', begun_at = 1772395200000")
        assert await ended(server, bot) == 2
        await server.until(lambda: any("- One of the two has to stay ended" in line for line in bot.lines))
    said = (
        "Arbiter cannot go on: arbiter.db: belongs to another bot now, another, which began at 2026-03-01 20:00:00 UTC."
    )
    assert said in bot.lines


async def test_a_bot_whose_file_is_replaced_ends_and_leaves_the_new_ones_log_alone(server, tmp_path):
    await open_check_in.prepare(server, tmp_path, 1)
    put(tmp_path / "new.db")
    async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=tmp_path) as bot:
        await latest_with(server, "check-in")
        for ending in ("-wal", "-shm"):
            (tmp_path / f"{DATABASE}{ending}").unlink()
        os.replace(tmp_path / "new.db", tmp_path / DATABASE)
        with closing(connect_to_write(tmp_path / DATABASE)) as new:
            new.execute("CREATE TABLE planted (player TEXT)")
            assert await ended(server, bot) == 2
            assert (tmp_path / f"{DATABASE}-wal").stat().st_size > 0
        await server.until(
            lambda: any("was replaced, moved or deleted while the bot ran" in line for line in bot.lines)
        )


class LostInTheFinal(Evening):
    """An evening with kills, whose machine burns down in the final; it goes on elsewhere, from the copy."""

    def __init__(self, town: Town, old: Machine, new: Machine) -> None:
        super().__init__(town, Ledger())
        self._old, self._new = old, new
        self._is_frozen, self._goes_on = asyncio.Event(), asyncio.Event()
        self._mishaps = Mishaps([town], deaths=5, most=5)
        self.lost: list[Row] = []

    async def play(self) -> None:
        going_wrong = asyncio.create_task(self._mishaps.go_on())
        playing, burning = asyncio.create_task(super().play()), asyncio.create_task(self._burn(going_wrong))
        try:
            # Whatever goes wrong with the copy ends the evening at once.
            await asyncio.gather(playing, burning)
        finally:
            for task in (going_wrong, playing, burning):
                task.cancel()
            await asyncio.gather(going_wrong, playing, burning, return_exceptions=True)

    async def _come(self, contest_id: str, player: Resident) -> None:
        """On the last boards all say that they are there, and say it once more when they read that it may be lost."""
        if self.town.holds(IS_LAST, contest_id):
            await self._is_frozen.wait()
            await super()._come(contest_id, player)
            await self._goes_on.wait()
        await super()._come(contest_id, player)

    async def _burn(self, going_wrong: asyncio.Task[None]) -> None:
        town, new = self.town, self._new
        await town.until(lambda: town.holds(FINAL_CALLED), LONGEST_S)
        going_wrong.cancel()
        await asyncio.gather(going_wrong, return_exceptions=True)
        await self._mishaps.call_off()
        await town.until(lambda: town.is_up, LONGEST_S)
        await self._old.copies_all()
        self._old.freeze()
        here = len(town.rows(HERE))
        self._is_frozen.set()
        await town.until(lambda: len(town.rows(HERE)) > here, LONGEST_S)
        town.machine.away = LONGEST_S * 10
        town.machine.kill()
        while town.machine.bot is not None:
            await asyncio.sleep(0.01)
        before = town.rows(HERE)
        await self._old.end()
        await new.restore()
        os.link(town.machine.folder / "hours", new.folder / "hours")
        town.machine.folder, town.machine.settings = new.folder, new.variables
        self.lost = [one for one in before if one not in town.rows(HERE)]
        await self._old.lose()
        await new.begin()
        town.machine.stays_down_until = 0.0
        self._goes_on.set()


LONGEST_EVENING_S = 360
"""Of the machine's seconds, where much else wants it: by itself it takes one minute."""
IS_LAST = "SELECT 1 FROM contests WHERE contest_id = ? AND stage IN ('final', 'third_place')"
FINAL_CALLED = "SELECT 1 FROM contests WHERE stage = 'final' AND called_at IS NOT NULL"
HERE = "SELECT sequence, actor_id FROM log WHERE act = 'here' ORDER BY 1"


@pytest.mark.long
@pytest.mark.timeout(LONGEST_EVENING_S + 60)
@NEEDS_PROGRAM
async def test_an_evening_with_kills_whose_machine_burns_down_in_the_final_goes_on_elsewhere(tmp_path):
    old, new = Machine(tmp_path / "old", tmp_path / "copy"), Machine(tmp_path / "new", tmp_path / "copy")
    old.folder.mkdir(mode=0o700)
    async with copying(old), town_of(5, old.folder) as town:
        town.machine.settings = old.variables
        evening = LostInTheFinal(town, old, new)
        try:
            async with asyncio.timeout(LONGEST_EVENING_S):
                await evening.play()
            await town.until(lambda: town.is_up and not town.holds(UNSAID), 600.0)
            assert evening.lost, "the last act was in the copy already"
            assert "restored" in [one.cause for one in town.watched.outages()]
            assert told(town.server, "came back from a copy of my data")
            assert [*verdict.twice_said(town), *verdict.twice_made(town)] == []
            gone = [one.told for one in evening.ledger.accepted if not town.holds(one.sql, *one.values)]
            assert gone == []
            assert await verdict.record(evening, new.folder) == []
            await new.copies_all()
        finally:
            await new.end()
    third = Machine(tmp_path / "third", tmp_path / "copy")
    await third.restore()
    assert rows(third, "SELECT count(*) FROM tournaments WHERE ended_at IS NOT NULL") == ["1"]
