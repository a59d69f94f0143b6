"""Pictures held against stored ones, within a tolerance: another version of FreeType may draw edges otherwise.

Run `python -m tools.stored_pictures` to store all of them as they are drawn now; look at each one before you commit it.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops

from bot.layout.picture_model import DARK, Colour, Look
from tests.layout import gallery

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "tests" / "layout" / "stored_pictures"
DIFFERENCES: Final = ROOT / "build" / "pictures"
BLOCK: Final = 10
"""Pixels of a block's side: less than half a letter, more than an edge."""
MOST_IN_A_BLOCK: Final = 25
"""How far the mean of one block may be off, of 255: other edges reach 16, another letter 30."""
MOST_IN_ALL: Final = 1.2
MOST_OF_A_COLOUR: Final = 0.35
"""How much more or less of a look's colour there may be, of what there was: words are a third edges."""
FEW: Final = 400
"""Points of a colour that are only edges and dots."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How two pictures differ; `colours` are those of which there is clearly more or less."""

    same_size: bool
    in_a_block: float = 0.0
    in_all: float = 0.0
    colours: tuple[Colour, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether it is more than edges drawn otherwise."""
        off = self.in_a_block > MOST_IN_A_BLOCK or self.in_all > MOST_IN_ALL
        return not self.same_size or off or bool(self.colours)


def opened(data: bytes) -> Image.Image:
    """The picture in plain colours."""
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")


def difference(stored: Image.Image, drawn: Image.Image, look: Look = DARK) -> Difference:
    """What differs, block by block, and by how much there is of each colour of the look."""
    if stored.size != drawn.size:
        return Difference(same_size=False)
    blocks = ImageChops.difference(stored.reduce(BLOCK), drawn.reduce(BLOCK))
    channels = blocks.split()
    worst = max(int(one.getextrema()[1]) for one in channels)  # type: ignore[arg-type]
    histograms = [one.histogram() for one in channels]
    whole = sum(value * count for one in histograms for value, count in enumerate(one))
    mean = whole / (len(channels) * blocks.width * blocks.height)
    return Difference(True, worst, mean, tuple(_other_colours(stored, drawn, look)))


def _other_colours(stored: Image.Image, drawn: Image.Image, look: Look) -> Iterator[Colour]:
    before, after = _colours(stored), _colours(drawn)
    for colour in _colours_of(look):
        had, has = before.get(colour, 0), after.get(colour, 0)
        if abs(had - has) > max(FEW, MOST_OF_A_COLOUR * max(had, has)):
            yield colour


def _colours_of(look: Look) -> Iterator[Colour]:
    for colour in astuple(look):
        yield from colour if isinstance(colour[0], tuple) else (colour,)


def _colours(image: Image.Image) -> dict[tuple[int, int, int], int]:
    found = image.getcolors(1 << 24) or []
    return {colour: count for count, colour in found if isinstance(colour, tuple)}  # type: ignore[misc]


def compare(name: str, drawn: bytes) -> Difference:
    """The picture against the stored one; where they differ, both and the difference lie in build/pictures."""
    before = (FOLDER / f"{name}.png").read_bytes()
    if before == drawn:
        return Difference(same_size=True)
    stored, now = opened(before), opened(drawn)
    found = difference(stored, now, gallery.LOOKS[name.rpartition(".")[2]])
    if found.is_seen:
        _show(name, stored, now)
    return found


def _show(name: str, stored: Image.Image, drawn: Image.Image) -> None:
    """Stored, drawn and what differs, below one another."""
    DIFFERENCES.mkdir(parents=True, exist_ok=True)
    width, height = max(stored.width, drawn.width), max(stored.height, drawn.height)
    sheet = Image.new("RGB", (width, 3 * height))
    differs = ImageChops.difference(stored.crop((0, 0, width, height)), drawn.crop((0, 0, width, height)))
    for place, image in enumerate((stored, drawn, differs.point(lambda value: min(255, 3 * value)))):
        sheet.paste(image, (0, place * height))
    sheet.save(DIFFERENCES / f"{name}.png")


def main() -> int:
    """Stores every picture as it is drawn now; says which of them look different."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        if old.stem not in gallery.EVERY:
            old.unlink()
    for name in gallery.EVERY:
        data, path = gallery.draw(name), FOLDER / f"{name}.png"
        if not path.exists() or compare(name, data).is_seen:
            sys.stdout.write(f"{name} looks different\n")
            path.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
