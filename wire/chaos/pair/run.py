"""One evening of a pair at a database on a server, from its seed to its verdict."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wire.chaos.evening import Evening
from wire.chaos.hours import Hours
from wire.chaos.pace import Pace
from wire.chaos.pair import verdict
from wire.chaos.pair.database import Server, WatchedDatabase
from wire.chaos.pair.machine import PairMachine
from wire.chaos.pair.mishaps import PairMishaps
from wire.chaos.people import Ledger
from wire.chaos.run import EVENING, FOLDER, Outcome, inhabited, judge, outcome_of, play
from wire.chaos.town import Town
from wire.discord_server import LoopbackDiscord
from wire.world import World

LONGEST_S: Final = 1_200.0
"""Of the machine's seconds: each mishap takes a lease of them."""
MOST_PLAYERS: Final = 6


@dataclass(slots=True)
class PairOutcome:
    """What became of one evening, with what only a pair has."""

    whole: Outcome
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """From each mishap to the next answered press, by its kind."""
    taken: dict[str, list[float]] = field(default_factory=dict)
    """From each mishap to when another took over."""
    hands: int = 0
    """How often another took over."""
    doubled: int = 0
    """Messages that stood twice, since one was on its way at a freeze."""
    written: int = 0
    """Transactions whose writer was looked at."""

    @property
    def told_seconds(self) -> str:
        """Each mishap with its seconds, in one line, and after a stroke those to when another took over."""
        told = {kind: (some, self.taken.get(kind, [])) for kind, some in self.seconds.items()}
        return "; ".join(
            f"{kind} {_list(some)}{' / ' * bool(taken)}{_list(taken)}" for kind, (some, taken) in told.items()
        )


async def evening(seed: int, mishaps: int, server: Server) -> PairOutcome:
    """An Open amid so many mishaps, judged."""
    began = time.monotonic()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=FOLDER) as name:
        async with pair_of(seed, Path(name), server) as (town, pair):
            played = Evening(town, Ledger(), MOST_PLAYERS)
            wrong = PairMishaps(town, pair, mishaps)
            judging = _Judged(town, pair)
            pair.at_rest = judging.count_doubled
            breaches, too_slow = await judge(play([played], wrong, None), Pace(), [town], LONGEST_S)
            breaches += verdict.breaches(town, pair)
            found = PairOutcome(outcome_of(seed, [played], breaches, too_slow))
            found.seconds, found.taken = dict(pair.noted.seconds), dict(pair.noted.taken)
            found.hands, found.doubled = len(pair.hands), judging.doubled
            found.written = pair.database.written()
    found.whole.seconds = time.monotonic() - began
    return found


@dataclass(slots=True)
class _Judged:
    town: Town
    pair: PairMachine
    doubled: int = 0

    def count_doubled(self) -> None:
        """Before the verdict is spoken."""
        self.doubled = verdict.forgive_doubled(self.town, self.pair)


@asynccontextmanager
async def pair_of(seed: int, folder: Path, server: Server) -> AsyncIterator[tuple[Town, PairMachine]]:
    """A town with its people, and a pair that is kept alive until the end."""
    hours = Hours.create(folder / "hours", EVENING)
    database = await asyncio.to_thread(WatchedDatabase, server, f"evening_{seed}_{time.monotonic_ns()}")
    try:
        async with LoopbackDiscord(World(wall=hours.discord)).listening() as discord:
            pair = PairMachine(discord, hours, folder, database)
            async with inhabited(pair, seed) as towns:
                yield towns[0], pair
    finally:
        await asyncio.to_thread(server.start)
        database.drop()


def told(outcomes: list[PairOutcome]) -> Iterator[str]:
    """The table of seconds, and what else is counted of pairs alone."""
    seconds, taken = _gathered(one.seconds for one in outcomes), _gathered(one.taken for one in outcomes)
    yield f"{'changes of hands':18} {sum(one.hands for one in outcomes)}"
    yield f"{'doubled at a freeze':18} {sum(one.doubled for one in outcomes)}"
    yield f"{'commits looked at':18} {sum(one.written for one in outcomes)}"
    yield "seconds from a mishap to the next answered press:"
    yield from verdict.table(seconds, taken)


def _gathered(some: Iterable[dict[str, list[float]]]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for one in some:
        for kind, seconds in one.items():
            found[kind] += seconds
    return found


def _list(seconds: Iterable[float]) -> str:
    return " ".join(f"{one:.2f}" for one in seconds)
