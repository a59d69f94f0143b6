"""From when on the founding of each association comes to its end."""

from __future__ import annotations

from bot.domain.founding import Founding
from bot.domain.ids import GuildId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


def load(tx: Query, guild_id: GuildId) -> Founding | None:
    """The server's, or None while nothing has begun its end."""
    row = tx.fetch_one("SELECT * FROM foundings WHERE guild_id = ?", (guild_id,))
    return None if row is None else Founding(guild_id, from_ms(row["ends_from"]), row["ended_by"])


def begin(tx: Tx, founding: Founding) -> bool:
    """Writes that it comes to its end; False where that was written before."""
    return bool(
        tx.execute(
            "INSERT INTO foundings (guild_id, ends_from, ended_by) VALUES (?, ?, ?) ON CONFLICT (guild_id) DO NOTHING",
            (founding.guild_id, to_ms(founding.ends_from), founding.ended_by),
        )
    )


def rests_on_list(tx: Query, guild_id: GuildId) -> bool:
    """Whether a list of what there was before stands."""
    row = tx.fetch_one("SELECT 1 FROM opening_lists WHERE guild_id = ? AND undone_at IS NULL LIMIT 1", (guild_id,))
    return row is not None
