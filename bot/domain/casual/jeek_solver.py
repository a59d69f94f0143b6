"""Who wins at Jeek with best play: the whole board, solved at the first question and kept.

A set of positions is one long number, bit `p` for the position whose taken squares are `p`. So all positions from which
a move leads into the set are found at once: those of the set that hold the move's squares, shifted down by the move.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from bot.domain.casual.jeek import COUNT, FULL, MOVES, Colour, Position, Squares, legal_moves, square

_Positions: TypeAlias = int

_ALL: Final[_Positions] = (1 << (FULL + 1)) - 1


def mover_wins(position: Position) -> bool:
    """Whether the side to move wins with best play; on a full board it has won already."""
    return position.is_over or bool(winning_moves(position))


def winner_with_best_play(position: Position) -> Colour:
    """Who wins when neither side errs any more."""
    return position.to_move if mover_wins(position) else position.to_move.other


def winning_moves(position: Position) -> tuple[Squares, ...]:
    """The legal moves after which the opponent loses with best play, the shortest first; none in a lost position."""
    taken, lost = position.taken, _losing_positions()
    if not taken:
        return _winning_openings()
    return tuple(move for move in legal_moves(position) if _holds(lost, taken | move))


@cache
def _winning_openings() -> tuple[Squares, ...]:
    """White's first moves that win because Black may not answer with their image (AIJE-C01-2).

    They are the pairs in the middle of a row or column. Without the mirror rule every opening loses.
    """
    return tuple(move for move in MOVES if not mover_wins(Position((move,))))


def _holds(positions: bytes, taken: Squares) -> bool:
    return bool(positions[taken >> 3] >> (taken & 7) & 1)


@cache
def _losing_positions() -> bytes:
    """The positions that the side to move loses, a bit each, the mirror rule left aside: it touches one move.

    Worked out from the full board down, one piece fewer at a time: a position is won when a move leads to a lost one.
    """
    having = {move: _containing(move) for move in MOVES}
    # The full board is won: who would have to move did not place the last piece.
    lost: _Positions = 0
    for pieces in reversed(range(COUNT)):
        won: _Positions = 0
        for move, holders in having.items():
            won |= (lost & holders) >> move
        lost |= _with_pieces(COUNT, pieces) & ~won
    return lost.to_bytes((FULL + 1) // 8, "little")


def _containing(squares: Squares) -> _Positions:
    """Every position in which all of the squares are taken."""
    found = _ALL
    for index in range(COUNT):
        if squares & square(index):
            found &= _containing_square(index)
    return found


@cache
def _containing_square(index: int) -> _Positions:
    """By doubling: half of the positions of the first squares, repeated for each way to fill the rest."""
    width = 1 << index
    found = ((1 << width) - 1) << width
    for higher in range(index + 1, COUNT):
        found |= found << (1 << higher)
    return found


@cache
def _with_pieces(squares: int, pieces: int) -> _Positions:
    """Every position of the first so many squares with exactly so many pieces."""
    if pieces < 0 or pieces > squares:
        return 0
    if not squares:
        return 1
    return _with_pieces(squares - 1, pieces) | _with_pieces(squares - 1, pieces - 1) << (1 << (squares - 1))
