"""The real bot with pages: a press on Discord is on the page, who listens hears of it, and nothing outlives the bot."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import aiohttp

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from bot.app import MIGRATIONS
from bot.features.pages import store as pages_store
from bot.features.pages.model import ServerPages
from bot.features.tournaments import store as tournaments_store
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.ids import GuildId, TournamentId
from bot.living.transactions import UnitsOfWork
from wire.discord_server import LoopbackDiscord
from wire.process import process_bot

KEY = "club"
LATEST = 120.0
"""Seconds after which a test would rather fail than wait on."""


async def switch_on(server: LoopbackDiscord, folder: Path) -> TournamentId:
    """The server's pages are on before the bot starts; answers its event."""

    def verb(tx: Tx) -> TournamentId:
        guild = GuildId(int(server.world.guild_id))
        (event,) = tournaments_store.of_guild(tx, guild)
        pages = ServerPages(guild, KEY, "The Club", True, event.created_at, event.created_by)
        pages_store.save_server(tx, pages)
        return event.tournament_id

    async with Database.open(folder / open_check_in.DATABASE, migrations=MIGRATIONS) as database:
        from datetime import UTC, datetime

        return await UnitsOfWork(database, lambda: datetime.now(UTC), os.urandom).do(verb)


def free_port() -> int:
    """A port of this machine on which nothing listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def text(session: aiohttp.ClientSession, address: str) -> str:
    """The page, once it is there."""
    async with asyncio.timeout(LATEST):
        while True:
            try:
                async with session.get(address) as answer:
                    if answer.status == 200:
                        return await answer.text()
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.05)


async def test_a_press_is_on_the_page_and_in_the_files_and_no_page_outlives_the_bot(tmp_path: Path) -> None:
    at = f"127.0.0.1:{free_port()}"
    pages = {
        "ARBITER_WEB": at,
        "ARBITER_WEB_ADDRESS": "https://pages.example.org",
        "ARBITER_PUBLISH": str(tmp_path / "site"),
    }
    async with LoopbackDiscord().listening() as server, aiohttp.ClientSession() as session:
        await open_check_in.prepare(server, tmp_path, 3)
        event = await switch_on(server, tmp_path)
        path, extra = f"en/{KEY}/{event}/players/", {**ARBITER.variables, **pages}
        async with process_bot(server, ARBITER.arguments, extra=extra, folder=tmp_path, limit=LATEST) as bot:
            before = await text(session, f"http://{at}/{path}")
            stream = f"http://{at}/api/v1/servers/{KEY}/events/{event}/stream"
            async with asyncio.timeout(LATEST), session.get(stream) as heard:
                while not (await heard.content.readline()).startswith(b"data"):
                    pass
                for gesture in await open_check_in.presses(server, 1):
                    await (await server.send(gesture())).wait_for_answer()
                while not (await heard.content.readline()).startswith(b"data"):
                    pass
            after = await text(session, f"http://{at}/{path}")
            assert after != before
            file = tmp_path / "site" / path / "index.html"
            async with asyncio.timeout(LATEST):
                while not file.exists() or "Player 0" not in file.read_text(encoding="utf-8"):
                    await asyncio.sleep(0.05)
            await bot.kill()
            async with asyncio.timeout(LATEST):
                while True:
                    try:
                        (await asyncio.open_connection(*at.split(":")))[1].close()
                    except ConnectionRefusedError:
                        break
                    await asyncio.sleep(0.05)
        said = "\n".join(bot.lines)
        assert "Traceback" not in said, said
        assert server.token not in said
