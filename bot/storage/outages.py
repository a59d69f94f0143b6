"""When the bot was not there: facts from which every extended window is derived."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.ids import TournamentId
from bot.domain.outages import Outage
from bot.storage.card_gaps import ANNOUNCEMENT_GONE
from bot.storage.codec import from_ms, to_ms
from bot.storage.database import Work


def add(work: Work, outage: Outage) -> tuple[Outage, timedelta]:
    """Records that no press could be taken between the two moments, as one with those that it touches.

    Answers the outage as it stands now, and how long what it has taken in had lasted: in a crash loop one row grows.
    """
    whole = (to_ms(outage.down_from), to_ms(outage.up_at))
    rows = work.fetch_all("SELECT * FROM outages WHERE up_at >= ? AND +down_from <= ? ORDER BY down_from", whole)
    down_from = min([whole[0], *(row["down_from"] for row in rows)])
    up_at = max([whole[1], *(row["up_at"] for row in rows)])
    work.execute("DELETE FROM outages WHERE up_at >= ? AND +down_from <= ?", whole)
    work.execute("INSERT INTO outages (down_from, up_at) VALUES (?, ?)", (down_from, up_at))
    before = sum(row["up_at"] - row["down_from"] for row in rows)
    return Outage(from_ms(down_from), from_ms(up_at)), timedelta(milliseconds=before)


def since(work: Work, moment: datetime) -> tuple[Outage, ...]:
    """Outages that ended after the moment, in order."""
    rows = work.fetch_all("SELECT * FROM outages WHERE up_at > ? ORDER BY down_from", (to_ms(moment),))
    return tuple(Outage(from_ms(row["down_from"]), from_ms(row["up_at"])) for row in rows)


def of_event(work: Work, tournament_id: TournamentId, moment: datetime) -> tuple[Outage, ...]:
    """As `since`, with the pauses of the event and the gaps of its announcement, in which its clocks stand still too.

    These gaps are on record only from before the close of check-in, so they move nothing that comes after it.
    """
    rows = work.fetch_all(
        "SELECT down_from, up_at, 0 AS is_pause FROM outages WHERE up_at > ?1"  # noqa: S608 - all parts are constants
        " UNION ALL SELECT paused_at, coalesce(resumed_at, until_at), 1 FROM event_pauses WHERE tournament_id = ?2"
        " AND coalesce(resumed_at, until_at) > ?1"
        f" UNION ALL {ANNOUNCEMENT_GONE} ORDER BY 1, 2",
        (to_ms(moment), tournament_id),
    )
    return tuple(Outage(from_ms(row["down_from"]), from_ms(row["up_at"]), bool(row["is_pause"])) for row in rows)


def note_alive(work: Work, now: datetime) -> None:
    """Notes that the bot is alive."""
    work.execute(
        'INSERT INTO vital_signs ("only", seen_at) VALUES (1, ?) ON CONFLICT ("only")'
        " DO UPDATE SET seen_at = max(vital_signs.seen_at, excluded.seen_at)",
        (to_ms(now),),
    )


def note_clock(work: Work, off: timedelta | None) -> None:
    """Notes how far the machine's clock is ahead of Discord's time; None when it is right."""
    moved = None if off is None else off // timedelta(milliseconds=1)
    work.execute("UPDATE vital_signs SET clock_off = ?", (moved,))


def clock_off(work: Work) -> timedelta | None:
    """How far the machine's clock was ahead of Discord's time when last looked at; None when it was right."""
    row = work.fetch_one("SELECT clock_off FROM vital_signs")
    return None if row is None or row["clock_off"] is None else timedelta(milliseconds=row["clock_off"])


def last_seen(work: Work) -> datetime | None:
    """When the bot was last known to be alive, or None at its first start."""
    row = work.fetch_one("SELECT seen_at FROM vital_signs")
    return None if row is None else from_ms(row["seen_at"])
