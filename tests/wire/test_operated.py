"""The real bot as a process whose host looks at it: its figures, its health, its log."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE
from typing import cast
from unittest.mock import MagicMock

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN as ARBITER
from bot.kernel.faults import CommitFailed, StorageError
from bot.living.figures import Figures
from bot.living.transactions import UnitsOfWork
from bot.living.web_process import WebWish
from wire.discord_server import LoopbackDiscord
from wire.process import CHECKOUT, BotProcess, process_bot


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@asynccontextmanager
async def watched(folder: Path, port: int) -> AsyncIterator[tuple[LoopbackDiscord, BotProcess]]:
    """A bot that serves figures there and writes its log as JSON."""
    wanted = {"ARBITER_METRICS": f"127.0.0.1:{port}", "ARBITER_LOG_FORMAT": "json", "ARBITER_LOG_LEVEL": "INFO"}
    async with LoopbackDiscord().listening() as server:
        await open_check_in.prepare(server, folder, 1)
        extra = {**ARBITER.variables, **wanted}
        async with process_bot(server, ARBITER.arguments, extra=extra, folder=folder) as bot:
            await server.until(lambda: bool(server.world.commands))
            yield server, bot


async def read(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


def figures(text: str) -> Mapping[str, float]:
    found = (one for family in text_string_to_metric_families(text) for one in family.samples)
    return {" ".join((one.name, *one.labels.values())): one.value for one in found}


async def test_the_host_reads_figures_health_and_a_log_of_objects(tmp_path: Path) -> None:
    port = free_port()
    async with watched(tmp_path, port) as (server, bot):
        (gesture,) = await open_check_in.presses(server, 1)
        await (await server.send(gesture())).wait_for_answer()
        assert await read(port, "/health") == (200, "well\n")
        status, text = await read(port, "/metrics")
        found = figures(text)
        assert (status, found["arbiter_answers_total press done"], found["arbiter_connections open"]) == (200, 1, 1)
        assert found["arbiter_answer_seconds_bucket press 3.0"] == 1
        assert found["process_resident_memory_bytes"] > 10**7
        assert (await read(port, "/"))[0] == 404
        await server.gateway.drop()
        assert (await read(port, "/health"))[0] == 200
        assert await bot.stop() == 0
    lines = [json.loads(line) for line in bot.lines]
    assert any(f"127.0.0.1:{port}" in line["message"] for line in lines)
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert server.token not in "\n".join(bot.lines)


async def test_a_port_that_is_taken_costs_the_figures_alone(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        async with Figures(f"127.0.0.1:{taken.getsockname()[1]}") as counted:
            counted.came_in("press")
    assert "figures cannot be served" in caplog.text


class Stuck:
    """A database that answers nothing, or refuses."""

    refused_since = None

    def __init__(self, trouble: StorageError | None = None) -> None:
        self._trouble = trouble

    async def ask(self, *_: object) -> None:
        if self._trouble is not None:
            raise self._trouble
        await asyncio.Event().wait()

    do = ask


@pytest.mark.parametrize(("trouble", "status"), [(None, 503), (CommitFailed("full"), 200)])
async def test_only_a_database_that_does_not_answer_is_ill(
    trouble: StorageError | None, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.living.figures.ANSWERS_WITHIN", 0.05)
    port, stuck = free_port(), Stuck(trouble)
    async with Figures(f"127.0.0.1:{port}") as counted:
        assert await read(port, "/health") == (200, "well\n")
        counted.watch(cast("UnitsOfWork", stuck), MagicMock(), list, tmp_path / "arbiter.db")
        assert (await read(port, "/health"))[0] == status


def test_the_process_of_the_pages_writes_its_lines_as_the_bot_does(tmp_path: Path) -> None:
    wish = WebWish(tmp_path / "arbiter.db", "https://a.example", "127.0.0.1:0", log_format="json").line()
    errand = json.dumps({**wish, "library": "web.nothing_of_the_kind:open"})
    command = [sys.executable, "-m", "web.child"]
    # It ends with its input, which is held open until it has said what broke.
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, cwd=CHECKOUT) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        print(errand, file=child.stdin, flush=True)
        (line,) = map(json.loads, child.stderr)
    assert (line["logger"], "the pages' process broke" in line["message"]) == ("__main__", True)
