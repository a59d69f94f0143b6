"""A small choice of what the chaos does to a pair at a database on a server; and faults that its verdict must name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import pytest

from tests.wire.planted import PAIR_FAULTS, SHORT_LEASE
from wire.calls import Call
from wire.chaos import machine
from wire.chaos.evening import Evening
from wire.chaos.hours import Hours
from wire.chaos.pair import verdict
from wire.chaos.pair.database import Hand, NoServer, Server, WatchedDatabase, running
from wire.chaos.pair.machine import Life, PairMachine
from wire.chaos.pair.mishaps import PairMishaps
from wire.chaos.pair.run import pair_of
from wire.chaos.pair.wires import Way, Wire
from wire.chaos.people import Ledger
from wire.chaos.town import Town
from wire.chaos.verdict import twice_said
from wire.discord_server import LoopbackDiscord
from wire.process import CHECKOUT, BotProcess
from wire.shapes import Payload, text
from wire.world import World

PATIENCE = 120.0


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    try:
        with running() as one:
            yield one
    except NoServer as why:
        pytest.skip(str(why))


@asynccontextmanager
async def pair(
    server: Server, folder: Path, planted: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Town, PairMachine, PairMishaps]]:
    """A pair whose lease is short, in a server that is set up, with one that waits."""
    monkeypatch.setattr(machine, "ARGUMENTS", (str(CHECKOUT / "tests/wire/planted.py"), planted, "run"))
    async with pair_of(1, folder, server) as (town, both):
        wrong = PairMishaps(town, both, 0)
        wrong.lease = SHORT_LEASE
        async with asyncio.timeout(PATIENCE):
            await Evening(town, Ledger())._set_up()
            await wrong._come_back()
        yield town, both, wrong


async def test_a_pair_writes_and_speaks_as_one_amid_a_freeze_and_a_commit_without_answer(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pair(server, tmp_path, "short_lease", monkeypatch) as (town, both, wrong):
        await wrong.befall("frozen in a transaction", wrong._freeze_inside)
        await wrong._come_back()
        await wrong.befall("cut off at a commit", wrong._cut_at_commit)
        assert list(verdict.breaches(town, both)) == []
        assert {name: len(some) for name, some in both.noted.seconds.items()} == dict.fromkeys(both.noted.seconds, 1)
        assert len(both.hands) >= 2


def spoken(pair: PairMachine, who: str, at: float, path: str = "/channels/1/messages") -> None:
    """That process asked something of Discord."""
    said: Payload = {"components": [{"type": 2, "custom_id": "now:k7", "label": "What now?"}]}
    pair.servers[0].calls.append(Call("POST", path, at, said, {}, (), who))


@pytest.fixture
def followed(tmp_path: Path) -> tuple[Town, PairMachine]:
    """A pair on paper, in which b1 took over from a1 a hundred seconds after that one had."""
    hours = Hours.create(tmp_path / "hours", 1_900_000_000.0)
    server = LoopbackDiscord(World(wall=hours.discord))
    pair = PairMachine(server, hours, tmp_path, cast("WatchedDatabase", None))
    pair.hands = [Hand(1, "a1", 1000.0), Hand(2, "b1", 1100.0)]
    for name in ("a1", "b1", "a2"):
        pair.lives[name] = Life(name, cast("BotProcess", None), Wire(tmp_path))
    return Town(server, pair, 1), pair


@pytest.mark.parametrize(
    ("who", "at", "froze", "named"),
    [
        ("a1", [1099.0, 1100.05], False, False),
        ("a1", [1101.0], False, True),
        ("a1", [1101.0], True, False),
        ("a1", [1101.0, 1101.2], True, True),
        ("b1", [1101.0], False, False),
        ("a2", [1050.0], False, True),
    ],
)
def test_who_speaks_after_another_took_over_is_named_but_for_one_call_after_a_freeze(
    followed: tuple[Town, PairMachine], who: str, at: list[float], froze: bool, named: bool
) -> None:
    town, pair = followed
    pair.lives[who].froze = froze
    for one in at:
        spoken(pair, who, one)
    assert [one.startswith(f"two that speak: {who}") for one in verdict.two_that_speak(town, pair)] == [True] * named


@pytest.mark.parametrize(("at", "left"), [(1101.0, 0), (1099.0, 1)])
def test_a_message_is_doubled_with_leave_only_where_one_came_from_a_process_that_was_thawed(
    followed: tuple[Town, PairMachine], monkeypatch: pytest.MonkeyPatch, at: float, left: int
) -> None:
    town, pair = followed
    world, pair.lives["a1"].froze = town.server.world, True
    button: Payload = {"type": 2, "custom_id": "now:k7", "label": "What now?"}
    posted = [world.post(text(world.general, "id"), world.bot, {"components": [button]}, []) for _ in range(2)]
    spoken(pair, "a1", at)
    rows = {"SELECT message_id": [(int(text(posted[1], "id")),)], "SELECT kind": [("draw", 1, "delivered")]}
    monkeypatch.setattr(Town, "rows", lambda _, sql, *__: rows.get(" ".join(sql.split()[:2]).rstrip(","), []))
    assert verdict.forgive_doubled(town, pair) == 1 - left
    assert len([one for one in twice_said(town) if one.startswith("said 2 times: k7")]) == left


def test_the_table_has_median_ninth_of_ten_and_longest() -> None:
    shown = verdict.table({"killed": [float(one) for one in range(1, 12)], "update": [1.5]}, {"update": [0.25, 4, 8]})
    assert [one.split() for one in shown] == [
        ["mishap", "times", "median", "p90", "longest", "followed", "median", "longest"],
        ["killed", "11", "6.0", "10.0", "11.0", "0"],
        ["update", "1", "1.5", "1.5", "1.5", "3", "4.0", "8.0"],
    ]


class Ears:
    """What stands behind a wire: it answers each word with the same word."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.heard = folder, b""
        self._ended: list[asyncio.Event] = []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Ears]:
        door = await asyncio.start_unix_server(self._hear, str(self.folder / ".s.PGSQL.5432"))
        async with door:
            yield self
            for one in self._ended:
                await one.wait()

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended = asyncio.Event()
        self._ended.append(ended)
        with suppress(ConnectionError):
            while said := await reader.read(100):
                self.heard += said
                writer.write(said)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        ended.set()


