"""The process that serves pages, begun by the bot: a real one, over a real socket of this machine."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import aiohttp
import pytest

from bot.living import apart, web_process
from bot.living.web_process import WebProcess, WebWish
from tests.web.placeholder import Placeholder
from web.app import PageServer, Service
from web.child import Attendant, Errand
from web.library import Unit

ADDRESS = "https://pages.example.org"
PLACEHOLDER = {"library": "tests.web.placeholder:open_library"}
CUP = "/en/club/cup"
PATIENCE = 180.0
"""Seconds: on a busy machine the last place at the processor is a bad one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en-club-cup").write_text("first", encoding="utf-8")
    return tmp_path


@pytest.fixture
async def process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WebProcess]:
    monkeypatch.setenv("DISCORD_TOKEN", "the.secret.token")
    one = WebProcess(WebWish(folder, ADDRESS, "127.0.0.1:0", more=PLACEHOLDER), pauses=(0.05,))
    one.start()
    async with asyncio.timeout(PATIENCE):
        await one.serving()
    yield one
    await one.close()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    patience = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(headers={"Host": "pages.example.org"}, timeout=patience) as one:
        yield one


async def until(happened: Callable[[], bool]) -> None:
    """Waits for it, and not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)


async def text(session: aiohttp.ClientSession, process: WebProcess) -> str:
    """What the cup's page says."""
    async with asyncio.timeout(PATIENCE), session.get(f"http://{await process.serving()}{CUP}") as answer:
        return (await answer.text()).strip()


async def test_a_child_that_is_killed_in_mid_page_is_begun_anew_and_the_bot_goes_on(
    process: WebProcess, session: aiohttp.ClientSession, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    at, first = await process.serving(), process.pid
    assert first is not None
    assert await text(session, process) == "first"
    begun = asyncio.create_task(session.get(f"http://{at}/en/club/slow"))
    await until((folder / "begun").exists)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(aiohttp.ClientError):
        await begun
    await until(lambda: process.pid not in {first, None})
    assert "was killed (signal 9)" in caplog.text
    assert await text(session, process) == "first"


async def test_a_child_that_hears_nothing_any_more_is_ended_and_another_one_begun(
    folder: Path, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_process, "_LOOK", 0.05)
    deaf = WebProcess(WebWish(folder, ADDRESS, "127.0.0.1:0", more=PLACEHOLDER), pauses=(0.05,))
    deaf.start()
    assert await text(session, deaf) == "first"
    first = deaf.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        impatient.setattr(web_process, "_DEAF_AFTER", 0.5)
        await until(lambda: deaf.pid not in {first, None})
    assert await text(session, deaf) == "first"
    await deaf.close()


async def test_a_page_that_takes_more_memory_than_it_may_ends_the_child_alone(
    process: WebProcess, session: aiohttp.ClientSession
) -> None:
    at, first = await process.serving(), process.pid
    with pytest.raises(aiohttp.ClientError):
        await session.get(f"http://{at}/en/club/huge")
    await until(lambda: process.pid not in {first, None})
    assert await text(session, process) == "first"


async def test_the_child_is_given_nothing_of_the_token_and_the_last_place_at_the_processor(process: WebProcess) -> None:
    assert process.pid is not None
    told = Path(f"/proc/{process.pid}/environ").read_bytes().decode()
    assert {one.partition("=")[0] for one in told.split("\0") if one} <= {*apart.KEPT, "LC_CTYPE"}
    assert "secret" not in told + Path(f"/proc/{process.pid}/cmdline").read_bytes().decode()
    assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="ascii")
    assert next(line for line in limits.splitlines() if line.startswith("Max data size")).split()[3] != "unlimited"


async def test_a_change_is_told_to_who_listens_and_what_is_not_public_is_told_to_nobody(
    process: WebProcess, session: aiohttp.ClientSession, folder: Path
) -> None:
    async with session.get(f"http://{await process.serving()}{CUP}/stream") as answer:
        lines = answer.content
        while not (await lines.readline()).startswith(b"data"):
            pass
        (folder / "en-club-cup").write_text("second", encoding="utf-8")
        process.tell([("deadlines", "abcdefghijkl"), ("outbox",)])
        assert process._flush is None
        process.tell([("results", "abcdefghijkl"), ("deadlines",)])
        while not (await lines.readline()).startswith(b"data"):
            pass
    assert await text(session, process) == "second"


async def test_changes_that_come_together_are_told_in_one_word_and_many_as_everything(
    process: WebProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[object] = []
    monkeypatch.setattr(process, "_say", said.append)
    process.tell([("results", "a")])
    process.tell([("results", "a")])
    process.tell([("contests", "b"), ("results", "a")])
    await until(lambda: bool(said))
    for number in range(web_process.MOST_TOLD + 1):
        process.tell([("results", f"{number}")])
    await until(lambda: len(said) > 1)
    assert said == [
        {"changed": [[("results", "a")], [("contests", "b"), ("results", "a")]]},
        {"changed": None},
    ]


async def test_what_serving_breaks_over_is_published_all_the_same(folder: Path) -> None:
    class Broken(Placeholder):
        def behind(self, written: Sequence[Unit]) -> frozenset[str] | None:
            raise sqlite3.OperationalError("disk I/O error")

    server = PageServer(Broken(folder, ADDRESS), Service(ADDRESS, "127.0.0.1:0"))
    published: list[object] = []
    one = Attendant(Errand(folder, ADDRESS))
    one._server, one._publish = server, published.append
    one.hear({"changed": [[["results", "a"]]]})
    await asyncio.gather(*one._tasks)
    await server.close()
    assert published == [[[["results", "a"]]]]


async def test_a_bot_that_ends_ends_the_child_and_begins_none(process: WebProcess) -> None:
    pid = process.pid
    assert pid is not None
    await process.close()
    assert process.pid is None
    assert not Path(f"/proc/{pid}").exists()


def test_a_bot_that_is_killed_takes_the_child_with_it(folder: Path) -> None:
    """Its pipe ends with it, however it ended, and although a page is being made."""
    wish = WebWish(folder, ADDRESS, "127.0.0.1:0", more=PLACEHOLDER)
    with subprocess.Popen(
        (sys.executable, "-B", "-m", web_process.MODULE), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=apart.ROOT
    ) as one:
        assert one.stdin is not None
        assert one.stdout is not None
        one.stdin.write(f"{json.dumps(wish.line())}\n".encode())
        one.stdin.flush()
        assert "serving" in json.loads(one.stdout.readline())
        one.stdin.close()
        assert one.wait(20) == 0


async def test_a_child_that_cannot_listen_says_why_and_is_begun_again_with_growing_pauses(
    folder: Path, process: WebProcess, caplog: pytest.LogCaptureFixture
) -> None:
    other = WebProcess(WebWish(folder, ADDRESS, await process.serving(), more=PLACEHOLDER), pauses=(0.01, 60.0))
    other.start()
    await until(lambda: "60 seconds" in caplog.text)
    await other.close()
    assert "they cannot be served" in caplog.text
    assert "begun anew in 0.01 seconds" in caplog.text
