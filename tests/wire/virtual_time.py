"""An event loop whose time passes only where it waits, or where something stands still; and a store without rows."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot import wiring
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.kernel import time_store as kernel_time_store
from bot.kernel.outages import Step, TimeLost
from bot.kernel.time_store import Deadline
from bot.living.reachability import Senses
from bot.living.scheduler import Runner, SchedulerWaker

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


class _Waiting(selectors.SelectSelector):
    """Waits for nothing: the time that the loop would wait has passed."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Nothing ever comes in; so long the loop has slept."""
        self.passed += timeout or 0.0
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """See the module."""

    def __init__(self) -> None:
        self.waiting = _Waiting()
        super().__init__(self.waiting)

    def time(self) -> float:
        """Seconds since it was made."""
        return self.waiting.passed

    def stand_still(self, seconds: float) -> None:
        """The whole process does nothing for so long."""
        self.waiting.passed += seconds


class Bell(SchedulerWaker):
    """Production's waker, whose `date` job rings by the loop's own time."""

    def _start(self) -> Any:
        return _Jobs()


class _Jobs:
    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def get_job(self, _: str) -> object:
        """The job, where there is one."""
        return self._timer

    def remove_job(self, _: str) -> None:
        """It rings no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def add_job(self, ring: Callable[[], Awaitable[None]], *_: object, run_date: datetime, **__: object) -> None:
        """Rings at that moment instead of at any other."""
        self.remove_job("next")
        loop = asyncio.get_running_loop()
        ahead = (run_date - BEGIN).total_seconds() - loop.time()
        self._timer = loop.call_later(max(ahead, 0.0), lambda: asyncio.ensure_future(ring()))

    def shutdown(self, *, wait: bool) -> None:
        """It rings no more."""
        del wait
        self.remove_job("next")


class Store:
    """What the runner asks of a database: what is due, and what is written down."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.due: list[Deadline] = []
        self.taken: list[tuple[Deadline, datetime]] = []
        self.recorded: list[tuple[datetime, datetime]] = []
        self.alive: list[datetime] = []
        self.refused_since: datetime | None = None
        self.heard_at: datetime | None = None

    def clock(self) -> datetime:
        """The present moment."""
        return BEGIN + timedelta(seconds=self._loop.time())

    def fall_due(self, number: int, after: float) -> None:
        """One more step, so many seconds from now."""
        self.due.append(Deadline(f"thing:{number}", Step.START, self.clock() + timedelta(seconds=after)))

    async def ask(self, query: object, *values: Any) -> Any:
        """What the runner reads."""
        if query is kernel_time_store.due_deadlines:
            return [one for one in self.due if one.due_at <= values[0]]
        return min((one.due_at for one in self.due), default=None)

    async def do(self, verb: object, *values: Any) -> None:
        """What it writes; each takes a moment."""
        await asyncio.sleep(0)
        if verb is playing_outage_verbs.note_losses:
            self._record(values[0])
        elif verb is playing_outage_verbs.note_alive:
            self.alive.append(self.clock())
        elif verb is wiring.take and values[0] in self.due:
            self.due.remove(values[0])
            self.taken.append((values[0], self.clock()))

    def _record(self, lost: Sequence[TimeLost]) -> None:
        self.recorded += [(one.since, one.until or self.clock()) for one in lost if one.since is not None]


def runner_of(store: Store) -> Runner:
    """The runner of production over it, awake and connected."""
    units: Any = store
    return Runner(units, Bell(store.clock), wiring.STEPS, wiring.LOSSES, Senses())
