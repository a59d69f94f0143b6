"""Links to recordings of matches (AIJE-D01-6)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, contest_id: ContestId, link: str, by: PersonId, at: datetime) -> None:
    """Keeps the link to a recording with its match (AIJE-D01-6); the same link twice is kept once."""
    tx.execute(
        "INSERT INTO recordings (contest_id, link, added_at, added_by) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (contest_id, link, to_ms(at), by),
    )


def of_contest(tx: Query, contest_id: ContestId) -> list[str]:
    """Links to the recordings of a match, the first of each person before the second of anybody."""
    rows = tx.fetch_all(
        "SELECT link FROM recordings WHERE contest_id = ?"
        " ORDER BY row_number() OVER (PARTITION BY added_by ORDER BY added_at, link), added_at, link",
        (contest_id,),
    )
    return [row["link"] for row in rows]
