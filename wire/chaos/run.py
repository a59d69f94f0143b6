"""One evening from its seed to its verdict, and what is told of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wire.chaos import recordings, said, verdict
from wire.chaos.evening import MOST_PLAYERS, Evening
from wire.chaos.hours import Hours
from wire.chaos.machine import DATABASE, Machine, Tally
from wire.chaos.mishaps import MOST, Mishaps
from wire.chaos.neighbours import Neighbours
from wire.chaos.one_server import connect
from wire.chaos.pace import Pace
from wire.chaos.people import Ledger
from wire.chaos.town import HEARTBEAT_MS, Town
from wire.discord_server import LoopbackDiscord
from wire.districts import Districts
from wire.process import CHECKOUT
from wire.world import World

FOLDER: Final = CHECKOUT / "build" / "chaos"
EVENING: Final = 1_900_000_000.0
"""Discord's time at the beginning of each."""
LONGEST_S: Final = 400.0
"""Of the machine's seconds: an evening that takes longer is stuck, or the machine is too slow to judge it.

In several servers it may take twice as long.
"""
FEW_PLAYERS: Final = 5
"""In all servers but the first, so that an evening in several of them does not take much longer than in one."""
LONGEST_AWAY_S: Final = 3600.0
QUIET_S: Final = 600.0
SEEDS_APART: Final = 1_000_000
"""Between the chances of two towns."""
_UNSAID: Final = (
    "SELECT 1 FROM outbox WHERE state IN ('pending', 'sending') UNION SELECT 1 FROM panels WHERE stale_at IS NOT NULL"
)


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


async def evening(seed: int, deaths: int, *, calm: bool = False, shards: int = 1) -> Outcome:
    """An Open with at least as many deaths as it has time for, up to `deaths`, judged. A calm one has no mishaps.

    With several shards there is an Open on each of them, beside servers in which nothing happens.
    """
    began = time.monotonic()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=FOLDER) as name:
        async with machine_of(seed, Path(name), shards) as (towns, neighbours):
            sizes = [MOST_PLAYERS] + [FEW_PLAYERS] * (shards - 1)
            played = [Evening(town, Ledger(), most) for town, most in zip(towns, sizes, strict=True)]
            mishaps = Mishaps(towns, deaths, 0 if calm else MOST, neighbours)
            breaches, too_slow = await judge(play(played, mishaps, neighbours), Pace(), towns)
            outcome = outcome_of(seed, played, breaches, too_slow)
            if calm and outcome.outages:
                outcome.breaches.append(f"nothing went wrong, and {outcome.outages} outages are on record")
    outcome.seconds = time.monotonic() - began
    return outcome


@asynccontextmanager
async def machine_of(seed: int, folder: Path, shards: int) -> AsyncIterator[tuple[Sequence[Town], Neighbours | None]]:
    """A town on each connection, with its people and one bot that is kept alive until the end; what stands beside."""
    hours = Hours.create(folder / "hours", EVENING)
    if shards == 1:
        async with (
            LoopbackDiscord(World(wall=hours.discord)).listening() as server,
            inhabited(Machine([server], hours, folder), seed) as towns,
        ):
            yield towns, None
        return
    districts = Districts(shards, hours.discord)
    async with districts.listening() as servers:
        machine = Machine(servers, hours, folder)
        machine.refused = districts.refused
        districts.beat(HEARTBEAT_MS)
        async with inhabited(machine, seed) as towns:
            yield towns, Neighbours(machine)


@asynccontextmanager
async def town_of(seed: int, folder: Path) -> AsyncIterator[Town]:
    """A town that has the bot for itself."""
    async with machine_of(seed, folder, 1) as (towns, _):
        yield towns[0]


@asynccontextmanager
async def inhabited(machine: Machine, seed: int) -> AsyncIterator[Sequence[Town]]:
    """The towns of a machine whose bot lives until the end."""
    towns = [Town(server, machine, seed + SEEDS_APART * number) for number, server in enumerate(machine.servers)]
    living = [asyncio.create_task(machine.conduct()), asyncio.create_task(machine.keep_alive())]
    try:
        yield towns
    finally:
        machine.closing = True
        counted = machine.tally.kills
        while not living[1].done():
            machine.kill()
            await asyncio.wait(living, timeout=0.1)
        machine.tally.kills = counted
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)
        for watched in machine.watched:
            watched.close()


