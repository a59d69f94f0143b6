"""The podium: the champion in the middle and highest, the others beside."""

from __future__ import annotations

from functools import lru_cache

from bot.rendering.pictures.canvas import TOP_CORNERS, Canvas, Colour
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import DARK, MARGIN, PAGE_WIDTH, Look, draw_heading
from bot.rendering.pictures.model import PodiumPicture, PodiumStep
from bot.rendering.pictures.typesetting import Line, set_line

_STEP_WIDTH = 320
_STEP_GAP = 16
_FLOOR = 570
_HEIGHT = 606
_FOOTER_HEIGHT = 40
_HEIGHTS = (290, 220, 170)
_NAME_SIZES = (42, 34, 34)
_SMALLEST_NAME = 26
_DETAIL_SIZE = 25


@lru_cache(maxsize=16)
def draw_podium(picture: PodiumPicture, look: Look = DARK) -> bytes:
    """The podium as PNG, 1100 pixels wide."""
    canvas = Canvas(PAGE_WIDTH, _HEIGHT + (_FOOTER_HEIGHT if picture.footer else 0), look.ground)
    draw_heading(canvas, look, picture.title, picture.subtitle)
    middle = (PAGE_WIDTH - _STEP_WIDTH) // 2
    lefts = (middle, middle - _STEP_WIDTH - _STEP_GAP, middle + _STEP_WIDTH + _STEP_GAP)
    seconds = () if picture.second is None else (picture.second,)
    for rank, (left, steps) in enumerate(zip(lefts, ((picture.first,), seconds, picture.third), strict=True), 1):
        if steps:
            _draw_step(canvas, look, rank, left, steps)
    if picture.footer:
        line = set_line(picture.footer, 24, Weight.MEDIUM, PAGE_WIDTH - 2 * MARGIN)
        canvas.text((PAGE_WIDTH - line.width) / 2, _FLOOR + 48, line, look.quiet, look.ground)
    return canvas.png()


def _draw_step(canvas: Canvas, look: Look, rank: int, left: int, steps: tuple[PodiumStep, ...]) -> None:
    """The block with its number, and above it the names that stand on it."""
    metals: tuple[Colour, ...] = (look.accent, look.silver, look.bronze)
    metal, top = metals[rank - 1], _FLOOR - _HEIGHTS[rank - 1]
    behind, right = look.raised if rank == 1 else look.panel, left + _STEP_WIDTH
    canvas.panel((left, top, right, _FLOOR), 16, behind, look.ground)
    canvas.panel((left, top, right, top + 48), 16, metal, look.ground, TOP_CORNERS)
    canvas.panel((left, top + 8, right, top + 48), 16, behind, metal, TOP_CORNERS)
    number = set_line(str(rank), 120 if rank == 1 else 96, Weight.SEMIBOLD)
    centre = left + _STEP_WIDTH / 2
    base = (top + 8 + _FLOOR) // 2 + round(number.size * 0.36)
    canvas.text(centre - number.width / 2, base, number, metal, behind)
    base = top - 20
    for step in reversed(steps):
        base = _draw_name(canvas, look, step, rank, centre, base)


def _draw_name(canvas: Canvas, look: Look, step: PodiumStep, rank: int, centre: float, base: int) -> int:
    """Name over detail, centred; returns the base line for the one above."""
    if step.detail:
        detail = set_line(step.detail, _DETAIL_SIZE, Weight.MEDIUM, _STEP_WIDTH)
        canvas.text(centre - detail.width / 2, base, detail, look.quiet, look.ground)
        base -= 38
    name = _fit_name(step.name, _NAME_SIZES[rank - 1])
    canvas.text(centre - name.width / 2, base, name, look.accent if rank == 1 else look.bright, look.ground)
    return base - name.size - 16


def _fit_name(name: str, size: int) -> Line:
    """The name as big as fits on a step; below the smallest size it is shortened instead."""
    while size > _SMALLEST_NAME and set_line(name, size, Weight.SEMIBOLD).width > _STEP_WIDTH:
        size -= 4
    return set_line(name, size, Weight.SEMIBOLD, _STEP_WIDTH)
