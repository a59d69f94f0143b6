"""Figures for who hosts the bot, in Prometheus' text format, and `/health`: imported only where they are switched on.

Presses are counted as they are answered; everything else is looked up when somebody asks. No label names a server, an
event or a person: each is one of a few words.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, get_args
from urllib.parse import urlsplit

import discord
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.addresses import Address, Place
from bot.kernel.context import Query, Tx
from bot.kernel.faults import DatabaseClosed, StorageError
from bot.kernel.ids import GuildId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Cause
from bot.living.journal import Kind, Outcome
from bot.living.reachability import Reachability
from bot.living.transactions import UnitsOfWork

# --- what is looked up ----------------------------------------------------------------------------------------------


LATE_AFTER: Final = CLICKS_IN_FLIGHT + timedelta(seconds=2)
"""A step that is not taken so long after its moment is late."""
A_DAY: Final = timedelta(days=1)
_NOTHING: Final = timedelta()


@dataclass(frozen=True, slots=True)
class FoundInFile:
    """What the database says of the bot's work."""

    waiting: tuple[int, datetime | None]
    """Promises, and since when the first waits."""
    late: tuple[int, datetime | None]
    held: int
    lost: dict[Cause, tuple[int, timedelta]]
    clock_off: timedelta


def look(tx: Query) -> FoundInFile:
    """Reads it; no statement walks what grows."""
    return FoundInFile(
        outbox.backlog(tx),
        kernel_time_store.late_deadlines(tx, tx.now - LATE_AFTER),
        kernel_time_store.held_deadlines(tx),
        kernel_time_store.time_lost(tx, tx.now - A_DAY),
        kernel_time_store.clock_off(tx) or _NOTHING,
    )


def _unknown() -> datetime | None:
    return None


def _nothing(_: Tx) -> None:
    """Writes nothing, in a transaction of its own."""


# --- the figures ----------------------------------------------------------------------------------------------------


ANSWERED_IN: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 15.0, 60.0)
"""Seconds; Discord waits for three, and is told after two that an answer will come."""
STATES: Final = ("open", "silent", "gone")
"""Of a connection: it is there, it brings nothing any more, it has ended."""
ANSWERS_WITHIN: Final = 5.0
"""Seconds in which the database does what it is asked for, or the bot is not well."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Watched:
    """The bot, once it has opened its database."""

    units: UnitsOfWork
    reach: Reachability
    servers: Callable[[], Sequence[discord.Guild]]
    file: Place
    last_copy: Callable[[], datetime | None]


class Gauges:
    """What is set anew each time that somebody asks."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, what: str, *labels: str) -> Gauge:
            return Gauge(f"arbiter_{name}", what, labels, registry=registry)

        self.waiting = gauge("promises_waiting", "Messages that are promised and not said yet")
        self.oldest = gauge("promise_oldest_seconds", "How long the first of them has waited")
        self.late = gauge("steps_late", "Steps that should have been taken by now")
        self.latest = gauge("step_late_seconds", "How late the first of them is")
        self.held = gauge("steps_held", "Steps that wait until Discord has their server back")
        self.connections = gauge("connections", "Connections to Discord", "state")
        self.servers = gauge("servers", "Servers that the bot is in", "state")
        self.outages = gauge("outages_last_day", "Times in which no press could be taken, that ended in a day", "cause")
        self.lost = gauge("outage_seconds_last_day", "How long those were in all", "cause")
        self.refuses = gauge("database_refuses", "1 while the database takes nothing, or does not answer")
        self.file = gauge("database_bytes", "Size of the database and of its log", "part")
        self.free = Gauge("arbiter_disk_free_bytes", "Room beside the database; absent: unknown", registry=None)
        self.copy_age = Gauge(
            "arbiter_copy_age_seconds", "How old the last backup or copy is; absent: unknown", registry=None
        )
        self._registry = registry
        self._known: set[Gauge] = set()
        self.clock_off = gauge("clock_off_seconds", "How far the clock is ahead of Discord's; 0 while they agree")

    def set_found(self, found: FoundInFile, now: datetime) -> None:
        """As the database says."""
        for count, age, (many, first) in (
            (self.waiting, self.oldest, found.waiting),
            (self.late, self.latest, found.late),
        ):
            count.set(many)
            age.set(max(0.0, (now - (first or now)).total_seconds()))
        self.held.set(found.held)
        self.clock_off.set(found.clock_off.total_seconds())
        for cause in Cause:
            many, length = found.lost.get(cause, (0, _NOTHING))
            self.outages.labels(cause.value).set(many)
            self.lost.labels(cause.value).set(length.total_seconds())

    def set_reached(self, watched: _Watched) -> None:
        """As the bot itself knows."""
        reach = watched.reach
        there, is_open = len(reach.heard), sum(one.is_open for one in reach.connections.all)
        counts = (there, is_open - there, len(reach.connections.all) - is_open)
        for state, many in zip(STATES, counts, strict=True):
            self.connections.labels(state).set(many)
        servers = watched.servers()
        away = sum(one.unavailable or reach.servers.is_away(GuildId(one.id)) for one in servers)
        self.servers.labels("there").set(len(servers) - away)
        self.servers.labels("away").set(away)

    def set_copied(self, at: datetime | None, now: datetime) -> None:
        """As it is known; of no copy there is no age."""
        if at is not None:
            self._tell(self.copy_age, max(0.0, (now - at).total_seconds()))

    def _tell(self, gauge: Gauge, value: float) -> None:
        """Sets what is absent while it is not known: a nought would ring who waits for too little."""
        gauge.set(value)
        if gauge not in self._known:
            self._known.add(gauge)
            self._registry.register(gauge)

    def set_room(self, file: Place) -> None:
        """As the disk says; a server has its own figures."""
        if isinstance(file, Address):
            return
        for part, one in (("main", file), ("log", file.with_name(f"{file.name}-wal"))):
            with suppress(OSError):
                self.file.labels(part).set(one.stat().st_size)
        with suppress(OSError):
            self._tell(self.free, shutil.disk_usage(file.absolute().parent).free)


