"""Times when the bot was not there, and what they do to windows and clocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, order=True)
class Outage:
    """Nothing was heard or done from `down_from` until `up_at`."""

    down_from: datetime
    up_at: datetime


def extend(due: datetime, outages: Iterable[Outage], reopen_for: timedelta) -> datetime:
    """When a window that should close at `due` really closes.

    A close at or after an outage's beginning, and less than `reopen_for` after its end, moves to `reopen_for` after the
    end, so that everyone had that long to act. Outages are applied in order: a second one can move the close again.
    """
    for outage in sorted(outages):
        reopened_until = outage.up_at + reopen_for
        if outage.down_from <= due < reopened_until:
            due = reopened_until
    return due


def overlap(start: datetime, end: datetime, outages: Iterable[Outage]) -> timedelta:
    """How much of the time from `start` to `end` fell into outages; time that two outages share counts once."""
    lost = timedelta()
    for outage in merged(outages):
        shared = min(end, outage.up_at) - max(start, outage.down_from)
        lost += max(shared, timedelta())
    return lost


def resume(start: datetime, running: timedelta, outages: Iterable[Outage]) -> datetime:
    """The moment at which a clock started at `start` has run for `running`, standing still in outages."""
    end = start + running
    for outage in merged(outages):
        if outage.up_at > start and outage.down_from < end:
            end += outage.up_at - max(start, outage.down_from)
    return end


def merged(outages: Iterable[Outage]) -> Iterator[Outage]:
    """The same times in order, without overlaps."""
    current: Outage | None = None
    for outage in sorted(outages):
        if current is None:
            current = outage
        elif outage.down_from <= current.up_at:
            current = Outage(current.down_from, max(current.up_at, outage.up_at))
        else:
            yield current
            current = outage
    if current is not None:
        yield current
