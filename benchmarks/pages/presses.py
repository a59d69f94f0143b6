"""Presses of an evening while pages are asked for: quiet, in a flood of requests, and with 500 who listen.

The bot is a process against a loopback Discord, and serves its pages by its own process. The three take turns in
short blocks, so that whatever else the machine does hits all alike.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from itertools import islice
from pathlib import Path
from typing import Final

from benchmarks.pages.asking import line
from benchmarks.presses import open_check_in
from benchmarks.presses.contenders import ARBITER_IN_CHECK_IN, Program, running
from benchmarks.presses.measure import no_garbage_collection, percentile, spread, table
from bot.app import MIGRATIONS
from bot.features.pages import store as pages_store
from bot.features.pages.model import ServerPages
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.ids import GuildId, MemberId
from bot.living.transactions import UnitsOfWork
from bot.people import store as people_store
from wire.discord_server import LoopbackDiscord
from wire.process import CHECKOUT
from wire.scenario import Gesture, latest_with
from wire.shapes import find_component, text

Measured = tuple[dict[str, list[float]], dict[str, Counter[str]]]
KEY: Final = "loopback"
HOST: Final = "cups.example"
KINDS: Final = {"quiet": 0, "flood": 16, "listen": 500}
"""By kind how many visitors there are."""
FEW: Final = {"quiet": 0, "flood": 2, "listen": 3}
"""As many for a trial."""
NAMES: Final = {"quiet": "no visitors", "flood": "a flood of requests", "listen": "live visitors"}
TITLES: Final = ("beside", "presses", "median ms", "p95 ms", "p99 ms", "p99 more than quiet")
BLOCKS: Final = 24
EACH: Final = 60
"""Presses of a block."""
WARM_UP: Final = 30
PAUSE: Final = 0.005
"""Seconds between two presses: people do not press in the moment in which another is answered."""
PORT_MISSING: Final = 600
"""Looks, ten in a second, until the pages must be served."""


async def prepare(server: LoopbackDiscord, folder: Path, players: int) -> None:
    """The event of `benchmarks.presses`, in a server whose pages were switched on before it."""
    await open_check_in.prepare(server, folder, players)
    async with Database.open(folder / open_check_in.DATABASE, migrations=MIGRATIONS) as database:
        units = UnitsOfWork(database, lambda: datetime.now(UTC) - timedelta(hours=2), os.urandom)
        await units.do(_switch_on, server)


def _switch_on(tx: Tx, server: LoopbackDiscord) -> None:
    guild_id = GuildId(int(server.world.guild_id))
    owner = people_store.of_member(tx, guild_id, MemberId(int(server.world.owner.id)))
    if owner is None:
        raise LookupError(server.world.owner.name)
    pages_store.save_server(tx, ServerPages(guild_id, KEY, "The Hall", True, tx.now, owner.person_id))


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def program(at: str) -> Program:
    """The real bot, which serves its pages there."""
    web = {"ARBITER_WEB": at, "ARBITER_WEB_ADDRESS": f"https://{HOST}", "ARBITER_WEB_PROXY": "127.0.0.1"}
    return Program("Arbiter", ARBITER_IN_CHECK_IN.arguments, {**ARBITER_IN_CHECK_IN.variables, **web}, prepare)


async def measure(blocks: int, each: int, warm_up: int, shares: Mapping[str, int] = KINDS) -> Measured:
    """The seconds of presses by what went on beside them, and what the visitors got in all of them."""
    seconds: dict[str, list[float]] = {kind: [] for kind in shares}
    got: dict[str, Counter[str]] = {kind: Counter() for kind in shares}
    at = f"127.0.0.1:{_free_port()}"
    many = blocks * each * len(shares) + warm_up
    async with running(program(at), many) as bot:
        gestures = iter(await open_check_in.presses(bot.server, many))
        home = await _home(bot.server, at)
        await _press(bot.server, gestures, warm_up)
        with no_garbage_collection():
            for block in range(blocks):
                order = list(shares)
                for kind in (*order[block % len(order) :], *order[: block % len(order)]):
                    async with visitors(kind, shares[kind], at, home, got[kind]):
                        seconds[kind] += await _press(bot.server, gestures, each)
    return seconds, got


async def _home(server: LoopbackDiscord, at: str) -> str:
    """The page of the event, once it is served."""
    panel = await latest_with(server, "register")
    event = text(find_component(panel, "check-in"), "custom_id").partition(":")[2]
    home = f"/en/{KEY}/{event}/"
    for _ in range(PORT_MISSING):
        with suppress(ConnectionError):
            async with line(at, HOST) as one:
                answer = await one.get(home)
                if answer.status == HTTPStatus.OK:
                    return home
        await asyncio.sleep(0.1)
    raise LookupError(home)


async def _press(server: LoopbackDiscord, gestures: Iterator[Gesture], many: int) -> list[float]:
    found = []
    for gesture in islice(gestures, many):
        interaction = await (await server.send(gesture())).wait_for_answer()
        found.append(interaction.seconds)
        await asyncio.sleep(PAUSE)
    return found


@asynccontextmanager
async def visitors(kind: str, many: int, at: str, home: str, got: Counter[str]) -> AsyncIterator[None]:
    """So many of them, from when all are there until the end of the block."""
    if not many:
        yield
        return
    command = (sys.executable, "-m", "benchmarks.pages.visitors", kind, str(many), at, HOST, home)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=CHECKOUT)
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdout.readline()
    begun = time.perf_counter()
    yield
    got["milliseconds"] += round(1000 * (time.perf_counter() - begun))
    process.stdin.close()
    got.update(json.loads(await process.stdout.readline()))
    await process.wait()


def report(seconds: dict[str, list[float]], got: dict[str, Counter[str]]) -> str:
    """The presses as a table, each beside the quiet ones, and what the visitors got."""
    quiet = percentile(seconds["quiet"], 0.99)
    rows = []
    for kind, found in seconds.items():
        one, last = spread(found), percentile(found, 0.99)
        more = f"{100 * (last / quiet - 1):+.0f} %"
        rows.append((NAMES[kind], one.count, f"{one.median:.2f}", f"{one.p95:.2f}", f"{1000 * last:.2f}", more))
    told = "\n".join(f"- {NAMES[kind]}: {_counted(some)}" for kind, some in got.items() if some)
    return f"{table(TITLES, rows)}\n\nWhat the visitors got:\n\n{told}"


def _counted(got: Counter[str]) -> str:
    return ", ".join(f"{count:,} × {what}" for what, count in sorted(got.items()))
