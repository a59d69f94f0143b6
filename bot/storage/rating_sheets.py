"""Files of right ratings that were shown to who sent them, and wait for the one press that puts them right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import PersonId
from bot.storage.codec import to_ms
from bot.storage.database import Work


@dataclass(frozen=True, slots=True)
class RatingSheet:
    """The text of a file, and why it is right."""

    content: str
    reason: str


def keep(work: Work, person_id: PersonId, sheet: RatingSheet, at: datetime) -> None:
    """Keeps the sheet in place of what the person sent before."""
    work.execute(
        "INSERT INTO rating_sheets (person_id, content, reason, sent_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET content = excluded.content, reason = excluded.reason,"
        " sent_at = excluded.sent_at",
        (person_id, sheet.content, sheet.reason, to_ms(at)),
    )


def of_person(work: Work, person_id: PersonId) -> RatingSheet | None:
    """What the person sent in and has not confirmed."""
    row = work.fetch_one("SELECT content, reason FROM rating_sheets WHERE person_id = ?", (person_id,))
    return None if row is None else RatingSheet(row["content"], row["reason"])


def drop(work: Work, person_id: PersonId) -> None:
    """Lets go of what the person sent in."""
    work.execute("DELETE FROM rating_sheets WHERE person_id = ?", (person_id,))
