"""How large a benchmark is when it only has to show that it runs: every one of them knows `--smallest`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SMALLEST: Final = "--smallest"


def is_smallest(words: Sequence[str]) -> bool:
    """Whether the command line asks for a trial of a second or two, whose figures mean nothing."""
    return SMALLEST in words


def players_of(words: Sequence[str], usual: int, fewest: int) -> int:
    """How many players the command line asks for: a number, or the fewest for a trial."""
    if is_smallest(words):
        return fewest
    return int(words[1]) if len(words) > 1 else usual
