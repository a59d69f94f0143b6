"""Pictures of an event: its bracket in pages for the channel and as a whole, an arena's race, rankings and standings.

The race shows how the leaders' points grew, each with a colour, a mark and a name of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from bot.layout.bracket_layout import BracketLayout, Connector, Spot, lives_layout, page_layout, whole_layout
from bot.layout.canvas import ALL_CORNERS, BOTTOM_CORNERS, TOP_CORNERS, Canvas, Corners, draw_heading
from bot.layout.picture_model import (
    DARK,
    HEAD_HEIGHT,
    MARGIN,
    PAGE_WIDTH,
    SMALLEST,
    Align,
    Box,
    BracketLabels,
    BracketPicture,
    Colour,
    DrawnPlaceState,
    Look,
    RaceLine,
    RacePicture,
    Slot,
    TableColumn,
    TablePicture,
    TableRow,
)
from bot.layout.typesetting import Weight, set_line

# --- a bracket ------------------------------------------------------------------------------------------------------

_RIGHT_CORNERS: Final[Corners] = (False, True, True, False)
_FINER: Final = 4
"""How much larger shapes are drawn, for smooth edges."""
_DECIDED = (DrawnPlaceState.DONE, DrawnPlaceState.WALKOVER, DrawnPlaceState.BYE)


@lru_cache(maxsize=32)
def draw_bracket(picture: BracketPicture, look: Look = DARK) -> bytes:
    """A page as PNG, 1100 pixels wide and legible at half of that; see `bracket_pages`."""
    return _BracketPainter(picture, lives_layout(picture) if picture.finals else page_layout(picture), look).png()


@lru_cache(maxsize=8)
def draw_whole(picture: BracketPicture, look: Look = DARK) -> bytes:
    """The whole bracket as one PNG, as big as it needs to be."""
    return _BracketPainter(picture, lives_layout(picture) if picture.finals else whole_layout(picture), look).png()


class _BracketPainter:
    """Draws one layout, from the connectors upwards."""

    def __init__(self, picture: BracketPicture, layout: BracketLayout, look: Look) -> None:
        self._look = look
        self._picture = picture
        self._words: BracketLabels = picture.labels
        self._layout = layout
        self._sizes = layout.measures
        self._canvas = Canvas(layout.width, layout.height, look.ground)

    def png(self) -> bytes:
        """Draws the bracket as a PNG."""
        draw_heading(self._canvas, self._look, self._picture.title, self._picture.subtitle, self._picture.page)
        self._labels()
        self._connectors()
        final = self._layout.last if self._picture.has_final else None
        for column in self._layout.columns:
            for spot in column:
                self._place(spot, crowned=spot is final)
        self._third_place()
        return self._canvas.png()

    def _labels(self) -> None:
        for label in self._layout.labels:
            size, colour = (
                (self._sizes.name, self._look.plain) if label.is_title else (self._sizes.small, self._look.quiet)
            )
            x = label.x + 2
            if label.is_key:
                side = self._sizes.row * 3 // 4
                top = label.base - round(size * 0.36) - side // 2
                self._mark((x, top, x + side, top + side), self._look.ground, ALL_CORNERS)
                x += side + 10
            line = set_line(label.text, size, Weight.SEMIBOLD, label.widest - (x - label.x))
            self._canvas.text(x, label.base, line, colour, self._look.ground)

    def _third_place(self) -> None:
        if self._layout.third_place is not None:
            self._place(self._layout.third_place, crowned=False)

    def _connectors(self) -> None:
        """Lines to the next round; those of decided places are drawn last and brighter, as the way that was gone."""
        for way in sorted(self._layout.ways, key=lambda way: way.start.place.state in _DECIDED):
            colour = self._look.path if way.start.place.state in _DECIDED else self._look.rule
            if way.around is not None:
                self._way_around(way, way.around, colour)
            elif way.start.box[0] == way.target.box[0]:
                self._way_down(way, colour)
            else:
                self._way(way.start, way.target, colour)

    def _way_down(self, way: Connector, colour: Colour) -> None:
        """Upright, to the place below in the same column."""
        x = way.start.box[2] - self._sizes.row // 4
        self._canvas.fill((x, way.start.box[3], x + self._sizes.line, way.target.box[1]), colour)

    def _way_around(self, way: Connector, x: int, colour: Colour) -> None:
        """To the right, upright beside everything, and back into the target from its right."""
        width, radius = self._sizes.line, 12
        low, high = way.start.middle - width // 2, way.target.middle - width // 2
        corner = x + width - radius
        self._canvas.fill((way.start.box[2], low, corner, low + width), colour)
        self._canvas.bend(corner, low + width - radius, radius, width, True, False, colour, self._look.ground)
        self._canvas.fill((x, high + radius, x + width, low + width - radius), colour)
        self._canvas.bend(corner, high, radius, width, True, True, colour, self._look.ground)
        self._canvas.fill((way.target.box[2], high, corner, high + width), colour)

    def _way(self, spot: Spot, target: Spot, colour: Colour) -> None:
        """Level, a bend, upright to the height of the target, and level into it."""
        width, radius = self._sizes.line, 12
        start, end = (spot.box[0], target.box[2]) if spot.feeds_left else (spot.box[2], target.box[0])
        turn = (start + end) // 2 - width // 2
        y, goal = spot.middle - width // 2, target.middle - width // 2
        if y == goal:
            self._canvas.fill((min(start, end), y, max(start, end), y + width), colour)
            return
        down, right = goal > y, not spot.feeds_left
        corner_x = turn + width - radius if right else turn
        self._canvas.fill(
            (start, y, corner_x, y + width) if right else (corner_x + radius, y, start, y + width), colour
        )
        self._canvas.bend(
            corner_x, y if down else y + width - radius, radius, width, right, down, colour, self._look.ground
        )
        upright = (y + radius, goal + width) if down else (goal, y + width - radius)
        self._canvas.fill((turn, upright[0], turn + width, upright[1]), colour)
        self._canvas.fill((turn, goal, end, goal + width) if right else (end, goal, turn + width, goal + width), colour)

    def _place(self, spot: Spot, *, crowned: bool) -> None:
        if spot.place.state is DrawnPlaceState.BYE:
            self._bye(spot)
            return
        self._card(spot)
        left, top, right, bottom = spot.box
        rows = (
            (spot.place.top, (left, top, right, spot.middle), TOP_CORNERS),
            (spot.place.bottom, (left, spot.middle, right, bottom), BOTTOM_CORNERS),
        )
        grounds = [self._ground(spot, slot, box, corners, crowned) for slot, box, corners in rows]
        self._canvas.fill((left, spot.middle - 1, right, spot.middle + 1), self._look.ground)
        if spot.place.state is DrawnPlaceState.PLAYING:
            self._mark((right - self._sizes.row, top, right, bottom), self._look.panel, _RIGHT_CORNERS)
        for (slot, box, _), behind in zip(rows, grounds, strict=True):
            self._slot(spot, slot, box, behind, crowned)
        if spot.place.note and not (spot.place.bottom.name or spot.place.bottom.expected):
            self._words_in(rows[1][1], spot.place.note, self._look.panel)

    def _card(self, spot: Spot) -> None:
        left, top, right, bottom = spot.box
        if spot.place.state is DrawnPlaceState.PLAYING:
            around = (left - 3, top - 3, right + 3, bottom + 3)
            self._canvas.panel(around, self._sizes.radius + 3, self._look.accent, self._look.ground)
            self._canvas.panel(spot.box, self._sizes.radius, self._look.panel, self._look.accent)
        else:
            self._canvas.panel(spot.box, self._sizes.radius, self._look.panel, self._look.ground)

    def _bye(self, spot: Spot) -> None:
        """Outlined, not filled; in place of an opponent the word, with its reason where there is room for that."""
        left, top, right, bottom = spot.box
        self._canvas.frame(spot.box, self._sizes.radius, 2, self._look.rule, self._look.ground, self._look.ground)
        self._name(
            spot.place.top, (left, top, right, spot.middle), right - self._inset, self._look.plain, self._look.ground
        )
        said, room = self._words.bye, right - left - 2 * self._inset
        if spot.place.note:
            reasoned = f"{said} · {spot.place.note}"
            said = reasoned if set_line(reasoned, self._sizes.small).width <= room else said
        self._words_in((left, spot.middle, right, bottom), said, self._look.ground)

    def _words_in(self, box: Box, words: str, behind: Colour) -> None:
        """What stands in a row that has no name."""
        line = set_line(words, self._sizes.small, Weight.MEDIUM, box[2] - box[0] - 2 * self._inset)
        self._canvas.text(box[0] + self._inset, self._base(box) - 2, line, self._look.faded, behind)

    def _mark(self, box: Box, behind: Colour, corners: Corners) -> None:
        """The mark of a place in play: an arrowhead on the accent."""
        self._canvas.panel(box, self._sizes.radius // 2, self._look.accent, behind, corners)
        side = self._sizes.row // 2
        x, y = (box[0] + box[2] - side) // 2 + side // 12, (box[1] + box[3] - side) // 2
        self._canvas.ink(x, y, _arrowhead(side), self._look.on_accent, self._look.accent)

    def _ground(self, spot: Spot, slot: Slot, box: Box, corners: Corners, crowned: bool) -> Colour:
        """What a side stands on: the winner's row is raised, the champion's wears the accent."""
        if not slot.won:
            return self._look.panel
        around = self._look.accent if spot.place.state is DrawnPlaceState.PLAYING else self._look.ground
        behind = self._look.accent if crowned else self._look.raised
        self._canvas.panel(box, self._sizes.radius, behind, around, corners)
        return behind

    def _slot(self, spot: Spot, slot: Slot, box: Box, behind: Colour, crowned: bool) -> None:
        """One side in words, the loser's fainter."""
        colour = self._ink(slot, crowned)
        right = float(box[2] - self._inset)
        if spot.place.state is DrawnPlaceState.PLAYING:
            right -= self._sizes.row
        absent = spot.place.state is DrawnPlaceState.WALKOVER and slot.out
        # Who was not there and has nothing: the mark says so, and the name needs the room.
        if slot.score_text and not (absent and slot.score_text == "0"):
            score = set_line(slot.score_text, self._sizes.name, Weight.SEMIBOLD, (box[2] - box[0]) / 4)
            right -= score.width
            self._canvas.text(right, self._base(box), score, colour, behind)
            right -= 10
        if absent:
            right = self._walkover(box, right, behind)
        self._name(slot, box, right, colour, behind)

    def _ink(self, slot: Slot, crowned: bool) -> Colour:
        if slot.won:
            return self._look.on_accent if crowned else self._look.bright
        return self._look.faded if slot.out or slot.name is None else self._look.plain

    def _walkover(self, box: Box, right: float, behind: Colour) -> float:
        """The mark on the side that was not there; returns the name's new limit."""
        word = set_line(self._words.walkover, self._sizes.small, Weight.SEMIBOLD, (box[2] - box[0]) / 3)
        x, inset = round(right - word.width) - 8, self._sizes.row // 7
        tag = (x - 8, box[1] + inset, round(right), box[3] - inset)
        self._canvas.frame(tag, 6, 2, self._look.faded, behind, behind)
        self._canvas.text(x, self._base(box), word, self._look.quiet, behind)
        return float(tag[0] - 8)

    def _name(self, slot: Slot, box: Box, right: float, colour: Colour, behind: Colour) -> None:
        """Seed and name, from the left edge to `right` at most."""
        x, base, name = float(box[0] + self._inset), self._base(box), slot.name or slot.expected
        if not name:
            return
        if slot.seed_text:
            seed = set_line(slot.seed_text, self._sizes.small, Weight.MEDIUM, (box[2] - box[0]) / 5)
            self._canvas.text(x, base, seed, colour if behind is self._look.accent else self._look.faded, behind)
            x += seed.width + 12
        weight = Weight.SEMIBOLD if slot.won else Weight.MEDIUM
        self._canvas.text(x, base, set_line(name, self._sizes.name, weight, right - 10 - x), colour, behind)

    def _base(self, box: Box) -> int:
        return (box[1] + box[3]) // 2 + round(self._sizes.name * 0.36)

    @property
    def _inset(self) -> int:
        """How far words stand from the edges of their row."""
        return self._sizes.row // 3


