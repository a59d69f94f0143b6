"""A ranking or the standings as a picture."""

from __future__ import annotations

from functools import lru_cache

from bot.rendering.pictures import look
from bot.rendering.pictures.canvas import Box, Canvas
from bot.rendering.pictures.fonts import Weight
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
def draw_table(picture: TablePicture) -> bytes:
    """The table as PNG, 1100 pixels wide; a cell too wide for its column ends in an ellipsis."""
    top = look.HEAD_HEIGHT + _LABELS
    bottom = top + _ROW * len(picture.rows)
    height = bottom + (_FOOTER_HEIGHT if picture.footer else 0) + look.MARGIN // 2
    canvas = Canvas(look.PAGE_WIDTH, height, look.GROUND)
    look.draw_heading(canvas, picture.title, picture.subtitle)
    spans = _spans(picture)
    labels = tuple(column.label for column in picture.columns)
    _draw_cells(canvas, picture.columns, spans, labels, (0, look.HEAD_HEIGHT, 0, top), None)
    for index, row in enumerate(picture.rows):
        _draw_row(canvas, picture, spans, row, top + index * _ROW, striped=index % 2 == 0)
    for below in (top + number * _ROW for number, row in enumerate(picture.rows, 1) if row.cut):
        canvas.fill((look.MARGIN, below - 2, look.PAGE_WIDTH - look.MARGIN, below + 2), look.ACCENT)
    if picture.footer:
        line = set_line(picture.footer, _LABEL_SIZE, Weight.MEDIUM, look.PAGE_WIDTH - 2 * look.MARGIN)
        canvas.text(look.MARGIN + 4, bottom + 36, line, look.QUIET, look.GROUND)
    return canvas.png()


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
    spare = look.PAGE_WIDTH - 2 * (look.MARGIN + _INSET) - _GAP * (len(widths) - 1) - sum(widths)
    while spare < 0 and max(widths, default=0) > _NARROWEST:
        widest = widths.index(max(widths))
        taken = min(-spare, 16, widths[widest] - _NARROWEST)
        widths[widest] -= taken
        spare += taken
    texts = [index for index, column in enumerate(picture.columns) if column.align is Align.START]
    if spare > 0 and texts:
        widths[max(texts, key=lambda index: widths[index])] += spare
    spans: list[tuple[float, float]] = []
    left = float(look.MARGIN + _INSET)
    for width in widths:
        spans.append((left, left + width))
        left += width + _GAP
    return spans


def _draw_row(
    canvas: Canvas, picture: TablePicture, spans: list[tuple[float, float]], row: TableRow, top: int, *, striped: bool
) -> None:
    box = (look.MARGIN, top, look.PAGE_WIDTH - look.MARGIN, top + _ROW)
    if row.heading:
        _draw_cells(canvas, picture.columns, spans, row.cells, box, None)
        return
    if striped:
        canvas.panel(box, 10, look.PANEL, look.GROUND)
    if row.emphasised:
        canvas.panel((look.MARGIN, top + 10, look.MARGIN + 6, top + _ROW - 10), 3, look.ACCENT, _behind(striped))
    _draw_cells(canvas, picture.columns, spans, row.cells, box, row.emphasised, striped=striped, mark=row.mark)


def _behind(striped: bool) -> tuple[int, int, int]:
    return look.PANEL if striped else look.GROUND


def _draw_cells(
    canvas: Canvas,
    columns: tuple[TableColumn, ...],
    spans: list[tuple[float, float]],
    cells: tuple[str, ...],
    box: Box,
    emphasised: bool | None,
    *,
    striped: bool = False,
    mark: str = "",
) -> None:
    """One row of words; `emphasised` None: the headings."""
    size = _LABEL_SIZE if emphasised is None else _CELL_SIZE
    weight = Weight.MEDIUM if emphasised is False else Weight.SEMIBOLD
    colour = {None: look.QUIET, False: look.PLAIN, True: look.BRIGHT}[emphasised]
    base = (box[1] + box[3]) // 2 + round(size * 0.36)
    marked = _name_column(columns) if mark else -1
    for index, (column, (left, right), cell) in enumerate(zip(columns, spans, cells, strict=False)):
        if not cell:
            continue
        line = set_line(cell, size, weight, right - left - (_mark_width(mark) if index == marked else 0))
        x = right - line.width if column.align is Align.END else left
        canvas.text(x, base, line, colour, _behind(striped))
        if index == marked:
            behind = set_line(f"· {mark}", size, Weight.MEDIUM)
            canvas.text(x + line.width + _BEFORE_MARK, base, behind, look.QUIET, _behind(striped))
