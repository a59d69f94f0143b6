"""A drawing surface of palette indices: what is drawn needs no quantising afterwards, and each step is small.

Every shape and letter is a mask laid over one known colour, so a few steps between the two colours are all that an
edge needs. Many small steps also let other threads run between them, which one pass over a big picture would not.
"""

from __future__ import annotations

import io
import struct
import zlib
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.layout.picture_model import HEAD_HEIGHT, MARGIN, Box, Colour, Look
from bot.layout.typesetting import FIGURES, Run, SetLine, Weight, open_face, set_line

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


def ink_of(line: SetLine) -> tuple[int, int]:
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

    def text(self, x: float, base: int, line: SetLine, colour: Colour, behind: Colour) -> None:
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
