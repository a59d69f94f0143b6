"""Staff's recorded words that two people are one, and those that were undone."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.cases.same_person import SamePerson
from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, link: SamePerson) -> None:
    """Writes that the two are one person from now on."""
    tx.execute(
        "INSERT INTO same_persons (link_id, guild_id, first_id, second_id, reason, recorded_at, recorded_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            link.link_id,
            link.guild_id,
            link.first,
            link.second,
            link.reason,
            to_ms(link.recorded_at),
            link.recorded_by,
        ),
    )


def load(tx: Query, link_id: str) -> SamePerson | None:
    """One word, undone or not."""
    row = tx.fetch_one("SELECT * FROM same_persons WHERE link_id = ?", (link_id,))
    return None if row is None else _link(row)


def of_person(tx: Query, person_id: PersonId) -> list[SamePerson]:
    """The words that hold about the person, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM same_persons WHERE first_id = ?1 AND undone_at IS NULL"
        " UNION SELECT * FROM same_persons WHERE second_id = ?1 AND undone_at IS NULL ORDER BY recorded_at, link_id",
        (person_id,),
    )
    return [_link(row) for row in rows]


def of_guild(tx: Query, guild_id: GuildId) -> list[SamePerson]:
    """The words that hold in a server, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM same_persons WHERE guild_id = ? AND undone_at IS NULL ORDER BY recorded_at, link_id", (guild_id,)
    )
    return [_link(row) for row in rows]


def undo(tx: Tx, link_id: str, by: PersonId, reason: str, at: datetime) -> bool:
    """Ends it; False when it had ended before."""
    return bool(
        tx.execute(
            "UPDATE same_persons SET undone_at = ?, undone_by = ?, undo_reason = ?"
            " WHERE link_id = ? AND undone_at IS NULL",
            (to_ms(at), by, reason, link_id),
        )
    )


def _link(row: sqlite3.Row) -> SamePerson:
    return SamePerson(
        link_id=row["link_id"],
        guild_id=row["guild_id"],
        first=PersonId(row["first_id"]),
        second=PersonId(row["second_id"]),
        reason=row["reason"],
        recorded_at=from_ms(row["recorded_at"]),
        recorded_by=PersonId(row["recorded_by"]),
        undone_at=from_ms_or_none(row["undone_at"]),
        undone_by=row["undone_by"],
        undo_reason=row["undo_reason"],
    )
