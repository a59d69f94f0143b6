"""A start without Discord: what could not be reached is named, tried again where that can help, and given up else."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import running
from bot.app import COGS
from bot.kernel.addresses import Address
from bot.settings import Secret, Settings
from wire.discord_server import LoopbackDiscord
from wire.faults import refuse
from wire.process import environment

SOON = 20.0
"""Seconds after which a test would rather fail than wait on."""


class Start:
    """The bot's process, and what it has said so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said = ""

    async def until(self, words: str) -> None:
        assert self.process.stderr is not None
        async with asyncio.timeout(SOON):
            while words not in self.said:
                line = await self.process.stderr.readline()
                assert line, self.said
                self.said += line.decode()

    async def end(self) -> int:
        """Waits until it has ended, and answers how."""
        async with asyncio.timeout(SOON):
            _, rest = await self.process.communicate()
        self.said += rest.decode()
        return await self.process.wait()


@asynccontextmanager
async def started(server: LoopbackDiscord, folder: Path, more: Mapping[str, str] | None = None) -> AsyncIterator[Start]:
    given = environment(server, {"ARBITER_DATABASE": str(folder / "arbiter.db"), **(more or {})})
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "run"),
        cwd=folder,
        env=given,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Start(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def nowhere() -> str:
    """An address of this machine at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{taken.getsockname()[1]}"


async def test_a_start_without_a_network_names_the_host_and_waits_for_it(tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        address = nowhere()
        server.api_base, real = f"http://{address}/api/v10", server.api_base
        async with started(server, tmp_path) as start:
            await start.until(f"Discord at {address} cannot be reached")
            assert "try again in 5 seconds" in start.said
            assert "arbiter.db" not in start.said
            assert "Traceback" not in start.said
            begun = time.monotonic()
            start.process.send_signal(signal.SIGTERM)
            assert await start.end() == 0
            assert time.monotonic() - begun < 4, "told to end, it does not wait for its next attempt"
        server.api_base = real


async def test_a_token_that_discord_refuses_ends_the_start_with_what_to_do(tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        server.faults.plant("GET", "/users/@me", refuse(401), times=9)
        async with started(server, tmp_path) as start:
            assert await start.end() == 2
    assert "does not accept the token" in start.said
    assert "DISCORD_TOKEN" in start.said
    assert "Traceback" not in start.said


@pytest.mark.long
async def test_an_api_that_forbids_the_machine_is_named_with_its_answer(tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        server.faults.plant("GET", "/users/@me", refuse(403), times=9)
        async with started(server, tmp_path) as start:
            assert await start.end() == 2
    assert f"{server.api_base.split('/')[2]} answered 403" in start.said
    assert "arbiter.db" not in start.said
    assert "Traceback" not in start.said


@pytest.mark.long
async def test_an_application_that_cannot_be_read_at_first_is_asked_for_again(tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        server.faults.plant("GET", "/oauth2/applications/@me", refuse(408), times=1)
        async with started(server, tmp_path) as start:
            await start.until("answered 408")
            async with asyncio.timeout(SOON):
                await server.gateway.ready.wait()
            start.process.send_signal(signal.SIGTERM)
            assert await start.end() == 0
    assert "Traceback" not in start.said


async def test_a_gateway_that_cannot_be_reached_at_first_is_tried_again(tmp_path: Path) -> None:
    async with LoopbackDiscord().listening() as server:
        address = nowhere()
        server.gateway.url = f"ws://{address}/"
        async with started(server, tmp_path) as start:
            await start.until(f"Discord at {address} cannot be reached")
            await start.until(f"Discord at {address} cannot be reached")
            start.process.send_signal(signal.SIGTERM)
            assert await start.end() == 0
    assert "Traceback" not in start.said


def answered(status: int, text: str = "") -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="refused", headers={})
    return discord.HTTPException(answer, {"code": 0, "message": text})


@pytest.mark.parametrize(
    ("trouble", "passes"),
    [
        (answered(500), True),
        (answered(503), True),
        (answered(429), True),
        (answered(403), False),
        (answered(404), False),
        (aiohttp.ServerDisconnectedError(), True),
        (TimeoutError(), True),
        (OSError(113, "No route to host"), True),
    ],
)
def test_only_what_passes_by_itself_is_tried_again(trouble: Exception, passes: bool) -> None:
    assert running.passes_by_itself(trouble) is passes


class Unready:
    """Stands for the bot: each login ends as it is told, and its database opens with the last one."""

    def __init__(self, *ends: Exception | None, set_up: bool = False) -> None:
        self.ends = list(ends)
        self.application = object() if set_up else None
        self.http = SimpleNamespace(connector=object(), close=self.close)
        self.logins = 0

    async def close(self) -> None:
        """Nothing is held."""

    async def login(self, _: str) -> None:
        self.logins += 1
        end = self.ends.pop(0)
        if end is not None:
            raise end


def way() -> running.WayToDiscord:
    return running.WayToDiscord("https://discord.com/api/v10", "wss://gateway.discord.gg/", asyncio.Event())


async def test_the_waits_grow_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def rest(_: asyncio.Event, wait: Any) -> None:
        waits.append(wait.total_seconds())

    monkeypatch.setattr(running, "_rest", rest)
    bot: Any = Unready(*[OSError(101, "Network is unreachable")] * 8, None)
    assert await running.log_in(bot, "token", way())
    assert waits == [5, 10, 20, 40, 80, 120, 120, 120]


async def test_what_fails_in_the_setup_is_no_trouble_of_the_way_to_discord() -> None:
    bot: Any = Unready(PermissionError(13, "no", "catalogue.po"), set_up=True)
    with pytest.raises(PermissionError):
        await running.log_in(bot, "token", way())
    assert bot.logins == 1


@pytest.mark.parametrize(("code", "told"), [(4004, "token"), (4013, "code 4013")])
async def test_a_connection_that_discord_closes_for_good_is_told(code: int, told: str) -> None:
    closed = discord.ConnectionClosed.__new__(discord.ConnectionClosed)
    closed.code = code
    assert told in str(running._closed_for_good(closed, way()))


async def test_a_spare_has_all_that_answers_presses_imported_before_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Waits:
        async def take(self, *_: object, is_spare: bool) -> None:
            seen.append(f"waits, {is_spare}")

        async def close(self) -> None:
            seen.append("ends")

    monkeypatch.setattr(running, "_charge", lambda *_: Waits())
    monkeypatch.setattr(running, "_on_signals", lambda _: None)
    monkeypatch.setattr(running, "import_module", seen.append)
    await running._serve(Settings(Secret("a.b.c"), Address({"dbname": "arbiter"}), spare=True))
    assert seen == [*(f"cogs.{name}" for name in COGS), "waits, True", "ends"]
