"""`python -m bot.living.apart_child`: reads one file from the standard input, answers by the standard output, ends.

It has neither the bot's settings nor its database, and ends with the process that began it. A table says of each kind
of file its steps, the seconds that each may take, and the modules they need.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timezone, tzinfo
from enum import Enum
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Generic, TypeVar, cast

from bot.kernel.errors import UserError
from bot.kernel.files import HEADER, FileKind, FrameKind, write

if TYPE_CHECKING:
    from bot.features.evidence.model import ProofFile
    from bot.features.opening.model import OpeningFile
    from bot.features.sign_ups.model import SignUpFile
    from bot.features.voting.model import ProcedureKind
    from bot.play.game_sheets import GameDraft
    from bot.play.series import CircuitRules
    from bot.record.replaying import Replay
    from bot.rulebooks.library import FileRead


# --- what can be read apart -----------------------------------------------------------------------------------------


T = TypeVar("T")
SECONDS: Final = 5
"""For reading and checking."""
REPLAY_SECONDS: Final = 30
"""For an event worked out anew, its pairings among it."""
PIECE: Final = 50


@dataclass(frozen=True, slots=True)
class ReadingStep:
    """A function by its module and name, so that whoever only asks for it does not import it."""

    module: str
    function: str
    seconds: float = SECONDS

    def load(self) -> Callable[..., Any]:
        """Imports the step's function."""
        return cast("Callable[..., Any]", getattr(import_module(self.module), self.function))


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A way to read a file: the first step takes its bytes and its name, each later one what the last has made."""

    kind: FileKind
    steps: tuple[ReadingStep, ...]


RULEBOOK: Final[Reading[FileRead]] = Reading(FileKind.RULEBOOK, (ReadingStep("bot.rulebooks.library", "read_file"),))
PROCEDURE: Final[Reading[ProcedureKind]] = Reading(
    FileKind.PROCEDURE, (ReadingStep("bot.features.voting.procedures_model", "read"),)
)
SERIES: Final[Reading[CircuitRules]] = Reading(FileKind.SERIES, (ReadingStep("bot.rulebooks.series_files", "read"),))
SHEET: Final[Reading[GameDraft]] = Reading(FileKind.SHEET, (ReadingStep("bot.rulebooks.game_files", "read"),))
PICTURE: Final[Reading[bytes]] = Reading(FileKind.PICTURE, (ReadingStep("bot.layout.uploads", "read"),))
FACE: Final[Reading[bytes]] = Reading(FileKind.PICTURE, (ReadingStep("bot.layout.uploads", "read_face"),))
"""What a member shows of themselves on Discord."""
PROOF: Final[Reading[ProofFile]] = Reading(
    FileKind.PROOF, (ReadingStep("bot.features.evidence.pictures_cards", "read"),)
)
OPENING: Final[Reading[OpeningFile]] = Reading(
    FileKind.OPENING, (ReadingStep("bot.features.opening.plans_model", "read"),)
)
SIGN_UPS: Final[Reading[SignUpFile]] = Reading(FileKind.SIGN_UPS, (ReadingStep("bot.features.sign_ups.model", "read"),))
RECORD: Final[Reading[Replay]] = Reading(
    FileKind.RECORD,
    (
        ReadingStep("bot.record.trf_reading", "read_either"),
        ReadingStep("bot.record.replaying", "replay", REPLAY_SECONDS),
    ),
)


def pieces(value: object) -> Iterator[object]:
    """The value, with its longest parts before it: each is taken in by itself, so that none holds up the others."""
    record = getattr(value, "record", None)
    if record is not None:
        contests = iter(record.contests)
        while some := list(islice(contests, PIECE)):
            yield some
    yield value


# --- the process ----------------------------------------------------------------------------------------------------


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
        write(answer, FrameKind.REFUSED, pickle.dumps((type(refused), vars(refused))))
    except MemoryError:
        write(answer, FrameKind.TOO_MUCH)
    except Exception as fault:  # noqa: BLE001 - whatever it is, whoever waits is told where it was
        write(answer, FrameKind.BROKEN, _where(fault).encode())
    os._exit(0)


def _work(reading: Reading[object], arguments: tuple[object, ...], answer: BinaryIO) -> None:
    value = arguments
    for step in reading.steps:
        write(answer, FrameKind.STEP)
        value = (step.load()(*value),)
    text = io.BytesIO()
    pickler = _Pickler(text, protocol=5)
    for piece in pieces(value[0]):
        pickler.dump(piece)
    write(answer, FrameKind.ANSWER, text.getvalue())


def _where(fault: BaseException) -> str:
    """The error's kind and place, without its text, which may be the stranger's."""
    frames = traceback.extract_tb(fault.__traceback__)
    return f"{type(fault).__name__} in " + " < ".join(
        f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[::-1]
    )


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
