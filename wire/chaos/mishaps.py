"""What goes wrong in an evening: deaths, refusals, silences, a wrong clock, a full disk, a locked database."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import partial
from typing import Final

from wire.chaos.absences import Bar
from wire.chaos.town import DATABASE, Town
from wire.faults import Fault, death, limit, refuse, reset, slow
from wire.world import Away

BETWEEN_S: Final = 50.0
REAL_BETWEEN_S: Final = 1.5
"""How long nothing new goes wrong, on average: by the harness's clock or the machine's, whichever is over first."""
MOST: Final = 22
"""In one evening. Windows that outages open anew would otherwise never close."""
ROUTES: Final = (
    ("POST", r"/channels/\d+/messages"),
    ("POST", r"/channels/\d+/messages"),
    ("POST", r"/interactions/.*"),
    ("PATCH", r".*"),
    ("POST", r"/guilds/\d+/.*"),
    ("POST", r"/users/@me/channels"),
    ("POST", r"/channels/\d+/threads"),
)
STATUSES: Final = (500, 502, 503, 504)
RANDOM_FAULTS: Final[tuple[Fault, ...]] = (
    *(refuse(status) for status in STATUSES),
    *(refuse(status, after_effect=True) for status in STATUSES),
    limit(0.4),
    reset(),
    reset(after_effect=True),
    slow(0.6),
    slow(0.6, after_effect=True),
)
STEPS_S: Final = (-86_400.0, -3_600.0, -90.0, 45.0, 3_600.0, 90_000.0)


class Mishaps:
    """Brings one after the other upon a town until it is called off; so many deaths are enough."""

    def __init__(self, town: Town, deaths: int, most: int = MOST) -> None:
        self.town, self.deaths, self.most = town, deaths, most
        self._dice = town.dice
        self._kinds: tuple[tuple[int, str, Callable[[], Awaitable[None]]], ...] = (
            (30, "kill", self._kill),
            (30, "kill in a request", self._kill_inside),
            (6, "crash loop", self._crash_loop),
            (14, "lost answer", self._lost_answer),
            (10, "storm of HTTP faults", self._storm),
            (5, "gateway dropped", self._drop),
            (3, "session forgotten", self._forget),
            (4, "event lost", self._lose),
            (3, "asked to reconnect", self._reconnect),
            (6, "clock stepped", self._step_clock),
            (5, "database locked", self._lock),
            (5, "disk full", self._fill_disk),
            (4, "process frozen", self._freeze),
            (5, "server unavailable", partial(self._take_away, Away.UNAVAILABLE)),
            (4, "bot removed", partial(self._take_away, Away.REMOVED)),
        )

    async def go_on(self) -> None:
        """So many things go wrong; without deaths left, other ones."""
        for _ in range(self.most):
            await self._pause(self._dice.expovariate(1.0))
            while not self.town.is_up:
                await asyncio.sleep(0.01)
            deadly = self.town.tally.kills < self.deaths
            kinds = [one for one in self._kinds if deadly or not one[1].startswith(("kill", "crash"))]
            _, name, happens = self._dice.choices(kinds, weights=[one[0] for one in kinds])[0]
            self.town.tally.note(name)
            await happens()

    async def _pause(self, length: float) -> None:
        end, real_end = self.town.hours.monotonic() + length * BETWEEN_S, time.monotonic() + length * REAL_BETWEEN_S
        while self.town.hours.monotonic() < end and time.monotonic() < real_end:
            await asyncio.sleep(0.01)

    def _some_time_away(self) -> None:
        """The next death lasts no time, a minute, or a quarter of an hour."""
        chance = self._dice.random()
        self.town.away = 0.0 if chance < 0.6 else self._dice.uniform(15, 100 if chance < 0.85 else 900)

    async def _kill(self) -> None:
        self._some_time_away()
        self.town.kill()

    async def _kill_inside(self) -> None:
        self._some_time_away()
        method, path = self._dice.choice(ROUTES)
        self.town.server.faults.plant(method, path, death(after_effect=self._dice.random() < 0.6))

    async def _crash_loop(self) -> None:
        for _ in range(self._dice.randint(2, 4)):
            self.town.kill()
            await asyncio.sleep(self._dice.uniform(0.2, 2.5))

    async def _lost_answer(self) -> None:
        method, path = self._dice.choice(ROUTES)
        fault = self._dice.choice([one for one in RANDOM_FAULTS if one.after_effect])
        self.town.server.faults.plant(method, path, fault, times=self._dice.randint(1, 6))

    async def _storm(self) -> None:
        self.town.server.faults.at_random(self._dice, 0.4, RANDOM_FAULTS)
        await asyncio.sleep(self._dice.uniform(0.3, 1.5))
        self.town.server.faults.at_random(self._dice, 0.0, ())

    async def _drop(self) -> None:
        await self.town.server.gateway.drop()

    async def _forget(self) -> None:
        await self.town.server.gateway.drop(forget=True)

    async def _lose(self) -> None:
        session = self.town.server.gateway.current
        if session is not None:
            session.losing = self._dice.randint(1, 3)

    async def _reconnect(self) -> None:
        await self.town.server.gateway.ask_to_reconnect()

    async def _step_clock(self) -> None:
        self.town.hours.step_wall(self._dice.choice(STEPS_S))
        await self.town.hours.sleep(self._dice.uniform(5, 90))
        self.town.hours.step_wall(0.0)

    async def _lock(self) -> None:
        """Another program holds the database for a while, as a backup or a curious person may."""
        file = self.town.folder / DATABASE
        with closing(sqlite3.connect(file, isolation_level=None, timeout=0.2)) as held, suppress(sqlite3.Error):
            held.execute("BEGIN IMMEDIATE")
            await self._hamper(Bar.LOCKED, self._dice.uniform(0.3, 7.0))
            held.execute("ROLLBACK")

    async def _fill_disk(self) -> None:
        """No file of the bot's may grow, which is what a full disk is like to it."""
        if self.town.bot is None:
            return
        pid = self.town.bot.process.pid
        with suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
            await self._hamper(Bar.FULL, self._dice.uniform(0.3, 3.0))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))

    async def _freeze(self) -> None:
        """The process stands still, as on a machine that has no time for it, and goes on."""
        if self.town.bot is None:
            return
        pid = self.town.bot.process.pid
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            try:
                await self._hamper(Bar.FROZEN, self._dice.uniform(0.5, 3.0))
            finally:
                os.kill(pid, signal.SIGCONT)

    async def _take_away(self, why: Away) -> None:
        """Discord has trouble with the server, or its staff remove the bot and invite it again."""
        await self.town.server.gateway.take_away(why)
        await self._pause(self._dice.uniform(0.2, 3.0))
        await self.town.server.gateway.give_back()

    async def _hamper(self, bar: Bar, seconds: float) -> None:
        self.town.hampers[bar] += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self.town.hampers[bar] -= 1

    async def call_off(self) -> None:
        """Nothing goes wrong any more."""
        await self.town.server.gateway.give_back()
        self.town.server.faults.clear()
        session = self.town.server.gateway.current
        if session is not None:
            session.losing = 0
        self.town.away = self.town.stays_down_until = 0.0
        self.town.hours.step_wall(0.0)
