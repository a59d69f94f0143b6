"""The drawings, loaded when the first of them is drawn: Pillow is slow to import, and the start draws nothing."""

from __future__ import annotations

from bot.domain.boards import Board
from bot.rendering.pictures.model import BracketPicture, PodiumPicture, TablePicture


def draw_bracket(picture: BracketPicture) -> bytes:
    """A page of a bracket as PNG."""
    from bot.rendering.pictures import bracket  # noqa: PLC0415

    return bracket.draw_bracket(picture)


def draw_whole(picture: BracketPicture) -> bytes:
    """A whole bracket as one PNG."""
    from bot.rendering.pictures import bracket  # noqa: PLC0415

    return bracket.draw_whole(picture)


def draw_podium(picture: PodiumPicture) -> bytes:
    """Draws a podium as a PNG."""
    from bot.rendering.pictures import podium  # noqa: PLC0415

    return podium.draw_podium(picture)


def draw_table(picture: TablePicture) -> bytes:
    """A ranking or the standings as PNG."""
    from bot.rendering.pictures import table  # noqa: PLC0415

    return table.draw_table(picture)


def draw_board(board: Board) -> bytes:
    """A board before the first move as PNG."""
    from bot.rendering.pictures import board as drawing  # noqa: PLC0415

    return drawing.draw_board(board)
