"""Every address of the pages: what it names, how it is written and read, and how one page links to another.

`/pt/SERVER/EVENT/players/p2/` is the second page of an event's players in Portuguese. A key is a short word of the
bot's own making, never an id of Discord. Links between pages are relative, so that the same files work at the root of
a web space, below a folder of it, and from a disk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Self

# --- languages ------------------------------------------------------------------------------------------------------


LANGUAGES: Final[Mapping[str, str]] = MappingProxyType({"en": "en-US", "pt": "pt-BR", "es": "es-ES", "it": "it"})
"""The first part of a path, and the locale of the catalogues."""
FALLBACK: Final = "en"
_RANGE: Final = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def preferred(accept_language: str) -> str:
    """The language that a browser wants most by its Accept-Language; English where it wants none of ours."""
    weighed: dict[str, float] = {}
    for part in accept_language[:1000].split(","):
        found = _RANGE.fullmatch(part)
        if found is not None:
            word, weight = found[1].lower(), float(found[2] or 1)
            weighed[word] = max(weight, weighed.get(word, 0.0))
    ours = [word for word in weighed if word in LANGUAGES and weighed[word] > 0]
    return max(ours, key=lambda word: weighed[word], default=FALLBACK)


# --- addresses ------------------------------------------------------------------------------------------------------


class AddressKind(StrEnum):
    """What a page is about."""

    START = "start"
    """All servers; without a language the page that picks one."""
    SERVER = "server"
    """A server, and the pages of its archive."""
    EVENT = "event"
    MATCH = "match"
    RANKING = "ranking"
    """A rating list; without a key the latest."""
    SERIES = "series"
    PLAYER = "player"


class Part(StrEnum):
    """What of an event a page shows."""

    NOW = "now"
    """What matters at the moment: the event's own page."""
    PLAYERS = "players"
    ROUNDS = "rounds"
    BRACKET = "bracket"
    TABLE = "table"
    CROSSTABLE = "crosstable"
    DECKS = "decks"
    RULES = "rules"
    DRAW = "draw"
    NAMES = "names"
    """Everybody by name, each with the pages to find them on; of a rating list, too."""


OVERLAYS: Final = "overlay"
API: Final = "api"
STATIC: Final = "static"
PREFIXES: Final = frozenset({OVERLAYS, API, STATIC})
"""First parts of paths that are no pages: views for streams, data, style and script."""
CALENDAR: Final = "calendar.ics"
_ARCHIVE: Final = "archive"
_RANKING: Final = "ranking"
_SERIES: Final = "series"
_PLAYERS: Final = "players"
_MATCHES: Final = "matches"
RESERVED: Final = frozenset({_ARCHIVE, _RANKING, _SERIES, _PLAYERS, CALENDAR, *PREFIXES})
"""What stands where an event's key could stand."""
_KEY: Final = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,39})")
_PAGE: Final = re.compile(r"p([1-9]\d{0,3})")
_ID_OF_DISCORD: Final = re.compile(r"\d{15,}")
LAST_PAGE: Final = 9999


class NoSuchPage(LookupError):
    """The path names nothing that has a page."""


def is_key(word: str) -> bool:
    """Whether an address may hold the word: short and plain, no number of a page and no id of Discord."""
    return _KEY.fullmatch(word) is not None and not _PAGE.fullmatch(word) and not _ID_OF_DISCORD.search(word)


@dataclass(frozen=True, slots=True)
class Address:
    """One page in one language."""

    kind: AddressKind
    language: str = FALLBACK
    """Empty for the start page that picks one."""
    server: str = ""
    event: str = ""
    part: Part = Part.NOW
    key: str = ""
    """Of the match, the round, the rating list, the series or the player."""
    page: int = 1

    def __post_init__(self) -> None:
        """Refuses with NoSuchPage what no path can name."""
        if self.language not in LANGUAGES and (self.language or self.kind is not AddressKind.START):
            raise NoSuchPage(self.language)
        for word in (self.server, self.event, self.key):
            if word and not is_key(word):
                raise NoSuchPage(word)
        if self.key == Part.NAMES:
            raise NoSuchPage(self.key)
        if self.event in RESERVED or self.server in PREFIXES or not 1 <= self.page <= LAST_PAGE:
            raise NoSuchPage(self.event or self.server)
        if not _is_whole(self):
            raise NoSuchPage(self.kind)

    @property
    def locale(self) -> str:
        """The catalogues' name of its language."""
        return LANGUAGES[self.language or FALLBACK]

    @property
    def path(self) -> str:
        """From the root of the web space, with a slash at both ends."""
        words = [self.language, self.server, *_words(self), f"p{self.page}" if self.page > 1 else ""]
        return "/" + "".join(f"{word}/" for word in words if word)

    def of_page(self, page: int) -> Self:
        """Another page of the same."""
        return replace(self, page=page)

    def in_language(self, language: str) -> Self:
        """The same page in another language."""
        return replace(self, language=language)

    def of_part(self, part: Part, key: str = "") -> Address:
        """Another part of its event."""
        return Address(AddressKind.EVENT, self.language, self.server, self.event, part, key)


