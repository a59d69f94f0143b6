"""A series of games between two sides, game by game: a title match of 19, a final of 3 to 7 (AIJE-D03, GO-26.5).

Sides are 0 and 1. Who has the first colour in which game is settled before the first; an annulled game is played again
with the same colours, and keeps its number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.contests import Result, ResultKind, Score
from bot.domain.events.draw import Stream


class Colour(StrEnum):
    """White or Black, or who begins and who does not."""

    FIRST = "first"
    SECOND = "second"


class Decision(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    AWARDED = "awarded"
    """By the arbiters, after trouble (AIJE-D03-5)."""
    ANNULLED = "annulled"
    """By the arbiters: it counts for nothing, and is played again (AIJE-D03-5)."""


@dataclass(frozen=True, slots=True)
class ColourChoices:
    """The holder's colours in the first and the last game; None is a choice that was not made (AIJE-D03-2)."""

    first: Colour | None = None
    last: Colour | None = None

    @property
    def are_made(self) -> bool:
        """Whether nothing is left to the lot."""
        return self.first is not None and self.last is not None


NO_CHOICES: Final = ColourChoices()


@dataclass(frozen=True, slots=True)
class Turn:
    """The game that comes next."""

    number: int
    first: int
    """The side with the first colour."""


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game of the series that is on record."""

    number: int
    first: int
    winner: int | None
    """None of a drawn or an annulled game."""
    decision: Decision = Decision.PLAYED

    @property
    def counts(self) -> bool:
        """Whether it is one of the games of the series."""
        return self.decision is not Decision.ANNULLED


@dataclass(frozen=True, slots=True)
class Series:
    """The state of a series: who begins each game, and the games so far in the order in which they ended."""

    schedule: tuple[int, ...]
    games: tuple[SeriesGame, ...] = ()

    @property
    def best_of(self) -> int:
        """How many games there are at most."""
        return len(self.schedule)

    @property
    def target(self) -> int:
        """Wins that decide: 10 of 19."""
        return self.best_of // 2 + 1

    @property
    def counted(self) -> tuple[SeriesGame, ...]:
        """The games that stand, annulled ones left out."""
        return tuple(game for game in self.games if game.counts)

    @property
    def score(self) -> Score:
        """Games won by each side."""
        winners = [game.winner for game in self.counted]
        return winners.count(0), winners.count(1)

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return sum(game.winner is None for game in self.counted)

    @property
    def winner(self) -> int | None:
        """Who has won so many games that the rest is not played, whatever the other has (AIJE-D03-1)."""
        return next((side for side in (0, 1) if self.score[side] >= self.target), None)

    @property
    def turn(self) -> Turn | None:
        """The game to be played now; None when the series is over."""
        if self.winner is not None:
            return None
        played = {game.number for game in self.counted}
        number = next((number for number in range(1, self.best_of + 1) if number not in played), None)
        return None if number is None else Turn(number, self.schedule[number - 1])


def draw_colours(made: ColourChoices, stream: Stream | None) -> ColourChoices:
    """Both colours of the holder: as chosen, and by lot what was left open, the first game's lot first (AIJE-D03-2).

    Raises ValueError when a lot is needed and there is no stream.
    """
    return ColourChoices(made.first or _lot(stream), made.last or _lot(stream))


def colours(best_of: int, first: int, last: int | None = None) -> tuple[int, ...]:
    """The side with the first colour in each game: in turns from `first`, but in the last game `last` where it is set.

    Raises ValueError when the number of games is even.
    """
    if best_of % 2 == 0:
        raise ValueError("a series has an odd number of games")
    turns = tuple(first if number % 2 == 0 else 1 - first for number in range(best_of))
    return turns if last is None else (*turns[:-1], last)


def play_game(series: Series, winner: int | None) -> Series:
    """The game of this turn has ended; None is a draw. Raises ValueError when the series is over."""
    return _add(series, winner, Decision.PLAYED)


def award_game(series: Series, winner: int) -> Series:
    """The arbiters give the game of this turn to a side (AIJE-D03-5). Raises ValueError when the series is over."""
    return _add(series, winner, Decision.AWARDED)


def annul_game(series: Series) -> Series:
    """The arbiters annul the game of this turn: it begins again. Raises ValueError when the series is over."""
    return _add(series, None, Decision.ANNULLED)


def decided_anew(series: Series, number: int, decision: Decision, winner: int | None = None) -> Series:
    """The arbiters annul a game that had ended, or award it; later games stand, and the gap is played next.

    Raises ValueError when no such game counts, or an awarded game has no winner or an annulled one has.
    """
    if (winner is None) == (decision is Decision.AWARDED):
        raise ValueError("an awarded game has a winner, an annulled one has none")
    found = next((game for game in series.counted if game.number == number), None)
    if found is None:
        raise ValueError(f"game {number} is not on record")
    changed = replace(found, winner=winner, decision=decision)
    return replace(series, games=tuple(changed if game is found else game for game in series.games))


def result_of(series: Series, at: datetime) -> Result:
    """The result of a series that is over. Raises ValueError while it is not."""
    if series.turn is not None:
        raise ValueError("the series is not over")
    return Result(series.score, (0, 0), ResultKind.PLAYED, at, draws=series.draws)


def _lot(stream: Stream | None) -> Colour:
    if stream is None:
        raise ValueError("a colour that nobody chose needs a stream of randomness")
    return (Colour.FIRST, Colour.SECOND)[stream.below(2)]


def _add(series: Series, winner: int | None, decision: Decision) -> Series:
    turn = series.turn
    if turn is None:
        raise ValueError("the series is over")
    game = SeriesGame(turn.number, turn.first, winner, decision)
    return replace(series, games=(*series.games, game))
