"""Discord takes only so much at once: what is urgent is said first, and no server waits for another's letters."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import wiring
from bot.features.playing import outage_verbs
from bot.features.tournaments.promises_model import MatchCalled, MatchLetter, ScheduledEvent
from bot.kernel import outbox, panel_store
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.faults import CommitFailed
from bot.kernel.ids import ChannelId, Community, ContestId, GuildId, MemberId, MessageId, TournamentId
from bot.kernel.outages import Cause, TimeLost
from bot.kernel.outbox import Lane, Turn
from bot.kernel.panel_store import Panel, Waiting
from bot.kernel.promises import Message, Promise, ToMatch, ToMember, Urgency
from bot.living import creation, panels, transactions
from bot.living.notifier import AT_ONCE, LETTERS_AT_ONCE, Notifier, Speech
from bot.living.panels import PanelContents, PanelKeeper
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store
from tests import on_postgres
from tests.hall.hall import Hall
from tests.wire.test_heartbeat import MIGRATIONS

BUSY, QUIET = GuildId(10), GuildId(20)
KEPT: Final = (MatchCalled, MatchLetter, ScheduledEvent)
NOW: Final = datetime(2026, 5, 1, tzinfo=UTC)


def known(tx: Tx, guild_id: GuildId) -> None:
    server_store.save(tx, Community(guild_id, MemberId(1), "en-US", "UTC", set_up_at=NOW))


def call(tx: Tx, guild_id: GuildId, number: int = 1) -> None:
    """A match of the server is called."""
    known(tx, guild_id)
    tx.enqueue(guild_id, ToMatch(ContestId(f"m{number}")), MatchCalled(ContestId(f"m{number}")))


def calls(tx: Tx, guild_id: GuildId, numbers: Iterable[int]) -> None:
    for one in numbers:
        call(tx, guild_id, one)


def letters(tx: Tx, guild_id: GuildId, numbers: Iterable[int]) -> None:
    known(tx, guild_id)
    for one in numbers:
        tx.enqueue(guild_id, ToMember(MemberId(one)), MatchLetter(ContestId(f"m{one}")))


def calendar(tx: Tx, guild_id: GuildId) -> None:
    known(tx, guild_id)
    tx.enqueue(guild_id, ToMember(MemberId(1)), ScheduledEvent(TournamentId("t1")))


# --- whose turn it is -----------------------------------------------------------------------------------------------


def rooms(room: int) -> Mapping[Urgency, int]:
    return dict.fromkeys(Urgency, room)


def whose_turn(hall: Hall, room: int, turn: Turn | None = None, resting: Iterable[Lane] = ()) -> list[Lane]:
    chosen = hall.ask(outbox.in_turn, rooms(room), turn or Turn(), lambda _: False, set(resting).__contains__)
    if turn is not None:
        for lane in chosen:
            turn.pass_on(lane)
    return chosen


def test_calls_go_before_letters_and_letters_before_the_calendar(hall: Hall) -> None:
    for promised in (calendar, lambda tx, guild: letters(tx, guild, [1, 2]), call):
        for guild_id in (BUSY, QUIET):
            hall.do(promised, guild_id)
    assert [lane.urgency for lane in whose_turn(hall, 100)] == [
        *[Urgency.CALL] * 2,
        *[Urgency.LETTER] * 4,
        *[Urgency.SOME_DAY] * 2,
    ]
    assert [lane.urgency for lane in whose_turn(hall, 3)] == [Urgency.CALL, Urgency.CALL, Urgency.LETTER]


def test_a_server_that_is_away_is_passed_over(hall: Hall) -> None:
    hall.do(call, BUSY)
    hall.do(call, QUIET)
    found = hall.ask(outbox.in_turn, rooms(5), Turn(), BUSY.__eq__, lambda _: False)
    assert [lane.guild_id for lane in found] == [QUIET]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    waiting=st.dictionaries(st.integers(1, 30).map(GuildId), st.integers(1, 40), min_size=1, max_size=25),
    room=st.integers(1, 20),
)
def test_in_each_round_every_server_has_one_turn_before_any_has_two(waiting: dict[GuildId, int], room: int) -> None:
    hall = Hall()
    try:
        for guild_id, lanes in waiting.items():
            hall.do(letters, guild_id, range(lanes))
        turn, had = Turn(), Counter[Lane]()
        while len(had) < sum(waiting.values()):
            chosen = whose_turn(hall, room, turn, had)
            assert len(chosen) == len(set(chosen)) == min(room, sum(waiting.values()) - len(had))
            had.update(chosen)
            turns = Counter(lane.guild_id for lane in had)
            unserved = [turns[one] for one, lanes in waiting.items() if turns[one] < lanes]
            assert max(turns.values()) - min(unserved, default=max(turns.values())) <= 1 or all(
                turns[one] <= min(unserved) + 1 for one in waiting
            )
    finally:
        hall.close()


def test_a_lane_of_many_messages_lets_the_others_of_its_server_have_their_turn(hall: Hall) -> None:
    for _ in range(50):
        hall.do(call, BUSY, 1)
    for number in range(2, 6):
        hall.do(call, BUSY, number)
    turn = Turn()
    found = [whose_turn(hall, 1, turn)[0].name for _ in range(6)]
    assert found == ["match:m1", "match:m2", "match:m3", "match:m4", "match:m5", "match:m1"]


def cost(hall: Hall, act: Callable[[], object]) -> tuple[int, int]:
    """Statements, and steps of SQLite's machine."""
    said: list[str] = []
    steps = count()
    on_postgres.want_a_file()
    hall._connection.set_trace_callback(said.append)
    hall._connection.set_progress_handler(lambda: next(steps) and 0, 1)
    try:
        act()
    finally:
        hall._connection.set_trace_callback(None)
        hall._connection.set_progress_handler(None, 0)
    return len(said), next(steps)


