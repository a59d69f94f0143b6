"""Being in charge from the wait to the end: a spare takes over, and who is not sure says nothing to Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import aiohttp
import pytest
from aiohttp import web

from bot.kernel.faults import ConnectionLost, NotInCharge
from bot.kernel.lease import InCharge, Lease
from bot.living import charge as charging
from bot.living.charge import Charge, DoubleWatch, NotSure, silence_unless

if TYPE_CHECKING:
    import discord

    from bot.living.transactions import UnitsOfWork


class Pretended:
    """A lease without a database: who is in charge is what a test says."""

    def __init__(self) -> None:
        self.epoch: int | None = None
        self.holder = ""
        self.is_sure = False
        self.signs = 0
        self.trouble: Exception | None = None
        self.given_up = False

    def prepare(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    def look(self) -> InCharge:
        return InCharge(1, self.holder, 0.0, "")

    def take(self) -> InCharge | None:
        if self.holder:
            return None
        self.epoch, self.is_sure = 2, True
        return InCharge(1, "before", 9.5, "1a2b")

    def sign(self) -> None:
        self.signs += 1
        if self.trouble is not None:
            raise self.trouble

    def give_up(self) -> None:
        self.given_up = True

    def note_boot(self, boot: str) -> None:
        self.holder = boot

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK_EVERY", "AGAIN_AFTER", "SIGN_EVERY"):
        monkeypatch.setattr(charging, name, 0.001)


@pytest.fixture
def lease() -> Pretended:
    return Pretended()


@pytest.fixture
async def charge(lease: Pretended) -> AsyncIterator[Charge]:
    one = Charge(cast("Lease", lease))
    yield one
    await one.close()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.001)


async def test_a_spare_waits_as_long_as_another_is_in_charge_and_through_trouble_of_the_database(
    charge: Charge, lease: Pretended, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    lease.holder = "one"
    waiting = asyncio.create_task(charge.take(asyncio.Event(), is_spare=True))
    await until(lambda: "another process is in charge; this one waits" in caplog.text)
    lease.trouble = ConnectionLost("gone")
    await until(lambda: "cannot be asked who is in charge: gone" in caplog.text)
    assert not waiting.done()
    lease.trouble, lease.holder = None, ""
    before = await waiting
    assert before is not None
    assert (before.holder, charge.epoch, charge.is_sure, charge.has_overtaken) == ("before", 2, True, True)


async def test_who_is_no_spare_waits_for_one_that_may_have_died_and_then_ends_with_a_sentence(
    charge: Charge, lease: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charging, "WITHOUT_SPARE", 0.01)
    lease.holder = "one"
    with pytest.raises(NotInCharge, match=r"another process is in charge of the database \(one\)"):
        await charge.take(asyncio.Event(), is_spare=False)
    with pytest.raises(NotInCharge):
        _ = charge.epoch


async def test_a_spare_that_is_told_to_end_waits_no_longer(charge: Charge, lease: Pretended) -> None:
    lease.holder, ends = "one", asyncio.Event()
    waiting = asyncio.create_task(charge.take(ends, is_spare=True))
    ends.set()
    assert await waiting is None


async def test_signs_are_given_through_trouble_until_another_takes_over(charge: Charge, lease: Pretended) -> None:
    lost: list[NotInCharge] = []
    await charge.take(asyncio.Event(), is_spare=False)
    charge.keep(lost.append)
    await until(lambda: lease.signs > 2)
    lease.trouble = ConnectionLost("gone")
    signs = lease.signs
    await until(lambda: lease.signs > signs + 2)
    lease.trouble = NotInCharge("other")
    await until(lambda: bool(lost))
    signs = lease.signs
    await asyncio.sleep(0.01)
    assert (str(lost[0]), lease.signs) == ("another process is in charge of the database (other)", signs)


class Waits:
    """As much of an event as is waited for: each wait is over at once, and the fourth is the end."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.asked.append(seconds)
        return len(self.asked) > 3

    def set(self) -> None:
        pass


async def test_a_sign_that_was_heard_late_is_followed_the_sooner(
    lease: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, late, waits, one = 100.0, [0.0, 2.0, 5.0], Waits(), Charge(cast("Lease", lease))

    def sign() -> None:
        nonlocal now
        now += late.pop(0)

    monkeypatch.setattr(charging, "SIGN_EVERY", 3.0)
    monkeypatch.setattr(charging, "steady", lambda: now)
    monkeypatch.setattr(one, "_ends", waits)
    lease.sign = sign  # type: ignore[method-assign]
    one.keep(lambda why: None)
    await one.close()
    assert waits.asked == [3.0, 3.0, 1.0, 0.0]


async def test_an_end_gives_it_up(lease: Pretended) -> None:
    one = Charge(cast("Lease", lease))
    await one.take(asyncio.Event(), is_spare=False)
    one.keep(lambda why: None)
    await one.close()
    assert lease.given_up


@asynccontextmanager
async def discord_heard() -> AsyncIterator[tuple[str, list[str]]]:
    """An address, and the paths that were asked for there."""
    heard: list[str] = []

    async def hear(request: web.BaseRequest) -> web.Response:
        heard.append(request.path)
        return web.Response()

    server = web.Server(hear)
    listening = await asyncio.get_running_loop().create_server(server, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", heard
    listening.close()
    await server.shutdown()


def session_of(is_sure: Callable[[], bool]) -> aiohttp.ClientSession:
    trace = aiohttp.TraceConfig()
    silence_unless(is_sure, trace)
    return aiohttp.ClientSession(trace_configs=[trace])


async def test_who_is_not_sure_makes_no_call(lease: Pretended) -> None:
    lease.is_sure = True
    async with discord_heard() as (at, heard), session_of(lambda: lease.is_sure) as session:
        await session.post(f"{at}/said")
        lease.is_sure = False
        with pytest.raises(NotSure):
            await session.post(f"{at}/not-said")
        with pytest.raises(NotSure):
            await session.ws_connect(f"{at}/gateway")
    assert heard == ["/said"]


async def test_who_stopped_being_sure_while_a_connection_was_made_or_waited_for_makes_no_call() -> None:
    # Asked twice of each call: before a connection is made or found, and when it is there.
    answers = iter([True, False, True, True, True, False])
    async with discord_heard() as (at, heard), session_of(lambda: next(answers)) as session:
        with pytest.raises(OSError, match="has not heard this process"):
            await session.post(f"{at}/made-in-vain")
        await (await session.post(f"{at}/said")).read()
        with pytest.raises(OSError, match="has not heard this process"):
            await session.post(f"{at}/found-in-vain")
    assert heard == ["/said"]


async def test_who_finds_the_database_away_at_a_start_looks_for_doubled_messages_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(charging, "LOOKS", (timedelta(milliseconds=1),))
    asked: list[object] = []

    async def ask(query: object) -> list[object]:
        asked.append(query)
        if len(asked) < 3:
            raise ConnectionLost("gone")
        return []

    async def do(*_: object) -> None:
        pass

    units = SimpleNamespace(ask=ask, do=do, clock=lambda: datetime.now(UTC))
    watch = DoubleWatch(cast("UnitsOfWork", units), cast("discord.Client", None))
    watch.begin()
    await until(lambda: len(asked) >= 4)
    await watch.close()
    assert caplog.text.count("cannot be looked for now: gone") == 2
