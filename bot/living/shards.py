"""The connections to Discord, and what discord.py keeps of the servers on them.

Discord shares the servers out among as many connections as it recommends. discord.py takes up lost ones one after the
other: one that is waited for would hold up all others. Here each goes its own way, at the pace at which Discord lets
them in.

In a bot of thousands of servers nearly all are asleep, and their channels and roles would be most of its memory. They
are packed, and unpacked at the first look or change, whoever makes it, so nobody needs to know of it.
"""

from __future__ import annotations

import asyncio
import pickle
import time
import zlib
from collections.abc import Coroutine, Iterator, MutableMapping, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord.channel import _guild_channel_factory
from discord.ext import commands
from discord.shard import EventItem, EventType
from discord.state import AutoShardedConnectionState

from bot.living.reachability import Silence

# --- what is kept of servers ----------------------------------------------------------------------------------------


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

    @property
    def is_asleep(self) -> bool:
        """Whether nobody has read them yet."""
        return self._awake is None

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

    def get_channel(self, id: int | None) -> Any:
        """As discord.py's own, but of channels of servers that are awake: a look into each would wake them all."""
        private = None if id is None else self._get_private_channel(id)
        if id is None or private is not None:
            return private
        for guild in self.guilds:
            is_asleep = isinstance(guild._channels, Packed) and guild._channels.is_asleep
            found = guild._threads.get(id) if is_asleep else guild._resolve_channel(id)
            if found is not None:
                return found
        return None


# --- the connections ------------------------------------------------------------------------------------------------


LET_IN_EVERY: Final = 5.0
"""Seconds between two sessions that Discord lets begin, of each of its lanes."""
COMES_UP_WITHIN: Final = 10.0
"""Seconds after which the next connection does not wait for this one any more."""
ANSWERED_IN: Final = timedelta(seconds=10)
"""Discord has answered a heartbeat of the connection by then, or the connection brings nothing any more."""
_QUEUE: Final = "_AutoShardedClient__queue"
"""Where discord.py says what becomes of its connections."""


class ShardedBot(commands.AutoShardedBot):
    """discord.py's own, whose connections hold up none of the others."""

    def _get_state(self, **options: Any) -> SleepingState:
        return SleepingState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def learn_shards(self) -> int:
        """How many connections there will be: Discord is asked where `shard_count` was not given."""
        self._lanes = [asyncio.Lock()]
        self._let_in_at: dict[int, float] = {}
        self._met: set[int] = set()
        self._under_way: set[asyncio.Task[Any]] = set()
        count: int | None = self.shard_count
        if count is None:
            count, _, limits = await self.http.get_bot_gateway()
            self._lanes = [asyncio.Lock() for _ in range(max(1, limits["max_concurrency"]))]
        self.shard_count = count
        return count

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for the connection's turn: each of Discord's lanes lets one in every five seconds."""
        del initial
        number = shard_id or 0
        lane = number % len(self._lanes)
        if number in self._met:
            # Whose session Discord has ended waits a little before the next one, as Discord asks.
            await asyncio.sleep(LET_IN_EVERY)
        self._met.add(number)
        async with self._lanes[lane]:
            await asyncio.sleep(max(0.0, self._let_in_at.get(lane, -LET_IN_EVERY) + LET_IN_EVERY - time.monotonic()))
            self._let_in_at[lane] = time.monotonic()

    async def launch_shards(self) -> None:
        """Has all connections begin, in order; one that does not come up is tried again while the others go on."""
        count = self.shard_count or 1
        self._connection.shard_count, self._connection.shard_ids = count, range(count)
        gateway = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        for number in range(count):
            if not self.is_closed():
                launching = self._go_on_with(self.launch_shard(gateway, number, initial=number == 0))
                await asyncio.wait({launching}, timeout=COMES_UP_WITHIN)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Holds the connections until the bot is closed; raises what ends them for good."""
        self._reconnect = reconnect
        queue: asyncio.PriorityQueue[EventItem] = getattr(self, _QUEUE)
        self._go_on_with(self.launch_shards())
        while not self.is_closed():
            item = await queue.get()
            shard, error = item.shard, item.error
            if item.type in {EventType.identify, EventType.resume} and shard is not None:
                self._go_on_with(shard.reidentify(error))  # type: ignore[arg-type]
            elif item.type == EventType.reconnect and shard is not None:
                self._go_on_with(shard.reconnect())
            elif item.type in {EventType.close, EventType.terminate}:
                await self.close()
                if error is not None and getattr(error, "code", None) != 1000:
                    raise error
                return

    def silence(self, number: int) -> Silence:
        """How long nothing came in by that connection, on which Discord answers each heartbeat that it asks for."""
        shard = self.get_shard(number)
        beating = getattr(getattr(shard and shard._parent, "ws", None), "_keep_alive", None)
        last, every = getattr(beating, "_last_recv", None), getattr(beating, "interval", None)
        if last is None or every is None:
            return Silence()
        return Silence(timedelta(seconds=max(0.0, time.perf_counter() - last)), timedelta(seconds=every) + ANSWERED_IN)

    async def close(self) -> None:
        """Ends the connections, and what was to begin them."""
        for task in getattr(self, "_under_way", ()):
            task.cancel()
        if not hasattr(self, _QUEUE):
            # discord.py ends with a word on a queue that it makes at the login.
            setattr(self, _QUEUE, asyncio.PriorityQueue())
        await super().close()

    def _go_on_with(self, coroutine: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        task = asyncio.create_task(coroutine)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task
