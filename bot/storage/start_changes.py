"""Other starts that were asked for of official events in which somebody had registered, and who has agreed."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.events.start_changes import StartChange, StartOutcome
from bot.domain.ids import PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def ask(tx: Tx, change: StartChange) -> None:
    """Writes it; the one that was open for the event is replaced."""
    end(tx, change.tournament_id, StartOutcome.REPLACED, change.asked_by, change.asked_at)
    tx.execute(
        "INSERT INTO start_changes (change_id, tournament_id, start_at, asked_by, asked_at) VALUES (?, ?, ?, ?, ?)",
        (change.change_id, change.tournament_id, to_ms(change.start_at), change.asked_by, to_ms(change.asked_at)),
    )


def open_of(tx: Query, tournament_id: TournamentId) -> StartChange | None:
    """The one that is open for the event."""
    row = tx.fetch_one("SELECT * FROM start_changes WHERE tournament_id = ? AND ended_at IS NULL", (tournament_id,))
    return None if row is None else _change(row)


def end(tx: Tx, tournament_id: TournamentId, outcome: StartOutcome, by: PersonId, at: datetime) -> bool:
    """Ends the one that is open for the event; False where none is."""
    return bool(
        tx.execute(
            "UPDATE start_changes SET ended_at = ?, outcome = ?, ended_by = ?"
            " WHERE tournament_id = ? AND ended_at IS NULL",
            (to_ms(at), outcome, by, tournament_id),
        )
    )


def agree(tx: Tx, change_id: str, person_id: PersonId, at: datetime) -> bool:
    """Notes that the person agrees; False for a second press."""
    return bool(
        tx.execute(
            "INSERT INTO start_agreements (change_id, person_id, agreed_at) VALUES (?, ?, ?)"
            " ON CONFLICT (change_id, person_id) DO NOTHING",
            (change_id, person_id, to_ms(at)),
        )
    )


def agreements(tx: Query, change_id: str) -> list[PersonId]:
    """Who has agreed, the first first."""
    rows = tx.fetch_all(
        "SELECT person_id FROM start_agreements WHERE change_id = ? ORDER BY agreed_at, person_id", (change_id,)
    )
    return [PersonId(row["person_id"]) for row in rows]


def _change(row: sqlite3.Row) -> StartChange:
    return StartChange(
        change_id=row["change_id"],
        tournament_id=TournamentId(row["tournament_id"]),
        start_at=from_ms(row["start_at"]),
        asked_by=PersonId(row["asked_by"]),
        asked_at=from_ms(row["asked_at"]),
    )
