"""Past events that a second person agreed to, and that have not come in yet."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx

WAKES = "agreed_files"
"""Who brings them in is woken by this word."""


def add(tx: Tx, signature_id: str, person_id: PersonId, at: datetime) -> None:
    """Notes that the files of the wish may come in."""
    tx.execute(
        "INSERT INTO agreed_files (signature_id, person_id, agreed_at) VALUES (?, ?, ?)",
        (signature_id, person_id, to_ms(at)),
    )
    tx.wake(WAKES)


def every(tx: Query) -> list[str]:
    """The wishes whose files are to come in, the oldest first."""
    rows = tx.fetch_all("SELECT signature_id FROM agreed_files ORDER BY agreed_at, signature_id")
    return [str(row["signature_id"]) for row in rows]


def remove(tx: Tx, signature_id: str) -> bool:
    """They came in, or cannot; False where that was noted before."""
    return bool(tx.execute("DELETE FROM agreed_files WHERE signature_id = ?", (signature_id,)))
