"""`python -m web.child`: the process that serves pages and publishes them, begun by the bot and ended with it.

Its first line of input says what to do, each later one what has changed; it answers with lines. It has the database
for reading alone, nothing of the token, the last place at the processor and a bound of memory. Where it ends, the bot
goes on.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from bot.kernel.addresses import Place, heard
from web.app import PageServer, Service, networks
from web.doors import Limits
from web.library import Library, Unit, where
from web.shelf import keys_of

if TYPE_CHECKING:
    from web.publishing import Publisher

_log = logging.getLogger(__name__)

MEMORY: Final = 768 * 1024 * 1024
"""Bytes that the process may hold."""
LAST_PLACE: Final = 10
"""How much nicer it is than the bot: presses come first."""
TURN: Final = 0.002
"""Seconds that making a page may hold up the answering of others."""
LOOK_AGAIN: Final = 20.0
"""Seconds between two looks for what was written without a word about it."""
ALL_AGAIN: Final = 1800.0
"""Seconds between two times that all is published: moments pass by themselves."""
Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Errand:
    """What the bot has the process do."""

    database: Place
    address: str
    library: str = "web.site_library:open_library"
    """The module and function that open what pages come from, by the database and the address."""
    listens_on: str = ""
    """Empty: it serves nothing."""
    proxies: tuple[str, ...] = ()
    publish: str = ""
    """The folder; empty: it publishes nothing."""
    log_format: str = "plain"
    limits: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, told: Line) -> Errand:
        """As the first line says it."""
        return cls(**{**told, "database": heard(told["database"]), "proxies": tuple(told.get("proxies", ()))})

    def open_library(self, *, is_live: bool = True) -> Library:
        """What pages come from; opened on the thread that uses it."""
        module, _, function = self.library.partition(":")
        return cast("Library", getattr(import_module(module), function)(self.database, self.address, is_live=is_live))

    def service(self) -> Service:
        """How it is served."""
        limits = Limits(**cast("dict[str, Any]", dict(self.limits)))
        return Service(self.address, self.listens_on, networks(self.proxies), limits)


def say(**told: object) -> None:
    """A line to the bot; where it is gone there is nothing to say."""
    with suppress(OSError):
        os.write(1, f"{json.dumps(told)}\n".encode())


class Attendant:
    """Does what the lines say, on the loop."""

    def __init__(self, errand: Errand) -> None:
        self._errand = errand
        self._server: PageServer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._version = 0
        self._publish: Callable[[Sequence[Unit] | None], None] | None = None

    async def open(self) -> None:
        """Begins to serve and to publish what the errand wants."""
        if self._errand.listens_on:
            self._server = PageServer(self._errand.open_library(), self._errand.service())
            say(serving=await self._server.open())
            self._keep(self._look_again(self._server))
        if self._errand.publish:
            # What only serves needs nothing of it.
            from web.publishing import Publisher  # noqa: PLC0415

            publisher = Publisher(partial(self._errand.open_library, is_live=False), Path(self._errand.publish), say)
            self._publish = publisher.wake
            publisher.wake(None)
            self._keep(self._publish_all_again(publisher))

    def hear(self, line: Line) -> None:
        """One line of the bot."""
        if "ping" in line:
            say(pong=line["ping"])
        if "changed" in line:
            self._keep(self._change(line["changed"]))

    async def _change(self, written: Sequence[Unit] | None) -> None:
        # First what waits for nothing: who serves may be busy for long, or break over it.
        if self._publish is not None:
            self._publish(written)
        if self._server is not None:
            keys = await self._server.shelf.ask(partial(keys_of, written=written))
            self._server.note_change(keys)

    async def _look_again(self, server: PageServer) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            version = await server.shelf.ask(lambda library: library.version())
            if version != self._version:
                self._version = version
                server.note_change(None)

    async def _publish_all_again(self, publisher: Publisher) -> None:
        while True:
            await asyncio.sleep(ALL_AGAIN)
            publisher.wake(None)

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Any) -> None:
        try:
            await work
        except Exception as fault:  # noqa: BLE001 - what broke is told by its place, and everything counts as changed
            _log.error("a change could not be followed: %s", where(fault))
            if self._server is not None:
                self._server.note_change(None)


# --- the process ----------------------------------------------------------------------------------------------------


def main() -> None:
    """Serves and publishes until its input ends."""
    # What a terminal ends is the bot, which ends this; a half-written page helps nobody.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)-8s %(name)s %(message)s")
    logging.getLogger("aiohttp").disabled = True
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    first = sys.stdin.buffer.readline()
    if first:
        _limit()
        sys.setswitchinterval(TURN)
        try:
            errand = Errand.read(json.loads(first))
            if errand.log_format == "json":
                _log_as_json()
            asyncio.run(_attend(errand, sys.stdin.buffer))
        except OSError as trouble:
            say(trouble=f"they cannot be served ({trouble.strerror})")
        except Exception as fault:  # noqa: BLE001 - whatever it is, the bot begins this process anew
            _log.error("the pages' process broke: %s", where(fault))
    # The thread that hears the bot holds its input, for which Python would wait.
    os._exit(1)


async def _attend(errand: Errand, source: BinaryIO) -> None:
    loop = asyncio.get_running_loop()
    attendant = Attendant(errand)

    def listen() -> None:
        with suppress(RuntimeError, ValueError, OSError):
            for line in source:
                loop.call_soon_threadsafe(attendant.hear, json.loads(line))
        # The bot is gone, or wants this to end; nothing here is worth a moment more.
        os._exit(0)

    # A thread of its own hears the end even while the loop is held up.
    threading.Thread(target=listen, daemon=True).start()
    await attendant.open()
    # What the start has made stays to the end: no collection need look at it while somebody waits for a page.
    gc.freeze()
    await asyncio.Event().wait()


def _log_as_json() -> None:
    """Has this process's lines be as those of the bot, among which they are."""
    from bot.living.journal import Hiding, JsonLines  # noqa: PLC0415

    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonLines(Hiding()))


def _limit() -> None:
    """What the system itself sees to; where it has no such limits this process is as any other."""
    with suppress(OSError, AttributeError):
        os.nice(LAST_PLACE)
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    for name, limit in (("RLIMIT_DATA", MEMORY), ("RLIMIT_CORE", 0)):
        number = getattr(resource, name, None)
        if number is not None:
            resource.setrlimit(number, (limit, limit))


if __name__ == "__main__":
    main()
