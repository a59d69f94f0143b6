"""Warnings in a game, what they cost, and how a board of Go is counted with them (GO-9, GO-23.3, GO-24)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

HALF_BOARD = Fraction(361, 2)
COMPENSATION = Fraction(15, 4)
"""What Black gives back when the board is counted (GO-1)."""
STONES_PER_WARNING = 1
WARNINGS_THAT_LOSE = 2


class Price(StrEnum):
    """What an offence costs whoever commits it."""

    WARNING = "warning"
    LOST_TURN = "lost_turn"
    LOST_TURN_AND_WARNING = "lost_turn_and_warning"
    WARNING_OR_LOSS = "warning_or_loss"
    """By gravity: the arbiter chooses."""
    LOSS = "loss"
    MORE = "more"
    """More than a warning; the regulation leaves it to the arbiter what."""


class Offence(StrEnum):
    """The catalogue of GO-23.3."""

    SECOND_MOVE_IN_A_ROW = "second_move_in_a_row"
    MOVE_TAKEN_BACK = "move_taken_back"
    CLOCK_BEFORE_MOVE = "clock_before_move"
    WRONG_REMOVAL = "wrong_removal"
    FORBIDDEN_POINT = "forbidden_point"
    KO_RETAKEN_EARLY = "ko_retaken_early"
    DISTURBING = "disturbing"
    CONSULTING = "consulting"
    TALKING = "talking"
    PHONE = "phone"
    SMOKING = "smoking"


_PRICES = {
    Offence.SECOND_MOVE_IN_A_ROW: Price.WARNING,
    Offence.MOVE_TAKEN_BACK: Price.WARNING,
    Offence.CLOCK_BEFORE_MOVE: Price.WARNING,
    Offence.WRONG_REMOVAL: Price.WARNING,
    Offence.FORBIDDEN_POINT: Price.LOST_TURN,
    Offence.KO_RETAKEN_EARLY: Price.LOST_TURN_AND_WARNING,
    Offence.DISTURBING: Price.WARNING_OR_LOSS,
    Offence.CONSULTING: Price.WARNING_OR_LOSS,
    Offence.TALKING: Price.WARNING_OR_LOSS,
    Offence.PHONE: Price.WARNING,
    Offence.SMOKING: Price.WARNING,
}
_REPEATED = {Offence.PHONE: Price.LOSS, Offence.SMOKING: Price.MORE}


@dataclass(frozen=True, slots=True)
class Count:
    """A counted board: by how much Black won (below zero: lost), compensation and warnings applied."""

    margin: Fraction

    @property
    def black_wins(self) -> bool | None:
        """Whether Black has won; None is a draw."""
        return None if self.margin == 0 else self.margin > 0


def price(offence: Offence, *, again: bool = False) -> Price:
    """What the offence costs (GO-23.3); `again` for who has committed it before."""
    return _REPEATED.get(offence, _PRICES[offence]) if again else _PRICES[offence]


def counting(black: Fraction, *, black_warnings: int = 0, white_warnings: int = 0, compensated: bool = True) -> Count:
    """The board by Black's number of stones and points, half points allowed (GO-9); a warning costs a stone (GO-24).

    Raises ValueError for a number that the board of 361 points does not have.
    """
    if not 0 <= black <= 2 * HALF_BOARD or (2 * black).denominator != 1:
        raise ValueError("Black's number is between 0 and 361, in halves")
    needed = HALF_BOARD + (COMPENSATION if compensated else 0)
    return Count(black - needed + STONES_PER_WARNING * (white_warnings - black_warnings))


def losers(warnings: tuple[int, int]) -> tuple[int, ...]:
    """The sides that their own warnings in one game have cost that game (GO-24)."""
    return tuple(side for side, number in enumerate(warnings) if number >= WARNINGS_THAT_LOSE)


def fewer_warnings(games: Iterable[int]) -> int:
    """A tie-break value, higher is better: the warnings of one player's games in the whole event (GO-24)."""
    return -sum(games)
