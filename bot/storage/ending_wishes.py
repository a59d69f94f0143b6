"""What sides of a match that staff do not decide have agreed to, each by a press."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.without_result import Ending
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, contest_id: ContestId, ending: Ending, side: int, by: PersonId, at: datetime) -> bool:
    """Writes that a side agrees; False where it had."""
    return bool(
        tx.execute(
            "INSERT INTO ending_wishes (contest_id, ending, side, wished_by, wished_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, ending, side, by, to_ms(at)),
        )
    )


def sides(tx: Query, contest_id: ContestId, ending: Ending) -> frozenset[int]:
    """The sides that have agreed to it."""
    rows = tx.fetch_all(
        "SELECT side FROM ending_wishes WHERE contest_id = ? AND ending = ? ORDER BY side", (contest_id, ending)
    )
    return frozenset(int(row["side"]) for row in rows)


def forget(tx: Tx, contest_id: ContestId) -> None:
    """The match goes on: nobody has agreed to anything any more."""
    tx.execute("DELETE FROM ending_wishes WHERE contest_id = ?", (contest_id,))
