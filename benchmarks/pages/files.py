"""Pages as files: all of a server with a thousand events, and again after one result."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.pages.event import ADDRESS, furnish, rulebook
from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import no_garbage_collection, table
from tests.features.pages.shown import told
from tests.hall.hall import Hall
from web.publishing import Published, publish
from web.site_library import open_library

EVENTS: Final = 1000
FEWEST: Final = 3
PLAYERS: Final = 4
RUNNING: Final = 16
"""Players of the one event that still runs."""
FIRST: Final = 2
"""The number of the first member; before it is the organiser."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a run took, and what it wrote."""

    name: str
    seconds: float
    done: Published


def measure(events: int) -> list[Run]:
    """A first run, one after a result, and one in which nothing has changed."""
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as name:
        folder, path = Path(name) / "site", Path(name) / "pages.db"
        hall, event = furnish(path, RUNNING)
        _play_others(hall, events - 1)
        library = open_library(path, ADDRESS, is_live=False)
        found = []
        with no_garbage_collection():
            begun = time.perf_counter()
            found.append(Run(f"all pages of {events:,} events", 0.0, publish(library, folder)))
            found[0] = Run(found[0].name, time.perf_counter() - begun, found[0].done)
            # What the first run has left to the system's care is no part of the second, which comes minutes later.
            os.sync()
            contest = hall.open_contests(event)[0]
            hall._work.written = set()
            hall.settle(contest, (contest.target, 0))
            written = sorted(hall._work.written)
            begun = time.perf_counter()
            done = publish(library, folder, library.behind([written]))
            found.append(Run("again after one result", time.perf_counter() - begun, done))
        library.close()
        hall.close()
    return found


def _play_others(hall: Hall, many: int) -> None:
    """So many small events that are over, of other players each but for some who come often."""
    for number in range(many):
        first = FIRST + RUNNING + number % 200 * PLAYERS
        event = hall.begin(told(hall, hall.announce(rulebook(), f"Cup {number + 1}")), *range(first, first + PLAYERS))
        hall.play_out(event)


def report(found: list[Run]) -> str:
    """The runs as a table, each beside the first."""
    rows = [
        (one.name, f"{one.seconds:.2f}", f"{one.done.written:,}", f"1/{found[0].seconds / one.seconds:.0f}")
        for one in found
    ]
    return table(("run", "s", "files written", "of the first"), rows)
