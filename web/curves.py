"""The race of an arena and the course of a rating, as plain geometry for a template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.pages.public_model import PublicClimb, PublicRace
from web.drawing import fitted

WIDTH: Final = 640
_HEIGHT: Final = 300
_LEFT: Final = 40
_TOP: Final = 16
_BOTTOM: Final = 34
"""Below the lines, where the hours stand."""
_NAMES: Final = 176
"""Right of the lines, where the names stand."""
_NAME_LETTERS: Final = 13
_NAME_PITCH: Final = 19
_MOST_LINES: Final = 5
_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class DrawnTick:
    """A line of the ground with what it stands for: across at `at`, or upright where it is a moment."""

    at: int
    text: str = ""
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class DrawnCourse:
    """One line: its path, the mark at its end, and the name beside."""

    path: str
    x: int
    y: int
    label: str
    label_y: int
    number: int
    """Which colour and mark it has."""


@dataclass(frozen=True, slots=True)
class CurveDrawing:
    """Lines over a time."""

    courses: tuple[DrawnCourse, ...]
    across: tuple[DrawnTick, ...]
    upright: tuple[DrawnTick, ...]
    left: int
    right: int
    top: int
    bottom: int
    width: int = WIDTH
    height: int = _HEIGHT


def step_between(spread: float, most: int) -> float:
    """A round step, so that at most so many of it lie within the spread."""
    size = 1.0
    while spread / (size * 10) > most:
        size *= 10
    return next((size * one for one in _STEPS if spread / (size * one) <= most), size * 10)


# --- the race of an arena -------------------------------------------------------------------------------------------


def draw_race(race: PublicRace) -> CurveDrawing:
    """The leaders' points over the time of the arena, as steps; each line ends in its own mark, with the name."""
    lines = race.lines[:_MOST_LINES]
    right, bottom = WIDTH - _NAMES, _HEIGHT - _BOTTOM
    top_points = max((points for line in lines for _, points in line.climbs), default=1) or 1
    step = step_between(top_points, 5)
    high = step * -(-top_points // step)

    def x_of(part: float) -> int:
        return round(_LEFT + min(max(part, 0.0), 1.0) * (right - _LEFT))

    def y_of(points: float) -> int:
        return round(bottom - max(points, 0.0) / high * (bottom - _TOP))

    ends = [y_of(line.climbs[-1][1] if line.climbs else 0) for line in lines]
    courses = tuple(
        DrawnCourse(_stairs(line, x_of(race.until), x_of, y_of), x_of(race.until), end, _label(line), label_y, number)
        for number, (line, end, label_y) in enumerate(zip(lines, ends, _apart(ends), strict=True))
    )
    across = tuple(DrawnTick(y_of(one * step), f"{one * step:g}") for one in range(int(high / step) + 1))
    upright = tuple(DrawnTick(x_of(part), moment=at) for part, at in race.ticks)
    return CurveDrawing(courses, across, upright, _LEFT, right, _TOP, bottom)


def _label(line: PublicClimb) -> str:
    return f"{fitted(line.name, (_NAMES - 60) / _NAME_LETTERS)} {line.points}"


def _stairs(line: PublicClimb, end: int, x_of: Callable[[float], int], y_of: Callable[[float], int]) -> str:
    """Along and up, along and up."""
    path = f"M{_LEFT} {y_of(0)}"
    for part, points in line.climbs:
        path += f"H{min(x_of(part), end)}V{y_of(points)}"
    return f"{path}H{end}"


def _apart(wanted: Sequence[int]) -> list[int]:
    """As near as can be to where each name is wanted, none closer than a line to another."""
    order = sorted(range(len(wanted)), key=lambda one: (wanted[one], one))
    found, free = [0] * len(wanted), _TOP
    for one in order:
        found[one] = max(free, wanted[one])
        free = found[one] + _NAME_PITCH
    room = _HEIGHT - _BOTTOM
    for one in reversed(order):
        found[one] = min(found[one], room)
        room = found[one] - _NAME_PITCH
    return found


# --- the course of a rating -----------------------------------------------------------------------------------------


_MARGIN_OF_RATING: Final = 0.12
"""So much of the spread is left free over and below the line."""
_LEAST_SPREAD: Final = 40.0
"""Points: a rating that hardly moves is no mountain range."""


def draw_curve(curve: Sequence[tuple[datetime, float]]) -> CurveDrawing | None:
    """A rating from list to list; None where there are fewer than two."""
    if len(curve) < 2:
        return None
    right, bottom = WIDTH - _LEFT, _HEIGHT - _BOTTOM
    left = _LEFT + 12
    ratings = [rating for _, rating in curve]
    centre, spread = (max(ratings) + min(ratings)) / 2, max(max(ratings) - min(ratings), _LEAST_SPREAD)
    low, high = (centre + sign * spread * (0.5 + _MARGIN_OF_RATING) for sign in (-1, 1))
    begins, ends = curve[0][0].timestamp(), curve[-1][0].timestamp()

    def point(at: datetime, rating: float) -> tuple[int, int]:
        part = (at.timestamp() - begins) / ((ends - begins) or 1)
        return round(left + part * (right - left)), round(bottom - (rating - low) / (high - low) * (bottom - _TOP))

    points = [point(*one) for one in curve]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    step = step_between(high - low, 7)
    grid = [step * one for one in range(int(-(-low // step)), int(high // step) + 1)]
    across = tuple(DrawnTick(point(curve[0][0], one)[1], f"{one:g}") for one in grid)
    upright = (DrawnTick(left, moment=curve[0][0]), DrawnTick(right, moment=curve[-1][0]))
    course = DrawnCourse(path, *points[-1], "", points[-1][1], 0)
    return CurveDrawing((course,), across, upright, left, right, _TOP, bottom)
