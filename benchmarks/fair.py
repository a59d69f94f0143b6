"""How long a server waits for the others: `python -m benchmarks.fair letters | check-ins [--smallest]`.

letters     what an event's announcement waits for while another server has 3,000 letters under way, at a Discord that
            takes fifty requests a second and says no to all beyond
check-ins   what a press waits while the players of a thousand servers check in within a minute, and what it waits of
            the least that a discord.py bot can be, which keeps nothing, under as many presses
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from aiohttp import web

from benchmarks.many_servers import crowd
from benchmarks.neighbours import FIRST_SERVER
from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER, BARE, DATABASES
from benchmarks.presses.measure import no_garbage_collection, percentile, table
from benchmarks.presses.open_check_in import DATABASE, LEAD
from benchmarks.sizes import is_smallest
from bot import wiring
from bot.app import MIGRATIONS
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.ids import Actor, ChannelId, Community, GuildId, MemberId
from bot.kernel.outbox import RehearsalCutOff
from bot.kernel.promises import ToMember
from bot.living.transactions import UnitsOfWork
from bot.rulebooks.library import preset
from bot.server import store as server_store
from wire.discord_server import LoopbackDiscord, Prepared
from wire.interactions import ANSWER_LIMIT_S, Interaction
from wire.payloads import Person
from wire.process import process_bot
from wire.scenario import Gesture, Visitor, comparison_presses
from wire.shapes import Payload, controls_of, text
from wire.world import World

A_SECOND: Final = 50
"""So many requests Discord takes, but for answers to interactions."""
AWAY_S: Final = 0.05
"""How far Discord is."""
FREE: Final = ("interactions", "webhooks")
_PLENTY: Final = {f"X-RateLimit-{name}": said for name, said in (("Limit", "1000"), ("Remaining", "999"))} | {
    "X-RateLimit-Reset-After": "1",
    "X-RateLimit-Reset": "1",
}
"""That the limit of a single kind of request is far."""
BUSY: Final = GuildId(FIRST_SERVER)
OWN_EVERY_S: Final = 0.25
GRACE_S: Final = 3.0


class StrictDiscord(LoopbackDiscord):
    """Takes so many requests in a second, and refuses those beyond; each takes a while on its way."""

    def __init__(self, world: World | None = None) -> None:
        super().__init__(world)
        self.refused = 0
        self._taken: deque[float] = deque()

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """As of a server that is as strict and as far away as Discord."""
        if request.headers.get("Upgrade") or any(f"/{one}/" in request.path for one in FREE):
            return await super().handle(request)
        await asyncio.sleep(AWAY_S)
        now = time.monotonic()
        while self._taken and now - self._taken[0] > 1:
            self._taken.popleft()
        if len(self._taken) < A_SECOND:
            self._taken.append(now)
            answer = await super().handle(request)
            # Without these, discord.py sends what is of one kind one after the other.
            answer.headers.update(_PLENTY)
            return answer
        self.refused += 1
        await request.read()
        wait = 1 - (now - self._taken[0])
        said = {"message": "You are being rate limited.", "retry_after": wait, "global": True}
        return web.json_response(said, status=429, headers={"Via": "1.1 loopback", "Date": self.world.http_date()})


# --- letters --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Letters:
    """What was said between the press that creates an event and its announcement, and how it went on."""

    letters: int
    before: int
    waited: float
    refused: int
    a_second: float


async def letters(count: int) -> Letters:
    """An organiser creates an event while another server's letters are under way."""
    server = StrictDiscord()

    async def write(units: UnitsOfWork, world: World) -> None:
        people = [world.add_member(f"Reader {one}") for one in range(count)]
        await units.do(_promise_letters, [MemberId(int(one.id)) for one in people])

    async with _playing(server, 1, write):
        await server.until(lambda: _said(server) >= count // 30 + 1, 60)
        owner = Visitor(server, server.world.owner)
        start = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d %H:%M}"
        asked = await owner.slash("tournament create", name="Fair Cup", rulebook="cup", start=start)
        before, at = _said(server), time.monotonic()
        await owner.click("draft-confirm", asked)
        await server.until(lambda: _is_announced(server.world), 300)
        waited, between = time.monotonic() - at, _said(server) - before
        await asyncio.sleep(GRACE_S if count > A_SECOND else 0)
        gone = time.monotonic() - at
        return Letters(count, between, waited, server.refused, (_said(server) - before) / gone)


