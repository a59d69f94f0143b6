"""The pictures of the documents, as Discord shows the cards: `python -m tools.docs_pictures` makes them anew.

The cards are those of rehearsals. A headless Chromium photographs them by the style of the rehearsal's page, with the
letters that the bot brings along for its own pictures; emoji want the font "Noto Color Emoji" (Debian's package
fonts-noto-color-emoji). The bracket and the podium are the bot's own pictures, as it posted them. The page that
spectators read is photographed as it is, in the middle of the Open, with the letters of this machine.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zoneinfo import ZoneInfo

from PIL import Image, ImageChops
from rich.console import Console

from bot.layout.typesetting import FONTS
from rehearsal import facts, regulation, report, simcord_seam, site
from rehearsal.acts.opening import TIME_ZONE
from rehearsal.friday.evening import ZONES
from rehearsal.markup import Markup
from rehearsal.narrator import Narrator
from rehearsal.page_words import PageWords
from rehearsal.play import Play, Watchers
from rehearsal.posts import Post
from rehearsal.script import Casting, Played, rehearse
from rehearsal.scripts import NAMED, script_for
from rehearsal.stage import Stage
from rehearsal.witness import How

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
LANGUAGES: Final = {"en-US": "en", "pt-BR": "pt"}
"""The languages that have pictures of cards, and what these end in."""
WIDEST: Final = 550
"""Of a picture, as a page shows it; it has twice as many points for sharp screens."""
_SHARP: Final = 2
_TALL: Final = 1600
_PAGE: Final = (1000, 984)
"""What is shown of a page for spectators: down to where its bracket ends."""
_COLOURS: Final = 64
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_SEMI_FINALS: Final = 2
_EMOJI: Final = "Noto Color Emoji"
_STYLE: Final = f"""
@font-face {{ font-family: "Bot"; font-weight: 100 500; src: url("{(FONTS / "Inter-Medium.otf").as_uri()}"); }}
@font-face {{ font-family: "Bot"; font-weight: 600 900; src: url("{(FONTS / "Inter-SemiBold.otf").as_uri()}"); }}
body {{ background: var(--page); font-family: "Bot", "{_EMOJI}"; margin: 0; padding: 10px; width: {WIDEST}px; }}
.container {{ max-width: none; }}
"""


class CannotPhotograph(Exception):
    """What is missing on this machine, as a sentence."""


Shown = tuple[str, Callable[[Played], Post]]


def _seen(verb: str, *, how: How) -> Callable[[Played], Post]:
    """The first message with such a button that was seen in that way, as of that moment."""

    def find(played: Played) -> Post:
        sights = played.play.witness.sights
        return next(replace(one.post, at=one.at) for one in sights if one.how is how and one.post.has(verb))

    return find


def _announcement(played: Played) -> Post:
    """The announcement when everybody has registered, before check-in opens."""
    posts = [one.post for one in played.play.witness.sights if one.post.has("register")]
    return next(post for post, later in pairwise(posts) if later.has("check-in"))


def _desk(played: Played) -> Post:
    """The organiser's desk, while a dispute waits on it."""
    post: Post = played.memory.desks[0].post
    return post


CARDS: Final[Sequence[Shown]] = (
    ("setup", _seen("quick-start", how=How.TOLD)),
    ("preview", _seen("draft-confirm", how=How.TOLD)),
    ("announcement", _announcement),
    ("match", _seen("agree", how=How.CHANGED)),
    ("desk", _desk),
)


def main() -> int:
    """Makes every picture; 2 where this machine lacks what it takes."""
    try:
        browser = _browser()
    except CannotPhotograph as missing:
        print(missing, file=sys.stderr)
        return 2
    for name, data in asyncio.run(_all(browser)):
        (FOLDER / name).write_bytes(data)
        print(f"{FOLDER.name}/{name}: {len(data) / 1000:.0f} kB")
    return 0


def _browser() -> str:
    found = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        raise CannotPhotograph(f"No Chromium is installed here ({', '.join(_BROWSERS)}): it photographs the cards.")
    fonts = shutil.which("fc-list")
    if fonts is None or not subprocess.run([fonts, _EMOJI], capture_output=True, check=True).stdout:
        raise CannotPhotograph(f'The font "{_EMOJI}" is not installed here: without it emoji are empty boxes.')
    return found


