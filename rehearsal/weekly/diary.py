"""What people remember of a cup that comes back, and on which evenings it has to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.posts import Post
from rehearsal.script import Memory

NAME: Final = "Boreal"
ZONE: Final = "Europe/Rome"
"""By whose clocks it is played; they go back on the last Sunday of October, and forward on that of March."""
PLACES: Final = "8"
DESCRIPTION: Final = "Bring a friend."
TIMES: Final = 4
"""So many dates after the first evening: three are held, one is skipped."""
SKIPPED: Final = 2
MOVED: Final = 4
DAYS_BEFORE: Final = 5
AWAY: Final = timedelta(hours=3)
"""So long the bot is away over the moment at which it should announce the first repeat."""
_HOUR: Final = time(20)
_MOVED_TO: Final = time(18)
_WEEK: Final = timedelta(days=7)
FRIDAY: Final = 4


@dataclass(slots=True)
class Fridays(Memory):
    """The evenings under way."""

    first: date
    """The Friday of the first evening; the clocks change between the first repeat and the third."""
    made: Post | None = None
    """The card of the repeat as it was made."""
    skipped: Post | None = None
    """The same once a Friday was skipped."""
    moved: Post | None = None
    """The same once the last one was moved."""
    woke_at: datetime | None = None
    """When the bot was back that had slept over the first announcement."""
    previewed: tuple[str, ...] = ()
    """The announcements that stood there while the preview of Again was looked at."""
    events: list[str] = field(default_factory=list)
    """The events that were played, in their order."""

    def wanted(self, number: int) -> datetime:
        """When the evening of that number begins: by the clocks of the wall, counted by nothing of the bot's."""
        day = self.first + number * _WEEK
        if number == MOVED:
            return _by_the_clocks(day + timedelta(days=1), _MOVED_TO)
        return _by_the_clocks(day, _HOUR)

    @property
    def held(self) -> list[int]:
        """The numbers of the evenings that are held."""
        return [number for number in range(TIMES + 1) if number != SKIPPED]

    def announced(self, number: int) -> datetime:
        """When its event is announced: days before, at the same hour; the first once the bot is back."""
        at = self.wanted(number)
        there = at.astimezone(ZoneInfo(ZONE))
        due = _by_the_clocks(there.date() - timedelta(days=DAYS_BEFORE), there.time())
        return max(due, self.woke_at) if number == 1 and self.woke_at is not None else due


def _by_the_clocks(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, ZoneInfo(ZONE)).astimezone(UTC)


def first_friday(now: datetime) -> date:
    """The Friday from which the clocks change between the first repeat and the third, and everybody has time."""
    zone, day = ZoneInfo(ZONE), now.astimezone(ZoneInfo(ZONE)).date() + timedelta(days=3)
    while not (day.weekday() == FRIDAY and _changes(day + _WEEK, day + 2 * _WEEK, zone)):
        day += timedelta(days=1)
    return day


def _changes(one: date, other: date, zone: ZoneInfo) -> bool:
    both = {datetime.combine(day, _HOUR, zone).utcoffset() for day in (one, other)}
    return len(both) > 1
