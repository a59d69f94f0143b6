"""The count of a game of Go: from Black's number to the winner and the margin (GO-9, GO-11, GO-24).

Everything is counted in stones, in exact fractions. Black's number is the stones and surrounded points of Black plus
half of the neutral points, so it is a whole number or ends in a half.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.errors import UserError

POINTS: Final = 19 * 19
HALF: Final = Fraction(POINTS, 2)
"""180 1/2, the number that each side has to pass (GO-9)."""
COMPENSATION: Final = Fraction(15, 4)
"""3 3/4 stones, which Black gives back for moving first (GO-11)."""
PRICE_OF_A_WARNING: Final = Fraction(1)
"""One stone (GO-24)."""
WARNINGS_THAT_LOSE: Final = 2
_NUMBER: Final = re.compile(r"(\d{1,3})(?:[.,](0|5)| ?(1/2|½))?", re.ASCII)


class Stones(StrEnum):
    """Black and White."""

    BLACK = "black"
    WHITE = "white"


class ImpossibleCount(UserError):
    """No board of 361 points gives Black this number."""

    given: str
    points: int


class BothLost(UserError):
    """Each side has two warnings in the game, so both have lost it and there is nothing to count (GO-24)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How a game ended. `margin` is in stones; None where two warnings decided it and no count was needed."""

    winner: Stones | None
    margin: Fraction | None

    @property
    def is_drawn(self) -> bool:
        """Whether both have exactly what they need."""
        return self.winner is None


def black_number(text: str) -> Fraction:
    """Black's number as people write it: "185", "184.5", "184,5", "184 1/2" or "184½"; raises ImpossibleCount."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise ImpossibleCount(given=text, points=POINTS)
    half = found[2] == "5" or found[3] is not None
    return _check(int(found[1]) + (Fraction(1, 2) if half else Fraction(0)))


def count(
    black: Fraction,
    *,
    compensation: Fraction = COMPENSATION,
    black_warnings: int = 0,
    white_warnings: int = 0,
    price: Fraction = PRICE_OF_A_WARNING,
    warnings_that_lose: int | None = WARNINGS_THAT_LOSE,
) -> Counted:
    """The winner and the margin for Black's number (GO-9); `compensation` is 0 in a game without it.

    A warning takes `price` stones from its player, and `warnings_that_lose` lose the game, where a number does (GO-24).
    Raises ImpossibleCount, and BothLost.
    """
    _check(black)
    most = max(black_warnings, white_warnings) + 1 if warnings_that_lose is None else warnings_that_lose
    lost = [black_warnings >= most, white_warnings >= most]
    if all(lost):
        raise BothLost
    if any(lost):
        return Counted(Stones.WHITE if lost[0] else Stones.BLACK, None)
    margin = black - compensation - HALF + price * (white_warnings - black_warnings)
    if margin == 0:
        return Counted(None, margin)
    return Counted(Stones.BLACK if margin > 0 else Stones.WHITE, abs(margin))


def _check(black: Fraction) -> Fraction:
    if not 0 <= black <= POINTS or (black * 2).denominator != 1:
        raise ImpossibleCount(given=str(black), points=POINTS)
    return black
