"""What discord.py keeps of servers: channels and roles are packed until somebody reads them.

In a bot of thousands of servers nearly all are asleep, and their channels and roles would be most of its memory.
What was packed is unpacked at the first look or change, whoever makes it, so nobody needs to know of it.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any, Final

import discord
from discord.channel import _guild_channel_factory
from discord.state import AutoShardedConnectionState

QUICK: Final = 1
"""How hard zlib packs: a start packs thousands."""
UNREAD: Final = ("emojis", "stickers", "soundboard_sounds", "stage_instances", "voice_states", "presences")
"""Of a server as Discord describes it, what no part of the bot reads."""
Described = dict[str, Any]


class Packed(MutableMapping[int, Any]):
    """The channels or roles of a server by their ids."""

    __slots__ = ("_awake", "_guild", "_packed")

    def __init__(self, guild: discord.Guild, described: Sequence[Described]) -> None:
        self._guild = guild
        self._packed: bytes = zlib.compress(pickle.dumps(described, pickle.HIGHEST_PROTOCOL), QUICK)
        self._awake: dict[int, Any] | None = None

    def make(self, described: Described) -> Any:
        """The channel or role that Discord has described so; None of a kind that discord.py does not know."""
        raise NotImplementedError

    @property
    def _all(self) -> dict[int, Any]:
        if self._awake is None:
            described = pickle.loads(zlib.decompress(self._packed))  # noqa: S301 - nobody else has these bytes
            made = map(self.make, described)
            self._awake = {one.id: one for one in made if one is not None}
            self._packed = b""
        return self._awake

    def __getitem__(self, key: int) -> Any:
        return self._all[key]

    def __setitem__(self, key: int, value: Any) -> None:
        self._all[key] = value

    def __delitem__(self, key: int) -> None:
        del self._all[key]

    def __iter__(self) -> Iterator[int]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


class PackedChannels(Packed):
    """The channels of a server."""

    __slots__ = ()

    def make(self, described: Described) -> Any:
        """As the base says."""
        kind, _ = _guild_channel_factory(described["type"])
        return kind and kind(guild=self._guild, data=described, state=self._guild._state)


class PackedRoles(Packed):
    """The roles of a server."""

    __slots__ = ()

    def make(self, described: Described) -> Any:
        """As the base says."""
        return discord.Role(guild=self._guild, state=self._guild._state, data=described)  # type: ignore[arg-type]


class SleepingState(AutoShardedConnectionState[Any]):
    """discord.py's own, in which servers sleep."""

    def _get_create_guild(self, data: Any) -> discord.Guild:
        channels, roles = data.get("channels", ()), data.get("roles", ())
        guild = super()._get_create_guild({**data, "channels": [], "roles": [], **{name: [] for name in UNREAD}})
        if not guild.unavailable:
            guild._channels, guild._roles = PackedChannels(guild, channels), PackedRoles(guild, roles)  # type: ignore[assignment]
        return guild
