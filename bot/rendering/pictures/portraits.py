"""A person in a picture: a round face, or initials on a ground of their own, in a ring; a team has a shield."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.rendering.pictures.canvas import Canvas, Colour, ink_of
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import SMALLEST
from bot.rendering.pictures.people_model import Portrait
from bot.rendering.pictures.typesetting import clusters, set_line

GROUNDS: Final[Sequence[Colour]] = (
    (0x3B, 0x5B, 0xA5),
    (0x8A, 0x3B, 0x7A),
    (0x1F, 0x70, 0x5B),
    (0x9A, 0x4A, 0x1B),
    (0x5A, 0x4A, 0xB0),
    (0x2B, 0x6C, 0x8F),
    (0x9B, 0x35, 0x46),
    (0x5C, 0x66, 0x1F),
)
"""Behind white letters, in the dark look and in the light one."""
LETTERS: Final[Colour] = (0xFF, 0xFF, 0xFF)
_NOBODY: Final[Colour] = (0x5A, 0x5F, 0x69)
_SHADOW: Final[Colour] = (0xC9, 0xCD, 0xD4)
_FINER: Final = 4


def draw_portrait(
    canvas: Canvas,
    box: tuple[int, int, int],
    portrait: Portrait,
    ring: tuple[int, Colour],
    behind: Colour,
) -> None:
    """The portrait in the square at (left, top) of so many pixels; the ring, of a width and a colour, lies inside."""
    left, top, size = box
    width, colour = ring
    canvas.ink(left, top, shape(size, portrait.is_crest), colour, behind)
    gap = width + 2 if width > 2 else width
    inner = size - 2 * gap
    if gap > width:
        canvas.ink(left + width, top + width, shape(size - 2 * width, portrait.is_crest), behind, colour)
    at = (left + gap, top + gap)
    picture = _open_face(portrait.face, inner) if portrait.face is not None else None
    if picture is not None:
        canvas.photo(*at, picture, shape(inner, portrait.is_crest))
    else:
        _draw_sign(canvas, at, inner, portrait, behind)


@lru_cache(maxsize=32)
def shape(size: int, is_crest: bool) -> Image.Image:
    """A circle; of a team a shield, which is a square with round corners below and almost none above."""
    big = Image.new("L", (size * _FINER, size * _FINER), 0)
    side, draw = size * _FINER - 1, ImageDraw.Draw(big)
    if is_crest:
        draw.rounded_rectangle((0, 0, side, side // 2), side // 10, fill=255)
        draw.rounded_rectangle((0, 0, side, side), round(side * 0.42), fill=255, corners=(False, False, True, True))
    else:
        draw.ellipse((0, 0, side, side), fill=255)
    return big.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _open_face(face: bytes, size: int) -> Image.Image | None:
    """The face in the size that is needed; None where the bytes are not what they should be."""
    try:
        with Image.open(io.BytesIO(face), formats=("JPEG",)) as picture:
            return picture.convert("RGB").resize((size, size), Image.Resampling.LANCZOS)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def _draw_sign(canvas: Canvas, at: tuple[int, int], size: int, portrait: Portrait, behind: Colour) -> None:
    """Initials, or a head and shoulders for who is nobody in particular any more."""
    if not portrait.initials:
        canvas.ink(*at, shape(size, portrait.is_crest), _NOBODY, behind)
        canvas.ink(*at, _figure(size), _SHADOW, _NOBODY)
        return
    ground = GROUNDS[portrait.hue % len(GROUNDS)]
    canvas.ink(*at, shape(size, portrait.is_crest), ground, behind)
    letters, initials = max(SMALLEST, round(size * 0.44)), portrait.initials
    while letters > SMALLEST and set_line(initials, letters, Weight.SEMIBOLD).width > size * 0.72:
        letters = max(SMALLEST, letters - 2)
    if set_line(initials, letters, Weight.SEMIBOLD).width > size * 0.8:
        initials = clusters(initials)[0]  # One that can be read says more than two that cannot.
    line = set_line(initials, letters, Weight.SEMIBOLD)
    high, low = ink_of(line)
    base = at[1] + round((size - high - low) / 2)
    canvas.text(at[0] + (size - line.width) / 2, base, line, LETTERS, ground)


@lru_cache(maxsize=16)
def _figure(size: int) -> Image.Image:
    """A head above shoulders, which end a little within the circle."""
    side = size * _FINER
    figure, inside = Image.new("L", (side, side), 0), Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(figure)
    draw.ellipse((side * 0.34, side * 0.2, side * 0.66, side * 0.52), fill=255)
    draw.ellipse((side * 0.2, side * 0.58, side * 0.8, side * 1.2), fill=255)
    ImageDraw.Draw(inside).ellipse((side * 0.05, side * 0.05, side * 0.95, side * 0.95), fill=255)
    return ImageChops.darker(figure, inside).resize((size, size), Image.Resampling.BOX)
