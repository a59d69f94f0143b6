"""An arena's race: how the leaders' points grew over its time, each with a colour, a mark and a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from bot.rendering.pictures.canvas import Canvas, Colour
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import DARK, HEAD_HEIGHT, MARGIN, PAGE_WIDTH, SMALLEST, Look, draw_heading
from bot.rendering.pictures.model import RaceLine, RacePicture
from bot.rendering.pictures.typesetting import set_line

MOST_LINES: Final = 5
_LEFT: Final = MARGIN + 64
_RIGHT: Final = 690
_TOP: Final = HEAD_HEIGHT + 36
_BOTTOM: Final = 548
_HEIGHT: Final = 624
_NAMES: Final = 732
_NAME_SIZE: Final = 27
_APART: Final = 64
_STROKE: Final = 4
_BESIDE: Final = 5
"""How far lines of the same points stand from one another."""
_MARK: Final = 16
_END_MARK: Final = 24
_FINER: Final = 4
_MOST_STEPS: Final = 5
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
_CORNERS: Final = (
    (),
    ((0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)),
    ((0.5, 0.0), (1.0, 0.93), (0.0, 0.93)),
    ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    ((0.0, 0.07), (1.0, 0.07), (0.5, 1.0)),
)
"""The marks in the order of the leaders; the first is a disc."""


@lru_cache(maxsize=8)
def draw_race(picture: RacePicture, look: Look = DARK) -> bytes:
    """The race as PNG, 1100 pixels wide."""
    canvas = Canvas(PAGE_WIDTH, _HEIGHT, look.ground)
    draw_heading(canvas, look, picture.title, picture.subtitle)
    steps = _steps(picture.lines)
    _draw_grid(canvas, look, steps, picture.ticks)
    # The leader last, so that nobody's line lies over the first one's.
    for place in reversed(range(len(picture.lines[:MOST_LINES]))):
        _draw_line(canvas, look, picture, place, steps[-1])
    _draw_names(canvas, look, picture, steps[-1])
    return canvas.png()


def _steps(lines: Sequence[RaceLine]) -> list[int]:
    """Round numbers of points from nothing to above the most, six at the most."""
    most = max((points for line in lines for _, points in line.climbs), default=0)
    step = next((one for one in _STEPS if most <= one * _MOST_STEPS), ceil(most / _MOST_STEPS))
    return [step * number for number in range(max(1, ceil(most / step)) + 1)]


def _draw_grid(canvas: Canvas, look: Look, steps: Sequence[int], ticks: Sequence[tuple[float, str]]) -> None:
    for number in steps:
        y = _height(number, steps[-1])
        canvas.fill((_LEFT, y, _RIGHT, y + 2), look.raised)
        label = set_line(str(number), SMALLEST)
        canvas.text(_LEFT - 16 - label.width, y + 9, label, look.quiet, look.ground)
    for moment, words in ticks:
        label = set_line(words, SMALLEST, widest=200)
        x = _LEFT + moment * (_RIGHT - _LEFT) - label.width / 2
        canvas.text(max(float(MARGIN), min(x, _RIGHT - label.width)), _BOTTOM + 44, label, look.quiet, look.ground)


def _draw_line(canvas: Canvas, look: Look, picture: RacePicture, place: int, most: int) -> None:
    """A staircase: level until a game is told, then up by what it gave."""
    colour, aside = look.courses[place], _aside(place, len(picture.lines))
    x, y = _LEFT, _BOTTOM + aside
    turns: list[tuple[int, int]] = []
    for moment, points in picture.lines[place].climbs:
        turn, level = round(_LEFT + moment * (_RIGHT - _LEFT)), _height(points, most) + aside
        canvas.fill((x, y - _STROKE // 2, turn + _STROKE // 2, y + _STROKE // 2), colour)
        top, bottom = min(y, level) - _STROKE // 2, max(y, level) + _STROKE // 2
        canvas.fill((turn - _STROKE // 2, top, turn + _STROKE // 2, bottom), colour)
        x, y = turn, level
        turns.append((x, y))
    end = max(x, round(_LEFT + picture.until * (_RIGHT - _LEFT)))
    canvas.fill((x, y - _STROKE // 2, end, y + _STROKE // 2), colour)
    for at in turns:
        _draw_mark(canvas, place, _MARK, at, colour, look.ground)
    _draw_mark(canvas, place, _END_MARK, (end, y), colour, look.ground)


def _draw_names(canvas: Canvas, look: Look, picture: RacePicture, most: int) -> None:
    """Beside the ends of the lines, as near to each as leaves them apart."""
    lines = picture.lines[:MOST_LINES]
    middles = _apart([_height(_last(line), most) for line in lines])
    for place, (line, middle) in enumerate(zip(lines, middles, strict=True)):
        _draw_mark(canvas, place, _END_MARK, (_NAMES + _END_MARK // 2, middle), look.courses[place], look.ground)
        ink, weight = (look.bright, Weight.SEMIBOLD) if place == 0 else (look.plain, Weight.MEDIUM)
        points = set_line(line.points, _NAME_SIZE, Weight.SEMIBOLD, 110)
        right, left = PAGE_WIDTH - MARGIN - points.width, _NAMES + _END_MARK + 14
        base = middle + round(_NAME_SIZE * 0.36)
        canvas.text(right, base, points, ink, look.ground)
        canvas.text(left, base, set_line(line.name, _NAME_SIZE, weight, right - 16 - left), ink, look.ground)


def _apart(wanted: Sequence[int]) -> list[int]:
    """The heights, in their order from the top, moved until no two touch and all are on the picture."""
    middles: list[int] = []
    for one in wanted:
        middles.append(max(one, middles[-1] + _APART) if middles else one)
    over = (middles[-1] if middles else 0) - _BOTTOM
    for place in reversed(range(len(middles))):
        lowest = _BOTTOM - (len(middles) - 1 - place) * _APART
        middles[place] = min(middles[place], lowest) if over > 0 else middles[place]
    return middles


def _last(line: RaceLine) -> float:
    return line.climbs[-1][1] if line.climbs else 0.0


def _height(points: float, most: int) -> int:
    return round(_BOTTOM - points / most * (_BOTTOM - _TOP))


def _aside(place: int, lines: int) -> int:
    return round((place - (min(lines, MOST_LINES) - 1) / 2) * _BESIDE)


def _draw_mark(canvas: Canvas, place: int, size: int, at: tuple[int, int], colour: Colour, behind: Colour) -> None:
    canvas.ink(at[0] - size // 2 - 3, at[1] - size // 2 - 3, _mark(place, size + 6), behind, behind)
    canvas.ink(at[0] - size // 2, at[1] - size // 2, _mark(place, size), colour, behind)


@lru_cache(maxsize=32)
def _mark(place: int, size: int) -> Image.Image:
    big = Image.new("L", (size * _FINER, size * _FINER), 0)
    corners = [(x * (size * _FINER - 1), y * (size * _FINER - 1)) for x, y in _CORNERS[place]]
    if corners:
        ImageDraw.Draw(big).polygon(corners, fill=255)
    else:
        ImageDraw.Draw(big).ellipse((0, 0, size * _FINER - 1, size * _FINER - 1), fill=255)
    return big.resize((size, size), Image.Resampling.BOX)
