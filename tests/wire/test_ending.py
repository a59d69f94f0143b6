"""The real bot, told to end amid presses and forms: everybody is answered or told, and nothing looks like a fault."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from wire.discord_server import LoopbackDiscord
from wire.process import process_bot

CONFIRMED = "SELECT count(*) FROM entrants WHERE checked_in_at IS NOT NULL"
MANY = 120


async def test_a_bot_that_is_told_to_end_amid_presses_ends_without_a_traceback(tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        await open_check_in.prepare(server, tmp_path, MANY)
        async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=tmp_path) as bot:
            presses = await open_check_in.presses(server, MANY)
            sent = [await server.send(gesture()) for gesture in presses[: MANY // 2]]
            await server.until(lambda: any(one.answered_at is not None for one in sent))
            ending = asyncio.create_task(bot.stop(limit=10))
            for gesture in presses[MANY // 2 :]:
                sent.append(await server.send(gesture()))
                await asyncio.sleep(0.002)
            assert await ending == 0
        said = "\n".join(bot.lines)
        assert "Traceback" not in said, said
        assert "ERROR" not in said, said
        answered = sum(one.answered_at is not None for one in sent[: MANY // 2])
        assert answered == MANY // 2, "who pressed before is answered"
        with closing(sqlite3.connect(tmp_path / open_check_in.DATABASE)) as file:
            assert file.execute(CONFIRMED).fetchone()[0] >= answered
