"""What a result in a bracket of one life leads to, seen from its places alone: most results lead to one match.

The other way, from all facts of the event, is always right; this one answers None wherever it cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.domain.contests import Stage
from bot.domain.formats.knockout import last_round
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
    def is_bye(self) -> bool:
        """Whether one side is alone in it."""
        return self.sides == 1

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on."""
        return self.settled or self.is_bye


Pair = tuple[Taken, Taken]
"""Two places that lead to the same next one, the upper first."""


def applies(rulebook: Rulebook) -> bool:
    """Whether the event is one bracket in which a result leads to the next match and to nothing else."""
    rules = rulebook.knockout
    return rulebook.traits.is_bracket and rules.lives == 1 and not rules.placement_matches


def ready_pairs(taken: Sequence[Taken]) -> tuple[Pair, ...] | None:
    """The pairs of decided places whose next one is free; None from the end of the semifinals on, and before the draw.

    With the semifinals the match for the third place is paired, and with what comes after them the event is over.
    """
    places = {(one.round, one.position): one for one in taken if one.stage is not Stage.THIRD_PLACE}
    pairs = tuple(_pairs_with_a_free_place(places))
    if not pairs and all(one.is_decided for one in places.values()):
        return None
    semifinals = last_round(starters_of(taken)) - 1
    return None if any(upper.round >= semifinals for upper, _ in pairs) else pairs


def with_next(taken: Iterable[Taken], pairs: Iterable[Pair]) -> tuple[Taken, ...]:
    """The places as they are once the next match of each pair is written."""
    nexts = (
        Taken(ContestId(""), upper.stage, upper.round + 1, upper.position // 2, sides=2, settled=False)
        for upper, _ in pairs
    )
    return (*taken, *nexts)


def end_a_round(taken: Iterable[Taken], pairs: Iterable[Pair]) -> bool:
    """Whether a round is over with the last match of one of these pairs."""
    first_open = min((one.round for one in taken if not one.is_decided), default=None)
    return any(first_open is None or upper.round < first_open for upper, _ in pairs)


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
