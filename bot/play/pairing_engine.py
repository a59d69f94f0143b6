"""The Swiss pairing: the best round by a stated order of criteria, never a greedy walk down the table (GO-26.3).

Every set of boards is weighed, and the cheapest by this order is taken. What comes first is never given up for what
comes later:

0. A forbidden pair never meets.
1. Nobody has a second bye before all have had one, nor a third before all have had two; a win by forfeit counts as a
   bye. Then nobody meets twice, nor for a third time while a second meeting will do. All of it holds unless the round
   cannot be paired otherwise.
2. The rounds that remain can be paired too, by the same measure; with so few rounds that this cannot fail, it is
   not looked at.
3. Nobody gets a colour for the third time in a row, or a third time more often than the other. In the last round, a
   board of a player with more than half of the possible points is free of this.
4. The bye goes to the lowest score, and of these to who has the fewest rounds without a game: who came late plays.
5. Two of one club do not meet, where the rulebook keeps clubs apart.
6. Scores are near: the sum of the squared differences is least. Squares, so that the leader meets the next group and
   not the last player because every group in between happens to be even.
7. Boards of two different scores are few.
8. Wishes for a colour are granted; refusing two who have had one colour once more often counts three times.
9. Nobody floats the same way as one round ago (counts twice) or two rounds ago.
10. Of one score, place k of the upper half meets place k of the lower half; who floats down is the last of its score
    and meets the first of the other. Each place of difference counts by its square.

After FIDE's Dutch system (C.04.3), which goes down the groups one by one and so can reach a worse whole. The best set
is a maximum-weight matching (rustworkx) over a sparse graph, wider only where that finds too little. In small fields
the best boards of today can leave nobody to meet later. While every place has at least half of the others left to
meet in the last round, some pairing exists then (Dirac), and nothing has to be looked at. Otherwise the remaining
rounds are tried: exactly up to ten nodes, by sample above.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bot.play.pairing import (
    ByeReason,
    ColourReason,
    Float,
    PairedBoard,
    PairingPlayer,
    PairingReason,
    PairingState,
    PairingTask,
    RankedPlayer,
    RoundPairing,
    higher_has_first,
)

# --- maximum-weight matching ----------------------------------------------------------------------------------------


Edge = tuple[int, int]
"""Two nodes of a graph, the lower first."""


def max_weight_matching(nodes: int, edges: Iterable[tuple[int, int, int]]) -> tuple[Edge, ...]:
    """Of the matchings with the most edges the one that weighs most, in order; edges are two nodes and a weight."""
    # Most starts of the bot come hours before anybody is paired, and the library takes 3 MiB.
    import rustworkx  # noqa: PLC0415

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(list(edges))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


# --- the best set of boards -----------------------------------------------------------------------------------------


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


# --- keeping later rounds pairable ----------------------------------------------------------------------------------


EXACT_UP_TO = 10
"""Nodes: 945 ways to pair ten are quick to try, ten times as many for each two more are not."""
SAMPLED_UP_TO = 64
SAMPLES = 8
STEPS = 20_000
"""Of an exact search, before it counts as failed."""

Links = tuple[int, ...]
"""For each node the others that it may still meet, as bits."""


@dataclass(frozen=True, slots=True)
class ChosenRound:
    """The boards of a round, and whether better ones were left for the sake of a later round."""

    edges: tuple[Edge, ...]
    looked_ahead: bool = False


def choose(state: PairingState, rounds_left: int) -> ChosenRound | None:
    """The cheapest boards without a rematch or a second bye that leave the later rounds pairable where any do.

    `rounds_left` counts this round. Where no boards save all later rounds, those that save most. None where this round
    has none.
    """
    if state.nodes <= EXACT_UP_TO:
        return _exactly(state, rounds_left - 1)
    found = best(state)
    if found is None or state.nodes > SAMPLED_UP_TO or rounds_left == 1:
        return None if found is None else ChosenRound(found)
    links = _links(state)
    if min(link.bit_count() for link in links) - (rounds_left - 1) >= state.nodes // 2:
        return ChosenRound(found)
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


def _exactly(state: PairingState, later: int) -> ChosenRound | None:
    links = _links(state)
    everyone = (1 << state.nodes) - 1
    priced = sorted((sum(state.cost(*edge) for edge in edges), edges) for edges in _perfect(links, everyone))
    for horizon in range(later, -1, -1):
        for rank, (_, edges) in enumerate(priced):
            if lasts(_cut(links, edges), horizon):
                return ChosenRound(tuple(sorted(edges)), looked_ahead=rank > 0)
    return None


def _by_sample(state: PairingState, links: Links, found: tuple[Edge, ...], later: int) -> ChosenRound:
    """The found boards when the later rounds can be sampled; otherwise the best that leave out one of those boards."""
    if _sample(_cut(links, found), later):
        return ChosenRound(found)
    tried = []
    for edge in found:
        other = best(state, without={edge})
        if other is not None:
            tried.append((sum(state.cost(*one) for one in other), other))
    for _, other in sorted(tried):
        if _sample(_cut(links, other), later):
            return ChosenRound(other, looked_ahead=True)
    return ChosenRound(found)


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


# --- a round of a Swiss ---------------------------------------------------------------------------------------------


def pair(task: PairingTask) -> RoundPairing:
    """The best boards by the criteria above; the same task gives the same boards.

    Everyone is on one board. Only forbidden pairs can give more than one bye.
    """
    state = PairingState(task)
    choice = _choice(state, task.rounds_left)
    order = sorted(choice.edges, key=lambda edge: _board_order(state, edge))
    boards = [_board(state, *edge, looked_ahead=choice.looked_ahead) for edge in order]
    seated = {at for edge in choice.edges for at in edge}
    left = [_left_over(state, at) for at in range(state.players) if at not in seated]
    return RoundPairing((*boards, *left))


def _choice(state: PairingState, rounds_left: int) -> ChosenRound:
    if not state.players:
        return ChosenRound(())
    found = choose(state, rounds_left)
    if found is not None:
        return found
    return ChosenRound(best(state, strict=False) or most(state))


def _board_order(state: PairingState, edge: tuple[int, int]) -> tuple[bool, int, int, int]:
    """The bye last, then the higher score, the sum of both, the higher ranked."""
    one, other = edge
    if other == state.players:
        return True, 0, 0, one
    higher, lower = state.places[one], state.places[other]
    return False, -higher.score, -lower.score, higher.number


def _board(state: PairingState, one: int, other: int, *, looked_ahead: bool) -> PairedBoard:
    higher = state.places[one]
    if other == state.players:
        reason = ByeReason.AGAIN if higher.player.byes else ByeReason.LOWEST
        return _bye(higher, reason, looked_ahead=looked_ahead)
    lower = state.places[other]
    has_first, colours = _colours(state, higher, lower)
    first, second = (higher, lower) if has_first else (lower, higher)
    coloured = state.task.colours
    return PairedBoard(
        (first.player.entrant_id, second.player.entrant_id),
        PairingReason(
            (first.player.points, second.player.points),
            (first.number + 1, second.number + 1),
            (_float(first, second), _float(second, first)),
            colours,
            (first.wish.text, second.wish.text) if coloured else (),
            (first.wish.side < 0, second.wish.side > 0) if coloured else (),
            rematch=other in state.met[one],
            same_club=higher.player.club is not None and higher.player.club == lower.player.club,
            looked_ahead=looked_ahead,
        ),
    )


def _colours(state: PairingState, higher: RankedPlayer, lower: RankedPlayer) -> tuple[bool, ColourReason]:
    if not state.task.colours:
        return True, ColourReason.NO_COLOURS
    return higher_has_first(
        higher.player.colours,
        lower.player.colours,
        number=higher.number + 1,
        first_has_first=state.task.first_has_first,
    )


def _float(side: RankedPlayer, other: RankedPlayer) -> Float:
    if side.score == other.score:
        return Float.NONE
    return Float.DOWN if side.score > other.score else Float.UP


def _bye(place: RankedPlayer, reason: ByeReason, *, looked_ahead: bool = False) -> PairedBoard:
    return PairedBoard(
        (place.player.entrant_id,),
        PairingReason(
            (place.player.points,),
            (place.number + 1,),
            (Float.DOWN,),
            ColourReason.NO_COLOURS,
            bye=reason,
            looked_ahead=looked_ahead,
        ),
    )


def _left_over(state: PairingState, at: int) -> PairedBoard:
    return _bye(state.places[at], ByeReason.NOBODY_LEFT)


__all__ = [
    "ByeReason",
    "ColourReason",
    "Float",
    "PairedBoard",
    "PairingPlayer",
    "PairingReason",
    "PairingTask",
    "RoundPairing",
    "pair",
]
