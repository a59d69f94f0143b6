"""`--web`: the bot's own pages are served live while people play, at a pace that can be watched.

They are served as a host has them served, by the process of `web.child`. It is looked after by a thread with a loop of
its own: in the loop of the play time jumps, and a process that answers within seconds would be days late.
"""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterable
from contextlib import suppress
from contextvars import Context
from datetime import timedelta
from pathlib import Path
from typing import Final, Self

from rich.console import Console

from bot.kernel.context import Written
from bot.living.web_process import WebProcess, WebWish
from rehearsal import pretended_pages, screen
from rehearsal.play import Play
from rehearsal.serve import HOST

_AS_FAST: Final = 60.0
"""Pretended seconds in one of ours, as the clock of `--serve` runs when it is fast."""
_LONGEST: Final = 1.5
"""Seconds of ours that any step takes at most: nights are short."""
_SHORTEST: Final = 0.25
"""So that one thing is seen after the other."""


class Spectators:
    """Has pages served; one for the whole rehearsal, however often the bot is started anew."""

    def __init__(self, database: Path, console: Console) -> None:
        self.address = f"http://{HOST}:{_free_port()}"
        self.page = self.address
        """That of the server, once it has one."""
        self._wish = WebWish(
            database, self.address, self.address.partition("//")[2], more={"library": pretended_pages.OPENED}
        )
        self._console = console
        self._began, self._loop = threading.Event(), asyncio.new_event_loop()
        self._web: WebProcess | None = None
        self._thread = threading.Thread(target=self._live, name="spectators", daemon=True)

    async def __aenter__(self) -> Self:
        """Begins to serve."""
        self._thread.start()
        await asyncio.to_thread(self._began.wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Ends it."""
        if self._web is not None:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._web.close(), self._loop))
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.call_soon(self._begin)
        self._loop.run_forever()
        self._loop.close()

    def _begin(self) -> None:
        self._web = WebProcess(self._wish)
        self._web.start()
        self._began.set()

    # --- as the bot sees it -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """A bot began; what serves is there already."""

    def tell(self, written: Iterable[Written]) -> None:
        """A commit has written this."""
        if self._web is not None:
            # In the bot's own context the loop would plan the word by the clock of the play, which stands still.
            self._loop.call_soon_threadsafe(self._web.tell, written, context=Context())

    async def close(self) -> None:
        """A bot ended; another one will follow, or the rehearsal ends."""

    # --- as people see it -------------------------------------------------------------------------------------------

    async def invite(self, play: Play) -> None:
        """The owner switches the pages on, and the terminal says where they are as soon as they are there."""
        said = await switch_on(play)
        assert self._web is not None
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._web.serving(), self._loop))
        found = re.search(rf"{re.escape(self.address)}/[^\s)\]>]*", said)
        self.page = found[0] if found else self.address
        self._console.print(screen.watch(play.stage.language, self.page), soft_wrap=True)

    async def let_see(self, passed: timedelta) -> None:
        """Waits a moment, longer where more time has passed there."""
        await asyncio.sleep(min(max(passed.total_seconds() / _AS_FAST, _SHORTEST), _LONGEST))

    async def stay(self, language: str) -> None:
        """Goes on until Ctrl-C."""
        self._console.print(screen.stays(language, self.page), soft_wrap=True)
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()


async def switch_on(play: Play) -> str:
    """The owner has the server on the web; answers what the panel says."""
    owner = play.stage.owner
    # What it takes to run a cup is counted by judges, and this is no part of it.
    acts = owner.acts
    panel = play.note(owner, "types /pages", await owner.type("pages")).post
    await owner.press(panel, "pages-ask-on")
    play.note(owner, "switches the pages on", await owner.press(panel, "pages-on"))
    owner.acts = acts
    return play.stage.again(panel).text


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        return int(taken.getsockname()[1])
