"""A small Discord on the loopback interface: REST and gateway by aiohttp, state in memory, every request recorded.

Nothing here limits rates or checks Discord's limits, unless `faults` says so. One thing it refuses by itself: a message
that is to notify a member or a role whom its text does not name. It is for benchmarks, for tests of the bot as a
process, and for the chaos.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import BodyPartReader, web

from rehearsal import limits
from rehearsal.counting import plain_path
from wire import channels, gestures, guilds
from wire.addresses import WHO_HEADER
from wire.calls import NOTHING, Call, Handler, Reply, refusal
from wire.faults import Fault, Faults, Harm, refuse
from wire.gateway import Gateway
from wire.gestures import Value
from wire.interactions import Answers, Interaction, Kind, frame_payload
from wire.payloads import Person
from wire.shapes import Json, Payload, find_component, record, text
from wire.world import Away, Upload, World

CALLBACK = re.compile(r"/interactions/\d+/([^/]+)/callback")
OF_SERVER = re.compile(r"/(?:channels|guilds)/(\d+)")
WEBHOOK = re.compile(r"/webhooks/(\d+)/([^/]+)(?:/messages/(@original|\d+))?")
BACKLOG = 4096
# discord.py compares the header as text: with a charset behind it, it reads no JSON.
JSON_HEADERS = {"Content-Type": "application/json"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """A gesture whose frame is written already, so that sending it costs the server next to nothing."""

    interaction: Interaction
    encoded: str


class LoopbackDiscord:
    """The server: `api_base`, `gateway_url` and `token` are what a bot is started with.

    `calls` holds each request in order of arrival, `unknown` those that no route answers.
    """

    def __init__(self, world: World | None = None) -> None:
        self.world = world or World()
        self.gateway = Gateway(self.world)
        self.letters = self.gateway
        """By which presses in direct messages come in: Discord's first connection, whatever the server."""
        self.answers = Answers(self.world)
        self.calls: list[Call] = []
        self.unknown: list[Call] = []
        self.api_base = ""
        self.token = base64.b64encode(self.world.bot.id.encode()).decode().rstrip("=") + ".loop.back"
        self.faults = Faults()
        self.killer: Callable[[], None] = _nobody_dies
        """Called where a fault wants the bot's process dead."""
        self.under_way = 0
        """How many requests wait for their answer now."""
        self.shards = self.world.shard[1]
        """How many connections are recommended; all may begin at once."""
        self._changed = asyncio.Event()
        self._routes = _compile((*channels.ROUTES, *guilds.ROUTES))

    @property
    def gateway_url(self) -> str:
        """The gateway's address, to be reached by WebSocket."""
        return self.gateway.url

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[LoopbackDiscord]:
        """Itself on a free port of 127.0.0.1, until the block ends."""
        async with on_a_free_port(self.handle) as port:
            self.stand_at(port)
            yield self

    def stand_at(self, port: int) -> None:
        """From now on it is reached at that port of 127.0.0.1."""
        self.api_base = f"http://127.0.0.1:{port}/api/v10"
        self.gateway.url = f"ws://127.0.0.1:{port}/"
        self.world.files_base = f"http://127.0.0.1:{port}/files"

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answers one request, or serves one connection of the gateway."""
        at = time.monotonic()
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.gateway.serve(request)
        if request.path.startswith("/files/"):
            return self._file(request.path.split("/")[2])
        self.under_way += 1
        try:
            return await self._answer(request, at)
        finally:
            self.under_way -= 1

    async def _answer(self, request: web.BaseRequest, at: float) -> web.StreamResponse:
        body, uploads = await _read(request)
        who = request.headers.get(WHO_HEADER, "")
        call = Call(request.method, plain_path(request.path), at, body, request.query, tuple(uploads), who)
        self.calls.append(call)
        fault = self.faults.of(call)
        if fault is not None and not fault.after_effect:
            harmed = await self._harm(request, fault)
            if harmed is not None:
                return harmed
        reply = self._reply(call)
        if self.world.pending_events:
            await self.gateway.flush()
        self._changed.set()
        harmed = await self._harm(request, fault) if fault is not None and fault.after_effect else None
        return harmed or self._response(reply)

    def _response(self, reply: Reply) -> web.Response:
        """The reply with the hour on Discord's own clock, as every answer of Discord's carries it."""
        headers = {"Date": self.world.http_date(), **reply.headers}
        if reply.body is None:
            return web.Response(status=reply.status, headers=headers)
        body = json.dumps(reply.body).encode()
        return web.Response(status=reply.status, body=body, headers={**headers, **JSON_HEADERS})

    async def _harm(self, request: web.BaseRequest, fault: Fault) -> web.Response | None:
        """What the bot gets instead of its answer; None where the answer itself still comes."""
        if fault.harm is Harm.SLOW:
            await asyncio.sleep(fault.seconds)
            return None
        if fault.harm is Harm.REFUSED:
            return self._response(fault.reply)
        if fault.harm is Harm.DEATH:
            self.killer()
        if request.transport is not None:
            request.transport.abort()
        return self._response(NOTHING)

    def _file(self, file_id: str) -> web.Response:
        upload = self.world.files.get(file_id)
        if upload is None:
            return web.Response(status=404, headers={"Date": self.world.http_date()})
        headers = {"Content-Type": upload.content_type, "Date": self.world.http_date()}
        return web.Response(body=upload.data, headers=headers)

    def _reply(self, call: Call) -> Reply:
        if self.world.away is not None and (found := OF_SERVER.match(call.path)) and self._is_of_server(found[1]):
            removed = self.world.away is Away.REMOVED
            return refusal(403, 50001, "Missing Access") if removed else refusal(503, 0, "Service Unavailable")
        if problems := list(limits.calls(record(call.body, "data") or call.body)):
            return refusal(400, 50035, f"Invalid Form Body: {'; '.join(problems)}")
        if found := CALLBACK.fullmatch(call.path):
            return self.answers.callback(call, found[1])
        if found := WEBHOOK.fullmatch(call.path):
            return self.answers.webhook(call, [part for part in found.groups() if part])
        for pattern, handler in self._routes.get(call.method, ()):
            if found := pattern.fullmatch(call.path):
                return handler(self.world, call, [part for part in found.groups() if part])
        if call.path == "/gateway/bot":
            limit: Payload = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": self.shards}
            return Reply(200, {"url": self.gateway.url, "shards": self.shards, "session_start_limit": limit})
        self.unknown.append(call)
        return refusal(404, 0, "404: Not Found")

    def _is_of_server(self, place: str) -> bool:
        """Whether the channel or server belongs to the server that is away; a letter goes through."""
        return place == self.world.guild_id or "guild_id" in self.world.channels.get(place, {})

    def refuse(self, method: str, path: str, status: int, code: int = 0, times: int = 1) -> None:
        """Answer the next `times` requests to `path` (a regular expression, without version) with an error."""
        self.faults.plant(method, path, refuse(status, code=code), times=times)

    async def until(self, happened: Callable[[], bool], limit: float = 5.0) -> None:
        """Wait until `happened()` after a request; TimeoutError after `limit` seconds."""
        async with asyncio.timeout(limit):
            while not happened():
                self._changed.clear()
                await self._changed.wait()

    def prepare(
        self, kind: Kind, person: Person, channel_id: str, data: Mapping[str, Json], source: Payload | None = None
    ) -> Prepared:
        """A gesture written as a frame but not sent; its id carries the present moment."""
        interaction = self.answers.new(kind, person, channel_id, source)
        return Prepared(interaction, json.dumps(frame_payload(self.world, interaction, data)))

    async def send(self, prepared: Prepared) -> Interaction:
        """Push the frame to the bot; the interaction's `sent_at` is the moment before it leaves."""
        is_letter = "guild_id" not in self.world.channels[prepared.interaction.channel_id]
        sessions = (self.letters if is_letter else self.gateway).pressed
        if not sessions:
            raise ConnectionError("no bot has identified")
        prepared.interaction.sent_at = time.monotonic()
        for session in sessions:
            await session.dispatch("INTERACTION_CREATE", prepared.encoded)
        return prepared.interaction

    def prepared_press(self, custom_id: str, message: Payload, person: Person) -> Prepared:
        """A press on the message's button whose custom_id begins with `custom_id`, or whose label it is."""
        data = gestures.press(find_component(message, custom_id))
        return self.prepare(Kind.COMPONENT, person, text(message, "channel_id"), data, message)

    def prepared_slash(
        self, path: str, options: Mapping[str, Value], person: Person, channel_id: str | None = None
    ) -> Prepared:
        """A slash command with its options by name, in `channel_id` or the general channel."""
        data = gestures.command(self.world, path, options)
        return self.prepare(Kind.COMMAND, person, channel_id or text(self.world.general, "id"), data)

    async def press(self, custom_id: str, message: Payload, person: Person) -> Interaction:
        """Press a button; does not wait for the answer."""
        return await self.send(self.prepared_press(custom_id, message, person))

    async def slash(
        self, path: str, options: Mapping[str, Value], person: Person, channel_id: str | None = None
    ) -> Interaction:
        """Use a slash command; does not wait for the answer."""
        return await self.send(self.prepared_slash(path, options, person, channel_id))

    async def autocomplete(
        self, path: str, options: Mapping[str, Value], focused: str, person: Person, channel_id: str | None = None
    ) -> Interaction:
        """Type in the option `focused`; does not wait for the choices."""
        data = gestures.command(self.world, path, options, focused)
        where = channel_id or text(self.world.general, "id")
        return await self.send(self.prepare(Kind.AUTOCOMPLETE, person, where, data))

    async def choose(self, custom_id: str, values: Sequence[str], message: Payload, person: Person) -> Interaction:
        """Choose in a select of the message; does not wait for the answer."""
        data = gestures.choice(self.world, find_component(message, custom_id), values)
        return await self.send(self.prepare(Kind.COMPONENT, person, text(message, "channel_id"), data, message))

    async def submit_modal(
        self, opened_by: Interaction, values: Mapping[str, Value | Sequence[Value]], person: Person | None = None
    ) -> Interaction:
        """Submit the modal that answered `opened_by`, values by label or custom_id; does not wait for the answer."""
        data = gestures.filled_modal(self.world, opened_by.modal, values)
        who = person or opened_by.person
        return await self.send(self.prepare(Kind.MODAL, who, opened_by.channel_id, data, opened_by.source))


@asynccontextmanager
async def on_a_free_port(
    handle: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]],
) -> AsyncIterator[int]:
    """Has the requests to a free port of 127.0.0.1 handled until the block ends."""
    runner = web.ServerRunner(web.Server(handle, access_log=None), shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0, backlog=BACKLOG)
        await site.start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


def _nobody_dies() -> None:
    """Where nobody said whose process it is."""


def _compile(
    routes: Iterable[tuple[str, str, Handler]],
) -> dict[str, list[tuple[re.Pattern[str], Handler]]]:
    table: dict[str, list[tuple[re.Pattern[str], Handler]]] = {}
    for method, path, handler in routes:
        table.setdefault(method, []).append((re.compile(path), handler))
    return table


async def _read(request: web.BaseRequest) -> tuple[Json, list[Upload]]:
    """The JSON body and the files of a request, sent as plain JSON or as a form with `payload_json`."""
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    body: Json = None
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            content_type = part.headers.get("Content-Type", "application/octet-stream")
            uploads.append(Upload(part.filename or "file", content_type, data))
    return body, uploads
