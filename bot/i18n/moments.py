"""Moments as people write them in their server's time zone, put together, and suggested while they type.

`YYYY-MM-DD HH:MM` is read everywhere; besides it the order of the person's own language: `25/07/2026 19:30`, or
`07/25/2026 7:30 PM` in the United States, and what people say: "tomorrow 8pm", "sex 20h", "in 2 hours"
(`moment_words`). Where the year is left out this year's date is meant, or next year's when that is at most half a
year away; without a day, the next time that the clocks show the hour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, Literal, TypeVar

from bot.i18n import moment_words
from bot.i18n.countries import UnknownTimeZone, suggest_zones, zone_named, zone_typed
from bot.i18n.moment_words import (
    Ahead,
    Clock,
    Date,
    DateOrder,
    Day,
    Dotted,
    Evening,
    Exact,
    Half,
    HalfOfDayUnclear,
    HourLeftOut,
    Month,
    NamedDay,
    Next,
    NoSuchDate,
    Number,
    Token,
    UnknownPart,
    UnknownWordInMoment,
    UnreadableMoment,
    Weekday,
    WeekdayIsAnother,
    completions,
    date_of,
    plain,
    tokens,
)
from bot.kernel.errors import UserError

# --- what was said of the day and the hour --------------------------------------------------------------------------


T = TypeVar("T")
LAST_YEAR: Final = 2100
LAST_DAY: Final = 31
NEXT_YEAR_WITHIN: Final = timedelta(days=183)
"""A date without its year that is over already means next year's only if that is this near; else it was a slip."""
EVENING: Final = time(20)
_MOST_WORDS_OF_ZONE: Final = 3
LONGEST: Final = 100
"""Characters: whoever says when needs fewer."""


@dataclass(frozen=True, slots=True)
class SaidMoment:
    """What was said of the day, and of the hour: None where nothing was."""

    date: Date | None
    day_of_month: int | None
    days: tuple[Day, ...]
    weekdays: tuple[NamedDay, ...]
    is_next: bool
    clock: Clock | None
    is_bare: bool
    """The hour is a number alone, so that it may be one of the morning or of the evening."""


class Contradiction(ValueError):
    """The parts do not make one moment."""


def read(text: str, order: DateOrder, now: datetime) -> datetime:
    """What the clocks show, without a zone; with one where a moment was meant exactly ("in 2 hours").

    `now` is the present moment on the zone's clocks. Raises one of the refusals.
    """
    example = write(_at(now.date() + timedelta(days=1), EVENING), order)
    try:
        found = tokens(text[:LONGEST], order)
        exact = [one for one in found if isinstance(one, Ahead | Exact)]
        return _exactly(exact, found, now) if exact else _wall(_sort(found, order), text, order, now)
    except UnknownPart as part:
        raise moment_words.UnknownWordInMoment(word=str(part), example=example) from None
    except Contradiction:
        raise moment_words.UnreadableMoment(text=text, example=example) from None
    except (ValueError, OverflowError):
        raise moment_words.NoSuchDate(text=text, example=example) from None


def day_named(text: str, order: DateOrder, now: datetime) -> date | None:
    """The day that was typed so far without any hour; None where there is none."""
    try:
        said = _sort(tokens(text[:LONGEST], order), order)
        return None if said.clock or not _names_day(said) else _day(said, EVENING, order, now)
    except (ValueError, OverflowError, moment_words.WeekdayIsAnother):
        return None


def write(wall: datetime, order: DateOrder) -> str:
    """What the clocks show, as a person of this order writes it; `read` reads it back."""
    if order is DateOrder.MONTH_FIRST:
        return f"{wall:%m/%d/%Y} {wall.hour % 12 or 12}:{wall:%M} {'AM' if wall.hour < 12 else 'PM'}"
    return f"{wall:%d/%m/%Y %H:%M}"


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour)


def _exactly(exact: Sequence[Ahead | Exact], found: Sequence[Token], now: datetime) -> datetime:
    """A moment that hangs on no clock; so long from now is told in whole minutes, the begun one included."""
    if len(found) != 1:
        raise Contradiction
    match exact[0]:
        case Exact(moment):
            return moment
        case Ahead(length):
            whole = now.astimezone(UTC) + length + timedelta(minutes=1, microseconds=-1)
            return whole.replace(second=0, microsecond=0)


def _wall(moment: SaidMoment, text: str, order: DateOrder, now: datetime) -> datetime:
    if moment.clock is None:
        raise moment_words.HourLeftOut(text=text, example=write(_at(_day(moment, EVENING, order, now), EVENING), order))
    hour = _hour(moment.clock)
    if moment.is_bare and moment.clock.half is None and 0 < hour.hour < 12:
        day = _day(moment, hour, order, now)
        halves = [write(_at(day, hour.replace(hour=one)), order) for one in (hour.hour, hour.hour + 12)]
        raise moment_words.HalfOfDayUnclear(hour=hour.hour, morning=halves[0], evening=halves[1])
    return _at(_day(moment, hour, order, now), hour)


