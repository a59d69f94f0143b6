"""Cases and votes that go on in the channel in which they began, after the committee's channel was moved."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.ids import ChannelId, GuildId
from bot.storage.context import Query, Tx


def keep(tx: Tx, guild_id: GuildId, channel_id: ChannelId, some: Iterable[str]) -> None:
    """Keeps each of them in that channel; what is kept in an older one stays there."""
    for about in some:
        tx.execute(
            "INSERT INTO kept_channels (about, guild_id, channel_id) VALUES (?, ?, ?) ON CONFLICT (about) DO NOTHING",
            (about, guild_id, channel_id),
        )


def of(tx: Query, about: str) -> ChannelId | None:
    """The channel in which it goes on; None where that is the committee's present one."""
    row = tx.fetch_one("SELECT channel_id FROM kept_channels WHERE about = ?", (about,))
    return None if row is None else ChannelId(row["channel_id"])


def let_go(tx: Tx, channel_id: ChannelId) -> None:
    """Nothing goes on in a channel that was deleted."""
    tx.execute("DELETE FROM kept_channels WHERE channel_id = ?", (channel_id,))
