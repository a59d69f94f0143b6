"""A server's own rulebooks, as canonical text by name."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def names(tx: Query, guild_id: GuildId) -> list[str]:
    """The names of the server's own rulebooks, in alphabetical order."""
    rows = tx.fetch_all("SELECT name FROM rulebooks WHERE guild_id = ? ORDER BY name", (guild_id,))
    return [row["name"] for row in rows]


def every(tx: Query, guild_id: GuildId) -> list[str]:
    """The canonical texts of the server's own rulebooks, the one saved last first."""
    rows = tx.fetch_all("SELECT rules FROM rulebooks WHERE guild_id = ? ORDER BY saved_at DESC, name", (guild_id,))
    return [str(row["rules"]) for row in rows]


def load(tx: Query, guild_id: GuildId, name: str) -> str | None:
    """The canonical text, or None when the server has no such rulebook."""
    row = tx.fetch_one("SELECT rules FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name))
    return None if row is None else str(row["rules"])


def saver(tx: Query, guild_id: GuildId, name: str) -> PersonId | None:
    """Who saved the rulebook as it is now, or None when the server has no such one."""
    row = tx.fetch_one("SELECT saved_by FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name))
    return None if row is None else PersonId(row["saved_by"])


def texts_saved_by(tx: Query, guild_id: GuildId, some: Collection[PersonId]) -> list[str]:
    """The canonical texts of those that one of the people saved as they are now."""
    rows = tx.fetch_all("SELECT rules, saved_by FROM rulebooks WHERE guild_id = ? ORDER BY name", (guild_id,))
    return [str(row["rules"]) for row in rows if row["saved_by"] in some]


def save(
    tx: Tx, guild_id: GuildId, name: str, rules: str, rules_hash: str, saved_at: datetime, saved_by: PersonId
) -> None:
    """Keeps the rulebook under its name, in place of the one that had it."""
    tx.execute(
        "INSERT INTO rulebooks (guild_id, name, rules, rules_hash, saved_at, saved_by) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, name) DO UPDATE SET rules = excluded.rules, rules_hash = excluded.rules_hash,"
        " saved_at = excluded.saved_at, saved_by = excluded.saved_by",
        (guild_id, name, rules, rules_hash, to_ms(saved_at), saved_by),
    )


def remove(tx: Tx, guild_id: GuildId, name: str) -> bool:
    """Drops the rulebook; False when there was none of that name."""
    return bool(tx.execute("DELETE FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name)))
