"""A small choice of what `make chaos` does two hundred times; and the harness's own clock and verdict."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from tests import empty_database
from wire.chaos import run, verdict
from wire.chaos.__main__ import status_of
from wire.chaos.absences import LOCK_S, Bar, Barred
from wire.chaos.hours import Hours
from wire.chaos.machine import DATABASE, Machine, Tally, Watched
from wire.chaos.pace import LOOK_EVERY_S, Pace
from wire.chaos.people import Effect, Ledger, Resident
from wire.chaos.run import evening
from wire.chaos.town import Town
from wire.discord_server import LoopbackDiscord, Prepared
from wire.gateway import Gateway, Session
from wire.interactions import Interaction, Kind
from wire.process import CHECKOUT
from wire.shapes import Payload, text
from wire.world import World

if TYPE_CHECKING:
    from aiohttp import web


@pytest.mark.long
@pytest.mark.timeout(450)  # on a busy machine each start of the bot takes seconds
@pytest.mark.parametrize(("seed", "deaths"), [(2, 3)])
async def test_a_small_open_amid_deaths_and_faults_loses_doubles_and_charges_nothing(seed: int, deaths: int) -> None:
    outcome = await evening(seed, deaths)
    assert outcome.breaches == [], f"python -m wire.chaos --evenings 1 --kills {deaths} --seed {seed}"
    if outcome.too_slow:
        pytest.skip(f"too slow to judge: {outcome.too_slow}")
    assert outcome.tally.kills >= 1
    assert outcome.accepted > 10


@pytest.fixture
def town(tmp_path: Path) -> Town:
    empty_database.put(tmp_path / DATABASE)
    hours = Hours.create(tmp_path / "hours", 1_900_000_000.0)
    server = LoopbackDiscord(World(wall=hours.discord))
    return Town(server, Machine([server], hours, tmp_path), 1)


def test_the_verdict_sees_a_promise_that_was_said_twice_and_one_that_nobody_can_read(town: Town) -> None:
    world = town.server.world
    button: Payload = {"type": 2, "custom_id": "now:k7", "label": "What now?"}
    for _ in range(2):
        assert list(verdict.twice_said(town)) == []
        world.post(text(world.general, "id"), world.bot, {"components": [button]}, [])
    assert [one.partition(":")[0] for one in verdict.twice_said(town)] == ["said 2 times"]


def test_the_verdict_sees_what_was_made_twice(town: Town) -> None:
    world = town.server.world
    for _ in range(2):
        assert list(verdict.twice_made(town)) == []
        world.add_role({"name": "Organisers"})
    assert list(verdict.twice_made(town)) == ["made 2 times: GUILD_ROLE_CREATE Organisers"]


@pytest.mark.parametrize(("stale_for", "named"), [(None, False), (200, False), (400, True)])
def test_the_verdict_sees_a_live_message_that_was_not_redrawn(town: Town, stale_for: int | None, named: bool) -> None:
    now = int(town.hours.discord() * 1000)
    stale_at = None if stale_for is None else now - stale_for * 1000
    with closing(sqlite3.connect(town.file)) as base, base:
        base.execute("INSERT INTO guilds (guild_id, owner_id, language, time_zone) VALUES (1, 1, 'en-US', 'UTC')")
        columns = "panel, guild_id, channel_id, message_id, posted_at, edited_at, stale_at"
        base.execute(f"INSERT INTO panels ({columns}) VALUES ('contest:m1', 1, 2, 3, 0, 0, ?)", (stale_at,))
    assert list(verdict._left_unsaid(town)) == ["changed, and not redrawn for 300 s: contest:m1"] * named


@pytest.mark.parametrize(
    ("overslept_ms", "load", "is_too_slow"), [(5, 1.9, False), (5, 7.0, True), (400, 1.9, True), (400, 7.0, True)]
)
async def test_an_evening_without_end_is_stuck_or_its_machine_is_too_slow(
    town: Town, monkeypatch: pytest.MonkeyPatch, overslept_ms: int, load: float, is_too_slow: bool
) -> None:
    monkeypatch.setattr(run, "LONGEST_S", 0.02)
    pace = Pace(load=lambda: load, cores=2)
    for _ in range(200):
        pace.note(LOOK_EVERY_S + overslept_ms / 1000)
    town.breaches.append("lost: a score")
    breaches, too_slow = await run.judge(asyncio.sleep(60, []), pace, [town])
    assert breaches == ["lost: a score"] if is_too_slow else ["stuck: the evening took too long", "lost: a score"]
    assert (too_slow is not None) is is_too_slow


async def test_a_wait_that_ends_nowhere_is_told_by_what_was_waited_for(town: Town) -> None:
    async def waits() -> list[str]:
        raise TimeoutError("never: the bar falls")

    assert await run.judge(waits(), Pace(load=lambda: 0.1, cores=2), [town]) == (["stuck: never: the bar falls"], None)


@pytest.mark.parametrize(
    ("ends", "status"),
    [
        ([([], None)], 0),
        ([([], None), (["said 2 times"], None)], 1),
        ([([], None), ([], "busy")], 3),
        ([(["said 2 times"], "busy"), ([], "busy")], 1),
    ],
)
def test_the_command_ends_with_1_for_a_breach_and_with_3_where_the_machine_was_too_slow(
    ends: list[tuple[list[str], str | None]], status: int
) -> None:
    outcomes = [run.Outcome(1, found, Tally(), 9, 9, Counter(), 4, too_slow=slow) for found, slow in ends]
    assert status_of(outcomes) == status


async def test_a_press_counts_when_it_was_made_however_late_its_answer_came(town: Town) -> None:
    world = town.server.world
    pressed = town.server.prepare(Kind.COMMAND, world.owner, text(world.general, "id"), {})
    made_at = town.hours.monotonic()

    async def answer_late(prepared: Prepared) -> Interaction:
        town.hours.run_at(-100_000.0)
        await town.hours.sleep(60)
        town.hours.run_at(1.0)
        prepared.interaction._completed.set()
        return prepared.interaction

    town.server.send = answer_late  # type: ignore[method-assign]
    town.watched.bars = set[Bar]  # type: ignore[method-assign]
    resident = Resident(town, Ledger(), world.owner)
    await resident.insist(lambda: town._send(pressed), Effect("a press", "SELECT 1", ()))
    (taken,), (answered,) = town.absences.taken, town.absences.answered
    assert taken - made_at < 30 < answered - made_at


def test_time_in_which_nobody_could_press_is_counted_by_what_was_done_to_the_bot(town: Town) -> None:
    town.absences.barred = [
        Barred(Bar.CONNECTION, 10.0, 15.0),
        Barred(Bar.PROCESS, 20.0, 40.0),
        Barred(Bar.UNAVAILABLE, 30.0, 38.0),
    ]
    assert town.pressable(5.0, 45.0) == 5 + 5 + 5
    assert town.absences.within(5.0, 19.0, 50.0) == "connection 10 to 15"


def test_a_press_that_waits_for_a_locked_database_was_possible(town: Town) -> None:
    town.absences.barred = [Barred(Bar.LOCKED, 10.0, 10.0 + LOCK_S + 7.0), Barred(Bar.LOCKED, 300.0, 310.0)]
    assert town.pressable(0.0, 400.0) == 400 - 7


class _Socket:
    """As much of a connection as is cut."""

    closed = False

    async def close(self, **_: int) -> None:
        self.closed = True

    async def send_str(self, _: str) -> None:
        return


@pytest.mark.parametrize("goes", [Gateway.drop, Gateway.ask_to_reconnect])
async def test_a_connection_that_is_gone_for_a_moment_is_seen(
    town: Town, monkeypatch: pytest.MonkeyPatch, goes: Callable[[Gateway], Awaitable[None]]
) -> None:
    gateway = town.server.gateway
    gateway.current = Session("1", 0, cast("web.WebSocketResponse", _Socket()))
    gateway.ready.set()
    monkeypatch.setattr(Watched, "bars", lambda _: set() if gateway.ready.is_set() else {Bar.CONNECTION})
    await goes(gateway)
    gateway.ready.set()
    gateway.changed()
    assert [one.bar for one in town.absences.barred] == [Bar.CONNECTION]
    assert town.absences.barred[0].until is not None


async def test_the_harness_runs_time_fast_or_slowly_and_never_backwards(tmp_path: Path) -> None:
    hours = Hours.create(tmp_path / "hours", 1_900_000_000.0)
    other = Hours(tmp_path / "hours")
    before, dice = hours.monotonic(), random.Random(5)
    for rate in (1.0, -1000.0, 50.0, 1.0):
        hours.run_at(rate)
        other.see()
        await asyncio.sleep(dice.uniform(0, 0.01))
        assert before <= hours.monotonic() <= other.monotonic()
        before = other.monotonic()
    assert before > hours.discord() - 1_900_000_000.0 - 1 > 1


WRITING = """
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast
from wire.chaos.hours import Hours

