"""Whose a thing is: asked of every id that a press carries, before anything is done about it."""

from __future__ import annotations

from bot.domain.ids import GuildId
from bot.domain.things import Thing
from bot.storage import whereabouts
from bot.storage.database import Work


def guild_of(work: Work, thing: Thing, key: str) -> GuildId | None:
    """The server that the thing belongs to; None where there is no such thing."""
    return whereabouts.guild_of(work, thing, key)
