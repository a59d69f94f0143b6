"""The gateway of the loopback Discord: HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME, events."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSMsgType, web

from wire import payloads
from wire.addresses import WHO_HEADER
from wire.shapes import Json, Payload, number, record, text
from wire.world import Away, World

HEARTBEAT_MS = 41_250
KEPT_FRAMES = 2_000
WHO = web.ResponseKey("who", str)
"""Of a connection, which process has begun it."""


class Op(IntEnum):
    """The gateway's operations that the loopback Discord speaks."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


# Which intent lets an event through; what is not listed goes to everybody.
GUILDS, SCHEDULED_EVENTS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 16, 1 << 9, 1 << 12
INTENT_OF = {"CHANNEL": GUILDS, "THREAD": GUILDS, "GUILD_ROLE": GUILDS, "GUILD_SCHEDULED_EVENT": SCHEDULED_EVENTS}


def intent_of(event: str, payload: Mapping[str, Json]) -> int:
    """The bit of the intent that `event` needs; 0 where it needs none."""
    family = event.rpartition("_")[0]
    if family == "MESSAGE":
        return GUILD_MESSAGES if "guild_id" in payload else DIRECT_MESSAGES
    return INTENT_OF.get(family, 0)


@dataclass(slots=True, eq=False)
class Session:
    """One identified bot: its socket while it is connected, and the frames that a RESUME would need."""

    id: str
    intents: int
    socket: web.WebSocketResponse | None
    sequence: int = 0
    frames: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_FRAMES))
    losing: int = 0
    """How many of the next interactions get lost on the way, so that no RESUME brings them either."""
    who: str = ""
    """Which process has it, where it says so."""

    @property
    def is_connected(self) -> bool:
        """Whether what is sent to it leaves."""
        return self.socket is not None and not self.socket.closed

    async def dispatch(self, event: str, encoded: str) -> None:
        """Send an event whose payload is already JSON; while nobody is connected it is kept for a RESUME."""
        self.sequence += 1
        if self.losing and event == "INTERACTION_CREATE":
            self.losing -= 1
            return
        frame = f'{{"op":0,"s":{self.sequence},"t":"{event}","d":{encoded}}}'
        self.frames.append((self.sequence, frame))
        if self.socket is not None and self.is_connected:
            with suppress(ConnectionError):
                await self.socket.send_str(frame)


