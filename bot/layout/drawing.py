"""The drawings, loaded when the first of them is drawn: Pillow is slow to import, and the start draws nothing."""

from __future__ import annotations

from bot.kernel.ids import Theme
from bot.layout.picture_model import (
    LOOKS,
    BracketPicture,
    MeetingPicture,
    PlayerPicture,
    PodiumPicture,
    RacePicture,
    TablePicture,
)


def draw_bracket(picture: BracketPicture, theme: Theme) -> bytes:
    """A page of a bracket as PNG."""
    from bot.layout import event_pictures  # noqa: PLC0415

    return event_pictures.draw_bracket(picture, LOOKS[theme])


def draw_whole(picture: BracketPicture, theme: Theme) -> bytes:
    """A whole bracket as one PNG."""
    from bot.layout import event_pictures  # noqa: PLC0415

    return event_pictures.draw_whole(picture, LOOKS[theme])


def draw_podium(picture: PodiumPicture, theme: Theme) -> bytes:
    """Draws a podium as a PNG."""
    from bot.layout import people_pictures  # noqa: PLC0415

    return people_pictures.draw_podium(picture, LOOKS[theme])


def draw_table(picture: TablePicture, theme: Theme) -> bytes:
    """A ranking or the standings as PNG."""
    from bot.layout import event_pictures  # noqa: PLC0415

    return event_pictures.draw_table(picture, LOOKS[theme])


def draw_race(picture: RacePicture, theme: Theme) -> bytes:
    """An arena's race as PNG."""
    from bot.layout import event_pictures  # noqa: PLC0415

    return event_pictures.draw_race(picture, LOOKS[theme])


def draw_player(picture: PlayerPicture, theme: Theme) -> bytes:
    """A player's card as PNG."""
    from bot.layout import people_pictures  # noqa: PLC0415

    return people_pictures.draw_player(picture, LOOKS[theme])


def draw_meeting(picture: MeetingPicture, theme: Theme) -> bytes:
    """Two players and their matches against each other as PNG."""
    from bot.layout import people_pictures  # noqa: PLC0415

    return people_pictures.draw_meeting(picture, LOOKS[theme])