async def _all(browser: str) -> list[tuple[str, bytes]]:
    made = []
    for language, ending in LANGUAGES.items():
        async with _stage(language) as stage:
            # A pretend Discord begins on a Wednesday evening; the cup is to be on a Friday.
            await stage.advance(days=1)
            played = await _played("friday-cup", stage)
            pages = {f"{name}.{ending}.png": _page(find(played), played) for name, find in CARDS}
        made += [(name, _photograph(browser, page)) for name, page in pages.items()]
    with TemporaryDirectory(prefix="pictures-") as folder:
        async with _stage("en-US") as stage:
            watching = _Onlooker(Path(folder))
            made += _own_pictures(await _played("aije-open", stage, watching))
        assert watching.page is not None
        made.append(("page.png", _small(_shot(browser, watching.page, _PAGE))))
    return made


class _Onlooker:
    """Keeps the pages of the Open as they are while both semi-finals are played."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.page: Path | None = None

    async def invite(self, play: Play) -> None:
        """Remembers where it is played."""
        self._play = play

    async def let_see(self, passed: timedelta) -> None:
        """Looks whether it is the moment."""
        del passed
        if self.page is not None:
            return
        found = facts.read(self._play.stage.path)
        matches = [one for one in found.pairings if len(one.sides) > 1 and one.event_id == found.events[-1].event_id]
        played = [one for one in matches if one.outcome is not None]
        called = [one for one in matches if one.outcome is None and one.called_at is not None]
        are_semi_finals = len(called) == _SEMI_FINALS and len({one.round for one in called}) == 1
        if are_semi_finals and len(called) + len(played) == len(matches) > 2 * _SEMI_FINALS:
            written = await site.write(self._play, self._folder)
            self.page = None if written is None else self._folder / written


@asynccontextmanager
async def _stage(language: str) -> AsyncIterator[Stage]:
    with TemporaryDirectory(prefix="pictures-") as folder:
        async with Stage.open(Path(folder) / "arbiter.db", seed=1, language=language, set_up=False) as stage:
            yield stage


async def _played(name: str, stage: Stage, watching: Watchers | None = None) -> Played:
    path = regulation.find(name if name not in NAMED else NAMED[name][1])
    script = NAMED[name][0] if name in NAMED else script_for(path)
    narrator = Narrator(Console(quiet=True), quiet=True)
    return await rehearse(script, Casting(stage, path, None, 1, narrator, watching))


def _own_pictures(played: Played) -> Iterator[tuple[str, bytes]]:
    """The first page of the last bracket, in which a match is being played, and the podium of the last event."""
    last = {picture.name: picture for post in played.play.witness.posts_of() for picture in post.pictures}
    for name, posted in (("bracket.png", "bracket-1.png"), ("podium.png", "podium.png")):
        yield name, _small(Image.open(BytesIO(played.play.stage.picture(last[posted].url))))


def _page(post: Post, played: Played) -> str:
    """One card alone, as somebody in the server's language and time zone sees it."""
    stage = played.play.stage
    names: Mapping[int, str] = dict(played.play.narrator.names) | simcord_seam.names(stage.env)
    markup = Markup(names, stage.picture, PageWords(stage.language, ZoneInfo(ZONES[stage.language])).as_discord)
    style = report.STYLE.read_text(encoding="utf-8") + _STYLE
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style><body>{markup.post(post)}</body>'


def _photograph(browser: str, page: str) -> bytes:
    with TemporaryDirectory(prefix="pictures-") as folder:
        source = Path(folder) / "card.html"
        source.write_text(page, encoding="utf-8")
        return _small(_cropped(_shot(browser, source, (WIDEST, _TALL))))


def _shot(browser: str, source: Path, size: tuple[int, int]) -> Image.Image:
    """What a dark screen of that size shows of a file, by the clocks of the pretended server.

    It is as many points wide as every picture.
    """
    with TemporaryDirectory(prefix="pictures-") as folder:
        target = Path(folder) / "shot.png"
        subprocess.run(
            [
                *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
                *("--disable-background-networking", f"--user-data-dir={folder}/profile"),
                *(
                    f"--force-device-scale-factor={_SHARP * WIDEST / size[0]}",
                    "--blink-settings=preferredColorScheme=0",
                ),
                *(f"--window-size={size[0]},{size[1]}", f"--screenshot={target}", source.as_uri()),
            ],
            env={**os.environ, "TZ": TIME_ZONE},
            check=True,
            capture_output=True,
            timeout=60,
        )
        return Image.open(target).convert("RGB")


def _cropped(image: Image.Image) -> Image.Image:
    """Without the empty page below the card."""
    empty = Image.new("RGB", image.size, image.getpixel((0, 0)))
    box = ImageChops.difference(image, empty).getbbox()
    assert box is not None
    return image.crop((0, 0, image.width, min(image.height, box[3] + box[1])))


def _small(image: Image.Image) -> bytes:
    """As PNG with a palette: a card has few colours."""
    kept = BytesIO()
    image.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


if __name__ == "__main__":
    sys.exit(main())
