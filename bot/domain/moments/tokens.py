"""Cutting what was typed into dates, hours, numbers and words that mean something."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from bot.domain.moments.words import PHRASE, VOCABULARY, Clock, Day, Half, Mar, Meaning, Month, Named, plain


class DateOrder(StrEnum):
    """Which number comes first in a date with slashes."""

    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


class Date(NamedTuple):
    """A date in numbers; None is a year that was left out."""

    year: int | None
    month: int
    day: int


class Dotted(NamedTuple):
    """Two numbers with a dot: an hour ("20.30") or a date ("28.11"), as what stands beside them says."""

    one: int
    two: str
    half: Half | None


class Number(NamedTuple):
    """A number alone: the day of a named month, a year, or an hour."""

    value: int


class Ahead(NamedTuple):
    """So long from now."""

    length: timedelta


class Exact(NamedTuple):
    """One of Discord's own timestamps."""

    moment: datetime


class UnknownPart(ValueError):
    """Something that means nothing here: the part itself."""


Token = Date | Dotted | Number | Ahead | Exact | Meaning

_HALF: Final = r"\s?(?P<half>[ap])\.?\s?m(?:\.|(?![a-z]))"
_NUMBER: Final = r"(?P<number>\d{1,4}|an?|um|uma|un|una|one)\s*"
_MINUTES: Final = r"(?:minutes?|minutos?|minut[oi]|mins?)(?![a-z])"
_BEFORE: Final = r"(?:in|em|en|daqui a|daqui|dentro de|dentro|tra|fra|within)\s+"
_HALF_AN_HOUR: Final = re.compile(r"\b(?:half an hour|meia hora|media hora|mezz ora|mezzora)\b")
_IN_HOURS: Final = re.compile(
    rf"{_BEFORE}{_NUMBER}(?:hours?|horas?|or[ae]|hrs?|hs?)(?![a-z])"
    rf"(?:\s*(?:e|y|and)?\s*(?P<minutes>\d{{1,2}})\s*(?:{_MINUTES}|(?![a-z\d:.])))?"
)
_IN_DAYS: Final = re.compile(
    rf"{_BEFORE}{_NUMBER}(?:days?|dias?|giorn[oi]|(?P<weeks>weeks?|semanas?|settiman[ae]))(?![a-z])"
)
_IN_MINUTES: Final = re.compile(rf"(?:{_BEFORE})?{_NUMBER}{_MINUTES}")
"""Minutes are never an hour of the clock, so they need no word before them."""

_PARTS: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("stamp", r"<t:(?P<stamp>\d{1,11})(?::[a-z])?>"),
        ("iso", r"(?P<year>\d{4})-(?P<one>\d{1,2})-(?P<two>\d{1,2})(?!\d)(?:t(?=\d))?"),
        ("date", r"(?P<one>\d{1,2})[/.\-](?P<two>\d{1,2})[/.\-](?P<year>\d{4}|\d{2})(?!\d)"),
        ("clock", rf"(?P<hour>\d{{1,2}})[:h](?P<minute>\d{{2}})(?:\s?hs?(?![a-z]))?(?:{_HALF})?(?![a-z\d])"),
        ("clock", r"(?P<hour>\d{1,2})\s?(?:hs?|hrs?|horas|ore)(?![a-z\d])"),
        ("clock", rf"(?P<hour>\d{{1,2}}){_HALF}(?![a-z\d])"),
        ("date", r"(?P<one>\d{1,2})[/\-](?P<two>\d{1,2})(?![\d/])"),
        ("dotted", rf"(?P<one>\d{{1,2}})\.(?P<two>\d{{1,2}})(?:\s?h(?![a-z]))?(?:{_HALF})?(?![a-z\d])"),
        ("number", r"(?P<number>\d{1,4})(?:st|nd|rd|th|[oa])?(?![a-z\d])"),
    )
)
_HALVES: Final = {"a": Half.AM, "p": Half.PM, None: None}


def tokens(text: str, order: DateOrder) -> list[Token]:
    """What was typed, part by part; raises UnknownPart, and ValueError for a date that no calendar has."""
    rest, found = _HALF_AN_HOUR.sub("30 min", plain(text)), list[Token]()
    while rest:
        token, end = _first(rest, order)
        found.append(token)
        rest = rest[end:].lstrip(" .")
    meant = [one for one in found if one is not None]
    timed = any(isinstance(one, Clock) for one in meant)
    return [_month_or_tuesday(meant, place, timed) if isinstance(one, Mar) else one for place, one in enumerate(meant)]


def _first(rest: str, order: DateOrder) -> tuple[Token, int]:
    """The first part of the rest, and where it ends."""
    for pattern in (_IN_HOURS, _IN_DAYS, _IN_MINUTES):
        if (ahead := pattern.match(rest)) is not None:
            return _ahead(pattern, ahead), ahead.end()
    for kind, pattern in _PARTS:
        if (part := pattern.match(rest)) is not None:
            return _numbers(kind, part, order), part.end()
    if (phrase := PHRASE.match(rest)) is not None:
        return VOCABULARY[phrase[0]], phrase.end()
    raise UnknownPart(rest.split(maxsplit=1)[0][:40])


def _ahead(pattern: re.Pattern[str], part: re.Match[str]) -> Token:
    number = int(part["number"]) if part["number"].isdecimal() else 1
    if pattern is _IN_DAYS:
        return Day(number * (7 if part["weeks"] else 1))
    if pattern is _IN_MINUTES:
        return Ahead(timedelta(minutes=number))
    return Ahead(timedelta(hours=number, minutes=int(part["minutes"] or 0)))


def _numbers(kind: str, part: re.Match[str], order: DateOrder) -> Token:
    match kind:
        case "stamp":
            return Exact(datetime.fromtimestamp(int(part["stamp"]), UTC))
        case "iso":
            return Date(int(part["year"]), int(part["one"]), int(part["two"]))
        case "date":
            return _date(part, order)
        case "clock":
            said = part.groupdict()
            return Clock(int(part["hour"]), int(said.get("minute") or 0), _HALVES[said.get("half")])
        case "dotted":
            return Dotted(int(part["one"]), part["two"], _HALVES[part["half"]])
        case _:
            return Number(int(part["number"]))


def _date(part: re.Match[str], order: DateOrder) -> Date:
    """A date in the reader's order; where only the other one makes a month, that is meant."""
    year = part.groupdict().get("year")
    full = None if year is None else int(year) + (2000 if len(year) == 2 else 0)
    return date_of(int(part["one"]), int(part["two"]), full, order)


def date_of(one: int, two: int, year: int | None, order: DateOrder) -> Date:
    """Two numbers as month and day."""
    month, day = (one, two) if order is DateOrder.MONTH_FIRST else (two, one)
    return Date(year, day, month) if day <= 12 < month else Date(year, month, day)


def _month_or_tuesday(found: Sequence[Token], place: int, timed: bool) -> Month | Named:
    """ "20 mar" and "Mar 20 8pm" speak of March, "mar a las 20" of a Tuesday."""
    before = found[place - 1] if place else None
    after = found[place + 1] if place + 1 < len(found) else None
    is_month = isinstance(before, Number) or (isinstance(after, Number) and timed)
    return Month(3) if is_month else Named(1)
