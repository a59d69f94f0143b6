"""What a result in a bracket of one life leads to, seen from its places alone: most results lead to one match.

The other way, from all facts of the event, is always right; this one answers None wherever it cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bot.domain.contests import Stage
from bot.domain.ids import ContestId
from bot.domain.rulebook import Rulebook


class Taken(NamedTuple):
    """A place of the bracket with its contest: how many sides it has, and whether it has a result."""

    contest_id: ContestId
    stage: Stage
    round: int
    position: int
    sides: int
    settled: bool

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on."""
        return self.settled or self.sides == 1


Pair = tuple[Taken, Taken]
"""Two places that lead to the same next one, the upper first."""


def applies(rulebook: Rulebook) -> bool:
    """Whether the event is one bracket in which a result leads to the next match and to nothing else."""
    rules = rulebook.knockout
    return rulebook.traits.is_bracket and rules.lives == 1 and not rules.placement_matches


def ready_pairs(taken: Iterable[Taken]) -> tuple[Pair, ...] | None:
    """The pairs of decided places whose next one is free; None where a round has ended, which more hangs on."""
    places = {(one.round, one.position): one for one in taken if one.stage is not Stage.THIRD_PLACE}
    open_rounds = [number for (number, _), one in places.items() if not one.is_decided]
    if not open_rounds:
        return None
    pairs = tuple(_pairs_with_a_free_place(places))
    return None if any(upper.round < min(open_rounds) for upper, _ in pairs) else pairs


def _pairs_with_a_free_place(places: Mapping[tuple[int, int], Taken]) -> Iterator[Pair]:
    decided = {place: one for place, one in places.items() if one.is_decided}
    for (number, position), upper in decided.items():
        lower = decided.get((number, position + 1))
        if position % 2 == 0 and lower is not None and (number + 1, position // 2) not in places:
            yield upper, lower


def starters_of(taken: Iterable[Taken]) -> int:
    """How many began: everybody has a side in the first round."""
    known = tuple(taken)
    first = min(one.round for one in known)
    return sum(one.sides for one in known if one.round == first)
