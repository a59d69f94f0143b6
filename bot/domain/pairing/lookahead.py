"""Keeping the rounds that remain pairable: in small fields the best boards of today can leave nobody to meet later.

While every place has at least half of the others left to meet in the last round, some pairing exists then (Dirac), and
nothing has to be looked at. Otherwise the remaining rounds are tried: exactly up to ten nodes, by sample above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bot.domain.pairing import matching
from bot.domain.pairing.costs import PairingState
from bot.domain.pairing.max_weight import Edge, max_weight_matching

EXACT_UP_TO = 10
"""Nodes: 945 ways to pair ten are quick to try, ten times as many for each two more are not."""
SAMPLED_UP_TO = 64
SAMPLES = 8
STEPS = 20_000
"""Of an exact search, before it counts as failed."""

Links = tuple[int, ...]
"""For each node the others that it may still meet, as bits."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The boards of a round, and whether better ones were left for the sake of a later round."""

    edges: tuple[Edge, ...]
    looked_ahead: bool = False


def choose(state: PairingState, rounds_left: int) -> Choice | None:
    """The cheapest boards without a rematch or a second bye that leave the later rounds pairable where any do.

    `rounds_left` counts this round. Where no boards save all later rounds, those that save most. None where this round
    has none.
    """
    if state.nodes <= EXACT_UP_TO:
        return _exactly(state, rounds_left - 1)
    found = matching.best(state)
    if found is None or state.nodes > SAMPLED_UP_TO or rounds_left == 1:
        return None if found is None else Choice(found)
    links = _links(state)
    if min(link.bit_count() for link in links) - (rounds_left - 1) >= state.nodes // 2:
        return Choice(found)
    return _by_sample(state, links, found, rounds_left - 1)


def lasts(links: Links, rounds: int) -> bool:
    """Whether the nodes can meet in so many rounds, each of them once a round, over links that are used once.

    Gives up after `STEPS`, and says no.
    """
    if rounds == 0:
        return True
    pivot = min(range(len(links)), key=lambda node: links[node].bit_count())
    return _Search(pivot).lasts(links, rounds, 0)


@dataclass(slots=True)
class _Search:
    """An exact search. The rounds are ordered by whom the pivot meets, so that none is tried in two orders."""

    pivot: int
    steps: int = STEPS
    failed: set[tuple[Links, int, int]] = field(default_factory=set)

    def lasts(self, links: Links, rounds: int, beyond: int) -> bool:
        if rounds == 0:
            return True
        if min(link.bit_count() for link in links) < rounds or (links, rounds, beyond) in self.failed:
            return False
        for partner, edges in self._next_rounds(links, rounds, beyond):
            self.steps -= 1
            if self.steps < 0:
                return False
            if self.lasts(_cut(links, edges), rounds - 1, partner + 1):
                return True
        self.failed.add((links, rounds, beyond))
        return False

    def _next_rounds(self, links: Links, rounds: int, beyond: int) -> Iterator[tuple[int, tuple[Edge, ...]]]:
        """Each way to play a round, by the pivot's partner; so many partners stay for the rounds after it."""
        partners = [other for other in range(beyond, len(links)) if links[self.pivot] >> other & 1]
        for at in range(len(partners) - rounds + 1):
            for edges in _perfect(links, (1 << len(links)) - 1, (self.pivot, partners[at])):
                yield partners[at], edges


def _exactly(state: PairingState, later: int) -> Choice | None:
    links = _links(state)
    everyone = (1 << state.nodes) - 1
    priced = sorted((sum(state.cost(*edge) for edge in edges), edges) for edges in _perfect(links, everyone))
    for horizon in range(later, -1, -1):
        for rank, (_, edges) in enumerate(priced):
            if lasts(_cut(links, edges), horizon):
                return Choice(tuple(sorted(edges)), looked_ahead=rank > 0)
    return None


def _by_sample(state: PairingState, links: Links, found: tuple[Edge, ...], later: int) -> Choice:
    """The found boards when the later rounds can be sampled; otherwise the best that leave out one of those boards."""
    if _sample(_cut(links, found), later):
        return Choice(found)
    tried = []
    for edge in found:
        other = matching.best(state, without={edge})
        if other is not None:
            tried.append((sum(state.cost(*one) for one in other), other))
    for _, other in sorted(tried):
        if _sample(_cut(links, other), later):
            return Choice(other, looked_ahead=True)
    return Choice(found)


def _sample(links: Links, rounds: int) -> bool:
    return any(_peel(links, rounds, salt) for salt in range(SAMPLES))


def _peel(links: Links, rounds: int, salt: int) -> bool:
    """Whether so many rounds are found one after the other, each with its own preferences, which the salt varies."""
    for number in range(rounds):
        liked = ((one, other, _preference(one, other, salt, number)) for one, other in _edges_of(links))
        found = max_weight_matching(len(links), liked)
        if 2 * len(found) < len(links):
            return False
        links = _cut(links, found)
    return True


def _preference(one: int, other: int, salt: int, number: int) -> int:
    """A number from 1 to 1,009 that looks like chance and is always the same."""
    return (one * 7919 + other * 104_729 + (salt * 31 + number) * 1_299_709) % 1009 + 1


def _links(state: PairingState) -> Links:
    links = [0] * state.nodes
    for one in range(state.nodes):
        for other in range(one + 1, state.nodes):
            if state.is_legal(one, other):
                links[one] |= 1 << other
                links[other] |= 1 << one
    return tuple(links)


def _edges_of(links: Links) -> Iterator[Edge]:
    for one, link in enumerate(links):
        for other in range(one + 1, len(links)):
            if link >> other & 1:
                yield one, other


def _cut(links: Sequence[int], edges: Iterable[tuple[int, int]]) -> Links:
    """The links without those of the edges."""
    left = list(links)
    for one, other in edges:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


def _perfect(links: Links, free: int, fixed: Edge | None = None) -> Iterator[tuple[Edge, ...]]:
    """Every way to pair the free nodes over the links, with one pair fixed beforehand if there is one."""
    if fixed is not None:
        rest = free & ~(1 << fixed[0] | 1 << fixed[1])
        yield from ((fixed, *others) for others in _perfect(links, rest))
        return
    if not free:
        yield ()
        return
    lowest = (free & -free).bit_length() - 1
    rest = free & ~(1 << lowest)
    partners = links[lowest] & rest
    while partners:
        bit = partners & -partners
        partners &= ~bit
        edge = (lowest, bit.bit_length() - 1)
        for others in _perfect(links, rest & ~bit):
            yield (edge, *others)
