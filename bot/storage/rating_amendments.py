"""Ratings that were put right by hand, and taken back."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.cases.rating_amendments import RatingAmendment
from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, amendment: RatingAmendment) -> None:
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


def give_back(tx: Tx, amendment_id: str, by: PersonId, reason: str, at: datetime) -> bool:
    """Ends a correction; False when it was over before."""
    return bool(
        tx.execute(
            "UPDATE rating_amendments SET returned_at = ?, returned_by = ?, return_reason = ?"
            " WHERE amendment_id = ? AND returned_at IS NULL",
            (to_ms(at), by, reason, amendment_id),
        )
    )


def load(tx: Query, amendment_id: str) -> RatingAmendment | None:
    """One correction, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM rating_amendments WHERE amendment_id = ?", (amendment_id,))
    return None if row is None else _amendment(row)


def of_list(tx: Query, list_id: str) -> list[RatingAmendment]:
    """The corrections of one act, the highest new rating first."""
    rows = tx.fetch_all(
        "SELECT * FROM rating_amendments WHERE list_id = ? ORDER BY rating_after DESC, person_id", (list_id,)
    )
    return [_amendment(row) for row in rows]


def of_person(tx: Query, person_id: PersonId) -> list[RatingAmendment]:
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
