"""Files of right ratings that were shown to who sent them, and wait for the one press that puts them right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class RatingSheet:
    """The text of a file, and why it is right."""

    content: str
    reason: str


def keep(tx: Tx, person_id: PersonId, sheet: RatingSheet, at: datetime) -> None:
    """Keeps the sheet in place of what the person sent before."""
    tx.execute(
        "INSERT INTO rating_sheets (person_id, content, reason, sent_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET content = excluded.content, reason = excluded.reason,"
        " sent_at = excluded.sent_at",
        (person_id, sheet.content, sheet.reason, to_ms(at)),
    )


def of_person(tx: Query, person_id: PersonId) -> RatingSheet | None:
    """What the person sent in and has not confirmed."""
    row = tx.fetch_one("SELECT content, reason FROM rating_sheets WHERE person_id = ?", (person_id,))
    return None if row is None else RatingSheet(row["content"], row["reason"])


def drop(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what the person sent in."""
    tx.execute("DELETE FROM rating_sheets WHERE person_id = ?", (person_id,))
