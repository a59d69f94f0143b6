"""The best set of boards: a maximum-weight matching over a sparse graph, wider only where that finds too little."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator

from bot.domain.pairing.costs import PairingState
from bot.domain.pairing.max_weight import Edge, max_weight_matching

EVERYONE_UP_TO = 48
"""Up to so many nodes every pair is weighed."""
REACH = 12
"""Candidates on each side of the ideal opponent in a larger field."""
WIDEST_REACH = 96
WEIGHED_WHOLE_UP_TO = 512
"""Beyond, the widest reach is the last try: 190 opponents can be had without weighing millions of boards."""


def best(state: PairingState, *, strict: bool = True, without: Collection[Edge] = ()) -> tuple[Edge, ...] | None:
    """The cheapest boards that leave nobody out, in order; None where there are none.

    Strict is without a rematch or a second bye. Edges in `without` are not used. A graph in which somebody is left out,
    or must bear a colour that should not be, is widened.
    """
    allowed = state.is_legal if strict else state.is_possible
    found: tuple[Edge, ...] | None = None
    for reach in _reaches(state.nodes):
        edges = _edges(state, reach, allowed)
        boards = best_matching(state, (edge for edge in edges if edge not in without))
        if 2 * len(boards) < state.nodes:
            continue
        found = boards
        if sum(state.cost(*edge) for edge in boards) < state.weights.absolute:
            break
    return found


def most(state: PairingState) -> tuple[Edge, ...]:
    """As many boards as can be had when forbidden pairs leave somebody out, rematches allowed."""
    return best_matching(state, _edges(state, None, state.is_possible))


def best_matching(state: PairingState, edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """The cheapest of the largest matchings of the edges, in order."""
    cost = state.cost
    priced = [(one, other, cost(one, other)) for one, other in edges]
    dearest = max((price for _, _, price in priced), default=0)
    return max_weight_matching(state.nodes, ((one, other, dearest - price) for one, other, price in priced))


def _reaches(nodes: int) -> Iterator[int | None]:
    """How many neighbours of each player are weighed, wider each time; None weighs every pair."""
    if nodes <= EVERYONE_UP_TO:
        yield None
        return
    reach = REACH
    while reach <= WIDEST_REACH and reach < nodes:
        yield reach
        reach *= 2
    if nodes <= WEIGHED_WHOLE_UP_TO:
        yield None


def _edges(state: PairingState, reach: int | None, allowed: Callable[[int, int], bool]) -> Iterator[Edge]:
    if reach is None:
        nodes = state.nodes
        return ((one, other) for one in range(nodes) for other in range(one + 1, nodes) if allowed(one, other))
    chosen = {edge for part in (_within, _across, _byes) for edge in part(state, reach, allowed)}
    return iter(sorted(chosen))


def _groups(state: PairingState) -> Iterator[range]:
    first = 0
    while first < state.players:
        size = state.places[first].size
        yield range(first, first + size)
        first += size


def _within(state: PairingState, reach: int, allowed: Callable[[int, int], bool]) -> Iterator[Edge]:
    """Opponents of one score: the nearest to half a group away whose colours agree, and some whose do not."""
    for group in _groups(state):
        half = len(group) // 2
        wanting = {side: [at for at in group if state.places[at].wish.side == side] for side in (1, 0, -1)}
        for at in group:
            ideal = at + half if at - group.start < half else at - half
            mine = state.places[at].wish.side
            for side, members in wanting.items():
                width = reach // 4 if side == mine != 0 else reach // 2
                yield from _nearest(at, ideal, members, width, allowed)


def _nearest(
    at: int, ideal: int, members: list[int], width: int, allowed: Callable[[int, int], bool]
) -> Iterator[Edge]:
    """Up to `width` members on either side of the ideal one."""
    middle = bisect_left(members, ideal)
    for ahead in (range(middle, len(members)), range(middle - 1, -1, -1)):
        left = width
        for position in ahead:
            if not left:
                break
            other = members[position]
            edge = (at, other) if at < other else (other, at)
            if at != other and allowed(*edge):
                left -= 1
                yield edge


def _across(state: PairingState, reach: int, allowed: Callable[[int, int], bool]) -> Iterator[Edge]:
    """Opponents of other scores: those within reach in the order of the standings."""
    for group in _groups(state):
        for at in range(max(group.start, group.stop - 2 * reach), group.stop):
            for other in range(group.stop, min(state.players, at + 2 * reach + 1)):
                if allowed(at, other):
                    yield at, other


def _byes(state: PairingState, reach: int, allowed: Callable[[int, int], bool]) -> Iterator[Edge]:
    """Those for whom the bye costs least, of all who may have it."""
    if state.nodes == state.players:
        return
    able = [at for at in range(state.players) if allowed(at, state.players)]
    for at in sorted(able, key=lambda one: state.cost(one, state.players))[: 2 * reach]:
        yield at, state.players
