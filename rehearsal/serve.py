"""`--serve`: the pretended Discord stays open in the browser; its clock jumps or runs, and the channel follows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from datetime import datetime, timedelta
from typing import Any, Final

from aiohttp import web
from rich.console import Console

from rehearsal import preview, simcord_seam
from rehearsal.play import Play
from rehearsal.stage import CHANNELS

HOST: Final = "127.0.0.1"
JUMPS: Final = {
    "minutes": ("+10 min", timedelta(minutes=10)),
    "hours": ("+1 h", timedelta(hours=1)),
    "days": ("+72 h", timedelta(hours=72)),
}
PACES: Final = {"run": ("▶ run", timedelta(seconds=1)), "fast": ("▶▶ ×60", timedelta(minutes=1))}
"""How much passes there in each of our seconds."""
_SECOND: Final = 1.0


class Controls:
    """Which channel is open, the jumps of the clock, and its pace."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._previews = AsyncExitStack()
        self._open: Any = None
        self._channel = ""
        self._pace = ""
        self._busy = asyncio.Lock()
        labels = {"next": "Next deadline", **{name: label for name, (label, _) in JUMPS.items()}}
        paces = tuple((name, label) for name, (label, _) in PACES.items())
        self.door = preview.Door(preview.bar(tuple(labels.items()), paces), self._target)

    def application(self) -> web.Application:
        """The page and what its bar does."""
        return preview.application(self.door, self._act)

    def address(self, port: int) -> str:
        """Where the page is; what follows the sign is the key, which no server is ever sent."""
        self.door.port = port
        return f"http://{HOST}:{port}/#{self._key}"

    async def close(self) -> None:
        """Closes the channel's page."""
        await self.door.close()
        await self._previews.aclose()

    async def show(self, key: str) -> None:
        """SimCord shows one channel at a time: the one before is closed. Raises SetupError where nobody may read it."""
        env, (_, channel) = self._play.stage.env, self._places()[key]
        actors = [member.actor for member in self._play.stage.members.values()]
        if channel.guild is None:
            viewers: list[Any] = [
                one.user for one in actors if simcord_seam.direct_channel_id(env, one.id) == channel.id
            ]
        else:
            # Who has left, or may not read the committee's channel, cannot look at it here either.
            viewers = [one for one in actors if simcord_seam.may_read(env, channel, one)]
        if not viewers:
            raise simcord_seam.SetupError("nobody may read that channel")
        await self._previews.aclose()
        zone, language = str(self._play.narrator.zone()), self._play.stage.language
        shown = env.preview(channel, viewers=viewers, layout="channel", locale=language, timezone=zone)
        self._open, self._channel = await self._previews.enter_async_context(shown), key

    def _places(self) -> dict[str, tuple[str, simcord_seam.ChannelHandle]]:
        """The channels with their threads, and each member's letters: by a key, with the name that is shown."""
        stage, found = self._play.stage, {}
        for name in CHANNELS:
            channel: simcord_seam.ChannelHandle = getattr(stage, name)
            found[name] = (f"#{name}", channel)
            found |= {str(one.id): (f"↳ {one.name}", one) for one in channel.threads}
        for member in stage.members.values():
            letters = simcord_seam.letters_of(stage.env, member.actor)
            if letters is not None:
                found[str(letters.id)] = (f"✉ {member.name}", letters)
        return found

    async def keep_pace(self) -> None:
        """Lets time pass there as it passes here, while it is to run."""
        while True:
            await asyncio.sleep(_SECOND)
            if self._pace:
                async with self._busy:
                    await self._unless_busy(self._pass(PACES[self._pace][1]))

    @property
    def _key(self) -> str:
        return str(self._open.url).partition("#")[2]

    def _target(self) -> str:
        """Where SimCord's own page is, which asks for the key."""
        return str(self._open.url).partition("/#")[0]

    async def _act(self, request: web.Request) -> web.Response:
        self.door.refuse_strangers(request)
        if request.headers.get("X-Rehearsal") != self._key:
            raise web.HTTPForbidden
        async with self._busy:
            said = await self._unless_busy(self._do(request.match_info["what"]))
        return web.json_response(self._state(said), dumps=json.dumps)

    async def _unless_busy(self, doing: Coroutine[Any, Any, str]) -> str:
        """What came of it; somebody who presses in the same moment comes first."""
        try:
            return await doing
        except simcord_seam.SetupError as busy:
            return f"Not now: {busy}"

    async def _do(self, what: str) -> str:
        if what in JUMPS:
            return await self._pass(JUMPS[what][1])
        if what in PACES:
            self._pace = "" if self._pace == what else what
            return "The clock runs." if self._pace else "The clock stands still."
        if what == "next":
            return await self._to_next_deadline()
        if what.startswith("channel-") and what.removeprefix("channel-") in self._places():
            await self.show(what.removeprefix("channel-"))
        return ""

    async def _pass(self, duration: timedelta) -> str:
        """Time passes, and the page that is open is told what came of it, so that nobody has to reload."""
        await self._play.stage.advance(duration)
        self._play.look()
        await self._open.refresh()
        return ""

    async def _to_next_deadline(self) -> str:
        due = self._play.stage.waker.armed_for
        if due is None:
            return "Nothing is due: create a tournament, or register for one."
        now = self._play.stage.now
        await self._pass(max(due, now) + timedelta(seconds=1) - now)
        return "The bot has done what was due."

    def _state(self, said: str) -> dict[str, Any]:
        zone = self._play.narrator.zone()
        due, now = self._play.stage.waker.armed_for, self._play.stage.now.astimezone(zone)
        return {
            "clock": f"{now:%a %d %b %Y, %H:%M:%S}",
            "zone": str(zone),
            "moment": now.isoformat(),
            "next": "nothing is due" if due is None else f"next deadline: {_near(due.astimezone(zone), now)}",
            "said": said,
            "channel": self._channel,
            "channels": [(key, label) for key, (label, _) in self._places().items()],
            "pace": self._pace,
            "key": self._key,
        }


def _near(due: datetime, now: datetime) -> str:
    return f"{due:%H:%M:%S}" if due.date() == now.date() else f"{due:%a %d %b, %H:%M:%S}"


async def keep_open(play: Play, console: Console, until: asyncio.Event | None = None) -> None:
    """Serves until Ctrl-C, or until the event is set."""
    simcord_seam.name_bot(play.stage.env, preview.NAME)
    simcord_seam.decode_at_once()
    controls = Controls(play)
    await controls.show(CHANNELS[0])
    runner = web.AppRunner(controls.application(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, HOST, 0)
    await site.start()
    pace = asyncio.create_task(controls.keep_pace())
    # An address in brackets or cut in two could not be opened from a terminal.
    address = controls.address(int(runner.addresses[0][1]))
    console.print(f"{preview.NAME}'s rehearsal is open: {address}", soft_wrap=True)
    console.print("Act there as any member; the bar above the channel moves the clock. Ctrl-C ends it.")
    try:
        with suppress(asyncio.CancelledError):
            await (until or asyncio.Event()).wait()
    finally:
        pace.cancel()
        await controls.close()
        await runner.cleanup()
