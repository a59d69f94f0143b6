"""What a store full of other servers costs the one that is measured: `python -m benchmarks.growth [--smallest]`.

The same server with the same events twice: alone in its file, and among ten thousand others with 800,000 people, a
million lines of the log, a million old contests and a thousand events under way. Measured are the processor's time of
presses with their commits and of looks, in turn in both files, and of a start of the bot's process until it is at rest.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import statistics
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import neighbours
from benchmarks.arena_evening import TimedHall
from benchmarks.big_events import advance_to_round, rulebooks
from benchmarks.neighbours import FULL, SMALLEST, Size
from benchmarks.presses.contenders import ARBITER, DATABASES, running
from benchmarks.presses.measure import no_garbage_collection, table
from benchmarks.presses.open_check_in import DATABASE
from benchmarks.presses.start import AT_REST_S
from bot import wiring
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.facts_verbs import person_of
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.context import Query, to_ms
from bot.kernel.ids import ContestId, EntrantId
from bot.people import store as people_store
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.rulebooks.library import canonical
from wire.discord_server import LoopbackDiscord

PLAYERS: Final = 60
MOST: Final = 1.2
"""So many times as much may a press or a look cost among the others."""
MOST_OF_A_START: Final = 1.3
WHAT: Final = ("check in", "a settled result", "/log", "/log of a member", "/me")
START: Final = "a start"


@dataclass(frozen=True, slots=True)
class Place:
    """A store with the server in it: its open event, and the one that is played."""

    hall: TimedHall
    open: Tournament
    played: Tournament
    numbers: Mapping[EntrantId, int]


def furnish(path: Path, size: Size | None) -> Place:
    """The server in a new file; the neighbours come before all that is measured."""
    hall, (_, rulebook, first) = TimedHall(path), next(one for one in rulebooks() if one[0] == "knock-out")
    hall.now = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=2)
    if size is not None:
        neighbours.write(path, size, canonical(rulebook), to_ms(hall.now))
    played = advance_to_round(hall, rulebook, PLAYERS, first)
    everybody = range(2, 2 + PLAYERS)
    who = hall.ask(person_of, played)
    known = hall.ask(people_store.by_ids, list(who.values()))
    numbers = {side: int(known[one].discord_id or 0) for side, one in who.items()}
    # Whoever leaves before a first match is what the log of all servers was once walked for.
    *_, bye = [one for one in hall.ask(playing_store.of_tournament, played.tournament_id) if one.is_bye]
    hall.act(hall.actor(numbers[bye.sides[0]]), rounds_drawing_verbs.leave, played.tournament_id)
    open_one = hall.announce(rulebook, name="Open")
    hall.enter(open_one, *everybody)
    return Place(hall, open_one, hall.load(played), numbers)


def measure(places: Mapping[str, Place], times: int) -> dict[str, dict[str, float]]:
    """Seconds of each act by place: the medians of so many, taken in turn so that both have the same machine."""
    for _ in range(times):
        for place in places.values():
            _settle_one(place)
    for place in places.values():
        place.hall.now = place.open.start_at - timedelta(minutes=10)
    for _ in range(times):
        for place in places.values():
            _look_around(place)
    return {
        what: {name: statistics.median(_read_times(place, what)) for name, place in places.items()} for what in WHAT
    }


def _read_times(place: Place, what: str) -> list[float]:
    return place.hall.writes[what] or place.hall.reads[what]


def _look_around(place: Place) -> None:
    hall, looker = place.hall, 2 + len(place.hall.writes["check in"])
    with hall.note_as("check in"):
        hall.act(hall.actor(looker), entering_check_in_verbs.check_in, place.open.tournament_id)
    with hall.note_as("/log"):
        hall.ask_as(hall.actor(1), undoing_verbs.look_up, None, None, None)
    with hall.note_as("/log of a member"):
        hall.ask_as(hall.actor(1), undoing_verbs.look_up, (hall.actor(looker).member_id, f"P{looker}"), None, None)
    with hall.note_as("/me"):
        hall.ask_as(hall.actor(looker), guidance_verbs.tasks)


def _settle_one(place: Place) -> None:
    hall = place.hall
    one = next(one for one in hall.open_contests(place.played) if one.called_at is not None and _is_there(place, one))
    first, second = (place.numbers[side] for side in one.sides)
    for number in (first, second):
        hall.act(hall.actor(number), playing_presence_verbs.here, one.contest_id)
    hall.act(hall.actor(first), playing_reporting_verbs.report, one.contest_id, (one.target, 0))
    report_id = hall.ask(_open_report, one.contest_id)
    with hall.note_as("a settled result"):
        hall.act(hall.actor(second), playing_reporting_verbs.confirm, one.contest_id, report_id)


def _is_there(place: Place, contest: Contest) -> bool:
    return all(side in place.numbers for side in contest.sides)


def _open_report(tx: Query, contest_id: ContestId) -> str:
    found = playing_reports_store.open_report(tx, contest_id)
    if found is None:
        raise LookupError(contest_id)
    return found.report_id


async def starts(files: Mapping[str, Path], times: int) -> dict[str, float]:
    """The processor's seconds of a start over each file, to rest: the medians, in turn. No file has seen an outage."""
    spent: dict[str, list[float]] = {name: [] for name in files}
    for _ in range(times):
        for name, file in files.items():

            async def put(_: LoopbackDiscord, folder: Path, __: int, file: Path = file) -> None:
                _forget_life(file)
                (folder / DATABASE).hardlink_to(file)

            async with running(replace(ARBITER, prepare=put)) as bot:
                await asyncio.sleep(AT_REST_S)
                spent[name].append(_processor_seconds(bot.process.pid))
                await bot.stop()
    return {name: statistics.median(one) for name, one in spent.items()}


