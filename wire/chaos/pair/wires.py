"""The network between one process of the bot and the database: a proxy that cuts it, or swallows all without a word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import cast

COMMIT = b"COMMIT\0"


class Way(StrEnum):
    """What becomes of what is sent."""

    OPEN = "open"
    CUT = "cut"
    SWALLOWS = "swallows"


class Wire:
    """Everything of one process goes through here, both ways. `port` is on 127.0.0.1."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self.port = 0
        self.way = Way.OPEN
        self.cut_at_commit: str | None = None
        """Whether the next COMMIT cuts everything: `before` it arrives, or `after`, so that it stands unanswered."""
        self._calls: set[_Call] = set()
        self._connecting: set[asyncio.Task[object]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wire]:
        """Itself, until the block ends; then both sides lose everything."""
        door = await asyncio.get_running_loop().create_server(lambda: _End(self), "127.0.0.1", 0)
        self.port = int(door.sockets[0].getsockname()[1])
        try:
            yield self
        finally:
            door.close()
            self.cut()
            # A turn of the loop, in which what was given up is let go.
            await asyncio.sleep(0)

    def cut(self) -> None:
        """Both sides lose all connections at once, and nobody comes through any more."""
        self.way = Way.CUT
        for call in tuple(self._calls):
            call.abort()

    def swallow(self) -> None:
        """From now on nothing arrives, and neither side is told."""
        self.way = Way.SWALLOWS

    def heal(self, *, goes_on: bool) -> None:
        """Everything comes through again; what was swallowed arrives now, or its connections are lost."""
        self.way = Way.OPEN
        for call in tuple(self._calls):
            if goes_on:
                call.go_on()
            elif call.has_missed:
                call.abort()

    # What the ends of a connection tell

    def came(self, end: _End, transport: asyncio.Transport) -> None:
        """Somebody wants through."""
        if self.way is Way.CUT:
            transport.abort()
            return
        end.call = call = _Call(self, transport)
        self._calls.add(call)
        if self.way is Way.OPEN:
            self.connect(call)

    def connect(self, call: _Call) -> None:
        """Leads on to the server."""
        task: asyncio.Task[object] = asyncio.create_task(self._connect(call))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    async def _connect(self, call: _Call) -> None:
        try:
            loop, there = asyncio.get_running_loop(), str(self._server / ".s.PGSQL.5432")
            transport, _ = await loop.create_unix_connection(lambda: _End(self, call), there)
        except OSError:
            call.abort()
            return
        call.reach(transport)

    def forget(self, call: _Call) -> None:
        """It is over."""
        self._calls.discard(call)


class _Call:
    """One connection, and what of it was swallowed."""

    def __init__(self, wire: Wire, here: asyncio.Transport) -> None:
        self._wire, self._here = wire, here
        self._there: asyncio.Transport | None = None
        self._kept: list[tuple[bool, bytes]] = []
        """What was swallowed, and whether it is for the server."""
        self._ended = False

    @property
    def has_missed(self) -> bool:
        """Whether anything of it was swallowed, or it never came to the server."""
        return bool(self._kept) or self._there is None or self._ended

    def reach(self, there: asyncio.Transport) -> None:
        """It has come to the server."""
        self._there = there
        if self._wire.way is Way.OPEN:
            self.go_on()

    def carry(self, data: bytes, *, is_asking: bool) -> None:
        """Hands on what one side says."""
        wire = self._wire
        if COMMIT in data and wire.cut_at_commit == ("before" if is_asking else "after"):
            wire.cut_at_commit = None
            wire.cut()
            return
        to = self._there if is_asking else self._here
        if wire.way is Way.SWALLOWS or to is None or self._kept:
            self._kept.append((is_asking, data))
        else:
            to.write(data)

    def go_on(self) -> None:
        """What was swallowed arrives."""
        if self._there is None:
            self._wire.connect(self)
            return
        kept, self._kept = self._kept, []
        for is_asking, data in kept:
            (self._there if is_asking else self._here).write(data)
        if self._ended:
            self.abort()

    def end(self) -> None:
        """One side is gone; where all is swallowed the other never hears of it."""
        self._ended = True
        if self._wire.way is not Way.SWALLOWS:
            self.abort()

    def abort(self) -> None:
        """Both sides lose it."""
        self._wire.forget(self)
        for one in (self._here, self._there):
            if one is not None:
                one.abort()


class _End(asyncio.Protocol):
    """One side of a connection: the bot's, or with a call the server's."""

    def __init__(self, wire: Wire, call: _Call | None = None) -> None:
        self._wire, self.call, self._is_asking = wire, call, call is None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._is_asking:
            self._wire.came(self, cast("asyncio.Transport", transport))

    def data_received(self, data: bytes) -> None:
        if self.call is not None:
            self.call.carry(data, is_asking=self._is_asking)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self.call is not None:
            self.call.end()
