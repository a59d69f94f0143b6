"""What the two who play for a title remember, and the numbers of the file that their match is held to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from rehearsal import regulation
from rehearsal.cast import Player
from rehearsal.colours import COLOURS
from rehearsal.cups.cup import Cup
from rehearsal.members import Answer
from rehearsal.posts import Post

PLAYERS: Final = 2
FIRST, SECOND = "first", "second"
"""The colours, as the file tells them: who has the first one begins."""


class How(StrEnum):
    """How a game came to its end."""

    LOSER = "loser"
    """The loser's word is enough."""
    BOTH = "both"
    """The winner's waits for the other's."""
    ARBITER = "arbiter"
    """They disagreed."""
    AWARDED = "awarded"
    """Given by the arbiter, with a reason."""
    ANNULLED = "annulled"
    """Called off by the arbiter, with a reason."""
    TAKEN_BACK = "taken_back"
    """Entered by mistake."""


@dataclass(frozen=True, slots=True)
class Lived:
    """A game as it ended."""

    number: int
    winner: int | None
    """Discord id; None of an annulled one."""
    how: How
    at: datetime


@dataclass(frozen=True, slots=True)
class Shown:
    """What the card said of the game that came next."""

    number: int
    colours: dict[int, str]
    """By Discord id; empty words where the card names no colour."""


@dataclass(slots=True)
class Paused:
    """A pause, or several in one."""

    member: int
    at: datetime
    at_once: int
    until: datetime
    """When it is over by itself; later by the time of an outage."""
    ended_at: datetime | None = None
    """When its player went on earlier."""


@dataclass(frozen=True, slots=True)
class TitleNumbers:
    """What the file says."""

    best_of: int
    chooses: bool
    pauses: int
    pause_lasts: timedelta

    @property
    def needed(self) -> int:
        """Games that win the match."""
        return self.best_of // 2 + 1


@dataclass(slots=True)
class TitleCup(Cup):
    """A match for a title under way."""

    numbers: TitleNumbers = field(default_factory=lambda: TitleNumbers(1, False, 0, timedelta()))
    chosen: dict[str, str] = field(default_factory=dict)
    """The colours that the champion chose, of the "first" and the "last" game, as the file tells them."""
    question: Post | None = None
    """The message that asks the champion for colours."""
    lived: list[Lived] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    pauses: list[Paused] = field(default_factory=list)
    refused: dict[str, Answer] = field(default_factory=dict)
    """What was not theirs to do, or not then, by what it was."""
    profile: Answer | None = None
    """What is told of the new champion."""

    @property
    def champion(self) -> Player:
        """Who holds the title before the match."""
        return self.play.cast.players[0]

    @property
    def challenger(self) -> Player:
        """Who plays for it."""
        return self.play.cast.players[1]

    def colour(self, word: str) -> str:
        """The colour that the word means in the server's language; empty where it is none."""
        names = COLOURS[self.play.stage.language]
        return (FIRST, SECOND)[names.index(word)] if word in names else ""

    def games_that_count(self) -> list[Lived]:
        """The games that count, in their order."""
        return [one for one in self.lived if one.how not in {How.ANNULLED, How.TAKEN_BACK}]

    def score(self, member: int) -> int:
        """Games won so far."""
        return sum(one.winner == member for one in self.games_that_count())


def read(path: Path) -> TitleNumbers:
    """The numbers of the file."""
    told: dict[str, Any] = regulation.tables(path)["title_match"]
    lasts = regulation.duration(told["pause_lasts"])
    return TitleNumbers(told["best_of"], told["champion_chooses"], told["pauses_each"], lasts)


def is_for_a_title(path: Path) -> bool:
    """Whether the rulebook is one match for a title."""
    return bool(regulation.tables(path)["format"] == "title_match")
