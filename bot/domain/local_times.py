"""Moments as people write them in their server's time zone.

`YYYY-MM-DD HH:MM` is read everywhere; besides it the order of the person's own language: `25/07/2026 19:30`, or
`07/25/2026 7:30 PM` in the United States, and what people say: "tomorrow 8pm", "sex 20h", "in 2 hours" (`moments`).
Where the year is left out this year's date is meant, or next year's when that is at most half a year away; without a
day, the next time that the clocks show the hour.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from bot.domain.moments import said
from bot.domain.moments.refusals import (
    HalfOfDayUnclear,
    HourLeftOut,
    NoSuchDate,
    UnknownWordInMoment,
    UnreadableMoment,
    WeekdayIsAnother,
)
from bot.domain.moments.tokens import DateOrder
from bot.domain.time_zones import UnknownTimeZone, suggest_zones, zone_named
from bot.errors import UserError

__all__ = [
    "AmbiguousLocalTime",
    "DateOrder",
    "HalfOfDayUnclear",
    "HourLeftOut",
    "MomentInThePast",
    "NoSuchDate",
    "NoSuchLocalTime",
    "UnknownTimeZone",
    "UnknownWordInMoment",
    "UnreadableMoment",
    "WeekdayIsAnother",
    "date_order",
    "parse_local",
    "suggest_zones",
    "write_local",
]


class NoSuchLocalTime(UserError):
    """The clocks jump over this time. `before` and `after` are as far from the jump, written `YYYY-MM-DD HH:MM`."""

    text: str
    zone: str
    before: str
    after: str


class AmbiguousLocalTime(UserError):
    """The clocks show this time twice; the person has to say which, then `fold` 0 or 1 chooses."""

    text: str
    zone: str
    first: datetime
    second: datetime
    first_offset: str
    second_offset: str


class MomentInThePast(UserError):
    """The moment is over already."""

    moment: datetime
    now: datetime


def date_order(discord_locale: str) -> DateOrder:
    """The order that readers of this Discord locale expect; only the United States put the month first."""
    return DateOrder.MONTH_FIRST if discord_locale == "en-US" else DateOrder.DAY_FIRST


def parse_local(
    text: str, zone_name: str, order: DateOrder, *, now: datetime, fold: Literal[0, 1] | None = None
) -> datetime:
    """The moment in UTC that the text means in the zone; `fold` chooses the first or second of a repeated hour.

    Raises UnreadableMoment, UnknownWordInMoment, HourLeftOut, HalfOfDayUnclear, NoSuchDate, WeekdayIsAnother,
    NoSuchLocalTime, AmbiguousLocalTime, MomentInThePast or UnknownTimeZone.
    """
    zone = zone_named(zone_name)
    meant = said.read(text, order, now.astimezone(zone))
    moment = _only_moment(meant, zone, text, fold) if meant.tzinfo is None else meant
    if moment <= now:
        raise MomentInThePast(moment=moment, now=now)
    return moment


def write_local(moment: datetime, zone_name: str, order: DateOrder) -> str:
    """The moment on the zone's clocks as a person of this order writes it; `parse_local` reads it back."""
    return said.write(moment.astimezone(zone_named(zone_name)), order)


def _only_moment(wall: datetime, zone: ZoneInfo, text: str, fold: Literal[0, 1] | None) -> datetime:
    """The one moment at which the zone's clocks show this, or the error that says why there is not one."""
    readings = [wall.replace(tzinfo=zone, fold=which) for which in (0, 1)]
    first, second = (reading.astimezone(UTC) for reading in readings)
    if first > second:
        # In a gap, fold 0 counts with the offset before the jump, which lands after it, and fold 1 the other way round.
        after, before = (f"{moment.astimezone(zone):%Y-%m-%d %H:%M}" for moment in (first, second))
        raise NoSuchLocalTime(text=text, zone=zone.key, before=before, after=after)
    if first < second and fold is None:
        offsets = [f"UTC{reading:%z}" for reading in readings]
        raise AmbiguousLocalTime(
            text=text, zone=zone.key, first=first, second=second, first_offset=offsets[0], second_offset=offsets[1]
        )
    return second if fold == 1 else first
