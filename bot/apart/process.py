"""One process that reads one file, watched by a thread that measures what it takes."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any, BinaryIO, Final, cast

from bot.apart.child import MEMORY
from bot.apart.errors import FileTooCostly, ReadingTooSlow
from bot.apart.frames import HEADER, Word, write
from bot.apart.meter import BY_THE_CLOCK, Bounds, Excess, Meter
from bot.apart.readings import Reading

ROOT: Final = Path(__file__).parents[2]
START_SECONDS: Final = 10
"""Of computing, until the modules are there; no stranger has a part in it."""
LARGEST_ANSWER: Final = 16 * 1024 * 1024
GLANCE: Final = 0.02
"""Seconds between two looks at what it has taken."""
KEPT: Final = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "TEMP", "TMP")
"""Of the environment: the token and the like are none of its business."""
KNOWN: Final = ("bot.", "datetime.", "fractions.", "collections.")
Said = tuple[Word, bytes] | None


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
        (sys.executable, "-B", "-m", "bot.apart.child"),
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
        write(to, Word.TASK, pickle.dumps((reading, arguments)))


def _listen(source: Any, said: Queue[Said]) -> None:
    """Hands on what is said, and None for the end or for more than anybody would say."""
    while len(head := source.read(HEADER.size)) == HEADER.size:
        word, length = HEADER.unpack(head)
        if length > LARGEST_ANSWER:
            said.put((Word.TOO_MUCH, b""))
            return
        said.put((Word(word), source.read(length)))
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
        if heard is not None and heard[0] is Word.STEP:
            meter = _meter(process, next(steps).seconds)
            continue
        return _answer_of(process, heard, meter.bounds)
    raise Ended("the bot ends")


def _meter(process: subprocess.Popen[bytes], seconds: float) -> Meter:
    return Meter(process.pid, Bounds(seconds, seconds * BY_THE_CLOCK, MEMORY))


def _refuse_excess(meter: Meter) -> None:
    match meter.excess():
        case Excess.COMPUTED:
            raise _too_costly(meter.bounds)
        case Excess.CLOCK:
            raise ReadingTooSlow(limit=int(meter.bounds.by_the_clock))


def _answer_of(process: subprocess.Popen[bytes], heard: Said, bounds: Bounds) -> object:
    """What the last word says. Raises what it says to be wrong."""
    match heard:
        case (Word.ANSWER, told):
            return _taken_in(told)
        case (Word.REFUSED, told):
            raise _refusal(told)
        case (Word.BROKEN, told):
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
