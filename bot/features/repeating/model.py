"""A repeat on record, and the dates that follow from it by the clocks of its server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from itertools import count, takewhile
from typing import Final

from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.promises import Message, Notified
from bot.people.model import Person
from bot.play.entries import Tournament

# --- the dates ------------------------------------------------------------------------------------------------------


_WEEK: Final = timedelta(days=7)
_LAST: Final = 4
"""The fifth such day of a month is its last one, since hardly any month has five."""


class Rhythm(StrEnum):
    """How far apart the dates are."""

    WEEKLY = "weekly"
    TWO_WEEKS = "two_weeks"
    THREE_WEEKS = "three_weeks"
    FOUR_WEEKS = "four_weeks"
    MONTHLY = "monthly"
    """On the same day of the week, the first, second, third, fourth or last of its month."""


_WEEKS: Final[Mapping[Rhythm, int]] = {
    Rhythm.WEEKLY: 1,
    Rhythm.TWO_WEEKS: 2,
    Rhythm.THREE_WEEKS: 3,
    Rhythm.FOUR_WEEKS: 4,
}


class Oddity(StrEnum):
    """What the clocks do at the hour of a date."""

    JUMPED = "jumped"
    """They jump over it: the event starts as much later."""
    TWICE = "twice"
    """They show it twice: the first is meant."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """On which days, and what the clocks of the server show then. Dates are counted from 0, which is `anchor`."""

    rhythm: Rhythm
    anchor: date
    minute: int
    """Of the day: 20:00 is 1200."""

    def day(self, number: int) -> date:
        """The day of that number."""
        if self.rhythm is not Rhythm.MONTHLY:
            return self.anchor + number * _WEEKS[self.rhythm] * _WEEK
        month = self.anchor.year * 12 + self.anchor.month - 1 + number
        return _nth_weekday(month // 12, month % 12 + 1, self.anchor.weekday(), (self.anchor.day - 1) // 7)

    def start(self, number: int, zone: tzinfo) -> datetime:
        """The moment of that number. Of an hour that comes twice the first, of one that is left out as much later."""
        return self._wall(number, zone, 0).astimezone(UTC)

    def oddity(self, number: int, zone: tzinfo) -> Oddity | None:
        """What the clocks do at that hour; None on all days but two of a year."""
        first, second = (self._wall(number, zone, fold).astimezone(UTC) for fold in (0, 1))
        if first == second:
            return None
        return Oddity.TWICE if first < second else Oddity.JUMPED

    def _wall(self, number: int, zone: tzinfo, fold: int) -> datetime:
        return datetime.combine(self.day(number), time(*divmod(self.minute, 60), fold=fold), zone)


def pattern_of(rhythm: Rhythm, start_at: datetime, zone: tzinfo) -> Pattern:
    """The pattern of which an event at that moment is one."""
    wall = start_at.astimezone(zone)
    return Pattern(rhythm, wall.date(), wall.hour * 60 + wall.minute)


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    first = date(year, month, 1)
    day = first + timedelta(days=(weekday - first.weekday()) % 7) + nth * _WEEK
    return day if day.month == month and nth < _LAST else _last_weekday(year, month, weekday)


def _last_weekday(year: int, month: int, weekday: int) -> date:
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def days_before(start_at: datetime, days: int, zone: tzinfo) -> datetime:
    """So many days before, when the clocks show the same."""
    return (start_at.astimezone(zone) - timedelta(days=days)).astimezone(UTC)


def a_week_later(start_at: datetime, now: datetime, zone: tzinfo) -> datetime:
    """The same day of the week and hour by the clocks, a week later, or as many weeks as lead beyond now."""
    pattern = pattern_of(Rhythm.WEEKLY, start_at, zone)
    return next(at for number in count(1) if (at := pattern.start(number, zone)) > now)


_NUMBERED: Final = re.compile(r"(?P<before>.*#)(?P<number>\d{1,4})", re.ASCII)


def next_name(name: str) -> str:
    """The name of the next event: "Cup #12" becomes "Cup #13", any other name stays."""
    found = _NUMBERED.fullmatch(name)
    return name if found is None else f"{found['before']}{int(found['number']) + 1}"


def name_after(events: Sequence[Tournament]) -> str:
    """The name of the event after these: the latest that was numbered is counted on, else that of the first."""
    numbered = (name for one in reversed(events) if (name := next_name(one.name)) != one.name)
    return next(numbered, events[0].name)


# --- a repeat -------------------------------------------------------------------------------------------------------


MOST_DAYS_BEFORE: Final = 60
USUAL_DAYS_BEFORE: Final = 5
MOST_TIMES: Final = 200
OFF_IN_A_ROW: Final = 2
"""So many events in a row that were called off for too few players end a repeat."""


class StopReason(StrEnum):
    """Why a repeat goes on no more."""

    BY_HAND = "by_hand"
    TOO_FEW = "too_few"
    """Two in a row were called off for too few players."""
    MAKER_GONE = "maker_gone"
    """Who made it is not in the server any more."""
    NO_RIGHT = "no_right"
    """Who made it may create events no more."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """What was decided of a repeat. Its dates are derived."""

    repeat_id: str
    guild_id: GuildId
    model_id: TournamentId
    """The event whose name, rules and text it has."""
    made_by: PersonId
    made_at: datetime
    pattern: Pattern
    days_before: int
    """So long before its start each event is announced."""
    from_number: int
    """The first date of the pattern that counts; after a stop the first since it goes on."""
    last_number: int | None = None
    """None where it goes on until somebody stops it."""
    stop: StopReason | None = None
    stopped_at: datetime | None = None
    heeded_by: PersonId | None = None
    """Who stopped it, or who has seen that it stopped by itself."""

    @property
    def is_running(self) -> bool:
        """Whether nothing has stopped it; its last date may be over."""
        return self.stop is None

    def numbers(self, first: int) -> Iterator[int]:
        """The dates from that number on, to the last."""
        numbers = count(max(first, self.from_number))
        last = self.last_number
        return numbers if last is None else takewhile(lambda number: number <= last, numbers)


@dataclass(frozen=True, slots=True)
class RepeatDate:
    """What was decided of one date, or became of it."""

    repeat_id: str
    number: int
    skipped_by: PersonId | None = None
    start_at: datetime | None = None
    """Where it starts at another time than by the pattern."""
    changed_by: PersonId | None = None
    tournament_id: TournamentId | None = None
    """The event that was announced for it."""
    missed_at: datetime | None = None
    """When it was found that it could not be announced in time."""

    @property
    def is_over(self) -> bool:
        """Whether nothing can be decided of it any more."""
        return self.tournament_id is not None or self.missed_at is not None


Dealt = Mapping[int, RepeatDate]
"""The dates of which anything is on record, by their numbers."""


@dataclass(frozen=True, slots=True)
class NextDate:
    """A date that lies ahead."""

    number: int
    start_at: datetime
    is_skipped: bool = False
    is_changed: bool = False
    oddity: Oddity | None = None


def dates_ahead(repeat: Repeat, dealt: Dealt, zone: tzinfo) -> Iterator[NextDate]:
    """The dates that are neither announced nor missed, in order; those that are skipped among them."""
    for number in repeat.numbers(repeat.from_number):
        known = dealt.get(number) or RepeatDate(repeat.repeat_id, number)
        if known.is_over:
            continue
        skipped, pattern = known.skipped_by is not None, repeat.pattern
        if known.start_at is not None:
            yield NextDate(number, known.start_at, skipped, is_changed=True)
        else:
            yield NextDate(number, pattern.start(number, zone), skipped, oddity=pattern.oddity(number, zone))


def next_date(repeat: Repeat, dealt: Dealt, zone: tzinfo) -> NextDate | None:
    """The next date for which an event will be announced; None after the last."""
    return next((one for one in dates_ahead(repeat, dealt, zone) if not one.is_skipped), None)


def announced_at(repeat: Repeat, ahead: NextDate, before: Tournament | None, zone: tzinfo) -> datetime:
    """When the event of the date is announced: so many days before, and never before the one ahead of it begins."""
    at = days_before(ahead.start_at, repeat.days_before, zone)
    return at if before is None or before.cancelled_at is not None else max(at, before.start_at)


def comes_too_late(start_at: datetime, model: Tournament, now: datetime) -> bool:
    """Whether an event that is announced now would leave less than its whole confirmation to its players."""
    return start_at - model.rulebook.check_in.opens_before < now


def last_by_day(pattern: Pattern, until: date) -> int:
    """The number of the last date up to that day; -1 where none is."""
    return sum(1 for _ in takewhile(lambda number: pattern.day(number) <= until, count())) - 1


def in_a_row(events: Iterable[Tournament], is_off: Mapping[TournamentId, bool]) -> int:
    """How many of the latest events, oldest first, were called off for too few, one after the other."""
    latest = [is_off[one.tournament_id] for one in events][::-1]
    return len([*takewhile(bool, latest)])


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RepeatView:
    """A repeat with its next dates, the event that is announced, and who made it."""

    repeat: Repeat
    model: Tournament
    maker: Person
    ahead: tuple[NextDate, ...] = ()
    announced: Tournament | None = None
    """The latest of its events, where that has not begun."""
    zone: str = "UTC"
    announces_at: datetime | None = None
    """When the next one is announced."""

    @property
    def next(self) -> NextDate | None:
        """The next date that is held."""
        return next((one for one in self.ahead if not one.is_skipped), None)

    @property
    def waits(self) -> bool:
        """Whether it stopped by itself and nobody has seen that."""
        return self.repeat.stop not in {None, StopReason.BY_HAND} and self.repeat.heeded_by is None


@dataclass(frozen=True, slots=True)
class AgainOffer:
    """What the form of Again begins with."""

    name: str
    start_at: datetime


# --- what is said ---------------------------------------------------------------------------------------------------


class OfRepeat(Message):
    """About a repeat."""

    repeat_id: str


class RepeatMissed(OfRepeat):
    """To the committee: so many dates from that number on could not be announced in time, and are left out."""

    NOTIFIES = Notified.NOBODY
    number: int
    dates: int = 1