class Gateway:
    """Every session of the one bot. `identified_at` is monotonic seconds; `ready` is set once GUILD_CREATE is out."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.current: Session | None = None
        self.identified_at: float | None = None
        self.identifies = 0
        self.resumes = 0
        self.ready = asyncio.Event()
        self.heartbeat_ms = HEARTBEAT_MS
        self.heard_at = 0.0
        """When the bot last said anything, in monotonic seconds."""
        self.crowd: dict[str, str] = {}
        """Further servers in which nothing happens: how GUILD_CREATE describes each, by its id."""
        self.crowd_away: set[str] = set()
        """Those of them that Discord has taken away."""
        self.tells_all = False
        """Whether each connected session hears of presses, as at Discord; otherwise the last that has identified."""
        self.changed: Callable[[], None] = _nothing
        """Called whenever the bot may have come or gone: a look from time to time would miss what lasts a moment."""

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """One connection, from HELLO to its end, which may come in the middle of a word."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 22)
        socket.headers["Date"] = self.world.http_date()
        with suppress(ConnectionError):
            await self._converse(request, socket)
        # Who dies while it shakes hands gets no answer, and needs none.
        return socket if socket.prepared else web.Response()

    async def _converse(self, request: web.BaseRequest, socket: web.WebSocketResponse) -> None:
        await socket.prepare(request)
        socket[WHO] = request.headers.get(WHO_HEADER, "")
        await _send(socket, Op.HELLO, {"heartbeat_interval": self.heartbeat_ms})
        session, gateway = None, self
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            asked = json.loads(frame.data)
            gateway = self.chosen(asked) or gateway
            session = await gateway.receive(socket, session, asked, time.monotonic())
        if session is not None and session.socket is socket:
            session.socket = None
            gateway.changed()

    def chosen(self, frame: Payload) -> Gateway | None:
        """Whom the frame is for, where it says so: with several connections each has a gateway of its own."""
        del frame
        return self

    async def receive(
        self, socket: web.WebSocketResponse, session: Session | None, frame: Payload, at: float
    ) -> Session | None:
        self.heard_at = at
        match frame.get("op"):
            case Op.HEARTBEAT:
                await _send(socket, Op.HEARTBEAT_ACK, None)
            case Op.IDENTIFY:
                return await self._identify(socket, record(frame, "d"), at)
            case Op.RESUME:
                return await self._resume(socket, record(frame, "d"))
            case Op.REQUEST_MEMBERS if session is not None:
                await self._send_members(session, record(frame, "d"))
        return session

    async def _identify(self, socket: web.WebSocketResponse, asked: Payload, at: float) -> Session:
        self.identified_at = at
        self.identifies += 1
        session = Session(self.world.ids.next(), number(asked, "intents"), socket, who=socket[WHO])
        self.sessions[session.id] = self.current = session
        here = [] if self.world.away is Away.REMOVED else [self.world.guild_id]
        named = payloads.ready(self.world.bot, [*here, *self.crowd], session.id, self.url, self.world.shard)
        await session.dispatch("READY", json.dumps(named))
        self.world.pending_events.clear()
        if self.world.away is None:
            await session.dispatch("GUILD_CREATE", json.dumps(self.world.gateway_guild()))
        for described in [of for one, of in self.crowd.items() if one not in self.crowd_away]:
            await session.dispatch("GUILD_CREATE", described)
        self.ready.set()
        self.changed()
        return session

    async def _resume(self, socket: web.WebSocketResponse, asked: Payload) -> Session | None:
        session = self.sessions.get(text(asked, "session_id"))
        if session is None:
            await _send(socket, Op.INVALID_SESSION, False)
            return None
        self.resumes += 1
        session.socket = socket
        self.current = session
        for sequence, frame in list(session.frames):
            if sequence > number(asked, "seq"):
                await socket.send_str(frame)
        await session.dispatch("RESUMED", "{}")
        self.ready.set()
        self.changed()
        return session

    async def _send_members(self, session: Session, asked: Payload) -> None:
        wanted = asked.get("user_ids")
        ids = [wanted] if isinstance(wanted, str) else wanted
        found = [
            payloads.member(person)
            for person in self.world.members.values()
            if not isinstance(ids, list) or person.id in {str(one) for one in ids}
        ]
        chunk: Payload = {"guild_id": self.world.guild_id, "members": found, "chunk_index": 0, "chunk_count": 1}
        await session.dispatch("GUILD_MEMBERS_CHUNK", json.dumps({**chunk, "nonce": asked.get("nonce")}))

    async def flush(self) -> None:
        """Send the events that the world noted, to whoever has the intent for them."""
        events, self.world.pending_events = self.world.pending_events, []
        if self.current is None:
            return
        for event, payload in events:
            needed = intent_of(event, payload)
            if self.current.intents & needed == needed:
                await self.current.dispatch(event, json.dumps(payload))

    async def ask_to_reconnect(self) -> None:
        """Ask the bot to come back by another connection, as Discord does when it moves its sessions."""
        if self.current is not None and self.current.socket is not None:
            self.ready.clear()
            self.changed()
            await _send(self.current.socket, Op.RECONNECT, None)

    async def take_away(self, why: Away) -> None:
        """No press of the server comes in any more: Discord has trouble with it, or its staff have removed the bot."""
        self.world.away = why
        told: Payload = {"id": self.world.guild_id}
        if why is Away.UNAVAILABLE:
            told["unavailable"] = True
        if self.current is not None:
            await self.current.dispatch("GUILD_DELETE", json.dumps(told))

    async def give_back(self) -> None:
        """The server is there again, or its staff have invited the bot again."""
        why, self.world.away = self.world.away, None
        told = self.world.gateway_guild()
        if why is Away.REMOVED:
            told.pop("unavailable", None)
        if why is not None and self.current is not None:
            await self.current.dispatch("GUILD_CREATE", json.dumps(told))

    async def take_crowd_away(self, some: Iterable[str]) -> None:
        """Discord has trouble with these servers of the crowd."""
        for server_id in some:
            self.crowd_away.add(server_id)
            if self.current is not None:
                await self.current.dispatch("GUILD_DELETE", json.dumps({"id": server_id, "unavailable": True}))

    async def give_crowd_back(self) -> None:
        """All of the crowd are there again."""
        gone, self.crowd_away = sorted(self.crowd_away), set()
        for server_id in gone:
            if self.current is not None:
                await self.current.dispatch("GUILD_CREATE", self.crowd[server_id])

    @property
    def is_connected(self) -> bool:
        """Whether a press would reach a bot now."""
        return self.current is not None and self.current.is_connected

    @property
    def pressed(self) -> list[Session]:
        """Those that hear of a press."""
        others = self.sessions.values() if self.tells_all else ()
        return [one for one in (self.current, *others) if one is not None and (one is self.current or one.is_connected)]

    async def drop(self, *, forget: bool = False) -> None:
        """Cut the bot's connection as Discord does at times; with `forget` its session cannot be resumed."""
        if self.current is None or self.current.socket is None:
            return
        socket, self.current.socket = self.current.socket, None
        if forget:
            del self.sessions[self.current.id]
            self.current = None
        self.ready.clear()
        self.changed()
        await socket.close(code=4000)


def _nothing() -> None:
    """Nobody wants to know."""


async def _send(socket: web.WebSocketResponse, op: Op, data: Json) -> None:
    await socket.send_str(json.dumps({"op": int(op), "d": data}))
