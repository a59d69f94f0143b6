"""The file and a PostgreSQL server, the same acts in turn on both: `python -m benchmarks.engines [--smallest]`.

An event whose check-in is open and one that is played, through the bot's own units of work, each with its durable
commit. The server is one of this machine, by its socket, and keeps what it writes safe as the file does. Then a
millisecond is added to each round trip to the server, as on another machine of one network, and the trips are counted.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.arena_evening import TimedHall
from benchmarks.big_events import advance_to_round, rulebooks
from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import no_garbage_collection, table
from benchmarks.sizes import is_smallest
from bot import wiring
from bot.app import MIGRATIONS
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.tournaments.facts_verbs import person_of
from bot.kernel.addresses import Address, Place, read
from bot.kernel.context import Query
from bot.kernel.database import Database, server_lease
from bot.kernel.ids import ContestId, EntrantId
from bot.living.transactions import UnitsOfWork
from bot.moving import move
from bot.people import store as people_store
from bot.play.contests import Contest
from bot.play.entries import Tournament
from tests import on_postgres

SOCKET: Final = ".s.PGSQL.5432"
ADDED_S: Final = 0.001
CHECK_IN, CONFIRM = "a check-in", "a confirmed result"
MOST_TRIPS: Final[Mapping[str, int]] = {CHECK_IN: 12, CONFIRM: 35}
"""Round trips to the server that each may take."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many play, how many press one by one, and how many at once."""

    players: int
    one_by_one: int
    at_once: int


FULL: Final = Size(players=120, one_by_one=50, at_once=200)
SMALLEST: Final = Size(players=8, one_by_one=2, at_once=4)


# --- a wire that counts ---------------------------------------------------------------------------------------------


