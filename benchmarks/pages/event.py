"""The pages of a knock-out of 256, kept and made anew after a result, in turn with a plain page of aiohttp."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.big_events import settle_all
from benchmarks.pages.asking import Answered, Line, line
from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import no_garbage_collection, spread, table
from bot import wiring
from bot.features.course import verbs as course_verbs
from bot.living.web_process import TOGETHER, WebProcess, WebWish
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.features.pages.kept import switch_on
from tests.features.pages.shown import KEY, told
from tests.hall.hall import Hall
from wire.process import CHECKOUT

PLAYERS: Final = 256
FEWEST: Final = 16
TIMES: Final = 25
WARM_UP: Final = 3
ADDRESS: Final = "https://cups.example"
UNBOUND: Final = {"limits": {"burst": 10**9, "each_second": 10**9}}
"""One visitor asks here as often as all of a server's."""
HEARD: Final = TOGETHER + 0.1
"""Seconds in which the process has heard of a change."""
PARTS: Final = {"event": "", "bracket": "bracket/", "players": "players/", "rounds": "rounds/"}


def rulebook() -> Rulebook:
    """The Open without accounts, and for as many as come."""
    found = preset("aije-open")
    return replace(
        found,
        registration=replace(found.registration, account=None, capacity=None),
        matches=replace(found.matches, matches_per_arbiter=0),
    )


def furnish(path: Path, players: int) -> tuple[Hall, Tournament]:
    """A hall whose event is in its second round, and on the web."""
    wiring.join()
    hall = Hall(path)
    switch_on(hall)
    event = hall.begin(told(hall, hall.announce(rulebook(), "Open")), *range(2, 2 + players))
    hall.do(settle_all, hall.open_contests(event))
    hall.do(course_verbs.proceed, event.tournament_id)
    return hall, event


async def measure(players: int, times: int, warm_up: int) -> dict[str, list[Answered]]:
    """The answers by what was asked for, in turn; each cold one comes after a result, which the process was told."""
    found: dict[str, list[Answered]] = {}
    DATABASES.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=DATABASES)))
        hall, event = furnish(folder / "pages.db", players)
        process = await stack.enter_async_context(serving(folder / "pages.db"))
        ours = await stack.enter_async_context(line(await process.serving(), "cups.example"))
        home = f"/en/{KEY}/{event.tournament_id}/"
        plain = await stack.enter_async_context(plain_page((await ours.get(home)).size))
        with no_garbage_collection():
            for turn in range(-warm_up, times):
                for name, part in PARTS.items():
                    asked = await _turn(hall, event, process, (plain, ours), home + part)
                    for what, answer in zip(("plain", f"{name}, kept", f"{name}, cold"), asked, strict=True):
                        found.setdefault(what, []).extend([answer] if turn >= 0 else [])
        hall.close()
    return found


async def _turn(
    hall: Hall, event: Tournament, process: WebProcess, lines: tuple[Line, Line], path: str
) -> tuple[Answered, Answered, Answered]:
    plain, ours = lines
    await ours.get(path)
    kept = await ours.get(path)
    answered = await plain.get("/")
    _change(hall, event, process)
    await asyncio.sleep(HEARD)
    cold = await ours.get(path)
    assert (kept.status, cold.status, answered.status) == (200, 200, 200)
    return answered, kept, cold


def _change(hall: Hall, event: Tournament, process: WebProcess) -> None:
    """The next match is decided, and told as the bot tells it."""
    contest = hall.open_contests(event)[0]
    hall.now += timedelta(seconds=20)
    hall._work.written = set()
    hall.settle(contest, (contest.target, 0))
    process.tell(hall._work.written)
    hall._work.written = None


@asynccontextmanager
async def serving(database: Path, **more: object) -> AsyncIterator[WebProcess]:
    """The bot's own process of pages over the file."""
    process = WebProcess(WebWish(database, ADDRESS, "127.0.0.1:0", more={**UNBOUND, **more}))
    process.start()
    try:
        yield process
    finally:
        await process.close()


@asynccontextmanager
async def plain_page(size: int) -> AsyncIterator[Line]:
    """A connection to a plain page of so many bytes."""
    command = (sys.executable, "-m", "benchmarks.pages.plain", str(size))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=CHECKOUT)
    assert process.stdin is not None
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    async with line(f"127.0.0.1:{port}") as found:
        yield found
    process.stdin.close()
    await process.wait()


def report(found: dict[str, list[Answered]]) -> str:
    """The answers as a table, each beside the plain page."""
    base = spread([one.seconds for one in found["plain"]]).median
    rows = []
    for name, answers in found.items():
        one = spread([each.seconds for each in answers])
        size = max(each.size for each in answers)
        ratio = f"{one.median / base:.1f}"
        rows.append((name, one.count, f"{size / 1024:.1f}", f"{one.median:.2f}", f"{one.p95:.2f}", ratio))
    return table(("page", "times", "KiB as sent", "median ms", "p95 ms", "times the plain"), rows)
