"""A rating from list to list as a line, with few labels beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.rendering.pictures.canvas import Box, Canvas, Colour
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import Look
from bot.rendering.pictures.people_model import Course
from bot.rendering.pictures.portraits import shape
from bot.rendering.pictures.typesetting import set_line

COURSE_HEIGHT: Final = 320
_STEPS: Final = (10, 20, 50, 100, 200, 250, 500, 1000)
_MOST_LINES: Final = 4
_LABELS: Final = 104
_LABEL_SIZE: Final = 24
_FINER: Final = 2
_STROKE: Final = 5
_DOT: Final = 18
_TINT: Final = 0.16


def grid(ratings: Sequence[float]) -> list[int]:
    """Round numbers that hold all ratings between the first and the last, five at the most."""
    low, high = min(ratings), max(ratings)
    for step in _STEPS:
        first, last = floor(low / step), ceil(high / step)
        last = max(last, first + 1)
        if last - first <= _MOST_LINES:
            return [step * number for number in range(first, last + 1)]
    step = _STEPS[-1] * ceil((high - low) / _STEPS[-1] / (_MOST_LINES - 1))
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def draw_course(canvas: Canvas, look: Look, box: Box, course: Course) -> None:
    """The course in a panel: lines at round ratings, the first and the last day below, the present end as a dot."""
    left, top, right, bottom = box
    canvas.panel(box, 14, look.panel, look.ground)
    canvas.text(left + 24, top + 40, set_line(course.title, 26, Weight.SEMIBOLD, 600), look.quiet, look.panel)
    plot = (left + _LABELS, top + 70, right - 40, bottom - 58)
    lines = grid(course.ratings)
    for number in lines:
        y = _height(number, lines, plot)
        canvas.fill((plot[0], y, plot[2] + 12, y + 2), look.raised)
        label = set_line(str(number), _LABEL_SIZE)
        canvas.text(plot[0] - 14 - label.width, y + 9, label, look.quiet, look.panel)
    points = _points(course.ratings, lines, plot)
    _draw_line(canvas, look, plot, points)
    canvas.text(plot[0], bottom - 18, set_line(course.first, _LABEL_SIZE, widest=300), look.quiet, look.panel)
    last = set_line(course.last, _LABEL_SIZE, widest=300)
    if len(points) > 1:
        canvas.text(plot[2] + 12 - last.width, bottom - 18, last, look.quiet, look.panel)


def _height(rating: float, lines: Sequence[int], plot: Box) -> int:
    return round(plot[3] - (rating - lines[0]) / (lines[-1] - lines[0]) * (plot[3] - plot[1]))


def _points(ratings: Sequence[float], lines: Sequence[int], plot: Box) -> list[tuple[float, float]]:
    """Side by side at even distances: a list for each, however long it stood."""
    apart = (plot[2] - plot[0]) / max(1, len(ratings) - 1)
    return [(plot[0] + apart * number, _height(one, lines, plot)) for number, one in enumerate(ratings)]


def _draw_line(canvas: Canvas, look: Look, plot: Box, points: Sequence[tuple[float, float]]) -> None:
    edge = _STROKE + _DOT
    x, y = plot[0] - edge, plot[1] - edge
    size = ((plot[2] - x + edge) * _FINER, (plot[3] - y + edge) * _FINER)
    inside = [((one - x) * _FINER, (two - y) * _FINER) for one, two in points]
    if len(points) > 1:
        floor_at = (plot[3] - y) * _FINER
        tint = Image.new("L", size, 0)
        ImageDraw.Draw(tint).polygon([(inside[0][0], floor_at), *inside, (inside[-1][0], floor_at)], fill=255)
        canvas.ink(x, y, _smaller(tint), _tint(look.accent, look.panel), look.panel)
        stroke = Image.new("L", size, 0)
        for start, end in pairwise(inside):
            ImageDraw.Draw(stroke).line([start, end], fill=255, width=_STROKE * _FINER)
        for one, two in inside:
            half = _STROKE * _FINER / 2 - 1
            ImageDraw.Draw(stroke).ellipse((one - half, two - half, one + half, two + half), fill=255)
        canvas.ink(x, y, _smaller(stroke), look.accent, look.panel)
    end_x, end_y = round(points[-1][0]), round(points[-1][1])
    canvas.ink(end_x - _DOT // 2 - 3, end_y - _DOT // 2 - 3, shape(_DOT + 6, is_crest=False), look.panel, look.panel)
    canvas.ink(end_x - _DOT // 2, end_y - _DOT // 2, shape(_DOT, is_crest=False), look.accent, look.panel)


def _smaller(mask: Image.Image) -> Image.Image:
    return mask.resize((mask.width // _FINER, mask.height // _FINER), Image.Resampling.BOX)


def _tint(colour: Colour, ground: Colour) -> Colour:
    red, green, blue = (round(b + (c - b) * _TINT) for c, b in zip(colour, ground, strict=True))
    return red, green, blue