class CountedWire:
    """A socket in a folder behind which a server's is: each round trip is counted, and takes so many seconds longer."""

    def __init__(self, folder: Path, server: Path, added: float) -> None:
        self.trips, self._added = 0, added
        self._server = server / SOCKET
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / SOCKET))
        self._door.listen(16)
        self._ends = [self._door]
        threading.Thread(target=self._welcome, daemon=True).start()

    def close(self) -> None:
        """Nobody comes through any more."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._ends += [client, server]
                wire = _Line(client, server)
                threading.Thread(target=self._ask, args=(wire,), daemon=True).start()
                threading.Thread(target=wire.answer, daemon=True).start()

    def _ask(self, line: _Line) -> None:
        with suppress(OSError):
            while said := line.client.recv(1 << 20):
                # What is sent before an answer was there travels with what was sent before it.
                if line.is_answered:
                    line.is_answered = False
                    self.trips += 1
                    time.sleep(self._added)
                line.server.sendall(said)


@dataclass
class _Line:
    """A connection, and whether the server has spoken since its client did."""

    client: socket.socket
    server: socket.socket
    is_answered: bool = True

    def answer(self) -> None:
        with suppress(OSError):
            while said := self.server.recv(1 << 20):
                self.is_answered = True
                self.client.sendall(said)


@contextmanager
def counted(address: Address, added: float) -> Iterator[tuple[CountedWire, Address]]:
    """The wire to the server, and the address by which the same database is reached through it."""
    told = address.parameters
    with TemporaryDirectory(prefix="wire-") as folder:
        wire = CountedWire(Path(folder), Path(told["host"]), added)
        through = read(f"postgresql://postgres@/{told['dbname']}?host={folder}")
        if not isinstance(through, Address):
            raise TypeError(through)
        try:
            yield wire, through
        finally:
            wire.close()


# --- the event, and its presses -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Events:
    """An event that is played, one whose check-in opens later, and who presses; the hall has the time of all places."""

    hall: TimedHall
    open: Tournament
    played: Tournament
    numbers: Mapping[EntrantId, int]

    def open_check_in(self) -> None:
        """It is the evening of the other one."""
        self.hall.now = self.open.start_at - timedelta(minutes=10)


def furnish(path: Path, size: Size) -> Events:
    """Both events in a new file."""
    wiring.join()
    hall, (_, rulebook, first) = TimedHall(path), next(one for one in rulebooks() if one[0] == "knock-out")
    played = advance_to_round(hall, rulebook, size.players, first)
    known = hall.ask(people_store.by_ids, list((who := hall.ask(person_of, played)).values()))
    numbers = {side: int(known[one].discord_id or 0) for side, one in who.items()}
    open_one = hall.announce(rulebook, name="Open")
    hall.enter(open_one, *range(2, 2 + size.at_once + size.one_by_one))
    hall.close()
    return Events(hall, open_one, played, numbers)


@dataclass
class Bench:
    """A store that is opened as the bot opens it, and what each act has taken there."""

    events: Events
    units: UnitsOfWork
    trips: Callable[[], int]
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    async def check_in(self, number: int) -> None:
        """Member `number` presses."""
        actor, event = self.events.hall.actor(number), self.events.open.tournament_id
        await self.units.act(actor, entering_check_in_verbs.check_in, event)

    async def settle_one(self) -> None:
        """Both sides of a match are there, one reports, and the other confirms, which alone is timed."""
        one = await self.units.ask(_next_match, self.events)
        first, second = (self.events.hall.actor(self.events.numbers[side]) for side in one.sides)
        for actor in (first, second):
            await self.units.act(actor, playing_presence_verbs.here, one.contest_id)
        await self.units.act(first, playing_reporting_verbs.report, one.contest_id, (one.target, 0))
        report_id = await self.units.ask(_open_report, one.contest_id)
        await self.time(CONFIRM, self.units.act(second, playing_reporting_verbs.confirm, one.contest_id, report_id))

    async def time(self, what: str, act: Awaitable[object]) -> None:
        """Notes what the act takes."""
        trips, began = self.trips(), time.perf_counter()
        await act
        self.seconds[what].append(time.perf_counter() - began)
        self.counts[what].append(self.trips() - trips)


def _next_match(tx: Query, events: Events) -> Contest:
    standing = playing_store.of_tournament(tx, events.played.tournament_id)
    return next(
        one
        for one in standing
        if one.result is None and one.called_at is not None and all(side in events.numbers for side in one.sides)
    )


def _open_report(tx: Query, contest_id: ContestId) -> str:
    found = playing_reports_store.open_report(tx, contest_id)
    if found is None:
        raise LookupError(contest_id)
    return found.report_id


@asynccontextmanager
async def opened(events: Events, place: Place, trips: Callable[[], int]) -> AsyncIterator[Bench]:
    """The store as the process in charge of it has it."""
    epoch, lease = None, None
    if isinstance(place, Address):
        lease = server_lease(place, "benchmark")
        lease.prepare()
        lease.take()
        epoch = lease.epoch
    async with Database.open(place, migrations=MIGRATIONS, epoch=epoch) as database:
        yield Bench(events, UnitsOfWork(database, lambda: events.hall.now, os.urandom), trips)
    if lease is not None:
        lease.give_up()
        lease.close()


async def measure(benches: Sequence[Bench], size: Size) -> list[float]:
    """Presses one by one, in turn in each of them; answers how many of a crowd each took in a second."""
    for _ in range(size.one_by_one // 2):
        for bench in benches:
            await bench.settle_one()
    benches[0].events.open_check_in()
    first = 2 + size.one_by_one
    for number in range(2, first):
        for bench in benches:
            await bench.time(CHECK_IN, bench.check_in(number))
    rates = []
    for bench in benches:
        began = time.perf_counter()
        await asyncio.gather(*map(bench.check_in, range(first, first + size.at_once)))
        rates.append(size.at_once / (time.perf_counter() - began))
    return rates


# --- the report -----------------------------------------------------------------------------------------------------


async def run(size: Size) -> str:
    """Both engines in one run, as a table."""
    on_postgres.keep_safe()
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as name:
        file = Path(name) / "arbiter.db"
        events, near, far = furnish(file, size), on_postgres.bare(), on_postgres.bare()
        for address in (near, far):
            await asyncio.to_thread(move, file, address)
        with counted(far, ADDED_S) as (wire, through):
            async with (
                opened(events, file, lambda: 0) as one,
                opened(events, near, lambda: 0) as two,
                opened(events, through, lambda: wire.trips) as three,
            ):
                benches = (one, two, three)
                with no_garbage_collection():
                    rates = await measure(benches, size)
                return report(benches, rates)


def report(benches: Sequence[Bench], rates: Sequence[float]) -> str:
    """The medians, beside those of the file."""
    rows: list[tuple[str, ...]] = []
    for what in (CHECK_IN, CONFIRM):
        file, server, far = (1000 * median(bench.seconds[what]) for bench in benches)
        # What is asked for the first time is prepared on the server for all later ones.
        trips = f"{median(benches[-1].counts[what]):.0f}"
        rows.append((what, f"{file:.2f}", f"{server:.2f}", f"{server / file:.1f}", f"{far:.1f}", trips))
    file, server, far = rates
    rows.append(("of a crowd, a second", f"{file:,.0f}", f"{server:,.0f}", f"1/{file / server:.1f}", f"{far:,.0f}", ""))
    return table(("what", "file ms", "server ms", "times", "1 ms away ms", "round trips"), rows)


if __name__ == "__main__":
    print(asyncio.run(run(SMALLEST if is_smallest(sys.argv) else FULL)))
