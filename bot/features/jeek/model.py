"""The game of Jeek (AIJE-C01): the board, legal moves, who wins with best play, an arbiter's questions, the clock.

A set of squares is a number: bit 0 is A1, bit 1 is B1, bit 15 is D4, row by row from the top left. A move is such a
set. Written, it is "A1", or "A1-A3" from its first square to its last; read are its squares however they are joined:
"A1 B1", "a1,b1", "A1+B1", "A1B1", and a hyphen fills in what lies between on a line.

A set of positions is one long number, bit `p` for the position whose taken squares are `p`. So all positions from
which a move leads into the set are found at once: those of the set that hold the move's squares, shifted down by the
move. A clock is minutes for each side and seconds added after each move, written "2+0" (AIJE-D03-3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

from bot.kernel.errors import UserError

# --- the board and its moves ----------------------------------------------------------------------------------------


Squares: TypeAlias = int
"""A set of squares, one bit each; a piece's colour does not matter to the rules."""

SIDE: Final = 4
COUNT: Final = SIDE * SIDE
FULL: Final[Squares] = (1 << COUNT) - 1
MOST_PIECES: Final = 3
"""How many pieces one move may put (AIJE-C01-1)."""
COLUMNS: Final = "ABCD"
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in COLUMNS)


class JeekColour(StrEnum):
    """The two sides; White begins (AIJE-C01-1)."""

    __said_as__ = "colour"

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> JeekColour:
        """The opponent's colour."""
        return JeekColour.BLACK if self is JeekColour.WHITE else JeekColour.WHITE


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
    def to_move(self) -> JeekColour:
        """Whose turn it is; at the end, whose it would be."""
        return JeekColour.BLACK if len(self.moves) % 2 else JeekColour.WHITE

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


def winner(position: Position) -> JeekColour | None:
    """Who has won: whoever did not place the last piece (AIJE-C01-1); None while a square is empty."""
    return position.to_move if position.is_over else None


# --- moves as people write them -------------------------------------------------------------------------------------


_SQUARE: Final = re.compile(r"([a-d])\s*([1-4])|([1-4])\s*([a-d])", re.IGNORECASE)
_HALF: Final = re.compile(r"[a-d]\s*|[1-4]\s*", re.IGNORECASE)
_DASH: Final = re.compile(r"[-–—\u2212:]|\.\.+|\bto\b", re.IGNORECASE)
_JOINER: Final = re.compile(r"^[\s,;+&/|()\[\]{}x×]*")
_NUMBERING: Final = re.compile(r"(?<![\w.])\d{1,2}(?:\.{1,3}|\))(?=\s|[A-Da-d])")
_BETWEEN_MOVES: Final = re.compile(r"[;|/\n]+")


class SquaresUnread(UserError):
    """What was typed names something beside the board's squares; `found` stands at character `at`, from 1."""

    given: str
    found: str
    at: int


class SquaresBreakOff(SquaresUnread):
    """The text ends where a square, or the rest of one, should follow."""


def read_squares(text: str) -> Squares:
    """The squares that the text names, in any order and joined in any way; raises SquaresUnread for anything else."""
    found, rest, last = 0, text.strip(), None
    while rest:
        dash = _DASH.match(rest)
        if dash and last is None:
            raise _unread(text, dash.group() + rest[dash.end() :].lstrip())
        rest = rest[dash.end() :].lstrip() if dash else rest
        named = _SQUARE.match(rest)
        if named is None:
            raise _unread(text, rest)
        index = _index(named)
        found |= square(index) if dash is None or last is None else _span(last, index)
        rest, last = _JOINER.sub("", rest[named.end() :]), index
    if not found:
        raise _unread(text, "")
    return found


def _unread(text: str, rest: str) -> SquaresUnread:
    """The character at which reading stopped: the first of `rest`, or the second where that began a square."""
    begun = _HALF.match(rest)
    at = len(text.rstrip()) - len(rest.rstrip()) + (begun.end() if begun else 0)
    if at >= len(text.rstrip()):
        return SquaresBreakOff(given=text, found="", at=len(text.rstrip()))
    return SquaresUnread(given=text, found=text[at], at=at + 1)


