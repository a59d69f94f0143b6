"""Five pages as spectators see them, for docs/pages: `python -m tools.page_pictures` photographs them anew.

Their events are samples of the tests, with names that people could have. Chromium is given the bot's own letters, so
that every machine shows the same; look at each picture before you commit it.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Route, sync_playwright

from bot.features.pages.public_model import PublicEvent
from bot.i18n.catalogue import Translator
from bot.layout.typesetting import FONTS
from tests.web import samples
from web.addresses import AddressKind, Part, address_of
from web.rendering import Site, render, static_files
from web.showing import addresses_of

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pages"
HOST: Final = "http://cups.example"
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_COLOURS: Final = 128
_TYPES: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_FIRST: Final = (
    *("Ana", "Bruno", "Carla", "Dmitri", "Eduarda", "Félix", "Giulia", "Heitor", "Inês", "João", "Katarzyna"),
    *("Luís", "Marina", "Nádia", "Omar", "Priya"),
)
_LAST: Final = ("Lima", "Azevedo", "Bianchi", "Costa")


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: of which event and part, in a window of which size, how sharp and in which colours."""

    event: PublicEvent
    part: Part
    width: int
    height: int
    scheme: Literal["dark", "light"] = "dark"
    sharp: int = 1


def shots() -> Mapping[str, Shot]:
    """The pictures by their names."""
    sixteen = _named(samples.knockout(), "Winter Cup 2026")
    return {
        "event": Shot(sixteen, Part.NOW, 1366, 1150),
        "bracket": Shot(_named(samples.knockout(64, 2), "Winter Cup 2026"), Part.BRACKET, 1366, 1080),
        "table": Shot(_named(samples.swiss(24), "Club Championship"), Part.TABLE, 1100, 1180, "light"),
        "phone": Shot(sixteen, Part.NOW, 390, 844, "dark", 2),
        "arena": Shot(_named(samples.arena(), "Friday Arena"), Part.NOW, 390, 844, "dark", 2),
    }


def _named(event: PublicEvent, name: str) -> PublicEvent:
    """The event under that name, with names for its people and none of the traps."""
    names = dict(zip(samples.names(len(event.entrants)), _people(), strict=False))
    found: PublicEvent = _renamed(event, names)
    return replace(found, name=name, text="", links=event.links[:1])


def _people() -> Iterator[str]:
    return (f"{_FIRST[number % 16]} {_LAST[(number // 16 + number) % 4]}" for number in range(64))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same object, however deep, with other names in it."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(one, names) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _renamed(getattr(value, one.name), names) for one in fields(value)})
    return value


def main() -> int:
    """Makes every picture; 2 where there is no Chromium."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        print(f"No Chromium is installed here ({', '.join(_BROWSERS)}): it photographs the pages.", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    with _opened(browser) as opened:
        for name, shot in shots().items():
            picture = _small(_photograph(opened, shot))
            (FOLDER / f"{name}.png").write_bytes(picture)
            print(f"{FOLDER.name}/{name}.png: {len(picture) / 1000:.0f} kB")
    return 0


@contextmanager
def _opened(browser: str) -> Iterator[Browser]:
    """The browser with the bot's letters and no others."""
    with TemporaryDirectory(prefix="letters-") as folder:
        letters = Path(folder) / "fonts.conf"
        letters.write_text(
            f"<fontconfig><dir>{FONTS}</dir><cachedir>{folder}</cachedir></fontconfig>", encoding="utf-8"
        )
        environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(letters)}
        with sync_playwright() as playwright:
            opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"], env=environment)
            yield opened
            opened.close()


def _photograph(browser: Browser, shot: Shot) -> bytes:
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme=shot.scheme,
        device_scale_factor=shot.sharp,
        timezone_id=shot.event.time_zone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.route("**/*", lambda route: _answer(route, shot.event))
    address = next(
        one for one in addresses_of(shot.event, "en") if one.kind is AddressKind.EVENT and one.part is shot.part
    )
    page.goto(HOST + address.path)
    picture = page.screenshot()
    context.close()
    return picture


def _answer(route: Route, event: PublicEvent) -> None:
    path = urlsplit(route.request.url).path
    if path in static_files():
        route.fulfill(body=static_files()[path], content_type=_TYPES[path.rpartition(".")[2]])
        return
    address = address_of(path)
    page = render(event, address, Translator(address.locale), Site(HOST))
    route.fulfill(body=page, content_type="text/html; charset=utf-8")


def _small(picture: bytes) -> bytes:
    """As PNG with a palette."""
    kept = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(
        kept, "PNG", optimize=True
    )
    return kept.getvalue()


if __name__ == "__main__":
    sys.exit(main())
