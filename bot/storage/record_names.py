"""Names of a record that is about to come in, and whom its organiser has said that they mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable

from bot.domain.events.record_views import RecordName
from bot.domain.ids import GuildId, NameId, PersonId
from bot.storage.codec import from_ms_or_none, to_ms_or_none
from bot.storage.context import Query, Tx


def load(tx: Query, name_id: NameId) -> RecordName | None:
    """One name, or None when it is not asked any more."""
    row = tx.fetch_one("SELECT * FROM record_names WHERE name_id = ?", (name_id,))
    return None if row is None else _name(row)


def of_asker(tx: Query, person_id: PersonId) -> list[RecordName]:
    """The names that an organiser is asked about, in the order of the file."""
    rows = tx.fetch_all("SELECT * FROM record_names WHERE asked_by = ? ORDER BY number, name_id", (person_id,))
    return [_name(row) for row in rows]


def keep(tx: Tx, person_id: PersonId, some: Collection[RecordName]) -> None:
    """Writes the names of one record in place of all that the organiser was asked about before."""
    tx.execute("DELETE FROM record_names WHERE asked_by = ?", (person_id,))
    tx.execute_many(
        "INSERT INTO record_names (name_id, guild_id, asked_by, record, number, file_id, name, site, same_id,"
        " person_id, answered_at, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                one.name_id,
                one.guild_id,
                one.asked_by,
                one.record,
                one.number,
                one.file_id,
                one.name,
                one.site,
                one.same_id,
                one.person_id,
                to_ms_or_none(one.answered_at),
                ",".join(map(str, sorted(one.files))),
            )
            for one in some
        ],
    )


def answer(tx: Tx, some: Iterable[RecordName]) -> None:
    """Writes whom these names mean, and by whose very name they go."""
    tx.execute_many(
        "UPDATE record_names SET person_id = ?, answered_at = ?, same_id = ? WHERE name_id = ?",
        [(one.person_id, to_ms_or_none(one.answered_at), one.same_id, one.name_id) for one in some],
    )


def _name(row: sqlite3.Row) -> RecordName:
    return RecordName(
        name_id=NameId(row["name_id"]),
        guild_id=GuildId(row["guild_id"]),
        asked_by=PersonId(row["asked_by"]),
        record=row["record"],
        number=row["number"],
        file_id=row["file_id"],
        name=row["name"],
        site=row["site"],
        same_id=None if row["same_id"] is None else PersonId(row["same_id"]),
        person_id=None if row["person_id"] is None else PersonId(row["person_id"]),
        answered_at=from_ms_or_none(row["answered_at"]),
        files=frozenset(map(int, row["files"].split(","))),
    )
