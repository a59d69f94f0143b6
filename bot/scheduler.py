"""Waking at the next due moment. APScheduler rings; what is due, and for what, stands in the database alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from bot.domain.ids import Occasion
from bot.errand import Errand
from bot.house import House
from bot.services import steps, vigil
from bot.storage import deadlines
from bot.storage.database import Work
from bot.storage.deadlines import Deadline

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

HEARTBEAT: Final = timedelta(seconds=15)
"""Bounds how long a lost wake-up or a stepped clock can go unnoticed."""
VIGIL_EVERY: Final = HEARTBEAT - timedelta(seconds=1)
"""A little less than the heartbeat, so that none is left out; a burst of wake-ups writes nothing more."""
AT_ONCE: Final = 512
POSTPONED_BY: Final = timedelta(minutes=1)
"""A step that failed is tried again after this time, so that it holds up nobody else's."""
_log = logging.getLogger(__name__)


class Waker(Protocol):
    """Something that calls back at a moment; it remembers one moment only."""

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
    """The waker of production: one `date` job and a heartbeat, both without any memory of what they are for."""

    def __init__(self) -> None:
        self._scheduler: AsyncIOScheduler | None = None

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """As the protocol says; the first call starts the heartbeat too."""
        scheduler = self._scheduler or self._start(wake)
        if at is None:
            if scheduler.get_job("next"):
                scheduler.remove_job("next")
            return
        scheduler.add_job(
            _on_the_loop(wake),
            "date",
            run_date=at,
            id="next",
            replace_existing=True,
            misfire_grace_time=None,
            coalesce=True,
        )

    def close(self) -> None:
        """Stop both jobs at once."""
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None

    def _start(self, wake: Callable[[], None]) -> AsyncIOScheduler:
        # Imported late: a bot that is about to identify itself has nothing to wait for yet.
        from apscheduler.schedulers.asyncio import AsyncIOScheduler  # noqa: PLC0415

        self._scheduler = AsyncIOScheduler(timezone="UTC")
        self._scheduler.start()
        self._scheduler.add_job(
            _on_the_loop(wake),
            "interval",
            seconds=HEARTBEAT.total_seconds(),
            id="heartbeat",
            misfire_grace_time=None,
            coalesce=True,
        )
        return self._scheduler


class Runner:
    """Takes due steps, oldest first, each in a transaction of its own; `wake` has them looked for."""

    def __init__(self, house: House, waker: Waker) -> None:
        self._house = house
        self._waker = waker
        self._errand = Errand("due steps", self._take_due)
        self.wake = self._errand.wake
        self.rest = self._errand.rest
        # Where time jumps, as in a rehearsal, each jump would look like an outage.
        self._keeps_vigil = isinstance(waker, SchedulerWaker)
        self._seen_at: datetime | None = None
        self.hears = True
        """Whether presses come in at the moment, as far as the bot knows."""

    def pause(self) -> None:
        """Take no step while Discord brings nobody's presses: nothing may close that nobody could have pressed for.

        Nor is the bot noted as alive meanwhile, so that a long silence is an outage like any other (AIJE-D01-5).
        """
        self.hears = False

    def go_on(self) -> None:
        """Discord is heard again: what was missed is found and moved first, then whatever is due is taken."""
        self.hears = True
        self.wake()

    async def close(self) -> None:
        """Take no further step; the one under way is finished."""
        self._waker.close()
        await self._errand.close()

    async def _take_due(self) -> bool:
        if not self.hears:
            return False
        await self._keep_vigil()
        due = await self._house.ask(deadlines.due, self._house.clock(), AT_ONCE)
        if due:
            await asyncio.gather(*map(self._take, due))
        else:
            await self._arm()
        return bool(due)

    async def _keep_vigil(self) -> None:
        """Notes that the bot lives, before any step: one that fell due while the process was frozen is moved first."""
        now = self._house.clock()
        if not self._keeps_vigil or (self._seen_at is not None and now - self._seen_at < VIGIL_EVERY):
            return
        self._seen_at = now
        await self._house.do(vigil.wake_up)

    async def _take(self, deadline: Deadline) -> None:
        try:
            await self._house.do(steps.take, deadline)
        except Exception:  # noqa: BLE001 - whatever broke, its caller is told
            # One broken thing must not hold up the steps of all others, nor be forgotten.
            _log.exception("the step %s of %s failed", deadline.kind, deadline.subject)
            await self._house.do(_postpone, deadline)

    async def _arm(self) -> None:
        earliest = await self._house.ask(deadlines.earliest)
        if not self._errand.closed:
            self._waker.arm(earliest, self.wake)


def _postpone(work: Work, occasion: Occasion, deadline: Deadline) -> None:
    deadlines.postpone(work, deadline, occasion.now + POSTPONED_BY)