def _hour(clock: Clock) -> time:
    """The hour of the day; raises Contradiction for "13 pm" and "25:00"."""
    hour, minute, half = clock
    match half:
        case Half.AM | Half.PM if 1 <= hour <= 12:
            hour = hour % 12 + (12 if half is Half.PM else 0)
        case Half.AFTERNOON if 1 <= hour < 12:
            hour += 12
        case Half.EVENING if 4 <= hour < 12:
            hour += 12
        case Half.AM | Half.PM:
            raise Contradiction
        case Half.MORNING if hour >= 12:
            raise Contradiction
        case Half.EVENING if hour == 12:
            raise Contradiction
    if hour > 23 or minute > 59:
        raise Contradiction
    return time(hour, minute)


def _names_day(moment: SaidMoment) -> bool:
    return bool(moment.date or moment.days or moment.weekdays or moment.day_of_month)


def _day(moment: SaidMoment, hour: time, order: DateOrder, now: datetime) -> date:
    """The day that was named; where none was, the next on which the clocks show the hour."""
    wall_now, today = now.replace(tzinfo=None), now.date()
    named = {_year_given(moment.date, hour, wall_now)} if moment.date else set[date]()
    named |= {today + timedelta(days=one.ahead) for one in moment.days}
    if moment.day_of_month is not None:
        named.add(_next_of_month(moment.day_of_month, hour, wall_now))
    if len(named) > 1 or len(set(moment.weekdays)) > 1:
        raise Contradiction
    day = next(iter(named), None)
    if moment.weekdays:
        return _on_weekday(moment, day, hour, order, wall_now)
    if day is not None:
        return day
    return today if _at(today, hour) > wall_now else today + timedelta(days=1)


def _on_weekday(moment: SaidMoment, day: date | None, hour: time, order: DateOrder, wall_now: datetime) -> date:
    """The next such day of the week, or the day that was named beside it, when it is one; raises WeekdayIsAnother."""
    wanted = moment.weekdays[0].weekday
    if day is None:
        first = wall_now.date() + timedelta(days=1 if moment.is_next else 0)
        ahead = [first + timedelta(days=one) for one in range(8)]
        return next(one for one in ahead if one.weekday() == wanted and _at(one, hour) > wall_now)
    if day.weekday() != wanted:
        weekdays = tuple(Weekday)
        date_said = write(_at(day, hour), order).split()[0]
        raise moment_words.WeekdayIsAnother(date=date_said, weekday=weekdays[day.weekday()], said=weekdays[wanted])
    return day


def _year_given(said: Date, hour: time, wall_now: datetime) -> date:
    """The date, in the next year if this year's is over and that one is near; 29 February stays where it is."""
    year = wall_now.year if said.year is None else said.year
    if not 1970 <= year <= LAST_YEAR:
        raise ValueError(year)
    day = date(year, said.month, said.day)
    if said.year is not None or _at(day, hour) > wall_now or (day.month, day.day) == (2, 29):
        return day
    following = day.replace(year=year + 1)
    return following if _at(following, hour) - wall_now <= NEXT_YEAR_WITHIN else day


def _next_of_month(number: int, hour: time, wall_now: datetime) -> date:
    """The next day with that number in its month; raises ValueError where there is none."""
    if not 1 <= number <= LAST_DAY:
        raise ValueError(number)
    ahead = (wall_now.date() + timedelta(days=one) for one in range(63))
    return next(one for one in ahead if one.day == number and _at(one, hour) > wall_now)


def _of(found: Sequence[Token], kind: type[T]) -> list[T]:
    return [one for one in found if isinstance(one, kind)]


def _only(found: Collection[T]) -> T | None:
    """The one that was said, or None; raises Contradiction where there are several."""
    if len(found) > 1:
        raise Contradiction
    return next(iter(found), None)


def _sort(found: Sequence[Token], order: DateOrder) -> SaidMoment:
    """Which part says what: a dot may part day and month or hour and minute, a number may be a day, an hour, a year."""
    if not found:
        raise Contradiction
    parts = [part for one in found for part in ((Day(0), Half.EVENING) if isinstance(one, Evening) else (one,))]
    dates, clocks = _with_dotted(parts, bool(_of(parts, Number)), order)
    numbered, day_of_month, hours = _numbers(parts, bool(clocks))
    clock, half, day = _only([*clocks, *hours]), _only(set(_of(parts, Half))), _only([*dates, *numbered])
    if clock is not None:
        clock = clock._replace(half=clock.half or half)
    weekdays, days = tuple(_of(parts, NamedDay)), tuple(_of(parts, Day))
    return SaidMoment(day, day_of_month, days, weekdays, bool(_of(parts, Next)), clock, bool(hours))


