"""What goes wrong in an evening: deaths, refusals, silences, a wrong clock, a full disk, a locked database.

Where the bot is in several servers, most of it befalls one of them, and some all that are on a connection, or a third.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import Final

from wire.chaos.absences import Bar
from wire.chaos.neighbours import Neighbours
from wire.chaos.town import Town
from wire.discord_server import LoopbackDiscord
from wire.faults import Fault, death, limit, refuse, reset, slow
from wire.gateway import Gateway
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
WRITTEN_WITHIN_S: Final = 20.0
"""Of the machine's seconds: by then a bot that lives and can write has written down that servers are gone."""
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


_Kind = tuple[int, str, Callable[[], Awaitable[None]]]
"""How likely it is beside the others, what it is called, and what happens."""


class Mishaps:
    """Brings one after the other upon the towns of a bot until it is called off; so many deaths are enough."""

    def __init__(
        self, towns: Sequence[Town], deaths: int, most: int = MOST, neighbours: Neighbours | None = None
    ) -> None:
        self.towns, self.deaths, self.most = towns, deaths, most
        self.machine, self._neighbours = towns[0].machine, neighbours
        self._dice = towns[0].dice
        self._kinds: tuple[_Kind, ...] = (
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
            *(self._kinds_among_neighbours() if neighbours is not None else ()),
        )

    def _kinds_among_neighbours(self) -> Iterator[_Kind]:
        yield 12, "gateway dropped", self._drop
        yield 12, "session forgotten", self._forget
        yield 16, "connection refused", self._keep_out
        yield 16, "third of the servers unavailable", self._take_a_third

    async def go_on(self) -> None:
        """So many things go wrong; without deaths left, other ones."""
        for _ in range(self.most):
            await self._pause(self._dice.expovariate(1.0))
            while not self.machine.is_up:
                await asyncio.sleep(0.01)
            deadly = self.machine.tally.kills < self.deaths
            kinds = [one for one in self._kinds if deadly or not one[1].startswith(("kill", "crash"))]
            _, name, happens = self._dice.choices(kinds, weights=[one[0] for one in kinds])[0]
            self.machine.tally.note(name)
            await happens()

    async def _pause(self, length: float) -> None:
        end, real_end = self.machine.hours.monotonic() + length * BETWEEN_S, time.monotonic() + length * REAL_BETWEEN_S
        while self.machine.hours.monotonic() < end and time.monotonic() < real_end:
            await asyncio.sleep(0.01)

    def _one(self) -> LoopbackDiscord:
        """Whom it befalls."""
        return (self.towns[0] if len(self.towns) == 1 else self._dice.choice(self.towns)).server

    def _some_time_away(self) -> None:
        """The next death lasts no time, a minute, or a quarter of an hour."""
        chance = self._dice.random()
        self.machine.away = 0.0 if chance < 0.6 else self._dice.uniform(15, 100 if chance < 0.85 else 900)

    async def _kill(self) -> None:
        self._some_time_away()
        self.machine.kill()

    async def _kill_inside(self) -> None:
        self._some_time_away()
        method, path = self._dice.choice(ROUTES)
        self._one().faults.plant(method, path, death(after_effect=self._dice.random() < 0.6))

    async def _crash_loop(self) -> None:
        for _ in range(self._dice.randint(2, 4)):
            self.machine.kill()
            await asyncio.sleep(self._dice.uniform(0.2, 2.5))

    async def _lost_answer(self) -> None:
        method, path = self._dice.choice(ROUTES)
        fault = self._dice.choice([one for one in RANDOM_FAULTS if one.after_effect])
        self._one().faults.plant(method, path, fault, times=self._dice.randint(1, 6))

    async def _storm(self) -> None:
        server = self._one()
        server.faults.at_random(self._dice, 0.4, RANDOM_FAULTS)
        await asyncio.sleep(self._dice.uniform(0.3, 1.5))
        server.faults.at_random(self._dice, 0.0, ())

    async def _drop(self) -> None:
        await self._one().gateway.drop()

    async def _forget(self) -> None:
        await self._one().gateway.drop(forget=True)

    async def _lose(self) -> None:
        session = self._one().gateway.current
        if session is not None:
            session.losing = self._dice.randint(1, 3)

    async def _reconnect(self) -> None:
        await self._one().gateway.ask_to_reconnect()

    async def _step_clock(self) -> None:
        self.machine.hours.step_wall(self._dice.choice(STEPS_S))
        await self.machine.hours.sleep(self._dice.uniform(5, 90))
        self.machine.hours.step_wall(0.0)

    async def _lock(self) -> None:
        """Another program holds the database for a while, as a backup or a curious person may."""
        file = self.towns[0].file
        with closing(sqlite3.connect(file, isolation_level=None, timeout=0.2)) as held, suppress(sqlite3.Error):
            held.execute("BEGIN IMMEDIATE")
            await self._hamper(Bar.LOCKED, self._dice.uniform(0.3, 7.0))
            held.execute("ROLLBACK")

    async def _fill_disk(self) -> None:
        """No file of the bot's may grow, which is what a full disk is like to it."""
        if self.machine.bot is None:
            return
        pid = self.machine.bot.process.pid
        with suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
            await self._hamper(Bar.FULL, self._dice.uniform(0.3, 3.0))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))

    async def _freeze(self) -> None:
        """The process stands still, as on a machine that has no time for it, and goes on."""
        if self.machine.bot is None:
            return
        pid = self.machine.bot.process.pid
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            try:
                await self._hamper(Bar.FROZEN, self._dice.uniform(0.5, 3.0))
            finally:
                os.kill(pid, signal.SIGCONT)

    async def _take_away(self, why: Away) -> None:
        """Discord has trouble with the server, or its staff remove the bot and invite it again."""
        gateway = self._one().gateway
        await gateway.take_away(why)
        await self._pause(self._dice.uniform(0.2, 3.0))
        await gateway.give_back()

    async def _take_a_third(self) -> None:
        """Discord loses a third of all servers at one moment, and finds them again at another."""
        quiet = [] if self._neighbours is None else self._neighbours.all
        towns = [(town.server.gateway, town.server.world.guild_id) for town in self.towns]
        first = self._dice.choice(towns)
        others = [one for one in (*quiet, *towns) if one != first]
        chosen = [first, *self._dice.sample(others, (len(others) + 1) // 3 - 1)]
        self.machine.busy += 1  # Where time runs fast, nothing is at once.
        try:
            await self._lose_at_once(chosen)
        finally:
            self.machine.busy -= 1
        await self._pause(self._dice.uniform(0.2, 3.0))
        for town in self.towns:
            await town.server.gateway.give_back()
            await town.server.gateway.give_crowd_back()

    async def _lose_at_once(self, chosen: Sequence[tuple[Gateway, str]]) -> None:
        """Sees whether the bot writes down in one transaction that all of them are gone, if it lives so long."""
        life, known = self.machine.bot, len(self.machine.losses())
        gone = {server_id for _, server_id in chosen}
        for gateway in [town.server.gateway for town in self.towns]:
            if gateway.world.guild_id in gone:
                await gateway.take_away(Away.UNAVAILABLE)
            await gateway.take_crowd_away(one for whose, one in chosen if whose is gateway and one in gateway.crowd)
        end, written = time.monotonic() + WRITTEN_WITHIN_S, list[frozenset[str]]()
        while frozenset().union(*written) != gone and time.monotonic() < end:
            if life is None or self.machine.bot is not life:
                return
            await asyncio.sleep(0.01)
            written = [one & gone for one in self.machine.losses()[known:] if one & gone]
        if written != [gone]:
            parts = ", ".join(str(len(one)) for one in written) or "none"
            self.towns[0].breaches.append(f"{len(gone)} servers went away at once, and on record apart: {parts}")

    async def _keep_out(self) -> None:
        """A connection is gone, and no new one is let in for a while; at times the bot dies just then."""
        server = self._one()
        number = server.world.shard[0]
        self.machine.refused.add(number)
        if self.machine.tally.kills < self.deaths and self._dice.random() < 0.5:
            await self._kill()
        else:
            await server.gateway.drop(forget=True)
        await self._pause(self._dice.uniform(0.5, 5.0))
        self.machine.refused.discard(number)

    async def _hamper(self, bar: Bar, seconds: float) -> None:
        self.machine.hampers[bar] += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self.machine.hampers[bar] -= 1

    async def call_off(self) -> None:
        """Nothing goes wrong any more."""
        for town in self.towns:
            gateway = town.server.gateway
            await gateway.give_back()
            await gateway.give_crowd_back()
            town.server.faults.clear()
            if gateway.current is not None:
                gateway.current.losing = 0
        self.machine.refused.clear()
        self.machine.away = self.machine.stays_down_until = 0.0
        self.machine.hours.step_wall(0.0)
