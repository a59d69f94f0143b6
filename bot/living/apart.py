"""Strangers' files read in a process of their own, watched and measured, and the room where they wait.

Seconds of the processor, time by the clock and bytes of memory are bounded. Work is measured by what it computes,
since on a busy machine honest work takes many times as long by the clock. One file of a person and one of a server
waits at a time, and only so many of all. What rehearsing needs may be absent, as it is from the image.
"""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from typing import Any, BinaryIO, Final, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from bot.kernel.files import HEADER, FileTooCostly, FrameKind, ReadingTooSlow, StillReading, write
from bot.kernel.ids import GuildId, MemberId
from bot.living.apart_child import MEMORY, Reading

# --- what a process takes of the machine ----------------------------------------------------------------------------


BY_THE_CLOCK: Final = 8
"""How many times as long as it may compute a reading may take by the clock."""
_AFTER_THE_NAME: Final = slice(11, 13)
"""Of `/proc/PID/stat`, after the name in brackets: the time computed by the program, and for it by the system."""


class PassedBound(Enum):
    """Which bound was passed."""

    COMPUTED = auto()
    """It computed, or held, more than it may."""
    CLOCK = auto()
    """It computed little, and took too long all the same: the machine has too much to do."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds that may be computed, seconds that may pass, bytes that may be held."""

    computing: float
    by_the_clock: float
    memory: int


class Meter:
    """Measures a process from now on."""

    def __init__(self, pid: int, bounds: Bounds) -> None:
        self.bounds = bounds
        self._pid = pid
        self._computed_before = seconds_computed(pid)
        self._until = time.monotonic() + bounds.by_the_clock

    def excess(self) -> PassedBound | None:
        """The bound that has been passed, if any."""
        if resident(self._pid) > self.bounds.memory or self._seconds_computed() > self.bounds.computing:
            return PassedBound.COMPUTED
        return PassedBound.CLOCK if time.monotonic() > self._until else None

    def _seconds_computed(self) -> float:
        now = seconds_computed(self._pid)
        return 0.0 if now is None or self._computed_before is None else now - self._computed_before


def seconds_computed(pid: int) -> float | None:
    """Seconds of the processor that a process has used; None where nobody says so, and the other bounds are left."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        return sum(map(int, told[_AFTER_THE_NAME])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return None


def resident(pid: int) -> int:
    """Bytes of memory that a process holds; 0 where nobody says so, and the limits of the system are left."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


# --- one process for one file ---------------------------------------------------------------------------------------


ROOT: Final = Path(__file__).parents[2]
START_SECONDS: Final = 10
"""Of computing, until the modules are there; no stranger has a part in it."""
LARGEST_ANSWER: Final = 16 * 1024 * 1024
GLANCE: Final = 0.02
"""Seconds between two looks at what it has taken."""
KEPT: Final = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "TEMP", "TMP")
"""Of the environment: the token and the like are none of its business."""
KNOWN: Final = ("bot.", "datetime.", "fractions.", "collections.")
Said = tuple[FrameKind, bytes] | None


class Ended(RuntimeError):
    """The process ended without an answer."""


