"""When the bot was not there: facts from which every extended window is derived."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId
from bot.domain.outages import Cause, Outage, clock_stops
from bot.storage.card_gaps import ANNOUNCEMENT_GONE
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx

_TOUCHED_OF_ALL = (
    "SELECT outage_id, guild_id, down_from, up_at, cause, 0 AS is_pause FROM outages"
    " WHERE guild_id IS NULL AND up_at >= ? AND +down_from <= ? AND cause = ? ORDER BY down_from"
)
_TOUCHED_OF_SERVER = (
    "SELECT outage_id, guild_id, down_from, up_at, cause, 0 AS is_pause FROM outages"
    " WHERE up_at >= ? AND +down_from <= ? AND cause = ? AND guild_id = ? ORDER BY down_from"
)
_OF_ALL = "SELECT down_from, up_at, cause, guild_id, 0 AS is_pause FROM outages WHERE guild_id IS NULL AND up_at > ?1"
_OF_SERVER = "SELECT down_from, up_at, cause, guild_id, 0 FROM outages WHERE guild_id = ?2 AND up_at > ?3"
_PAUSES = (
    "SELECT paused_at, coalesce(resumed_at, until_at), 'process', NULL, 1 FROM event_pauses WHERE tournament_id = ?4"
    " AND coalesce(resumed_at, until_at) > ?1"
)


def add(tx: Tx, outage: Outage) -> Outage:
    """Records that no press could be taken between the two moments; answers the outage as it stands now.

    It is one with those that it touches, where they have the same cause: in a crash loop one row grows.
    """
    began, ended = to_ms(outage.down_from), to_ms(outage.up_at)
    rows = _find_touched(tx, outage, began, ended)
    down_from = min([began, *(row["down_from"] for row in rows)])
    up_at = max([ended, *(row["up_at"] for row in rows)])
    for row in rows:
        tx.execute("DELETE FROM outages WHERE outage_id = ?", (row["outage_id"],))
    tx.execute(
        "INSERT INTO outages (guild_id, down_from, up_at, cause) VALUES (?, ?, ?, ?)",
        (outage.guild_id, down_from, up_at, outage.cause),
    )
    return replace(outage, down_from=from_ms(down_from), up_at=from_ms(up_at))


def _find_touched(tx: Query, outage: Outage, began: int, ended: int) -> list[sqlite3.Row]:
    """The rows of the same server and cause that lie in the time or end where it begins."""
    if outage.guild_id is None:
        return tx.fetch_all(_TOUCHED_OF_ALL, (began, ended, outage.cause))
    return tx.fetch_all(_TOUCHED_OF_SERVER, (began, ended, outage.cause, outage.guild_id))


def since(tx: Query, guild_id: GuildId, moment: datetime) -> tuple[Outage, ...]:
    """The server's outages that ended after the moment and in which clocks stand still, in order."""
    at = to_ms(moment)
    rows = tx.fetch_all(f"{_OF_ALL} UNION ALL {_OF_SERVER} ORDER BY 1, 2", (at, guild_id, at))
    return clock_stops(map(_outage, rows))


def of_event(tx: Query, tournament: Tournament, moment: datetime) -> tuple[Outage, ...]:
    """As `since`, with the pauses of the event and the gaps of its announcement, in which its clocks stand still too.

    These gaps are on record only from before the close of check-in, so they move nothing that comes after it.

    How often the server has removed the bot is counted from the beginning of the event.
    """
    begun = to_ms(min(tournament.created_at, moment))
    rows = tx.fetch_all(
        f"{_OF_ALL} UNION ALL {_OF_SERVER} UNION ALL {_PAUSES} UNION ALL {ANNOUNCEMENT_GONE} ORDER BY 1, 2",
        (to_ms(moment), tournament.guild_id, begun, tournament.tournament_id),
    )
    return tuple(outage for outage in clock_stops(map(_outage, rows)) if outage.up_at > moment)


def load(tx: Query, outage: Outage) -> Outage | None:
    """The outage as it stands now, which may have grown; None where it is not on record under that beginning."""
    began = to_ms(outage.down_from)
    rows = _find_touched(tx, outage, began, began)
    return next((_outage(row) for row in rows if row["down_from"] == began), None)


def _outage(row: sqlite3.Row) -> Outage:
    return Outage(
        from_ms(row["down_from"]), from_ms(row["up_at"]), Cause(row["cause"]), row["guild_id"], bool(row["is_pause"])
    )


def note_alive(tx: Tx, now: datetime) -> None:
    """Notes that the bot is alive."""
    tx.execute(
        'INSERT INTO vital_signs ("only", seen_at) VALUES (1, ?) ON CONFLICT ("only")'
        " DO UPDATE SET seen_at = max(vital_signs.seen_at, excluded.seen_at)",
        (to_ms(now),),
    )


def note_clock(tx: Tx, off: timedelta | None) -> None:
    """Notes how far the machine's clock is ahead of Discord's time; None when it is right."""
    moved = None if off is None else off // timedelta(milliseconds=1)
    tx.execute("UPDATE vital_signs SET clock_off = ?", (moved,))


def clock_off(tx: Query) -> timedelta | None:
    """How far the machine's clock was ahead of Discord's time when last looked at; None when it was right."""
    row = tx.fetch_one("SELECT clock_off FROM vital_signs")
    return None if row is None or row["clock_off"] is None else timedelta(milliseconds=row["clock_off"])


def last_seen(tx: Query) -> datetime | None:
    """When the bot was last known to be alive, or None at its first start."""
    row = tx.fetch_one("SELECT seen_at FROM vital_signs")
    return None if row is None else from_ms(row["seen_at"])
