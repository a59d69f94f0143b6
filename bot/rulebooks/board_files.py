"""Reading a board's shape from the `[board]` table of a bundled game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from bot.domain.boards import Arc, Board, Circle, Point, grid

Numbers = Sequence[Sequence[float]]


def board(table: Mapping[str, object]) -> Board:
    """The board of a `[board]` table.

    `grid` gives the lines of a grid by its points a side; `spokes` the angles of lines through the centre of `circles`;
    `rings` says on which of those a point stands at each spoke, and `first` and `second` may name whole spokes.
    """
    lines = [tuple(map(_point, _pairs(one))) for one in _table(table, "lines")]
    size = _row(table, "grid")
    if size:
        lines = [*grid(int(size[0]), int(size[1])), *lines]
    radii, reach = _row(table, "rings"), _row(table, "reach")
    for angle in _row(table, "spokes"):
        lines.append((_at(angle + 180, reach[0]), _at(angle, reach[0])))
    around = [_at(angle + half, one) for angle in _row(table, "spokes") for half in (0, 180) for one in radii]
    return Board(
        tuple(lines),
        tuple(_circle(one) for one in _table(table, "circles")),
        tuple(_arc(one) for one in _table(table, "arcs")),
        (*map(_point, _table(table, "points")), *around),
        _side(table, "first", radii),
        _side(table, "second", radii),
        str(table.get("columns", "")),
        str(table.get("rows", "")),
    )


def _side(table: Mapping[str, object], key: str, radii: Sequence[float]) -> tuple[Point, ...]:
    """The pieces of a side: each on its own point, and one on every ring of the spokes that it holds."""
    by_spoke = [_at(angle, radius) for angle in _row(table, f"{key}_spokes") for radius in radii]
    return (*map(_point, _table(table, key)), *by_spoke)


def _at(angle: float, radius: float) -> Point:
    return round(radius * cos(radians(angle)), 3), round(radius * sin(radians(angle)), 3)


def _table(table: Mapping[str, object], key: str) -> Numbers:
    found = table.get(key, [])
    return found if isinstance(found, list) else []


def _row(table: Mapping[str, object], key: str) -> Sequence[float]:
    found = table.get(key, [])
    return found if isinstance(found, list) else []


def _pairs(flat: Sequence[float]) -> Numbers:
    """A line is written as x, y, x, y and so on."""
    return [flat[at : at + 2] for at in range(0, len(flat), 2)]


def _point(pair: Sequence[float]) -> Point:
    return float(pair[0]), float(pair[1])


def _circle(three: Sequence[float]) -> Circle:
    return float(three[0]), float(three[1]), float(three[2])


def _arc(five: Sequence[float]) -> Arc:
    return float(five[0]), float(five[1]), float(five[2]), float(five[3]), float(five[4])
