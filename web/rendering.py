"""Pages as HTML: a `Public` object, the address of its page and a language in, bytes out.

A template is given the object, the translator's `say` and `count`, functions that make addresses and moments, and the
site. Everything is escaped; nothing is marked as safe. Which pages an object has, `addresses_of` tells.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from bot.features.pages.public_model import (
    EventState,
    MatchState,
    Public,
    PublicCrosstable,
    PublicEvent,
    PublicMatch,
    PublicPlayer,
    PublicRanking,
    PublicSeries,
    PublicServer,
    PublicStart,
    PublicTable,
)
from bot.i18n.catalogue import Translator, city_name, gettext_name
from bot.layout.sentences import number, plain
from web.addresses import LANGUAGES, STATIC, Address, AddressKind, Links, NoSuchPage, Part, stream_path
from web.curves import draw_curve, draw_race
from web.drawing import draw_bracket, end_of

# --- the site -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Site:
    """Where the pages are read."""

    base: str = ""
    """The absolute address of the root, without a slash at its end; empty where none is known."""
    is_live: bool = False
    """Whether pages can hear of changes."""
    file_name: str = ""
    """What links end with, where pages are opened from a disk: "index.html"."""


POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of every page, which published files carry themselves."""
POLICY_AS_SENT: Final = f"{POLICY}; frame-ancestors 'none'"
"""As a header, which alone can keep pages out of frames."""

_HOME: Final = Path(__file__).parent
_FILES: Final = ("site.css", "live.js", "icon.svg")


@cache
def static_files() -> Mapping[str, bytes]:
    """The paths of style, script and icon, and what they hold."""
    return {f"/{STATIC}/{name}": (_HOME / STATIC / name).read_bytes() for name in _FILES}


@cache
def _print_of(path: str) -> str:
    """A few letters that change with the file, so that browsers may keep it for ever."""
    return hashlib.sha256(static_files()[path]).hexdigest()[:10]


# --- which pages there are ------------------------------------------------------------------------------------------


ROWS_ON_A_PAGE: Final = 100
"""Of players, tables and crosstables; larger ones are cut."""
SQUARE_UNTIL: Final = 24
"""So many entrants fill a square crosstable; of more each row lists its matches."""
T = TypeVar("T")


