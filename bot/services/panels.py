"""What the cogs need of live messages."""

from __future__ import annotations

from bot.domain.ids import ChannelId, GuildId
from bot.storage import panels
from bot.storage.context import Query
from bot.storage.panels import Panel


def where(tx: Query, panel: str) -> Panel | None:
    """Where the panel stands, or None when it was not posted."""
    return panels.load(tx, panel)


def channel_of(tx: Query, guild_id: GuildId, panel: str) -> ChannelId | None:
    """The channel in which the server's panel stands."""
    known = panels.load(tx, panel)
    return None if known is None or known.guild_id != guild_id else known.channel_id
