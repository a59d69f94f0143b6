"""`--serve`: SimCord's clickable page stays open, beside a small page of our own that moves the clock and the view."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import AsyncExitStack, suppress
from datetime import datetime, timedelta
from html import escape
from typing import Final

from aiohttp import web
from rich.console import Console

from rehearsal import simcord_seam
from rehearsal.play import Play

HOST: Final = "127.0.0.1"
JUMPS: Final = (("minutes", "+10 minutes", timedelta(minutes=10)), ("days", "+72 hours", timedelta(hours=72)))
CHANNELS: Final = ("announcements", "matches", "committee", "record")

PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rehearsal: the controls</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem;
       background: #1a1b1e; color: #dbdee1; }}
h1 {{ font-size: 1.4rem; margin: 0 0 .3rem; color: #fff; }}
#clock {{ font-size: 2rem; font-variant-numeric: tabular-nums; color: #fff; margin: 1rem 0 0; }}
p {{ color: #949ba4; margin: .2rem 0; }}
div {{ margin: 1rem 0; }}
button {{ font: inherit; color: #fff; background: #4e5058; border: 0; border-radius: 6px; padding: .5rem 1rem;
         margin: 0 .4rem .4rem 0; cursor: pointer; }}
button.go {{ background: #5865f2; }}
button:disabled {{ opacity: .5; }}
</style>
<h1>The pretend Discord of this rehearsal</h1>
<p>Open a channel: in the page that comes up you can act as any member, press, choose and type commands. Your own clock
stands still there; it moves when you press below. After a jump press "refresh" in the channel's page.</p>
<p id="clock"></p><p id="next"></p>
<div>{channels}</div>
<div>{jumps}</div>
<p id="said"></p>
<script>
const said = document.getElementById("said");
async function act(name, tab) {{
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  const answer = await fetch(name, {{ method: "POST", headers: {{ "X-Rehearsal": "1" }} }});
  const state = await answer.json();
  document.getElementById("clock").textContent = state.clock;
  document.getElementById("next").textContent = state.next;
  said.textContent = state.said;
  if (tab && state.url) window.open(state.url, "channel");
  for (const button of document.querySelectorAll("button")) button.disabled = false;
}}
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", () => act(button.value, button.classList.contains("go")));
act("state", false);
</script>
</html>
"""


class Controls:
    """The control page: other channel, next deadline, ten minutes, seventy-two hours."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._secret = secrets.token_urlsafe(16)
        self._previews = AsyncExitStack()
        self._url = ""
        self._busy = asyncio.Lock()

    def application(self) -> web.Application:
        """The page and what its buttons do, under an address that nobody guesses."""
        app = web.Application()
        app.router.add_get(f"/{self._secret}/", self._page)
        app.router.add_post(f"/{self._secret}/{{what}}", self._act)
        return app

    def address(self, port: int) -> str:
        """Where the page is."""
        return f"http://{HOST}:{port}/{self._secret}/"

    async def close(self) -> None:
        """Closes the channel's page."""
        await self._previews.aclose()

    async def _page(self, _: web.Request) -> web.Response:
        channels = "".join(f'<button class="go" value="channel-{name}">#{name}</button>' for name in CHANNELS)
        jumps = '<button value="next">next deadline</button>'
        jumps += "".join(f'<button value="{name}">{escape(label)}</button>' for name, label, _ in JUMPS)
        return web.Response(text=PAGE.format(channels=channels, jumps=jumps), content_type="text/html")

    async def _act(self, request: web.Request) -> web.Response:
        if request.headers.get("X-Rehearsal") != "1":
            raise web.HTTPForbidden
        async with self._busy:
            try:
                said = await self._do(request.match_info["what"])
            except simcord_seam.SetupError as busy:
                said = f"Not now: {busy}"
        return web.json_response(self._state(said), dumps=json.dumps)

    async def _do(self, what: str) -> str:
        stage = self._play.stage
        jumps = {name: jump for name, _, jump in JUMPS}
        if what in jumps:
            await stage.advance(jumps[what])
            return "The clock has jumped."
        if what == "next":
            return await self._to_next_deadline()
        if what.startswith("channel-") and what.removeprefix("channel-") in CHANNELS:
            await self._show(what.removeprefix("channel-"))
            return "The channel is open in the other tab."
        return ""

    async def _to_next_deadline(self) -> str:
        due = self._play.stage.waker.armed_for
        if due is None:
            return "Nothing is due: create a tournament, or register for one."
        await self._play.stage.advance_to(max(due, self._play.stage.now) + timedelta(seconds=1))
        return "The bot has done what was due."

    async def _show(self, name: str) -> None:
        """SimCord shows one channel at a time: the one before is closed."""
        await self._previews.aclose()
        stage = self._play.stage
        channel: simcord_seam.ChannelHandle = getattr(stage, name)
        # Who has left, or may not read the committee's channel, cannot look at it here either.
        everybody = (member.actor for member in stage.members.values())
        viewers = [actor for actor in everybody if simcord_seam.may_read(stage.env, channel, actor)]
        preview = stage.env.preview(channel, viewers=viewers, layout="channel")
        self._url = (await self._previews.enter_async_context(preview)).url

    def _state(self, said: str) -> dict[str, str]:
        due = self._play.stage.waker.armed_for
        return {
            "clock": _words(self._play.stage.now),
            "next": "nothing is due" if due is None else f"next deadline: {_words(due)}",
            "said": said,
            "url": self._url,
        }


def _words(moment: datetime) -> str:
    return f"{moment:%a %d %b %Y, %H:%M:%S} UTC"


async def keep_open(play: Play, console: Console, until: asyncio.Event | None = None) -> None:
    """Serves until Ctrl-C, or until the event is set."""
    controls = Controls(play)
    runner = web.AppRunner(controls.application())
    await runner.setup()
    site = web.TCPSite(runner, HOST, 0)
    await site.start()
    port = int(runner.addresses[0][1])
    console.print(f"Open {controls.address(port)} in a browser. Ctrl-C ends it.")
    try:
        with suppress(asyncio.CancelledError):
            await (until or asyncio.Event()).wait()
    finally:
        await controls.close()
        await runner.cleanup()
