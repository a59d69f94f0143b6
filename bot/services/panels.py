"""What the cogs need of live messages."""

from __future__ import annotations

from bot.domain.ids import ChannelId, GuildId, Occasion
from bot.storage import panels
from bot.storage.database import Work
from bot.storage.panels import Panel


def mark_stale(work: Work, occasion: Occasion, panel: str) -> None:
    """Notes that the panel shows less than the truth; its keeper edits it."""
    panels.mark_stale(work, panel, occasion.now)


def where(work: Work, panel: str) -> Panel | None:
    """Where the panel stands, or None when it was not posted."""
    return panels.load(work, panel)


def channel_of(work: Work, guild_id: GuildId, panel: str) -> ChannelId | None:
    """The channel in which the server's panel stands."""
    known = panels.load(work, panel)
    return None if known is None or known.guild_id != guild_id else known.channel_id