def test_a_look_at_ten_thousand_waiting_promises_costs_no_more_than_one_at_a_hundred(hall: Hall) -> None:
    def look() -> object:
        return whose_turn(hall, AT_ONCE)

    for number in range(20):
        hall.do(call, GuildId(100 + number))
    hall.do(letters, BUSY, range(80))
    few = cost(hall, look)
    hall.do(letters, BUSY, range(80, 10_000))
    many = cost(hall, look)
    assert many[0] == few[0] <= AT_ONCE + 5
    assert many[1] <= 1.1 * few[1]
    (lane,) = whose_turn(hall, 21, resting=[Lane(GuildId(100 + one), "match:m1") for one in range(20)])[:1]
    first = cost(hall, lambda: hall.ask(outbox.first_in, lane))
    assert lane.urgency is Urgency.LETTER
    assert first[0] == 1
    assert first[1] < 100


# --- the notifier ---------------------------------------------------------------------------------------------------


class SlowDiscord:
    """Is asked for all that is promised, and takes one request at a time, in the order in which it was asked."""

    def __init__(self) -> None:
        self.units = cast("UnitsOfWork", None)
        self.asked: list[Promise[Message]] = []
        self.taken: list[Promise[Message]] = []
        self._gates: dict[str, asyncio.Event] = {}
        self._news = asyncio.Event()

    async def keep(self, promise: Promise[Message]) -> None:
        self.asked.append(promise)
        gate = self._gates[promise.outbox_id] = asyncio.Event()
        self._news.set()
        await gate.wait()
        await self.units.do(lambda tx: outbox.mark_kept(tx, promise.outbox_id, tx.now))

    def take(self, which: Callable[[Promise[Message]], bool] = lambda _: True) -> None:
        """Takes the request that has waited longest."""
        first = next(one for one in self.asked if one not in self.taken and which(one))
        self.taken.append(first)
        self._gates[first.outbox_id].set()

    async def until_asked(self, times: int) -> None:
        async with asyncio.timeout(10):
            while len(self.asked) < times:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def speaking(folder: Path) -> AsyncIterator[tuple[SlowDiscord, UnitsOfWork, Notifier]]:
    wiring.join()
    server, numbers = SlowDiscord(), count(1)
    async with Database.open(folder / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        units = UnitsOfWork(database, lambda: NOW, lambda size: next(numbers).to_bytes(size, "big"))
        server.units = units
        ways = MappingProxyType(dict.fromkeys(KEPT, server))
        speech = Speech({}, {}, cast("Any", ways), {}, {}, *cast("Any", [None] * 4))
        nothing = cast("Any", None)
        kept = Notifier(units, cast("discord.Client", None), nothing, speech, nothing, nothing, lambda _: False)
        units.wakers["outbox"] = kept.wake
        yield server, units, kept
        kept._worker.closed = True
        for gate in server._gates.values():
            gate.set()
        await kept.rest()


async def test_a_match_call_waits_for_no_letters_of_another_server(tmp_path: Path) -> None:
    async with speaking(tmp_path) as (server, units, _):
        await units.do(letters, BUSY, range(3_000))
        await server.until_asked(LETTERS_AT_ONCE)
        await units.do(call, QUIET)
        await server.until_asked(LETTERS_AT_ONCE + 1)
        assert isinstance(server.asked[-1].message, MatchCalled)
        while not isinstance(server.taken[-1].message if server.taken else None, MatchCalled):
            server.take()
        assert len(server.taken) <= LETTERS_AT_ONCE + 1


async def test_with_every_room_taken_a_call_is_said_next(tmp_path: Path) -> None:
    async with speaking(tmp_path) as (server, units, _):
        await units.do(letters, BUSY, range(50))
        await server.until_asked(LETTERS_AT_ONCE)
        await units.do(calls, BUSY, range(40))
        await server.until_asked(AT_ONCE)
        await units.do(call, QUIET, 99)
        for one in range(1, 3):
            server.take()
            await server.until_asked(AT_ONCE + one)
        assert QUIET in [one.guild_id for one in server.asked[AT_ONCE:]]


async def test_what_discord_keeps_waiting_makes_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "SLOW", timedelta(milliseconds=50))
    async with speaking(tmp_path) as (server, units, _):
        await units.do(calls, BUSY, range(AT_ONCE))
        await server.until_asked(AT_ONCE)
        await units.do(call, QUIET)
        await server.until_asked(AT_ONCE + 1)
        assert server.asked[-1].guild_id == QUIET
        assert not server.taken


