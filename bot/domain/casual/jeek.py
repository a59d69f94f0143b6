"""The game of Jeek (AIJE-C01): the board, what is a legal move and why another is not, and who has won.

A set of squares is a number: bit 0 is A1, bit 1 is B1, bit 15 is D4, row by row from the top left. A move is such a
set. Outside the domain squares go by their names; `jeek_notation` reads and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.errors import UserError

Squares: TypeAlias = int
"""A set of squares, one bit each; a piece's colour does not matter to the rules."""

SIDE: Final = 4
COUNT: Final = SIDE * SIDE
FULL: Final[Squares] = (1 << COUNT) - 1
MOST_PIECES: Final = 3
"""How many pieces one move may put (AIJE-C01-1)."""
COLUMNS: Final = "ABCD"
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in COLUMNS)


class Colour(StrEnum):
    """The two sides; White begins (AIJE-C01-1)."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        """The opponent's colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class NoSquareChosen(UserError):
    """A move puts one piece at the least."""


class TooManySquares(UserError):
    """A move puts three pieces at the most."""

    given: int


class SquaresTaken(UserError):
    """Pieces go on empty squares only."""

    taken: tuple[str, ...]


class NotOneLine(UserError):
    """The squares share neither a row nor a column."""

    squares: tuple[str, ...]


class NotConnected(UserError):
    """The squares lie in one line with a gap between them."""

    squares: tuple[str, ...]
    gap: tuple[str, ...]


class MirroredOpening(UserError):
    """Black's first move is exactly the half-turn image of White's first (AIJE-C01-2)."""

    first: tuple[str, ...]
    image: tuple[str, ...]


class BoardFull(UserError):
    """The last square was filled before; nothing can be played any more."""


IllegalMove: TypeAlias = (
    NoSquareChosen | TooManySquares | SquaresTaken | NotOneLine | NotConnected | MirroredOpening | BoardFull
)
"""Why a move cannot be played."""


def rule_of(reason: IllegalMove) -> str:
    """The rule that the move breaks."""
    return "AIJE-C01-2" if isinstance(reason, MirroredOpening) else "AIJE-C01-1"


def _line(start: int, step: int, length: int) -> Squares:
    return sum(1 << (start + step * n) for n in range(length))


def _lines() -> Iterator[Squares]:
    for length in range(1, MOST_PIECES + 1):
        starts = range(SIDE - length + 1)
        yield from (_line(row * SIDE + start, 1, length) for row in range(SIDE) for start in starts)
        if length > 1:
            yield from (_line(start * SIDE + column, SIDE, length) for column in range(SIDE) for start in starts)


MOVES: Final[tuple[Squares, ...]] = tuple(_lines())
"""Every move of the empty board, the shortest first: 16 of one piece, 24 of two, 16 of three."""
_ALLOWED: Final = frozenset(MOVES)


def square(index: int) -> Squares:
    """The set of one square, counted from 0 (A1) to 15 (D4)."""
    return 1 << index


def indices(squares: Squares) -> tuple[int, ...]:
    """The squares of the set, counted from 0 (A1) to 15 (D4)."""
    return tuple(index for index in range(COUNT) if squares >> index & 1)


def names(squares: Squares) -> tuple[str, ...]:
    """The squares' names in the board's order: ("A1", "B1")."""
    return tuple(NAMES[index] for index in indices(squares))


def half_turn(squares: Squares) -> Squares:
    """The image when the board is turned by half: A1 falls on D4 (AIJE-C01-2)."""
    return sum(square(COUNT - 1 - index) for index in indices(squares))


@dataclass(frozen=True, slots=True)
class Position:
    """The moves of a game in order, White's first.

    `before` holds pieces that stood there already where a board is looked at without its game: then nobody knows who
    put them, the mirror rule is not asked, and "White" is whoever moves first from there.
    """

    moves: tuple[Squares, ...] = ()
    before: Squares = 0

    @property
    def white(self) -> Squares:
        """The squares that White has taken."""
        return _union(self.moves[::2])

    @property
    def black(self) -> Squares:
        """The squares that Black has taken."""
        return _union(self.moves[1::2])

    @property
    def taken(self) -> Squares:
        """Every square with a piece."""
        return self.before | _union(self.moves)

    @property
    def to_move(self) -> Colour:
        """Whose turn it is; at the end, whose it would be."""
        return Colour.BLACK if len(self.moves) % 2 else Colour.WHITE

    @property
    def is_over(self) -> bool:
        """Whether all sixteen squares are filled."""
        return self.taken == FULL

    @property
    def forbidden(self) -> Squares | None:
        """The one move that the mirror rule takes from Black at the first turn (AIJE-C01-2); None later."""
        return half_turn(self.moves[0]) if len(self.moves) == 1 and not self.before else None


def _union(moves: tuple[Squares, ...]) -> Squares:
    joined = 0
    for move in moves:
        joined |= move
    return joined


def legal_moves(position: Position) -> tuple[Squares, ...]:
    """What may be played, the shortest moves first; nothing when the board is full."""
    taken, forbidden = position.taken, position.forbidden
    return tuple(move for move in MOVES if not move & taken and move != forbidden)


def why_illegal(position: Position, move: Squares) -> IllegalMove | None:
    """The rule's objection to the move, or None when it may be played (AIJE-C01-1, AIJE-C01-2)."""
    taken = position.taken
    if taken == FULL:
        return BoardFull()
    if not move:
        return NoSquareChosen()
    if move & taken:
        return SquaresTaken(taken=names(move & taken))
    if move not in _ALLOWED:
        return _misshapen(move)
    if move == position.forbidden:
        return MirroredOpening(first=names(position.moves[0]), image=names(move))
    return None


def _misshapen(move: Squares) -> IllegalMove:
    """What is wrong with a set that is no line of one to three touching squares."""
    places = indices(move)
    if len(places) > MOST_PIECES:
        return TooManySquares(given=len(places))
    one_row = len({place // SIDE for place in places}) == 1
    one_column = len({place % SIDE for place in places}) == 1
    if not one_row and not one_column:
        return NotOneLine(squares=names(move))
    step = 1 if one_row else SIDE
    between = sum(square(place) for place in range(places[0], places[-1], step)) & ~move
    return NotConnected(squares=names(move), gap=names(between))


def play(position: Position, move: Squares) -> Position:
    """The position after the move; raises its `IllegalMove`."""
    reason = why_illegal(position, move)
    if reason is not None:
        raise reason
    return Position((*position.moves, move), position.before)


def winner(position: Position) -> Colour | None:
    """Who has won: whoever did not place the last piece (AIJE-C01-1); None while a square is empty."""
    return position.to_move if position.is_over else None
