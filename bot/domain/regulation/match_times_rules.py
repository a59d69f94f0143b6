"""Rounds that last days: each match has a time of its own, on which its two sides agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.domain.regulation.format_rules import ABOVE_ZERO, within

DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class MatchTimesRules:
    """How long a round lasts, and how two sides come to the time of their match."""

    round_lasts: timedelta = field(default=7 * DAY, metadata=ABOVE_ZERO)
    """From the moment that a match is told to its sides on."""
    proposals: int = field(default=3, metadata=within(1, 9))
    """Times that each side can propose until one is agreed on, and as many again to move it."""
    answer_within: timedelta = field(default=DAY, metadata=ABOVE_ZERO)
    """What the other side has at least to answer a proposal, from when it was told; and what staff give as notice."""
    grace: timedelta = field(default=2 * DAY, metadata=ABOVE_ZERO)
    """So long after the end of the round a match can still be played that was agreed on in it."""
    reschedules: int = field(default=1, metadata=within(0, 9))
    """How often two sides can move a time that they have agreed on."""
    reminders_before_match: tuple[timedelta, ...] = (DAY, timedelta(hours=1))
    """Longest first."""
    reminders_before_round_ends: tuple[timedelta, ...] = (2 * DAY, DAY)
    """To who has not agreed on a time; longest first."""
    waits_for_round_end: bool = False
    """Whether the next round waits until the days of this one are over, where all of it was played before."""
