"""When the bot was not there: facts from which every extended window is derived."""

from __future__ import annotations

from datetime import datetime

from bot.domain.outages import Outage
from bot.storage.codec import from_ms, to_ms
from bot.storage.database import Work


def add(work: Work, outage: Outage) -> None:
    """Records that nothing was heard or done between the two moments."""
    work.execute(
        "INSERT INTO outages (down_from, up_at) VALUES (?, ?) ON CONFLICT (down_from) DO NOTHING",
        (to_ms(outage.down_from), to_ms(outage.up_at)),
    )


def since(work: Work, moment: datetime) -> tuple[Outage, ...]:
    """Outages that ended after the moment, in order."""
    rows = work.fetch_all("SELECT * FROM outages WHERE up_at > ? ORDER BY down_from", (to_ms(moment),))
    return tuple(Outage(from_ms(row["down_from"]), from_ms(row["up_at"])) for row in rows)


def seen(work: Work, now: datetime) -> None:
    """Notes that the bot is alive."""
    work.execute(
        "INSERT INTO vital_signs (only, seen_at) VALUES (1, ?)"
        " ON CONFLICT (only) DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)",
        (to_ms(now),),
    )


def last_seen(work: Work) -> datetime | None:
    """When the bot was last known to be alive, or None at its first start."""
    row = work.fetch_one("SELECT seen_at FROM vital_signs")
    return None if row is None else from_ms(row["seen_at"])
