"""The verdict of an evening on several connections: outages of exactly those whom they befell, and of no others."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests import empty_database
from tests.wire.planted import FAULTS
from wire.calls import Call
from wire.chaos import machine, run, verdict
from wire.chaos.absences import Bar, Barred
from wire.chaos.evening import CLOSED, Evening
from wire.chaos.hours import Hours
from wire.chaos.machine import DATABASE, Life, Machine, Watched
from wire.chaos.mishaps import Mishaps
from wire.chaos.neighbours import EACH, Neighbours
from wire.chaos.people import Ledger
from wire.chaos.run import evening
from wire.chaos.town import Town
from wire.districts import Districts
from wire.process import CHECKOUT
from wire.world import Away

OF = 4
FIRST, NOW = 100.0, 5_000.0
CUT = (1_000.0, 1_090.0)
SET_UP = "INSERT INTO guilds (guild_id, owner_id, language, time_zone, set_up_at) VALUES (?, 1, 'en-US', 'UTC', 0)"
OUTAGE = "INSERT INTO outages (guild_id, shard, shards, down_from, up_at, cause) VALUES (?, ?, ?, ?, ?, ?)"


class FourTowns:
    """A bot on four connections with a town on each and quiet servers beside it, and what its database says."""

    def __init__(self, folder: Path) -> None:
        empty_database.put(folder / DATABASE)
        self.hours = Hours.create(folder / "hours", 1_900_000_000.0)
        self._began = self.hours.monotonic() - NOW
        self.districts = Districts(OF, self.hours.discord)
        self.machine = Machine(self.districts.servers, self.hours, folder)
        self.machine.refused = self.districts.refused
        self.towns = [Town(server, self.machine, number) for number, server in enumerate(self.districts.servers)]
        self.machine.born_at = self._began + FIRST
        self.neighbours = Neighbours(self.machine)
        for watched in self.machine.watched:
            self.write(SET_UP, watched.server)
            watched.lives = [Life(self._began + FIRST)]

    def write(self, sql: str, *values: str | int | None) -> None:
        """In the bot's place."""
        with closing(sqlite3.connect(self.machine.folder / DATABASE)) as base, base:
            base.execute(sql, values)

    def bar(self, some: list[Watched], bar: Bar, span: tuple[float, float] = CUT) -> None:
        """Those could not be pressed."""
        for watched in some:
            watched.absences.barred.append(Barred(bar, self._began + span[0], self._began + span[1]))

    def record(
        self,
        cause: str,
        server: int | None = None,
        shard: int | None = None,
        span: tuple[float, float] = CUT,
    ) -> None:
        """As the bot puts it on record."""
        began, ended = map(self.moment, span)
        self.write(OUTAGE, server, shard, None if shard is None else OF, began, ended, cause)

    def moment(self, second: float) -> int:
        """As a database keeps it."""
        own = self._began + second
        return round((own + self.hours.discord() - self.hours.monotonic()) * 1000)

    def on(self, number: int) -> list[Watched]:
        """The servers of that connection."""
        return [one for one in self.machine.watched if (one.server >> 22) % OF == number]

    def blamed(self) -> set[int]:
        """The servers in which the outages on record are not what was done."""
        return {one.server for one in self.machine.watched if list(one.unlike_absences())}


@pytest.fixture
def played(tmp_path: Path) -> Iterator[FourTowns]:
    towns = FourTowns(tmp_path)
    yield towns
    for watched in towns.machine.watched:
        watched.close()


def servers(some: list[Watched]) -> set[int]:
    return {one.server for one in some}


def test_an_outage_of_a_connection_on_record_as_its_own_is_no_breach(played: FourTowns) -> None:
    assert [len(played.on(number)) for number in range(OF)] == [1 + EACH] * OF
    played.bar(played.on(1), Bar.CONNECTION)
    played.record("connection", shard=1)
    assert played.blamed() == set()


@pytest.mark.parametrize(
    ("recorded_for", "blamed"), [("all", {0, 2, 3}), ("none", {1}), ("another", {1, 2}), ("the wrong number", {1})]
)
def test_an_outage_of_a_connection_that_is_on_record_for_others_is_named(
    played: FourTowns, recorded_for: str, blamed: set[int]
) -> None:
    played.bar(played.on(1), Bar.CONNECTION)
    match recorded_for:
        case "all":
            played.record("connection")
        case "another":
            played.record("connection", shard=2)
        case "the wrong number":
            others = {(one.server >> 22) % 64 for one in played.machine.watched}
            played.write(OUTAGE, None, min(set(range(64)) - others), 64, *map(played.moment, CUT), "connection")
    assert played.blamed() == {server for number in blamed for server in servers(played.on(number))}
    assert list(played.neighbours.unlike_absences()) != []


