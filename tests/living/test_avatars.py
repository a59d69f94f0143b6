"""Fetching faces: within a moment, within their bounds, once, and never in the way of the picture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.kernel.context import Query, Tx
from bot.kernel.database import Database
from bot.kernel.errors import UserError
from bot.kernel.ids import Community, GuildId, MemberId, PersonId
from bot.living import avatars as living_avatars
from bot.living.avatars import AvatarCache, DiscordAvatars, FaceBeyond, download
from bot.living.transactions import UnitsOfWork
from bot.people import store as people_store
from bot.people.model import Person
from bot.server import store as server_store
from tests import empty_database

GUILD, ANA = GuildId(1), MemberId(2)
PERSON = PersonId("ana")
NOW = datetime(2026, 3, 1, tzinfo=UTC)


class NoPicture(UserError):
    """What a hostile file is refused with."""


@dataclass
class Source:
    """Discord as a test wants it."""

    name: str | None = "a1"
    data: bytes | Exception = b"file"
    asked: int = 0
    fetched: int = 0
    held: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.held.set()

    def note(self, guild_id: GuildId, user: object) -> None: ...

    def picture_name(self, guild_id: GuildId, member_id: MemberId) -> str | None:
        return self.name

    async def ask(self, guild_id: GuildId, member_id: MemberId) -> str:
        self.asked += 1
        return "asked"

    async def fetch(self, guild_id: GuildId, member_id: MemberId) -> bytes:
        self.fetched += 1
        await self.held.wait()
        if isinstance(self.data, Exception):
            raise self.data
        return self.data


@dataclass
class Desk:
    """An album over a real file, with a clock that the test moves."""

    units: UnitsOfWork
    source: Source
    album: AvatarCache
    now: datetime = NOW

    async def prepare(self, seconds: float = 2) -> None:
        await self.album.prepare(GUILD, (ANA,), timedelta(seconds=seconds))

    async def kept(self) -> tuple[str, bytes | None] | None:
        def look(tx: Query) -> tuple[str, bytes | None] | None:
            found, picture = people_store.load_face(tx, PERSON), people_store.pictures(tx, {PERSON}).get(PERSON)
            return None if found is None else (found.avatar, picture)

        return await self.units.ask(look)


async def made_small(data: bytes) -> bytes:
    if data == b"bomb":
        raise NoPicture
    return data + b" made small"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    empty_database.put(tmp_path / "faces.db")
    database = await Database.open(tmp_path / "faces.db", migrations=Path("migrations"))
    opened: list[Desk] = []
    units = UnitsOfWork(database, lambda: opened[0].now, bytes)
    source = Source()
    opened.append(Desk(units, source, AvatarCache(units, made_small, cast("living_avatars.Avatars", source))))

    def found(tx: Tx) -> None:
        server_store.save(tx, Community(GUILD, MemberId(1), "en-US", "UTC", set_up_at=NOW))
        people_store.save(tx, Person(PERSON, GUILD, ANA, "Ana", None, NOW))

    await units.do(found)
    yield opened[0]
    await opened[0].album.close()
    await database.close()


async def test_a_face_is_fetched_once_and_anew_when_it_changes_or_is_old(desk: Desk) -> None:
    for _ in range(2):
        await desk.prepare()
    assert (desk.source.fetched, await desk.kept()) == (1, ("a1", b"file made small"))
    desk.source.name = "a2"
    await desk.prepare()
    assert (desk.source.fetched, await desk.kept()) == (2, ("a2", b"file made small"))
    desk.now += living_avatars.RENEWED_AFTER
    await desk.prepare()
    assert (desk.source.fetched, desk.source.asked) == (3, 0)


async def test_discord_is_asked_only_of_whom_nothing_was_seen_and_nothing_is_kept(desk: Desk) -> None:
    desk.source.name = None
    for _ in range(2):
        await desk.prepare()
    assert (desk.source.asked, desk.source.fetched, await desk.kept()) == (1, 1, ("asked", b"file made small"))
    desk.now += living_avatars.BELIEVED_FOR
    await desk.prepare()
    assert desk.source.asked == 2


async def test_who_shows_no_picture_costs_nothing_and_one_that_was_taken_off_goes(desk: Desk) -> None:
    await desk.prepare()
    desk.source.name = ""
    await desk.prepare()
    assert await desk.kept() is None
    await desk.prepare()
    assert desk.source.fetched == 1


async def test_what_takes_too_long_is_not_waited_for_and_is_there_the_next_time(desk: Desk) -> None:
    desk.source.held.clear()
    await desk.prepare(0.01)
    assert await desk.kept() is None
    await desk.prepare(0.01)
    assert desk.source.fetched == 1, "who is being fetched is not fetched twice"
    desk.source.held.set()
    await desk.prepare()
    assert await desk.kept() == ("a1", b"file made small")


async def test_a_file_that_is_no_picture_is_not_fetched_again_as_long_as_it_stays(desk: Desk) -> None:
    desk.source.data = b"bomb"
    for _ in range(2):
        await desk.prepare()
    assert (desk.source.fetched, await desk.kept()) == (1, ("a1", None))


@pytest.mark.parametrize(
    "fault", [OSError(), TimeoutError(), FaceBeyond(), aiohttp.ClientError(), LookupError(), discord.DiscordException()]
)
async def test_trouble_is_nobodys_but_the_faces(desk: Desk, fault: Exception, caplog: pytest.LogCaptureFixture) -> None:
    desk.source.data = fault
    await desk.prepare()
    assert await desk.kept() is None
    assert "ERROR" not in [record.levelname for record in caplog.records]
    desk.source.data = b"file"
    await desk.prepare()
    assert await desk.kept() == ("a1", b"file made small")


async def test_what_nobody_has_thought_of_is_in_the_log_and_the_picture_is_made(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.source.data = ZeroDivisionError()
    await desk.prepare()
    assert "ERROR" in [record.levelname for record in caplog.records]


async def test_the_end_of_the_bot_waits_for_no_face(desk: Desk) -> None:
    desk.source.held.clear()
    await desk.prepare(0.01)
    await asyncio.wait_for(desk.album.close(), 1)
    assert await desk.kept() is None


def member(key: str | None) -> Any:
    """Somebody as discord.py describes them; of a picture the key alone is looked at."""
    asset = None if key is None else SimpleNamespace(key=key)
    return SimpleNamespace(id=int(ANA), avatar=asset)


def test_what_a_press_tells_of_a_member_is_remembered_and_of_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living_avatars, "MOST_SEEN", 1)
    avatars = DiscordAvatars(cast("discord.Client", None))
    assert avatars.picture_name(GUILD, ANA) is None
    avatars.note(GUILD, member("a1"))
    assert avatars.picture_name(GUILD, ANA) == "a1"
    avatars.note(GUILD, member(None))
    assert avatars.picture_name(GUILD, ANA) == ""
    avatars.note(GuildId(2), member("b"))
    assert avatars.picture_name(GUILD, ANA) is None


class Client:
    """Discord, which knows Ana."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def fetch_user(self, number: int) -> Any:
        self.asked.append(number)
        return member("a9")


