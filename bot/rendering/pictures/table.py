"""A ranking or the standings as a picture."""

from __future__ import annotations

from functools import lru_cache

from bot.rendering.pictures.canvas import Box, Canvas, Colour
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import DARK, HEAD_HEIGHT, MARGIN, PAGE_WIDTH, Look, draw_heading
from bot.rendering.pictures.model import Align, TableColumn, TablePicture, TableRow
from bot.rendering.pictures.typesetting import set_line

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
    return _Painter(picture, look).png()


class _Painter:
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
