"""The process that serves pages, begun by the bot: a real one, over a real socket of this machine."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.living import apart
from bot.living.web_process import WebProcess, WebWish

ADDRESS = "https://pages.example.org"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en-club-cup").write_text("first", encoding="utf-8")
    return tmp_path


@pytest.fixture
async def process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WebProcess]:
    monkeypatch.setenv("DISCORD_TOKEN", "the.secret.token")
    more = {"library": "tests.web.placeholder:open_library"}
    one = WebProcess(WebWish(folder, ADDRESS, "127.0.0.1:0", more=more), pauses=(0.05,))
    one.start()
    async with asyncio.timeout(30):
        await one.serving()
    yield one
    await one.close()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Host": "pages.example.org"}) as one:
        yield one


async def test_a_child_that_is_killed_in_mid_page_is_begun_anew_and_the_bot_goes_on(
    process: WebProcess, session: aiohttp.ClientSession, folder: Path
) -> None:
    at, first = await process.serving(), process.pid
    assert first is not None
    assert set(environment(first)) <= {*apart.KEPT, "LC_CTYPE"}
    async with session.get(f"http://{at}/en/club/cup") as answer:
        assert (answer.status, (await answer.text()).strip()) == (200, "first")
    begun = asyncio.create_task(session.get(f"http://{at}/en/club/slow"))
    while not (folder / "begun").exists():
        await asyncio.sleep(0.01)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(aiohttp.ClientError):
        await begun
    while process.pid in {first, None}:
        await asyncio.sleep(0.01)
    async with session.get(f"http://{await process.serving()}/en/club/cup") as answer:
        assert answer.status == 200


def environment(pid: int) -> list[str]:
    """The names of what the process was given."""
    told = Path(f"/proc/{pid}/environ").read_bytes().decode()
    return [one.partition("=")[0] for one in told.split("\0") if one]
