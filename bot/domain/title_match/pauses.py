"""Pauses of a match: so many for each side, at any moment and for any reason, and trouble that is none (AIJE-D03-4).

In a game a stop halts both clocks. Stops follow each other and never overlap: what is asked for during one begins when
that one ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.regulation.format_rules import TitleMatchRules

NO_TIME: Final = timedelta(0)


class StopKind(StrEnum):
    """Why the clocks stand: a player's pause, or technical trouble."""

    PAUSE = "pause"
    """Taken by a side: what is personal, or comes from outside."""
    TROUBLE = "trouble"
    """Power or connection: it costs no pause, and lasts until an arbiter ends it."""


class Refusal(StrEnum):
    """Why a pause cannot be taken."""

    TOO_FEW_LEFT = "too_few_left"
    STOPPED_BY_TROUBLE = "stopped_by_trouble"
    """The clocks stand for as long as the trouble lasts: a pause would be lost."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A time in which nobody plays."""

    kind: StopKind
    began_at: datetime
    ends_at: datetime | None
    """None: open, until somebody ends it."""
    side: int | None = None
    """Who took the pause."""
    pauses: int = 0
    """How many it used up: two taken at once are one of twice the length."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """The pauses of one match: what each side may take, and all stops so far in order."""

    each: int
    lasts: timedelta
    stops: tuple[Stop, ...] = ()

    def pauses_left(self, side: int) -> int:
        """Pauses that a side has not used."""
        return self.each - sum(stop.pauses for stop in self.stops if stop.side == side)

    def running(self, now: datetime) -> Stop | None:
        """The stop that holds at a moment."""
        return next((stop for stop in self.stops if _holds(stop, now)), None)

    def resumes_at(self, now: datetime) -> datetime | None:
        """When the clocks run again after all that was asked for; None when they run, or while the end is open."""
        if self.running(now) is None:
            return None
        return self.stops[-1].ends_at

    def time_stopped(self, since: datetime, until: datetime) -> timedelta:
        """How long the clocks stood between two moments: to be taken off what a player has used."""
        return _total(
            min(until, stop.ends_at or until) - max(since, stop.began_at)
            for stop in self.stops
            if stop.began_at < until and (stop.ends_at is None or stop.ends_at > since)
        )


def pauses_of(rules: TitleMatchRules) -> Pauses:
    """Before the match: nobody has taken one."""
    return Pauses(rules.pauses_each, rules.pause_lasts)


def refusal(pauses: Pauses, side: int, at_once: int = 1) -> Refusal | None:
    """Why a side may not take so many pauses at once now; None when it may.

    Raises ValueError for fewer than one.
    """
    if at_once < 1:
        raise ValueError("a pause is at least one")
    if pauses.pauses_left(side) < at_once:
        return Refusal.TOO_FEW_LEFT
    if pauses.stops and pauses.stops[-1].ends_at is None:
        return Refusal.STOPPED_BY_TROUBLE
    return None


def take(pauses: Pauses, side: int, now: datetime, at_once: int = 1) -> Pauses:
    """A side takes one pause, or several in one; during another stop it begins when that ends.

    Raises ValueError when `refusal` has a reason.
    """
    if (reason := refusal(pauses, side, at_once)) is not None:
        raise ValueError(f"the pause is refused: {reason}")
    began_at = _free_from(pauses, now)
    stop = Stop(StopKind.PAUSE, began_at, began_at + at_once * pauses.lasts, side, at_once)
    return replace(pauses, stops=(*pauses.stops, stop))


def trouble(pauses: Pauses, now: datetime) -> Pauses:
    """Technical trouble stops the match until `resume`. Raises ValueError when it does so already."""
    if pauses.stops and pauses.stops[-1].ends_at is None:
        raise ValueError("the match is stopped already")
    return replace(pauses, stops=(*pauses.stops, Stop(StopKind.TROUBLE, _free_from(pauses, now), None)))


def resume(pauses: Pauses, now: datetime) -> Pauses:
    """Ends the stop that holds now; a pause that ends early is used up all the same, and what waited begins at once.

    Raises ValueError when nothing stops the match.
    """
    running = pauses.running(now)
    if running is None:
        raise ValueError("nothing stops the match")
    earlier = NO_TIME if running.ends_at is None else running.ends_at - now
    number = pauses.stops.index(running)
    waiting = [_move(stop, earlier) for stop in pauses.stops[number + 1 :]]
    return replace(pauses, stops=(*pauses.stops[:number], replace(running, ends_at=now), *waiting))


def _holds(stop: Stop, now: datetime) -> bool:
    return stop.began_at <= now and (stop.ends_at is None or now < stop.ends_at)


def _free_from(pauses: Pauses, now: datetime) -> datetime:
    """When a stop that is asked for now can begin."""
    last = pauses.stops[-1].ends_at if pauses.stops else None
    return now if last is None else max(now, last)


def _move(stop: Stop, earlier: timedelta) -> Stop:
    ends_at = None if stop.ends_at is None else stop.ends_at - earlier
    return replace(stop, began_at=stop.began_at - earlier, ends_at=ends_at)


def _total(parts: Iterable[timedelta]) -> timedelta:
    return sum(parts, NO_TIME)
