"""The real bot on a database of a server: its presses, a spare that takes over, an update, and two that may not be."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from bot.kernel.addresses import Address
from bot.kernel.database import open_to_read
from bot.kernel.lease import HELD_FOR
from bot.moving import move
from tests import on_postgres
from wire.discord_server import LoopbackDiscord
from wire.process import BotProcess, process_bot
from wire.scenario import Gesture

PLAYERS = 4
ANSWERS_AGAIN_WITHIN = 15.0
"""Seconds after a machine died in which the first shard answers presses, on a machine that does nothing else."""
PATIENCE = 60.0


class Place:
    """An event whose check-in is open, on a server's database, and a Discord."""

    def __init__(self, server: LoopbackDiscord, address: Address, folder: Path) -> None:
        self.server, self.address, self.folder = server, address, folder
        self.gestures: list[Gesture] = []

    @property
    def url(self) -> str:
        """As the settings take it."""
        told = self.address.parameters
        return f"postgresql://postgres@/{told['dbname']}?host={told['host']}"

    @asynccontextmanager
    async def bot(self, started: list[BotProcess] | None = None, **settings: str) -> AsyncIterator[BotProcess]:
        """A process of the bot, once Discord has listed its servers to it."""
        extra = {**ARBITER.variables, "ARBITER_DATABASE": self.url, "ARBITER_LOG_LEVEL": "INFO", **settings}
        told = (started if started is not None else []).append
        async with process_bot(
            self.server, ARBITER.arguments, extra=extra, folder=self.folder, limit=PATIENCE, started=told
        ) as bot:
            yield bot

    async def press(self) -> None:
        """The next player checks in, and is answered."""
        if not self.gestures:
            self.gestures = list(await open_check_in.presses(self.server, PLAYERS))
        gesture = self.gestures.pop()
        async with asyncio.timeout(PATIENCE):
            while True:
                interaction = await self.server.send(gesture())
                if (await interaction.wait_for_answer(3)) is not None and interaction.answered_at is not None:
                    return

    def has_one_under_way(self) -> None:
        """A message is asked of Discord, which has not answered yet."""
        asked = "INSERT INTO attempts (what, sign, first_at) SELECT outbox_id, '1', 0 FROM outbox LIMIT 1"
        on_postgres.admin(asked, database=on_postgres.name_of(self.address))

    def count(self, table: str) -> int:
        """Its rows."""
        return len(on_postgres.admin(f"SELECT 1 FROM {table}", database=on_postgres.name_of(self.address)))

    def checked_in(self) -> int:
        """How many the database says are there."""
        with closing(open_to_read(self.address)) as connection:
            rows: Sequence[object] = connection.execute("SELECT checked_in_at FROM entrants").fetchall()
            return sum(row != (None,) for row in rows)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    on_postgres.server()
    async with LoopbackDiscord().listening() as server:
        await open_check_in.prepare(server, tmp_path, PLAYERS)
        address = on_postgres.bare()
        await asyncio.to_thread(move, tmp_path / open_check_in.DATABASE, address)
        yield Place(server, address, tmp_path)


async def test_presses_are_written_on_the_server_and_stand_after_a_restart(place: Place) -> None:
    async with place.bot() as bot:
        await place.press()
        assert place.checked_in() == 1
        assert await bot.stop(20) == 0
    async with place.bot() as bot:
        await place.press()
        assert (place.checked_in(), await bot.stop(20)) == (2, 0)


async def test_a_second_bot_that_is_no_spare_ends_with_a_sentence(place: Place) -> None:
    started: list[BotProcess] = []
    async with place.bot() as first:
        with pytest.raises(Exception, match=r"another process is in charge of the database \(bot \w+\)"):
            async with place.bot(started):
                pass
        await place.press()
        assert (started[0].process.returncode, await first.stop(20)) == (2, 0)


async def test_a_spare_takes_over_from_one_that_was_killed_and_presses_count_again(place: Place) -> None:
    async with place.bot() as first:
        await place.press()
        spares: list[BotProcess] = []
        spare = asyncio.create_task(_life(place, spares))
        await waits(spares)
        place.has_one_under_way()
        await first.kill()
        killed = time.monotonic()
        await place.server.gateway.ready.wait()
        await place.press()
        assert time.monotonic() - killed > HELD_FOR - 3
        assert place.checked_in() == 2
        # Where the first one was only frozen, that message may come to stand twice.
        assert place.count("overtaken") == 1
        spares[0].process.send_signal(signal.SIGTERM)
        await spare


async def test_an_update_hands_over_at_once(place: Place) -> None:
    async with place.bot() as first:
        await place.press()
        spares: list[BotProcess] = []
        spare = asyncio.create_task(_life(place, spares))
        await waits(spares)
        place.has_one_under_way()
        assert await first.stop(20) == 0
        await place.server.gateway.ready.wait()
        await place.press()
        assert (place.checked_in(), place.count("overtaken")) == (2, 0)
        spares[0].process.send_signal(signal.SIGTERM)
        await spare


async def test_one_that_was_frozen_and_thawed_after_the_spare_took_over_ends_and_writes_nothing(place: Place) -> None:
    async with place.bot(ARBITER_SPARE="1") as first:
        await place.press()
        spares: list[BotProcess] = []
        spare = asyncio.create_task(_life(place, spares))
        await waits(spares)
        first.process.send_signal(signal.SIGSTOP)
        await place.server.gateway.ready.wait()
        first.process.send_signal(signal.SIGCONT)
        async with asyncio.timeout(PATIENCE):
            # Its supervisor starts it anew, and it waits as the spare.
            assert await first.process.wait() == 1
        assert "another process is in charge of the database" in "\n".join(first.lines)
        await place.press()
        assert place.checked_in() == 2
        spares[0].process.send_signal(signal.SIGTERM)
        await spare


async def waits(spares: list[BotProcess]) -> None:
    """The spare has seen that another is in charge."""
    async with asyncio.timeout(PATIENCE):
        while not spares or not any("this one waits" in line for line in spares[0].lines):
            await asyncio.sleep(0.05)


async def _life(place: Place, started: list[BotProcess]) -> None:
    """A spare, from its start to its end."""
    async with place.bot(started, ARBITER_SPARE="1") as bot:
        await bot.process.wait()
