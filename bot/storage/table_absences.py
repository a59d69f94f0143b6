"""Players of a table who were seated out of a game for being away."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, contest_id: ContestId, side: int, by: PersonId | None, at: datetime) -> bool:
    """Seats a side out; False when it was before. `by` is None where the player has left the event."""
    return bool(
        tx.execute(
            "INSERT INTO table_absences (contest_id, side, noted_at, noted_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, side, to_ms(at), by),
        )
    )


def remove(tx: Tx, contest_id: ContestId, side: int) -> bool:
    """Takes it back; False when the side was not seated out."""
    return bool(tx.execute("DELETE FROM table_absences WHERE contest_id = ? AND side = ?", (contest_id, side)))


def forget(tx: Tx, contest_id: ContestId) -> None:
    """Takes back all of a game that is called anew."""
    tx.execute("DELETE FROM table_absences WHERE contest_id = ?", (contest_id,))


def of_contest(tx: Query, contest_id: ContestId) -> tuple[int, ...]:
    """The sides that were seated out."""
    rows = tx.fetch_all("SELECT side FROM table_absences WHERE contest_id = ? ORDER BY side", (contest_id,))
    return tuple(row["side"] for row in rows)
