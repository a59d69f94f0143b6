"""What an arbiter looks at before giving a warning: gathered facts, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.playing.match_views import MatchView
from bot.domain.playing.warnings import Price, Warned


@dataclass(frozen=True, slots=True)
class WarningOption:
    """An offence of the catalogue with one of its prices; `loses`: the game is lost by it, here and now."""

    number: int
    """Of the offence in the rulebook's catalogue, from 0."""
    offence: str
    price: Price
    loses: bool


@dataclass(frozen=True, slots=True)
class WarningChoice:
    """What an arbiter chose from the page, and whether it was said that the game is lost by it."""

    side: int
    number: int
    price: Price
    loses: bool
    board: int = 0
    """In a match of teams the board on which it was; 0 where one game is played at a time."""


@dataclass(frozen=True, slots=True)
class WarningPage:
    """What can be given to each side now, and what was given; nothing can be given once the match is over."""

    view: MatchView
    game: int
    """The game under way, from 1; in a match of teams the board that was chosen, 0 before."""
    options: tuple[tuple[WarningOption, ...], ...]
    in_event: tuple[int, ...]
    """The warnings of each side in the whole event."""
    in_force: tuple[Warned, ...]
    """Those of the match that could be taken back."""
    asks_board: bool = False
    """Whether one of the match's boards is to be chosen first; not where one game is played at a time."""


@dataclass(frozen=True, slots=True)
class WarningPreview:
    """What giving it would do; nothing is given yet."""

    view: MatchView
    choice: WarningChoice
    """As it was chosen, with what is true now of the game."""
    offence: str
    ends_match: bool
