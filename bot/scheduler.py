"""Waking at the next due moment. APScheduler rings; what is due, and for what, stands in the database alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from bot.domain.ids import Occasion
from bot.services import heartbeat, steps
from bot.storage import deadlines
from bot.storage.database import Work
from bot.storage.deadlines import Deadline
from bot.storage.errors import NotCommitted, StorageError
from bot.timekeeper import wall_clock
from bot.units_of_work import UnitsOfWork
from bot.worker import Worker

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

HEARTBEAT: Final = timedelta(seconds=15)
"""Bounds how long a lost wake-up can go unnoticed, and how short a life is that leaves no trace."""
VIGIL_EVERY: Final = HEARTBEAT - timedelta(seconds=1)
"""A little less than the heartbeat, so that none is left out; a burst of wake-ups writes nothing more."""
LATE: Final = timedelta(seconds=3)
"""Discord waits so long for an answer: a heartbeat that comes later than this was none to any press meanwhile."""
DEAF: Final = timedelta(seconds=50)
"""Discord answers a heartbeat of the connection each 41 seconds: after this silence nothing comes in any more."""
BOUND: Final = timedelta(seconds=1)
"""How late a step can be that the wall clock's waker has not rung for."""
REFUSED_FOR: Final = timedelta(seconds=2)
"""After this time a database that took nothing is tried again."""
AT_ONCE: Final = 512
POSTPONED_BY: Final = timedelta(minutes=1)
"""A step that failed is tried again after this time, so that it holds up nobody else's."""
_log = logging.getLogger(__name__)


class Waker(Protocol):
    """Something that calls back at a moment; it remembers one moment only."""

    beats: bool
    """Whether it also calls every few seconds, so that whoever was not called was away."""

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """Call `wake` at the moment instead of at any armed before; None disarms."""

    def close(self) -> None:
        """Call nobody any more."""


def _on_the_loop(wake: Callable[[], None]) -> Callable[[], Coroutine[None, None, None]]:
    """The call as a coroutine: APScheduler runs plain functions in a worker thread, where no task can be made."""

    async def ring() -> None:
        wake()

    return ring


