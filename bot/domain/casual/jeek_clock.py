"""The clock of a game of Jeek: minutes for each side and seconds added after each move, written "2+0" (AIJE-D03-3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.errors import UserError

MOST_MINUTES: Final = 60
MOST_SECONDS: Final = 60
_WRITTEN: Final = re.compile(r"(\d{1,2})(?:\s*(?:\+|\s)\s*(\d{1,2}))?", re.ASCII)


class ClockUnread(UserError):
    """What was typed is no clock, or one out of range."""

    given: str
    most_minutes: int
    most_seconds: int


@dataclass(frozen=True, slots=True)
class Clock:
    """What each side has for the whole game, and what every move adds to its own."""

    base: timedelta
    increment: timedelta = timedelta()

    def __str__(self) -> str:
        """As it is spoken of: minutes, plus, seconds."""
        return f"{self.base // timedelta(minutes=1)}+{self.increment // timedelta(seconds=1)}"


USUAL: Final = Clock(timedelta(minutes=2))
"""The association's own clock, 2+0 (AIJE-D03-3)."""


def read_clock(text: str) -> Clock:
    """The clock that the text names, "2+0", "5 + 3" or "10"; raises ClockUnread."""
    read = _WRITTEN.fullmatch(text.strip())
    minutes, seconds = (int(read[1]), int(read[2] or 0)) if read else (0, 0)
    if not 1 <= minutes <= MOST_MINUTES or seconds > MOST_SECONDS:
        raise ClockUnread(given=text, most_minutes=MOST_MINUTES, most_seconds=MOST_SECONDS)
    return Clock(timedelta(minutes=minutes), timedelta(seconds=seconds))


def clock_text(left: timedelta) -> str:
    """What is left as a clock shows it, "1:05"; a started second still counts, nothing is shown below zero."""
    seconds = max(0, -((-left) // timedelta(seconds=1)))
    return f"{seconds // 60}:{seconds % 60:02}"
