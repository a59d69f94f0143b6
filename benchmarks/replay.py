"""How long a large event takes to write, to read and to work out again.

Run with `python -m benchmarks.replay [PLAYERS | --smallest]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Final, TypeVar

from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest, players_of
from bot.kernel.ids import EntrantId
from bot.play.formats.protocol import Starter
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.rulebooks import read_rulebook
from bot.record.writing import write_record
from tests.record.playing import Event, result

PLAYERS: Final = 1024
FEWEST: Final = 16
RUNS: Final = 5
RULEBOOKS: Final[dict[str, dict[str, object]]] = {
    "knock-out": {"format": "knockout", "knockout": {"best_of": 5}, "rating": {"rated": True}},
    "Swiss, 10 rounds, five tie-breaks": {
        "format": "swiss",
        "games": {"best_of": 1, "draws": True, "colours": True},
        "swiss": {"rounds": 10},
        "ranking": {"order": ["points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "performance_fide"]},
        "rating": {"rated": True},
    },
}
T = TypeVar("T")


def play_by_chance(rulebook: Rulebook, players: int) -> Record:
    """An event by chance, each result at a moment of its own, each round paired when the one before is over."""
    chance = Random(1)
    starters = tuple(Starter(EntrantId(f"e{at:04}"), float(chance.randrange(1500, 2500))) for at in range(players))
    event = Event(rulebook, chance, starters)
    event.carry_on()
    while waiting := event.open_contests():
        results = {}
        for contest in waiting:
            event.tick()
            results[contest.contest_id] = result(event, contest)
        event.contests = [
            replace(one, contest=replace(one.contest, result=results.get(one.contest.contest_id, one.contest.result)))
            for one in event.contests
        ]
        event.carry_on()
    return event.record()


def measure(work: Callable[[], T], runs: int) -> tuple[T, float]:
    """The value and the median of the seconds."""
    values: list[T] = []
    times: list[float] = []
    for _ in range(runs):
        begun = perf_counter()
        values.append(work())
        times.append(perf_counter() - begun)
    return values[-1], median(times)


def main(players: int, runs: int = RUNS) -> None:
    """Prints the table; fails when a record does not agree with itself."""
    rows: list[tuple[str, ...]] = []
    for name, tables in RULEBOOKS.items():
        rulebook, faults = read_rulebook(tables)
        assert rulebook is not None, faults
        record = play_by_chance(rulebook, players)
        text, writing = measure(partial(write_record, record), runs)
        back, reading = measure(partial(read_record, text, "cup.json"), runs)
        found, replaying = measure(partial(replay, back), runs)
        assert found.agrees, found.difference
        seconds = (f"{one:.2f}" for one in (writing, reading, replaying))
        rows.append((name, str(players), str(len(record.contests)), f"{len(text) / 1e6:.1f}", *seconds))
    print(table(("event", "players", "contests", "file, MB", "written, s", "read, s", "replayed, s"), rows))


if __name__ == "__main__":
    main(players_of(sys.argv, PLAYERS, FEWEST), 1 if is_smallest(sys.argv) else RUNS)