@pytest.mark.parametrize("goes_on", [True, False])
async def test_a_wire_that_swallows_says_nothing_and_then_brings_all_or_is_lost(tmp_path: Path, goes_on: bool) -> None:
    wire = Wire(tmp_path)
    async with Ears(tmp_path).listening() as ears, wire.listening(), asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
        writer.write(b"one")
        assert await reader.readexactly(3) == b"one"
        wire.swallow()
        writer.write(b"two")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(3), 0.1)
        assert (ears.heard, wire.way) == (b"one", Way.SWALLOWS)
        wire.heal(goes_on=goes_on)
        try:
            assert await reader.read(3) == (b"two" if goes_on else b"")
        except ConnectionError:
            assert not goes_on
        writer.close()


@pytest.mark.parametrize(("where", "heard"), [("before", b""), ("after", b"COMMIT\0")])
async def test_a_wire_is_cut_at_a_commit_before_it_arrives_or_before_it_is_answered(
    tmp_path: Path, where: str, heard: bytes
) -> None:
    wire = Wire(tmp_path)
    async with Ears(tmp_path).listening() as ears, wire.listening(), asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
        wire.cut_at_commit = where
        writer.write(b"COMMIT\0")
        with suppress(ConnectionError):
            assert await reader.read() == b""
        assert (ears.heard, wire.way) == (heard, Way.CUT)
        with suppress(ConnectionError):
            again, there = await asyncio.open_connection("127.0.0.1", wire.port)
            assert await again.read() == b""
            there.close()
        writer.close()


@pytest.mark.plants
@pytest.mark.parametrize(
    ("planted", "named"), [("epoch_not_looked_at", "two that write"), ("lease_not_checked", "two that speak")]
)
async def test_a_process_that_goes_on_after_another_took_over_is_named(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str, named: str
) -> None:
    assert planted in PAIR_FAULTS
    monkeypatch.setattr("wire.chaos.pair.mishaps.ENDS_WITHIN_S", 5.0)
    async with pair(server, tmp_path, planted, monkeypatch) as (town, both, wrong):
        await wrong.befall("frozen in a transaction", wrong._freeze_inside)
        assert any(one.startswith(named) for one in verdict.breaches(town, both))