def read_moves(text: str) -> tuple[Squares, ...]:
    """The moves of a game in order: parted by spaces ("A1 D4+D3"), or, where there are any, by ; | / and line ends.

    Numbers of moves ("1. A1 D4") are passed over. Raises SquaresUnread with the part that is no move.
    """
    bare = _NUMBERING.sub(" ", text.strip())
    if _BETWEEN_MOVES.search(bare):
        parts = [part.strip() for part in _BETWEEN_MOVES.split(bare)]
    else:
        # "A1, D4" are two moves, "A1,A2" and "A1 - A3" one each.
        closed = re.sub(r"\s*([-–—\u2212+&])\s*", r"\1", bare)
        parts = [part.strip(",") for part in closed.split()]
    moves = tuple(read_squares(part) for part in parts if part)
    if not moves:
        raise _unread(text, "")
    return moves


def write_move(move: Squares) -> str:
    """The move in one word: "A1", "A1-A3"; squares that make no move as "A1+C2"."""
    squares = names(move)
    if move in MOVES and len(squares) > 1:
        return f"{squares[0]}-{squares[-1]}"
    return "+".join(squares)


def score_sheet(position: Position) -> str:
    """The moves by pairs, "1. A1 D3-D4 2. B2", as `read_moves` reads them again."""
    numbered = enumerate(map(write_move, position.moves))
    return " ".join(move if index % 2 else f"{index // 2 + 1}. {move}" for index, move in numbered)


def _index(named: re.Match[str]) -> int:
    column, row = (named[1], named[2]) if named[1] else (named[4], named[3])
    return NAMES.index(f"{column.upper()}{row}")


def _span(first: int, last: int) -> Squares:
    """The squares of a row or column from one to the other; the two alone where they share neither."""
    low, high = sorted((first, last))
    if low // SIDE == high // SIDE:
        step = 1
    elif low % SIDE == high % SIDE:
        step = SIDE
    else:
        return square(first) | square(last)
    return sum(square(index) for index in range(low, high + 1, step))


# --- who wins with best play ----------------------------------------------------------------------------------------


_Positions: TypeAlias = int

_ALL: Final[_Positions] = (1 << (FULL + 1)) - 1


def mover_wins(position: Position) -> bool:
    """Whether the side to move wins with best play; on a full board it has won already."""
    return position.is_over or bool(winning_moves(position))


def winner_with_best_play(position: Position) -> JeekColour:
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


# --- what an arbiter asks -------------------------------------------------------------------------------------------


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

    winner: JeekColour
    winning: tuple[Squares, ...]
    """The moves that keep the win for the side to move, the shortest first; none where it loses, or nothing is left."""


@dataclass(frozen=True, slots=True)
class Review:
    """The game up to its first illegal move. `unread` counts the moves after that one, which were not looked at."""

    position: Position
    illegal: Illegal | None = None
    unread: int = 0

    @property
    def winner(self) -> JeekColour | None:
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


# --- the clock ------------------------------------------------------------------------------------------------------


MOST_MINUTES: Final = 60
MOST_SECONDS: Final = 60
_WRITTEN: Final = re.compile(r"(\d{1,2})(?:\s*(?:\+|\s)\s*(\d{1,2}))?", re.ASCII)


class ClockUnread(UserError):
    """What was typed is no clock, or one out of range."""

    given: str
    most_minutes: int
    most_seconds: int


@dataclass(frozen=True, slots=True)
class JeekClock:
    """What each side has for the whole game, and what every move adds to its own."""

    base: timedelta
    increment: timedelta = timedelta()

    def __str__(self) -> str:
        """As it is spoken of: minutes, plus, seconds."""
        return f"{self.base // timedelta(minutes=1)}+{self.increment // timedelta(seconds=1)}"


USUAL: Final = JeekClock(timedelta(minutes=2))
"""The association's own clock, 2+0 (AIJE-D03-3)."""


def read_clock(text: str) -> JeekClock:
    """The clock that the text names, "2+0", "5 + 3" or "10"; raises ClockUnread."""
    read = _WRITTEN.fullmatch(text.strip())
    minutes, seconds = (int(read[1]), int(read[2] or 0)) if read else (0, 0)
    if not 1 <= minutes <= MOST_MINUTES or seconds > MOST_SECONDS:
        raise ClockUnread(given=text, most_minutes=MOST_MINUTES, most_seconds=MOST_SECONDS)
    return JeekClock(timedelta(minutes=minutes), timedelta(seconds=seconds))


def clock_text(left: timedelta) -> str:
    """What is left as a clock shows it, "1:05"; a started second still counts, nothing is shown below zero."""
    seconds = max(0, -((-left) // timedelta(seconds=1)))
    return f"{seconds // 60}:{seconds % 60:02}"
