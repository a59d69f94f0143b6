"""Whose a thing is: asked of every id that a press carries, before anything is done about it."""

from __future__ import annotations

from typing import Final

from bot.domain.ids import GuildId
from bot.domain.things import Thing
from bot.storage import whereabouts
from bot.units_of_work import UnitsOfWork

MOST_KNOWN: Final = 10_000


class Whereabouts:
    """Which server a thing belongs to: that never changes, so who asked once knows it."""

    def __init__(self, units: UnitsOfWork) -> None:
        self._units = units
        self._known: dict[tuple[Thing, str], GuildId] = {}

    async def guild_of(self, thing: Thing, key: str) -> GuildId | None:
        """The server that the thing belongs to; None where there is no such thing."""
        if (thing, key) not in self._known:
            found = await self._units.ask(whereabouts.guild_of, thing, key)
            if found is None:
                return None
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[thing, key] = found
        return self._known[thing, key]