hours = Hours(Path(sys.argv[1]))
print(flush=True)
while True:
    for rate in (1.0, 2.0):
        hours.run_at(rate)
        hours.see()
"""


def test_nobody_reads_half_of_what_the_harness_writes_on_its_clock(tmp_path: Path) -> None:
    hours = Hours.create(tmp_path / "hours", 1_900_000_000.0)
    with subprocess.Popen(
        [sys.executable, "-c", WRITING, tmp_path / "hours"], cwd=CHECKOUT, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        read = [(hours.rate, hours.wall()) for _ in range(20_000)]
        writer.kill()
    assert {rate for rate, _ in read} == {1.0, 2.0}
    assert min(wall for _, wall in read) >= 1_900_000_000.0


async def test_where_the_bot_does_not_keep_up_fast_time_waits_for_it(tmp_path: Path) -> None:
    hours = Hours.create(tmp_path / "hours", 0.0)
    hours.see()
    seen = hours.monotonic()
    hours.run_at(10_000.0)
    await asyncio.sleep(0.01)
    assert hours.monotonic() - seen < 1.1


async def test_the_wall_clock_alone_is_set_wrong(tmp_path: Path) -> None:
    hours = Hours.create(tmp_path / "hours", 1_900_000_000.0)
    hours.step_wall(-3600.0)
    assert -3601 < hours.wall() - hours.discord() < -3599
    hours.step_wall(0.0)
    assert abs(hours.wall() - hours.discord()) < 1
