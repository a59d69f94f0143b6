"""Results that the arbiter confirmed after both players had: final, but for fraud (GO-16.4, GO-23.1)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def confirm(tx: Tx, contest_id: ContestId, settled_at: datetime, by: PersonId, at: datetime) -> bool:
    """Notes the arbiter's word on the result that was settled then; False when it was noted before."""
    return bool(
        tx.execute(
            "INSERT INTO confirmed_results (contest_id, settled_at, confirmed_at, confirmed_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, to_ms(settled_at), to_ms(at), by),
        )
    )


def is_confirmed(tx: Query, contest_id: ContestId, settled_at: datetime) -> bool:
    """Whether the arbiter has confirmed the result that was settled then."""
    row = tx.fetch_one(
        "SELECT 1 FROM confirmed_results WHERE contest_id = ? AND settled_at = ?", (contest_id, to_ms(settled_at))
    )
    return row is not None
