"""In production, being alive is written down every few seconds, so that an outage is known by its length."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import wiring
from bot.kernel import time_store as kernel_time_store
from bot.kernel.database import Database
from bot.kernel.faults import CannotBegin
from bot.kernel.ids import Community, GuildId, MemberId
from bot.kernel.outages import Cause, Outage, Shard, Step
from bot.kernel.time_store import Deadline
from bot.living.reachability import HEARTBEAT, PULSE, Senses, Silence
from bot.living.scheduler import Runner, SchedulerWaker, Waker
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store

MIGRATIONS = Path(__file__).parents[2] / "migrations"
DEAF = timedelta(seconds=50)
NOBODY = GuildId(1)
BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


class Silent(SchedulerWaker):
    """Production's waker, whose bells the test rings itself."""

    def arm(self, at: datetime | None, wake: object) -> None:
        """Nothing rings."""

    def beat(self, every: timedelta, pulse: object) -> None:
        """Nothing beats."""


class Watch:
    """A runner on a database of its own, woken at moments that the test chooses; Discord is heard from the start."""

    def __init__(self, database: Database, waker: Waker) -> None:
        self.now = BEGIN
        self.silent_for = timedelta()
        self.described: set[GuildId] = set()
        self.units = UnitsOfWork(database, lambda: self.now, bytes)
        senses = Senses(lambda _: Silence(self.silent_for, DEAF), is_described=lambda one: one in self.described)
        self.runner = Runner(self.units, waker, wiring.STEPS, wiring.LOSSES, senses)
        self.units.wakers["heartbeat"] = self.runner.wake

    async def connect(self) -> None:
        """Discord is heard."""
        self.runner.go_on()
        await self.runner.rest()

    async def beat(self, after: timedelta) -> None:
        """Time passes, the heart beats, a bell rings, the runner comes to rest."""
        self.now += after
        self.runner.reach.beat()
        self.runner.wake()
        await self.runner.rest()

    async def live(self, length: timedelta) -> None:
        """Time passes, with all its heartbeats."""
        until = self.now + length
        while self.now < until:
            await self.beat(min(PULSE, until - self.now))

    async def outages(self) -> tuple[Outage, ...]:
        return await self.units.ask(kernel_time_store.outages_since, NOBODY, BEGIN - timedelta(days=1))

    async def fall_due(self, at: datetime) -> Deadline:
        """Something is due at the moment."""
        due = Deadline("absences:none", Step.NOTIFY_ABSENTEES, at)
        await self.units.do(lambda tx: kernel_time_store.rewrite_deadlines(tx, due.subject, [(due.kind, due.due_at)]))
        return due

    async def waiting(self) -> list[Deadline]:
        return await self.units.ask(kernel_time_store.due_deadlines, self.now, 10)


