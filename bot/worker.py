"""A worker: it looks for work when it is woken, and its task lasts only while there is any."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.storage.errors import DatabaseClosed

_log = logging.getLogger(__name__)


class Worker:
    """Looks for work, one look at a time: `look` does what it finds, and says whether to look again at once."""

    def __init__(self, name: str, look: Callable[[], Awaitable[bool]]) -> None:
        self._name = name
        self._look = look
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self.closed = False

    def wake(self) -> None:
        """Look now; while a look is under way, look once more after it."""
        if self.closed:
            return
        self._again = True
        if not self.at_work:
            self._task = asyncio.create_task(self._run(), name=self._name)

    @property
    def at_work(self) -> bool:
        """Whether a look is under way."""
        return self._task is not None and not self._task.done()

    async def rest(self) -> None:
        """Come to rest: wait until no look is under way."""
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    async def close(self) -> None:
        """Begin no further look; the one under way is finished."""
        self.closed = True
        await self.rest()

    async def _run(self) -> None:
        while self._again and not self.closed:
            self._again = False
            try:
                # Whoever wakes the worker meanwhile sets `_again`, and is heard by the loop.
                self._again = await self._look() or self._again
            except DatabaseClosed:
                # The bot ends, and did not wait for this look: the next start takes up what was left.
                self.closed = True
            except Exception:  # noqa: BLE001 - whatever broke is told, and the next call looks again
                _log.exception("looking for %s failed", self._name)
