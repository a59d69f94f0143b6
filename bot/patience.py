"""How long what Discord has trouble with is left alone: longer each time, up to a bound, and each thing by itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

FIRST: Final = timedelta(seconds=20)
"""After the first trouble; it doubles with each further one."""
LONGEST: Final = timedelta(minutes=2)
"""A call for a match waits no longer than this once Discord is well again."""
_SMALLEST: Final = timedelta(milliseconds=1)
"""What the database can tell apart: by then the alarm that it keeps has rung."""

K = TypeVar("K", bound=Hashable)


class Patience(Generic[K]):
    """Knows what is left alone until when; a restart forgets it and begins anew."""

    def __init__(self, clock: Callable[[], datetime], first: timedelta = FIRST, longest: timedelta = LONGEST) -> None:
        self._clock, self._first, self._longest = clock, first, longest
        self._waits: dict[K, tuple[int, datetime]] = {}

    def had_trouble(self, what: K) -> datetime:
        """Leaves it alone for longer than the last time, and answers until when."""
        times = self._waits[what][0] + 1 if what in self._waits else 1
        # Beyond a few doublings the bound holds anyway, and a power without end would be a number without end.
        delay = min(self._first * 2 ** min(times - 1, 16), self._longest)
        return self._leave(what, times, self._clock() + delay)

    def wait_until(self, what: K, moment: datetime) -> datetime:
        """Leaves it alone until the moment, which is no new trouble; answers that moment, or the bound."""
        times = self._waits[what][0] if what in self._waits else 0
        return self._leave(what, times, min(moment, self._clock() + self._longest))

    def rests(self, what: K) -> bool:
        """Whether it is to be left alone now; a clock that was set back makes no wait longer than the bound."""
        if what not in self._waits:
            return False
        return _SMALLEST <= self._waits[what][1] - self._clock() <= self._longest

    def let_go(self, which: Callable[[K], bool]) -> None:
        """What those waited for is over: each is tried at once."""
        for what in [one for one in self._waits if which(one)]:
            del self._waits[what]

    def went_well(self, what: K) -> None:
        """The trouble is over: the next one begins with the first wait."""
        self._waits.pop(what, None)

    def _leave(self, what: K, times: int, until: datetime) -> datetime:
        self._waits[what] = (times, until)
        return until
