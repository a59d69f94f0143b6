"""The connections to Discord, which shares the servers out among as many of them as it recommends.

discord.py starts them one after the other and takes up lost ones one after the other: one that does not come up, or
is waited for, would hold up all others. Here each goes its own way, at the pace at which Discord lets them in.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, Final

import discord
from discord.ext import commands
from discord.shard import EventItem, EventType

from bot.living.reachability import Silence
from bot.living.sleeping import SleepingState

LET_IN_EVERY: Final = 5.0
"""Seconds between two sessions that Discord lets begin, of each of its lanes."""
COMES_UP_WITHIN: Final = 10.0
"""Seconds after which the next connection does not wait for this one any more."""
ANSWERED_IN: Final = timedelta(seconds=10)
"""Discord has answered a heartbeat of the connection by then, or the connection brings nothing any more."""
_log = logging.getLogger(__name__)


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
        queue: asyncio.PriorityQueue[EventItem] = self._AutoShardedClient__queue  # type: ignore[attr-defined]
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
        await super().close()

    def _go_on_with(self, coroutine: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        task = asyncio.create_task(coroutine)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task
