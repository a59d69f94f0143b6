"""Who comes in: whose request it is, how many each may make at once and in a while, and who has stood there too long.

An address counts as a whole, of IPv6 its network of 64 bits, which one household has for itself. Behind a proxy it is
told by `X-Forwarded-For`, which is believed of a proxy that the settings name, and of nobody else.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# --- whose a request is ---------------------------------------------------------------------------------------------


_HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that are given out together."""


def client_of(peer: str, forwarded: Sequence[str], proxies: Sequence[Network]) -> str:
    """The address that a request counts for: of the last hop that is no proxy of ours."""
    came_from = _address(peer)
    if came_from is None:
        return peer
    if _is_ours(came_from, proxies):
        for told in reversed(",".join(forwarded).split(",")):
            hop = _address(told)
            if hop is None:
                break
            came_from = hop
            if not _is_ours(hop, proxies):
                break
    return _household(came_from)


def is_proxy(peer: str, proxies: Sequence[Network]) -> bool:
    """Whether a connection comes from a proxy that the settings name."""
    found = _address(peer)
    return found is not None and _is_ours(found, proxies)


def _address(told: str) -> Address | None:
    """The address in a text, with or without a port behind it."""
    text = told.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _is_ours(address: Address, proxies: Sequence[Network]) -> bool:
    return any(address in network for network in proxies)


def _household(address: Address) -> str:
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, _HOUSEHOLD), strict=False))


# --- how much each may ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address and all of them may take; seconds where it is time."""

    connections: int = 2_000
    connections_each: int = 64
    """A school is one address."""
    listeners: int = 1_000
    listeners_each: int = 64
    burst: int = 160
    """Requests at once: a page with all that it shows is a handful."""
    each_second: float = 20.0
    reading: float = 15.0
    """For a whole request to arrive, and between two of them."""
    answering: float = 30.0
    """For an answer to be taken."""
    sweep: float = 1.0
    heartbeat: float = 20.0
    """Between two signs of life to a listener."""
    pace: float = 0.25
    """Between two words to a listener."""
    slow: float = 10.0
    """A listener who takes longer to read a word is let go."""


_MOST_KNOWN: Final = 20_000


class Allowance:
    """What each address may still ask: it fills by itself, up to a bound."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Takes one; seconds to wait where nothing is left, else 0."""
        now, full = self._clock(), float(self._limits.burst)
        left, at = self._left.get(client, (full, now))
        left = min(full, left + (now - at) * self._limits.each_second)
        wait = 0.0 if left >= 1 else (1 - left) / self._limits.each_second
        self._left[client] = (left if wait else left - 1, now)
        self._left.move_to_end(client)
        if len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        return wait


class Admissions:
    """Places of which each address has so many, and all together so many."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._taken: Counter[str] = Counter()
        self._all = 0

    def take(self, client: str, *, each: bool = True) -> bool:
        """Takes a seat; False where there is none left."""
        if self._all >= self._most or (each and self._taken[client] >= self._most_each):
            return False
        self._taken[client] += 1
        self._all += 1
        return True

    def leave(self, client: str) -> None:
        """Gives a seat back."""
        self._all -= 1
        self._taken[client] -= 1
        if self._taken[client] <= 0:
            del self._taken[client]

    @property
    def taken(self) -> int:
        """All that are taken."""
        return self._all


# --- connections ----------------------------------------------------------------------------------------------------


_QUIET: Final = logging.getLogger("web.nothing")
"""Told nothing to anybody: what aiohttp would write holds lines of requests, and so the secrets in their addresses."""
_QUIET.disabled = True
LONGEST_LINE: Final = 4096
MOST_HEADERS: Final = 64
Answering = Callable[[web.BaseRequest], Any]


class Visitor(RequestHandler):
    """A connection. It stands either for a request that is to come, or for an answer that is to be taken."""

    __slots__ = ("answering", "door", "is_in", "peer", "since", "streams")

    def __init__(self, door: Door, server: web.Server, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            server,
            loop=loop,
            keepalive_timeout=door.limits.reading,
            access_log=None,  # type: ignore[arg-type]
            logger=_QUIET,
            max_line_size=LONGEST_LINE,
            max_field_size=LONGEST_LINE,
            max_headers=MOST_HEADERS,
            lingering_time=0,
        )
        self.door, self.peer, self.is_in = door, "", False
        self.since, self.answering, self.streams = loop.time(), False, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Lets it in, unless there is no place left."""
        peer = transport.get_extra_info("peername")
        self.peer = str(peer[0]) if peer else ""
        self.is_in = self.door.let_in(self)
        if self.is_in:
            super().connection_made(transport)
        else:
            self.transport = transport  # type: ignore[assignment]
            transport.abort()  # type: ignore[attr-defined]

    def connection_lost(self, exc: BaseException | None) -> None:
        """Gives its place back."""
        if self.is_in:
            self.is_in = False
            self.door.let_out(self)
            super().connection_lost(exc)

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Says of a request that cannot be read only that."""
        del request, exc, message
        response = web.Response(status=status, text=f"{status}\n")
        response.force_close()
        return response

    def begin(self) -> None:
        """A whole request has arrived."""
        self.answering, self.since = True, self._loop.time()

    def end(self) -> None:
        """Its answer is taken."""
        self.answering, self.streams, self.since = False, False, self._loop.time()

    def is_late(self, now: float, limits: Limits) -> bool:
        """Whether it has stood for longer than it may."""
        return not self.streams and now - self.since > (limits.answering if self.answering else limits.reading)


class Door:
    """Lets connections in, and sends away who stands too long."""

    def __init__(self, limits: Limits, proxies: Sequence[Network]) -> None:
        self.limits, self.proxies = limits, proxies
        self.allowance = Allowance(limits)
        self.listeners = Admissions(limits.listeners, limits.listeners_each)
        self._connections = Admissions(limits.connections, limits.connections_each)
        self._visitors: set[Visitor] = set()

    @property
    def visitors(self) -> int:
        """How many are in."""
        return self._connections.taken

    def let_in(self, visitor: Visitor) -> bool:
        """Whether there is a place for one more; a proxy stands for many, each of whom is counted by request."""
        seat = client_of(visitor.peer, (), ())
        if not self._connections.take(seat, each=not is_proxy(visitor.peer, self.proxies)):
            return False
        self._visitors.add(visitor)
        return True

    def let_out(self, visitor: Visitor) -> None:
        """One has left."""
        self._visitors.discard(visitor)
        self._connections.leave(client_of(visitor.peer, (), ()))

    async def sweep(self) -> None:
        """Sends away, again and again, who does not read or does not ask."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.limits.sweep)
            now = loop.time()
            for visitor in [one for one in self._visitors if one.is_late(now, self.limits)]:
                if visitor.transport is not None:
                    visitor.transport.abort()

    def client(self, request: web.BaseRequest) -> str:
        """The address that a request counts for."""
        peer = request.transport.get_extra_info("peername") if request.transport is not None else None
        return client_of(str(peer[0]) if peer else "", request.headers.getall("X-Forwarded-For", []), self.proxies)
