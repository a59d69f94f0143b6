"""What can be unclear or wrong about a moment that was typed; each is answered with what to write instead."""

from __future__ import annotations

from bot.domain.moments.words import Weekday
from bot.errors import UserError


class UnreadableMoment(UserError):
    """The text is no date and time that can be read."""

    text: str
    example: str
    """The next evening, written as this person may write it."""


class UnknownWordInMoment(UserError):
    """One word of it says nothing about a moment."""

    word: str
    example: str


class HourLeftOut(UserError):
    """A day was named, and no hour."""

    text: str
    example: str
    """The same day with an hour."""


class HalfOfDayUnclear(UserError):
    """An hour that comes in the morning and in the evening, each written out."""

    hour: int
    morning: str
    evening: str


class NoSuchDate(UserError):
    """The calendar has no such day."""

    text: str
    example: str


class WeekdayIsAnother(UserError):
    """The date is another day of the week than the one that stands beside it."""

    date: str
    weekday: Weekday
    said: Weekday
