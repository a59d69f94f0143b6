"""The real bot, whose message Discord took without a receipt: killed and started again, it looks before it speaks."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from wire.discord_server import LoopbackDiscord
from wire.faults import refuse
from wire.process import process_bot
from wire.scenario import latest_with
from wire.shapes import controls_of, text

MESSAGES = r"/channels/\d+/messages"


def announced(server: LoopbackDiscord) -> int:
    """How often the bot asked Discord to post the announcement."""
    return sum(
        call.method == "POST" and any(name.startswith("register:") for name in controls_of(call.body))
        for call in server.calls
    )


def pages_read(server: LoopbackDiscord) -> int:
    """How many pages of history the bot asked for."""
    return sum(call.method == "GET" and re.fullmatch(MESSAGES, call.path) is not None for call in server.calls)


async def test_a_message_that_was_answered_with_504_is_found_below_everything_that_was_said_since(tmp_path):
    async with LoopbackDiscord().listening() as server:
        await open_check_in.prepare(server, tmp_path, 1)
        server.faults.plant("POST", MESSAGES, refuse(504, after_effect=True), times=9)
        async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=tmp_path) as bot:
            await latest_with(server, "register")
            await bot.kill()
        server.faults.clear()
        for number in range(350):
            server.world.post(text(server.world.general, "id"), server.world.owner, {"content": f"{number}"}, [])
        async with process_bot(server, ARBITER.arguments, extra=ARBITER.variables, folder=tmp_path) as bot:
            await server.until(lambda: pages_read(server) >= 4)
            assert await bot.stop() == 0
        assert announced(server) == 1
        with closing(sqlite3.connect(tmp_path / open_check_in.DATABASE)) as connection:
            kinds = dict(connection.execute("SELECT kind, state FROM outbox").fetchall())
        assert kinds["tournament_announced"] == "delivered"