def _forget_life(file: Path) -> None:
    """What the start before has noted: the time since then would be an outage, which is a matter of its own."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM shard_signs")


def _processor_seconds(pid: int) -> float:
    """What the process has used so far, as Linux counts it."""
    used = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def report(found: Mapping[str, Mapping[str, float]]) -> str:
    """A table of milliseconds with the ratios."""
    rows = [
        (what, f"{1000 * spent['alone']:.2f}", f"{1000 * spent['among others']:.2f}", f"{ratio(spent):.2f}")
        for what, spent in found.items()
    ]
    return table(("what", "alone ms", "among others ms", "ratio"), rows)


def ratio(spent: Mapping[str, float]) -> float:
    """How many times as much it costs among the others."""
    return spent["among others"] / spent["alone"]


def main(arguments: list[str]) -> int:
    """Measures and prints; answers 1 where something costs too much, which says nothing at the smallest size."""
    parser = argparse.ArgumentParser(prog="benchmarks.growth")
    parser.add_argument("--smallest", action="store_true", help="a few neighbours and one of everything, in seconds")
    for name in ("servers", "accounts", "lines", "messages", "going_on", "contests"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int)
    parser.add_argument("--times", type=int, default=25)
    asked = parser.parse_args(arguments)
    usual = SMALLEST if asked.smallest else FULL
    told = {name: getattr(asked, name) for name in asdict(usual) if getattr(asked, name) is not None}
    size, times = replace(usual, **told), 2 if asked.smallest else asked.times
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as name:
        files = {"alone": Path(name) / "alone.db", "among others": Path(name) / "among.db"}
        places = {"alone": furnish(files["alone"], None), "among others": furnish(files["among others"], size)}
        with no_garbage_collection():
            found = measure(places, times)
        for place in places.values():
            place.hall.close()
        found[START] = asyncio.run(starts(files, 1 if asked.smallest else 5))
    print(report(found))
    dear = [what for what, spent in found.items() if ratio(spent) > (MOST_OF_A_START if what == START else MOST)]
    within = f"Within {MOST} times, a start within {MOST_OF_A_START}"
    print(f"\n{within}: {'no, ' + ', '.join(dear) if dear else 'yes'}.", flush=True)
    return 0 if asked.smallest or not dear else 1


if __name__ == "__main__":
    wiring.join()
    sys.exit(main(sys.argv[1:]))
