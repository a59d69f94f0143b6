"""What an arbiter asks about a game of Jeek: was each move legal, whose turn is it, who wins with best play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.casual.jeek import Colour, IllegalMove, Position, Squares, legal_moves, play, why_illegal, winner
from bot.domain.casual.jeek_solver import winner_with_best_play, winning_moves


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first move that the rules do not allow."""

    number: int
    """Counted from 1, both sides' moves together."""
    move: Squares
    reason: IllegalMove


@dataclass(frozen=True, slots=True)
class BestPlay:
    """How the position ends when neither side errs any more."""

    winner: Colour
    winning: tuple[Squares, ...]
    """The moves that keep the win for the side to move, the shortest first; none where it loses, or nothing is left."""


@dataclass(frozen=True, slots=True)
class Review:
    """The game up to its first illegal move. `unread` counts the moves after that one, which were not looked at."""

    position: Position
    illegal: Illegal | None = None
    unread: int = 0

    @property
    def winner(self) -> Colour | None:
        """Who has won; None while a square is empty."""
        return winner(self.position)

    @property
    def choices(self) -> int:
        """How many legal moves the side to move has."""
        return len(legal_moves(self.position))


def review(moves: Iterable[Squares], before: Squares = 0) -> Review:
    """Plays the moves from the board with the pieces in `before`, up to the first that is illegal."""
    position, given = Position(before=before), tuple(moves)
    for number, move in enumerate(given, start=1):
        reason = why_illegal(position, move)
        if reason is not None:
            return Review(position, Illegal(number, move, reason), len(given) - number)
        position = play(position, move)
    return Review(position)


def best_play(position: Position) -> BestPlay:
    """Who wins from here, and with which moves."""
    return BestPlay(winner_with_best_play(position), winning_moves(position) if not position.is_over else ())
