"""The process that serves pages, as the bot sees it: begun, told of changes, begun anew when it ends.

The bot waits for nothing of it. A word says which tables were written to and about what; what is not heard in time is
told as one word: everything.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from bot.kernel.addresses import Place, told
from bot.kernel.context import Written
from bot.living.apart import KEPT, ROOT

_log = logging.getLogger(__name__)

MODULE: Final = "web.child"
QUIET: Final = frozenset(
    {
        "attempts",
        "card_gaps",
        "deadlines",
        "log",
        "matters",
        "outbox",
        "overtaken",
        "panels",
        "rehearsals",
        "reminders",
        "servers_away",
        "standstills",
        "told_commands",
        "machine",
        "shard_signs",
    }
)
"""Tables of the bot's own work: whatever is on a page stands in others."""
TOGETHER: Final = 0.3
"""Seconds in which changes are told in one word: each has pages made anew beside presses that want the processor."""
MOST_TOLD: Final = 500
"""Rows in one word; what is more is everything."""
_MOST_UNREAD: Final = 64 * 1024
"""Bytes that may wait to be read."""
PAUSES: Final = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds until a process that ended is begun anew: the first time, the second, and so on."""
_WELL_AFTER: Final = 120.0
"""A process that has lived so long was well: the next pause is the first again."""
_LOOK: Final = 20.0
"""Seconds between two questions whether it still hears."""
_DEAF_AFTER: Final = 180.0
_ENDS_WITHIN: Final = 3.0


@dataclass(frozen=True, slots=True)
class WebWish:
    """What is to be served or published, and from where."""

    database: Place
    address: str
    listens_on: str = ""
    proxies: tuple[str, ...] = ()
    publish: str = ""
    log_format: str = "plain"
    more: Mapping[str, Any] | None = None
    """What tests have it do otherwise."""

    def line(self) -> Mapping[str, Any]:
        """The first line that the process reads."""
        return {
            "database": told(self.database),
            "address": self.address,
            "listens_on": self.listens_on,
            "proxies": list(self.proxies),
            "publish": self.publish,
            "log_format": self.log_format,
            **(self.more or {}),
        }


class HearsOfChanges(Protocol):
    """What serves pages, as the bot sees it."""

    def start(self) -> None:
        """The bot begins."""
        ...

    def tell(self, written: Iterable[Written]) -> None:
        """A commit has written this."""
        ...

    async def close(self) -> None:
        """The bot ends."""
        ...


class WebProcess:
    """Keeps the process alive and tells it what has changed."""

    def __init__(self, wish: WebWish, pauses: tuple[float, ...] = PAUSES) -> None:
        self._wish, self._pauses = wish, pauses
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._ends = asyncio.Event()
        self._serving: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._changed: list[frozenset[Written]] | None = []
        """What is to be told; None: everything."""
        self._flush: asyncio.TimerHandle | None = None
        self._flushed_at = 0.0
        self._heard_at = 0.0

    @property
    def pid(self) -> int | None:
        """The process; None while there is none."""
        return None if self._process is None else self._process.pid

    async def serving(self) -> str:
        """Where it serves, once it does."""
        return await asyncio.shield(self._serving)

    def start(self) -> None:
        """Begins the process, and begins it anew whenever it ends."""
        self._keeping = asyncio.create_task(self._keep(), name="pages")

    def tell(self, written: Iterable[Written]) -> None:
        """A commit has written this; the process hears of it at once, or soon after the last word."""
        public = frozenset(one for one in written if one[0] not in QUIET)
        if not public or self._process is None:
            return
        if self._changed is not None and public not in self._changed:
            self._changed.append(public)
            if sum(map(len, self._changed)) > MOST_TOLD:
                self._changed = None
        self._plan_word()

    async def close(self) -> None:
        """Ends the process, and begins none."""
        self._ends.set()
        if self._flush is not None:
            self._flush.cancel()
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(_ENDS_WITHIN):
                    await process.wait()
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping

    # --- its life ---------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        loop, times = asyncio.get_running_loop(), 0
        while not self._ends.is_set():
            began = loop.time()
            try:
                ended = await self._live()
            except OSError as trouble:
                ended = f"cannot be begun ({trouble.strerror})"
            except ValueError:
                ended = "wrote a line without an end"
            if self._ends.is_set():
                return
            times = 0 if loop.time() - began > _WELL_AFTER else times
            pause = self._pauses[min(times, len(self._pauses) - 1)]
            times += 1
            _log.warning("The pages' process %s; it is begun anew in %g seconds, and the bot goes on", ended, pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._ends.wait()

    async def _live(self) -> str:
        """One life of the process, from its first line to how it ended."""
        environment = {name: value for name, value in os.environ.items() if name in KEPT}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-B", "-m", MODULE, stdin=PIPE, stdout=PIPE, cwd=ROOT, env=environment
        )
        self._process, self._changed = process, []
        self._heard_at = asyncio.get_running_loop().time()
        asking = asyncio.create_task(self._ask(process))
        try:
            self._say(self._wish.line())
            await self._hear(cast("asyncio.StreamReader", process.stdout))
            code = await process.wait()
            return f"was killed (signal {-code})" if code < 0 else f"ended with {code}"
        finally:
            asking.cancel()
            self._process = None
            if self._serving.done():
                self._serving = asyncio.get_running_loop().create_future()
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _hear(self, source: asyncio.StreamReader) -> None:
        while line := await source.readline():
            self._heard_at = asyncio.get_running_loop().time()
            try:
                told = json.loads(line)
            except ValueError:
                # A library has written there, to nobody.
                continue
            if "serving" in told and not self._serving.done():
                _log.info("Pages are served on %s", told["serving"])
                self._serving.set_result(told["serving"])
            if "published" in told:
                _log.info("Pages were published: %s files written, %s removed", told["published"], told["removed"])
            if "trouble" in told:
                _log.warning("Pages: %s", told["trouble"])

    async def _ask(self, process: Process) -> None:
        """Asks whether it still hears, and ends it where it has not for long."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_LOOK)
            if loop.time() - self._heard_at > _DEAF_AFTER:
                process.kill()
                return
            self._say({"ping": 1})

    # --- words ------------------------------------------------------------------------------------------------------

    def _plan_word(self) -> None:
        if self._flush is None:
            loop = asyncio.get_running_loop()
            self._flush = loop.call_at(max(loop.time(), self._flushed_at + TOGETHER), self._tell_now)

    def _tell_now(self) -> None:
        loop = asyncio.get_running_loop()
        self._flush, self._flushed_at = None, loop.time()
        if self._process is None:
            self._changed = []
            return
        pipe = self._process.stdin
        if pipe is not None and pipe.transport.get_write_buffer_size() > _MOST_UNREAD:
            self._changed = None
            self._plan_word()
            return
        changed, self._changed = self._changed, []
        self._say({"changed": None if changed is None else [sorted(unit) for unit in changed]})

    def _say(self, line: Mapping[str, Any]) -> None:
        """Writes a line, and waits for nothing; a process that is gone is noticed by its end."""
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None and not pipe.is_closing():
            pipe.write(f"{json.dumps(line)}\n".encode())
