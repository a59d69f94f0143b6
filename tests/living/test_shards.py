"""Several connections to Discord: what one of them does not bring is missed by its servers alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.faults import StorageError
from bot.kernel.ids import Community, GuildId, MemberId
from bot.kernel.outages import Cause, Outage, Shard, Step, TimeLost
from bot.kernel.time_store import Away, Deadline
from bot.living.reachability import GATHERED_FOR, HEARTBEAT, Silence
from bot.server import store as server_store
from bot.server.speaking_verbs import decisions_subject
from tests.wire.test_heartbeat import BEGIN, DEAF, MIGRATIONS, Silent, Watch

OF = 4
MINUTE = timedelta(minutes=1)
HERE = {number: GuildId((8 * OF + number) << 22) for number in range(OF)}
"""A server of each connection."""


@asynccontextmanager
async def keeping(folder: Path, of: int = OF) -> AsyncIterator[Watch]:
    """All connections are there, and a server of each is on record."""
    async with Database.open(folder / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        watch = Watch(database, Silent())
        watch.runner.reach.connections.share_out(of)
        for guild_id in HERE.values():
            community = Community(guild_id, MemberId(1), "en-US", "UTC")
            await watch.units.do(server_store.save, community)
        yield watch


async def all_come_up(watch: Watch) -> None:
    for shard in watch.runner.reach.connections.shards:
        watch.runner.go_on(shard.number)
    await watch.runner.rest()


async def missed(watch: Watch, number: int) -> list[tuple[timedelta, timedelta, Cause]]:
    """What the server of the connection missed, counted from the beginning."""
    found = await watch.units.ask(kernel_time_store.outages_since, HERE[number], BEGIN - timedelta(days=1))
    return [(one.down_from - BEGIN, one.up_at - BEGIN, one.cause) for one in found]


async def is_due(watch: Watch, number: int) -> Deadline:
    """A step of the server falls due now."""
    due = Deadline(decisions_subject(HERE[number]), Step.REMIND_DECIDERS, watch.now)
    await watch.units.do(lambda tx: kernel_time_store.rewrite_deadlines(tx, due.subject, [(due.kind, due.due_at)]))
    return due


async def waits(watch: Watch, number: int) -> bool:
    subject = decisions_subject(HERE[number])
    found = await watch.units.ask(kernel_time_store.deadlines_of_subject, subject)
    return found.get(Step.REMIND_DECIDERS) is not None


@pytest.mark.parametrize(("guild_id", "number"), [(1 << 22, 1), ((7 << 22) + 99, 3), (0, 0), (None, 0)])
def test_a_server_is_on_the_connection_that_discords_formula_names(guild_id: int | None, number: int) -> None:
    named = None if guild_id is None else GuildId(guild_id)
    assert [shard.number for shard in (Shard(one, OF) for one in range(OF)) if shard.has(named)] == [number]


@pytest.mark.rule("AIJE-D01-5")
async def test_a_connection_that_is_cut_is_an_outage_of_its_servers_alone(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        await watch.live(HEARTBEAT)
        watch.runner.pause(2)
        await watch.live(MINUTE)
        watch.runner.go_on(2)
        await watch.runner.rest()
        await watch.live(HEARTBEAT)
        assert await missed(watch, 2) == [(HEARTBEAT, HEARTBEAT + MINUTE, Cause.CONNECTION)]
        for number in (0, 1, 3):
            assert await missed(watch, number) == []


async def test_steps_of_a_servers_lost_connection_wait_for_it_and_others_are_taken(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        watch.runner.pause(1)
        for number in (1, 3):
            await is_due(watch, number)
        await watch.live(HEARTBEAT)
        assert [await waits(watch, number) for number in (1, 3)] == [True, False]
        watch.runner.go_on(1)
        await watch.live(HEARTBEAT)
        assert not await waits(watch, 1)


async def test_what_was_held_for_a_lost_connection_is_taken_after_a_restart(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        watch.runner.pause(1)
        await is_due(watch, 1)
        await watch.live(HEARTBEAT)
        again = Watch(watch.units.database, Silent())
        again.now = watch.now
        again.runner.reach.connections.share_out(OF)
        await again.units.do(playing_outage_verbs.settle_earlier, again.runner.reach.connections.shards)
        await all_come_up(again)
        await again.live(HEARTBEAT)
        assert not await waits(again, 1)


async def test_a_connection_that_comes_back_frees_no_step_of_a_server_that_is_away(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        due = await is_due(watch, 1)
        await watch.units.do(playing_outage_verbs.lose, [Away(HERE[1], watch.now, Cause.REMOVED)])
        await watch.units.do(kernel_time_store.hold_deadline, due, HERE[1])
        await watch.units.do(kernel_time_store.release_shard, Shard(1, OF))
        assert await watch.units.ask(kernel_time_store.due_deadlines, watch.now, 10) == []


async def test_a_connection_that_brings_nothing_is_gone_since_its_last_sign_of_life(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        await watch.live(timedelta(minutes=2))
        silent = {3: timedelta(seconds=51)}
        watch.runner.reach.connections._silence = lambda number: Silence(silent.get(number, timedelta()), DEAF)
        await watch.beat(timedelta(seconds=3))
        silent.clear()
        await watch.live(HEARTBEAT)
        two = timedelta(minutes=2, seconds=3)
        assert await missed(watch, 3) == [(two - timedelta(seconds=51), two + timedelta(seconds=3), Cause.CONNECTION)]
        assert await missed(watch, 0) == []


async def test_a_connection_that_never_comes_up_keeps_its_servers_waiting_and_no_others(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        await watch.live(MINUTE)
        died_at = watch.now
        again = Watch(watch.units.database, Silent())
        again.now = died_at + MINUTE
        again.runner.reach.connections.share_out(OF)
        await again.units.do(playing_outage_verbs.settle_earlier, again.runner.reach.connections.shards)
        for number in (0, 1, 3):
            again.runner.go_on(number)
        for number in (2, 3):
            await is_due(again, number)
        await again.live(10 * MINUTE)
        assert [await waits(again, number) for number in (2, 3)] == [True, False]
        assert await missed(again, 3) == [(MINUTE, 2 * MINUTE, Cause.PROCESS)]
        # The process dies again before that connection came up: its servers have missed all of it.
        third = Watch(again.units.database, Silent())
        third.now = again.now
        third.runner.reach.connections.share_out(OF)
        await third.units.do(playing_outage_verbs.settle_earlier, third.runner.reach.connections.shards)
        await all_come_up(third)
        assert await missed(third, 2) == [(MINUTE, 12 * MINUTE, Cause.PROCESS)]
        assert not await waits(third, 2)


@pytest.mark.parametrize("of", [1, 3])
async def test_another_number_of_connections_loses_nothing_of_what_one_had_missed(tmp_path: Path, of: int) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        await watch.live(MINUTE)
        watch.runner.pause(2)
        await watch.live(MINUTE)
        again = Watch(watch.units.database, Silent())
        again.now = watch.now + MINUTE
        again.runner.reach.connections.share_out(of)
        await again.units.do(playing_outage_verbs.settle_earlier, again.runner.reach.connections.shards)
        await all_come_up(again)
        assert await missed(again, 0) == [(2 * MINUTE, 3 * MINUTE, Cause.PROCESS)]
        assert await missed(again, 2) == [
            (MINUTE, 2 * MINUTE, Cause.CONNECTION),
            (2 * MINUTE, 3 * MINUTE, Cause.PROCESS),
        ]


async def test_thousands_of_servers_are_taken_away_in_one_transaction_and_come_back_in_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.living.reachability.BACK_AT_ONCE", 3)
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        written = _counted(watch)
        for guild_id in [*HERE.values(), *(GuildId(number << 22) for number in range(1_000, 4_000))]:
            watch.runner.reach.lose(guild_id, Cause.UNAVAILABLE)
        await watch.runner.rest()
        assert written == [3_000 + OF]
        assert {one.guild_id for one in await watch.units.ask(kernel_time_store.every_server_away)} == {*HERE.values()}
        watch.now += timedelta(seconds=5)
        for guild_id in HERE.values():
            watch.runner.reach.regain(guild_id)
        await watch.runner.rest()
        assert written[1:] == [3, 1]
        assert await missed(watch, 3) == [(timedelta(), timedelta(seconds=5), Cause.UNAVAILABLE)]


@pytest.mark.parametrize("gathered_for", [GATHERED_FOR, timedelta()])
async def test_servers_that_go_away_one_after_the_other_are_one_transaction_and_without_gathering_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gathered_for: timedelta
) -> None:
    """Discord tells of each by itself; meanwhile another server is pressed in, and steps are due."""
    monkeypatch.setattr("bot.living.reachability.GATHERED_FOR", gathered_for)
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        written = _counted(watch)
        for number in (1, 2, 3):
            due = await is_due(watch, number)
            watch.runner.reach.lose(HERE[number], Cause.UNAVAILABLE)
            watch.runner.wake()
            await watch.runner.reach.hear(HERE[0], watch.now)
            assert await watch.units.ask(kernel_time_store.due_deadlines, watch.now, 1) == [due]
            await watch.units.do(kernel_time_store.rewrite_deadlines, due.subject, [])
        await watch.runner.rest()
        assert (written == [3]) is (gathered_for == GATHERED_FOR)
        assert sum(written) == 3


async def test_a_press_that_proves_a_server_back_does_not_wait_until_those_that_go_away_are_gathered(
    tmp_path: Path,
) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        watch.runner.reach.lose(HERE[1], Cause.UNAVAILABLE)
        watch.runner.reach.lose(HERE[2], Cause.UNAVAILABLE)
        watch.now += timedelta(milliseconds=100)
        await watch.runner.reach.hear(HERE[1], watch.now)
        assert await missed(watch, 1) == [(timedelta(), timedelta(milliseconds=100), Cause.UNAVAILABLE)]
        await watch.runner.rest()
        assert [one.guild_id for one in await watch.units.ask(kernel_time_store.every_server_away)] == [HERE[2]]


def _counted(watch: Watch) -> list[int]:
    """Of how many servers each transaction says that they went away or came back, from now on."""
    written: list[int] = []
    losses = watch.runner.reach.servers._losses

    def lose(tx: Tx, some: Sequence[Away]) -> Collection[GuildId]:
        written.append(len(some))
        return losses.lose(tx, some)

    def come_back(tx: Tx, some: Mapping[GuildId, datetime]) -> object:
        written.append(len(some))
        return losses.come_back(tx, some)

    watch.runner.reach.servers._losses = replace(losses, lose=lose, come_back=come_back)
    return written


async def test_outages_of_a_connection_are_one_where_they_touch_and_apart_from_those_of_another(tmp_path: Path) -> None:
    async with keeping(tmp_path) as watch:
        for began, number in ((0, 1), (1, 1), (1, 2)):
            ended = Outage(
                BEGIN + began * MINUTE, BEGIN + (began + 1) * MINUTE, Cause.CONNECTION, shard=Shard(number, OF)
            )
            await watch.units.do(kernel_time_store.add_outage, ended)
        assert await missed(watch, 1) == [(timedelta(), 2 * MINUTE, Cause.CONNECTION)]
        assert await missed(watch, 2) == [(MINUTE, 2 * MINUTE, Cause.CONNECTION)]
        grown = await watch.units.ask(kernel_time_store.load_outage, HERE[1], BEGIN, Cause.CONNECTION)
        assert grown is not None
        assert grown.shard == Shard(1, OF)
        assert not grown.touches(HERE[2])


async def test_a_press_from_before_a_connection_was_cut_is_no_sign_that_it_is_there_again(tmp_path: Path) -> None:
    """It had come in just before, and is looked at only now."""
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        await watch.live(HEARTBEAT)
        pressed_at = watch.now - timedelta(seconds=1)
        watch.runner.pause(2)
        await watch.runner.reach.hear(HERE[2], pressed_at)
        await watch.live(MINUTE)
        watch.runner.go_on(2)
        await watch.runner.rest()
        assert await missed(watch, 2) == [(HEARTBEAT, HEARTBEAT + MINUTE, Cause.CONNECTION)]


async def _all_run(watch: Watch, monkeypatch: pytest.MonkeyPatch, broken: Exception | None) -> list[GuildId]:
    """Something runs in each server; answers those whose windows were moved. That of 2 breaks when it is moved."""
    moved: list[GuildId] = []

    def move(tx: Tx, outage: Outage, some: Iterable[GuildId]) -> None:
        for guild_id in some:
            if broken is not None and guild_id == HERE[2]:
                raise broken
            moved.append(guild_id)

    running = replace(watch.runner.reach._record, concerned=lambda tx, outage: {*HERE.values()}, move=move)
    monkeypatch.setattr(watch.runner.reach, "_record", running)
    return moved


async def test_a_server_whose_windows_cannot_be_moved_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        moved = await _all_run(watch, monkeypatch, LookupError("broken"))
        await watch.beat(MINUTE)
        await is_due(watch, 1)
        await watch.live(HEARTBEAT)
        assert {*moved} == {HERE[0], HERE[1], HERE[3]}
        assert not await waits(watch, 1)
        assert [str(HERE[2]) in line for line in caplog.messages if "could not be moved" in line] == [True]


async def test_windows_that_a_database_refuses_to_move_are_moved_once_it_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(tmp_path) as watch:
        await all_come_up(watch)
        await watch.units.do(playing_outage_verbs.note_losses, [TimeLost(BEGIN - MINUTE, Cause.PROCESS)])
        watch.runner.reach._is_moved = False
        with monkeypatch.context() as patch:
            await _all_run(watch, patch, StorageError("the disk is full"))
            with pytest.raises(StorageError):
                await watch.runner.reach.move()
        moved = await _all_run(watch, monkeypatch, None)
        assert await watch.runner.reach.move()
        assert {*moved} == {*HERE.values()}