def pages_for(rows: int) -> int:
    """How many pages so many rows take; an empty list has one."""
    return max(1, -(-rows // ROWS_ON_A_PAGE))


def parts_of(event: PublicEvent) -> list[Part]:
    """The parts of an event that have a page of their own now, in the order of the tabs."""
    wanted = {
        Part.NOW: True,
        Part.BRACKET: event.bracket is not None,
        Part.TABLE: bool(event.tables),
        Part.ROUNDS: bool(event.rounds),
        Part.CROSSTABLE: bool(event.crosstables),
        Part.PLAYERS: True,
        Part.RULES: bool(event.rules),
        Part.DRAW: bool(event.draws or event.commitment),
    }
    return [part for part, is_there in wanted.items() if is_there]


def pages_of_part(event: PublicEvent, part: Part) -> int:
    """How many pages the part has."""
    match part:
        case Part.PLAYERS:
            return pages_for(len(event.entrants))
        case Part.TABLE:
            return pages_for(sum(len(table.rows) for table in event.tables))
        case Part.CROSSTABLE:
            return pages_for(sum(len(table.entrants) for table in event.crosstables))
        case _:
            return 1


def addresses_of(page: Public, language: str) -> Iterator[Address]:
    """Every page that the object has in the language; an object that is a page of a list has the one."""
    match page:
        case PublicStart():
            yield Address(AddressKind.START, language)
        case PublicServer():
            yield Address(AddressKind.SERVER, language, page.key, page=page.page)
        case PublicEvent():
            yield from _addresses_of_event(page, language)
        case PublicRanking():
            yield Address(AddressKind.RANKING, language, page.server, key=page.key, page=page.page)
        case PublicSeries():
            yield Address(AddressKind.SERIES, language, page.server, key=page.key)
        case PublicPlayer():
            yield Address(AddressKind.PLAYER, language, page.server, key=page.key)
        case _:
            raise TypeError(type(page).__name__)


def _addresses_of_event(event: PublicEvent, language: str) -> Iterator[Address]:
    here = Address(AddressKind.EVENT, language, event.server, event.key)
    for part in parts_of(event):
        yield from (here.of_part(part).of_page(one + 1) for one in range(pages_of_part(event, part)))
    yield from (here.of_part(Part.ROUNDS, one.key) for one in event.rounds)
    for match in event.matches():
        yield Address(AddressKind.MATCH, language, event.server, event.key, key=match.key)


# --- rendering ------------------------------------------------------------------------------------------------------


_TEMPLATES: Final[Mapping[type[Public], str]] = MappingProxyType(
    {
        PublicStart: "start.html",
        PublicServer: "server.html",
        PublicRanking: "ranking.html",
        PublicSeries: "series.html",
        PublicPlayer: "player.html",
    }
)
_KINDS: Final[Mapping[type[Public], frozenset[AddressKind]]] = MappingProxyType(
    {
        PublicStart: frozenset({AddressKind.START}),
        PublicServer: frozenset({AddressKind.SERVER}),
        PublicEvent: frozenset({AddressKind.EVENT, AddressKind.MATCH}),
        PublicRanking: frozenset({AddressKind.RANKING}),
        PublicSeries: frozenset({AddressKind.SERIES}),
        PublicPlayer: frozenset({AddressKind.PLAYER}),
    }
)


def render(page: Public, address: Address, translator: Translator, site: Site) -> bytes:
    """The page as UTF-8; raises NoSuchPage where the object has none at the address.

    A match is shown by the object of its event.
    """
    if not isinstance(page, Public):
        raise TypeError("pages are given public objects alone")
    if address.kind not in _KINDS.get(type(page), frozenset()):
        raise NoSuchPage(address.path)
    name = _template_of_event(page, address) if isinstance(page, PublicEvent) else _TEMPLATES[type(page)]
    _refuse_other_pages(page, address)
    words = _Words(translator, str(getattr(page, "time_zone", "UTC")))
    return _template(name).render(**_context(page, address, words, site)).encode()


def _template_of_event(event: PublicEvent, address: Address) -> str:
    if address.kind is AddressKind.MATCH:
        if all(match.key != address.key for match in event.matches()):
            raise NoSuchPage(address.path)
        return "match.html"
    if address.part not in parts_of(event) or (address.key and all(one.key != address.key for one in event.rounds)):
        raise NoSuchPage(address.path)
    return f"event_{address.part}.html"


def _refuse_other_pages(page: Public, address: Address) -> None:
    """An object that is a page of a list is shown at its own number alone."""
    match page:
        case PublicServer() | PublicRanking():
            is_there = address.page == page.page
        case PublicEvent():
            is_there = address.page <= pages_of_part(page, address.part)
        case _:
            is_there = address.page == 1
    if not is_there:
        raise NoSuchPage(address.path)


def _context(page: Public, address: Address, words: _Words, site: Site) -> dict[str, object]:
    links = Links(address, site.file_name)
    event = page.key if isinstance(page, PublicEvent) else ""
    return {
        "page": page,
        "here": address,
        "links": links,
        "site": site,
        "policy": POLICY,
        "live": links.file(stream_path(address.server, event)) if site.is_live and address.server else "",
        "static": lambda file: f"{links.file(f'/{STATIC}/{file}')}?{_print_of(f'/{STATIC}/{file}')}",
        "absolute": lambda there: f"{site.base}{there.path}" if site.base else links.to(there),
        "say": words.translator.say,
        "count": words.translator.count,
        "when": words.when,
        "day": words.day,
        "clock": words.clock,
        "zone": words.zone,
        "figure": words.figure,
        "language_name": language_name,
        "locale": words.translator.locale,
    }


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HOME / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(
        languages=tuple(LANGUAGES), draw_bracket=draw_bracket, end_of=end_of, draw_race=draw_race,
        draw_curve=draw_curve, parts_of=parts_of, pages_for=pages_for, cut_tables=cut_tables, on_page=on_page,
        is_https=is_https, host_of=host_of, in_play=in_play, latest_of=latest_of, next_of=next_of, found_match=found_match,
        round_shown=round_shown, crossed=crossed, records_of=records_of, decided_of=decided_of, plain=plain,
        matches_by_entrant=matches_by_entrant, ROWS_ON_A_PAGE=ROWS_ON_A_PAGE, SQUARE_UNTIL=SQUARE_UNTIL,
    )  # fmt: skip
    return made


@cache
def _template(name: str) -> Template:
    return _environment().get_template(name)


_UNSEEN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def _seen(value: object) -> object:
    """Text without what no document may hold: controls, and halves of letters that cannot be encoded."""
    return _UNSEEN.sub("", value) if type(value) is str and not value.isprintable() else value


# --- moments and figures --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spoken:
    """A moment: for machines, and as the server's clocks show it."""

    machine: str
    text: str


@dataclass(frozen=True, slots=True)
class _Words:
    translator: Translator
    time_zone: str

    def when(self, at: datetime) -> Spoken:
        """Day and hour."""
        return _spoken(at, self.time_zone, self.translator.locale, "yMMMEd", True)

    def day(self, at: datetime) -> Spoken:
        """The day alone."""
        return _spoken(at, self.time_zone, self.translator.locale, "yMMMd", False)

    def clock(self, at: datetime) -> Spoken:
        """The hour alone."""
        return _spoken(at, self.time_zone, self.translator.locale, "", True)

    def zone(self) -> str:
        """The zone's name, by its city."""
        return city_name(self.time_zone, self.translator.locale)

    def figure(self, value: float) -> str:
        """A number with the language's separators."""
        return number(value, self.translator)


@cache
def language_name(language: str) -> str:
    """What the language is called by those who speak it."""
    locale = LANGUAGES[language]
    return Translator(locale).say(f"setup.language.{gettext_name(locale).lower()}")


@lru_cache(maxsize=8192)
def _spoken(at: datetime, zone: str, locale: str, skeleton: str, has_hour: bool) -> Spoken:
    from babel.dates import format_skeleton, format_time  # noqa: PLC0415  (slow to import)

    wall, name = at.astimezone(ZoneInfo(zone)), gettext_name(locale)
    day = format_skeleton(skeleton, wall, locale=name) if skeleton else ""
    hour = format_time(wall, "short", locale=name) if has_hour else ""
    machine = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Spoken(machine, " · ".join(one for one in (day, hour) if one))


# --- what templates ask of an event ---------------------------------------------------------------------------------


def in_play(event: PublicEvent) -> list[PublicMatch]:
    """The matches that are being played, what the stream shows first."""
    playing = [match for match in event.matches() if match.state is MatchState.PLAYING]
    return sorted(playing, key=lambda match: not match.is_on_stream)


def latest_of(event: PublicEvent, most: int) -> list[PublicMatch]:
    """The matches that were decided last, the latest first."""
    decided = [match for match in event.matches() if match.decided_at is not None and match.state is not MatchState.BYE]
    return sorted(decided, key=lambda match: (match.decided_at is None, match.decided_at or UTC), reverse=True)[:most]


def next_of(event: PublicEvent, most: int) -> list[PublicMatch]:
    """The next matches with an agreed time, soonest first."""
    agreed = [
        (match.agreed_at, match)
        for match in event.matches()
        if match.state is MatchState.WAITING and match.agreed_at is not None
    ]
    return [match for _, match in sorted(agreed, key=lambda one: one[0])[:most]]


def decided_of(event: PublicEvent) -> tuple[int, int]:
    """How many matches are over, and how many there are by now; byes do not count."""
    counted = [match for match in event.matches() if match.state is not MatchState.BYE]
    over = [match for match in counted if match.state in {MatchState.DECIDED, MatchState.WALKOVER}]
    return len(over), len(counted)


def found_match(event: PublicEvent, key: str) -> PublicMatch:
    """The match of the key."""
    return next(match for match in event.matches() if match.key == key)


def round_shown(event: PublicEvent, key: str) -> int:
    """Which round a page of rounds shows: the one of the key, or the first that is not over, or the last."""
    for number_, one in enumerate(event.rounds):
        is_open = any(match.state in {MatchState.WAITING, MatchState.PLAYING} for match in one.matches)
        if one.key == key or (not key and is_open):
            return number_
    return len(event.rounds) - 1


def matches_by_entrant(event: PublicEvent) -> dict[str, PublicMatch]:
    """The match that each entrant plays now or awaits."""
    found: dict[str, PublicMatch] = {}
    for match in event.matches():
        if match.state in {MatchState.PLAYING, MatchState.WAITING}:
            for side in match.sides:
                if side.entrant:
                    found.setdefault(side.entrant, match)
    return found


def records_of(event: PublicEvent) -> dict[str, tuple[int, int]]:
    """How many matches each entrant has won and lost."""
    found: dict[str, tuple[int, int]] = {}
    for match in event.matches():
        if match.state in {MatchState.DECIDED, MatchState.WALKOVER}:
            for side in match.sides:
                won, lost = found.get(side.entrant, (0, 0))
                found[side.entrant] = won + side.won, lost + (side.out and not side.won)
    return found


# --- cutting into pages ---------------------------------------------------------------------------------------------


def on_page(rows: Sequence[T], page: int) -> Sequence[T]:
    """The rows of one page."""
    return rows[(page - 1) * ROWS_ON_A_PAGE : page * ROWS_ON_A_PAGE]


def cut_tables(tables: Sequence[PublicTable], page: int, most: int = ROWS_ON_A_PAGE) -> list[tuple[PublicTable, range]]:
    """The tables of one page, each with the numbers of its rows there."""
    found, begun = [], 0
    for table in tables:
        first, last = (page - 1) * most - begun, page * most - begun
        rows = range(max(0, first), max(0, min(last, len(table.rows))))
        if rows:
            found.append((table, rows))
        begun += len(table.rows)
    return found


@dataclass(frozen=True, slots=True)
class CrossedRow:
    """A row of a crosstable: the place, the name, and for each column what happened there."""

    place: int
    name: str
    cells: tuple[CrossedCell, ...]


@dataclass(frozen=True, slots=True)
class CrossedCell:
    """A meeting: the match, the score, and against whom where the column does not tell; `kind` is its class."""

    match: str
    score: str
    kind: str
    other: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Crossed:
    """A crosstable as it is drawn."""

    title: str
    columns: tuple[tuple[str, str], ...]
    """Heading and whole name."""
    rows: tuple[CrossedRow, ...]
    is_square: bool


def crossed(event: PublicEvent, page: int) -> list[Crossed]:
    """The crosstables of one page: square ones, or of many entrants by round."""
    found, begun = [], 0
    for table in event.crosstables:
        first, last = (page - 1) * ROWS_ON_A_PAGE - begun, page * ROWS_ON_A_PAGE - begun
        rows = range(max(0, first), max(0, min(last, len(table.entrants))))
        if rows:
            found.append(_square(table, rows) if len(table.entrants) <= SQUARE_UNTIL else _by_round(event, table, rows))
        begun += len(table.entrants)
    return found


def _square(table: PublicCrosstable, rows: range) -> Crossed:
    columns = tuple((str(place + 1), name) for place, name in enumerate(table.names))
    made = tuple(
        CrossedRow(row + 1, table.names[row], tuple(_square_cell(table, row, one) for one in range(len(columns))))
        for row in rows
    )
    return Crossed(table.title, columns, made, is_square=True)


def _square_cell(table: PublicCrosstable, row: int, column: int) -> CrossedCell:
    """All meetings of a pair in one cell; it leads to the last of them."""
    meetings = table.cells[row][column]
    if row == column or not meetings:
        return CrossedCell("", "", "self" if row == column else "")
    kind = _kind(meetings[0].won, meetings[0].lost) if len(meetings) == 1 else ""
    return CrossedCell(meetings[-1].match, " ".join(one.score for one in meetings), kind)


def _by_round(event: PublicEvent, table: PublicCrosstable, rows: range) -> Crossed:
    rounds = {match.key: one.number for one in event.rounds for match in one.matches}
    columns = sorted({rounds[one.match] for row in table.cells for cell in row for one in cell if one.match in rounds})
    made = tuple(CrossedRow(row + 1, table.names[row], _row_by_round(table, row, rounds, columns)) for row in rows)
    return Crossed(table.title, tuple((str(one), "") for one in columns), made, is_square=False)


def _row_by_round(
    table: PublicCrosstable, row: int, rounds: Mapping[str, int], columns: Sequence[int]
) -> tuple[CrossedCell, ...]:
    found = {
        rounds[one.match]: CrossedCell(one.match, one.score, _kind(one.won, one.lost), table.names[other], other + 1)
        for other, cell in enumerate(table.cells[row])
        for one in cell
        if one.match in rounds
    }
    return tuple(found.get(one, CrossedCell("", "", "")) for one in columns)


def _kind(won: bool, lost: bool) -> str:
    return "won" if won else "lost" if lost else "drawn"


# --- links of organisers --------------------------------------------------------------------------------------------


_LONGEST_ADDRESS: Final = 500


def is_https(address: str) -> bool:
    """Whether a page may link there: https, a host, and neither a name nor a password before it."""
    if len(address) > _LONGEST_ADDRESS or not address.isprintable() or set(address) & set(" \\\"'<>`"):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc


def host_of(address: str) -> str:
    """Where the link leads, which its label may hide."""
    return urlsplit(address).hostname or ""


def is_ahead(event: PublicEvent) -> bool:
    """Whether nothing of it has been drawn yet."""
    return event.state in {EventState.ANNOUNCED, EventState.CHECK_IN, EventState.DRAWING}
