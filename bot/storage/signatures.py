"""What waits for a second signature, or in public, and how it ended."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.signing.signatures import Outcome, Signature, Signed
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, signature: Signature) -> None:
    """Writes a new wish, with the people whom it is about."""
    tx.execute(
        "INSERT INTO signatures (signature_id, guild_id, kind, wish, asked_by, asked_as_organiser, asked_at, until,"
        " in_public) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            signature.signature_id,
            signature.guild_id,
            signature.kind,
            signature.wish,
            signature.asked_by,
            int(signature.asked_as_organiser),
            to_ms(signature.asked_at),
            to_ms(signature.until),
            int(signature.in_public),
        ),
    )
    tx.execute_many(
        "INSERT INTO signature_people (signature_id, person_id) VALUES (?, ?)",
        [(signature.signature_id, one) for one in sorted(signature.concerned)],
    )


def load(tx: Query, signature_id: str) -> Signature | None:
    """The wish, over or not; None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM signatures WHERE signature_id = ?", (signature_id,))
    return None if row is None else _signature(tx, row)


def open_of_guild(tx: Query, guild_id: GuildId) -> list[Signature]:
    """All that waits in the server, the oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM signatures WHERE guild_id = ? AND outcome IS NULL ORDER BY asked_at, signature_id", (guild_id,)
    )
    return [_signature(tx, row) for row in rows]


def open_for(tx: Query, guild_id: GuildId | None) -> list[Signature]:
    """What waits in the server; in all servers where none is named."""
    if guild_id is not None:
        return open_of_guild(tx, guild_id)
    rows = tx.fetch_all("SELECT * FROM signatures WHERE outcome IS NULL ORDER BY guild_id, asked_at, signature_id")
    return [_signature(tx, row) for row in rows]


def open_of_people(tx: Query, people: Iterable[PersonId]) -> list[Signature]:
    """All that one of the people asked for and that still waits."""
    rows = [
        row
        for one in people
        for row in tx.fetch_all(
            "SELECT * FROM signatures WHERE asked_by = ? AND outcome IS NULL ORDER BY asked_at, signature_id", (one,)
        )
    ]
    return [_signature(tx, row) for row in rows]


def latest_of(tx: Query, person_id: PersonId, kind: Signed) -> list[Signature]:
    """The last few wishes of the kind that the person asked for, over or not, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM signatures WHERE asked_by = ? AND kind = ? ORDER BY asked_at DESC, signature_id LIMIT 10",
        (person_id, kind),
    )
    return [_signature(tx, row) for row in rows]


def refused_since(tx: Query, guild_id: GuildId, kind: Signed, since: datetime) -> list[Signature]:
    """Wishes of the kind that were declined or objected to since the moment, the latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM signatures WHERE guild_id = ? AND kind = ? AND ended_at > ?"
        " AND outcome IN ('declined', 'objected') ORDER BY ended_at DESC, signature_id",
        (guild_id, kind, to_ms(since)),
    )
    return [_signature(tx, row) for row in rows]


def pass_on(tx: Tx, signature_id: str, times: int) -> None:
    """Writes how often it has passed on."""
    tx.execute("UPDATE signatures SET passed_on = ? WHERE signature_id = ?", (times, signature_id))


def end(
    tx: Tx, signature_id: str, outcome: Outcome, by: PersonId | None, at: datetime, reason: str | None = None
) -> bool:
    """Writes how it ended; False where it was over before, as with a second press."""
    return bool(
        tx.execute(
            "UPDATE signatures SET outcome = ?, ended_by = ?, ended_at = ?, reason = ?"
            " WHERE signature_id = ? AND outcome IS NULL",
            (outcome, by, to_ms(at), reason, signature_id),
        )
    )


def _signature(tx: Query, row: sqlite3.Row) -> Signature:
    concerned = tx.fetch_all(
        "SELECT person_id FROM signature_people WHERE signature_id = ? ORDER BY person_id", (row["signature_id"],)
    )
    return Signature(
        signature_id=row["signature_id"],
        guild_id=GuildId(row["guild_id"]),
        kind=Signed(row["kind"]),
        wish=row["wish"],
        asked_by=PersonId(row["asked_by"]),
        asked_as_organiser=bool(row["asked_as_organiser"]),
        asked_at=from_ms(row["asked_at"]),
        until=from_ms(row["until"]),
        in_public=bool(row["in_public"]),
        concerned=frozenset(PersonId(one["person_id"]) for one in concerned),
        outcome=None if row["outcome"] is None else Outcome(row["outcome"]),
        ended_by=row["ended_by"],
        ended_at=from_ms_or_none(row["ended_at"]),
        reason=row["reason"],
        passed_on=row["passed_on"],
    )
