"""Reading moments, in the server's time zone and the person's order of day and month, and lengths that were typed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from bot.domain.durations import read_duration
from bot.domain.local_times import AmbiguousLocalTime, MomentInThePast, date_order, parse_local
from bot.domain.moments.suggesting import suggest_moments
from bot.rendering.sentences import clock_moment
from bot.services.voting.votes import PenaltyLengthUnread
from cogs.audience import Audience
from cogs.options import Option, Pairs, as_typed, finds
from cogs.press import Press


def zone_of(press: Press) -> str:
    """The time zone in which the server's moments are typed."""
    return press.community.time_zone if press.community else "UTC"


@finds(Audience.EVERYBODY)
async def moments(press: Press, typed: str) -> Pairs:
    """Moments that may be meant by what was typed so far; with nothing typed the evenings to come."""
    found = suggest_moments(typed, zone_of(press), date_order(press.locale), now=press.at)
    return [(clock_moment(wall, press.voice), f"{wall:%Y-%m-%d %H:%M}") for wall in found]


Moment = Annotated[str, Option(as_typed, moments)]
"""A moment that is typed, as people say it or chosen from what is suggested meanwhile."""


def starts_meant(press: Press, text: str, zone: str | None = None) -> tuple[tuple[datetime, ...], tuple[str, ...]]:
    """The one moment that was meant, or the two that it can be, with their offsets from UTC; raises a UserError.

    `zone` is whose clocks were meant, where not the server's.
    """
    order, now = date_order(press.locale), press.at
    try:
        meant = parse_local(text, zone or zone_of(press), order, now=now)
    except AmbiguousLocalTime as twice:
        return (twice.first, twice.second), (twice.first_offset, twice.second_offset)
    if meant <= now:
        raise MomentInThePast(moment=meant, now=now)
    return (meant,), ()


def moment_meant(press: Press, text: str) -> datetime:
    """As `starts_meant`; the earlier of two moments where the clocks go back in between."""
    meant, _ = starts_meant(press, text)
    return meant[0]


def last_moment_meant(press: Press, text: str) -> datetime:
    """As `starts_meant`; the later of two moments, so that what ends then lasts an hour longer rather than shorter."""
    meant, _ = starts_meant(press, text)
    return meant[-1]


def length_meant(text: str) -> timedelta | None:
    """How long a penalty lasts; None where nothing was typed; raises PenaltyLengthUnread."""
    length = read_duration(text) if text else None
    if text and length is None:
        raise PenaltyLengthUnread(given=text)
    return length
