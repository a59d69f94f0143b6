"""The controls beside SimCord's page: the clock jumps, deadlines come, channels open."""

from __future__ import annotations

import asyncio
import re
from io import StringIO

import aiohttp
from rich.console import Console

from rehearsal import regulation, serve, show
from rehearsal.narrator import Narrator
from rehearsal.play import Play
from rehearsal.script import Casting
from tests.discord.harness import Stage, an_event, enter


def play_on(stage: Stage) -> Play:
    path = regulation.find("aije-open")
    quiet = Narrator(Console(quiet=True), quiet=True)
    return show.prepare(Casting(stage, path, 13, 1, quiet)).play


async def test_the_controls_move_the_clock_and_open_channels(stage: Stage) -> None:
    post = await an_event(stage)
    await enter(stage, post, stage.member("Zoe"))
    shown, over = StringIO(), asyncio.Event()
    serving = asyncio.create_task(serve.keep_open(play_on(stage), Console(file=shown, width=200), over))
    while "http" not in shown.getvalue():
        await asyncio.sleep(0)
    address = re.findall(r"http://\S+", shown.getvalue())[0]
    headers = {"X-Rehearsal": "1"}
    before = stage.now
    async with aiohttp.ClientSession(headers=headers) as browser:
        async with browser.get(address) as page:
            assert "+72 hours" in await page.text()

        async def press(what: str) -> dict[str, str]:
            async with browser.post(address + what) as answer:
                assert answer.status == 200
                found: dict[str, str] = await answer.json()
                return found

        assert "next deadline" in (await press("state"))["next"]
        await press("minutes")
        assert (stage.now - before).total_seconds() == 600
        await press("next")
        assert stage.latest("check-in", stage.announcements)
        assert (await press("channel-matches"))["url"].startswith("http://127.0.0.1")
        stage.guild.remove_member(stage.member("Enzo").actor)
        assert "open in the other tab" in (await press("channel-committee"))["said"]
        first = (await press("channel-record"))["url"]
        assert first != (await press("channel-announcements"))["url"]
        async with browser.post(address + "days", headers={"X-Rehearsal": ""}) as answer:
            assert answer.status == 403
    over.set()
    await serving
