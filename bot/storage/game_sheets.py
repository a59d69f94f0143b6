"""A server's own game sheets, as canonical text by game and language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.game_sheets import GameId
from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """One sheet as it is kept."""

    game_id: GameId
    language: str
    title: str
    sheet: str


def every(tx: Query, guild_id: GuildId) -> list[KeptSheet]:
    """All sheets of the server's own, by game and language."""
    rows = tx.fetch_all(
        "SELECT game_id, language, title, sheet FROM game_sheets WHERE guild_id = ? ORDER BY game_id, language",
        (guild_id,),
    )
    return [KeptSheet(GameId(row["game_id"]), row["language"], row["title"], row["sheet"]) for row in rows]


def save(tx: Tx, guild_id: GuildId, kept: KeptSheet, saved_at: datetime, saved_by: PersonId) -> None:
    """Keeps the sheet, in place of the one that the game had in that language."""
    tx.execute(
        "INSERT INTO game_sheets (guild_id, game_id, language, title, sheet, saved_at, saved_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, game_id, language) DO UPDATE SET"
        " title = excluded.title, sheet = excluded.sheet, saved_at = excluded.saved_at, saved_by = excluded.saved_by",
        (guild_id, kept.game_id, kept.language, kept.title, kept.sheet, to_ms(saved_at), saved_by),
    )


def remove(tx: Tx, guild_id: GuildId, game_id: GameId) -> int:
    """Drops the game's sheets in all languages; answers how many there were."""
    return tx.execute("DELETE FROM game_sheets WHERE guild_id = ? AND game_id = ?", (guild_id, game_id))
