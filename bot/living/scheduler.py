"""Waking at the next due moment. APScheduler rings; what is due, and for what, stands in the database alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, Protocol

from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.faults import NotCommitted
from bot.kernel.time_store import Deadline
from bot.living.reachability import PULSE, Losses, Reachability, Senses
from bot.living.transactions import UnitsOfWork, Worker, wall_clock

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler


FAR: Final = timedelta(days=1)
"""The event loop's timers are bound no further ahead; whoever is woken then looks again."""
BOUND: Final = timedelta(seconds=1)
"""How late a step can be that the wall clock's waker has not rung for."""
REFUSED_FOR: Final = timedelta(seconds=2)
"""After this time a database that took nothing is tried again."""
AT_ONCE: Final = 512
POSTPONED_BY: Final = timedelta(minutes=1)
"""A step that failed is tried again after this time, so that it holds up nobody else's."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Steps:
    """How a step that has come due is taken, whatever it is of."""

    take: Callable[[Tx, Deadline, Any], None]
    """Takes it, with what was read for it before, or None."""
    read_ahead: Callable[[Query, Deadline], object]
    """What it hangs on, read where no press waits for it."""
    is_long_to_read: Callable[[Deadline], bool]
    """Whether that is so much that it is read before."""


class Waker(Protocol):
    """Something that calls back at a moment; it remembers one moment only."""

    beats: bool
    """Whether it beats at all; not where time is pretended."""

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """Call `wake` at the moment instead of at any armed before; None disarms."""

    def beat(self, every: timedelta, pulse: Callable[[], None]) -> None:
        """Call `pulse` again and again, so long apart, from the first call on; whatever is armed does not move that."""

    def close(self) -> None:
        """Call nobody any more."""


def _on_the_loop(wake: Callable[[], None]) -> Callable[[], Coroutine[None, None, None]]:
    """The call as a coroutine: APScheduler runs plain functions in a worker thread, where no task can be made."""

    async def ring() -> None:
        wake()

    return ring


class SchedulerWaker:
    """The waker of production: one `date` job, beside it a timer of the event loop, and the heartbeat's own timer.

    The job rings by the wall clock, which somebody may set; the timers by the time that passes. So no step of the wall
    clock can make a step late by more than `BOUND`, and nothing that is armed moves the heartbeat.
    """

    beats = True

    def __init__(self, clock: Callable[[], datetime] = wall_clock) -> None:
        self._clock = clock
        self._scheduler: AsyncIOScheduler | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._heart: asyncio.TimerHandle | None = None
        self._closed = False

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """As the protocol says; once it is closed nothing is armed any more."""
        if self._closed:
            return
        scheduler = self._scheduler or self._start()
        if self._alarm is not None:
            self._alarm.cancel()
        if at is None:
            if scheduler.get_job("next"):
                scheduler.remove_job("next")
            return
        ahead = max(at - self._clock(), timedelta()) + BOUND
        self._alarm = asyncio.get_running_loop().call_later(min(ahead, FAR).total_seconds(), wake)
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

    def beat(self, every: timedelta, pulse: Callable[[], None]) -> None:
        """As the protocol says."""
        if self._heart is None and not self._closed:
            self._bind(every, pulse)

    def close(self) -> None:
        """Stops the scheduler and the timers at once, for good."""
        self._closed = True
        for timer in (self._alarm, self._heart):
            if timer is not None:
                timer.cancel()
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None

    def _bind(self, every: timedelta, pulse: Callable[[], None]) -> None:
        self._heart = asyncio.get_running_loop().call_later(every.total_seconds(), self._ring, every, pulse)

    def _ring(self, every: timedelta, pulse: Callable[[], None]) -> None:
        """Calls, and goes on beating whatever becomes of that."""
        self._bind(every, pulse)
        pulse()

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
        steps: Steps,
        losses: Losses,
        senses: Senses | None = None,
        may_take: Callable[[Deadline], Awaitable[bool]] | None = None,
    ) -> None:
        self._units, self._steps = units, steps
        self._may_take = may_take
        """Whether a step can be taken now; one that cannot was put off."""
        self._waker = waker
        self._worker = Worker("due steps", self._take_due)
        self.wake = self._worker.wake
        self.reach = Reachability(units, losses, senses or Senses(), self.wake, beats=waker.beats)

    @property
    def is_there(self) -> bool:
        """Whether presses come in at the moment, and all time in which they did not is on record."""
        return self.reach.is_open

    def pause(self, number: int = 0) -> None:
        """Take no step of servers whose presses the connection does not bring: nobody could have pressed for it.

        Nor is it noted as alive meanwhile, so that this time is an outage like any other.
        """
        self.reach.disconnect(number)

    def go_on(self, number: int = 0) -> None:
        """That connection is heard again: what was missed is found and moved first, then what is due is taken."""
        if not self._worker.closed:
            self._waker.beat(PULSE, self.reach.beat)
            self.reach.connect(number)

    async def rest(self) -> None:
        """Come to rest: wait until no step is under way."""
        await self.reach.rest()
        await self._worker.rest()

    async def close(self) -> None:
        """Take no further step; the one under way is finished."""
        self._waker.close()
        await self.reach.close()
        await self._worker.close()

    async def _take_due(self) -> bool:
        try:
            if not await self.reach.settle():
                return False
            if not await self.reach.move():
                self._arm(self._units.clock() + REFUSED_FOR)
                return False
            due = await self._units.ask(kernel_time_store.due_deadlines, self._units.clock(), AT_ONCE)
            free, others_wait = await self.reach.servers.take(due)
        except NotCommitted:
            self._arm(self._units.clock() + REFUSED_FOR)
            return False
        if free:
            await asyncio.gather(*map(self._take, free))
        elif others_wait:
            self._arm(self._units.clock() + REFUSED_FOR)
        elif not due:
            self._arm(await self._units.ask(kernel_time_store.earliest_deadline))
        return bool(free) or (bool(due) and not others_wait)

    async def _take(self, deadline: Deadline) -> None:
        try:
            if self._may_take is None or await self._may_take(deadline):
                long = self._steps.is_long_to_read(deadline)
                ahead = await self._units.ask(self._steps.read_ahead, deadline) if long else None
                await self._units.do(self._steps.take, deadline, ahead)
        except Exception:  # noqa: BLE001 - whatever broke, its caller is told
            # One broken thing must not hold up the steps of all others, nor be forgotten.
            _log.exception("the step %s of %s failed", deadline.kind, deadline.subject)
            await self._units.do(_postpone, deadline)

    def _arm(self, at: datetime | None) -> None:
        if not self._worker.closed:
            self._waker.arm(at, self.wake)


def _postpone(tx: Tx, deadline: Deadline) -> None:
    kernel_time_store.postpone_deadline(tx, deadline, tx.now + POSTPONED_BY)
