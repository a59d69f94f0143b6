"""Discord's ids: the millisecond in which a thing was made, and a counter below it."""

from __future__ import annotations

import time
from collections.abc import Callable

DISCORD_EPOCH_MS = 1_420_070_400_000
COUNTER_BITS = 22


class Snowflakes:
    """A source of ids that carry a real moment and never come twice, each greater than the one before."""

    __slots__ = ("_last", "_wall")

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        """`wall` gives the seconds since the Unix epoch."""
        self._wall = wall
        self._last = 0

    def next(self) -> str:
        """A fresh id, as the text that the wire carries."""
        fresh = (int(self._wall() * 1000) - DISCORD_EPOCH_MS) << COUNTER_BITS
        self._last = max(fresh, self._last + 1)
        return str(self._last)

    def of_shard(self, number: int, of: int) -> str:
        """An id of a server that Discord gives to that one of so many connections: of the last such millisecond."""
        made_at = int(self._wall() * 1000) - DISCORD_EPOCH_MS
        return str((made_at - (made_at - number) % of) << COUNTER_BITS)