class _Answer(pickle.Unpickler):
    """An answer holds values of the house, and nothing that runs anything else."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if f"{module}.".startswith(KNOWN) else None
        # A module of the house has names of others in it, so what was found has to say itself where it is from.
        if not isinstance(found, type) or not f"{found.__module__}.".startswith(KNOWN):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return found


def run(reading: Reading[Any], arguments: tuple[object, ...], stop: threading.Event) -> object:
    """What was read. Raises what the reading raised, and FileTooCostly or ReadingTooSlow where it was ended.

    `stop` ends it as well.
    """
    process = subprocess.Popen(
        (sys.executable, "-B", "-m", "bot.living.apart_child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name in KEPT},
    )
    said: Queue[Said] = Queue()
    hands = (
        threading.Thread(target=_tell, args=(process.stdin, reading, arguments), daemon=True),
        threading.Thread(target=_listen, args=(process.stdout, said), daemon=True),
    )
    try:
        for hand in hands:
            hand.start()
        return _watch(process, reading, said, stop)
    finally:
        process.kill()
        process.wait()
        for hand in hands:
            hand.join()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("BinaryIO", pipe).close()


def _tell(to: Any, reading: Reading[Any], arguments: tuple[object, ...]) -> None:
    with suppress(OSError):
        write(to, FrameKind.TASK, pickle.dumps((reading, arguments)))


def _listen(source: Any, said: Queue[Said]) -> None:
    """Hands on what is said, and None for the end or for more than anybody would say."""
    while len(head := source.read(HEADER.size)) == HEADER.size:
        word, length = HEADER.unpack(head)
        if length > LARGEST_ANSWER:
            said.put((FrameKind.TOO_MUCH, b""))
            return
        said.put((FrameKind(word), source.read(length)))
    said.put(None)


def _watch(process: subprocess.Popen[bytes], reading: Reading[Any], said: Queue[Said], stop: threading.Event) -> object:
    steps = iter(reading.steps)
    meter = _meter(process, START_SECONDS)
    while not stop.is_set():
        try:
            heard = said.get(timeout=GLANCE)
        except Empty:
            _refuse_excess(meter)
            continue
        if heard is not None and heard[0] is FrameKind.STEP:
            meter = _meter(process, next(steps).seconds)
            continue
        return _answer_of(process, heard, meter.bounds)
    raise Ended("the bot ends")


def _meter(process: subprocess.Popen[bytes], seconds: float) -> Meter:
    return Meter(process.pid, Bounds(seconds, seconds * BY_THE_CLOCK, MEMORY))


def _refuse_excess(meter: Meter) -> None:
    match meter.excess():
        case PassedBound.COMPUTED:
            raise _too_costly(meter.bounds)
        case PassedBound.CLOCK:
            raise ReadingTooSlow(limit=int(meter.bounds.by_the_clock))


def _answer_of(process: subprocess.Popen[bytes], heard: Said, bounds: Bounds) -> object:
    """What the last word says. Raises what it says to be wrong."""
    match heard:
        case (FrameKind.ANSWER, told):
            return _taken_in(told)
        case (FrameKind.REFUSED, told):
            raise _refusal(told)
        case (FrameKind.BROKEN, told):
            raise Ended(told.decode())
        case None if process.wait() >= 0:
            raise Ended(f"the reading ended with {process.returncode}")
        case _:
            # The system ends what computes or holds too much; anything else would have been said.
            raise _too_costly(bounds)


def _too_costly(bounds: Bounds) -> FileTooCostly:
    return FileTooCostly(limit=int(bounds.computing), memory=bounds.memory // 1024 // 1024)


def _refusal(told: bytes) -> Exception:
    kind, fields = _Answer(io.BytesIO(told)).load()
    return cast("Exception", kind(**fields))


def _taken_in(told: bytes) -> object:
    """Piece by piece, so that the loop has its turn after each; the last one is made of those before it."""
    source = io.BytesIO(told)
    answer, value = _Answer(source), None
    while source.tell() < len(told):
        value = answer.load()
    return value


# --- where files wait -----------------------------------------------------------------------------------------------


T = TypeVar("T")
AT_ONCE: Final = 2


class FileRunner(Protocol):
    """Where a reading is done."""

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        """What was read, or what the reading raised."""
        ...

    def close(self) -> None:
        """Ends what is being read."""
        ...


class Apart:
    """In a process of its own."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="apart")

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        """What was read; whoever waits no longer leaves the process to its limits."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, run, reading, arguments, self._stop)

    def close(self) -> None:
        """Ends every process that still reads."""
        self._stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)


class Here:
    """In a thread beside the bot: for tests and rehearsals, in which no file is a stranger's."""

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        """Reads the file apart; returns what it held."""
        return await asyncio.to_thread(_all_steps, reading, arguments)

    def close(self) -> None:
        """Nothing is to be ended."""


def _all_steps(reading: Reading[Any], arguments: tuple[object, ...]) -> object:
    for step in reading.steps:
        arguments = (step.load()(*arguments),)
    return arguments[0]


class ReadingRoom:
    """Hands out turns: whoever waits, waits behind one file of each other server at most."""

    def __init__(self, runner: FileRunner) -> None:
        self._runner = runner
        self._readers: set[MemberId] = set()
        self._servers: WeakValueDictionary[GuildId, asyncio.Lock] = WeakValueDictionary()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def read(
        self,
        reading: Reading[T],
        reader: tuple[GuildId, MemberId],
        fetch: Callable[[], Awaitable[bytes]],
        *more: object,
    ) -> T:
        """The file that `fetch` gives once it is its turn. Raises StillReading for a second one of a person."""
        guild, member = reader
        if member in self._readers:
            raise StillReading
        self._readers.add(member)
        try:
            async with self._servers.setdefault(guild, asyncio.Lock()):
                data = await fetch()
                async with self._turns:
                    return cast("T", await self._runner.run(reading, (data, *more)))
        finally:
            self._readers.discard(member)

    async def read_own(self, reading: Reading[T], data: bytes, *more: object) -> T:
        """What a file says that nobody waits for, when it is its turn among all. Raises what the reading raises."""
        async with self._turns:
            return cast("T", await self._runner.run(reading, (data, *more)))

    def close(self) -> None:
        """Ends what is being read."""
        self._runner.close()


REHEARSAL: Final = ("rehearsal", "rich", "simcord")


def can_rehearse() -> bool:
    """Whether all of it is there; nothing is imported for that."""
    return all(find_spec(name) is not None for name in REHEARSAL)
