"""Where those who come out of groups stand in the bracket, so that two of one group meet again as late as can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.domain.ids import EntrantId

Placed = dict[int, EntrantId]
"""Who stands on which seed, from 0."""


def cross(
    tiers: Sequence[Sequence[EntrantId]], group_of: Mapping[EntrantId, int], going_on: int
) -> tuple[EntrantId, ...]:
    """The order of seeding: `tiers` are all first places of the groups, then all second ones, each in its own order.

    Within a tier those who go on are moved only where two of a group would meet sooner than need be: with two of each
    group in the bracket, in the final at the earliest (GO-26.4). Who does not go on stays behind in the order given.
    """
    leaves, rounds = _leaves(going_on)
    seeded: list[EntrantId] = []
    for tier in tiers:
        inside = tier[: max(0, going_on - len(seeded))]
        placed = dict(enumerate(seeded))
        for meet in range(rounds, 0, -1):
            found = _assign(inside, len(seeded), _Apart(placed, group_of, leaves, meet))
            if found is not None:
                break
        else:
            found = list(inside)
        seeded += [*found, *tier[len(inside) :]]
    return tuple(seeded)


def _leaves(going_on: int) -> tuple[dict[int, int], int]:
    """The place in the bracket from the top of each seed, and how many rounds there are."""
    order, rounds = [0], 0
    while len(order) < going_on:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
        rounds += 1
    return {seed: leaf for leaf, seed in enumerate(order)}, rounds


class _Apart:
    """Whether somebody may stand on a seed without meeting one of the own group before round `meet`."""

    def __init__(self, placed: Placed, group_of: Mapping[EntrantId, int], leaves: Mapping[int, int], meet: int) -> None:
        self._placed, self._group_of, self._leaves, self._meet = placed, group_of, leaves, meet

    def allows(self, entrant: EntrantId, seed: int) -> bool:
        group, leaf = self._group_of[entrant], self._leaves[seed]
        mates = (self._leaves[other] for other, one in self._placed.items() if self._group_of[one] == group)
        return all((leaf ^ mate).bit_length() >= self._meet for mate in mates)


def _assign(entrants: Sequence[EntrantId], first: int, apart: _Apart) -> list[EntrantId] | None:
    """Each on a seed from `first` on that is allowed, near to the own order; None where that cannot be."""
    taken: Placed = {}
    for seed in range(first, first + len(entrants)):
        if not _take(seed, entrants, first, apart, taken, set()):
            return None
    return [taken[seed] for seed in sorted(taken)]


def _take(
    seed: int, entrants: Sequence[EntrantId], first: int, apart: _Apart, taken: Placed, asked: set[EntrantId]
) -> bool:
    """Gives the seed to somebody, letting others move to another seed of theirs (an augmenting path)."""
    near = sorted(range(len(entrants)), key=lambda at: (abs(first + at - seed), at))
    for entrant in (entrants[at] for at in near):
        if entrant in asked or not apart.allows(entrant, seed):
            continue
        asked.add(entrant)
        held = next((other for other, one in taken.items() if one == entrant), None)
        if held is None or _take(held, entrants, first, apart, taken, asked):
            taken[seed] = entrant
            return True
    return False
