"""A rehearsal in a process of its own: no token, no network, a folder that goes with it, ended beyond its limits.

One plays at a time, since it takes as much of the machine as the bot itself; one more may wait for its turn, and
whoever comes third is told so at once. So each answer comes within the quarter of an hour that Discord waits for it.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, cast

from bot.features.tournaments.model import MOST_PLAYERS, Broken, RehearsalWish, Rehearsed
from bot.kernel.files import (
    BeyondRehearsals,
    OthersRehearse,
    PlayersOutOfBounds,
    RehearsalsAbsent,
    RehearsalTooCostly,
    RehearsalTooSlow,
)
from bot.living.apart import KEPT, ROOT, Bounds, Meter, PassedBound, can_rehearse

MEMORY: Final = 384 * 1024 * 1024
"""Bytes; an Open of 64 players takes 190 MiB, an hour's arena of 40 about 250."""
COMPUTING: Final = 180
"""Seconds of the processor; an Open takes five."""
BY_THE_CLOCK: Final = 420
"""Seconds in which it must be over on the busiest machine: two of them fit into the time that Discord waits."""
LARGEST_FILE: Final = 32 * 1024 * 1024
"""Bytes of any file that it writes."""
LARGEST_PAGE: Final = 8 * 1024 * 1024
"""Bytes; Discord takes 10 MiB with a message."""
OUTCOME: Final = "outcome.json"
PAGE: Final = "report.html"
TOO_MUCH: Final = 3
"""The exit status of a rehearsal that ran out of memory."""
LOWEST: Final = 19
"""The priority in which whoever is least urgent computes."""
AT_ONCE: Final = 1
WAITING: Final = 1
_LARGEST_OUTCOME: Final = 64 * 1024
_GLANCE: Final = 0.1
_FOLDER: Final = "arbiter-rehearsal-"
_FAULTS: Final = "faults.txt"
_KNOWN_BEFORE: Final = ("rehearsal.cups.rules", "rehearsal.turnout")
"""What is known of a rulebook before it is played; these import nothing of the stage."""
_TEMPORARY: Final = ("TMPDIR", "TEMP", "TMP")


class CutOff(RuntimeError):
    """The bot ends, and the rehearsal with it."""


class Failed(RuntimeError):
    """The rehearsal ended without an outcome, which is our fault; says with which status and where."""


class Rehearser(Protocol):
    """Where rehearsals are played."""

    def is_there(self) -> bool:
        """Whether what it takes is installed."""
        ...

    def refuse(self, wish: RehearsalWish) -> None:
        """Raises a UserError for what is known to be impossible before anything is played."""
        ...

    async def play(self, wish: RehearsalWish) -> Rehearsed:
        """How it ended. Raises a UserError where it cannot be played, and CutOff when the bot ends."""
        ...

    def close(self) -> None:
        """Ends what is played."""
        ...


class RehearsalProcess:
    """In a process of its own."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="rehearsal")
        sweep()

    def is_there(self) -> bool:
        """Whether the extra is installed beside the bot."""
        return can_rehearse()

    def refuse(self, wish: RehearsalWish) -> None:
        """Raises PlayersOutOfBounds and BeyondRehearsals."""
        refuse_impossible(wish)

    async def play(self, wish: RehearsalWish) -> Rehearsed:
        """Plays it; whoever waits no longer leaves the process to its limits."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, run, wish, self._stop)

    def close(self) -> None:
        """Ends the process that plays."""
        self._stop.set()
        self._thread.shutdown(wait=True, cancel_futures=True)


class Nowhere:
    """Where the bot of a rehearsal would rehearse: it begins no other one."""

    def is_there(self) -> bool:
        """It is not."""
        return False

    def refuse(self, wish: RehearsalWish) -> None:
        """Nobody comes to ask for it."""
        raise LookupError(wish.name)

    async def play(self, wish: RehearsalWish) -> Rehearsed:
        """Nobody comes to ask for it."""
        raise LookupError(wish.name)

    def close(self) -> None:
        """Nothing is played."""


class RehearsalRoom:
    """Hands out turns."""

    def __init__(self, rehearser: Rehearser) -> None:
        self._rehearser = rehearser
        self._inside = 0
        self._turn = asyncio.Semaphore(AT_ONCE)

    def refuse_now(self) -> None:
        """Raises a UserError where nothing can be rehearsed here at all, or too many wait for it."""
        if not self._rehearser.is_there():
            raise RehearsalsAbsent
        if self._inside >= AT_ONCE + WAITING:
            raise OthersRehearse

    async def refuse(self, wish: RehearsalWish) -> None:
        """Raises a UserError for what can be known of the wish before its turn comes and a process is begun."""
        await asyncio.to_thread(self._rehearser.refuse, wish)

    async def play(self, wish: RehearsalWish) -> Rehearsed:
        """How it ended; raises as `refuse_now` and `Rehearser.play` do."""
        self.refuse_now()
        self._inside += 1
        try:
            async with self._turn:
                return await self._rehearser.play(wish)
        finally:
            self._inside -= 1

    def close(self) -> None:
        """Ends what is played."""
        self._rehearser.close()


