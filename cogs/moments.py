"""Reading a start that an organiser typed, in the server's time zone and the person's order of day and month."""

from __future__ import annotations

from datetime import datetime

from bot.domain.local_times import AmbiguousLocalTime, MomentInThePast, date_order, parse_local
from cogs.press import Press


def starts_meant(press: Press, text: str) -> tuple[tuple[datetime, ...], tuple[str, ...]]:
    """The one moment that was meant, or the two that it can be, with their offsets from UTC; raises a UserError."""
    community = press.community
    zone = community.time_zone if community else "UTC"
    order, now = date_order(press.locale), press.at
    try:
        meant = parse_local(text, zone, order, now=now)
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