class SchedulerWaker:
    """The waker of production: one `date` job, and beside it a timer of the event loop, without any memory.

    The job rings by the wall clock, which somebody may set; the timer, which is also the heartbeat, by the time that
    passes. So no step of the wall clock can make a step late by more than `BOUND`, or silence the heartbeat.
    """

    beats = True

    def __init__(self, clock: Callable[[], datetime] = wall_clock) -> None:
        self._clock = clock
        self._scheduler: AsyncIOScheduler | None = None
        self._timer: asyncio.TimerHandle | None = None

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """As the protocol says; the first call starts the heartbeat too."""
        scheduler = self._scheduler or self._start()
        ahead = HEARTBEAT if at is None else min(HEARTBEAT, max(at - self._clock(), timedelta()) + BOUND)
        self._bind(ahead, wake)
        if at is None:
            if scheduler.get_job("next"):
                scheduler.remove_job("next")
            return
        scheduler.add_job(
            _on_the_loop(wake),
            "date",
            # The job goes by the wall clock, which may be wrong: what counts is how far ahead the moment lies.
            run_date=wall_clock() + (at - self._clock()),
            id="next",
            replace_existing=True,
            misfire_grace_time=None,
            coalesce=True,
        )

    def close(self) -> None:
        """Stops the scheduler and the timer at once."""
        if self._timer is not None:
            self._timer.cancel()
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None

    def _bind(self, ahead: timedelta, wake: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(ahead.total_seconds(), self._ring, wake)

    def _ring(self, wake: Callable[[], None]) -> None:
        """Rings, and goes on beating whatever becomes of that."""
        self._bind(HEARTBEAT, wake)
        wake()

    def _start(self) -> AsyncIOScheduler:
        # Imported late: a bot that is about to identify itself has nothing to wait for yet.
        from apscheduler.schedulers.asyncio import AsyncIOScheduler  # noqa: PLC0415

        self._scheduler = AsyncIOScheduler(timezone="UTC")
        self._scheduler.start()
        return self._scheduler


class Runner:
    """Takes due steps, oldest first, each in a transaction of its own; `wake` has them looked for.

    No step is taken before presses can come in, and none before the time in which they could not is on record
    (AIJE-D01-5).
    """

    def __init__(
        self,
        units: UnitsOfWork,
        waker: Waker,
        silence: Callable[[], timedelta] = timedelta,
        look: Callable[[], Awaitable[None]] | None = None,
        may_take: Callable[[Deadline], Awaitable[bool]] | None = None,
    ) -> None:
        self._units = units
        self._may_take = may_take
        """Whether a step can be taken now; one that cannot was put off."""
        self._waker = waker
        self._silence = silence
        """How long nothing was heard of Discord."""
        self._look_at_clock = look
        self._worker = Worker("due steps", self._take_due)
        self.wake = self._worker.wake
        self.rest = self._worker.rest
        self._noting = asyncio.Lock()
        self._hears = False
        self._deaf = False
        """Whether the connection stands and brings nothing, as when the network swallows everything."""
        self._absent = True
        """Whether a time in which no press could be taken is still to be recorded."""
        self._absent_since: datetime | None = None
        """When it began; None at the start, where the database knows when the bot was last seen."""
        self._seen_at: datetime | None = None

    @property
    def is_there(self) -> bool:
        """Whether presses come in at the moment, and all time in which they did not is on record."""
        return self._hears and self._absence() is None

    def pause(self) -> None:
        """Take no step while Discord brings nobody's presses: nothing may close that nobody could have pressed for.

        Nor is the bot noted as alive meanwhile, so that a silence is an outage like any other.
        """
        self._deaf = False
        if not self._hears:
            return
        now = self._units.clock()
        known = now if self._absence() is None else self._seen_at or now
        self._note_absence(min(known, now - self._silence()))
        self._hears = False

    def go_on(self) -> None:
        """Discord is heard again: what was missed is found and moved first, then whatever is due is taken."""
        self._hears = True
        self.wake()

    async def hear(self) -> None:
        """Something has come in: whatever was lost until now is on record before it is looked at."""
        if not self._hears:
            self.go_on()
        if self._absence() is not None:
            try:
                await self._keep_heartbeat()
            except StorageError:
                _log.warning("an outage could not be recorded before a press", exc_info=True)

    async def close(self) -> None:
        """Take no further step; the one under way is finished."""
        self._waker.close()
        await self._worker.close()

    async def _take_due(self) -> bool:
        if self._silence() > DEAF:
            self.pause()
            self._deaf = True
        elif self._deaf:
            self._deaf, self._hears = False, True
        if not self._hears:
            return False
        try:
            await self._keep_heartbeat()
        except NotCommitted:
            self._waker.arm(self._units.clock() + REFUSED_FOR, self.wake)
            return False
        due = await self._units.ask(deadlines.due, self._units.clock(), AT_ONCE)
        if due:
            await asyncio.gather(*map(self._take, due))
        else:
            await self._arm()
        return bool(due)

    async def _keep_heartbeat(self) -> None:
        """Notes that the bot lives, and before any step what it has missed: that moves what fell due meanwhile."""
        async with self._noting:
            since = self._absence()
            now = self._units.clock()
            if since is not None:
                await self._units.do(heartbeat.wake_up, self._absent_since if self._absent else since)
                self._absent, self._absent_since, self._units.refused_since = False, None, None
                self._seen_at = now
            elif self._waker.beats and (self._seen_at is None or now - self._seen_at >= VIGIL_EVERY):
                if self._look_at_clock is not None:
                    await self._look_at_clock()
                await self._units.do(heartbeat.note_alive)
                self._seen_at = now

    def _absence(self) -> datetime | None:
        """Since when no press could be taken that is not on record yet; None when they can."""
        now, seen = self._units.clock(), self._seen_at
        if self._absent:
            return self._absent_since or now
        if self._waker.beats and seen is not None and now - seen > HEARTBEAT + LATE:
            return seen
        return self._units.refused_since

    def _note_absence(self, since: datetime) -> None:
        before = self._absent_since if self._absent else since
        self._absent, self._absent_since = True, None if before is None else min(before, since)

    async def _take(self, deadline: Deadline) -> None:
        try:
            if self._may_take is None or await self._may_take(deadline):
                await self._units.do(steps.take, deadline)
        except Exception:  # noqa: BLE001 - whatever broke, its caller is told
            # One broken thing must not hold up the steps of all others, nor be forgotten.
            _log.exception("the step %s of %s failed", deadline.kind, deadline.subject)
            await self._units.do(_postpone, deadline)

    async def _arm(self) -> None:
        earliest = await self._units.ask(deadlines.earliest)
        if not self._worker.closed:
            self._waker.arm(earliest, self.wake)


def _postpone(work: Work, occasion: Occasion, deadline: Deadline) -> None:
    deadlines.postpone(work, deadline, occasion.now + POSTPONED_BY)
