"""Settings and commands of the servers that somebody presses in or that are spoken to; of no others.

What stands here was read before somebody needs it, since cards and answers are made without a look into the database.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from bot.kernel.context import Query
from bot.kernel.ids import Community, GuildId
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store
from bot.server.store import EVERYWHERE, CommandSet

MOST_KNOWN: Final = 2_000
"""Those that were needed last; one more is forgotten, and read again where it is needed."""


class KnownServer(NamedTuple):
    """A server: None for the settings of one that was never set up, and what Discord was told of its own commands."""

    community: Community | None
    told: CommandSet


class KnownServers:
    """Reads a server when it is needed first, and again once any settings have changed.

    Until then what was known goes on: a press that is under way keeps its language and its rights.
    """

    def __init__(self, units: UnitsOfWork, most: int = MOST_KNOWN) -> None:
        self._units, self._most = units, most
        self._known: OrderedDict[GuildId, KnownServer] = OrderedDict()
        self._read_at: dict[GuildId, int] = {}
        """After how many changes each was read."""
        self._changes = 0
        self.everywhere = CommandSet()
        """What Discord was told of the commands of all servers."""

    async def know(self, guild_id: GuildId) -> KnownServer:
        """The server, read now where it is not known or may have changed."""
        while self._read_at.get(guild_id) != self._changes:
            changes = self._changes
            found = await self._units.ask(_read, guild_id)
            if changes == self._changes:
                self._keep(guild_id, found)
        self._known.move_to_end(guild_id)
        return self._known[guild_id]

    async def know_everywhere(self) -> None:
        """Reads what Discord was told of the commands of all servers."""
        self.everywhere = (await self._units.ask(_read, EVERYWHERE)).told

    def get(self, guild_id: GuildId) -> Community | None:
        """The settings of a server that is known; None before it was set up."""
        found = self._known.get(guild_id)
        return None if found is None else found.community

    def told(self, guild_id: GuildId) -> CommandSet:
        """What Discord was told of the own commands of a server that is known."""
        found = self._known.get(guild_id)
        return CommandSet() if found is None else found.told

    def put(self, community: Community) -> None:
        """The settings of the server are these from now on."""
        self.note_change()
        self._keep(community.guild_id, KnownServer(community, self.told(community.guild_id)))

    def note_change(self) -> None:
        """Any of them may have changed: each is read again before it is needed next."""
        self._changes += 1

    def _keep(self, guild_id: GuildId, server: KnownServer) -> None:
        self._known[guild_id] = server
        self._read_at[guild_id] = self._changes
        if len(self._known) > self._most:
            oldest, _ = self._known.popitem(last=False)
            del self._read_at[oldest]


def _read(tx: Query, guild_id: GuildId) -> KnownServer:
    return KnownServer(server_store.load(tx, guild_id), server_store.told_commands_of_server(tx, guild_id))
