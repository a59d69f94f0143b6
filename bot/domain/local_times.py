"""Moments as people write them in their server's time zone.

`YYYY-MM-DD HH:MM` is read everywhere; besides it the order of the person's own language: `25/07/2026 19:30`, or
`07/25/2026 7:30 PM` in the United States. Hours may be written `19:30`, `19h30`, `19h`, `7:30 PM` or `7 PM`.
The year may be left out: then this year's date is meant, or next year's when that is at most half a year away.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal
from zoneinfo import ZoneInfo

from bot.domain.time_zones import UnknownTimeZone, suggest_zones, zone_named
from bot.errors import UserError

__all__ = [
    "AmbiguousLocalTime",
    "DateOrder",
    "MomentInThePast",
    "NoSuchLocalTime",
    "UnknownTimeZone",
    "UnreadableMoment",
    "date_order",
    "parse_local",
    "suggest_zones",
    "write_local",
]

NEXT_YEAR_WITHIN = timedelta(days=183)
"""A date without its year that is over already means next year's only if that is this near; else it was a slip."""
_LAST_YEAR = 2100

_MOMENT = re.compile(
    r"(?:(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"|(?P<one>\d{1,2})[/.\-](?P<two>\d{1,2})(?:[/.\-](?P<late_year>\d{4}|\d{2}))?)"
    r"[\s,T]+(?:(?:at|às|as|a las|alle|ore)\s+)?"
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})|(?=h|\s*[ap]))h?\s*(?P<half>[ap]\.?\s?m\.?)?",
    re.IGNORECASE,
)


class DateOrder(StrEnum):
    """Which number comes first in a date with slashes."""

    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


class UnreadableMoment(UserError):
    """The text is no date and time that can be read."""

    text: str
    example: str
    """The next evening, written as this person may write it."""


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

    Raises UnreadableMoment, NoSuchLocalTime, AmbiguousLocalTime, MomentInThePast or UnknownTimeZone.
    """
    zone = zone_named(zone_name)
    local_now = now.astimezone(zone)
    try:
        wall = _read(text, order, local_now)
    except ValueError:
        evening = (local_now + timedelta(days=1)).replace(hour=19, minute=30)
        raise UnreadableMoment(text=text, example=write_local(evening, zone_name, order)) from None
    moment = _only_moment(wall, zone, text, fold)
    if moment <= now:
        raise MomentInThePast(moment=moment, now=now)
    return moment


def write_local(moment: datetime, zone_name: str, order: DateOrder) -> str:
    """The moment on the zone's clocks as a person of this order writes it; `parse_local` reads it back."""
    local = moment.astimezone(zone_named(zone_name))
    if order is DateOrder.MONTH_FIRST:
        return f"{local:%m/%d/%Y} {local.hour % 12 or 12}:{local:%M} {'AM' if local.hour < 12 else 'PM'}"
    return f"{local:%d/%m/%Y %H:%M}"


def _read(text: str, order: DateOrder, local_now: datetime) -> datetime:
    """What the clocks show, without a zone; ValueError where the text is no such thing."""
    match = _MOMENT.fullmatch(unicodedata.normalize("NFKC", text).strip())
    if match is None:
        raise ValueError(text)
    hour = time(_hour(int(match["hour"]), match["half"]), int(match["minute"] or 0))
    if match["year"]:
        return datetime.combine(_date(match["year"], int(match["month"]), int(match["day"])), hour)
    one, two = int(match["one"]), int(match["two"])
    month, day = (one, two) if order is DateOrder.MONTH_FIRST else (two, one)
    if match["late_year"]:
        return datetime.combine(_date(match["late_year"], month, day), hour)
    return _next(datetime.combine(_date(str(local_now.year), month, day), hour), local_now.replace(tzinfo=None))


def _date(year: str, month: int, day: int) -> date:
    full_year = int(year) + 2000 if len(year) == 2 else int(year)
    if not 1970 <= full_year <= _LAST_YEAR:
        raise ValueError(year)
    return date(full_year, month, day)


def _hour(hour: int, half: str | None) -> int:
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if half[0] in "pP" else 0)


def _next(wall: datetime, wall_now: datetime) -> datetime:
    """The same date next year if this year's is over and that one is near; 29 February stays where it is."""
    if wall > wall_now or (wall.month, wall.day) == (2, 29):
        return wall
    following = wall.replace(year=wall.year + 1)
    return following if following - wall_now <= NEXT_YEAR_WITHIN else wall


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
