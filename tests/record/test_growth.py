"""What reading a file costs grows like the file: the work is counted in calls, since no test looks at a clock."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import pytest

from benchmarks import hostile
from bot.kernel.errors import UserError
from bot.living.apart_child import RECORD, Reading
from bot.record.protocol import MOST_ENTRANTS

GROWTH = 2.6
"""A file twice as large may take so many times the calls: n log n gives 2.2 here, a square 4."""
PARTS = (64, 32)


def rounds_off(part: int) -> bytes:
    """Everybody asks for a round off in a line of its own, time and again."""
    names = [f"p{at}" for at in range(MOST_ENTRANTS // part)]
    rulebook = {"format": "swiss", "swiss": {"rounds": 9}, "scoring": {"draw": 0.5, "absence": 0.5}}
    lines = [[number, name, "½"] for number in range(1, 11) for name in names]
    return json.dumps({"rulebook": rulebook, "entrants": names, "results": lines}).encode()


SHAPES = {**hostile.SHAPES, "record, rounds off": (Reading(RECORD.kind, RECORD.steps[:1]), rounds_off)}
KINDS = [name for name in SHAPES if name.startswith(("record", "report"))]


def calls(work: Callable[[], object]) -> int:
    """How many functions the work calls, those of C included; that it ends in a refusal is no matter."""
    counted = [0]

    def count(frame: FrameType, event: str, arg: object) -> None:
        counted[0] += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        with suppress(UserError):
            work()
    finally:
        sys.setprofile(None)
    return counted[0]


def reading(name: str, part: int) -> Callable[[], object]:
    reading_of, shape = SHAPES[name]
    data = shape(part)

    def work() -> object:
        arguments: tuple[object, ...] = (data, "file")
        for step in reading_of.steps:
            arguments = (step.load()(*arguments),)
        return arguments

    return work


@pytest.mark.parametrize("name", KINDS)
def test_a_file_twice_as_large_takes_about_twice_the_work(name: str) -> None:
    with suppress(UserError):
        reading(name, 128)()  # What is loaded at the first reading is not the file's.
    half, whole = (calls(reading(name, part)) for part in PARTS)
    assert whole < GROWTH * half