async def test_who_has_pressed_nothing_since_the_start_is_asked_for_by_one_call() -> None:
    client = Client()
    avatars = DiscordAvatars(cast("discord.Client", client))
    assert await avatars.ask(GUILD, ANA) == "a9"
    assert (client.asked, avatars.picture_name(GUILD, ANA)) == ([ANA], "a9")
    with pytest.raises(LookupError):
        await avatars.fetch(GUILD, MemberId(404))


@asynccontextmanager
async def server(answer: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> AsyncIterator[str]:
    """A store of pictures on this machine."""
    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.05)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        await runner.cleanup()


async def test_a_picture_is_downloaded_within_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    async def small(_: web.Request) -> web.Response:
        return web.Response(body=b"x" * 1000)

    async def huge(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        while True:
            await answer.write(b"x" * 65536)

    async def slow(_: web.Request) -> web.Response:
        await asyncio.sleep(30)
        return web.Response()

    async def elsewhere(_: web.Request) -> web.Response:
        raise web.HTTPFound("http://127.0.0.1:1/")

    async with server(small) as url:
        assert await download(url) == b"x" * 1000
    async with server(huge) as url:
        with pytest.raises(FaceBeyond):
            await download(url)
    async with server(elsewhere) as url:
        with pytest.raises(FaceBeyond):
            await download(url)
    monkeypatch.setattr(living_avatars, "FETCH_WITHIN", timedelta(milliseconds=50))
    async with server(slow) as url:
        with pytest.raises(TimeoutError):
            await download(url)
