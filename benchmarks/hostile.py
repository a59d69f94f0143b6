"""What strangers can make the bot do: `python -m benchmarks.hostile [--smallest]`.

The largest file of each kind that is admitted, at a quarter, a half and the whole of it; shapes that once cost minutes;
and a thousand looks at a list of a thousand beside presses. Each file is read in a process of its own, so that its peak
is its own.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from math import log2
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from bot import wiring
from bot.app import MIGRATIONS
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.kernel.database import Database
from bot.kernel.errors import UserError
from bot.kernel.files import BOUNDS, MOST_CONTESTS, MOST_LISTED, FileKind
from bot.kernel.ids import Actor, TournamentId
from bot.living.apart import Apart
from bot.living.apart_child import MEMORY, PROCEDURE, RECORD, RULEBOOK, SHEET, Reading, ReadingStep
from bot.living.transactions import UnitsOfWork
from bot.rulebooks import library
from bot.rulebooks.library import preset
from bot.running import TURN
from tests.hall.desk_of_entries import register
from tests.hall.hall import GUILD, Hall

Shape = Callable[[int], bytes]
PARTS: Final = (4, 2, 1)
PLAYERS: Final = 1024
PRESSES: Final = 100
LOOKS: Final = 1000
MEMBERS: Final = 1000
FEWEST: Final = 32
"""For a trial: so many members, presses and looks, and files that are so many times smaller."""
TICK: Final = 0.001
"""Seconds between two looks at whether the event loop still turns."""
DECK: Final[Reading[object]] = Reading(
    FileKind.DECK, (ReadingStep("bot.features.decks.model", "decode"), ReadingStep("bot.features.decks.model", "parse"))
)
SHEET_TEXT: Final = "# Game\ndraws: none\n\n## aim\nWin.\n\n## turn\nMove.\n\n## end\nStop.\n"


def pad(text: str, kind: FileKind) -> Shape:
    """The text under comments until the file is as large as it may be."""

    def of(part: int) -> bytes:
        room = BOUNDS[kind].size // part - len(text.encode())
        return text.encode() + b"\n" + b"# 5678901234567890\n" * (max(room, 0) // 19)

    return of


def settings(part: int) -> bytes:
    """Keys that nobody knows, each with a number of its own."""
    return "\n".join(f"stranger_{at} = {at}" for at in range(BOUNDS[FileKind.RULEBOOK].keys // part)).encode()


def swiss(part: int) -> bytes:
    """As many results as a record may have, none of its pairs meeting twice in a round."""
    players = PLAYERS // part
    names = [f"p{at}" for at in range(players)]
    lines: list[list[str]] = []
    rounds = 2 * MOST_CONTESTS // PLAYERS
    for turn in range(rounds):
        ring = [names[0], *(names[1 + (at + turn) % (players - 1)] for at in range(players - 1))]
        lines += [[ring[at], ring[-1 - at], "1-0"] for at in range(players // 2)]
    return record(names, lines, rounds)


def record(entrants: list[str], results: list[list[str]], rounds: int) -> bytes:
    """A Swiss by hand of so many rounds."""
    rulebook = {"format": "swiss", "swiss": {"rounds": rounds}}
    return json.dumps({"rulebook": rulebook, "entrants": entrants, "results": results}).encode()


def report(part: int) -> bytes:
    """A report of FIDE with a bye for everybody in every round: the most that a line holds."""
    rounds = 10
    lines = (
        f"001 {at:4}      {f'Player {at}':33} 2000                             0.0 {at:4}" + "  0000 - Z" * rounds
        for at in range(1, BOUNDS[FileKind.REPORT].lines // part)
    )
    return "\n".join(lines).encode()


def equal_lines(part: int) -> bytes:
    """The same result again and again (C2)."""
    return record(["Ana", "Bia"], [["Ana", "Bia", "1-0"]] * (MOST_CONTESTS // part), 20)


def nothing(part: int) -> bytes:
    """Entrants of `null` (S4), as many as a list may have."""
    return json.dumps({"rulebook": {"format": "swiss"}, "entrants": [None] * (MOST_LISTED // part)}).encode()


def one_key_twice(part: int) -> bytes:
    """Tens of thousands of keys in one object, one of them twice (S4)."""
    keys = ",".join(f'"k{at}":1' for at in range(BOUNDS[FileKind.RECORD].entries // part - 100))
    return f'{{"rulebook": {{{keys},"k1":1}}, "entrants": []}}'.encode()


def wrong_everywhere(part: int) -> bytes:
    """A fault for every entry that a file may have."""
    keys = {f"k{at}": 1 for at in range(20)}
    lines = BOUNDS[FileKind.RECORD].entries // 25 // part
    return json.dumps({"rulebook": {"format": "swiss"}, "entrants": [keys] * lines}).encode()


def dotted_key(part: int) -> bytes:
    """One key of dots over the whole file (S3)."""
    return ".".join("a" * (BOUNDS[FileKind.RULEBOOK].size // 2 // part)).encode() + b" = 1"


def of_sheet(part: int) -> bytes:
    """A sheet with all its lines."""
    return (SHEET_TEXT + "Move on.\n" * (BOUNDS[FileKind.SHEET].lines // part - 12)).encode()


def of_deck(part: int) -> bytes:
    """Lines that are nearly cards."""
    return ("12 x " + "a1 " * 60 + "(9\n").encode() * (600 // part)


OPEN: Final = (library.FOLDER / "aije-open.toml").read_text(encoding="utf-8")
PETITION: Final = (library.FOLDER / "procedures" / "petition.toml").read_text(encoding="utf-8")
SHAPES: Final[Mapping[str, tuple[Reading[Any], Shape]]] = {
    "rulebook, comments": (RULEBOOK, pad(OPEN, FileKind.RULEBOOK)),
    "rulebook, unknown keys": (RULEBOOK, settings),
    "rulebook, one dotted key (S3)": (RULEBOOK, dotted_key),
    "procedure, comments": (PROCEDURE, pad(PETITION, FileKind.PROCEDURE)),
    "procedure, unknown keys": (PROCEDURE, settings),
    "procedure, one dotted key (S3)": (PROCEDURE, dotted_key),
    "record, Swiss by hand": (Reading(RECORD.kind, RECORD.steps[:1]), swiss),
    "record, worked out anew": (RECORD, swiss),
    "record, equal lines (C2)": (Reading(RECORD.kind, RECORD.steps[:1]), equal_lines),
    "record, null entrants (S4)": (RECORD, nothing),
    "record, one key twice (S4)": (RECORD, one_key_twice),
    "record, a fault at each entry": (RECORD, wrong_everywhere),
    "report (TRF)": (Reading(RECORD.kind, RECORD.steps[:1]), report),
    "game sheet": (SHEET, of_sheet),
    "deck": (DECK, of_deck),
}


def measure_reading(name: str, part: int) -> tuple[int, float, float, float, str]:
    """In a process of its own: reads the shape; its size, the seconds, the peak and what was added in MiB, the end."""
    import resource  # noqa: PLC0415 - Windows has none, and no figure of memory

    reading_of, shape = SHAPES[name]
    data = shape(part)
    arguments: tuple[object, ...] = (data,) if reading_of is DECK else (data, "file")
    for step in reading_of.steps:
        step.load()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun, ended = perf_counter(), "read"
    try:
        for step in reading_of.steps:
            arguments = (step.load()(*arguments),)
    except UserError as refused:
        ended = f"refused: {refused.key.removeprefix('error.')}"
    seconds = perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return len(data), seconds, peak / 1024, (peak - before) / 1024, ended


async def measure_pause(name: str) -> None:
    """In a process of its own: the longest time between two turns of the event loop while the file is read apart."""
    reading_of, shape = SHAPES[name]
    data = shape(1)
    runner, gaps = Apart(), [0.0]
    sys.setswitchinterval(TURN)
    gc.freeze()
    under_way = asyncio.create_task(runner.run(reading_of, (data,) if reading_of is DECK else (data, "file")))
    last = perf_counter()
    while not under_way.done():
        await asyncio.sleep(TICK)
        last, before = perf_counter(), last
        gaps.append(last - before - TICK)
    with suppress(UserError):
        await under_way
    runner.close()
    print(json.dumps(max(gaps)))


def try_files() -> None:
    """Every shape, much smaller and in this process, and one of them as it is measured; fails where one cannot be."""
    found = {name: measure_reading(name, FEWEST) for name in SHAPES}
    print(table(("file, small", "end"), [(name, one[-1]) for name, one in found.items()]))
    print("apart:", _apart("deck", FEWEST), _run_apart("deck", "held"))


def files() -> None:
    """The table of files; fails where one that is admitted takes more memory than a reading may."""
    times = ("n/4, ms", "n/2, ms", "n, ms", "power of n")
    heading = ("file", "KiB", *times, "peak, MiB", "of it the file's", "loop held, ms", "end")
    print(table(heading, [_row(name) for name in SHAPES]), flush=True)


def _row(name: str) -> tuple[str, ...]:
    found = [_apart(name, part) for part in PARTS]
    quarter, half, whole = (one[1] for one in found)
    size, _, peak, more, ended = found[-1]
    assert peak * 1024 * 1024 < MEMORY or "S4" in name or "each entry" in name, (name, peak)
    power = f"{log2(whole / quarter) / 2:.1f}" if whole > 0.01 else "–"
    times = (f"{one * 1000:.0f}" for one in (quarter, half, whole))
    longest = float(_run_apart(name, "held")) * 1000
    return name, f"{size / 1024:.0f}", *times, power, f"{peak:.0f}", f"{more:.0f}", f"{longest:.0f}", ended


def _apart(name: str, part: int) -> tuple[int, float, float, float, str]:
    """What `measure_reading` says of the shape in a process of its own."""
    told = _run_apart(name, str(part))
    return int(told[0]), float(told[1]), float(told[2]), float(told[3]), str(told[4])


def _run_apart(*arguments: str) -> Any:
    command = (sys.executable, "-m", "benchmarks.hostile", *arguments)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


async def looks(folder: Path, members: int = MEMBERS, looks: int = LOOKS, most: int = PRESSES) -> None:
    """A thousand looks at a list of a thousand, and a hundred presses alone and beside them."""
    path = folder / "hall.db"
    tournament_id, pressed_at, pressers = _full_hall(path, members)
    database = await Database.open(path, migrations=MIGRATIONS)
    units = UnitsOfWork(database, lambda: pressed_at, os.urandom)

    async def presses(some: list[Actor]) -> list[float]:
        times = []
        for one in some:
            begun = perf_counter()
            await units.act(one, entering_check_in_verbs.check_in, tournament_id)
            times.append((perf_counter() - begun) * 1000)
            await asyncio.sleep(0.005)
        return times

    sys.setswitchinterval(TURN)
    alone = await presses(pressers[:most])
    begun = perf_counter()
    pages = (units.ask(entering_list_verbs.player_list, GUILD, tournament_id, at % 25) for at in range(looks))
    tasks = [asyncio.create_task(one) for one in pages]
    beside = await presses(pressers[most : 2 * most])
    await asyncio.gather(*tasks)
    all_looks = perf_counter() - begun
    await database.close()
    rows = [
        (name, f"{median(times):.1f}", f"{sorted(times)[-most // 100 - 1]:.1f}", f"{max(times):.1f}")
        for name, times in (("alone", alone), ("beside the looks", beside))
    ]
    print(table(("presses", "median ms", "99 of 100, ms", "longest ms"), rows))
    print(f"\nThe {looks:,} looks were over after {all_looks:.1f} s.")


def _full_hall(path: Path, members: int) -> tuple[TournamentId, datetime, list[Actor]]:
    wiring.join()
    hall = Hall(path)
    rules = preset("aije-open")
    event = hall.announce(replace(rules, registration=replace(rules.registration, account=None, capacity=None)))
    for number in range(2, 2 + members):
        register(hall, event, number)
    hall.now = event.start_at - timedelta(minutes=10)
    pressers = [hall.actor(number) for number in range(2, 2 + members)]
    found = event.tournament_id, hall.now, pressers
    hall.close()
    return found


def main(arguments: list[str]) -> None:
    """All of it, or one shape for the process that measures it."""
    if arguments[1:] == ["held"]:
        asyncio.run(measure_pause(arguments[0]))
        return
    if len(arguments) == 2:
        print(json.dumps(measure_reading(arguments[0], int(arguments[1]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        if is_smallest(arguments):
            try_files()
            asyncio.run(looks(Path(folder), FEWEST, 10, 2))
            return
        files()
        print()
        asyncio.run(looks(Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