def test_a_process_that_was_dead_is_an_outage_of_each_connection(played: FourTowns) -> None:
    played.bar(played.machine.watched, Bar.PROCESS)
    for number in (0, 1, 3):
        played.record("process", shard=number)
    assert played.blamed() == servers(played.on(2))
    played.record("process", shard=2)
    assert played.blamed() == set()


def test_servers_that_were_taken_away_have_an_outage_each_and_no_others(played: FourTowns) -> None:
    gone = [*played.on(0)[:3], *played.on(2)[5:9]]
    played.bar(gone, Bar.UNAVAILABLE)
    for watched in gone[1:]:
        played.record("unavailable", watched.server)
    unharmed = played.on(3)[4]
    played.record("unavailable", unharmed.server)
    assert played.blamed() == {gone[0].server, unharmed.server}


def test_what_one_connection_brings_late_at_the_first_start_is_missing_since_then(
    played: FourTowns,
) -> None:
    late = played.on(3)
    played.bar(late, Bar.PROCESS, (0.0, FIRST + 40))
    for watched in late:
        watched.lives[0].since += 40
    played.record("process", shard=3, span=(FIRST, FIRST + 40))
    assert played.blamed() == set()


@pytest.mark.parametrize(("at", "named"), [(990.0, False), (1_045.0, True), (1_091.0, False)])
def test_a_step_that_is_taken_while_its_connection_is_gone_is_named(played: FourTowns, at: float, named: bool) -> None:
    played.bar(played.on(1), Bar.CONNECTION)
    closed = "INSERT INTO log (at, guild_id, act, subject) VALUES (?, ?, 'close_check_in', 'tournament:1')"
    played.write(closed, played.moment(at), played.towns[1].watched.server)
    found = list(verdict.steps_out_of_reach(played.towns[1]))
    assert bool(found) is named
    if named:
        assert found[0].startswith("check-in closed by itself at")
    assert list(verdict.steps_out_of_reach(played.towns[2])) == []


def test_each_town_sees_its_own_rows_alone(played: FourTowns) -> None:
    person = "INSERT INTO people (person_id, guild_id, discord_id, name, known_since) VALUES (?, ?, 1, 'Ana', 0)"
    played.write(person, "a", played.towns[0].watched.server)
    assert [town.rows("SELECT person_id FROM people") for town in played.towns] == [[("a",)], [], [], []]
    assert [len(town.rows("SELECT 1 FROM guilds")) for town in played.towns] == [1] * OF


async def test_a_third_of_the_servers_goes_at_once_and_all_come_back(
    played: FourTowns, monkeypatch: pytest.MonkeyPatch
) -> None:
    mishaps = Mishaps(played.towns, 0, 1, played.neighbours)
    away: list[set[Away | None]] = []

    async def look(*_: float) -> None:
        gone = [one for one in played.machine.watched if Bar.UNAVAILABLE in one.bars()]
        assert len(gone) == len(played.machine.watched) // 3
        assert any(town.watched in gone for town in played.towns)
        away.append({town.server.world.away for town in played.towns})

    monkeypatch.setattr(mishaps, "_pause", look)
    await mishaps._take_a_third()
    assert len(away) == 1
    assert not any(Bar.UNAVAILABLE in one.bars() for one in played.machine.watched)


@pytest.mark.parametrize(("slices", "named"), [((None,), ""), ((1, None), "1, 16"), ((), "none"), ((5,), " apart: 5")])
async def test_servers_that_went_away_at_once_and_are_not_on_record_by_one_transaction_are_named(
    played: FourTowns, monkeypatch: pytest.MonkeyPatch, slices: tuple[int | None, ...], named: str
) -> None:
    """The bot writes down so many of them in each transaction, None: all that are left."""
    monkeypatch.setattr("wire.chaos.mishaps.WRITTEN_WITHIN_S", 0.1)
    mishaps = Mishaps(played.towns, 0, 1, played.neighbours)
    monkeypatch.setattr(played.machine, "bot", object())
    monkeypatch.setattr(mishaps, "_pause", partial(asyncio.sleep, 0))
    earlier = frozenset({"7"})

    def losses() -> list[frozenset[str]]:
        gone = [str(one.server) for one in played.machine.watched if one._away() is Away.UNAVAILABLE]
        told = [earlier]
        for many in slices if gone else ():
            told.append(frozenset(gone[:many]))
            gone = gone[many:] if many is not None else []
        return told

    monkeypatch.setattr(played.machine, "losses", losses)
    await mishaps._take_a_third()
    found = played.towns[0].breaches
    assert [named in one for one in found] == [True] * bool(named)
    assert played.machine.busy == 0


