"""Several servers of one bot, each on a connection of its own: a loopback Discord for each, behind one address.

What is asked of a server, a channel or a person goes to the one that has it, and the connections to the one whose
number they name; so whoever plays in one of them needs to know nothing of the others.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web

from rehearsal.counting import plain_path
from wire.discord_server import LoopbackDiscord, on_a_free_port
from wire.gateway import Gateway, Op
from wire.shapes import Payload, record, text
from wire.world import World

GUILD = re.compile(r"/(?:applications/\d+/)?guilds/(\d+)")
CHANNEL = re.compile(r"/channels/(\d+)")
TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)")
PERSON = re.compile(r"/users/(\d+)")


class Districts:
    """As many servers as connections; the first also answers what concerns none of them."""

    def __init__(self, number: int, wall: Callable[[], float] = time.time, locale: str = "en-US") -> None:
        first = World("District 0", locale, wall, shard=(0, number))
        others = (World(f"District {one}", locale, wall, first, (one, number)) for one in range(1, number))
        self.servers: Sequence[LoopbackDiscord] = [LoopbackDiscord(world) for world in (first, *others)]
        self._door = _Door(self.servers)
        self.refused = self._door.refused
        """Connections that do not come up: by their numbers."""
        for server in self.servers:
            server.letters = self.servers[0].gateway

    def beat(self, heartbeat_ms: int) -> None:
        """How often the bot is to say on each connection that it lives."""
        self._door.heartbeat_ms = heartbeat_ms

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Sequence[LoopbackDiscord]]:
        """All of them on one free port of 127.0.0.1, until the block ends."""
        async with on_a_free_port(self._handle) as port:
            for server in self.servers:
                server.stand_at(port)
            yield self.servers

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._door.serve(request)
        return await (await self._asked(request)).handle(request)

    async def _asked(self, request: web.BaseRequest) -> LoopbackDiscord:
        path = plain_path(request.path)
        if path == "/users/@me/channels":
            asked = await request.json()
            return self._first(lambda one: text(asked, "recipient_id") in one.world.members)
        return self._first(lambda one: any(_has(one, path)))

    def _first(self, fits: Callable[[LoopbackDiscord], bool]) -> LoopbackDiscord:
        return next((server for server in self.servers if fits(server)), self.servers[0])


def _has(server: LoopbackDiscord, path: str) -> Iterator[bool]:
    """Whether what the path names is the server's, by each kind of name."""
    world = server.world
    if found := GUILD.match(path):
        yield found[1] == world.guild_id
    if found := CHANNEL.match(path):
        yield found[1] in world.channels
    if found := TOKEN.match(path):
        yield found[1] in server.answers.sent
    if found := PERSON.match(path):
        yield found[1] in world.members
    if path.startswith("/files/"):
        yield path.split("/")[2] in world.files


class _Door(Gateway):
    """Where all connections come in: each goes on with the gateway of its number, or of the session that it resumes."""

    def __init__(self, servers: Sequence[LoopbackDiscord]) -> None:
        super().__init__(servers[0].world)
        self._gateways = [server.gateway for server in servers]
        self.refused: set[int] = set()

    def chosen(self, frame: Payload) -> Gateway | None:
        """As the class says."""
        asked = record(frame, "d") if isinstance(frame.get("d"), dict) else {}
        if frame.get("op") == Op.IDENTIFY:
            shard = asked.get("shard")
            number = int(str(shard[0])) if isinstance(shard, list) else 0
            if number in self.refused:
                raise ConnectionResetError(f"connection {number} does not come up")
            return self._gateways[number]
        if frame.get("op") == Op.RESUME:
            wanted = text(asked, "session_id")
            return next((one for one in self._gateways if wanted in one.sessions), self._gateways[0])
        return None
