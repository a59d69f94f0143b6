"""Jeek's squares and moves as people write them, read generously and written in one way.

One move is its squares, however they are joined: "A1 B1", "a1,b1", "A1+B1", "A1B1"; a hyphen fills in what lies between
on a line, so "A1-A3" is three squares. Written, a move is "A1", or "A1-A3" from its first square to its last.
"""

from __future__ import annotations

import re
from typing import Final

from bot.domain.casual.jeek import MOVES, NAMES, SIDE, Position, Squares, names, square
from bot.errors import UserError

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
