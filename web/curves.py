"""The race of an arena and the course of a rating, as plain geometry for a template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.pages.public_model import PublicClimb, PublicRace

WIDTH: Final = 420
"""About a phone's, so that its letters can be read there; a wider window draws the same larger."""
_HEIGHT: Final = 230
_LEFT: Final = 34
_RIGHT: Final = 24
"""Half of an hour that stands below the end of the lines."""
_TOP: Final = 12
_BOTTOM: Final = 30
"""Below the lines, where the hours stand."""
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
    """One line: its path and the mark at its end."""

    path: str
    x: int
    y: int
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
    """The leaders' points over the time of the arena, as steps; each line ends in a mark of its own."""
    lines = race.lines[:_MOST_LINES]
    right, bottom = WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    top_points = max((points for line in lines for _, points in line.climbs), default=1) or 1
    step = step_between(top_points, 5)
    high = step * -(-top_points // step)

    def x_of(part: float) -> int:
        return round(_LEFT + min(max(part, 0.0), 1.0) * (right - _LEFT))

    def y_of(points: float) -> int:
        return round(bottom - max(points, 0.0) / high * (bottom - _TOP))

    ends = [y_of(line.climbs[-1][1] if line.climbs else 0) for line in lines]
    courses = tuple(
        DrawnCourse(_stairs(line, x_of(race.until), x_of, y_of), x_of(race.until), end, number)
        for number, (line, end) in enumerate(zip(lines, ends, strict=True))
    )
    across = tuple(DrawnTick(y_of(one * step), f"{one * step:g}") for one in range(int(high / step) + 1))
    upright = tuple(DrawnTick(x_of(part), moment=at) for part, at in race.ticks)
    return CurveDrawing(courses, across, upright, _LEFT, right, _TOP, bottom)


def _stairs(line: PublicClimb, end: int, x_of: Callable[[float], int], y_of: Callable[[float], int]) -> str:
    """Along and up, along and up."""
    path = f"M{_LEFT} {y_of(0)}"
    for part, points in line.climbs:
        path += f"H{min(x_of(part), end)}V{y_of(points)}"
    return f"{path}H{end}"


# --- the course of a rating -----------------------------------------------------------------------------------------


_MARGIN_OF_RATING: Final = 0.12
"""So much of the spread is left free over and below the line."""
_LEAST_SPREAD: Final = 40.0
"""Points: a rating that hardly moves is no mountain range."""


def draw_curve(curve: Sequence[tuple[datetime, float]]) -> CurveDrawing | None:
    """A rating from list to list; None where there are fewer than two."""
    if len(curve) < 2:
        return None
    right, bottom = WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    left = _LEFT + 8
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
    course = DrawnCourse(path, *points[-1], 0)
    return CurveDrawing((course,), across, upright, left, right, _TOP, bottom)
