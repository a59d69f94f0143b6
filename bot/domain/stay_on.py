"""A challenge match of teams: the winner stays and meets the other side's next, until one side is out (GO-26.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain.ids import PersonId

Order = tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was won: who played, and which side (0 or 1) won it."""

    players: tuple[PersonId, PersonId]
    winner: int


@dataclass(frozen=True, slots=True)
class StayOn:
    """The match as it stands; `next_of` is how many of each side's order are out. Orders are named before it begins.

    A drawn game is played again, since somebody has to stay: it changes nothing here.
    """

    orders: tuple[Order, Order]
    out: tuple[int, int] = (0, 0)
    games: tuple[Played, ...] = ()

    @property
    def at_board(self) -> tuple[PersonId, PersonId] | None:
        """Who plays now, or None when a side is out."""
        if self.winner is not None:
            return None
        return self.orders[0][self.out[0]], self.orders[1][self.out[1]]

    @property
    def winner(self) -> int | None:
        """The side that has somebody left when the other has nobody, or None while both have."""
        left = [len(order) - out for order, out in zip(self.orders, self.out, strict=True)]
        return None if all(left) else int(left[1] > 0)

    @property
    def score(self) -> tuple[int, int]:
        """Games won by each side, which are the players of the other that are out."""
        return self.out[1], self.out[0]

    def won_by(self, side: int) -> StayOn:
        """The match after a game that the side won. Raises ValueError when it is over, or for a side that is none."""
        playing = self.at_board
        if playing is None or side not in {0, 1}:
            raise ValueError("nobody is at the board")
        out = (self.out[0] + (side == 1), self.out[1] + (side == 0))
        return replace(self, out=out, games=(*self.games, Played(playing, side)))


def begin(first: Order, second: Order) -> StayOn:
    """The match before its first game. Raises ValueError where a side names nobody, or somebody twice."""
    named = (*first, *second)
    if not first or not second or len(set(named)) < len(named):
        raise ValueError("each side names somebody, and nobody twice")
    return StayOn((first, second))


def played(first: Order, second: Order, winners: Iterable[int]) -> StayOn:
    """The match after games won by these sides, in order; raises as `begin` and `won_by`."""
    match = begin(first, second)
    for side in winners:
        match = match.won_by(side)
    return match
