"""What a process takes of the machine: seconds of the processor, time by the clock, bytes of memory.

Work is measured by what it computes, since on a busy machine honest work takes many times as long by the clock.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final

BY_THE_CLOCK: Final = 8
"""How many times as long as it may compute a reading may take by the clock."""
_AFTER_THE_NAME: Final = slice(11, 13)
"""Of `/proc/PID/stat`, after the name in brackets: the time computed by the program, and for it by the system."""


class Excess(Enum):
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

    def excess(self) -> Excess | None:
        """The bound that has been passed, if any."""
        if resident(self._pid) > self.bounds.memory or self._seconds_computed() > self.bounds.computing:
            return Excess.COMPUTED
        return Excess.CLOCK if time.monotonic() > self._until else None

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
