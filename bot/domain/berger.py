"""Berger's tables: who meets whom in which round of a round robin, and who begins (GO-26.2).

Numbers count from 1. With an even field of n, round r joins the numbers whose sum leaves r + 1 when divided by n - 1,
and n meets the one who would meet nobody. An odd field is the table of one more, whose last number is a rest. The lower
number begins where the sum is odd, the higher where it is even; against n the lower half begins.
"""

from __future__ import annotations

from typing import Final

Game = tuple[int, ...]
"""The numbers of the two sides, who begins first; one number alone rests."""
Round = tuple[Game, ...]
FEWEST: Final = 2


def rounds(size: int, times: int = 1) -> tuple[Round, ...]:
    """All rounds of a field, each pair `times` times, the colours turned round every time.

    In round 1 game i (from 0) is that of i + 1 against the i-th number from the end. In an odd field the rest is a game
    of one number. Raises ValueError with fewer than two entrants, or less than once.
    """
    if size < FEWEST or times < 1:
        raise ValueError("a round robin is of two entrants at least, and of one game a pair")
    single = tuple(round_of(number, size) for number in range(1, length(size) + 1))
    turned = tuple(tuple(game[::-1] for game in games) for games in single)
    return tuple(games for cycle in range(times) for games in (turned if cycle % 2 else single))


def length(size: int) -> int:
    """How many rounds it takes until everybody has met everybody once."""
    return size - 1 + size % 2


def round_of(number: int, size: int) -> Round:
    """One round of a field, from 1: whoever wants a single game of a large field need not make all of them."""
    last = size + size % 2
    partners = {one: (number + 1 - one - 1) % (last - 1) + 1 for one in range(1, last)}
    alone = next(one for one, other in partners.items() if one == other)
    against_last = (alone, last) if alone <= last // 2 else (last, alone)
    games = [against_last, *(_who_begins(one, other) for one, other in partners.items() if one < other)]
    return tuple(tuple(one for one in game if one <= size) for game in games)


def _who_begins(lower: int, higher: int) -> Game:
    return (lower, higher) if (lower + higher) % 2 else (higher, lower)
