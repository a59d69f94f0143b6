"""Somebody who asks for pages on a connection that is kept, and looks at the clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer: after how many seconds it was whole, its number, its print, and its bytes as sent."""

    seconds: float
    status: int
    etag: str
    size: int


class Line:
    """A connection to a server of pages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    def write(self, path: str, **more: str) -> None:
        """Asks, and waits for nothing."""
        named = {"Host": self._host, "Accept-Encoding": "gzip", **more}
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
        self._writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())

    async def get(self, path: str, **more: str) -> Answered:
        """Asks for a page, and reads all of the answer."""
        begun = time.perf_counter()
        self.write(path, **more)
        status, headers = await self.head()
        size = int(headers.get("content-length", 0))
        await self._reader.readexactly(size)
        return Answered(time.perf_counter() - begun, status, headers.get("etag", ""), size)

    async def head(self) -> tuple[int, Mapping[str, str]]:
        """The number and the headers of an answer."""
        told = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(one.lower().split(": ", 1) for one in told[1:] if one)
        return int(told[0].split()[1]), headers

    async def word(self) -> bytes:
        """The next line of a stream."""
        return await self._reader.readline()


@asynccontextmanager
async def line(at: str, host: str = "") -> AsyncIterator[Line]:
    """A connection to that address and port; the server is called by the host, or by where it listens."""
    address, _, port = at.rpartition(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    try:
        yield Line(reader, writer, host or at)
    finally:
        writer.close()
