"""Durations as people write them: a whole number and one unit, "30 min", "72 h".

A rulebook file, a rule sheet and a list of changes all speak of a duration by the same number and unit, so that what
was written is what is read.
"""

from __future__ import annotations

import re
from datetime import timedelta
from enum import StrEnum

LONGEST = timedelta(days=3650)
"""Nothing in an event lasts longer than ten years; what never ends is written as such."""

DAYS_FROM = timedelta(days=7)
"""From here on whole days are spoken of as days; below, hours are clearer ("72 h", never "3 d")."""

_WRITTEN = re.compile(r"(\d{1,9}) ?(s|min|h|d)", re.ASCII)


class Unit(StrEnum):
    """The units that a duration may be written in."""

    SECONDS = "s"
    MINUTES = "min"
    HOURS = "h"
    DAYS = "d"


LENGTH: dict[Unit, timedelta] = {
    Unit.SECONDS: timedelta(seconds=1),
    Unit.MINUTES: timedelta(minutes=1),
    Unit.HOURS: timedelta(hours=1),
    Unit.DAYS: timedelta(days=1),
}


def read_duration(text: str) -> timedelta | None:
    """The duration that `text` names, or None when it names none or one longer than `LONGEST`."""
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        return None
    seconds = int(written[1]) * int(LENGTH[Unit(written[2])].total_seconds())
    return timedelta(seconds=seconds) if seconds <= LONGEST.total_seconds() else None


def split_duration(duration: timedelta) -> tuple[int, Unit]:
    """The number and the unit by which a duration is spoken of; parts of a second are dropped."""
    if duration >= DAYS_FROM and not duration % LENGTH[Unit.DAYS]:
        return duration // LENGTH[Unit.DAYS], Unit.DAYS
    if duration and not duration % LENGTH[Unit.HOURS]:
        return duration // LENGTH[Unit.HOURS], Unit.HOURS
    if not duration % LENGTH[Unit.MINUTES]:
        return duration // LENGTH[Unit.MINUTES], Unit.MINUTES
    return duration // LENGTH[Unit.SECONDS], Unit.SECONDS


def write_duration(duration: timedelta) -> str:
    """The text that `read_duration` turns into the same duration: "30 min", "72 h", "0 min"."""
    number, unit = split_duration(duration)
    return f"{number} {unit}"