async def test_what_broke_while_the_database_took_nothing_is_said_once_it_takes_something(tmp_path: Path) -> None:
    """All lanes that there is room for have broken at once, and the next look would be twenty seconds later."""
    async with speaking(tmp_path) as (server, units, kept):
        keep, broken = server.keep, list[str]()

        async def cannot(promise: Promise[Message]) -> None:
            broken.append(promise.outbox_id)
            raise CommitFailed("the disk is full")

        server.keep = cannot  # type: ignore[method-assign]
        await units.do(calls, BUSY, range(2 * AT_ONCE))
        while len(broken) < AT_ONCE or tuple(kept._turns):
            await kept.rest()
        server.keep = keep  # type: ignore[method-assign]
        assert not server.asked
        await units.do(outage_verbs.note_losses, [TimeLost(NOW - timedelta(seconds=5), Cause.DATABASE)])
        await server.until_asked(AT_ONCE)


async def test_the_order_within_a_lane_stays(tmp_path: Path) -> None:
    async with speaking(tmp_path) as (server, units, _):
        await units.do(calls, BUSY, [1] * 5)
        for one in range(1, 6):
            await server.until_asked(one)
            assert len(server.asked) == one
            server.take()
        ids = [promise.outbox_id for promise in server.asked]
        rows = await units.ask(lambda tx: tx.fetch_all("SELECT outbox_id FROM outbox ORDER BY sequence"))
        assert ids == [row["outbox_id"] for row in rows]


# --- the pace --------------------------------------------------------------------------------------------------------


async def test_no_more_is_asked_in_a_second_than_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, now, pace = asyncio.get_running_loop(), [1000.0], transactions.RequestPace()
    monkeypatch.setattr(loop, "time", lambda: now[0])
    asked: list[float] = []

    async def turn() -> None:
        for number in range(300):
            if number == 150:
                now[0] += 20
            asked.append(now[0] + max(0.0, pace.wait()))

    free = transactions.Turns[str]("promises", lambda: None)
    free.begin("letters", turn)
    await free.rest()
    assert max(sum(first <= one < first + 1 for one in asked) for first in asked) <= 50
    assert asked[:5] == [1000.0] * 5
    assert max(asked) < 1020 + 150 / transactions.A_SECOND


async def test_what_a_press_asks_for_waits_for_no_turn_and_is_counted() -> None:
    pace = transactions.RequestPace()
    assert {pace.wait() for _ in range(200)} == {0.0}
    waits: list[float] = []

    async def turn() -> None:
        waits.append(pace.wait())

    turns = transactions.Turns[str]("promises", lambda: None)
    turns.begin("letter", turn)
    await turns.rest()
    assert waits[0] > 4


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/users/@me/channels", True),
        ("/api/v10/interactions/1/token/callback", False),
        ("/api/v10/webhooks/1/token/messages/@original", False),
        ("/attachments/1/2/picture.png", False),
    ],
)
async def test_answers_to_presses_and_pictures_are_not_counted(path: str, counts: bool) -> None:
    class Counting(transactions.RequestPace):
        asked = 0

        def wait(self) -> float:
            self.asked += 1
            return 0.0

    pace, nothing = Counting(), cast("Any", None)
    start = cast("Any", SimpleNamespace(url=SimpleNamespace(path=path)))
    await creation._keep_pace(pace, nothing, nothing, start)
    assert bool(pace.asked) is counts


# --- panels ---------------------------------------------------------------------------------------------------------


