"""Readings that no file should cause, each by name, so that the process that reads can import them."""

from __future__ import annotations

import os
import time
from typing import Final

from bot.kernel.errors import NotFoundByName, Subject
from bot.kernel.files import FileKind
from bot.living.apart_child import Reading, ReadingStep

LONG: Final = 60


def of(*functions: str, seconds: float = LONG) -> Reading[object]:
    return Reading(FileKind.RECORD, tuple(ReadingStep(__name__, name, seconds) for name in functions))


def length(data: bytes, file: str) -> int:
    return len(data) + len(file)


def doubled(value: int) -> int:
    return 2 * value


def forever(data: bytes, file: str) -> None:
    while data or file:
        pass


def asleep(data: bytes, file: str) -> None:
    time.sleep(LONG + len(data) + len(file))


def held_up(data: bytes, file: str) -> int:
    """Computes next to nothing, and takes a while: as honest work does on a machine that has too much to do."""
    time.sleep(1)
    return length(data, file)


def greedy(data: bytes, file: str) -> int:
    held = [b"x" * 1024 * 1024 for _ in range(2048)]
    return len(held) + length(data, file)


def refused(data: bytes, file: str) -> None:
    raise NotFoundByName(what=Subject.RULEBOOK, name=f"{file}{len(data)}")


def broken(data: bytes, file: str) -> None:
    raise RuntimeError(f"{file}{len(data)}")


def gone(data: bytes, file: str) -> None:
    os._exit(length(data, file))


def surroundings(data: bytes, file: str) -> tuple[str, ...]:
    del data, file
    return tuple(sorted(os.environ))


def endless(data: bytes, file: str) -> str:
    return "x" * (20 * 1024 * 1024 + length(data, file))


def a_way_out(data: bytes, file: str) -> object:
    del data, file
    return os.system
