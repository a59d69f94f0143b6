"""A drawing surface of palette indices, and the two looks that all pictures share.

What is drawn needs no quantising. Every shape and letter is a mask laid over one known colour, so a few steps between
the two colours are all that an edge needs. Many small steps also let other threads run between them, which one pass
over a big picture would not. The looks are as dark or as light as Discord's own surfaces.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.kernel.ids import Theme
from bot.layout.typesetting import FIGURES, Line, Run, Weight, open_face, set_line

# --- the surface ----------------------------------------------------------------------------------------------------


Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first pixels outside."""
Corners = tuple[bool, bool, bool, bool]
"""Which corners are round: top left, top right, bottom right, bottom left."""

ALL_CORNERS: Corners = (True, True, True, True)
TOP_CORNERS: Corners = (True, True, False, False)
BOTTOM_CORNERS: Corners = (False, False, True, True)
_STEPS = 12
_FINER = 4
_ROWS_AT_ONCE = 48
_FAINTEST = 255 // (2 * _STEPS) + 1
_SEEN = bytes(255 if value >= _FAINTEST else 0 for value in range(256))


@lru_cache(maxsize=256)
def _rounded_mask(width: int, height: int, radius: int, corners: Corners) -> Image.Image:
    big = Image.new("L", (width * _FINER, height * _FINER), 0)
    edge = (0, 0, width * _FINER - 1, height * _FINER - 1)
    ImageDraw.Draw(big).rounded_rectangle(edge, radius * _FINER, fill=255, corners=corners)
    return big.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _bend_mask(radius: int, thickness: int, right: bool, down: bool) -> Image.Image:
    """A quarter of a ring in a square of `radius`: the bend of a line that comes level and leaves upright."""
    side, stroke = radius * _FINER, thickness * _FINER
    big = Image.new("L", (side, side), 0)
    left, top = (-side + stroke if right else 0), (0 if down else -side + stroke)
    ring = (left, top, left + 2 * side - stroke - 1, top + 2 * side - stroke - 1)
    ImageDraw.Draw(big).ellipse(ring, outline=255, width=stroke)
    return big.resize((radius, radius), Image.Resampling.BOX)


@lru_cache(maxsize=1024)
def _run_mask(run_text: str, face: str, backwards: bool, size: int, weight: Weight) -> tuple[Image.Image, int, int]:
    """The run's ink, and where its box stands from the pen's place on the base line."""
    font, direction, features = open_face(face, weight, size), "rtl" if backwards else "ltr", list(FIGURES)
    box = font.getbbox(run_text, direction=direction, features=features, anchor="ls")
    left, top, right, bottom = int(box[0]) - 1, int(box[1]) - 1, int(box[2]) + 2, int(box[3]) + 2
    mask = Image.new("L", (max(1, min(right - left, 4096)), max(1, min(bottom - top, 512))), 0)
    ImageDraw.Draw(mask).text(
        (-left, -top), run_text, fill=255, font=font, direction=direction, features=features, anchor="ls"
    )
    return mask, left, top


def ink_of(line: Line) -> tuple[int, int]:
    """How far the line's ink reaches above its base line, as a negative number, and below it."""
    reach: list[tuple[int, int]] = [(round(-0.72 * line.size), 0)] if any(run.face is None for run in line.runs) else []
    for run in line.runs:
        if run.face is not None and run.text.strip():
            mask, _, top = _run_mask(run.text, run.face, run.backwards, line.size, line.weight)
            box = mask.getbbox()
            reach += [(top + box[1], top + box[3])] if box else []
    return min((one for one, _ in reach), default=0), max((one for _, one in reach), default=0)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


