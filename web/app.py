"""The surface by HTTP: a request in, a page out. It reads, and only under the host that the settings name."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final, cast
from urllib.parse import parse_qsl, urlsplit

from aiohttp import web

from bot.i18n.catalogue import Translator
from web.addresses import LANGUAGES, preferred
from web.api import problem
from web.doors import Door, Limits, Network, Visitor
from web.library import Library, where
from web.live import LiveDesk, cancelled
from web.shelf import KeptPage, PageShelf, TooBusy

_log = logging.getLogger(__name__)

METHODS: Final = ("GET", "HEAD", "OPTIONS")
LONGEST_PATH: Final = 512
MOST_PARAMETERS: Final = 12
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)
_ALWAYS: Final = {
    "Server": "Arbiter",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_NEVER_KEPT: Final = "no-store"


@dataclass(frozen=True, slots=True)
class Service:
    """Where pages are served, under which address they are read, and whose word on visitors is believed."""

    address: str
    listens_on: str
    proxies: tuple[Network, ...] = ()
    limits: Limits = field(default_factory=Limits)

    def hosts(self) -> frozenset[str]:
        """The hosts by which it may be called: its address, and what a proxy on the way calls it."""
        named = urlsplit(self.address)
        listening = urlsplit(f"//{self.listens_on}")
        name, port = (named.hostname or "").lower(), 443 if named.scheme == "https" else 80
        hosts = {named.netloc.lower(), name, f"{name}:{named.port or port}", listening.netloc.lower()}
        if listening.port is not None:
            hosts.add(f"localhost:{listening.port}")
        return frozenset(hosts - {""})


class Refusal(Exception):
    """A request that gets no page, and why by number."""

    def __init__(self, status: HTTPStatus, retry_after: float = 0.0) -> None:
        super().__init__(status.phrase)
        self.status, self.retry_after = status, retry_after


class PageServer:
    """Answers requests with what the library finds."""

    def __init__(self, library: Library, service: Service) -> None:
        self._library = library
        self.shelf = PageShelf(library)
        self.door = Door(service.limits, service.proxies)
        self.live = LiveDesk(self.shelf, service.limits)
        self._service = service
        self._hosts = service.hosts()
        self._manager: web.Server = web.Server(self._answer, handler_cancellation=True)
        self._server: asyncio.Server | None = None
        self._sweep: asyncio.Task[None] | None = None

    async def open(self) -> str:
        """Listens; answers where."""
        at = urlsplit(f"//{self._service.listens_on}")
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Visitor(self.door, self._manager, loop), at.hostname, at.port or 0, backlog=256, reuse_address=True
        )
        self._sweep = loop.create_task(self.door.sweep())
        host, port = self._server.sockets[0].getsockname()[:2]
        told = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._hosts |= {told, f"localhost:{port}"}
        return told

    def note_change(self, keys: frozenset[str] | None) -> None:
        """Shows nothing of before any more, and tells who listens."""
        self.shelf.note_change(keys)
        self.live.note_change(keys)

    async def close(self) -> None:
        """Answers nobody more."""
        if self._server is not None:
            self._server.close()
        if self._sweep is not None:
            await cancelled(self._sweep)
        self.live.close()
        await self._manager.shutdown(0)
        self.shelf.close()

    # --- one request ------------------------------------------------------------------------------------------------

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        visitor = cast("Visitor", request.protocol)
        visitor.begin()
        response: web.StreamResponse
        try:
            response = await self._respond(request, visitor)
            with suppress(ConnectionError):
                await response.prepare(request)
                # What nobody reads is held back here until the sweep lets go of who does not.
                await response.write_eof()
        finally:
            visitor.end()
        return response

    async def _respond(self, request: web.BaseRequest, visitor: Visitor) -> web.StreamResponse:
        try:
            path = self._admit(request)
            client = self.door.client(request)
            wait = self.door.allowance.take(client)
            if wait:
                raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, wait)
            if request.method == "OPTIONS":
                return _allowed()
            if path == "/":
                return self._start(request)
            streamed = self._library.streamed(path)
            if streamed is not None:
                return await self._listen(request, visitor, streamed, client)
            return await self._page(request, path)
        except Refusal as refusal:
            return await self._refused(request, refusal)
        except TooBusy:
            return await self._refused(request, Refusal(HTTPStatus.SERVICE_UNAVAILABLE, 2))
        except MemoryError:
            # The bound is passed: the bot begins this process anew, which costs less than to go on with no room.
            os.write(2, b"the pages' process has no memory left, and ends\n")
            os._exit(1)
        except Exception as fault:  # noqa: BLE001 - whatever broke is told by its place, and the visitor learns nothing
            _log.error("a page broke: %s", where(fault))
            return await self._refused(request, Refusal(HTTPStatus.INTERNAL_SERVER_ERROR))

    async def _refused(self, request: web.BaseRequest, refusal: Refusal) -> web.Response:
        return await _refused(request, refusal, self._service.address)

    def _admit(self, request: web.BaseRequest) -> str:
        """The path that is asked for. Raises Refusal for what is not asked as it should be."""
        if request.method not in METHODS:
            raise Refusal(HTTPStatus.METHOD_NOT_ALLOWED)
        hosts = request.headers.getall("Host", [])
        if len(hosts) != 1:
            raise Refusal(HTTPStatus.BAD_REQUEST)
        if hosts[0].strip().lower() not in self._hosts:
            raise Refusal(HTTPStatus.MISDIRECTED_REQUEST)
        if request.body_exists:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        path = request.raw_path.partition("?")[0]
        if not path.startswith("/"):
            raise Refusal(HTTPStatus.BAD_REQUEST)
        if len(path) > LONGEST_PATH or not path.isascii() or "//" in path or "%" in path or "\\" in path:
            raise Refusal(HTTPStatus.NOT_FOUND)
        return path

    def _start(self, request: web.BaseRequest) -> web.Response:
        """To the start page in the language that the browser likes best."""
        headers = {**_ALWAYS, "Vary": "Accept-Language", "Cache-Control": "no-cache"}
        headers["Location"] = f"{self._service.address}/{language_of(request, '')}/"
        return web.Response(status=HTTPStatus.FOUND, headers=headers)

    async def _page(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        kept = await self.shelf.find(path, _parameters(request.raw_path))
        if kept is None:
            raise Refusal(HTTPStatus.NOT_FOUND)
        headers = _headers_of(kept)
        if kept.found.moved_to:
            headers["Location"] = f"{self._service.address}{kept.found.moved_to}"
            return web.Response(status=HTTPStatus.PERMANENT_REDIRECT, headers=headers)
        if _knows(request, kept.etag):
            return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
        body = kept.found.body
        if kept.packed is not None and _takes_gzip(request):
            body = kept.packed
            headers["Content-Encoding"] = "gzip"
        headers["Content-Type"] = kept.found.content_type
        return web.Response(status=kept.found.status, body=body, headers=headers)

    async def _listen(self, request: web.BaseRequest, visitor: Visitor, path: str, client: str) -> web.StreamResponse:
        kept = await self.shelf.find(path, {})
        if kept is None or kept.found.is_secret or request.method != "GET":
            raise Refusal(HTTPStatus.NOT_FOUND)
        if not self.door.listeners.take(client):
            raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, 30)
        visitor.streams = True
        headers = {
            **_ALWAYS,
            "Cache-Control": _NEVER_KEPT,
            "X-Accel-Buffering": "no",
            "Access-Control-Allow-Origin": "*",
        }
        response = web.StreamResponse(headers=headers)
        response.content_type = "text/event-stream"
        response.charset = "utf-8"
        response.force_close()
        try:
            await self.live.listen(request, response, path)
        finally:
            self.door.listeners.leave(client)
        return response


# --- what goes with a page ------------------------------------------------------------------------------------------


def _headers_of(kept: KeptPage) -> dict[str, str]:
    found = kept.found
    headers = {
        **_ALWAYS,
        "ETag": f'W/"{kept.etag}"',
        "Vary": "Accept-Encoding",
        "Cache-Control": f"public, max-age={found.max_age}" if found.max_age else "no-cache",
        "Content-Security-Policy": _POLICY + ("*" if found.framed else "'none'"),
        "Cross-Origin-Resource-Policy": "cross-origin" if found.cors or found.framed else "same-origin",
    }
    if not found.framed:
        headers["X-Frame-Options"] = "DENY"
    if found.cors:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = "ETag"
    if found.is_secret:
        headers["Cache-Control"] = f"private, {_NEVER_KEPT}"
    if found.is_secret or found.cors:
        # Pages say it themselves; a calendar or an answer cannot.
        headers["X-Robots-Tag"] = "noindex"
    return headers


def _parameters(raw_path: str) -> Mapping[str, str]:
    """What stands behind the question mark; of a name that stands there twice the first."""
    asked = raw_path.partition("?")[2]
    try:
        pairs = parse_qsl(asked, keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        raise Refusal(HTTPStatus.BAD_REQUEST) from None
    return dict(reversed(pairs))


def _knows(request: web.BaseRequest, etag: str) -> bool:
    told = ",".join(request.headers.getall("If-None-Match", []))
    return told.strip() == "*" or f'"{etag}"' in told


def _takes_gzip(request: web.BaseRequest) -> bool:
    for told in ",".join(request.headers.getall("Accept-Encoding", [])).split(","):
        name, _, weight = told.replace(" ", "").lower().partition(";")
        if name == "gzip":
            return weight not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def _allowed() -> web.Response:
    headers = {
        **_ALWAYS,
        "Allow": ", ".join(METHODS),
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, HEAD",
        "Access-Control-Allow-Headers": "If-None-Match",
        "Access-Control-Max-Age": "86400",
    }
    return web.Response(status=HTTPStatus.NO_CONTENT, headers=headers)


# --- what is said where there is no page ----------------------------------------------------------------------------


_SAID: Final = {
    HTTPStatus.NOT_FOUND: ("page.lost.title", "page.lost.text"),
    HTTPStatus.TOO_MANY_REQUESTS: ("page.too_many.title", "page.too_many.text"),
    HTTPStatus.SERVICE_UNAVAILABLE: ("page.busy.title", "page.busy.text"),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("page.broken.title", "page.broken.text"),
}
"""What people read; what only programs ever meet is told by its number."""


async def _refused(request: web.BaseRequest, refusal: Refusal, address: str) -> web.Response:
    headers = {**_ALWAYS, "Cache-Control": _NEVER_KEPT, "Content-Security-Policy": f"{_POLICY}'none'"}
    if refusal.retry_after:
        headers["Retry-After"] = str(max(1, round(refusal.retry_after + 0.5)))
    if refusal.status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(METHODS)
    path = request.raw_path.partition("?")[0]
    if path.startswith("/api/"):
        headers["Access-Control-Allow-Origin"] = "*"
        body, content_type = problem(refusal.status).body, "application/problem+json"
    elif refusal.status in _SAID:
        body, content_type = await _error_page(language_of(request, path), refusal.status, address), "text/html"
    else:
        body, content_type = f"{refusal.status.value} {refusal.status.phrase}\n".encode(), "text/plain"
    response = web.Response(
        status=refusal.status, body=body, headers=headers, content_type=content_type, charset="utf-8"
    )
    if refusal.status not in {HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS}:
        response.force_close()
    return response


def language_of(request: web.BaseRequest, path: str) -> str:
    """The language of who reads: by the path, else by what the browser prefers."""
    in_path = path.strip("/").partition("/")[0]
    return in_path if in_path in LANGUAGES else preferred(",".join(request.headers.getall("Accept-Language", [])))


_MADE: Final[dict[tuple[str, HTTPStatus, str], bytes]] = {}


async def _error_page(language: str, status: HTTPStatus, address: str) -> bytes:
    """As `error_page`; the first of a language waits elsewhere until the sentences are read, which takes a second."""
    if (language, status, address) not in _MADE:
        _MADE[language, status, address] = await asyncio.to_thread(error_page, language, status, address)
    return _MADE[language, status, address]


def error_page(language: str, status: HTTPStatus, address: str) -> bytes:
    """A small page that says why there is none, in the language of who reads it."""
    # What draws pages is slow to import, and hosts that only ask for addresses never need it.
    from web.rendering import render_refusal  # noqa: PLC0415

    translator = Translator(LANGUAGES[language])
    return render_refusal(language, address, *(translator.say(key) for key in (*_SAID[status], "page.lost.home")))


def networks(told: Sequence[str]) -> tuple[Network, ...]:
    """Addresses and networks, as the settings give them."""
    return tuple(ipaddress.ip_network(one, strict=False) for one in told)
