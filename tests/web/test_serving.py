"""Pages by HTTP, over real sockets of this machine: who is answered, with what, and who is not."""

from __future__ import annotations

import asyncio
import gzip
import logging
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from tests.web.placeholder import Placeholder
from web.app import PageServer, Service, networks
from web.doors import Allowance, Limits, client_of
from web.library import FoundPage
from web.live import Listener, PageWatch
from web.shelf import REST, PageShelf

HOST = "pages.example.org"
CUP = "/en/club/cup"
LIMITS = Limits(sweep=0.02, pace=0.02)
PROXY = networks(("127.0.0.1", "10.0.0.0/8"))
FRAMES = "frame-ancestors"


async def end_of(reader: asyncio.StreamReader) -> bytes:
    """What still comes until the server ends the connection, in whichever way."""
    found = b""
    async with asyncio.timeout(20):
        with suppress(ConnectionError):
            while some := await reader.read(65_536):
                found += some
    return found


class Room:
    """A server of pages and whoever visits it."""

    def __init__(self, folder: Path, limits: Limits, proxies: tuple[str, ...] = ()) -> None:
        self.folder, self.library = folder, Placeholder(folder, f"https://{HOST}")
        service = Service(f"https://{HOST}", "127.0.0.1:0", networks(proxies), limits)
        self.server = PageServer(self.library, service)
        self.at = ""
        self.session = aiohttp.ClientSession(auto_decompress=False)

    def write(self, text: str) -> None:
        """The cup's page says this from now on."""
        (self.folder / "en-club-cup").write_text(text, encoding="utf-8")

    def change(self, text: str) -> None:
        """The page says something else, and the server hears of it."""
        self.write(text)
        self.server.note_change(frozenset({"cup"}))

    async def get(self, path: str = CUP, method: str = "GET", **headers: str) -> tuple[aiohttp.ClientResponse, bytes]:
        """The answer and what it holds."""
        named = {
            "Host": HOST,
            "Accept-Encoding": "identity",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        async with self.session.request(
            method, URL(f"http://{self.at}{path}", encoded=True), headers=named, allow_redirects=False
        ) as answer:
            return answer, await answer.read()

    async def status(self, path: str = CUP, method: str = "GET", **headers: str) -> int:
        """The number of the answer."""
        return (await self.get(path, method, **headers))[0].status

    async def raw(self, text: str) -> bytes:
        """What is answered to these very bytes, until the server ends the connection."""
        async with self.line() as (reader, writer):
            writer.write(text.encode())
            return await end_of(reader)

    @asynccontextmanager
    async def line(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection that asks for nothing by itself."""
        host, port = self.at.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            yield reader, writer
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def close(self) -> None:
        await self.session.close()
        await self.server.close()


@pytest.fixture
def limits() -> Limits:
    return LIMITS


@pytest.fixture
def proxies() -> tuple[str, ...]:
    return ()


@pytest.fixture
async def room(tmp_path: Path, limits: Limits, proxies: tuple[str, ...]) -> AsyncIterator[Room]:
    one = Room(tmp_path, limits, proxies)
    one.write("first")
    one.at = await one.server.open()
    yield one
    await one.close()


# --- pages ----------------------------------------------------------------------------------------------------------


async def test_a_page_is_kept_until_what_it_hangs_on_changes(room: Room) -> None:
    _, first = await room.get()
    room.write("second")
    assert (await room.get())[1] == first
    room.server.note_change(frozenset({"another cup"}))
    assert (await room.get())[1] == first
    room.server.note_change(frozenset({"cup"}))
    assert (await room.get())[1].strip() == b"second"
    room.write("third")
    room.server.note_change(None)
    assert (await room.get())[1].strip() == b"third"
    assert room.library.made == 3


async def test_many_who_ask_at_once_have_a_page_made_once(room: Room) -> None:
    found = await asyncio.gather(*(room.status() for _ in range(20)))
    assert (set(found), room.library.made) == ({200}, 1)


class Slow(Placeholder):
    """What it has read it hands out once it is told to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "")
        self.has_read, self.go_on = threading.Event(), threading.Event()

    def find(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        found = super().find(path, query)
        self.has_read.set()
        self.go_on.wait(20)
        return found


async def test_a_page_that_was_being_made_when_it_changed_is_made_anew_for_who_asks_after_that(room: Room) -> None:
    slow = Slow(room.folder)
    shelf = PageShelf(slow)
    before = asyncio.create_task(shelf.find(CUP, {}))
    await asyncio.to_thread(slow.has_read.wait, 20)
    room.write("second")
    shelf.note_change(frozenset({"cup"}))
    after = asyncio.create_task(shelf.find(CUP, {}))
    await asyncio.sleep(0)
    slow.go_on.set()
    found = [kept.found.body.strip() for kept in await asyncio.gather(before, after) if kept is not None]
    last = await shelf.find(CUP, {})
    shelf.close()
    assert (found, last is not None and last.found.body.strip()) == ([b"first", b"second"], b"second")
    assert slow.made == 2


class Laborious(Placeholder):
    """Each page takes it two seconds."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "")
        self.now = 0.0

    def find(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        self.now += 2.0
        return super().find(path, query)


async def test_after_a_page_was_made_anew_the_next_one_waits_and_a_new_one_does_not(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Laborious(room.folder)
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        library.now += max(0.0, seconds)

    monkeypatch.setattr("web.shelf.asyncio.sleep", wait)
    shelf = PageShelf(library, clock=lambda: library.now)
    await shelf.find(CUP, {})
    shelf.note_change(frozenset({"cup"}))
    await shelf.find(CUP, {})
    shelf.note_change(frozenset({"cup"}))
    await shelf.find(CUP, {"page": "2"})
    assert waited == [-2.0]
    library.now += 0.5
    await shelf.find(CUP, {})
    shelf.close()
    assert (waited, library.made) == ([-2.0, REST * 2.0 - 2.5], 4)


async def test_who_asks_while_a_page_waits_for_its_turn_has_it_with_all_that_changed_meanwhile(room: Room) -> None:
    shelf = PageShelf(room.library)
    await shelf.find(CUP, {})
    await shelf._anew.acquire()
    asked = []
    for text in ("second", "third", "last"):
        room.write(text)
        shelf.note_change(frozenset({"cup"}))
        asked.append(asyncio.create_task(shelf.find(CUP, {})))
        await asyncio.sleep(0)
    shelf._anew.release()
    found = {kept.found.body.strip() for kept in await asyncio.gather(*asked) if kept is not None}
    shelf.close()
    assert (found, room.library.made) == ({b"last"}, 2)


async def test_the_shelf_stays_within_its_bound(room: Room) -> None:
    room.server.shelf._most_bytes = 10_000
    for page in range(50):
        assert await room.status(f"{CUP}?page={page}") == 200
    assert 0 < room.server.shelf.size <= 10_000


async def test_what_means_nothing_in_an_address_makes_no_page(room: Room) -> None:
    for page in range(5):
        await room.get(f"{CUP}?utm={page}&page=2")
    assert room.library.made == 1


async def test_who_has_the_page_already_is_told_so(room: Room) -> None:
    answer, _ = await room.get()
    etag = answer.headers["ETag"]
    again, body = await room.get(If_None_Match=f'"other", {etag}')
    assert (again.status, body, again.headers["ETag"]) == (304, b"", etag)
    room.change("second")
    assert await room.status(If_None_Match=etag) == 200


async def test_a_page_is_packed_for_who_can_unpack_it(room: Room) -> None:
    plain, text = await room.get(Accept_Encoding="identity")
    packed, body = await room.get(Accept_Encoding="br;q=1, gzip;q=0.5")
    assert "Content-Encoding" not in plain.headers
    assert (packed.headers["Content-Encoding"], gzip.decompress(body)) == ("gzip", text)
    assert (await room.get(Accept_Encoding="gzip;q=0"))[1] == text
    assert "Accept-Encoding" in packed.headers["Vary"]


async def test_a_head_is_as_long_as_the_page_and_empty(room: Room) -> None:
    (head, nothing), (_, body) = await room.get(method="HEAD"), await room.get()
    assert (head.status, nothing) == (200, b"")
    assert len(body) == int(head.headers["Content-Length"])


async def test_a_page_lets_nothing_of_others_in_and_into_no_frame(room: Room) -> None:
    answer, _ = await room.get()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'")
    assert f"{FRAMES} 'none'" in policy
    assert "unsafe" not in policy
    assert (answer.headers["Referrer-Policy"], answer.headers["X-Content-Type-Options"]) == ("no-referrer", "nosniff")
    assert "aiohttp" not in answer.headers["Server"]
    overlay, _ = await room.get("/overlay/match")
    assert f"{FRAMES} *" in overlay.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in overlay.headers


async def test_others_may_read_the_api_and_no_page(room: Room) -> None:
    name = "Access-Control-Allow-Origin"
    assert (await room.get("/api/v1/events"))[0].headers[name] == "*"
    assert name not in (await room.get())[0].headers
    asked, _ = await room.get("/api/v1/events", "OPTIONS")
    assert (asked.status, asked.headers["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")


async def test_what_never_changes_may_be_kept_by_browsers_and_pages_are_asked_for_again(room: Room) -> None:
    assert (await room.get("/static/style.css"))[0].headers["Cache-Control"] == "public, max-age=3600"
    assert (await room.get())[0].headers["Cache-Control"] == "no-cache"


async def test_the_start_is_in_the_language_that_the_browser_likes_best(room: Room) -> None:
    answer, _ = await room.get("/", Accept_Language="fr, pt-BR;q=0.8, it;q=0.5")
    assert (answer.status, answer.headers["Location"]) == (302, f"https://{HOST}/pt/")
    assert answer.headers["Vary"] == "Accept-Language"


async def test_a_page_that_moved_is_told_under_the_address_of_the_settings(room: Room) -> None:
    answer, _ = await room.get("/old")
    assert (answer.status, answer.headers["Location"]) == (308, f"https://{HOST}{CUP}")


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/en/club/nothing", "/en/../club", "/en//club", "/%65n/club/cup", "/" + "x" * 600])
async def test_an_unknown_path_has_a_small_page_in_the_language_of_who_reads(room: Room, path: str) -> None:
    answer, body = await room.get(path, Accept_Language="fr, pt-BR;q=0.8, en;q=0.5")
    assert answer.status == 404
    assert b'lang="en"' in body or b'lang="pt"' in body
    assert f'href="https://{HOST}/' in body.decode()
    assert b"x" * 100 not in body


async def test_the_language_of_an_error_is_that_of_the_path_then_that_of_the_browser(room: Room) -> None:
    assert 'lang="it"' in (await room.get("/it/nothing", Accept_Language="pt"))[1].decode()
    assert 'lang="pt"' in (await room.get("/nothing", Accept_Language="fr, pt-BR;q=0.8, en;q=0.5"))[1].decode()


@pytest.mark.parametrize("host", ["evil.example.org", "pages.example.org.evil.org", "", "pages.example.org:99"])
async def test_an_unknown_host_is_refused(room: Room, host: str) -> None:
    assert await room.status(Host=host) == 421


async def test_the_host_of_the_settings_and_where_it_listens_are_known(room: Room) -> None:
    known = (HOST, HOST.upper(), f"{HOST}:443", room.at)
    assert [await room.status(Host=host) for host in known] == [200] * 4


async def test_a_request_without_a_host_or_with_two_is_refused(room: Room) -> None:
    assert (await room.raw("GET / HTTP/1.0\r\n\r\n")).startswith(b"HTTP/1.0 400")
    two = f"GET / HTTP/1.1\r\nHost: {HOST}\r\nHost: evil.org\r\nConnection: close\r\n\r\n"
    assert b" 400 " in (await room.raw(two)).splitlines()[0]


async def test_a_request_for_another_site_is_refused(room: Room) -> None:
    answer = await room.raw(f"GET http://evil.org{CUP} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n")
    assert answer.splitlines()[0].split()[1] in {b"400", b"421"}
    assert b"evil" not in answer


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
async def test_nothing_is_written_here(room: Room, method: str) -> None:
    answer, _ = await room.get(method=method)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")


async def test_a_request_that_brings_something_is_refused(room: Room) -> None:
    text = f"GET {CUP} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 99999999\r\n\r\n"
    assert (await room.raw(text)).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("head", ["X: " + "x" * 9000, "\r\n".join(f"X{n}: 1" for n in range(200)), "no header"])
async def test_a_head_that_is_too_long_or_none_is_refused_in_a_line(room: Room, head: str) -> None:
    answer = await room.raw(f"GET {CUP} HTTP/1.1\r\nHost: {HOST}\r\n{head}\r\n\r\n")
    assert answer.splitlines()[0].split()[1] == b"400"
    assert answer.endswith(b"\r\n\r\n400\n")


async def test_what_breaks_says_nothing_of_the_inside(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    answer, body = await room.get("/en/club/broken?secret=1")
    assert answer.status == 500
    assert b"RuntimeError" not in body
    assert ("RuntimeError in placeholder.py" in caplog.text, "secret" in caplog.text) == (True, False)
    assert await room.status() == 200


async def test_a_secret_address_is_in_no_log_and_kept_by_nobody(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    answer, body = await room.get("/secret/calendar.ics")
    assert (answer.status, body, answer.headers["Cache-Control"]) == (200, b"BEGIN", "private, no-store")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    await room.raw("GET /secret/calendar.ics HTTP/9.9\r\n\r\n")
    assert room.server.shelf.size == 0
    assert "secret" not in caplog.text


# --- limits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [replace(LIMITS, burst=3, each_second=0.01)])
@pytest.mark.parametrize("proxies", [("127.0.0.1",)])
async def test_each_visitor_behind_the_proxy_has_an_allowance_of_their_own(room: Room) -> None:
    for _ in range(3):
        assert await room.status(X_Forwarded_For="203.0.113.5") == 200
    answer, _ = await room.get(X_Forwarded_For="203.0.113.5")
    assert (answer.status, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert await room.status(X_Forwarded_For="198.51.100.1, 203.0.113.5") == 429
    assert await room.status(X_Forwarded_For="203.0.113.6") == 200


@pytest.mark.parametrize("limits", [replace(LIMITS, burst=3, each_second=0.01)])
async def test_a_forged_word_on_who_asks_is_believed_of_nobody(room: Room) -> None:
    found = [await room.status(X_Forwarded_For=f"203.0.113.{number}") for number in range(5)]
    assert found == [200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.2.3.4", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "unknown", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1, nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.0.0.1", "[2001:db8:1:2:ffff::1]:443", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("", "", ""),
    ],
)
def test_an_address_is_that_of_the_last_hop_that_is_no_proxy_of_ours(peer: str, forwarded: str, client: str) -> None:
    assert client_of(peer, [forwarded], PROXY) == client


def test_an_allowance_fills_by_itself() -> None:
    clock = [0.0]
    allowance = Allowance(Limits(burst=2, each_second=0.5), lambda: clock[0])
    assert [allowance.take("a") for _ in range(3)] == [0, 0, 2]
    assert allowance.take("b") == 0
    clock[0] = 2
    assert [allowance.take("a") for _ in range(2)] == [0, 2]


@pytest.mark.parametrize("limits", [replace(LIMITS, connections_each=3)])
async def test_one_address_has_so_many_connections(room: Room) -> None:
    async with room.line(), room.line(), room.line(), room.line() as (fourth, _):
        assert await end_of(fourth) == b""
        assert room.server.door.visitors == 3


@pytest.mark.parametrize("limits", [replace(LIMITS, reading=0.1)])
async def test_who_never_ends_a_request_is_sent_away(room: Room) -> None:
    async with room.line() as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: ")
        assert await end_of(reader) == b""
        assert room.server.door.visitors == 0


@pytest.mark.parametrize("limits", [replace(LIMITS, answering=1.0)])
async def test_who_stops_reading_is_sent_away_and_others_are_answered(room: Room) -> None:
    async with asyncio.timeout(20), room.line() as (reader, writer):
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(f"GET /en/club/big HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        while not any(one.answering for one in room.server.door._visitors):
            await asyncio.sleep(0.01)
        assert await room.status() == 200
        while any(one.answering for one in room.server.door._visitors):
            await asyncio.sleep(0.01)
        reader._transport.resume_reading()  # type: ignore[attr-defined]
        assert len(await end_of(reader)) < len(b"big ") * 4_000_000


# --- live -----------------------------------------------------------------------------------------------------------


async def words(answer: aiohttp.ClientResponse) -> AsyncGenerator[dict[str, str], None]:
    """What a stream says, word by word; a sign of life is an empty one."""
    word: dict[str, str] = {}
    async for line in answer.content:
        if line == b"\n":
            yield word
            word = {}
        elif not line.startswith(b":"):
            name, _, value = line.decode().strip().partition(": ")
            word[name] = value


async def test_who_listens_is_told_of_a_change_and_of_nothing_else(room: Room) -> None:
    async with asyncio.timeout(20), room.session.get(f"http://{room.at}{CUP}/stream", headers={"Host": HOST}) as answer:
        assert (answer.status, answer.content_type) == (200, "text/event-stream")
        heard = words(answer)
        now = await anext(heard)
        assert (now["event"], now["id"] == now["data"], "retry" in now) == ("now", True, True)
        room.server.note_change(frozenset({"cup"}))
        room.server.note_change(frozenset({"another cup"}))
        room.change("second")
        told = await anext(heard)
        assert ("event" in told, told["data"] != now["data"], told["id"]) == (False, True, told["data"])
        assert (await room.get())[1].strip() == b"second"


async def test_many_changes_are_told_in_few_words(room: Room) -> None:
    async with asyncio.timeout(20), room.session.get(f"http://{room.at}{CUP}/stream", headers={"Host": HOST}) as answer:
        heard = words(answer)
        await anext(heard)
        for number in range(200):
            room.change(f"{number}")
        room.change("last")
        last = (await room.get())[0].headers["ETag"]
        count = 1
        while last != f'W/"{(await anext(heard))["data"]}"':
            count += 1
        assert count < 5


@pytest.mark.parametrize("limits", [replace(LIMITS, listeners_each=2, heartbeat=0.01)])
async def test_one_address_listens_so_often_and_who_leaves_makes_room(room: Room) -> None:
    at, headers = f"http://{room.at}{CUP}/stream", {"Host": HOST}
    first, second = [await room.session.get(at, headers=headers) for _ in range(2)]
    assert await room.status(f"{CUP}/stream") == 429
    heard = words(first)
    await anext(heard)
    assert await anext(heard) == {}
    first.close()
    await heard.aclose()
    async with asyncio.timeout(20):
        while room.server.door.listeners.taken > 1:
            await asyncio.sleep(0.01)
    (await room.session.get(at, headers=headers)).close()
    second.close()


async def test_who_comes_to_listen_just_as_a_page_changes_takes_the_word_from_nobody(room: Room) -> None:
    watch, first = PageWatch(room.server.shelf, CUP, LIMITS.pace), Listener()
    await watch.look()
    first.revision = watch.revision
    watch.listeners.add(first)
    room.change("second")
    watch.listeners.add(Listener())
    await watch.look()
    assert await first.news(within=1) == watch.revision


async def test_there_is_no_stream_of_what_is_not_there_or_is_secret(room: Room) -> None:
    assert [await room.status(f"{path}/stream") for path in ("/nothing", "/secret/calendar.ics")] == [404, 404]


@pytest.mark.parametrize(
    ("path", "told"), [("/api/v1/events", "noindex"), ("/secret/calendar.ics", "noindex"), (CUP, None)]
)
async def test_what_is_no_page_asks_search_engines_itself_to_stay_away(room: Room, path: str, told: str | None) -> None:
    assert (await room.get(path))[0].headers.get("X-Robots-Tag") == told