_FIELDS: Final[Mapping[AddressKind, frozenset[str]]] = MappingProxyType(
    {
        AddressKind.START: frozenset(),
        AddressKind.SERVER: frozenset({"server"}),
        AddressKind.EVENT: frozenset({"server", "event"}),
        AddressKind.MATCH: frozenset({"server", "event", "key"}),
        AddressKind.RANKING: frozenset({"server"}),
        AddressKind.SERIES: frozenset({"server", "key"}),
        AddressKind.PLAYER: frozenset({"server", "key"}),
    }
)
"""What an address of each kind names."""
_PAGED: Final = frozenset({AddressKind.SERVER, AddressKind.EVENT, AddressKind.RANKING})


def _is_whole(address: Address) -> bool:
    """Whether it names all that its kind needs, and nothing else."""
    named = {name for name in ("server", "event", "key") if getattr(address, name)}
    wanted = _FIELDS[address.kind]
    free = {"key"} if address.kind is AddressKind.RANKING or address.part is Part.ROUNDS else set()
    is_names = address.kind is AddressKind.RANKING and address.part is Part.NAMES
    is_part = address.part is Part.NOW or address.kind is AddressKind.EVENT or is_names
    return wanted <= named <= wanted | free and is_part and (address.page == 1 or address.kind in _PAGED)


def _words(address: Address) -> list[str]:
    """The parts of the path between the server and the number of the page."""
    match address.kind:
        case AddressKind.SERVER:
            return [_ARCHIVE] if address.page > 1 else []
        case AddressKind.EVENT:
            part = "" if address.part is Part.NOW else address.part.value
            return [address.event, part, address.key]
        case AddressKind.MATCH:
            return [address.event, _MATCHES, address.key]
        case AddressKind.RANKING:
            return [_RANKING, address.key, "" if address.part is Part.NOW else address.part.value]
        case AddressKind.SERIES:
            return [_SERIES, address.key]
        case AddressKind.PLAYER:
            return [_PLAYERS, address.key]
        case AddressKind.START:
            return []


def address_of(path: str) -> Address:
    """What the path names; raises NoSuchPage. A path has one form: `address_of(path).path == path`."""
    words = path.split("/")
    if not path.startswith("/") or words[-1] or "" in words[1:-1] or len(words) > _MOST_PARTS:
        raise NoSuchPage(path)
    found = _read(words[1:-1])
    if found.path != path:
        raise NoSuchPage(path)
    return found


_MOST_PARTS: Final = 8


def _read(words: list[str]) -> Address:
    page, numbered = 1, _PAGE.fullmatch(words[-1]) if words else None
    if numbered is not None:
        page, words = int(numbered[1]), words[:-1]
    match words:
        case []:
            return Address(AddressKind.START, "", page=page)
        case [language]:
            return Address(AddressKind.START, language, page=page)
        case [language, server]:
            return Address(AddressKind.SERVER, language, server)
        case [language, server, *rest]:
            return replace(_below_server(language, server, rest), page=page)
    raise NoSuchPage


def _below_server(language: str, server: str, words: list[str]) -> Address:
    match words:
        case [word] if word == _ARCHIVE:
            return Address(AddressKind.SERVER, language, server)
        case [word, *key, last] if word == _RANKING and last == Part.NAMES and len(key) < 2:
            return Address(AddressKind.RANKING, language, server, part=Part.NAMES, key="".join(key))
        case [word, *key] if word == _RANKING and len(key) < 2:
            return Address(AddressKind.RANKING, language, server, key="".join(key))
        case [word, key] if word == _SERIES:
            return Address(AddressKind.SERIES, language, server, key=key)
        case [word, key] if word == _PLAYERS:
            return Address(AddressKind.PLAYER, language, server, key=key)
        case [event]:
            return Address(AddressKind.EVENT, language, server, event)
        case [event, word, key] if word == _MATCHES:
            return Address(AddressKind.MATCH, language, server, event, key=key)
        case [event, word, *key] if word in set(Part) - {Part.NOW} and len(key) < 2:
            return Address(AddressKind.EVENT, language, server, event, Part(word), "".join(key))
    raise NoSuchPage