@lru_cache(maxsize=8)
def _arrowhead(side: int) -> Image.Image:
    """It points to the right, as on what plays music."""
    big = Image.new("L", (side * _FINER, side * _FINER), 0)
    edge = side * _FINER - 1
    ImageDraw.Draw(big).polygon([(edge // 10, 0), (edge, edge / 2), (edge // 10, edge)], fill=255)
    return big.resize((side, side), Image.Resampling.BOX)


# --- an arena's race ------------------------------------------------------------------------------------------------


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


# --- tables ---------------------------------------------------------------------------------------------------------


_ROW = 52
_LABELS = 52
_GAP = 32
_INSET = 20
_CELL_SIZE = 27
_LABEL_SIZE = 24
_FOOTER_HEIGHT = 48
_NARROWEST = 72
_BEFORE_MARK = 9


@lru_cache(maxsize=16)
def draw_table(picture: TablePicture, look: Look = DARK) -> bytes:
    """The table as PNG, 1100 pixels wide; a cell too wide for its column ends in an ellipsis."""
    return _TablePainter(picture, look).png()


class _TablePainter:
    """Draws one table, row by row."""

    def __init__(self, picture: TablePicture, look: Look) -> None:
        self._picture = picture
        self._look = look
        self._spans = _spans(picture)
        self._top = HEAD_HEIGHT + _LABELS
        self._bottom = self._top + _ROW * len(picture.rows)
        height = self._bottom + (_FOOTER_HEIGHT if picture.footer else 0) + MARGIN // 2
        self._canvas = Canvas(PAGE_WIDTH, height, look.ground)

    def png(self) -> bytes:
        """Draws the table as a PNG."""
        picture, look = self._picture, self._look
        draw_heading(self._canvas, look, picture.title, picture.subtitle)
        self._labels(tuple(column.label for column in picture.columns), (0, HEAD_HEIGHT, 0, self._top))
        for index, row in enumerate(picture.rows):
            self._row(row, self._top + index * _ROW, look.ground if index % 2 else look.panel)
        for number, row in enumerate(picture.rows, 1):
            if row.cut:
                below = self._top + number * _ROW
                self._canvas.fill((MARGIN, below - 2, PAGE_WIDTH - MARGIN, below + 2), look.accent)
        if picture.footer:
            line = set_line(picture.footer, _LABEL_SIZE, Weight.MEDIUM, PAGE_WIDTH - 2 * MARGIN)
            self._canvas.text(MARGIN + 4, self._bottom + 36, line, look.quiet, look.ground)
        return self._canvas.png()

    def _row(self, row: TableRow, top: int, behind: Colour) -> None:
        box = (MARGIN, top, PAGE_WIDTH - MARGIN, top + _ROW)
        if row.heading:
            self._labels(row.cells, box)
            return
        if behind != self._look.ground:
            self._canvas.panel(box, 10, behind, self._look.ground)
        if row.emphasised:
            bar = (MARGIN, top + 10, MARGIN + 6, top + _ROW - 10)
            self._canvas.panel(bar, 3, self._look.accent, behind)
        self._cells(row, box, behind)

    def _labels(self, cells: tuple[str, ...], box: Box) -> None:
        """Headings, each over its column."""
        base = _base(box, _LABEL_SIZE)
        for index, cell in enumerate(cells):
            self._cell(index, cell, base, _LABEL_SIZE, Weight.SEMIBOLD, self._look.quiet, self._look.ground)

    def _cells(self, row: TableRow, box: Box, behind: Colour) -> None:
        look, weight = self._look, Weight.SEMIBOLD if row.emphasised else Weight.MEDIUM
        colour, base = look.bright if row.emphasised else look.plain, _base(box, _CELL_SIZE)
        marked = _name_column(self._picture.columns) if row.mark else -1
        for index, cell in enumerate(row.cells):
            kept = _mark_width(row.mark) if index == marked else 0
            end = self._cell(index, cell, base, _CELL_SIZE, weight, colour, behind, kept)
            if index == marked:
                mark = set_line(f"· {row.mark}", _CELL_SIZE, Weight.MEDIUM)
                self._canvas.text(end + _BEFORE_MARK, base, mark, look.quiet, behind)

    def _cell(
        self,
        index: int,
        cell: str,
        base: int,
        size: int,
        weight: Weight,
        colour: Colour,
        behind: Colour,
        kept: float = 0,
    ) -> float:
        """One cell in its column, of which `kept` pixels stay free; answers where its words end."""
        if not cell or index >= len(self._spans):
            return 0
        left, right = self._spans[index]
        line = set_line(cell, size, weight, right - left - kept)
        x = right - line.width if self._picture.columns[index].align is Align.END else left
        self._canvas.text(x, base, line, colour, behind)
        return x + line.width


def _base(box: Box, size: int) -> int:
    return (box[1] + box[3]) // 2 + round(size * 0.36)


def _widths(picture: TablePicture) -> list[float]:
    """How wide each column would like to be."""
    wanted: list[float] = []
    marked = _name_column(picture.columns)
    for index, column in enumerate(picture.columns):
        told = [
            (row.cells[index], row.mark if index == marked else "") for row in picture.rows if index < len(row.cells)
        ]
        widths = [set_line(cell, _CELL_SIZE, Weight.SEMIBOLD).width + _mark_width(mark) for cell, mark in told if cell]
        wanted.append(max([set_line(column.label, _LABEL_SIZE, Weight.SEMIBOLD).width, *widths]) + 2)
    return wanted


def _name_column(columns: tuple[TableColumn, ...]) -> int:
    """The column of the names, behind which a row's mark stands."""
    return next((index for index, column in enumerate(columns) if column.align is Align.START), -1)


def _mark_width(mark: str) -> float:
    """How much a mark takes of its column."""
    return set_line(f"· {mark}", _CELL_SIZE, Weight.MEDIUM).width + _BEFORE_MARK if mark else 0


def _spans(picture: TablePicture) -> list[tuple[float, float]]:
    """Left and right edge of each column: the widest gives what is missing, the widest text gets what is left."""
    widths = _widths(picture)
    spare = PAGE_WIDTH - 2 * (MARGIN + _INSET) - _GAP * (len(widths) - 1) - sum(widths)
    while spare < 0 and max(widths, default=0) > _NARROWEST:
        widest = widths.index(max(widths))
        taken = min(-spare, 16, widths[widest] - _NARROWEST)
        widths[widest] -= taken
        spare += taken
    texts = [index for index, column in enumerate(picture.columns) if column.align is Align.START]
    if spare > 0 and texts:
        widths[max(texts, key=lambda index: widths[index])] += spare
    spans: list[tuple[float, float]] = []
    left = float(MARGIN + _INSET)
    for width in widths:
        spans.append((left, left + width))
        left += width + _GAP
    return spans
