"""The shape of a board as data: its lines, circles and arcs, and the pieces that stand there at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Point = tuple[float, float]
"""To the right and down, in units of the board's own."""
Circle = tuple[float, float, float]
"""Centre and radius."""
Arc = tuple[float, float, float, float, float]
"""Centre, radius, and from which to which angle in degrees, clockwise from the right."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board before the first move."""

    lines: tuple[tuple[Point, ...], ...] = ()
    circles: tuple[Circle, ...] = ()
    arcs: tuple[Arc, ...] = ()
    points: tuple[Point, ...] = ()
    """Where pieces can stand, marked by dots; of a grid only those that its players mark."""
    first: tuple[Point, ...] = ()
    """The pieces of the side that is drawn below."""
    second: tuple[Point, ...] = ()
    columns: str = ""
    """A letter over each column of squares, from the left."""
    rows: str = ""
    """A figure beside each row of squares, from the top."""

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything that is drawn."""
        xs, ys = zip(*self._extremes(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def _extremes(self) -> Iterator[Point]:
        for line in self.lines:
            yield from line
        for x, y, radius, *_ in (*self.circles, *self._outward()):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        yield from (*self.points, *self.first, *self.second)

    def _outward(self) -> Iterable[Arc]:
        """The arcs that go most of the way around, and so stand out beyond the lines."""
        return (arc for arc in self.arcs if arc[4] - arc[3] > 180)


def grid(columns: int, rows: int) -> tuple[tuple[Point, ...], ...]:
    """The lines of a grid with so many points a side."""
    upright = tuple(((float(x), 0.0), (float(x), rows - 1.0)) for x in range(columns))
    level = tuple(((0.0, float(y)), (columns - 1.0, float(y))) for y in range(rows))
    return (*upright, *level)
