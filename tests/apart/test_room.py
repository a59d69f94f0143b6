"""Who waits for whom until a file is read."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.kernel.files import StillReading
from bot.kernel.ids import GuildId, MemberId
from bot.living.apart import AT_ONCE, Apart, ReadingRoom
from bot.living.apart_child import Reading
from tests.apart import shapes


class Slow:
    """Reads until it is told to end."""

    def __init__(self) -> None:
        self.begun: list[object] = []
        self.go_on = asyncio.Event()

    async def run(self, reading: Reading[Any], arguments: tuple[object, ...]) -> object:
        del reading
        self.begun.append(arguments[0])
        await self.go_on.wait()
        return arguments

    def close(self) -> None:
        self.go_on.set()


async def brought(room: ReadingRoom, guild: int, member: int, name: bytes = b"") -> object:
    async def fetch() -> bytes:
        return name

    return await room.read(shapes.of("length"), (GuildId(guild), MemberId(member)), fetch, "cup.json")


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_second_file_of_a_person_is_refused_until_the_first_is_read() -> None:
    slow = Slow()
    room = ReadingRoom(slow)
    first = asyncio.create_task(brought(room, 1, 7))
    await settled()
    with pytest.raises(StillReading):
        await brought(room, 2, 7)
    slow.go_on.set()
    await first
    assert await brought(room, 2, 7) == (b"", "cup.json")


async def test_a_server_with_many_files_holds_up_no_other_server() -> None:
    slow = Slow()
    room = ReadingRoom(slow)
    tasks = [asyncio.create_task(brought(room, 1, member, b"crowd")) for member in range(10)]
    tasks.append(asyncio.create_task(brought(room, 2, 99, b"other")))
    await settled()
    assert slow.begun == [b"crowd", b"other"]
    slow.go_on.set()
    await asyncio.gather(*tasks)
    assert len(slow.begun) == 11


async def test_of_all_servers_so_many_are_read_at_once_and_nobody_is_left_out() -> None:
    slow = Slow()
    room = ReadingRoom(slow)
    tasks = [asyncio.create_task(brought(room, guild, guild)) for guild in range(1, 7)]
    await settled()
    assert len(slow.begun) == AT_ONCE
    slow.go_on.set()
    await asyncio.gather(*tasks)
    assert len(slow.begun) == 6


async def test_whoever_is_refused_or_breaks_off_leaves_the_place_to_others() -> None:
    room = ReadingRoom(Apart())
    waiting = asyncio.create_task(brought(room, 1, 7))
    await settled()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await brought(room, 1, 7, b"abc") == 11
    room.close()
