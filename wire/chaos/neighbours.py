"""Servers that were set up and in which nothing happens: what befalls them has to be on record all the same."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

from wire import payloads
from wire.chaos.machine import DATABASE, LOOK_EVERY_S, Machine, Watched
from wire.discord_server import LoopbackDiscord
from wire.gateway import Gateway
from wire.shapes import Payload
from wire.world import Away, World

EACH: Final = 12
"""So many stand beside each town, on its connection."""
_SET_UP: Final = (
    "INSERT INTO guilds (guild_id, owner_id, language, time_zone, set_up_at) VALUES (?, ?, 'en-US', 'UTC', ?)"
    " ON CONFLICT DO NOTHING"
)


class Neighbours:
    """All of them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.all: list[tuple[Gateway, str]] = []
        """Each by its connection and its number."""
        self.watched: list[Watched] = []
        for server in machine.servers:
            for server_id in _numbers(server.world):
                server.gateway.crowd[server_id] = json.dumps(_described(server, server_id))
                self.all.append((server.gateway, server_id))
                self.watched.append(Watched(machine, server.gateway, int(server_id), _away(server.gateway, server_id)))

    async def set_up(self) -> None:
        """Has the bot know them, as soon as it has a database; other programs may hold that at the moment."""
        while not self._write():
            await asyncio.sleep(LOOK_EVERY_S * 10)

    def _write(self) -> bool:
        file = f"file:{self._machine.folder / DATABASE}?mode=rw"
        now = int(self._machine.hours.discord() * 1000)
        owner = int(self._machine.servers[0].world.owner.id)
        try:
            with closing(sqlite3.connect(file, uri=True, timeout=0.1)) as base, base:
                base.executemany(_SET_UP, [(int(server_id), owner, now) for _, server_id in self.all])
        except sqlite3.OperationalError:
            return False
        return True

    def unlike_absences(self) -> Iterator[str]:
        """Where the outages on record are not what befell them; those of one connection that are alike, once."""
        found: dict[str, str] = {}
        for watched in self.watched:
            found.update((breach, f"a quiet server, {watched.server}") for breach in watched.unlike_absences())
        yield from (f"{where}: {breach}" for breach, where in found.items())

    def spoken_to(self) -> Iterator[str]:
        """What was promised or said there, where nothing runs that anybody could have missed."""
        for watched in self.watched:
            for (kind,) in watched.rows("SELECT DISTINCT kind FROM outbox ORDER BY kind"):
                yield f"a quiet server, {watched.server}: it was told: {kind}"
        told = (call.path for server in self._machine.servers for call in server.calls if call.method != "GET")
        numbers = {str(watched.server) for watched in self.watched}
        yield from (f"a quiet server: Discord was asked for {path}" for path in told if numbers & {*path.split("/")})


def _numbers(world: World) -> Iterator[str]:
    """Further servers on the connection of the world."""
    _, shards = world.shard
    yield from (str(int(world.guild_id) - (shards * one << 22)) for one in range(1, EACH + 1))


def _away(gateway: Gateway, server_id: str) -> Callable[[], Away | None]:
    return lambda: Away.UNAVAILABLE if server_id in gateway.crowd_away else None


def _described(server: LoopbackDiscord, server_id: str) -> Payload:
    everyone = payloads.role(server_id, {"name": "@everyone", "permissions": "1071698660929"}, 0)
    owner = server.world.owner.id
    rest = payloads.guild(server_id, owner, f"Neighbour {server_id}", "en-US", [everyone])
    return payloads.gateway_guild(rest, server.world.bot, [], [], [], 20)
