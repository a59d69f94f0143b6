"""What pending deadlines cost, and how late steps are settled that fall due close together.

Run with `python -m benchmarks.deadlines`. The runner, the waker and the database are the bot's own, the file lies on
the disk, and the step is a real one: the reminder of a tournament with two players who have not confirmed, which is
noted, rescheduled and promised to the outbox. A step counts as settled when its transaction is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, ParamSpec, TypeVar

from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import spread, table
from benchmarks.sizes import is_smallest
from bot import wiring
from bot.app import MIGRATIONS
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.ids import Actor, Community, GuildId, MemberId
from bot.living.scheduler import Runner, SchedulerWaker
from bot.living.transactions import UnitsOfWork, Verb
from bot.rulebooks.library import preset
from bot.server import store as server_store

P = ParamSpec("P")
T = TypeVar("T")

PENDING: Final = 100_000
AT_ONCE: Final = 1_000
SMALLEST: Final = (500, 5)
"""Pending and at once, for a trial."""
AHEAD: Final = timedelta(seconds=20)
"""Time for the preparation, which has to end before the first deadline."""
REMINDED_BEFORE_THE_CLOSE: Final = timedelta(minutes=15)
GUILD: Final = GuildId(1)
MIB: Final = 1 << 20


class Watched(UnitsOfWork):
    """The house, noting when each step was settled and how long after its moment that was."""

    lateness: list[float]

    async def do(self, verb: Verb[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As the house does it."""
        value = await super().do(verb, *args, **kwargs)
        if verb is wiring.take and isinstance(args[0], kernel_time_store.Deadline):
            self.lateness.append((self.clock() - args[0].due_at).total_seconds())
        return value


@asynccontextmanager
async def running() -> AsyncIterator[tuple[Watched, Runner]]:
    """A runner on a new database, as the bot starts it."""
    wiring.join()
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as folder:
        async with Database.open(Path(folder) / "deadlines.db", migrations=MIGRATIONS) as database:
            units = Watched(database, lambda: datetime.now(UTC), os.urandom)
            units.lateness = []
            runner = Runner(units, SchedulerWaker(), wiring.STEPS, wiring.LOSSES)
            units.wakers["deadlines"] = runner.wake
            runner.go_on()
            yield units, runner
            await runner.close()


async def cost_of_pending(pending: int) -> tuple[float, float]:
    """The MiB by which the process grew with the pending rows, and the seconds of one wake-up among them."""
    async with running() as (units, runner):
        await _wake_runner(runner)
        before = resident()
        later = units.clock() + timedelta(days=30)
        await _fill_up(units, pending, later)
        await _wake_runner(runner)
        grown = (resident() - before) / MIB
        began = time.perf_counter()
        await _wake_runner(runner)
        return grown, time.perf_counter() - began


async def lateness(at_once: int, within: timedelta, pending: int = 0) -> list[float]:
    """The seconds after their moment at which the reminders were settled that fall due `within` a time."""
    async with running() as (units, _):
        await _fill_up(units, pending, units.clock() + timedelta(days=30))
        await units.do(_found_community)
        first_due = units.clock() + AHEAD * max(at_once / AT_ONCE, 0.1)
        await units.do(_open_tournaments, first_due, within, at_once)
        assert units.clock() < first_due, "the preparation took too long"
        await asyncio.sleep(max(0.0, (first_due - units.clock()).total_seconds() + within.total_seconds()))
        async with asyncio.timeout(30):
            while len(units.lateness) < at_once:
                await asyncio.sleep(0.05)
        return units.lateness


def resident() -> int:
    """The bytes that the process holds in memory now, as Linux tells it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def _wake_runner(runner: Runner) -> None:
    """Have the runner look once, and arm for what comes next."""
    runner.wake()
    while any(task.get_name() == "due steps" for task in asyncio.all_tasks()):
        await asyncio.sleep(0)


async def _fill_up(units: UnitsOfWork, pending: int, due_at: datetime) -> None:
    """Adds so many deadlines, in units of a few thousand."""
    for first in range(0, pending, 5_000):
        await units.do(_fill, first, min(5_000, pending - first), due_at)


def _fill(tx: Tx, first: int, count: int, due_at: datetime) -> None:
    for number in range(first, first + count):
        kernel_time_store.rewrite_deadlines(tx, f"tournament:pending{number:07}", [("close_check_in", due_at)])


def _found_community(tx: Tx) -> None:
    community = Community(GUILD, MemberId(1), "en-US", "UTC", set_up_at=tx.now)
    server_store.save(tx, community)


def _open_tournaments(tx: Tx, first_due: datetime, within: timedelta, at_once: int) -> None:
    """Tournaments whose first reminders fall due in even steps."""
    for number in range(at_once):
        _open_tournament(tx, first_due + within * number / at_once + REMINDED_BEFORE_THE_CLOSE)


def _open_tournament(tx: Tx, start_at: datetime) -> None:
    owner = Actor(GUILD, MemberId(1), "Olga", "en-US", is_owner=True, is_organiser=True, at=tx.now)
    tournament = tournaments_verbs.create(tx.acting_as(owner), "Open", preset("aije-open"), start_at)
    early = start_at - timedelta(hours=1)
    for number in (2, 3):
        player = Actor(GUILD, MemberId(number), f"P{number}", "en-US", is_owner=False, is_organiser=False, at=early)
        entering_verbs.register(tx.acting_as(player), tournament.tournament_id, f"P{number}")
    entering_check_in_verbs.open_check_in(tx, tournament)


def report(many: int = PENDING, at_once: int = AT_ONCE) -> str:
    """Both tables, measured now: with so many deadlines pending, and so many steps due close together."""
    grown, wake = asyncio.run(cost_of_pending(many))
    cost = table(
        ("pending deadlines", "MiB more", "one wake-up ms"), [(f"{many:,}", f"{grown:.1f}", f"{wake * 1000:.1f}")]
    )
    rows = []
    for name, within, pending in (
        ("spread over one second", timedelta(seconds=1), 0),
        (f"spread over one second, {many:,} more pending", timedelta(seconds=1), many),
        ("all in the same millisecond", timedelta(), 0),
    ):
        late = spread(asyncio.run(lateness(at_once, within, pending)))
        rows.append((name, late.count, f"{late.median:.1f}", f"{late.p95:.1f}", f"{late.longest:.1f}"))
    return cost + "\n\n" + table(("due", "steps", "median ms late", "p95 ms late", "latest ms"), rows)


if __name__ == "__main__":
    print(report(*SMALLEST) if is_smallest(sys.argv) else report())
