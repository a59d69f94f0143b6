"""The look that all pictures share: dark like Discord's own surface, one accent, and a heading."""

from __future__ import annotations

from bot.rendering.pictures.canvas import Canvas, Colour
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.typesetting import set_line

GROUND: Colour = (0x1B, 0x1C, 0x20)
PANEL: Colour = (0x2A, 0x2C, 0x31)
RAISED: Colour = (0x38, 0x3B, 0x42)
RULE: Colour = (0x4A, 0x4D, 0x55)
PATH: Colour = (0x8A, 0x8F, 0x99)
BRIGHT: Colour = (0xF6, 0xF7, 0xF8)
PLAIN: Colour = (0xD3, 0xD6, 0xDB)
QUIET: Colour = (0xA0, 0xA5, 0xAF)
FADED: Colour = (0x8C, 0x91, 0x9B)
ACCENT: Colour = (0xFF, 0xC1, 0x45)
ON_ACCENT: Colour = (0x23, 0x1A, 0x05)

PAGE_WIDTH = 1100
"""Twice what Discord shows in a channel, so that 24 px here are 12 px there."""
MARGIN = 36
HEAD_HEIGHT = 112


def draw_heading(canvas: Canvas, title: str, subtitle: str, page: tuple[int, int] | None = None) -> None:
    """Title and subtitle at the top left behind a bar of the accent, the page's number at the top right."""
    right = canvas.width - MARGIN
    if page is not None:
        number = set_line(f"{page[0]}/{page[1]}", 26, Weight.SEMIBOLD)
        canvas.text(right - number.width, 62, number, QUIET, GROUND)
        right -= round(number.width) + 24
    canvas.panel((MARGIN, 30, MARGIN + 6, HEAD_HEIGHT - 12 if subtitle else 68), 3, ACCENT, GROUND)
    left = MARGIN + 24
    canvas.text(left, 62, set_line(title, 38, Weight.SEMIBOLD, right - left), BRIGHT, GROUND)
    if subtitle:
        canvas.text(left, 97, set_line(subtitle, 25, Weight.MEDIUM, right - left), QUIET, GROUND)
