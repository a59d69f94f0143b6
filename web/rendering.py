"""Pages as HTML: a `Public` object, the address of its page and a language in, bytes out.

A template is given the object, the translator's `say` and `count`, functions that make addresses and moments, and the
site. Everything is escaped; nothing is marked as safe. Which pages an object has, `addresses_of` tells.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode

from bot.features.pages.public_model import (
    WHOLE,
    Public,
    PublicEvent,
    PublicPlayer,
    PublicRanking,
    PublicSeries,
    PublicServer,
    PublicStart,
)
from bot.i18n.catalogue import Translator, city_name, gettext_name
from bot.layout.sentences import number, plain
from web.addresses import LANGUAGES, STATIC, Address, AddressKind, Links, NoSuchPage, Part, stream_path
from web.curves import draw_curve, draw_race
from web.drawing import bracket_pages, draw_bracket, end_of
from web.showing import (
    columns_of,
    crossed,
    cut_tables,
    decided_of,
    decks_on_page,
    draws_on_page,
    form_of,
    found_match,
    host_of,
    in_play,
    is_cut,
    is_https,
    latest_by_entrant,
    latest_of,
    matches_by_entrant,
    matches_on_page,
    names_in_list,
    names_of,
    next_of,
    on_page,
    pages_for,
    pages_of_part,
    pages_of_round,
    parts_of,
    records_of,
    results_of,
    round_shown,
    tabs_of,
)

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
_FILES: Final = ("site.css", "live.js", "icon.svg", "overlay.css", "overlay.js")


@cache
def static_files() -> Mapping[str, bytes]:
    """The paths of style, script and icon, and what they hold."""
    return {f"/{STATIC}/{name}": (_HOME / STATIC / name).read_bytes() for name in _FILES}


@cache
def print_of(path: str) -> str:
    """A few letters that change with the file, so that browsers may keep it for ever."""
    return hashlib.sha256(static_files()[path]).hexdigest()[:10]


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
    name = _template_of(page, address)
    _refuse_other_pages(page, address)
    words = _Words(translator, str(getattr(page, "time_zone", "UTC")))
    return _template(name).render(**_context(page, address, words, site)).encode()


def render_refusal(language: str, base: str, title: str, text: str, way_out: str) -> bytes:
    """A small page that says why there is none. It stands at any path, so that its links begin at the site's base."""
    style, icon = (f"{base}/{STATIC}/{name}?{print_of(f'/{STATIC}/{name}')}" for name in ("site.css", "icon.svg"))
    page = _template("refused.html").render(
        language=language,
        title=title,
        text=text,
        way_out=way_out,
        home=f"{base}/{language}/",
        style=style,
        icon=icon,
        policy=POLICY,
    )
    return page.encode()


def _template_of(page: Public, address: Address) -> str:
    if isinstance(page, PublicEvent):
        return _template_of_event(page, address)
    return "ranking_names.html" if address.part is Part.NAMES else _TEMPLATES[type(page)]


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
        case PublicServer():
            is_there = address.page == page.page
        case PublicRanking():
            is_there = page.page == (WHOLE if address.part is Part.NAMES else address.page)
        case PublicEvent():
            is_there = address.page <= pages_of_part(page, address.part, address.key)
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
        "static": lambda file: f"{links.file(f'/{STATIC}/{file}')}?{print_of(f'/{STATIC}/{file}')}",
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
        **_repeating((address, site, words.time_zone)),
    }


_GIVEN: Final[tuple[Callable[..., object], ...]] = (
    *(
        draw_bracket,
        end_of,
        draw_race,
        draw_curve,
        pages_for,
        cut_tables,
        on_page,
        is_https,
        host_of,
        in_play,
    ),
    *(latest_of, next_of, found_match, round_shown, crossed, records_of, decided_of, matches_by_entrant, plain),
    *(bracket_pages, columns_of, decks_on_page, draws_on_page, matches_on_page, pages_of_part, pages_of_round),
    *(form_of, is_cut, latest_by_entrant, names_in_list, names_of, results_of, tabs_of),
)
"""The pure functions that templates may call, by their names."""


class _Context(Context):
    """Calls what templates are given as it is: none of it asks for the context or for what templates are read by."""

    @internalcode
    def call(self, given: Callable[..., object], /, *args: object, **named: object) -> object:
        """The answer to what a template asks."""
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return given(*args, **named)


class _Environment(Environment):
    context_class = _Context


@cache
def environment() -> Environment:
    """How every template is read: all of it escaped, and what it is not given a fault."""
    made = _Environment(
        loader=FileSystemLoader(_HOME / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update({one.__name__: one for one in _GIVEN})
    made.globals["languages"] = tuple(LANGUAGES)
    return made


@cache
def _template(name: str) -> Template:
    return environment().get_template(name)


_UNSEEN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def _seen(value: object) -> object:
    """Text without what no document may hold: controls, and halves of letters that cannot be encoded."""
    return _UNSEEN.sub("", value) if type(value) is str and not value.isprintable() else value


# --- pieces of a page -----------------------------------------------------------------------------------------------


_PAGES_IN_PIECES: Final = 32
_Piece = tuple[tuple[object, ...], object]


@lru_cache(maxsize=_PAGES_IN_PIECES)
def _pieces(page: tuple[Address, Site, str]) -> dict[tuple[str, object], _Piece]:  # noqa: ARG001 - by which it is known
    """The pieces of which a page was made the last time: a result changes one match of hundreds."""
    return {}


def _repeating(page: tuple[Address, Site, str]) -> Mapping[str, Callable[..., object]]:
    """Makes a piece of a page by a macro, or those of a list, or has it as before where the macro is given the same.

    A macro may use the address, the site, the language and the time zone beside what it is given, and nothing else.
    """
    known = _pieces(page)

    def again(macro: Macro, key: object, *given: object) -> object:
        place = macro.name, key
        before = known.get(place)
        if before is None or before[0] != given:
            before = known[place] = given, macro(*given)
        return before[1]

    def pieces(macro: Macro, key: object, things: Sequence[object]) -> list[object]:
        return [again(macro, (key, number), one) for number, one in enumerate(things)]

    return {"again": again, "pieces": pieces}


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