# --- links ----------------------------------------------------------------------------------------------------------


def relative(here: Address, path: str) -> str:
    """The way from a page to a path of the same web space, which begins with a slash."""
    return relative_path(here.path, path)


def relative_path(here: str, there: str) -> str:
    """As `relative`, between two paths."""
    begun, wanted = here.split("/")[1:-1], there.split("/")[1:]
    common = 0
    while common < min(len(begun), len(wanted) - 1) and begun[common] == wanted[common]:
        common += 1
    return "../" * (len(begun) - common) + "/".join(wanted[common:]) or "./"


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses that a page links to, as seen from it."""

    here: Address
    file_name: str = ""
    """What stands behind the slash of a page, where pages are opened from a disk: "index.html"."""

    def to(self, there: Address) -> str:
        """The way to another page."""
        return relative(self.here, there.path) + self.file_name

    def file(self, path: str) -> str:
        """The way to what is no page."""
        return relative(self.here, path)

    def start(self) -> str:
        """All servers."""
        return self.to(Address(AddressKind.START, self.here.language))

    def server(self, page: int = 1) -> str:
        """The server, or a page of its archive."""
        return self.to(Address(AddressKind.SERVER, self.here.language, self.here.server, page=page))

    def in_server(self, server: str) -> str:
        """A server by its key."""
        return self.to(Address(AddressKind.SERVER, self.here.language, server))

    def event(self, key: str) -> str:
        """An event of the same server."""
        return self.to(Address(AddressKind.EVENT, self.here.language, self.here.server, key))

    def part(self, part: str, key: str = "", page: int = 1) -> str:
        """A part of the same event."""
        return f"{_part(self.here, part, key, page)}{self.file_name}"

    def match(self, key: str, event: str = "") -> str:
        """A match of the same event, or of another one."""
        return f"{_matches(self.here, event or self.here.event)}{key}/{self.file_name}"

    def player(self, key: str) -> str:
        """Somebody's own page."""
        return self._named(AddressKind.PLAYER, key)

    def series(self, key: str) -> str:
        """A series of the same server."""
        return self._named(AddressKind.SERIES, key)

    def ranking(self, key: str = "", page: int = 1) -> str:
        """A rating list of the same server."""
        return self._named(AddressKind.RANKING, key, page)

    def names(self) -> str:
        """Everybody of the same rating list by name."""
        return self.to(replace(self.here, part=Part.NAMES, page=1))

    def language(self, language: str) -> str:
        """The same page in another language."""
        return self.to(self.here.in_language(language))

    def page(self, number: int) -> str:
        """Another page of the same list."""
        return self.to(self.here.of_page(number))

    def calendar(self, series: str = "") -> str:
        """The calendar of the server, or of a series."""
        return self.file(calendar_path(self.here.language, self.here.server, series))

    def _named(self, kind: AddressKind, key: str, page: int = 1) -> str:
        return self.to(Address(kind, self.here.language, self.here.server, key=key, page=page))


@lru_cache(maxsize=1024)
def _part(here: Address, part: str, key: str, page: int) -> str:
    """The way to a part of the same event, which a list of names has hundreds of times."""
    return relative(here, here.of_part(Part(part), key).of_page(page).path)


@lru_cache(maxsize=1024)
def _matches(here: Address, event: str) -> str:
    """The way to the matches of an event, of which a page may have hundreds."""
    below = Address(AddressKind.MATCH, here.language, here.server, event, key="x")
    return relative(here, below.path.removesuffix("x/"))


def calendar_path(language: str, server: str, series: str = "") -> str:
    """Where the calendar of a server or of a series is."""
    below = f"{_SERIES}/{series}/" if series else ""
    return f"/{language}/{server}/{below}{CALENDAR}"


def stream_path(server: str, event: str = "") -> str:
    """Where a page hears of changes of an event, or of anything in a server."""
    return f"/{API}/v1/servers/{server}/" + (f"events/{event}/" if event else "") + "stream"
