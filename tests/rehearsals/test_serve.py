"""The pretended Discord in the browser: called Arbiter, its clock jumps and runs, and the open page follows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import aiohttp
import pytest
from rich.console import Console

from rehearsal import facts, regulation, serve, show
from rehearsal.narrator import Narrator
from rehearsal.play import Play
from rehearsal.script import Casting
from tests.discord.harness import Stage, an_event, enter
from tests.discord.test_match_threads import PRIVATE, called


def play_on(stage: Stage) -> Play:
    path = regulation.find("aije-open")
    quiet = Narrator(Console(quiet=True), quiet=True)
    return show.prepare(Casting(stage, path, 13, 1, quiet)).play


class Browser:
    """Somebody at the page whose address the terminal shows."""

    def __init__(self, address: str, session: aiohttp.ClientSession) -> None:
        self.origin, self.key = address.split("/#")
        self._session = session
        self.page: dict[str, Any] = {}

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        async with self._session.get(self.origin + path, headers=headers) as answer:
            return answer.status, await answer.text(errors="replace")

    async def press(self, what: str, **headers: str) -> tuple[int, dict[str, Any]]:
        given = {"X-Rehearsal": self.key, **headers}
        async with self._session.post(f"{self.origin}/arbiter/{what}", headers=given) as answer:
            state: dict[str, Any] = await answer.json() if answer.status == 200 else {}
        self.key = state.get("key", self.key)
        return answer.status, state

    async def open(self) -> None:
        """As SimCord's own script does at first."""
        given = {"X-Simcord-Capability": self.key, "Origin": self.origin}
        async with self._session.post(f"{self.origin}/api/pages", headers=given, json={}) as answer:
            assert answer.status == 200, await answer.text()
            self.page = await answer.json()

    async def requires(self) -> str:
        """What the page shows that is open, asked for as its script does twice a second."""
        given = {"X-Simcord-Capability": self.key, "X-Simcord-Context": self.page["context"]["id"]}
        status, text = await self.get("/api/state", **given)
        assert status == 200, text
        return text


@asynccontextmanager
async def open_browser(stage: Stage) -> AsyncIterator[tuple[Browser, str]]:
    """A browser at the page, and what the terminal said."""
    shown, over = StringIO(), asyncio.Event()
    serving = asyncio.create_task(serve.keep_open(play_on(stage), Console(file=shown, width=80), over))
    while "Ctrl-C" not in shown.getvalue():
        assert not serving.done()
        await asyncio.sleep(0)
    try:
        async with aiohttp.ClientSession() as session:
            yield Browser(re.findall(r"http://\S+", shown.getvalue())[0], session), shown.getvalue()
    finally:
        over.set()
        await serving


async def test_the_open_page_follows_the_clock_and_is_called_arbiter(stage: Stage) -> None:
    post = await an_event(stage)
    await enter(stage, post, stage.member("Zoe"))
    async with open_browser(stage) as (browser, said):
        assert "Arbiter" in said
        _, page = await browser.get("/")
        assert "<title>Arbiter: a rehearsal</title>" in page
        assert "arbiter-bar" in page
        assert "SimCord" not in page + (await browser.get("/selects.js"))[1]
        assert (await browser.get("/arbiter/bar.js"))[0] == (await browser.get("/arbiter/bar.css"))[0] == 200
        await browser.open()
        before, posts = stage.now, len(stage.posts_in(stage.announcements))
        _, state = await browser.press("minutes")
        assert (stage.now - before).total_seconds() == 600
        assert "next deadline" in state["next"]
        await browser.press("next")
        fresh = stage.posts_in(stage.announcements)[posts:]
        assert fresh
        assert str(fresh[-1].message_id) in await browser.requires(), "nobody has to reload"
        assert "TestBot" not in await browser.requires()


async def test_a_channel_opens_by_a_key_of_its_own(stage: Stage) -> None:
    await an_event(stage)
    async with open_browser(stage) as (browser, _):
        first = browser.key
        stage.guild.remove_member(stage.member("Enzo").actor)
        status, state = await browser.press("channel-committee")
        assert (status, state["channel"]) == (200, "committee")
        assert browser.key != first
        await browser.open()
        assert (await browser.press("state", **{"X-Rehearsal": first}))[0] == 403
        assert (await browser.press("channel-elsewhere"))[1]["channel"] == "committee"


