"""The pages of the site: each address is read, its facts are asked of the records, and drawn.

What is asked of the records comes as `Public…` objects alone. Those of events are kept for a moment, since all pages
of an event are drawn of the same one.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

from bot import wiring
from bot.features.pages import (
    calendar_messages,
    event_messages,
    player_messages,
    record_messages,
    server_messages,
    site_messages,
    site_verbs,
)
from bot.features.pages.public_model import (
    WHOLE,
    Public,
    PublicCalendar,
    PublicEvent,
    PublicPlayer,
    PublicRanking,
    PublicRecord,
    PublicSeries,
    PublicServer,
)
from bot.i18n.catalogue import Translator
from bot.kernel.addresses import Place
from bot.kernel.context import OpenDatabase, Query, Work
from bot.kernel.database import open_to_read, version
from bot.kernel.ids import TournamentId
from bot.kernel.remembering import Memory, RememberingQuery
from web import api, calendars, openapi, overlays
from web.addresses import (
    API,
    CALENDAR,
    FALLBACK,
    LANGUAGES,
    OVERLAYS,
    STATIC,
    Address,
    AddressKind,
    NoSuchPage,
    Part,
    address_of,
)
from web.api_routes import ApiCall
from web.library import FoundPage, Unit
from web.rendering import Site, render
from web.site_paths import PathsOfServer

T = TypeVar("T")

HTML: Final = "text/html; charset=utf-8"
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
_YEAR: Final = 365 * 24 * 3600
_PRINT: Final = 10
"""Letters of the print that stands behind the name of a file, so that a new one has another address."""
_STREAM: Final = "/stream"
_ROBOTS: Final = b"User-agent: *\nDisallow: /api/\nDisallow: /overlay/\n"
"""Pages themselves say whether they may be listed."""
_MOST_EVENTS: Final = 64
_KEPT_FOR: Final = 20.0
"""Seconds that an event is kept though nothing was written: moments pass by themselves."""


def _now() -> datetime:
    return datetime.now(UTC)


class SiteLibrary:
    """Reads the database with a connection of its own, on the thread that first asks."""

    def __init__(
        self, database: Place, address: str, *, is_live: bool, file_name: str = "", clock: Callable[[], datetime] = _now
    ) -> None:
        """As `open_library`. Where the database is of another time than this, `clock` says which."""
        wiring.join()
        self._database, self._address, self._clock = database, address, clock
        self._site = Site(base=address, is_live=is_live, file_name=file_name)
        self._static = {f"/{STATIC}/{one.name}": one.read_bytes() for one in (_HOME / STATIC).iterdir()}
        self._connection: OpenDatabase | None = None
        self._admitted: set[str] = set()
        self._memory = Memory()
        self._events: OrderedDict[tuple[str, str, str], _KeptEvent] = OrderedDict()
        self._begun, self._numbers = secrets.token_hex(6), count()
        self._players: set[str] = set()
        """Keys of people's own pages that were told: one that is taken back is named by nothing any more."""

    # --- addresses --------------------------------------------------------------------------------------------------

    def key(self, path: str, query: Mapping[str, str]) -> str:
        """The same for two addresses of the same page."""
        if path.startswith(f"/{OVERLAYS}/"):
            return f"{path} {overlays.read_overlay(path, query)}"
        if path.startswith(f"/{API}/"):
            try:
                call = api.read_call(path, query)
            except api.NotRead as error:
                return f"{path} {error.parameter}"
            return f"{path} {call.page} {call.language}"
        if path in self._static:
            return f"{path} {_print_of(self._static[path]) in query}"
        return path

    def streamed(self, path: str) -> str | None:
        """The page of an event or of a server, of whose changes the stream tells."""
        if not path.endswith(_STREAM):
            return None
        try:
            call = api.read_call(path, {})
        except api.NotRead:
            return None
        if call.route.answers is not None:
            return None
        server, event = (*call.keys, "")[:2]
        return Address(AddressKind.EVENT if event else AddressKind.SERVER, FALLBACK, server, event).path

    def find(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        """What stands at the path."""
        if path in self._static:
            return _static_file(path, self._static[path], query)
        if path == "/robots.txt":
            return FoundPage(_ROBOTS, "text/plain; charset=utf-8", frozenset(), max_age=3600)
        if path.startswith(f"/{API}/"):
            return self._api(path, query)
        if path.startswith(f"/{OVERLAYS}/"):
            return self._overlay(path, query)
        if path.endswith(f"/{CALENDAR}"):
            return self._calendar(path.split("/")[1:-1])
        return self._page(path)

    def behind(self, written: Sequence[Unit]) -> frozenset[str] | None:
        """The keys of what hangs on rows that were written."""
        return self._ask(lambda tx: site_verbs.behind(tx, written, self._players))

    def version(self) -> int:
        """The database's own number, which any commit of others changes."""
        return version(self._opened())

    def close(self) -> None:
        """Lets go of the database."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- pages ------------------------------------------------------------------------------------------------------

    def _page(self, path: str) -> FoundPage | None:
        try:
            address = address_of(path)
        except NoSuchPage:
            return _with_slash(path)
        translator = Translator(address.locale)
        shown = self._object(address, translator)
        if shown is None:
            return None
        try:
            body = render(shown, address, translator, self._site)
        except NoSuchPage:
            return None
        return FoundPage(body, HTML, _depends_on(address), revision=self._revision(address))

    def _object(self, address: Address, translator: Translator) -> Public | None:
        """What the page at the address is drawn of."""
        server, key, page = address.server, address.key, address.page
        match address.kind:
            case AddressKind.START:
                return self._ask(site_messages.public_start)
            case AddressKind.EVENT | AddressKind.MATCH:
                return self.event(server, address.event, translator)
            case AddressKind.SERVER:
                return self.server(server, page, translator)
            case AddressKind.RANKING:
                return self.ranking(server, key, WHOLE if address.part is Part.NAMES else page, translator)
            case AddressKind.SERIES:
                return self.series(server, key, translator)
            case AddressKind.PLAYER:
                return self.player(server, key, translator)

    def _revision(self, address: Address) -> str:
        """Of the page whose stream tells of all pages of an event, that of all that is known of it."""
        is_told = address.language == FALLBACK and address.kind is AddressKind.EVENT and address.part is Part.NOW
        if not is_told or not self._site.is_live:
            return ""
        kept = self._events.get((address.server, address.event, address.locale))
        # Readers who come back after this process has ended know revisions of another one.
        return "" if kept is None else f"{self._begun}-{kept.number}"

    # --- facts, as the API asks for them too ------------------------------------------------------------------------

    def event(self, server: str, key: str, translator: Translator) -> PublicEvent | None:
        """An event of a server, kept for as long as nothing was written."""
        seen, now, place = self.version(), time.monotonic(), (server, key, translator.locale)
        kept = self._events.get(place)
        if kept is None or kept.version != seen or now - kept.at > _KEPT_FOR:
            found = self._ask(lambda tx: event_messages.public_event(tx, server, TournamentId(key), translator))
            number = next(self._numbers) if kept is None or kept.event != found else kept.number
            kept = self._events[place] = _KeptEvent(seen, now, number, found)
        self._events.move_to_end(place)
        if len(self._events) > _MOST_EVENTS:
            self._events.popitem(last=False)
        return kept.event

    def server(self, key: str, page: int, translator: Translator) -> PublicServer | None:
        """A server, with a page of what is over."""
        return self._ask(lambda tx: server_messages.public_server(tx, key, page, translator))

    def ranking(self, server: str, key: str | None, page: int, translator: Translator) -> PublicRanking | None:
        """A rating list; the latest without a key."""
        return self._ask(lambda tx: server_messages.public_ranking(tx, server, key or "", page, translator))

    def series(self, server: str, key: str, translator: Translator) -> PublicSeries | None:
        """A series of events."""
        return self._ask(lambda tx: server_messages.public_series(tx, server, key, translator))

    def player(self, server: str, key: str, translator: Translator) -> PublicPlayer | None:
        """The page of somebody who switched it on."""
        found = self._ask(lambda tx: player_messages.public_player(tx, server, key, translator))
        if found is not None:
            self._players.add(key)
        return found

    def record(self, server: str, event: str, translator: Translator) -> PublicRecord | None:
        """The record of an event that is over."""
        return self._ask(lambda tx: record_messages.public_record(tx, server, TournamentId(event), translator))

    # --- feeds ------------------------------------------------------------------------------------------------------

    def _api(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        if path == openapi.PATH:
            body = openapi.description(self._address)
            return FoundPage(body, openapi.CONTENT_TYPE, frozenset(), max_age=3600, cors=True)
        try:
            call = api.read_call(path, query, self._address)
        except api.NotRead as error:
            said, depends_on = api.refusal(error), frozenset[str]()
        else:
            if call.route.answers is None:
                return None
            said, depends_on = api.answer(call, self), _behind_call(call)
        return FoundPage(said.body, said.content_type, depends_on, cors=True, status=said.status)

    def _overlay(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        call = overlays.read_overlay(path, query)
        event = None if call is None else self.event(call.server, call.event, call.look.translator)
        if call is None or event is None:
            return None
        return FoundPage(overlays.overlay(event, call), HTML, frozenset({site_verbs.of_event(event.key)}), framed=True)

    def _calendar(self, words: list[str]) -> FoundPage | None:
        if not words or words[0] not in LANGUAGES:
            return None
        translator = Translator(LANGUAGES[words[0]])
        match words[1:]:
            case ["calendar", secret]:
                found = self._ask(lambda tx: calendar_messages.player_calendar(tx, secret, translator))
                return self._calendar_file(found, frozenset(), is_secret=True)
            case [server]:
                found = self._ask(lambda tx: calendar_messages.server_calendar(tx, server, translator))
                return self._calendar_file(found, _of_lists(server))
            case [server, "series", key]:
                found = self._ask(lambda tx: calendar_messages.series_calendar(tx, server, key, translator))
                return self._calendar_file(found, _of_lists(server))
            case _:
                return None

    def _calendar_file(
        self, calendar: PublicCalendar | None, depends_on: frozenset[str], *, is_secret: bool = False
    ) -> FoundPage | None:
        if calendar is None:
            return None
        body = calendars.calendar_text(calendar, self._address or None)
        return FoundPage(body, calendars.CONTENT_TYPE, depends_on, cors=not is_secret, is_secret=is_secret)

    # --- everything that is published -------------------------------------------------------------------------------

    def addresses(self, keys: frozenset[str] | None) -> Iterator[str]:
        """Every path that is published, or those that hang on one of the keys."""
        if keys is None:
            yield from (*self._static, "/robots.txt", "/")
        for language in LANGUAGES if keys is None or site_verbs.START in keys else ():
            yield Address(AddressKind.START, language).path
        for server in self._ask(lambda tx: list(site_verbs.servers(tx))):
            yield from PathsOfServer(self, server, keys)

    # --- the database -----------------------------------------------------------------------------------------------

    def _ask(self, question: Callable[[Query], T]) -> T:
        with self._moment() as tx:
            return question(tx)

    @contextmanager
    def _moment(self) -> Iterator[Query]:
        """All that is asked within is of one moment."""
        connection = self._opened()
        connection.execute("BEGIN")
        try:
            self._memory.begin(connection)
            yield RememberingQuery(Work(connection, self._admitted), self._clock(), self._memory)
        finally:
            if connection.in_transaction:
                connection.rollback()

    def _opened(self) -> OpenDatabase:
        if self._connection is None:
            self._connection = open_to_read(self._database)
        return self._connection


_HOME: Final = Path(__file__).parent


class _KeptEvent:
    """An event as it was at a version of the database; another number is given to what differs from before."""

    __slots__ = ("at", "event", "number", "version")

    def __init__(self, version: int, at: float, number: int, event: PublicEvent | None) -> None:
        self.version, self.at, self.number, self.event = version, at, number, event


def open_library(database: Place, address: str, *, is_live: bool = True) -> SiteLibrary:
    """The site over a database, whose pages are read at the address."""
    return SiteLibrary(database, address, is_live=is_live)


# --- what hangs on what ---------------------------------------------------------------------------------------------


def _depends_on(address: Address) -> frozenset[str]:
    match address.kind:
        case AddressKind.START:
            return frozenset({site_verbs.START})
        case AddressKind.EVENT | AddressKind.MATCH:
            return frozenset({site_verbs.of_event(address.event)})
        case AddressKind.SERVER:
            # What runs is on the first page alone.
            kind = site_verbs.of_archive if address.page > 1 else site_verbs.of_server
            return frozenset({kind(address.server)})
        case AddressKind.RANKING:
            return frozenset({site_verbs.of_rankings(address.server)})
        case AddressKind.SERIES:
            return frozenset({site_verbs.of_series(address.server)})
        case AddressKind.PLAYER:
            return frozenset({site_verbs.of_player(address.key)})


def _of_lists(server: str) -> frozenset[str]:
    return frozenset({site_verbs.of_server(server), site_verbs.of_archive(server)})


def _behind_call(call: ApiCall) -> frozenset[str]:
    """By the first words of the route: all below an event hangs on it, all else on its server."""
    server = call.keys[0]
    kinds = call.route.path.split("/")
    if len(kinds) > 3 and kinds[3] == "events" and len(call.keys) > 1:
        return frozenset({site_verbs.of_event(call.keys[1])})
    if "players" in kinds:
        return frozenset({site_verbs.of_player(call.keys[1])})
    return frozenset(
        {site_verbs.of_rankings(server)} if "rankings" in kinds else {site_verbs.of_series(server), *_of_lists(server)}
    )


# --- what is no page ------------------------------------------------------------------------------------------------


def _static_file(path: str, body: bytes, query: Mapping[str, str]) -> FoundPage:
    """A file whose address has its print may be kept for ever."""
    kind = _KINDS.get(Path(path).suffix, "application/octet-stream")
    return FoundPage(body, kind, frozenset(), max_age=_YEAR if _print_of(body) in query else 0)


def _print_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:_PRINT]


def _with_slash(path: str) -> FoundPage | None:
    """Where an address lacks nothing but the slash at its end, the way to it."""
    try:
        address_of(f"{path}/")
    except NoSuchPage:
        return None
    return FoundPage(b"", HTML, frozenset(), moved_to=f"{path}/", status=HTTPStatus.PERMANENT_REDIRECT)
