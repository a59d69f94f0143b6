"""The rulebooks that a server can run an event by: the presets, and its own."""

from __future__ import annotations

from bot.domain.ids import GuildId
from bot.domain.rulebook import Rulebook
from bot.errors import NotFoundByName, Subject
from bot.rulebooks.library import from_canonical, names, preset
from bot.storage.database import Work


def available(work: Work, guild_id: GuildId) -> list[str]:
    """The names that `find` knows: presets first, then the server's own."""
    rows = work.fetch_all("SELECT name FROM rulebooks WHERE guild_id = ? ORDER BY name", (guild_id,))
    return [*names(), *(row["name"] for row in rows)]


def find(work: Work, guild_id: GuildId, name: str) -> Rulebook:
    """The rulebook by its name; raises NotFoundByName."""
    if name in names():
        return preset(name)
    row = work.fetch_one("SELECT rules FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name))
    if row is None:
        raise NotFoundByName(what=Subject.RULEBOOK, name=name)
    return from_canonical(row["rules"])
