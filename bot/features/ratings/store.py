"""Ratings that were put right by hand, and taken back; and files of them that wait for one press."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.ratings.model import RatingAmendment
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import PersonId
from bot.kernel.tables import Table

_AMENDMENTS: Final = Table(
    "rating_amendments", RatingAmendment, "amendment_id", before="rating_before", after="rating_after"
)


def add_amendment(tx: Tx, amendment: RatingAmendment) -> None:
    """Writes a correction."""
    _AMENDMENTS.insert(tx, amendment)


def give_amendment_back(tx: Tx, amendment_id: str, by: PersonId, reason: str, at: datetime) -> bool:
    """Ends a correction; False when it was over before."""
    return bool(
        tx.execute(
            "UPDATE rating_amendments SET returned_at = ?, returned_by = ?, return_reason = ?"
            " WHERE amendment_id = ? AND returned_at IS NULL",
            (to_ms(at), by, reason, amendment_id),
        )
    )


def load_amendment(tx: Query, amendment_id: str) -> RatingAmendment | None:
    """One correction, or None when the id is unknown."""
    return _AMENDMENTS.fetch_one(tx, "SELECT * FROM rating_amendments WHERE amendment_id = ?", (amendment_id,))


def amendments_of_list(tx: Query, list_id: str) -> list[RatingAmendment]:
    """The corrections of one act, the highest new rating first."""
    return _AMENDMENTS.fetch_all(
        tx, "SELECT * FROM rating_amendments WHERE list_id = ? ORDER BY rating_after DESC, person_id", (list_id,)
    )


def amendments_of_person(tx: Query, person_id: PersonId) -> list[RatingAmendment]:
    """Every correction of a person's rating, latest first."""
    return _AMENDMENTS.fetch_all(
        tx, "SELECT * FROM rating_amendments WHERE person_id = ? ORDER BY made_at DESC, amendment_id", (person_id,)
    )


# --- files that wait ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingSheet:
    """The text of a file, and why it is right."""

    content: str
    reason: str


_SHEETS: Final = Table("rating_sheets", RatingSheet, "person_id", ("person_id", "sent_at"))


def keep_sheet(tx: Tx, person_id: PersonId, sheet: RatingSheet, at: datetime) -> None:
    """Keeps the sheet in place of what the person sent before."""
    _SHEETS.upsert(tx, sheet, person_id=person_id, sent_at=to_ms(at))


def sheet_of_person(tx: Query, person_id: PersonId) -> RatingSheet | None:
    """What the person sent in and has not confirmed."""
    row = tx.fetch_one("SELECT content, reason FROM rating_sheets WHERE person_id = ?", (person_id,))
    return None if row is None else RatingSheet(row["content"], row["reason"])


def drop_sheet(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what the person sent in."""
    tx.execute("DELETE FROM rating_sheets WHERE person_id = ?", (person_id,))
