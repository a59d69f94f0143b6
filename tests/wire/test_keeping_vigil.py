"""In production, being alive is written down every few seconds, so that an outage is known by its length."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.domain.deadlines import Step
from bot.domain.outages import Outage
from bot.house import House
from bot.scheduler import HEARTBEAT, Runner, SchedulerWaker
from bot.storage import deadlines, outages
from bot.storage.database import Database
from bot.storage.deadlines import Deadline

MIGRATIONS = Path(__file__).parents[2] / "migrations"
BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


class Silent(SchedulerWaker):
    """Production's waker, whose bells the test rings itself."""

    def arm(self, at: datetime | None, wake: object) -> None:
        """Nothing rings."""


class Watch:
    """A runner on a database of its own, woken at moments that the test chooses."""

    def __init__(self, database: Database, waker: SchedulerWaker) -> None:
        self.now = BEGIN
        self.house = House(database, lambda: self.now, bytes)
        self.runner = Runner(self.house, waker)

    async def beat(self, after: timedelta) -> None:
        """Time passes, a bell rings, the runner comes to rest."""
        self.now += after
        self.runner.wake()
        await self.runner.rest()


async def test_each_heartbeat_notes_that_the_bot_lives(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        for _ in range(3):
            await watch.beat(HEARTBEAT)
        assert await watch.house.ask(outages.last_seen) == BEGIN + 3 * HEARTBEAT
        assert await watch.house.ask(outages.since, BEGIN) == ()


async def test_a_burst_of_bells_writes_nothing_more(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        await watch.beat(HEARTBEAT)
        for _ in range(5):
            await watch.beat(timedelta(seconds=1))
        assert await watch.house.ask(outages.last_seen) == BEGIN + HEARTBEAT


async def test_a_process_that_was_frozen_was_away(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        await watch.beat(HEARTBEAT)
        await watch.beat(timedelta(hours=1))
        slept = Outage(BEGIN + HEARTBEAT, BEGIN + HEARTBEAT + timedelta(hours=1))
        assert await watch.house.ask(outages.since, BEGIN) == (slept,)


async def test_while_discord_brings_no_presses_nothing_closes_and_a_long_silence_is_an_outage(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        await watch.beat(HEARTBEAT)
        due = Deadline("absences:none", Step.NOTIFY_ABSENTEES, BEGIN + 2 * HEARTBEAT)
        await watch.house.do(lambda work, _: deadlines.rewrite(work, due.subject, [(due.kind, due.due_at)]))
        watch.runner.pause()
        await watch.beat(timedelta(minutes=5))
        assert await watch.house.ask(deadlines.due, watch.now, 10) == [due]
        watch.runner.go_on()
        await watch.runner.rest()
        assert await watch.house.ask(deadlines.due, watch.now, 10) == []
        silence = Outage(BEGIN + HEARTBEAT, BEGIN + HEARTBEAT + timedelta(minutes=5))
        assert await watch.house.ask(outages.since, BEGIN) == (silence,)
