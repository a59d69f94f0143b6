"""Suggestions to the leader and the answers to them."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.voting.suggestions import Suggestion
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, suggestion: Suggestion) -> None:
    """Writes a new suggestion."""
    tx.execute(
        "INSERT INTO suggestions (suggestion_id, guild_id, number, person_id, suggestion, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            suggestion.suggestion_id,
            suggestion.guild_id,
            suggestion.number,
            suggestion.person_id,
            suggestion.text,
            to_ms(suggestion.made_at),
        ),
    )


def next_number(tx: Query, guild_id: GuildId) -> int:
    """The number of the server's next suggestion."""
    row = tx.fetch_one("SELECT coalesce(max(number), 0) + 1 AS n FROM suggestions WHERE guild_id = ?", (guild_id,))
    return 1 if row is None else int(row["n"])


def load(tx: Query, suggestion_id: str) -> Suggestion | None:
    """The suggestion with this id, or None."""
    row = tx.fetch_one("SELECT * FROM suggestions WHERE suggestion_id = ?", (suggestion_id,))
    return None if row is None else _suggestion(row)


def of_guild(tx: Query, guild_id: GuildId) -> list[Suggestion]:
    """The server's suggestions, those without an answer first, then the newest."""
    rows = tx.fetch_all(
        "SELECT * FROM suggestions WHERE guild_id = ? ORDER BY approved IS NOT NULL, number DESC", (guild_id,)
    )
    return [_suggestion(row) for row in rows]


def decide(tx: Tx, suggestion_id: str, *, approved: bool, by: PersonId, reason: str | None, at: datetime) -> bool:
    """Writes the answer; False when there was one before."""
    return bool(
        tx.execute(
            "UPDATE suggestions SET approved = ?, decided_by = ?, decided_at = ?, reason = ?"
            " WHERE suggestion_id = ? AND approved IS NULL",
            (int(approved), by, to_ms(at), reason, suggestion_id),
        )
    )


def reopen(tx: Tx, suggestion_id: str) -> bool:
    """Takes the answer back; False when there was none."""
    return bool(
        tx.execute(
            "UPDATE suggestions SET approved = NULL, decided_by = NULL, decided_at = NULL, reason = NULL"
            " WHERE suggestion_id = ? AND approved IS NOT NULL",
            (suggestion_id,),
        )
    )


def _suggestion(row: sqlite3.Row) -> Suggestion:
    return Suggestion(
        suggestion_id=row["suggestion_id"],
        guild_id=row["guild_id"],
        number=row["number"],
        person_id=PersonId(row["person_id"]),
        text=row["suggestion"],
        made_at=from_ms(row["made_at"]),
        approved=None if row["approved"] is None else bool(row["approved"]),
        decided_by=row["decided_by"],
        decided_at=from_ms_or_none(row["decided_at"]),
        reason=row["reason"],
    )