async def judge(
    playing: Awaitable[list[str]], pace: Pace, towns: Sequence[Town], longest: float | None = None
) -> tuple[list[str], str | None]:
    """The breaches of an evening; one that ends nowhere is stuck, or its machine was too slow to judge it."""
    watching = asyncio.create_task(pace.watch())
    try:
        async with asyncio.timeout(longest or LONGEST_S * min(2, len(towns))):
            return await playing, None
    except TimeoutError as stuck:
        too_slow = pace.too_slow()
        told = [] if too_slow else [f"stuck: {stuck or 'the evening took too long'}"]
        return [*told, *(breach for town in towns for breach in town.breaches)], too_slow
    finally:
        watching.cancel()


async def play(played: Sequence[Evening], mishaps: Mishaps, neighbours: Neighbours | None) -> list[str]:
    """The evenings amid their mishaps, then a quiet hour, then the verdict."""
    going_wrong = asyncio.create_task(mishaps.go_on())
    moving_in = asyncio.create_task(_nothing() if neighbours is None else neighbours.set_up())
    try:
        async with asyncio.TaskGroup() as playing:
            for one in played:
                playing.create_task(one.play())
    except* TimeoutError as stuck:
        raise TimeoutError("; ".join(map(str, stuck.exceptions))) from stuck
    finally:
        going_wrong.cancel()
        ended = await asyncio.gather(going_wrong, moving_in, return_exceptions=True)
        await mishaps.call_off()
    trouble = [repr(one) for one in ended if isinstance(one, Exception)]
    machine, found = mishaps.machine, list[str]()
    await asyncio.gather(*(_until_quiet(one.town) for one in played))
    await machine.hours.sleep(30)
    # While the harness reads, the bot hears nothing from it: time must not run fast.
    machine.fast = 1.0
    machine.hours.run_at(machine.fast)
    await machine.rest()
    for one in played:
        found += _of(one, _verdict(one))
    found += () if neighbours is None else (*neighbours.unlike_absences(), *neighbours.spoken_to())
    for one in played:
        found += _of(one, await verdict.record(one, machine.folder))
    return [*trouble, *found]


def _of(played: Evening, breaches: Iterable[str]) -> Iterator[str]:
    """With their server, where there are several."""
    town = played.town
    yield from (f"{town.server.world.guild_name}: {one}" if town.machine.is_shared else one for one in breaches)


async def _until_quiet(town: Town) -> None:
    """Until the bot is there, everywhere, and has said and redrawn what it has to here."""
    machine = town.machine
    await town.until(lambda: machine.is_up, LONGEST_AWAY_S)
    await town.until(lambda: machine.is_up and not town.holds(_UNSAID), QUIET_S)


def _verdict(played: Evening) -> Iterator[str]:
    """Every breach of one of the evenings, but for its record."""
    yield from verdict.breaches(played)
    yield from verdict.window(played)
    yield from said.breaches(recordings.listen(played.town))


async def _nothing() -> None:
    """Nobody moves in."""


def outcome_of(seed: int, played: Sequence[Evening], breaches: list[str], too_slow: str | None) -> Outcome:
    """What is told of an evening that is over."""
    towns = [one.town for one in played]
    machine = towns[0].machine
    return Outcome(
        seed=seed,
        breaches=breaches,
        too_slow=too_slow,
        tally=machine.tally,
        accepted=sum(len(one.ledger.accepted) for one in played),
        messages=sum(len(town.server.world.posted) for town in towns),
        faults=sum((Counter(town.server.faults.met) for town in towns), Counter[str]()),
        players=sum(len(one.plan.players) for one in played),
        outages=_outages(machine),
        refusals=[refusal for town in towns for refusal in town.refusals],
        log=[*machine.log, *(machine.bot.lines if machine.bot else [])],
    )


def _outages(machine: Machine) -> int:
    """How many are on record, of all servers."""
    if not (machine.folder / DATABASE).exists():
        return 0
    with closing(connect(machine.folder / DATABASE, None)) as connection:
        (found,) = connection.execute("SELECT count(*) FROM outages").fetchone()
    return int(found)
