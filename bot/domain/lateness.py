"""Late for the start of a game, where lateness comes off the clock, and the lot between two losers (GO-17.5, GO-22)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.domain.draw import Stream

LATE_LIMIT = timedelta(minutes=15)
LATE_LIMIT_LODGED_APART = timedelta(hours=1)
LATENESS_COSTS = 2
LAST_MOVE_TO_PUT_COLOURS_RIGHT = 10


@dataclass(frozen=True, slots=True)
class LateStart:
    """What is left on the clock of who came late; None: the game is lost."""

    left: timedelta | None


def late_start(base: timedelta, late: timedelta, limit: timedelta = LATE_LIMIT) -> LateStart:
    """What lateness costs one player; the limit itself is too late (GO-22). A player on time has late zero."""
    if late >= limit:
        return LateStart(None)
    return LateStart(max(base - LATENESS_COSTS * late, timedelta()))


def paired_as_winner(stream: Stream) -> int:
    """The side that counts as the winner for pairing alone, after both lost; it earns no point (GO-17.5)."""
    return stream.below(2)


def colours_are_put_right(moves_played: int) -> bool:
    """Whether colours taken the wrong way round are still put right; from move 11 the game stands (GO-17.1)."""
    return moves_played <= LAST_MOVE_TO_PUT_COLOURS_RIGHT
