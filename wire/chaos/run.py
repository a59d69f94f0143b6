"""One evening from its seed to its verdict, and what is told of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wire.chaos import recordings, said, verdict
from wire.chaos.evening import Evening
from wire.chaos.hours import Hours
from wire.chaos.mishaps import MOST, Mishaps
from wire.chaos.pace import Pace
from wire.chaos.people import Ledger
from wire.chaos.town import Tally, Town
from wire.discord_server import LoopbackDiscord
from wire.process import CHECKOUT
from wire.world import World

FOLDER: Final = CHECKOUT / "build" / "chaos"
EVENING: Final = 1_900_000_000.0
"""Discord's time at the beginning of each."""
LONGEST_S: Final = 400.0
"""Of the machine's seconds: an evening that takes longer is stuck, or the machine is too slow to judge it."""
LONGEST_AWAY_S: Final = 3600.0
QUIET_S: Final = 600.0
_UNSAID: Final = "SELECT 1 FROM outbox WHERE state IN ('pending', 'sending')"


@dataclass(slots=True)
class Outcome:
    """What became of one evening."""

    seed: int
    breaches: list[str]
    tally: Tally
    accepted: int
    messages: int
    faults: Counter[str]
    players: int
    outages: int = 0
    """How many are on record."""
    refusals: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    seconds: float = 0.0
    too_slow: str | None = None
    """Why nothing can be said of how the evening ended; breaches that were seen before stand all the same."""


async def evening(seed: int, deaths: int, *, calm: bool = False) -> Outcome:
    """An Open with at least as many deaths as it has time for, up to `deaths`, judged. A calm one has no mishaps."""
    began = time.monotonic()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=FOLDER) as name:
        async with town_of(seed, Path(name)) as town:
            played = Evening(town, Ledger())
            pace = Pace()
            breaches, too_slow = await judge(_play(played, Mishaps(town, deaths, 0 if calm else MOST)), pace, town)
            outcome = _outcome(seed, played, breaches, too_slow)
            if calm and outcome.outages:
                outcome.breaches.append(f"nothing went wrong, and {outcome.outages} outages are on record")
    outcome.seconds = time.monotonic() - began
    return outcome


@asynccontextmanager
async def town_of(seed: int, folder: Path) -> AsyncIterator[Town]:
    """A town with its people and a bot that is kept alive until the end."""
    hours = Hours.create(folder / "hours", EVENING)
    async with LoopbackDiscord(World(wall=hours.discord)).listening() as server:
        town = Town(server, hours, folder, seed)
        living = [asyncio.create_task(town.conduct()), asyncio.create_task(town.keep_alive())]
        try:
            yield town
        finally:
            town.closing = True
            counted = town.tally.kills
            while not living[1].done():
                town.kill()
                await asyncio.wait(living, timeout=0.1)
            town.tally.kills = counted
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)


async def judge(playing: Awaitable[list[str]], pace: Pace, town: Town) -> tuple[list[str], str | None]:
    """The breaches of an evening; one that ends nowhere is stuck, or its machine was too slow to judge it."""
    watching = asyncio.create_task(pace.watch())
    try:
        async with asyncio.timeout(LONGEST_S):
            return await playing, None
    except TimeoutError as stuck:
        too_slow = pace.too_slow()
        told = [] if too_slow else [f"stuck: {stuck or 'the evening took too long'}"]
        return [*told, *town.breaches], too_slow
    finally:
        watching.cancel()


async def _play(played: Evening, mishaps: Mishaps) -> list[str]:
    """The evening amid its mishaps, then a quiet hour, then the verdict."""
    going_wrong = asyncio.create_task(mishaps.go_on())
    try:
        await played.play()
    finally:
        going_wrong.cancel()
        ended = await asyncio.gather(going_wrong, return_exceptions=True)
        await mishaps.call_off()
    trouble = [repr(one) for one in ended if isinstance(one, Exception)]
    town = played.town
    await town.until(lambda: town.is_up, LONGEST_AWAY_S)
    await town.until(lambda: town.is_up and not town.holds(_UNSAID), QUIET_S)
    await town.hours.sleep(30)
    return [
        *trouble,
        *verdict.breaches(played),
        *verdict.window(played),
        *said.breaches(recordings.listen(town)),
        *await verdict.record(played, town.folder),
    ]


def _outcome(seed: int, played: Evening, breaches: list[str], too_slow: str | None) -> Outcome:
    town = played.town
    return Outcome(
        seed=seed,
        breaches=breaches,
        too_slow=too_slow,
        tally=town.tally,
        accepted=len(played.ledger.accepted),
        messages=len(town.server.world.posted),
        faults=Counter(town.server.faults.met),
        players=len(played.plan.players),
        outages=len(town.outages()),
        refusals=town.refusals,
        log=[*town.log, *(town.bot.lines if town.bot else [])],
    )