def _promise_letters(tx: Tx, readers: Sequence[MemberId]) -> None:
    server_store.save(tx, _community(BUSY, ChannelId(1), tx.now))
    for one in readers:
        tx.enqueue(BUSY, ToMember(one), RehearsalCutOff(BUSY, "Open"))


def _said(server: LoopbackDiscord) -> int:
    """How many letters were said."""
    return sum(1 for one in server.world.posted if "guild_id" not in server.world.channels[text(one, "channel_id")])


def _is_announced(world: World) -> bool:
    return any("Fair Cup" in str(one) for one in world.posted if "guild_id" in world.channels[text(one, "channel_id")])


# --- check-ins ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckIns:
    """How long presses waited: those of the crowd of servers, and those of the one beside them."""

    name: str
    servers: int
    pressed: int
    answered: int
    waits: Sequence[float]


async def check_ins(servers: int, players: int, minute: float) -> Sequence[CheckIns]:
    """All players of all servers check in within so many seconds; others press in one server, then and before."""
    server, own = LoopbackDiscord(), int(minute / OWN_EVERY_S)
    people: list[Person] = []
    events: dict[str, str] = {}

    async def write(units: UnitsOfWork, world: World) -> None:
        people.extend(world.add_member(f"Guest {one}") for one in range(players))
        channel = ChannelId(int(text(world.general, "id")))
        for one in range(FIRST_SERVER, FIRST_SERVER + servers):
            events[await units.do(_open_event, GuildId(one), channel, people)] = str(one)
        await units.do(lambda tx: tx.execute("DELETE FROM outbox WHERE kind <> 'tournament_announced'"))

    async with _playing(server, 2 * own, write, servers):
        gestures = list(await open_check_in.presses(server, 2 * own))
        await server.until(lambda: len(_panels(server, events)) == servers, 300)
        return await _press_beside(server, gestures, _presses_of(server, people, events), (servers, minute), "Arbiter")


async def bare_check_ins(servers: int, players: int, minute: float) -> Sequence[CheckIns]:
    """As many presses of a bot that answers them and no more."""
    server, own = LoopbackDiscord(), int(minute / OWN_EVERY_S)
    async with server.listening():
        server.gateway.crowd = crowd(servers, server.world.bot)
        async with process_bot(server, BARE.arguments, limit=120) as bot:
            gestures = list(await comparison_presses(server, 2 * own + servers * players))
            homes = [str(FIRST_SERVER + one % servers) for one in range(servers * players)]
            crowded = [_moved(server, one(), home) for one, home in zip(gestures[2 * own :], homes, strict=True)]
            found = await _press_beside(server, gestures[: 2 * own], crowded, (servers, minute), "bare")
            await bot.stop(60)
    return found


async def _press_beside(
    server: LoopbackDiscord,
    gestures: Sequence[Gesture],
    crowded: Sequence[Prepared],
    size: tuple[int, float],
    name: str,
) -> Sequence[CheckIns]:
    """Half of the gestures alone, and half beside the crowd's; `size` is its servers and the minute."""
    (servers, minute), own = size, len(gestures) // 2
    with no_garbage_collection():
        alone = await _press([one() for one in gestures[:own]], server, minute)
        beside, many = await asyncio.gather(
            _press([one() for one in gestures[own:]], server, minute), _press(crowded, server, minute)
        )
    await asyncio.sleep(GRACE_S)
    return [
        _found(f"{name}, alone", 1, alone),
        _found(f"{name}, beside the others", 1, beside),
        _found(f"{name}, the others", servers, many),
    ]


def _open_event(tx: Tx, guild_id: GuildId, channel: ChannelId, people: Sequence[Person]) -> str:
    """An event of the server whose players have registered, and may check in now."""
    server_store.save(tx, _community(guild_id, channel, tx.now))
    owner = Actor(guild_id, MemberId(1), "Owner", "en-US", True, True, tx.now)
    start = datetime.now(UTC) + LEAD
    event = tournaments_verbs.create(tx.acting_as(owner), f"Open {guild_id}", preset("aije-open"), start)
    for one in people:
        actor = replace(owner, member_id=MemberId(int(one.id)), name=one.name, is_owner=False, is_organiser=False)
        entering_verbs.register(tx.acting_as(actor), event.tournament_id, one.name)
    entering_check_in_verbs.open_check_in(tx, event)
    return event.tournament_id


