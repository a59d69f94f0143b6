"""Durations and lists as the rule sheet says them: short, and safe to show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.domain.durations import Unit, split_duration
from bot.i18n import Voice
from bot.rendering.sentences import listing
from bot.rendering.text import quote

_NAMES_SHOWN = 12
_UNIT_KEYS = {
    Unit.SECONDS: "duration.seconds",
    Unit.MINUTES: "duration.minutes",
    Unit.HOURS: "duration.hours",
    Unit.DAYS: "duration.days",
}


def short_duration(length: timedelta, voice: Voice) -> str:
    """A duration by the one unit that its file would use: "90 minutes", which keeps the wordiest sheet short enough."""
    number_of, unit = split_duration(length)
    return voice.count(_UNIT_KEYS[unit], number_of)


def all_spoken(lengths: Sequence[timedelta], voice: Voice) -> str:
    """Several of them as one phrase."""
    return listing([short_duration(length, voice) for length in lengths], voice)


def named_list(names: Sequence[str], voice: Voice) -> str:
    """Names that a file holds, quoted; of a long row the end is left to the file."""
    shown = [quote(name) for name in names[:_NAMES_SHOWN]]
    return listing(shown, voice) if len(names) <= _NAMES_SHOWN else ", ".join([*shown, "…"])