class Canvas:
    """A picture in the making. Each drawing names the colour that it lies on, as `behind`."""

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self.width = width
        self.height = height
        self._colours: dict[Colour, int] = {background: 0}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}
        self._photos: list[tuple[int, int, Image.Image, Image.Image]] = []
        self._image = Image.new("L", (width, height), 0)
        self._draw = ImageDraw.Draw(self._image)

    def _index(self, colour: Colour) -> int:
        known = self._colours.get(colour)
        if known is None and len(self._colours) < 256:
            known = self._colours[colour] = len(self._colours)
        if known is None:
            nearest = min(
                self._colours, key=lambda other: sum((a - b) ** 2 for a, b in zip(colour, other, strict=True))
            )
            known = self._colours[nearest]
        return known

    def _ramp(self, colour: Colour, behind: Colour) -> bytes:
        """Palette indices from `behind` (0) to `colour` (255)."""
        ramp = self._ramps.get((colour, behind))
        if ramp is None:
            shades: list[int] = []
            for step in range(_STEPS + 1):
                mixed = [round(b + (c - b) * step / _STEPS) for c, b in zip(colour, behind, strict=True)]
                shades.append(self._index((mixed[0], mixed[1], mixed[2])))
            ramp = self._ramps[colour, behind] = bytes(shades[round(value * _STEPS / 255)] for value in range(256))
        return ramp

    def _stamp(self, mask: Image.Image, x: int, y: int, colour: Colour, behind: Colour) -> None:
        self._image.paste(mask.point(self._ramp(colour, behind)), (x, y), mask.point(_SEEN))

    def fill(self, box: Box, colour: Colour) -> None:
        """Fills a rectangle."""
        if box[2] > box[0] and box[3] > box[1]:
            self._draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=self._index(colour))

    def panel(self, box: Box, radius: int, colour: Colour, behind: Colour, corners: Corners = ALL_CORNERS) -> None:
        """A rectangle with round corners."""
        self._stamp(_rounded_mask(box[2] - box[0], box[3] - box[1], radius, corners), box[0], box[1], colour, behind)

    def frame(self, box: Box, radius: int, thickness: int, colour: Colour, inside: Colour, behind: Colour) -> None:
        """A panel with a line around it, drawn inside the box."""
        inner = (box[0] + thickness, box[1] + thickness, box[2] - thickness, box[3] - thickness)
        self.panel(box, radius, colour, behind)
        self.panel(inner, radius - thickness, inside, colour)

    def bend(
        self, x: int, y: int, radius: int, thickness: int, right: bool, down: bool, colour: Colour, behind: Colour
    ) -> None:
        """The round corner of a connector in the square at (x, y): upright line on its `right`, going `down` or up."""
        self._stamp(_bend_mask(radius, thickness, right, down), x, y, colour, behind)

    def ink(self, x: int, y: int, mask: Image.Image, colour: Colour, behind: Colour) -> None:
        """A shape of the caller's own, given as a mask of grey."""
        self._stamp(mask, x, y, colour, behind)

    def photo(self, x: int, y: int, picture: Image.Image, mask: Image.Image) -> None:
        """A picture in all its colours, where the mask is white; it lies above all that is drawn."""
        self._photos.append((x, y, picture, mask))

    def text(self, x: float, base: int, line: Line, colour: Colour, behind: Colour) -> None:
        """A line of text from `x` to the right, standing on the base line."""
        for run in line.runs:
            left = round(x + run.x)
            if run.face is None:
                self._boxes(left, base, run, line.size, colour, behind)
            elif run.text.strip():
                mask, dx, dy = _run_mask(run.text, run.face, run.backwards, line.size, line.weight)
                self._stamp(mask, left + dx, base + dy, colour, behind)

    def _boxes(self, left: int, base: int, run: Run, size: int, colour: Colour, behind: Colour) -> None:
        """A neutral box for each character that no face has."""
        pitch, stroke = run.width / len(run.text), max(2, size // 14)
        for place in range(len(run.text)):
            x = round(left + place * pitch + size * 0.08)
            box = (x, base - round(size * 0.7), x + round(size * 0.56), base)
            self.frame(box, stroke * 2, stroke, colour, behind, behind)

    def png(self) -> bytes:
        """The picture as PNG; the same drawing gives the same bytes."""
        palette = b"".join(bytes(colour) for colour in self._colours)
        if self._photos:
            return self._in_all_colours(palette)
        deflate = zlib.compressobj(7)
        packed: list[bytes] = []
        for top in range(0, self.height, _ROWS_AT_ONCE):
            strip = self._image.crop((0, top, self.width, min(top + _ROWS_AT_ONCE, self.height))).tobytes()
            rows = (strip[at : at + self.width] for at in range(0, len(strip), self.width))
            packed.append(deflate.compress(b"".join(b"\0" + row for row in rows)))
        packed.append(deflate.flush())
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", b"".join(packed)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)

    def _in_all_colours(self, palette: bytes) -> bytes:
        """With the photos laid on; 256 colours would make them grainy."""
        drawn = self._image.copy()
        drawn.putpalette(palette)
        whole = drawn.convert("RGB")
        for x, y, picture, mask in self._photos:
            whole.paste(picture, (x, y), mask)
        packed = io.BytesIO()
        whole.save(packed, "PNG")
        return packed.getvalue()


# --- the looks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture, by what they are for; `tests/rendering` holds each one to what it stands on."""

    ground: Colour
    """The picture's own surface."""
    panel: Colour
    """A row or a card on it."""
    raised: Colour
    """What stands out of a card."""
    rule: Colour
    """Lines that wait."""
    path: Colour
    """Lines that were gone."""
    bright: Colour
    """Titles, winners, leaders."""
    plain: Colour
    quiet: Colour
    """Headings, footers, what is said beside."""
    faded: Colour
    """Who is out, and what is not known yet."""
    accent: Colour
    """The first, what is being played, and the line below who goes on; a ground as well as an ink."""
    on_accent: Colour
    silver: Colour
    bronze: Colour
    courses: tuple[Colour, ...]
    """Several lines in one picture, told apart by colour-blind readers too; each has a mark and a name beside it."""


DARK: Final = Look(
    ground=(0x1B, 0x1C, 0x20),
    panel=(0x2A, 0x2C, 0x31),
    raised=(0x38, 0x3B, 0x42),
    rule=(0x6B, 0x70, 0x7A),
    path=(0xA9, 0xAE, 0xB8),
    bright=(0xF6, 0xF7, 0xF8),
    plain=(0xD3, 0xD6, 0xDB),
    quiet=(0xA8, 0xAD, 0xB7),
    faded=(0xA2, 0xA7, 0xB1),
    accent=(0xFF, 0xC1, 0x45),
    on_accent=(0x23, 0x1A, 0x05),
    silver=(0xC3, 0xC9, 0xD2),
    bronze=(0xD6, 0x9C, 0x6F),
    courses=((0xFF, 0xC1, 0x45), (0x56, 0xB4, 0xE9), (0xE5, 0x8B, 0xC0), (0x7F, 0xE3, 0xB4), (0xF0, 0x8A, 0x5D)),
)
LIGHT: Final = Look(
    ground=(0xFF, 0xFF, 0xFF),
    panel=(0xF0, 0xF1, 0xF4),
    raised=(0xDF, 0xE2, 0xE8),
    rule=(0x8A, 0x90, 0x9B),
    path=(0x56, 0x5C, 0x67),
    bright=(0x10, 0x12, 0x16),
    plain=(0x2E, 0x31, 0x38),
    quiet=(0x54, 0x5A, 0x64),
    faded=(0x5F, 0x65, 0x70),
    accent=(0x94, 0x60, 0x00),
    on_accent=(0xFF, 0xFF, 0xFF),
    silver=(0x5F, 0x68, 0x75),
    bronze=(0x85, 0x45, 0x28),
    courses=((0x94, 0x60, 0x00), (0x0B, 0x6B, 0xB0), (0xA3, 0x17, 0x5E), (0x1C, 0x9C, 0x78), (0x7A, 0x3F, 0xD0)),
)
LOOKS: Final[Mapping[Theme, Look]] = {Theme.DARK: DARK, Theme.LIGHT: LIGHT}

PAGE_WIDTH = 1100
"""Twice what Discord shows in a channel, so that 24 px here are 12 px there."""
SMALLEST = 24
"""The smallest letters of what is read in a channel."""
MARGIN = 36
HEAD_HEIGHT = 112


def draw_heading(canvas: Canvas, look: Look, title: str, subtitle: str, page: tuple[int, int] | None = None) -> None:
    """Title and subtitle at the top left behind a bar of the accent, the page's number at the top right."""
    right = canvas.width - MARGIN
    if page is not None:
        number = set_line(f"{page[0]}/{page[1]}", 26, Weight.SEMIBOLD)
        canvas.text(right - number.width, 62, number, look.quiet, look.ground)
        right -= round(number.width) + 24
    canvas.panel((MARGIN, 30, MARGIN + 6, HEAD_HEIGHT - 12 if subtitle else 68), 3, look.accent, look.ground)
    left = MARGIN + 24
    canvas.text(left, 62, set_line(title, 38, Weight.SEMIBOLD, right - left), look.bright, look.ground)
    if subtitle:
        canvas.text(left, 97, set_line(subtitle, 25, Weight.MEDIUM, right - left), look.quiet, look.ground)
