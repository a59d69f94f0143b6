"""The words between the bot and the process that reads: one byte for what it is, four for how much follows."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import BinaryIO, Final

HEADER: Final = struct.Struct(">BI")


class Word(IntEnum):
    """What a frame says: the answer, a refusal, or a sign of life."""

    TASK = 1
    STEP = 2
    """A step begins, and its time."""
    ANSWER = 3
    REFUSED = 4
    TOO_MUCH = 5
    """The system gave no more memory."""
    BROKEN = 6
    """A fault of ours, and where."""


def write(to: BinaryIO, word: Word, told: bytes = b"") -> None:
    """Writes one frame."""
    to.write(HEADER.pack(word, len(told)) + told)
    to.flush()
