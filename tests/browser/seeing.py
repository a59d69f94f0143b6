"""Every kind of page in Chromium: made of samples, sent with the headers of the server, and watched for faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from bot.features.pages.public_model import Public, PublicEvent
from bot.i18n.catalogue import Translator
from tests.web import samples
from web.addresses import Address, AddressKind, NoSuchPage, Part, address_of
from web.rendering import POLICY_AS_SENT, Site, render, static_files
from web.showing import addresses_of

HOST: Final = "http://cups.example"
PHONE: Final = (390, 844)
LAPTOP: Final = (1366, 768)
SCREEN: Final = (1920, 1080)
TYPES: Final[Mapping[str, str]] = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}

Shown = tuple[Callable[[], Public], AddressKind, Part]
KINDS: Final[Mapping[str, Shown]] = {
    "start": (samples.start, AddressKind.START, Part.NOW),
    "server": (samples.server, AddressKind.SERVER, Part.NOW),
    "event": (samples.knockout, AddressKind.EVENT, Part.NOW),
    "podium": (samples.finished, AddressKind.EVENT, Part.NOW),
    "arena": (samples.arena, AddressKind.EVENT, Part.NOW),
    "check_in": (samples.check_in, AddressKind.EVENT, Part.NOW),
    "bracket": (lambda: samples.knockout(64, 2), AddressKind.EVENT, Part.BRACKET),
    "rounds": (lambda: samples.swiss(24), AddressKind.EVENT, Part.ROUNDS),
    "table": (lambda: samples.swiss(24), AddressKind.EVENT, Part.TABLE),
    "crosstable": (lambda: samples.swiss(12), AddressKind.EVENT, Part.CROSSTABLE),
    "players": (samples.knockout, AddressKind.EVENT, Part.PLAYERS),
    "crowd": (samples.crowd, AddressKind.EVENT, Part.PLAYERS),
    "names": (samples.crowd, AddressKind.EVENT, Part.NAMES),
    "decks": (samples.tables_of_three, AddressKind.EVENT, Part.DECKS),
    "rules": (samples.announced, AddressKind.EVENT, Part.RULES),
    "draw": (samples.finished, AddressKind.EVENT, Part.DRAW),
    "match": (samples.teams, AddressKind.MATCH, Part.NOW),
    "ranking": (lambda: samples.ranking(24), AddressKind.RANKING, Part.NOW),
    "series": (samples.series, AddressKind.SERIES, Part.NOW),
    "player": (samples.player, AddressKind.PLAYER, Part.NOW),
}
"""By name what is shown: the object, and at which of its addresses."""


@cache
def shown(name: str) -> tuple[Public, Address]:
    """The object of a kind of page and its first address."""
    make, kind, part = KINDS[name]
    page = make()
    return page, next(one for one in addresses_of(page, "en") if one.kind is kind and one.part is part)


@cache
def made(name: str, path: str) -> bytes | None:
    """The page at the path, of the object of that kind; None where it has none."""
    try:
        address = address_of(path)
        return render(shown(name)[0], address, Translator(address.locale), Site(HOST))
    except NoSuchPage:
        return None


@dataclass
class Watched:
    """What is served to a page, with what is planted in it, and what went wrong there."""

    name: str
    style: bytes = b""
    """Put at the end of the style sheet."""
    body: bytes = b""
    """Put at the end of the page."""
    faults: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        """Hears what the page complains of, and answers what it asks for."""
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.route("**/*", self.answer)

    def answer(self, route: Route) -> None:
        """A file or a page."""
        path = urlsplit(route.request.url).path
        if path in static_files():
            body, kind = static_files()[path], TYPES[path.rpartition(".")[2]]
            route.fulfill(body=body + (self.style if kind == "text/css" else b""), content_type=kind)
            return
        page = made(self.name, path)
        headers = {"Content-Security-Policy": POLICY_AS_SENT, "Content-Type": "text/html; charset=utf-8"}
        if page is None:
            route.fulfill(status=404, body="none", headers=headers)
        else:
            route.fulfill(body=page.replace(b"</body>", self.body + b"</body>"), headers=headers)


def event_shown(name: str) -> PublicEvent:
    """The event behind a kind of page."""
    page, _ = shown(name)
    assert isinstance(page, PublicEvent)
    return page
