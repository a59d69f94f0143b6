"""What time it is, though the machine's clock may be set wrong: its steady clock says how much time passes, and where
the two part, Discord's own moments say which is right."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

SLEW: Final = timedelta(seconds=2)
"""Apart by no more than this between two looks, the wall clock is only being adjusted, and is followed."""
TOLERANCE: Final = timedelta(seconds=5)
"""Discord's moments are taken as agreeing within this: messages travel, and its Date header knows whole seconds."""
_WHOLE_SECOND: Final = timedelta(seconds=1)


def wall_clock() -> datetime:
    """The machine's clock, which somebody may set."""
    return datetime.now(UTC)


def steady_clock() -> timedelta:
    """Time since some moment, which nobody can set; time in which the machine was suspended counts where it can."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return timedelta(seconds=time.monotonic() if boottime is None else time.clock_gettime(boottime))


class Timekeeper:
    """A clock that a step of the wall clock does not move; `learn` tells it what Discord's time was.

    While wall and steady clock agree, the wall clock is the time. Where they part, time passes steadily until Discord
    has said which is right: the wall clock, when the machine stood still and its steady clock with it, or else ours.
    """

    def __init__(
        self, wall: Callable[[], datetime] = wall_clock, steady: Callable[[], timedelta] = steady_clock
    ) -> None:
        self._wall = wall
        self.stamp = steady
        """The steady clock's reading, which `learn` takes as when a request was made."""
        self._anchor = wall() - steady()
        self.wrong_by: timedelta | None = None
        """How far the wall clock is ahead of Discord's time; None as long as it is not known to be wrong."""
        self._stood_still = timedelta()
        """Time in which the machine stood still and its steady clock with it, as Discord has shown."""

    def now(self) -> datetime:
        """The present moment, as the bot counts it."""
        ours, wall = self._anchor + self.stamp(), self._wall()
        if abs(wall - ours) > SLEW:
            return ours
        self._follow(wall)
        return wall

    def time_passed(self) -> timedelta:
        """How much time has passed since some moment; a clock that is put right changes nothing about it."""
        return self.stamp() + self._stood_still

    @property
    def in_doubt(self) -> bool:
        """Whether wall and steady clock have parted and Discord has not yet said which is right."""
        return self.wrong_by is None and abs(self._wall() - self.now()) > SLEW

    def learn(self, moment: datetime, asked: timedelta | None = None) -> None:
        """Takes a moment of Discord's clock, of something that came in now.

        It was not before `asked`, the stamp of the request that it answers; without one it may be older, since Discord
        delivers late what it could not deliver at once. It is never later than now.
        """
        behind = moment - self.now()
        ahead = timedelta() if asked is None else self._anchor + asked - moment - _WHOLE_SECOND
        if behind > TOLERANCE:
            if abs(self._wall() - moment) <= TOLERANCE:
                self._stood_still += behind
            self._anchor += behind
        elif ahead > TOLERANCE:
            self._anchor -= ahead
        wall = self._wall()
        off = wall - self.now()
        if abs(off) <= TOLERANCE:
            self._follow(wall)
        elif asked is not None or moment - wall > TOLERANCE:
            self.wrong_by = off

    def _follow(self, wall: datetime) -> None:
        self._anchor = wall - self.stamp()
        self.wrong_by = None
