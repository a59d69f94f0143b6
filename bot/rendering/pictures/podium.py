"""The podium: the champion in the middle and highest, the others beside, each with a face or initials."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.rendering.pictures.canvas import TOP_CORNERS, Canvas, Colour
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import DARK, MARGIN, PAGE_WIDTH, Look, draw_heading
from bot.rendering.pictures.model import PodiumPicture, PodiumStep
from bot.rendering.pictures.portraits import draw_portrait
from bot.rendering.pictures.typesetting import Line, set_line

_STEP_WIDTH: Final = 330
_STEP_GAP: Final = 16
_FLOOR: Final = 690
_HEIGHT: Final = 726
_FOOTER_HEIGHT: Final = 40
_HEIGHTS: Final = (178, 138, 104)
_NUMBER_SIZES: Final = (112, 92, 72)
_FACES: Final = (184, 152, 152)
_NAME_SIZES: Final = (42, 34, 34)
_SMALLEST_NAME: Final = 26
_DETAIL_SIZE: Final = 25
_RING: Final = 6
_ROW: Final = 92
_ROW_FACE: Final = 76
_ROWS: Final = (4, 4, 5)
"""As many share a step, each in a row, as there is room for above it."""


@lru_cache(maxsize=16)
def draw_podium(picture: PodiumPicture, look: Look = DARK) -> bytes:
    """The podium as PNG, 1100 pixels wide."""
    canvas = Canvas(PAGE_WIDTH, _HEIGHT + (_FOOTER_HEIGHT if picture.footer else 0), look.ground)
    draw_heading(canvas, look, picture.title, picture.subtitle)
    middle = (PAGE_WIDTH - _STEP_WIDTH) // 2
    lefts = (middle, middle - _STEP_WIDTH - _STEP_GAP, middle + _STEP_WIDTH + _STEP_GAP)
    for rank, left in enumerate(lefts, 1):
        steps = [one for one in picture.steps if one.rank == rank]
        if steps:
            _draw_step(canvas, look, rank, left, steps)
    if picture.footer:
        line = set_line(picture.footer, 24, Weight.MEDIUM, PAGE_WIDTH - 2 * MARGIN)
        canvas.text((PAGE_WIDTH - line.width) / 2, _FLOOR + 48, line, look.quiet, look.ground)
    return canvas.png()


def _draw_step(canvas: Canvas, look: Look, rank: int, left: int, steps: Sequence[PodiumStep]) -> None:
    """The block with its number, and who stands on it."""
    metals: tuple[Colour, ...] = (look.accent, look.silver, look.bronze)
    metal, top = metals[rank - 1], _FLOOR - _HEIGHTS[rank - 1]
    behind, right = look.raised if rank == 1 else look.panel, left + _STEP_WIDTH
    canvas.panel((left, top, right, _FLOOR), 16, behind, look.ground)
    canvas.panel((left, top, right, top + 48), 16, metal, look.ground, TOP_CORNERS)
    canvas.panel((left, top + 8, right, top + 48), 16, behind, metal, TOP_CORNERS)
    number = set_line(str(rank), _NUMBER_SIZES[rank - 1], Weight.SEMIBOLD)
    base = (top + 8 + _FLOOR) // 2 + round(number.size * 0.36)
    canvas.text(left + (_STEP_WIDTH - number.width) / 2, base, number, metal, behind)
    if len(steps) == 1:
        _draw_alone(canvas, look, steps[0], left, top, metal)
    else:
        _draw_together(canvas, look, steps, left, top, metal)


def _draw_alone(canvas: Canvas, look: Look, step: PodiumStep, left: int, top: int, metal: Colour) -> None:
    """The face above the name, and the name above what was counted."""
    centre, base = left + _STEP_WIDTH / 2, top - 20
    if step.detail:
        detail = set_line(step.detail, _DETAIL_SIZE, Weight.MEDIUM, _STEP_WIDTH)
        canvas.text(centre - detail.width / 2, base, detail, look.quiet, look.ground)
        base -= 38
    name = _fit_name(step.name, _NAME_SIZES[step.rank - 1], _STEP_WIDTH)
    canvas.text(centre - name.width / 2, base, name, look.accent if step.rank == 1 else look.bright, look.ground)
    face = _FACES[step.rank - 1]
    box = (round(centre) - face // 2, base - name.size - 14 - face, face)
    draw_portrait(canvas, box, step.portrait, (_RING, metal), look.ground)


def _draw_together(canvas: Canvas, look: Look, steps: Sequence[PodiumStep], left: int, top: int, metal: Colour) -> None:
    """One below the other, the face before the name; of more than there is room for the last row says how many."""
    most = _ROWS[steps[0].rank - 1]
    shown = steps if len(steps) <= most else steps[: most - 1]
    y = top - 18 - _ROW * min(len(steps), most)
    for step in shown:
        draw_portrait(canvas, (left, y + (_ROW - _ROW_FACE) // 2, _ROW_FACE), step.portrait, (4, metal), look.ground)
        x, widest = left + _ROW_FACE + 16, _STEP_WIDTH - _ROW_FACE - 16
        name = _fit_name(step.name, 32, widest)
        canvas.text(x, y + (44 if step.detail else 58), name, look.bright, look.ground)
        detail = set_line(step.detail, 24, Weight.MEDIUM, widest) if step.detail else None
        if detail is not None:
            canvas.text(x, y + 76, detail, look.quiet, look.ground)
        y += _ROW
    if len(shown) < len(steps):
        more = set_line(f"+{len(steps) - len(shown)}", 34, Weight.SEMIBOLD)
        canvas.text(left + _ROW_FACE + 16, y + 58, more, look.quiet, look.ground)


def _fit_name(name: str, size: int, widest: int) -> Line:
    """The name as big as fits; below the smallest size it is shortened instead."""
    while size > _SMALLEST_NAME and set_line(name, size, Weight.SEMIBOLD).width > widest:
        size -= 4
    return set_line(name, max(size, _SMALLEST_NAME), Weight.SEMIBOLD, widest)
