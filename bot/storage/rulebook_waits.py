"""A server's own rulebooks that wait for an approval as official."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def note(tx: Tx, guild_id: GuildId, name: str, settings_print: str, at: datetime) -> bool:
    """Notes that it waits with these settings; False where that was noted before."""
    return bool(
        tx.execute(
            "INSERT INTO rulebook_waits (guild_id, name, settings_print, since) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (guild_id, name) DO UPDATE SET settings_print = excluded.settings_print,"
            " since = excluded.since WHERE rulebook_waits.settings_print <> excluded.settings_print",
            (guild_id, name, settings_print, to_ms(at)),
        )
    )


def forget(tx: Tx, guild_id: GuildId, name: str) -> None:
    """The rulebook is gone, or claims nothing that waits."""
    tx.execute("DELETE FROM rulebook_waits WHERE guild_id = ? AND name = ?", (guild_id, name))


def forget_settings(tx: Tx, guild_id: GuildId, settings_print: str) -> None:
    """These settings were approved, under whichever names they were saved."""
    tx.execute(
        "DELETE FROM rulebook_waits WHERE guild_id = ? AND settings_print = ?",
        (guild_id, settings_print),
    )


def every(tx: Query, guild_id: GuildId) -> list[str]:
    """The names of those that wait, the longest first."""
    rows = tx.fetch_all("SELECT name FROM rulebook_waits WHERE guild_id = ? ORDER BY since, name", (guild_id,))
    return [str(row["name"]) for row in rows]
