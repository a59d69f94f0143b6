"""Moments that whoever types one may mean: what stands there so far, and the evenings on which events usually begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Final

from bot.domain.local_times import AmbiguousLocalTime, parse_local
from bot.domain.moments import said
from bot.domain.moments.refusals import HalfOfDayUnclear
from bot.domain.moments.tokens import DateOrder
from bot.domain.moments.words import completions, plain
from bot.domain.time_zones import zone_named
from bot.errors import UserError

MOST: Final = 10
_EVENINGS: Final = (time(19), time(20), time(21), time(15), time(16), time(18))
"""The hours that are offered of a day that was named, the usual ones first."""
_WEEK: Final = ((4, time(20)), (5, time(16)), (5, time(20)), (6, time(16)))
"""Friday, Saturday and Sunday, each with its hours."""


def suggest_moments(text: str, zone_name: str, order: DateOrder, *, now: datetime) -> list[datetime]:
    """What the text may mean, on the zone's clocks, still to come; with nothing typed today, tomorrow, the weekend."""
    local_now = now.astimezone(zone_named(zone_name))
    if not text.strip():
        walls: Iterable[datetime] = sorted(_usual(local_now))
    else:
        walls = [wall for one in _readings(text) for wall in _moments(one, zone_name, order, now)]
    present = local_now.replace(tzinfo=None)
    return [wall for wall in dict.fromkeys(walls) if wall > present][:MOST]


def _readings(text: str) -> Iterator[str]:
    """The text, and with its last word completed where it is the beginning of one."""
    yield text
    *before, last = plain(text).split() or [""]
    yield from (" ".join([*before, word]) for word in completions(last) if word != last)


def _moments(text: str, zone_name: str, order: DateOrder, now: datetime) -> Iterator[datetime]:
    """The moment that the text means, or the evenings of the day that it names."""
    local_now = now.astimezone(zone_named(zone_name))
    try:
        moment = parse_local(text, zone_name, order, now=now)
        yield moment.astimezone(zone_named(zone_name)).replace(tzinfo=None)
    except HalfOfDayUnclear as unclear:
        for one in (unclear.evening, unclear.morning):
            yield said.read(one, order, local_now)
    except AmbiguousLocalTime as twice:
        yield twice.first.astimezone(zone_named(zone_name)).replace(tzinfo=None)
    except UserError:
        day = said.day_named(text, order, local_now)
        if day is not None:
            yield from (datetime.combine(day, hour) for hour in _EVENINGS)


def _usual(local_now: datetime) -> Iterator[datetime]:
    today = local_now.date()
    yield from (datetime.combine(today + timedelta(days=ahead), time(20)) for ahead in (0, 1))
    for weekday, hour in _WEEK:
        yield datetime.combine(_coming(today, weekday), hour)


def _coming(today: date, weekday: int) -> date:
    return today + timedelta(days=(weekday - today.weekday()) % 7)
