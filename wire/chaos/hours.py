"""Time that two processes share and that the harness drives: how fast it runs, and how wrong the bot's wall clock is.

The harness writes four numbers into a small file, and the bot's process reads them through a map of it. Monotonic time
has run at some rate since an anchor; Discord's clock is monotonic time from a fixed moment on; the wall clock of the
bot's machine is Discord's clock plus a step, by which it can be set wrong.
"""

from __future__ import annotations

import asyncio
import mmap
import struct
import time
from pathlib import Path
from typing import Self

_REAL = time.monotonic
"""The machine's own clock, kept before anybody puts another one in its place; all its processes share it."""
_NUMBERS = struct.Struct("<ddddd")
_COUNT = struct.Struct("<Q")
_SEEN = struct.Struct("<d")
_SEEN_AT = _NUMBERS.size + _COUNT.size
_SIZE = 64
_LOOK_EVERY_S = 0.005
_LEAD_S = 1.0
"""So far may fast time be ahead of what the bot has seen: a busy machine must not look like an outage."""


class Hours:
    """The shared clock."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), _SIZE)
        self._last = 0.0

    @classmethod
    def create(cls, file: Path, base: float) -> Self:
        """A clock that runs at the rate of the machine's; Discord's begins at `base`, in seconds since the epoch."""
        numbers = _NUMBERS.pack(_REAL(), _REAL(), 1.0, 0.0, base - _REAL()) + _COUNT.pack(0)
        file.write_bytes(numbers + _SEEN.pack(_REAL()) + bytes(_SIZE - _SEEN_AT - _SEEN.size))
        return cls(file)

    def _read(self) -> tuple[float, float, float, float, float]:
        while True:
            before = self._count
            numbers: tuple[float, float, float, float, float] = _NUMBERS.unpack_from(self._map)
            if before % 2 == 0 and self._count == before:
                return numbers

    @property
    def _count(self) -> int:
        count: int = _COUNT.unpack_from(self._map, _NUMBERS.size)[0]
        return count

    def _put(self, at: int, value: bytes) -> None:
        """In one move: `pack_into` would write zeros first, and another process would read them."""
        self._map[at : at + len(value)] = value

    def _write(self, real: float, virtual: float, rate: float, step: float) -> None:
        """Under a count that is odd while the numbers change, so that nobody reads half of them."""
        base, count = self._read()[4], self._count
        self._put(_NUMBERS.size, _COUNT.pack(count + 1))
        self._put(0, _NUMBERS.pack(real, virtual, rate, step, base))
        self._put(_NUMBERS.size, _COUNT.pack(count + 2))

    @property
    def rate(self) -> float:
        """How many seconds pass in one of the machine's; negative where the bot need not keep up."""
        return abs(self._read()[2])

    def monotonic(self) -> float:
        """Seconds that only ever grow."""
        real, virtual, rate, _, _ = self._read()
        now = virtual + (_REAL() - real) * abs(rate)
        if rate > 1.0:
            seen: float = _SEEN.unpack_from(self._map, _SEEN_AT)[0]
            now = min(now, max(seen + _LEAD_S, virtual))
        self._last = max(self._last, now)
        return self._last

    def see(self) -> None:
        """The bot has come to this moment: its event loop is awake."""
        self._put(_SEEN_AT, _SEEN.pack(self.monotonic()))

    def discord(self) -> float:
        """Discord's time, in seconds since the Unix epoch."""
        return self.monotonic() + self._read()[4]

    def wall(self) -> float:
        """What the clock of the bot's machine shows."""
        return self.discord() + self._read()[3]

    def run_at(self, rate: float) -> None:
        """From now on time runs so many times as fast as the machine's; a negative rate waits for no bot."""
        if rate != self._read()[2]:
            self._write(_REAL(), self.monotonic(), rate, self._read()[3])

    def step_wall(self, seconds: float) -> None:
        """Set the wall clock of the bot's machine so far from the truth; 0 sets it right."""
        _, _, rate, _, _ = self._read()
        self._write(_REAL(), self.monotonic(), rate, seconds)

    async def sleep(self, seconds: float) -> None:
        """Until so many of these seconds have passed."""
        await self.until(self.monotonic() + seconds)

    async def until(self, moment: float) -> None:
        """Until monotonic time has reached the moment."""
        while self.monotonic() < moment:
            await asyncio.sleep(_LOOK_EVERY_S)
