"""Pauses of running events."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.events.event_pauses import EventPause
from bot.domain.ids import PersonId, TournamentId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def begin(tx: Tx, pause: EventPause) -> None:
    """Writes a pause that runs."""
    tx.execute(
        "INSERT INTO event_pauses (tournament_id, paused_at, paused_by, reason, until_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (tournament_id, paused_at) DO UPDATE SET paused_by = excluded.paused_by,"
        " reason = excluded.reason, until_at = excluded.until_at, resumed_at = NULL, resumed_by = NULL",
        (pause.tournament_id, to_ms(pause.paused_at), pause.paused_by, pause.reason, to_ms(pause.until)),
    )


def end(tx: Tx, pause: EventPause, at: datetime, by: PersonId | None) -> None:
    """Notes when the pause was over, and by whom."""
    tx.execute(
        "UPDATE event_pauses SET resumed_at = ?, resumed_by = ? WHERE tournament_id = ? AND paused_at = ?",
        (to_ms(at), by, pause.tournament_id, to_ms(pause.paused_at)),
    )


def running(tx: Query, tournament_id: TournamentId) -> EventPause | None:
    """The pause that runs, or None."""
    row = tx.fetch_one("SELECT * FROM event_pauses WHERE tournament_id = ? AND resumed_at IS NULL", (tournament_id,))
    return None if row is None else _pause(row)


def begun_at(tx: Query, tournament_id: TournamentId, paused_at: datetime) -> EventPause | None:
    """The pause that began at the moment, or None."""
    row = tx.fetch_one(
        "SELECT * FROM event_pauses WHERE tournament_id = ? AND paused_at = ?", (tournament_id, to_ms(paused_at))
    )
    return None if row is None else _pause(row)


def _pause(row: sqlite3.Row) -> EventPause:
    return EventPause(
        tournament_id=TournamentId(row["tournament_id"]),
        paused_at=from_ms(row["paused_at"]),
        paused_by=PersonId(row["paused_by"]),
        reason=row["reason"],
        until=from_ms(row["until_at"]),
        resumed_at=from_ms_or_none(row["resumed_at"]),
        resumed_by=None if row["resumed_by"] is None else PersonId(row["resumed_by"]),
    )