def _presses_of(server: LoopbackDiscord, players: Sequence[Person], events: Mapping[str, str]) -> list[Prepared]:
    """A press of each player in each server of the crowd, one player after the other."""
    panels = _panels(server, events).items()
    return [_press_in(server, guild_id, panel, player) for player in players for guild_id, panel in panels]


def _panels(server: LoopbackDiscord, events: Mapping[str, str]) -> dict[str, Payload]:
    """The announcement in each server of the crowd that has one by now."""
    return {guild_id: one for one in server.world.posted if (guild_id := events.get(_event(one)))}


def _press_in(server: LoopbackDiscord, guild_id: str, panel: Payload, player: Person) -> Prepared:
    return _moved(server, server.prepared_press("check-in", panel, player), guild_id)


def _moved(server: LoopbackDiscord, made: Prepared, guild_id: str) -> Prepared:
    """The press as it is made in that server."""
    return Prepared(made.interaction, made.encoded.replace(server.world.guild_id, guild_id))


def _event(message: Payload) -> str:
    """The event that is announced by the message; empty for any other message."""
    named = [one.split()[0].partition(":") for one in controls_of(message)]
    return next((event for verb, _, event in named if verb == "register"), "")


async def _press(prepared: Sequence[Prepared], server: LoopbackDiscord, within: float) -> Sequence[Interaction]:
    """Sends them evenly within so many seconds."""
    began = time.monotonic()
    sent: list[Interaction] = []
    for number, one in enumerate(prepared):
        await asyncio.sleep(max(0.0, began + within * number / len(prepared) - time.monotonic()))
        sent.append(await server.send(one))
    await asyncio.sleep(GRACE_S)
    return sent


def _found(name: str, servers: int, sent: Sequence[Interaction]) -> CheckIns:
    return CheckIns(name, servers, len(sent), sum(one.answered_at is not None for one in sent), _waits(sent))


def _waits(sent: Sequence[Interaction]) -> Sequence[float]:
    """Who got no answer waited until Discord gave up."""
    return [min(one.seconds, ANSWER_LIMIT_S) for one in sent]


def report_letters(found: Letters) -> str:
    """As a table."""
    row = (found.letters, found.before, f"{found.waited:.2f}", f"{found.a_second:.0f}", found.refused)
    titles = ("letters", "said before the announcement", "it came after s", "letters a second", "requests refused")
    return table(titles, [row])


def report_check_ins(found: Sequence[CheckIns]) -> str:
    """As a table."""
    rows = [
        (
            one.name,
            one.servers,
            f"{one.answered} of {one.pressed}",
            f"{1000 * percentile(one.waits, 0.5):.1f}",
            f"{1000 * percentile(one.waits, 0.99):.1f}",
        )
        for one in found
    ]
    return table(("presses", "servers", "answered", "median ms", "p99 ms"), rows)


# --- both -----------------------------------------------------------------------------------------------------------


def _community(guild_id: GuildId, channel: ChannelId, at: datetime) -> Community:
    return Community(guild_id, MemberId(1), "en-US", "UTC", channel, channel, channel, record=channel, set_up_at=at)


Writer = Callable[[UnitsOfWork, World], Awaitable[None]]


@asynccontextmanager
async def _playing(server: LoopbackDiscord, players: int, write: Writer, servers: int = 1) -> AsyncIterator[None]:
    """The bot runs on a file into which `write` has put what others have."""
    DATABASES.mkdir(parents=True, exist_ok=True)
    wiring.join()
    with TemporaryDirectory(dir=DATABASES) as name:
        async with server.listening():
            server.gateway.crowd = crowd(servers, server.world.bot)
            await open_check_in.prepare(server, Path(name), players)
            async with Database.open(Path(name) / DATABASE, migrations=MIGRATIONS) as database:
                at = datetime.now(UTC) - timedelta(minutes=1)
                await write(UnitsOfWork(database, lambda: at, os.urandom), server.world)
            async with process_bot(
                server, ARBITER.arguments, extra=ARBITER.variables, folder=Path(name), limit=120
            ) as bot:
                yield
                await bot.stop(60)


async def _measure(words: Sequence[str]) -> str:
    smallest = is_smallest(words)
    if "check-ins" in words:
        size = (3, 2, 1.0) if smallest else (1_000, 8, 60.0)
        return report_check_ins([*await bare_check_ins(*size), *await check_ins(*size)])
    return report_letters(await letters(20 if smallest else 3_000))


if __name__ == "__main__":
    print(asyncio.run(_measure(sys.argv[1:])))
