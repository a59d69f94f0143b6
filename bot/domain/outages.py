"""Times when the bot was not there, and what they do to windows and clocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.ids import GuildId

FELT: Final = timedelta(seconds=60)
"""What less than this took from a window kept nobody from anything that cannot be done in the time given back."""


MOST_REMOVALS: Final = 2
"""So often a server that removes the bot and lets it in again gets the time back, within one event."""


class Cause(StrEnum):
    """By what no press could be taken."""

    PROCESS = "process"
    """The bot was not running, or had not reached Discord yet."""
    FROZEN = "frozen"
    """It was running and could do nothing: the process or its machine stood still."""
    CONNECTION = "connection"
    """The connection to Discord was gone, or brought nothing for longer than Discord allows."""
    DATABASE = "database"
    """The database took nothing."""
    UNAVAILABLE = "unavailable"
    """Discord itself had taken the server away."""
    REMOVED = "removed"
    """The server had removed the bot."""


OF_A_SERVER: Final = frozenset({Cause.UNAVAILABLE, Cause.REMOVED})
"""The causes that concern one server; all others concern every server."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Time in which no press could be taken, which is not on record yet."""

    since: datetime | None
    """None: since the bot was last seen, by an earlier process."""
    cause: Cause
    until: datetime | None = None
    """None: until now."""


@dataclass(frozen=True, slots=True, order=True)
class Outage:
    """No press could be taken from `down_from` until `up_at`."""

    down_from: datetime
    up_at: datetime
    cause: Cause = field(default=Cause.PROCESS, compare=False)
    guild_id: GuildId | None = field(default=None, compare=False)
    """The server whose presses could not be taken; None for those of every server."""
    is_pause: bool = field(default=False, compare=False)
    """Whether staff paused the event, up to a moment that may still lie ahead: then only its clocks stand still."""

    def touches(self, guild_id: GuildId) -> bool:
        """Whether presses of the server could not be taken in it."""
        return self.guild_id in {None, guild_id}

    def is_same_as(self, other: Outage) -> bool:
        """Whether it is the same outage, which may have grown since the other was read."""
        return (self.down_from, self.cause, self.guild_id) == (other.down_from, other.cause, other.guild_id)


def clock_stops(outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """Those in which clocks stand still: without the third removal by the server, and each later one.

    Otherwise a clock would stand still for as long as the server's staff removed the bot again and again.
    """
    removals, kept = 0, []
    for outage in sorted(outages):
        removals += outage.cause is Cause.REMOVED
        if outage.cause is not Cause.REMOVED or removals <= MOST_REMOVALS:
            kept.append(outage)
    return tuple(kept)


def extend(began: datetime, due: datetime, outages: Iterable[Outage], reopen_for: timedelta) -> datetime:
    """When a window that opened at `began` and should close at `due` really closes.

    It is open for exactly as long as it was to be, not counting what was lost. Where `FELT` or more of it was lost in
    all, it stays open for at least `reopen_for` after the end of each outage from then on.
    """
    closes, lost = due, timedelta()
    for outage in merge(outages):
        if outage.up_at <= began or outage.down_from > closes:
            continue
        piece = outage.up_at - max(outage.down_from, began)
        closes, lost = closes + piece, lost + piece
        if lost >= FELT:
            closes = max(closes, outage.up_at + reopen_for)
    return closes


def hurries(due: datetime, outage: Outage, reopen_for: timedelta) -> bool:
    """Whether a window that was to close at `due` would have closed during the outage, or soon after it."""
    return due < outage.up_at + reopen_for


def without(known: Iterable[Outage], outage: Outage) -> tuple[Outage, ...]:
    """The outages as they were before that one came."""
    return tuple(other for other in known if not other.is_same_as(outage))


def is_news(outage: Outage) -> bool:
    """Whether people are told of an outage: where it is felt. A server reads of each time that it removed the bot."""
    return outage.cause is Cause.REMOVED or outage.up_at - outage.down_from >= FELT


def overlap(start: datetime, end: datetime, outages: Iterable[Outage]) -> timedelta:
    """How much of the time from `start` to `end` fell into outages; time that two outages share counts once."""
    lost = timedelta()
    for outage in merge(outages):
        shared = min(end, outage.up_at) - max(start, outage.down_from)
        lost += max(shared, timedelta())
    return lost


def resume(start: datetime, running: timedelta, outages: Iterable[Outage]) -> datetime:
    """The moment at which a clock started at `start` has run for `running`, standing still in outages."""
    end = start + running
    for outage in merge(outages):
        if outage.up_at > start and outage.down_from < end:
            end += outage.up_at - max(start, outage.down_from)
    return end


def first_running(moment: datetime, outages: Iterable[Outage]) -> datetime:
    """The moment, or the end of the time around it in which clocks stand still."""
    return next((one.up_at for one in merge(outages) if one.down_from <= moment < one.up_at), moment)


def paused_until(moment: datetime, outages: Iterable[Outage]) -> datetime | None:
    """The end of the pause of the event around the moment; None where the event is not paused."""
    return next((one.up_at for one in outages if one.is_pause and one.down_from <= moment < one.up_at), None)


def merge(outages: Iterable[Outage]) -> Iterator[Outage]:
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
