"""A board before the first move as a picture: its lines, its points and the pieces on them."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.layout.canvas import Canvas
from bot.layout.picture_model import DARK, Colour, Look
from bot.layout.typesetting import Weight, set_line
from bot.play.game_sheets import Point, StartingBoard

_SIDE = 560
_EDGE = 64
_FINER = 3
_STROKE = 3
_DOT = 7
_FIRST: Colour = (0xEE, 0xE8, 0xDC)
_SECOND: Colour = (0x17, 0x17, 0x1A)
_RIM: Colour = (0x8A, 0x8F, 0x99)
_WIDEST_PIECE = 30
_LABEL_SIZE = 26


class _Plan:
    """Where the board's own units lie in the picture."""

    def __init__(self, board: StartingBoard) -> None:
        left, top, right, bottom = board.bounds()
        self.scale = (_SIDE - 2 * _EDGE) / max(right - left, bottom - top)
        self.width = round((right - left) * self.scale) + 2 * _EDGE
        self.height = round((bottom - top) * self.scale) + 2 * _EDGE
        self._left, self._top = left, top

    def at(self, point: Point) -> Point:
        """The pixel of a point."""
        return _EDGE + (point[0] - self._left) * self.scale, _EDGE + (point[1] - self._top) * self.scale


@lru_cache(maxsize=32)
def draw_board(board: StartingBoard, look: Look = DARK) -> bytes:
    """The board as PNG, 560 pixels at its longer side."""
    plan = _Plan(board)
    canvas = Canvas(plan.width, plan.height, look.panel)
    canvas.ink(0, 0, _lines(board, plan), look.path, look.panel)
    canvas.ink(0, 0, _discs(plan, board.points, _DOT), look.plain, look.panel)
    radius = min(_WIDEST_PIECE, plan.scale * 0.36)
    for pieces, colour in ((board.second, _SECOND), (board.first, _FIRST)):
        if pieces:
            canvas.ink(0, 0, _discs(plan, pieces, radius), _RIM, look.panel)
            canvas.ink(0, 0, _discs(plan, pieces, radius - 3), colour, _RIM)
    _label(canvas, look, board, plan)
    return canvas.png()


def _lines(board: StartingBoard, plan: _Plan) -> Image.Image:
    big, draw = _sheet(plan)
    width = _STROKE * _FINER
    for line in board.lines:
        draw.line([_finer(plan.at(point)) for point in line], fill=255, width=width, joint="curve")
    rounds = [(x, y, radius, 0.0, 360.0) for x, y, radius in board.circles]
    for x, y, radius, begin, end in (*rounds, *board.arcs):
        centre, reach = _finer(plan.at((x, y))), radius * plan.scale * _FINER + width / 2
        box = (centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach)
        draw.arc(box, begin, end, fill=255, width=width)
    return big.resize((plan.width, plan.height), Image.Resampling.BOX)


def _discs(plan: _Plan, points: tuple[Point, ...], radius: float) -> Image.Image:
    big, draw = _sheet(plan)
    for point in points:
        x, y = _finer(plan.at(point))
        reach = radius * _FINER
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    return big.resize((plan.width, plan.height), Image.Resampling.BOX)


def _label(canvas: Canvas, look: Look, board: StartingBoard, plan: _Plan) -> None:
    """Letters over the columns of squares and figures beside the rows."""
    for place, letter in enumerate(board.columns):
        line = set_line(letter, _LABEL_SIZE, Weight.SEMIBOLD)
        x, y = plan.at((place + 0.5, 0))
        canvas.text(x - line.width / 2, round(y) - 18, line, look.quiet, look.panel)
    for place, figure in enumerate(board.rows):
        line = set_line(figure, _LABEL_SIZE, Weight.SEMIBOLD)
        x, y = plan.at((0, place + 0.5))
        canvas.text(x - 22 - line.width, round(y) + _LABEL_SIZE // 3, line, look.quiet, look.panel)


def _sheet(plan: _Plan) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    big = Image.new("L", (plan.width * _FINER, plan.height * _FINER), 0)
    return big, ImageDraw.Draw(big)


def _finer(point: Point) -> Point:
    return point[0] * _FINER, point[1] * _FINER
