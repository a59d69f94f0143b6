"""A match that is told game by game, as a record holds it: who won each game, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.contests import Score


class GameEnd(StrEnum):
    """How a game that was played came to its end, in so far as the players say it."""

    BOARD = "board"
    """On the board: the last piece placed, nothing left to move."""
    RESIGNED = "resigned"
    TIME = "time"
    """A flag fell, which loses (AIJE-D03-3)."""
    RULE = "rule"
    """A rule of the game was broken, as by the mirrored opening (AIJE-C01-2)."""
    AGREED = "agreed"

    def fits(self, winner: int | None) -> bool:
        """Whether a game with that winner, or with none, can have ended so."""
        if winner is None:
            return self in {GameEnd.BOARD, GameEnd.AGREED}
        return self is not GameEnd.AGREED


class GameFate(StrEnum):
    """How a game came to its end, whether it was played or decided: what a record says of it in one word."""

    BOARD = "board"
    RESIGNED = "resigned"
    TIME = "time"
    RULE = "rule"
    AGREED = "agreed"
    AWARDED = "awarded"
    ANNULLED = "annulled"
    ABSENCE = "absence"
    """Given for absence, or for leaving the match."""

    def fits(self, winner: int | None) -> bool:
        """Whether a game with that winner, or with none, can have ended so."""
        if self in _DECIDED:
            return (winner is None) == (self is GameFate.ANNULLED)
        return GameEnd(self.value).fits(winner)


_DECIDED: Final = frozenset({GameFate.AWARDED, GameFate.ANNULLED, GameFate.ABSENCE})


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game of a series as a record holds it; `first` and `winner` are sides."""

    number: int
    first: int | None
    """The side with the first colour; None where nobody wrote it down."""
    winner: int | None
    """None of a drawn or an annulled game."""
    fate: GameFate | None = None
    """None where nobody said how it ended."""


def sums(games: Iterable[ToldGame]) -> tuple[Score, Score]:
    """Games won by either side and the drawn ones behind them, and of those won the ones that absence gave."""
    counted = [game for game in games if game.fate is not GameFate.ANNULLED]
    winners = [game.winner for game in counted]
    given = [game.winner for game in counted if game.fate is GameFate.ABSENCE]
    return (winners.count(0), winners.count(1), winners.count(None)), (given.count(0), given.count(1))