class Figures:
    """Counts, looks up and serves; `async with` it while it is to be asked. Where it cannot serve, the bot goes on."""

    def __init__(self, listens_on: str) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._listens_on = listens_on
        self._watched: _Watched | None = None
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._gauges = Gauges(self._registry)
        self._presses = Counter(
            "arbiter_presses", "What people did that asks for an answer", ["kind"], registry=self._registry
        )
        self._answers = Counter(
            "arbiter_answers", "How that was answered", ["kind", "outcome"], registry=self._registry
        )
        self._seconds = Histogram(
            "arbiter_answer_seconds", "How long it waited", ["kind"], registry=self._registry, buckets=ANSWERED_IN
        )
        # A counter that is not there yet and then one hides its first rise.
        for kind in get_args(Kind):
            self._presses.labels(kind)
            self._seconds.labels(kind)
            for outcome in get_args(Outcome):
                self._answers.labels(kind, outcome)
        self._runner: web.AppRunner | None = None

    def watch(
        self,
        units: UnitsOfWork,
        reach: Reachability,
        servers: Callable[[], Sequence[discord.Guild]],
        file: Place,
        last_copy: Callable[[], datetime | None] = _unknown,
    ) -> None:
        """From now on there is a bot to be looked at."""
        self._watched = _Watched(units, reach, servers, file, last_copy)

    def came_in(self, kind: Kind) -> None:
        """Somebody did something that asks for an answer."""
        self._presses.labels(kind).inc()

    def answered(self, kind: Kind, outcome: Outcome, seconds: float) -> None:
        """It was answered so, after so long."""
        self._answers.labels(kind, outcome).inc()
        self._seconds.labels(kind).observe(seconds)

    async def text(self) -> bytes:
        """All of them at this moment; what cannot be found out is as it was."""
        watched = self._watched
        if watched is not None:
            self._gauges.set_reached(watched)
            self._gauges.set_room(watched.file)
            self._gauges.set_copied(watched.last_copy(), watched.units.clock())
            self._gauges.refuses.set(not await self._look_into_file(watched))
        return generate_latest(self._registry)

    async def _look_into_file(self, watched: _Watched) -> bool:
        """Whether the database takes and answers."""
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                found = await watched.units.ask(look)
        except (StorageError, DatabaseClosed, TimeoutError) as trouble:
            _log.debug("no figures of the database: %r", trouble)
            return False
        self._gauges.set_found(found, watched.units.clock())
        return watched.units.refused_since is None

    async def ill(self) -> str:
        """Why only a new start can help; empty where it is well, or where a start helps nothing.

        Discord's troubles are none of these: a bot that is started anew reaches it no sooner.
        """
        if self._watched is None:
            return ""
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await self._watched.units.ask(kernel_time_store.clock_off)
                await self._watched.units.do(_nothing)
        except TimeoutError:
            return "the database does not answer"
        except (StorageError, DatabaseClosed) as trouble:
            _log.debug("looked at in trouble: %r", trouble)
        return ""

    # --- being asked ------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Figures:
        """Begins to serve."""
        parts = urlsplit(f"//{self._listens_on}")
        app = web.Application()
        app.router.add_get("/metrics", self._show)
        app.router.add_get("/health", self._show_health)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, parts.hostname, parts.port).start()
        except OSError as trouble:
            _log.error("figures cannot be served on %s (%s); the bot goes on", self._listens_on, trouble.strerror)
        else:
            _log.info("figures are served on %s", self._listens_on)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Serves no more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _show(self, _: web.Request) -> web.Response:
        return web.Response(body=await self.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _show_health(self, _: web.Request) -> web.Response:
        ill = await self.ill()
        return web.Response(text=f"{ill or 'well'}\n", status=503 if ill else 200)
