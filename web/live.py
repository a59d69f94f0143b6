"""Pages that are read while they change: who listens is told that one has changed, and reads it again.

A word holds the revision alone. What changes faster than people read is told a few times a second; who does not take
a word in time is let go, and asks again when it can.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp import web

from web.doors import Limits
from web.shelf import PageShelf, TooBusy

RETRY_MS: Final = 3_000
"""After which a browser that lost its line asks again."""


class Listener:
    """One who listens: what was told last, or is to be told."""

    def __init__(self) -> None:
        self.revision: str | None = None
        """None before the first word."""
        self._woken = asyncio.Event()

    def tell(self, revision: str) -> None:
        """There is a newer revision; of several the last is told."""
        self.revision = revision
        self._woken.set()

    async def news(self, within: float) -> str | None:
        """The next revision; None where there was none in time."""
        try:
            async with asyncio.timeout(within):
                await self._woken.wait()
        except TimeoutError:
            return None
        self._woken.clear()
        return self.revision


class PageWatch:
    """A page to which somebody listens, looked at again whenever what it hangs on has changed."""

    def __init__(self, shelf: PageShelf, path: str, pace: float) -> None:
        self._shelf, self._path, self._pace = shelf, path, pace
        self.listeners: set[Listener] = set()
        self.depends_on: frozenset[str] = frozenset()
        self.revision = ""
        self._again = False
        self._task: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Reads its revision, and tells it to those who know another one."""
        kept = await self._shelf.find(self._path, {})
        self.revision = "" if kept is None else kept.revision
        if kept is not None:
            self.depends_on = kept.found.depends_on
        for listener in self.listeners:
            if listener.revision not in {None, self.revision}:
                listener.tell(self.revision)

    def wake(self) -> None:
        """Looks again, at once or after the look under way."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Looks no more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._again and self.listeners:
            self._again = False
            try:
                await self.look()
            except TooBusy:
                self._again = True
            await asyncio.sleep(self._pace)


class LiveDesk:
    """All pages to which somebody listens."""

    def __init__(self, shelf: PageShelf, limits: Limits) -> None:
        self._shelf, self._limits = shelf, limits
        self._watches: dict[str, PageWatch] = {}

    def note_change(self, keys: frozenset[str] | None) -> None:
        """What hangs on these keys may have changed; None: anything."""
        for watch in self._watches.values():
            if keys is None or "*" in watch.depends_on or keys & watch.depends_on:
                watch.wake()

    async def listen(self, request: web.BaseRequest, response: web.StreamResponse, path: str) -> None:
        """Tells of changes of the page at the path until the one who listens is gone, or too slow."""
        watch = self._watches.setdefault(path, PageWatch(self._shelf, path, self._limits.pace))
        listener = Listener()
        watch.listeners.add(listener)
        try:
            await watch.look()
            await response.prepare(request)
            listener.revision = watch.revision
            await self._say(response, f"retry: {RETRY_MS}\nevent: now\n{_word(watch.revision)}")
            while True:
                news = await listener.news(self._limits.heartbeat)
                await self._say(response, ":\n\n" if news is None else _word(news))
        except (TimeoutError, ConnectionError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            watch.listeners.discard(listener)
            if not watch.listeners and self._watches.get(path) is watch:
                watch.close()
                del self._watches[path]

    def close(self) -> None:
        """Looks at nothing more."""
        for watch in self._watches.values():
            watch.close()

    async def _say(self, response: web.StreamResponse, text: str) -> None:
        async with asyncio.timeout(self._limits.slow):
            await response.write(text.encode())


def _word(revision: str) -> str:
    """A change has no name of its own, so that a browser's `onmessage` hears it."""
    return f"id: {revision}\ndata: {revision}\n\n"


async def cancelled(task: asyncio.Task[object]) -> None:
    """Ends a task and waits for its end."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