def _numbers(parts: Sequence[Token], has_clock: bool) -> tuple[list[Date], int | None, list[Clock]]:
    """The date with a named month, the day without one, and the hours that the numbers alone stand for."""
    month, years, small = _only(_of(parts, Month)), _numbers_of(parts, years=True), _numbers_of(parts, years=False)
    names_day = month is not None or has_clock or len(small) > 1
    day, hours = (small[0], small[1:]) if small and names_day else (None, small)
    clocks = [Clock(one, 0) for one in hours]
    if month or years:
        return [_of_month(month, day, _only(years))], None, clocks
    return [], day, clocks


def _numbers_of(parts: Sequence[Token], *, years: bool) -> list[int]:
    return [one.value for one in _of(parts, Number) if (one.value > LAST_DAY) is years]


def _of_month(month: Month | None, day: int | None, year: int | None) -> Date:
    if month is None or day is None:
        raise Contradiction
    return Date(year, month.number, day)


def _with_dotted(parts: Sequence[Token], has_number: bool, order: DateOrder) -> tuple[list[Date], list[Clock]]:
    """The dates and the hours, with those that are written with a dot."""
    dates, clocks, dotted = _of(parts, Date), _of(parts, Clock), _of(parts, Dotted)
    for place, one in enumerate(dotted):
        is_hour = len(one.two) == 2 and one.one <= 23 and int(one.two) <= 59
        alone = place == len(dotted) - 1 and not clocks and not (has_number and not one.half)
        if is_hour and alone:
            clocks.append(Clock(one.one, int(one.two), one.half))
        else:
            dates.append(date_of(one.one, int(one.two), None, order))
    return dates, clocks


# --- moments in a server's time zone --------------------------------------------------------------------------------


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

    A zone that was typed behind it counts instead: "8pm UTC", "20h Lisboa". Raises UnreadableMoment,
    UnknownWordInMoment, HourLeftOut, HalfOfDayUnclear, NoSuchDate, WeekdayIsAnother, NoSuchLocalTime,
    AmbiguousLocalTime, MomentInThePast or UnknownTimeZone.
    """
    zone: tzinfo = zone_named(zone_name)
    try:
        meant = read(text, order, now.astimezone(zone))
    except UnknownWordInMoment:
        said, typed = _zone_behind(text)
        if typed is None:
            raise
        zone, meant = typed, read(said, order, now.astimezone(typed))
    moment = _only_moment(meant, zone, text, fold) if meant.tzinfo is None else meant
    if moment <= now:
        raise MomentInThePast(moment=moment, now=now)
    return moment


def _zone_behind(text: str) -> tuple[str, tzinfo | None]:
    """The text without the zone with which it ends, and that zone; None where it ends with none."""
    words = text.split()
    for first in range(max(1, len(words) - _MOST_WORDS_OF_ZONE), len(words)):
        zone = zone_typed(" ".join(words[first:]))
        if zone is not None:
            return " ".join(words[:first]), zone
    return text, None


def write_local(moment: datetime, zone_name: str, order: DateOrder) -> str:
    """The moment on the zone's clocks as a person of this order writes it; `parse_local` reads it back."""
    return write(moment.astimezone(zone_named(zone_name)), order)


def _only_moment(wall: datetime, zone: tzinfo, text: str, fold: Literal[0, 1] | None) -> datetime:
    """The one moment at which the zone's clocks show this, or the error that says why there is not one."""
    readings = [wall.replace(tzinfo=zone, fold=which) for which in (0, 1)]
    first, second = (reading.astimezone(UTC) for reading in readings)
    if first > second:
        # In a gap, fold 0 counts with the offset before the jump, which lands after it, and fold 1 the other way round.
        after, before = (f"{moment.astimezone(zone):%Y-%m-%d %H:%M}" for moment in (first, second))
        raise NoSuchLocalTime(text=text, zone=str(zone), before=before, after=after)
    if first < second and fold is None:
        offsets = [f"UTC{reading.isoformat()[-6:]}" for reading in readings]
        raise AmbiguousLocalTime(
            text=text, zone=str(zone), first=first, second=second, first_offset=offsets[0], second_offset=offsets[1]
        )
    return second if fold == 1 else first


# --- suggestions ----------------------------------------------------------------------------------------------------


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
        walls = [wall for reading in _readings(text) for wall in _moments(reading, zone_name, order, now)]
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
            yield read(one, order, local_now)
    except AmbiguousLocalTime as twice:
        yield twice.first.astimezone(zone_named(zone_name)).replace(tzinfo=None)
    except UserError:
        day = day_named(text, order, local_now)
        if day is not None:
            yield from (datetime.combine(day, hour) for hour in _EVENINGS)


def _usual(local_now: datetime) -> Iterator[datetime]:
    today = local_now.date()
    yield from (datetime.combine(today + timedelta(days=ahead), time(20)) for ahead in (0, 1))
    for weekday, hour in _WEEK:
        yield datetime.combine(_coming(today, weekday), hour)


def _coming(today: date, weekday: int) -> date:
    return today + timedelta(days=(weekday - today.weekday()) % 7)