def stale(guild_id: int, number: int) -> Panel:
    at = NOW + timedelta(seconds=number)
    name = f"tournament:{guild_id}-{number}"
    return Panel(name, GuildId(guild_id), ChannelId(1), MessageId(number + 1), NOW, NOW, at)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 500)), unique=True),
    st.integers(1, 80),
    st.sets(st.integers(1, 9)),
)
def test_every_servers_panel_that_waited_longest_comes_before_any_second_one(
    hall: Hall, waiting: list[tuple[int, int]], most: int, held: set[int]
) -> None:
    some = sorted((stale(*one) for one in waiting), key=lambda one: (one.stale_at or NOW, one.panel))

    def all_wait(tx: Tx) -> None:
        tx.execute("DELETE FROM panels")
        for one in some:
            known(tx, one.guild_id)
            panel_store._PANELS.insert(tx, one)

    hall.do(all_wait)
    chosen = hall.ask(panel_store.stale, most, lambda one: one.guild_id in held)
    free = [Waiting(one.panel, one.guild_id) for one in some if one.guild_id not in held]
    assert len(chosen) == min(most, len(free))
    turns = Counter(one.guild_id for one in chosen)
    left = [one for one in free if one not in chosen]
    assert all(turns[one.guild_id] >= max(turns.values()) - 1 for one in left)
    for guild_id, times in turns.items():
        assert [one for one in chosen if one.guild_id == guild_id] == [one for one in free if one.guild_id == guild_id][
            :times
        ]


@asynccontextmanager
async def keeping_panels(folder: Path) -> AsyncIterator[tuple[PanelKeeper, UnitsOfWork, list[str], asyncio.Event]]:
    """The keeper, whose panels are drawn once the event is set, and those that it has begun to draw."""
    begun: list[str] = []
    served = asyncio.Event()
    async with Database.open(folder / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        units = UnitsOfWork(database, lambda: NOW + timedelta(minutes=5), bytes)
        nothing = cast("Any", None)
        contents = PanelContents(lambda *_: None, nothing, nothing, "line", nothing, nothing)
        keeper = PanelKeeper(units, cast("discord.Client", None), contents, nothing, nothing, lambda _: False)

        async def draw(panel: str) -> None:
            begun.append(panel)
            await served.wait()

        keeper.card = draw  # type: ignore[method-assign]
        yield keeper, units, begun, served
        served.set()
        await keeper.close()


async def test_a_server_of_many_panels_holds_up_no_other(tmp_path: Path) -> None:
    async with keeping_panels(tmp_path) as (keeper, units, begun, served):
        many = [stale(1, one) for one in range(300)]

        def change(tx: Tx) -> None:
            for one in (*many, stale(2, 400)):
                known(tx, one.guild_id)
                panel_store.save(tx, one)
                tx.touch(one.panel)

        await units.do(change)
        keeper.wake()
        await keeper._worker.rest()
        while len(begun) < panels.AT_ONCE:
            await asyncio.sleep(0)
        assert stale(2, 400).panel in begun
        served.set()
        await until_at_rest(keeper)
        assert sorted(begun) == sorted([one.panel for one in many] + [stale(2, 400).panel])


@pytest.mark.parametrize("breaks_by", [LookupError, CommitFailed])
async def test_a_panel_that_could_not_even_be_put_off_is_drawn_once_the_database_takes_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks_by: type[Exception]
) -> None:
    async with keeping_panels(tmp_path) as (keeper, units, begun, served):
        served.set()
        await units.do(known, BUSY)
        await units.do(panel_store.save, stale(BUSY, 1))
        await units.do(lambda tx: tx.touch(stale(BUSY, 1).panel))
        units.wakers["panels"] = keeper.wake

        def full(*_: object) -> None:
            raise CommitFailed("the disk is full")

        async def breaks(_: str) -> None:
            raise breaks_by

        with monkeypatch.context() as broken:
            broken.setattr(keeper, "card", breaks)
            broken.setattr(panels, "_edit_later", full)
            keeper.wake()
            await until_at_rest(keeper)
        assert begun == []
        await units.do(outage_verbs.note_losses, [TimeLost(NOW, Cause.DATABASE)])
        await until_at_rest(keeper)
        assert begun == [stale(BUSY, 1).panel]


async def until_at_rest(keeper: PanelKeeper) -> None:
    while keeper._worker.at_work or tuple(keeper._turns):
        await keeper._worker.rest()
        await keeper._turns.rest()


async def test_a_panel_whose_moment_has_not_come_is_put_off_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping_panels(tmp_path) as (keeper, units, begun, _):
        put_off: list[str] = []
        monkeypatch.setattr(panels, "_edit_later", lambda _, panel, __: put_off.append(panel))
        now = units.clock()
        young = Panel("tournament:t1", BUSY, ChannelId(1), MessageId(1), now, now, None)
        await units.do(known, BUSY)
        await units.do(panel_store.save, young)
        await units.do(lambda tx: tx.touch(young.panel))
        for _ in range(5):
            keeper.wake()
            await keeper._worker.rest()
            await keeper._turns.rest()
        assert (put_off, begun) == ([young.panel], [])