def test_a_quiet_server_that_is_promised_or_told_anything_is_named(played: FourTowns) -> None:
    assert list(played.neighbours.spoken_to()) == []
    quiet, town = played.neighbours.watched[20], played.towns[1]
    columns = "outbox_id, guild_id, target, kind, subject, details, promised_at"
    promised = f"INSERT INTO outbox ({columns}) VALUES (?, ?, 'x', ?, 's', '{{}}', 0)"
    played.write(promised, "a", quiet.server, "outage")
    played.write(promised, "b", town.watched.server, "podium")
    for server in (quiet, town.watched):
        path = f"/guilds/{server.server}/roles"
        town.server.calls += [Call(method, path, 0.0, None, {}, ()) for method in ("GET", "POST")]
    assert list(played.neighbours.spoken_to()) == [
        f"a quiet server, {quiet.server}: it was told: outage",
        f"a quiet server: Discord was asked for /guilds/{quiet.server}/roles",
    ]


@pytest.mark.long
@pytest.mark.timeout(850)  # on a busy machine each start of the bot takes seconds
async def test_four_opens_on_four_connections_amid_deaths_lose_double_and_charge_nothing() -> None:
    outcome = await evening(2, 3, shards=OF)
    assert outcome.breaches == [], f"python -m wire.chaos --evenings 1 --kills 3 --seed 2 --shards {OF}"
    if outcome.too_slow:
        pytest.skip(f"too slow to judge: {outcome.too_slow}")
    assert outcome.tally.kills >= 1
    assert outcome.accepted > 40


@pytest.mark.long
@pytest.mark.timeout(200)
@pytest.mark.parametrize(
    "planted",
    [
        "none at all",
        "of_all",
        "of_none",
        "of_the_next",
        "of_one_in_two",
        "one_after_the_other",
        "told_where_nothing_runs",
    ],
)
async def test_what_a_bot_writes_down_wrongly_of_its_connections_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    """A connection is kept out, the bot dies, and a third of the servers goes and comes back; no more happens."""
    monkeypatch.setattr(machine, "ARGUMENTS", (str(CHECKOUT / "tests/wire/planted.py"), planted, "run"))
    async with run.machine_of(1, tmp_path, OF) as (towns, neighbours):
        assert neighbours is not None
        bot, lives = towns[0].machine, partial(towns[0].until, lambda: towns[0].machine.is_up, 3_600)
        assert await lives()
        await neighbours.set_up()
        await bot.hours.sleep(60)
        bot.refused.add(1)
        await towns[1].server.gateway.drop(forget=True)
        await bot.hours.sleep(90)
        bot.refused.clear()
        assert await lives()
        await bot.hours.sleep(30)  # Where it dies at once, the connection's outage is part of the process's.
        bot.away = 60
        bot.kill()
        await asyncio.sleep(0.5)
        assert await lives()
        await bot.hours.sleep(30)
        await Mishaps(towns, 0, 1, neighbours)._take_a_third()
        await bot.hours.sleep(30)
        found = [*neighbours.unlike_absences(), *neighbours.spoken_to(), *towns[0].breaches]
        outages = {cause for (cause,) in towns[1].rows("SELECT cause FROM outages")}
    assert bool(found) is (planted in FAULTS), found
    assert {"process"} <= outages


@pytest.mark.long
@pytest.mark.timeout(250)
@pytest.mark.parametrize("planted", ["none at all", "nothing_waits"])
async def test_a_bot_that_closes_a_check_in_while_the_connection_is_gone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    monkeypatch.setattr(machine, "ARGUMENTS", (str(CHECKOUT / "tests/wire/planted.py"), planted, "run"))
    async with run.machine_of(1, tmp_path, OF) as (towns, _):
        town, bot = towns[1], towns[0].machine
        playing = asyncio.create_task(Evening(town, Ledger()).play())
        opened = "SELECT 1 FROM tournaments WHERE check_in_opened_at IS NOT NULL"
        assert await town.until(lambda: town.holds(opened), 3_600)
        bot.refused.add(1)
        await town.server.gateway.drop(forget=True)
        await bot.hours.sleep(900)
        bot.refused.clear()
        assert await town.until(lambda: town.holds(CLOSED), 3_600)
        playing.cancel()
        found = list(verdict.steps_out_of_reach(town))
        await asyncio.gather(playing, return_exceptions=True)
    assert bool(found) is (planted in FAULTS), found
