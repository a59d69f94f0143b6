"""What pictures of people show, as frozen data: faces or initials, the course of a rating, matches."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


@dataclass(frozen=True, slots=True)
class Portrait:
    """How somebody looks in a picture: the face, or else the initials; without either, as nobody in particular."""

    initials: str = ""
    hue: int = 0
    """Which of the grounds for initials is the person's own; any number."""
    face: bytes | None = None
    """A small square picture of the bot's own making."""
    is_crest: bool = False
    """Of a team, which has a shield in place of a circle."""


NOBODY: Final = Portrait()


class Mark(StrEnum):
    """How a match ended, told by a shape as well as by a letter."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match: its mark with the letter for it, against whom, and the score."""

    mark: Mark
    letter: str
    name: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class RivalLine:
    """Somebody most met, and how the matches ended, in letters and numbers."""

    portrait: Portrait
    name: str
    counted: str


@dataclass(frozen=True, slots=True)
class Course:
    """A rating from list to list, oldest first, and what stands below its ends."""

    title: str
    ratings: tuple[float, ...]
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """What somebody has come to: rating, the last matches, those most met, the podiums."""

    portrait: Portrait
    name: str
    lines: tuple[str, ...]
    """Below the name: place and games, titles."""
    rating: str
    rating_label: str
    course: Course | None
    latest_title: str
    latest: tuple[MatchLine, ...]
    rivals_title: str
    rivals: tuple[RivalLine, ...]
    places: tuple[int, int, int] = (0, 0, 0)
    """How often the person stood on each step of a podium."""
    counted: str = ""
    """All matches, in words."""


@dataclass(frozen=True, slots=True)
class MeetingPicture:
    """Two people, how often each has won, and their last matches as the first of them sees them."""

    left: Portrait
    right: Portrait
    names: tuple[str, str]
    numbers: tuple[str, str, str]
    """Matches won by the first, drawn, won by the other."""
    labels: tuple[str, str, str]
    latest_title: str
    latest: tuple[MatchLine, ...]
