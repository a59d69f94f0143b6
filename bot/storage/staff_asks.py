"""Whom somebody who plays in an event was sent to for an act about it: since when others were asked in their place."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import PersonId, TournamentId
from bot.domain.permissions import Act
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def ask(tx: Tx, tournament_id: TournamentId, person_id: PersonId, what: tuple[Act, str], at: datetime) -> None:
    """Notes that others were asked to do it; `what` is the act, with the match that it is about, or nothing."""
    tx.execute(
        "INSERT INTO staff_asks (tournament_id, person_id, act, subject, asked_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (tournament_id, person_id, act, subject) DO UPDATE SET asked_at = excluded.asked_at",
        (tournament_id, person_id, *what, to_ms(at)),
    )


def asked_at(tx: Query, tournament_id: TournamentId, person_id: PersonId, what: tuple[Act, str]) -> datetime | None:
    """When others were asked last; None where they never were."""
    row = tx.fetch_one(
        "SELECT asked_at FROM staff_asks WHERE tournament_id = ? AND person_id = ? AND act = ? AND subject = ?",
        (tournament_id, person_id, *what),
    )
    return None if row is None else from_ms(row["asked_at"])
