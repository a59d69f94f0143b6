"""The drawings, loaded when the first of them is drawn: Pillow is slow to import, and the start draws nothing."""

from __future__ import annotations

from bot.domain.boards import Board
from bot.domain.community import Theme
from bot.rendering.pictures.model import BracketPicture, PodiumPicture, RacePicture, TablePicture
from bot.rendering.pictures.people_model import MeetingPicture, PlayerPicture


def draw_bracket(picture: BracketPicture, theme: Theme) -> bytes:
    """A page of a bracket as PNG."""
    from bot.rendering.pictures import bracket, look  # noqa: PLC0415

    return bracket.draw_bracket(picture, look.LOOKS[theme])


def draw_whole(picture: BracketPicture, theme: Theme) -> bytes:
    """A whole bracket as one PNG."""
    from bot.rendering.pictures import bracket, look  # noqa: PLC0415

    return bracket.draw_whole(picture, look.LOOKS[theme])


def draw_podium(picture: PodiumPicture, theme: Theme) -> bytes:
    """Draws a podium as a PNG."""
    from bot.rendering.pictures import look, podium  # noqa: PLC0415

    return podium.draw_podium(picture, look.LOOKS[theme])


def draw_table(picture: TablePicture, theme: Theme) -> bytes:
    """A ranking or the standings as PNG."""
    from bot.rendering.pictures import look, table  # noqa: PLC0415

    return table.draw_table(picture, look.LOOKS[theme])


def draw_race(picture: RacePicture, theme: Theme) -> bytes:
    """An arena's race as PNG."""
    from bot.rendering.pictures import look, race  # noqa: PLC0415

    return race.draw_race(picture, look.LOOKS[theme])


def draw_board(board: Board, theme: Theme) -> bytes:
    """A board before the first move as PNG."""
    from bot.rendering.pictures import board as drawing  # noqa: PLC0415
    from bot.rendering.pictures import look  # noqa: PLC0415

    return drawing.draw_board(board, look.LOOKS[theme])


def draw_player(picture: PlayerPicture, theme: Theme) -> bytes:
    """A player's card as PNG."""
    from bot.rendering.pictures import look, player  # noqa: PLC0415

    return player.draw_player(picture, look.LOOKS[theme])


def draw_meeting(picture: MeetingPicture, theme: Theme) -> bytes:
    """Two players and their matches against each other as PNG."""
    from bot.rendering.pictures import look, player  # noqa: PLC0415

    return player.draw_meeting(picture, look.LOOKS[theme])