async def test_letters_and_threads_open_as_channels_do(stage: Stage) -> None:
    event = await called(stage, PRIVATE, "Zoe", "Xenia")
    player = event.players[0]
    letter = await player.actor.user.send_dm("Is anybody there?")
    async with open_browser(stage) as (browser, _):
        _, state = await browser.press("state")
        named = {label: key for key, label in state["channels"]}
        assert named["#committee"] == "committee"
        (thread,) = [key for label, key in named.items() if label.startswith("↳")]
        for key, shown in ((thread, event.card.message_id), (named[f"✉ {player.name}"], letter.id)):
            assert (await browser.press(f"channel-{key}"))[1]["channel"] == key
            await browser.open()
            assert str(shown) in await browser.requires()


async def test_the_clock_runs_until_it_is_told_to_stand(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_SECOND", 0.0)
    async with open_browser(stage) as (browser, _):
        before = stage.now
        assert (await browser.press("fast"))[1]["pace"] == "fast"
        while (stage.now - before).total_seconds() < 180:
            await asyncio.sleep(0)
        assert (await browser.press("fast"))[1]["pace"] == ""
        stopped = stage.now
        for _ in range(50):
            await asyncio.sleep(0)
        assert stage.now == stopped


async def test_no_other_site_reaches_the_page(stage: Stage) -> None:
    async with open_browser(stage) as (browser, _):
        assert (await browser.press("days", **{"X-Rehearsal": "guessed"}))[0] == 403
        assert (await browser.press("days", Origin="http://elsewhere.example"))[0] == 403
        assert (await browser.get("/", Host="elsewhere.example"))[0] == 403
        assert (await browser.get("/api/state"))[0] == 401
        assert (await browser.get("/arbiter/secrets.txt"))[0] == 404
        assert (await browser.get("/favicon.ico"))[0] == 204


async def test_the_page_fits_any_window_and_nothing_large_stands_before_a_press(stage: Stage) -> None:
    async with open_browser(stage) as (browser, _):
        _, style = await browser.get("/preview.css")
        fonts = re.findall(r"/fonts/(\S+?)\.ttf", style)
        assert {name.partition("-v")[0] for name in fonts} == {"noto-sans-latin", "noto-color-emoji"}
        assert "font-display: block" not in style
        assert "observe: () => { return;" in (await browser.get("/presentation.js"))[1]
        _, own = await browser.get("/arbiter/bar.css")
        assert "@media (prefers-color-scheme: light)" in own
        assert ".preview-app:not(.presentation-fixed)" in own
        # These names are SimCord's: what would set nothing is told by this test.
        for name in set(re.findall(r"--(?:discord|component|modal|button|input|list)[a-z-]+(?=:)", own)):
            assert name in style, name
        for part in ('class="preview-app"', 'id="preview-app"', "viewer-control"):
            assert part in (await browser.get("/"))[1]


async def test_pictures_are_shown_without_a_process_for_each(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    event = await called(stage, PRIVATE, "Zoe", "Xenia")
    assert event.players

    async def none(*_: object, **__: object) -> None:
        raise AssertionError("a process was begun")

    async with open_browser(stage) as (browser, _):
        monkeypatch.setattr(asyncio, "create_subprocess_exec", none)
        await browser.open()
        shown = [key for key, one in browser.page["assets"].items() if one.get("available") is not False]
        assert shown
        given = {"X-Simcord-Capability": browser.key, "X-Simcord-Context": browser.page["context"]["id"]}
        for asset in shown:
            assert (await browser.get(f"/api/assets/{asset}", **given))[0] == 200


async def test_the_bar_shows_the_clock_of_the_server(stage: Stage) -> None:
    async with open_browser(stage) as (browser, _):
        _, state = await browser.press("state")
        zone = facts.zone(stage.path)
        assert state["zone"] == str(zone)
        assert state["clock"] == f"{stage.now.astimezone(zone):%a %d %b %Y, %H:%M:%S}"
