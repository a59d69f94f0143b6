"""When it is night: whether anybody who keeps usual hours is awake for what has to be pressed in a window of time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

MORNING: Final = time(7)
"""From midnight to this hour, by the clocks of the place, it is night."""


def is_night_throughout(begins: datetime, ends: datetime, zone: str) -> bool:
    """Whether the whole of the time lies in one night of the zone."""
    there, after = begins.astimezone(ZoneInfo(zone)), ends.astimezone(ZoneInfo(zone))
    morning = datetime.combine(there.date(), MORNING, ZoneInfo(zone))
    return there.time() < MORNING and after.astimezone(UTC) <= morning.astimezone(UTC)


def is_night_in_each(begins: datetime, ends: datetime, zones: Collection[str]) -> bool:
    """Whether it is night in all of the zones, as those of a country; False where none is known."""
    return bool(zones) and all(is_night_throughout(begins, ends, zone) for zone in zones)
