"""The bot as its own command starts it, on the harness's time: `python -m wire.chaos.arbiter run`.

No setting of the product knows of this: the clocks of the standard library are replaced before the bot is imported.
The lease of a database on a server alone keeps the machine's own clocks: the server, by whose clock it runs out, knows
of no other time.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from wire.addresses import WHO_HEADER
from wire.chaos.hours import Hours

_MACHINES_CLOCK: Final = time.clock_gettime
"""Kept before the harness's is put in its place."""
HOURS_VARIABLE: Final = "WIRE_HOURS"
WHO_VARIABLE: Final = "WIRE_WHO"
"""By what name this process says who it is with each request to Discord, where there are several of one token."""
LOST: Final = "lost"
"""The file beside the clock's with a line for each transaction that notes servers as away: their numbers."""
LOOK_EVERY_S: Final = 0.005
"""How long the event loop sleeps at most: meanwhile time may have begun to run faster."""
RINGERS: Final = (
    "bot.living.transactions",
    *(f"apscheduler.{name}" for name in ("schedulers.base", "triggers.date", "triggers.interval", "executors.base")),
)
"""The modules that ask a datetime what time it is."""


class Waiting(selectors.DefaultSelector):
    """Waits for sockets as ever, but counts its seconds on the harness's clock."""

    hours: Hours
    working = 0
    """How many transactions the loop waits for: meanwhile it has not come to the present moment."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready within so many of the harness's seconds."""
        self._see()
        if timeout is not None and timeout > 0:
            timeout = min(timeout / self.hours.rate, LOOK_EVERY_S)
        found: list[tuple[selectors.SelectorKey, int]] = super().select(timeout)
        self._see()
        return found

    def _see(self) -> None:
        if not Waiting.working:
            self.hours.see()


class Policy(asyncio.DefaultEventLoopPolicy):
    """Event loops that wait on the harness's clock."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """One of them."""
        return asyncio.SelectorEventLoop(Waiting())


class _Kind(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


def put_on(hours: Hours) -> None:
    """Has everything in this process ask the harness what time it is."""
    Waiting.hours = hours
    time.monotonic = hours.monotonic
    time.clock_gettime = lambda _: hours.monotonic()
    time.time = hours.wall
    time.time_ns = lambda: int(hours.wall() * 1_000_000_000)
    asyncio.set_event_loop_policy(Policy())

    class Moment(datetime, metaclass=_Kind):
        """A datetime whose present is the harness's."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.fromtimestamp(hours.wall(), tz)

    vars(import_module("discord.utils"))["utcnow"] = lambda: datetime.fromtimestamp(hours.wall(), UTC)
    for name in RINGERS:
        vars(import_module(name))["datetime"] = Moment
    _count_transactions()


def _count_transactions() -> None:
    """A slow disk must not look like an outage where time runs fast."""
    database = import_module("bot.kernel.database").Database
    for name in ("read", "write"):
        setattr(database, name, _counting(getattr(database, name)))


def _counting(verb: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def count_and_run(*args: Any, **kwargs: Any) -> Any:
        Waiting.working += 1
        try:
            return await verb(*args, **kwargs)
        finally:
            Waiting.working -= 1

    return count_and_run


def _leave_lease_alone() -> None:
    """Signs of life and the wait for them are by the machine's clocks; who waits does not hold fast time up."""
    real = {name: getattr(time, name) for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC") if hasattr(time, name)}
    vars(import_module("bot.kernel.lease"))["time"] = SimpleNamespace(clock_gettime=_MACHINES_CLOCK, **real)
    charge = import_module("bot.living.charge")
    take = charge.Charge.take

    async def take_unseen(*args: Any, **kwargs: Any) -> Any:
        Waiting.working += 1
        try:
            return await take(*args, **kwargs)
        finally:
            Waiting.working -= 1

    charge.Charge.take = take_unseen
    vars(charge)["_rest"] = _rest


async def _rest(ends: asyncio.Event, seconds: float) -> None:
    """As the bot's own, in seconds of the machine's."""
    told, over = asyncio.create_task(ends.wait()), asyncio.create_task(asyncio.to_thread(time.sleep, seconds))
    await asyncio.wait({told, over}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()


def _say_who_asks(who: str) -> None:
    """Each request has a header with the name. What asks is imported only now, on the harness's time."""
    session = import_module("aiohttp").ClientSession
    whole = session._request

    async def named(self: Any, method: str, url: Any, **options: Any) -> Any:
        options["headers"] = {**(options.get("headers") or {}), WHO_HEADER: who}
        return await whole(self, method, url, **options)

    session._request = named


def _tell_losses(file: Path) -> None:
    """Has each transaction in which servers are noted as away told in the file; a full disk may swallow the line."""
    verbs = import_module("bot.features.playing.outage_verbs")
    lose = verbs.lose

    def tell_and_lose(tx: Any, some: Sequence[Any]) -> Any:
        with suppress(OSError), file.open("a", encoding="ascii") as told:
            told.write(" ".join(str(away.guild_id) for away in some) + "\n")
        return lose(tx, some)

    vars(verbs)["lose"] = tell_and_lose


def prepare() -> None:
    """Everything that the harness changes in this process, before the bot is imported."""
    clock = Path(os.environ[HOURS_VARIABLE])
    put_on(Hours(clock))
    _leave_lease_alone()
    _tell_losses(clock.with_name(LOST))
    who = os.environ.get(WHO_VARIABLE)
    if who:
        _say_who_asks(who)


def main() -> int:
    """Runs the bot's own command line."""
    prepare()
    status: int = import_module("bot.__main__").main()
    return status


if __name__ == "__main__":
    sys.exit(main())
