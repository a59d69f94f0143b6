"""The real bot as a process of its own: started, ended, and killed in the middle of its work."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from wire.discord_server import LoopbackDiscord
from wire.interactions import Answer
from wire.process import BotProcess, process_bot
from wire.scenario import Visitor, latest_with
from wire.shapes import Payload, controls_of, text

SAID = "SELECT state FROM outbox WHERE kind = 'tournament_announced'"
CONFIRMED = (
    "SELECT p.discord_id FROM entrants e JOIN people p USING (person_id) WHERE e.checked_in_at IS NOT NULL"
    " ORDER BY p.discord_id"
)


@asynccontextmanager
async def arbiter(server: LoopbackDiscord, folder: Path) -> AsyncIterator[BotProcess]:
    async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=folder) as bot:
        yield bot


def rows(folder: Path, sql: str) -> list[tuple[int | str, ...]]:
    with closing(sqlite3.connect(folder / open_check_in.DATABASE)) as connection, connection:
        return connection.execute(sql).fetchall()


def announcements(server: LoopbackDiscord) -> list[Payload]:
    return [
        message
        for kept in server.world.messages.values()
        for message in kept.values()
        if any(name.startswith("register:") for name in controls_of(message))
    ]


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord().listening() as listening:
        yield listening


async def test_the_bot_tells_its_commands_answers_a_press_and_ends_cleanly_on_sigterm(server, tmp_path):
    await open_check_in.prepare(server, tmp_path, 1)
    async with arbiter(server, tmp_path) as bot:
        await server.until(lambda: "register" in {text(command, "name") for command in server.world.commands})
        player = next(one for one in server.world.members.values() if one.name.startswith(open_check_in.PLAYER))
        pressed = await Visitor(server, player).click("check-in", await latest_with(server, "register"))
        assert pressed.answer is Answer.UPDATE
        assert await bot.stop() == 0
    assert rows(tmp_path, CONFIRMED) == [(int(player.id),)]
    assert server.unknown == []


async def test_every_check_in_that_was_answered_survives_kill_9(server, tmp_path):
    await open_check_in.prepare(server, tmp_path, 60)
    async with arbiter(server, tmp_path) as bot:
        sent = [await server.send(gesture()) for gesture in await open_check_in.presses(server, 60)]
        await server.until(lambda: sum(one.answered_at is not None for one in sent) >= 10)
        await bot.kill()
    answered = sorted((int(one.person.id),) for one in sent if one.answered_at is not None)
    assert len(answered) >= 10
    async with arbiter(server, tmp_path) as bot:
        assert await bot.stop() == 0
    assert set(answered) <= set(rows(tmp_path, CONFIRMED))


async def test_a_message_that_was_being_sent_at_the_crash_is_not_said_twice(server, tmp_path):
    await open_check_in.prepare(server, tmp_path, 1)
    async with arbiter(server, tmp_path) as bot:
        await latest_with(server, "register")
        await bot.kill()
    rows(tmp_path, "UPDATE outbox SET state = 'sending' WHERE kind = 'tournament_announced'")
    async with arbiter(server, tmp_path) as bot:
        await latest_with(server, "check-in")
        # What was in doubt is looked for beside what else is to be said, so it may take a moment longer.
        await server.until(lambda: rows(tmp_path, SAID) == [("delivered",)])
        assert await bot.stop() == 0
    assert len(announcements(server)) == 1
    assert rows(tmp_path, SAID) == [("delivered",)]
