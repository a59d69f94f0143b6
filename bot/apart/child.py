"""`python -m bot.apart.child`: reads one file that comes by the standard input, answers by the standard output, ends.

It has neither the bot's settings nor its database, and ends by itself with whoever began it.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
import threading
import traceback
from datetime import timezone, tzinfo
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final

from bot.apart.frames import HEADER, Word, write
from bot.apart.readings import Reading, pieces
from bot.errors import UserError

MEMORY: Final = 256 * 1024 * 1024
"""Bytes that a reading may hold."""
SPARE: Final = 2
"""Seconds of computing beyond all steps after which the system ends the process, should nobody else do it."""


def main() -> None:
    """Reads the task, limits itself, works, and answers."""
    source, answer = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    (length,) = HEADER.unpack(_exactly(source, HEADER.size))[1:]
    reading, arguments = pickle.loads(_exactly(source, length))  # noqa: S301 - the bot itself wrote it
    threading.Thread(target=_end_with, args=(source,), daemon=True).start()
    for step in reading.steps:
        step.load()
    _limit(reading)
    try:
        _work(reading, arguments, answer)
    except UserError as refused:
        write(answer, Word.REFUSED, pickle.dumps((type(refused), vars(refused))))
    except MemoryError:
        write(answer, Word.TOO_MUCH)
    except Exception as fault:  # noqa: BLE001 - whatever it is, whoever waits is told where it was
        write(answer, Word.BROKEN, _where(fault).encode())
    os._exit(0)


def _work(reading: Reading[object], arguments: tuple[object, ...], answer: BinaryIO) -> None:
    value = arguments
    for step in reading.steps:
        write(answer, Word.STEP)
        value = (step.load()(*value),)
    text = io.BytesIO()
    pickler = _Pickler(text, protocol=5)
    for piece in pieces(value[0]):
        pickler.dump(piece)
    write(answer, Word.ANSWER, text.getvalue())


def _where(fault: BaseException) -> str:
    """The error's kind and place, without its text, which may be the stranger's."""
    frames = traceback.extract_tb(fault.__traceback__)
    return f"{type(fault).__name__} in " + " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in frames[::-1])


class _Pickler(pickle.Pickler):
    """Writes values by their own kinds alone, since the bot takes nothing else in."""

    def reducer_override(self, value: object) -> Any:
        """Any way to say an offset becomes the standard library's, and no member of a kind is asked for by name."""
        if isinstance(value, tzinfo) and not isinstance(value, timezone):
            return timezone, (value.utcoffset(None),)
        if isinstance(value, Enum):
            return type(value), (value.value,)
        return NotImplemented


def _exactly(source: BinaryIO, length: int) -> bytes:
    found = source.read(length)
    if len(found) < length:
        os._exit(1)
    return found


def _end_with(source: BinaryIO) -> None:
    """Nothing more is ever written to it: what comes is its end, which is the bot's."""
    source.read(1)
    os._exit(1)


def _limit(reading: Reading[object]) -> None:
    """What the system itself refuses; where it has no such limits the bot's watch is left."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    seconds = int(sum(step.seconds for step in reading.steps)) + SPARE
    so_far = resource.getrusage(resource.RUSAGE_SELF)
    used = int(so_far.ru_utime + so_far.ru_stime)
    wanted = {"RLIMIT_DATA": MEMORY, "RLIMIT_CPU": used + seconds, "RLIMIT_CORE": 0, "RLIMIT_FSIZE": 0}
    for name, limit in wanted.items():
        number = getattr(resource, name, None)
        if number is not None:
            resource.setrlimit(number, (limit, limit))


if __name__ == "__main__":
    main()
