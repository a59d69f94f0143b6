"""The ladder of what stands still: who can act is reminded, who runs it is asked, asked again, and then it rests.

A state that has no next moment of its own climbs it: a reminder to those who can act, then a question to who runs the
event, again after a day, after three days and after a week. After that it is resting: on the desk, quiet, and awake
again with any press on it. docs/nothing-rests.md lists all such states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final

from bot.domain.deadlines import Due, Step
from bot.domain.outages import Outage, resume


class Rung(IntEnum):
    """How far a state has climbed."""

    NOTHING = 0
    REMINDED = 1
    """Those who can act were reminded."""
    ASKED = 2
    """Who runs the event was asked."""
    AFTER_A_DAY = 3
    AFTER_THREE_DAYS = 4
    AFTER_A_WEEK = 5
    """Asked for the last time: from here on it rests."""


AGAIN_AFTER: Final = {
    Rung.AFTER_A_DAY: timedelta(days=1),
    Rung.AFTER_THREE_DAYS: timedelta(days=3),
    Rung.AFTER_A_WEEK: timedelta(days=7),
}
"""How long after the first question each further one comes."""


@dataclass(frozen=True, slots=True)
class Still:
    """A state that goes no further by itself: since when, and when whom it waits for hears of it.

    `asked_after` counts from `since`; None where nobody but those who can act is ever told.
    """

    kind: StrEnum
    since: datetime
    reminded_after: timedelta | None = None
    """None where only staff can act."""
    asked_after: timedelta | None = timedelta()
    is_asked: bool = False
    """Whether the step that led here has asked who runs the event; the ladder goes on from there."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of a thing so far: of which state, counted since when, how far, and when at last.

    `kind` is None where somebody has only pressed: then time counts from that press.
    """

    kind: str | None
    since: datetime
    rung: Rung
    last_at: datetime


def since(still: Still, told: Told | None) -> datetime:
    """From when the time counts: from the last press, where that came after the state began."""
    return still.since if told is None else max(still.since, told.since)


def rung_of(still: Still, told: Told | None) -> Rung:
    """How far this state has climbed; what was said of another state, or before it began, does not count."""
    first = Rung.ASKED if still.is_asked else Rung.NOTHING
    if told is None or told.kind != still.kind or told.since < still.since:
        return first
    return max(first, told.rung)


def next_rung(still: Still, told: Told | None, outages: Iterable[Outage]) -> tuple[Rung, datetime] | None:
    """The next time that somebody hears of it; None where nobody is told any more, and it rests."""
    now, begun, known = rung_of(still, told), since(still, told), tuple(outages)
    for rung in Rung:
        after = _after(still, rung)
        if rung > now and after is not None:
            return rung, resume(begun, after, known)
    return None


def last_come(still: Still, told: Told | None, outages: Iterable[Outage], at: datetime) -> Rung | None:
    """The highest rung that has come and was not told of; those that it overtook are not told of any more."""
    come: Rung | None = None
    while (ahead := next_rung(still, told, outages)) is not None and ahead[1] <= at:
        come = ahead[0]
        told = Told(still.kind, since(still, told), come, at)
    return come


def rests(still: Still, told: Told | None) -> bool:
    """Whether everybody was told who is to be told, so that it waits for a press and for nothing else."""
    return next_rung(still, told, ()) is None


def due_steps(still: Still | None, told: Told | None, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """The one step of what stands still; none of what rests, and of what goes on by itself."""
    found = None if still is None else next_rung(still, told, outages)
    return () if found is None else (Due(Step.TELL_STILL, found[1]),)


def _after(still: Still, rung: Rung) -> timedelta | None:
    """How long after it began that rung comes; None where it has none."""
    if rung is Rung.REMINDED:
        return still.reminded_after
    if still.asked_after is None or rung is Rung.NOTHING:
        return None
    return still.asked_after + AGAIN_AFTER.get(rung, timedelta())
