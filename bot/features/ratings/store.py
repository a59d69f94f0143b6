"""Ratings that were put right by hand, and taken back; and files of them that wait for one press."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from bot.features.ratings.model import RatingAmendment
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms
from bot.kernel.ids import GuildId, PersonId


def add_amendment(tx: Tx, amendment: RatingAmendment) -> None:
    """Writes a correction."""
    tx.execute(
        "INSERT INTO rating_amendments (amendment_id, guild_id, person_id, rating_before, rating_after, reason,"
        " list_id, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            amendment.amendment_id,
            amendment.guild_id,
            amendment.person_id,
            amendment.before,
            amendment.after,
            amendment.reason,
            amendment.list_id,
            amendment.made_by,
            to_ms(amendment.made_at),
        ),
    )


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
    row = tx.fetch_one("SELECT * FROM rating_amendments WHERE amendment_id = ?", (amendment_id,))
    return None if row is None else _amendment(row)


def amendments_of_list(tx: Query, list_id: str) -> list[RatingAmendment]:
    """The corrections of one act, the highest new rating first."""
    rows = tx.fetch_all(
        "SELECT * FROM rating_amendments WHERE list_id = ? ORDER BY rating_after DESC, person_id", (list_id,)
    )
    return [_amendment(row) for row in rows]


def amendments_of_person(tx: Query, person_id: PersonId) -> list[RatingAmendment]:
    """Every correction of a person's rating, latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM rating_amendments WHERE person_id = ? ORDER BY made_at DESC, amendment_id", (person_id,)
    )
    return [_amendment(row) for row in rows]


def _amendment(row: sqlite3.Row) -> RatingAmendment:
    return RatingAmendment(
        amendment_id=row["amendment_id"],
        guild_id=GuildId(row["guild_id"]),
        person_id=PersonId(row["person_id"]),
        before=row["rating_before"],
        after=row["rating_after"],
        reason=row["reason"],
        list_id=row["list_id"],
        made_by=PersonId(row["made_by"]),
        made_at=from_ms(row["made_at"]),
        returned_at=from_ms_or_none(row["returned_at"]),
        returned_by=row["returned_by"],
        return_reason=row["return_reason"],
    )


# --- files that wait ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingSheet:
    """The text of a file, and why it is right."""

    content: str
    reason: str


def keep_sheet(tx: Tx, person_id: PersonId, sheet: RatingSheet, at: datetime) -> None:
    """Keeps the sheet in place of what the person sent before."""
    tx.execute(
        "INSERT INTO rating_sheets (person_id, content, reason, sent_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET content = excluded.content, reason = excluded.reason,"
        " sent_at = excluded.sent_at",
        (person_id, sheet.content, sheet.reason, to_ms(at)),
    )


def sheet_of_person(tx: Query, person_id: PersonId) -> RatingSheet | None:
    """What the person sent in and has not confirmed."""
    row = tx.fetch_one("SELECT content, reason FROM rating_sheets WHERE person_id = ?", (person_id,))
    return None if row is None else RatingSheet(row["content"], row["reason"])


def drop_sheet(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what the person sent in."""
    tx.execute("DELETE FROM rating_sheets WHERE person_id = ?", (person_id,))