def run(wish: RehearsalWish, stop: threading.Event) -> Rehearsed:
    """Plays the wish and reads what came of it; nothing of it stays. `stop` ends it."""
    with _folder() as folder:
        process = _begin(wish, folder)
        try:
            _step_back(process.pid)
            _watch(process, stop)
        finally:
            process.kill()
            process.wait()
            cast("Any", process.stdin).close()
        return _outcome(process.returncode, folder)


def refuse_impossible(wish: RehearsalWish) -> None:
    """Raises PlayersOutOfBounds or BeyondRehearsals where the rehearsal itself would refuse the wish at once."""
    rules, turnout = map(import_module, _KNOWN_BEFORE)
    with _folder() as folder:
        path = _rulebook(wish, folder)
        if rules.what_cannot_be_rehearsed(path) is not None:
            raise BeyondRehearsals
        least, most = turnout.bounds(path)
    if least > MOST_PLAYERS:
        raise BeyondRehearsals
    if wish.players is not None and not least <= wish.players <= min(most, MOST_PLAYERS):
        raise PlayersOutOfBounds(least=least, most=min(most, MOST_PLAYERS))


def _rulebook(wish: RehearsalWish, folder: Path) -> Path:
    """The file of the rulebook: the preset's own, or one in the folder."""
    if wish.file is None:
        return ROOT / "bot" / "rulebooks" / f"{wish.name}.toml"
    path = folder / f"{wish.name}.toml"
    path.write_bytes(wish.file)
    return path


def sweep() -> None:
    """Removes what rehearsals left behind whose bot was killed; its process has ended with it."""
    for left in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        number = left.name.removeprefix(_FOLDER).partition("-")[0]
        # A bot that was started anew in a container has the number of the one before.
        if not number.isdecimal() or int(number) == os.getpid() or not _is_alive(int(number)):
            shutil.rmtree(left, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _begin(wish: RehearsalWish, folder: Path) -> subprocess.Popen[bytes]:
    rulebook = wish.name if wish.file is None else str(_rulebook(wish, folder))
    asked = ("--rulebook", rulebook, "--language", wish.language, "--folder", str(folder), "--for-bot")
    number = () if wish.players is None else ("--players", str(wish.players))
    environment = {name: value for name, value in os.environ.items() if name in KEPT}
    with (folder / _FAULTS).open("wb") as faults:
        return subprocess.Popen(  # noqa: S603 - our own words and the name of a checked rulebook
            (sys.executable, "-B", "-m", "bot.living.companion", "rehearse", *asked, *number),
            # Nothing is ever written to it: its end is the bot's.
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=faults,
            cwd=ROOT,
            env={**environment, **dict.fromkeys(_TEMPORARY, str(folder))},
        )


def _step_back(pid: int) -> None:
    """The bot comes first wherever both want the processor."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, LOWEST)


def _watch(process: subprocess.Popen[bytes], stop: threading.Event) -> None:
    """Waits for the end. Raises CutOff, and beyond the limits RehearsalTooCostly or RehearsalTooSlow."""
    meter = Meter(process.pid, Bounds(COMPUTING, BY_THE_CLOCK, MEMORY))
    while process.poll() is None:
        if stop.wait(_GLANCE):
            raise CutOff
        match meter.excess():
            case PassedBound.COMPUTED:
                raise _too_costly()
            case PassedBound.CLOCK:
                raise RehearsalTooSlow(minutes=BY_THE_CLOCK // 60)


def _too_costly() -> RehearsalTooCostly:
    return RehearsalTooCostly(limit=COMPUTING, memory=MEMORY // 1024 // 1024)


def _outcome(status: int, folder: Path) -> Rehearsed:
    """What it has written. The system ends what computes or holds too much."""
    if status < 0 or status == TOO_MUCH:
        raise _too_costly()
    written = folder / OUTCOME
    if not written.is_file() or written.stat().st_size > _LARGEST_OUTCOME:
        raise Failed(f"status {status}: {_last_fault(folder)}")
    told: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    match told.pop("refused", None):
        case "players":
            raise PlayersOutOfBounds(least=told["least"], most=min(told["most"], MOST_PLAYERS))
        case "beyond":
            raise BeyondRehearsals
    return _read(told, folder / PAGE)


def _read(told: dict[str, Any], page: Path) -> Rehearsed:
    fits = page.is_file() and page.stat().st_size <= LARGEST_PAGE
    broken = tuple(Broken(**one) for one in told.pop("broken"))
    return Rehearsed(**told, broken=broken, page=page.read_bytes() if fits else b"")


def _last_fault(folder: Path) -> str:
    lines = (folder / _FAULTS).read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[-1][:200] if lines else "it said nothing"