@asynccontextmanager
async def keeping(folder: Path) -> AsyncIterator[Watch]:
    async with Database.open(folder / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        await watch.connect()
        yield watch


async def test_each_heartbeat_notes_that_the_bot_lives(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        for _ in range(3):
            await watch.live(HEARTBEAT)
        assert await watch.units.ask(kernel_time_store.last_seen) == {Shard(): BEGIN + 3 * HEARTBEAT}
        assert await watch.outages() == ()


async def test_a_burst_of_bells_writes_nothing_more(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await watch.live(HEARTBEAT)
        for _ in range(5):
            watch.now += timedelta(seconds=1)
            watch.runner.wake()
            await watch.runner.rest()
        assert await watch.units.ask(kernel_time_store.last_seen) == {Shard(): BEGIN + HEARTBEAT}


async def test_a_process_that_was_frozen_was_away(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await watch.live(HEARTBEAT)
        await watch.beat(timedelta(hours=1))
        slept = Outage(BEGIN + HEARTBEAT, BEGIN + HEARTBEAT + timedelta(hours=1))
        assert await watch.outages() == (slept,)


async def test_who_presses_first_after_the_process_was_frozen_is_judged_with_the_outage(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        watch.now += timedelta(days=4)
        await watch.runner.reach.hear(None)
        assert await watch.outages() == (Outage(BEGIN, BEGIN + timedelta(days=4)),)
        assert watch.runner.is_there


@pytest.mark.parametrize("length", [timedelta(seconds=2), timedelta(minutes=5)])
async def test_while_discord_brings_no_presses_nothing_closes_and_every_silence_is_an_outage(
    tmp_path: Path, length: timedelta
) -> None:
    async with keeping(tmp_path) as watch:
        await watch.live(HEARTBEAT)
        due = await watch.fall_due(BEGIN + HEARTBEAT)
        watch.runner.pause()
        await watch.live(length)
        assert await watch.waiting() == [due]
        await watch.connect()
        assert await watch.waiting() == []
        assert await watch.outages() == (Outage(BEGIN + HEARTBEAT, BEGIN + HEARTBEAT + length),)


async def test_a_connection_that_stands_and_brings_nothing_is_an_outage_from_its_last_sign(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await watch.live(timedelta(minutes=1))
        watch.silent_for = timedelta(seconds=40)
        due = await watch.fall_due(watch.now + timedelta(seconds=12))
        for _ in range(5):
            watch.silent_for += PULSE
            await watch.beat(PULSE)
        assert await watch.waiting() == [due]
        heard_last = watch.now - watch.silent_for
        watch.silent_for = timedelta()
        await watch.beat(PULSE)
        assert await watch.waiting() == []
        assert await watch.outages() == (Outage(heard_last, watch.now),)


async def test_a_life_that_ends_before_discord_is_heard_takes_no_step_and_is_no_life(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        first = Watch(database, Silent())
        await first.connect()
        due = await first.fall_due(BEGIN + timedelta(seconds=5))
        watch = first
        for life in range(1, 20):
            watch = Watch(database, Silent())
            watch.now = BEGIN + life * timedelta(seconds=10)
            await watch.beat(timedelta(seconds=1))
            assert await watch.waiting() == [due]
        await watch.connect()
        assert await watch.waiting() == []
        assert await watch.outages() == (Outage(BEGIN, watch.now),)


async def test_lives_of_a_second_are_one_outage(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        for life in range(20):
            watch = Watch(database, Silent())
            watch.now = BEGIN + life * timedelta(seconds=10)
            await watch.connect()
            await watch.beat(timedelta(seconds=1))
        assert await watch.outages() == (Outage(BEGIN, watch.now - timedelta(seconds=1)),)


async def test_time_in_which_the_database_took_nothing_is_an_outage_from_the_first_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(tmp_path) as watch:
        await watch.live(HEARTBEAT)
        working = watch.units.database.write

        async def refuse(*_: object) -> None:
            raise CannotBegin("locked")

        monkeypatch.setattr(watch.units.database, "write", refuse)
        with pytest.raises(CannotBegin):
            await watch.units.do(lambda _: None)
        refused_at = watch.now
        await watch.beat(timedelta(seconds=4))
        assert not watch.runner.is_there
        monkeypatch.setattr(watch.units.database, "write", working)
        await watch.beat(timedelta(seconds=2))
        assert await watch.outages() == (Outage(refused_at, watch.now),)
        assert watch.runner.is_there


pieces = st.lists(st.tuples(st.integers(1, 90), st.integers(1, 200)), min_size=1, max_size=6)


@pytest.mark.long
@settings(max_examples=12)
@given(pieces)
def test_whatever_the_pattern_exactly_what_was_lost_is_on_record(script: list[tuple[int, int]]) -> None:
    async def play() -> tuple[Outage, ...]:
        with TemporaryDirectory() as folder:
            async with keeping(Path(folder)) as watch:
                for up, down in script:
                    await watch.live(timedelta(seconds=up))
                    watch.runner.pause()
                    await watch.live(timedelta(seconds=down))
                    await watch.connect()
                return await watch.outages()

    found = asyncio.run(play())
    assert [round((one.up_at - one.down_from).total_seconds()) for one in found] == [down for _, down in script]


async def test_a_short_life_counts_until_the_last_press_that_was_taken(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await watch.live(PULSE)
        await watch.runner.reach.hear(None)
        await watch.units.do(lambda _: None)
        pressed = watch.now
        await watch.live(2 * PULSE)
        assert await watch.units.ask(kernel_time_store.last_seen) == {Shard(): pressed}


# --- servers --------------------------------------------------------------------------------------------------------

SERVER = GuildId(7)


async def of_server(watch: Watch) -> Deadline:
    """A step of a server, due in a minute."""
    await watch.units.do(lambda tx: server_store.save(tx, Community(SERVER, MemberId(1), "it", "UTC")))
    due = Deadline(f"mirror:{SERVER}", Step.MIRROR_ROLES, watch.now + timedelta(minutes=1))
    await watch.units.do(lambda tx: kernel_time_store.rewrite_deadlines(tx, due.subject, [(due.kind, due.due_at)]))
    return due


async def held(watch: Watch) -> list[str]:
    rows = await watch.units.ask(lambda tx: tx.fetch_all("SELECT subject FROM deadlines WHERE held_for IS NOT NULL"))
    return [str(row["subject"]) for row in rows]


@pytest.mark.parametrize("cause", [Cause.UNAVAILABLE, Cause.REMOVED])
async def test_steps_of_a_server_that_is_away_wait_and_those_of_others_go_on(tmp_path: Path, cause: Cause) -> None:
    async with keeping(tmp_path) as watch:
        mine, others = await of_server(watch), await watch.fall_due(watch.now + timedelta(minutes=1))
        away_since = watch.now
        watch.runner.reach.lose(SERVER, cause)
        await watch.live(timedelta(minutes=2))
        assert await held(watch) == [mine.subject]
        assert others not in await watch.waiting()
        watch.runner.reach.regain(SERVER)
        await watch.runner.rest()
        assert await held(watch) == []
        assert await watch.waiting() == []
        (outage,) = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
        assert (outage.down_from, outage.up_at, outage.cause) == (away_since, watch.now, cause)
        assert await watch.outages() == ()


async def test_a_press_from_a_server_that_was_away_proves_that_it_is_back(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        watch.runner.reach.lose(SERVER, Cause.UNAVAILABLE)
        await watch.live(timedelta(seconds=30))
        await watch.runner.reach.hear(SERVER, watch.now)
        (outage,) = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
        assert outage.up_at == watch.now


async def test_a_press_made_before_its_server_went_away_does_not_prove_that_it_is_back(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        pressed_at = watch.now
        await watch.live(timedelta(seconds=1))
        watch.runner.reach.lose(SERVER, Cause.UNAVAILABLE)
        await watch.runner.reach.hear(SERVER, pressed_at)
        await watch.live(timedelta(seconds=30))
        assert watch.runner.reach.servers.is_away(SERVER)


async def test_a_server_that_is_away_stays_so_over_a_restart(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        mine = await of_server(watch)
        watch.runner.reach.lose(SERVER, Cause.REMOVED)
        await watch.live(timedelta(seconds=30))
        after = Watch(watch.units.database, Silent())
        after.now = watch.now
        await after.runner.reach.servers.remember()
        await after.connect()
        await after.live(timedelta(minutes=1))
        assert await held(after) == [mine.subject]
        after.runner.reach.regain(SERVER)
        await after.runner.rest()
        (outage,) = [
            one
            for one in await after.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
            if one.guild_id == SERVER
        ]
        assert outage.down_from == BEGIN


async def test_no_step_of_a_server_is_taken_before_discord_has_described_it(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        mine = await of_server(watch)
        await watch.live(timedelta(minutes=1) - PULSE)
        watch.runner.reach.servers.expect([SERVER])
        await watch.live(2 * PULSE)
        assert [await watch.waiting(), await held(watch)] == [[mine], []]
        watch.runner.reach.regain(SERVER)
        await watch.beat(PULSE)
        assert mine not in await watch.waiting()
        assert await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN) == ()


async def test_a_server_that_discord_names_and_does_not_describe_is_away_since_then(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        watch.runner.reach.servers.expect([SERVER])
        await watch.live(timedelta(minutes=2))
        assert len(await held(watch)) == 1
        watch.runner.reach.regain(SERVER)
        await watch.runner.rest()
        (outage,) = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
        assert (outage.down_from, outage.up_at) == (BEGIN, watch.now)


@pytest.mark.parametrize("described_after", [timedelta(seconds=5), timedelta(minutes=2)])
async def test_a_server_that_is_described_without_a_word_of_it_is_there(
    tmp_path: Path, described_after: timedelta
) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        watch.runner.reach.servers.expect([SERVER])
        await watch.live(described_after)
        watch.described.add(SERVER)
        await watch.live(2 * PULSE)
        assert not watch.runner.reach.servers.is_away(SERVER)
        found = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
        assert all(one.up_at - one.down_from <= described_after + PULSE for one in found)
        assert len(found) == (described_after > timedelta(seconds=10))


async def test_a_server_that_is_described_while_the_process_stands_still_was_never_away(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        watch.runner.reach.servers.expect([SERVER])
        await watch.live(PULSE)
        await watch.beat(timedelta(seconds=22))
        watch.runner.reach.regain(SERVER)
        await watch.live(2 * PULSE)
        found = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
        assert [one.cause for one in found] == [Cause.FROZEN]


async def test_a_server_that_goes_away_again_while_it_comes_back_has_two_outages(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        for _ in range(2):
            watch.runner.reach.lose(SERVER, Cause.REMOVED)
            watch.now += timedelta(seconds=1)
            watch.runner.reach.regain(SERVER)
            watch.now += timedelta(seconds=1)
        await watch.runner.rest()
        found = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
        assert [(one.up_at - one.down_from).total_seconds() for one in found] == [1, 1]


async def causes(watch: Watch) -> list[tuple[Cause, float]]:
    found = await watch.units.ask(kernel_time_store.outages_since, SERVER, BEGIN)
    mine = [one for one in found if one.guild_id == SERVER]
    return [(one.cause, (one.up_at - one.down_from).total_seconds()) for one in mine]


@pytest.mark.parametrize("is_on_record", [True, False])
async def test_a_server_that_removes_the_bot_while_discord_has_taken_it_away_has_removed_it(
    tmp_path: Path, is_on_record: bool
) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        for news in (Cause.UNAVAILABLE, Cause.REMOVED, Cause.UNAVAILABLE, Cause.REMOVED):
            watch.runner.reach.lose(SERVER, news)
            watch.now += timedelta(seconds=4)
            if is_on_record:
                await watch.runner.rest()
        watch.runner.reach.regain(SERVER)
        await watch.runner.rest()
        assert await causes(watch) == [(Cause.UNAVAILABLE, 4), (Cause.REMOVED, 12)]


async def test_a_server_that_removes_the_bot_before_discord_has_described_it_has_removed_it(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        watch.runner.reach.servers.expect([SERVER])
        watch.now += timedelta(seconds=20)
        watch.runner.reach.lose(SERVER, Cause.REMOVED)
        watch.now += timedelta(seconds=5)
        watch.runner.reach.regain(SERVER)
        await watch.runner.rest()
        assert await causes(watch) == [(Cause.UNAVAILABLE, 20), (Cause.REMOVED, 5)]


async def test_a_removal_after_a_restart_counts_although_the_server_was_away_before(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await of_server(watch)
        watch.runner.reach.lose(SERVER, Cause.UNAVAILABLE)
        await watch.live(timedelta(seconds=30))
        after = Watch(watch.units.database, Silent())
        after.now = watch.now
        await after.runner.reach.servers.remember()
        await after.connect()
        after.runner.reach.lose(SERVER, Cause.REMOVED)
        await after.live(timedelta(seconds=30))
        after.runner.reach.regain(SERVER)
        await after.runner.rest()
        assert await causes(after) == [(Cause.UNAVAILABLE, 30), (Cause.REMOVED, 30)]
