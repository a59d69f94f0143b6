"""What each possible board costs: the criteria of `bot.domain.pairing` packed into one whole number, most severe first.

A criterion gets so many bits that even a whole round of its worst cost stays below one unit of the criterion before it.
So the cheapest set of boards is the best by the first criterion, among those by the second, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import gcd, lcm

from bot.domain.ids import EntrantId
from bot.domain.pairing.colours import Strength, Wish, wish
from bot.domain.pairing.model import Float, PairingPlayer, PairingTask

MOST_BITS = 112
"""rustworkx counts in 128 bits, and its dual variables may exceed the largest weight."""
WIDEST_GAP, WIDEST_SHIFT = 60, 63
"""Gaps in score units, and shifts in places, beyond which more makes no difference."""
MOST_MEETINGS = 15
"""Meetings of two beyond which one more makes no difference."""
REPEATED_LAST, REPEATED_BEFORE = 2, 1
"""What a float in the same direction as one or two rounds ago costs each of the two."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player in the order of the standings, as whole numbers that are quick to compare."""

    player: PairingPlayer
    number: int
    """The pairing number, from 0."""
    score: int
    """In units: the greatest common step between scores."""
    first: int
    """The index of the score group's first place."""
    size: int
    """How many have this score."""
    wish: Wish


@dataclass(frozen=True, slots=True)
class Weights:
    """What one unit of each criterion costs, in the order of severity."""

    again: int
    rematch: int
    absolute: int
    bye: int
    unplayed: int
    club: int
    gap: int
    cross: int
    colour: int
    float: int
    shift: int


class PairingState:
    """The players of a round by score and number, with the cost of each possible board. An odd field has a place more.

    Indices below `players` are places; index `players`, where there is one, is the bye.
    """

    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self.places = _places(task)
        self.players = len(self.places)
        self.nodes = self.players + self.players % 2
        index = {place.player.entrant_id: at for at, place in enumerate(self.places)}
        self.met = [Counter(index[one] for one in place.player.met if one in index) for place in self.places]
        """Of each place, how often it has met which others."""
        self.forbidden = frozenset(_known_pairs(task.forbidden, index))
        self._apart = task.keep_clubs_apart
        self._lowest = self.places[-1].score if self.places else 0
        self._byes, self._most_byes = _range(place.player.byes for place in self.places)
        self._unplayed, self._most_unplayed = _range(place.player.unplayed for place in self.places)

    @cached_property
    def weights(self) -> Weights:
        """Read from the highest bit to the lowest; a criterion that cannot cost anything takes no bits."""
        pairs = (self.nodes // 2).bit_length()
        scores = [place.score for place in self.places]
        span = max(scores, default=0) - min(scores, default=0)
        widest = min(span, WIDEST_GAP)
        has_clubs = self._apart and any(place.player.club for place in self.places)
        scored, coloured = int(span > 0), int(self.task.colours)
        bits = [
            pairs + (widest * widest).bit_length(),
            pairs * scored,
            (pairs + 2) * coloured,
            (pairs + 3) * scored,
            pairs + (WIDEST_SHIFT * WIDEST_SHIFT).bit_length(),
        ]
        odd = self.players % 2
        meetings = min(max((max(met.values(), default=0) for met in self.met), default=0), MOST_MEETINGS)
        again, unplayed = self._most_byes - self._byes, self._most_unplayed - self._unplayed
        above = [
            again.bit_length() * odd,
            pairs * (meetings > 0) + (meetings * meetings).bit_length() * (meetings > 1),
            pairs * coloured,
            span.bit_length() * odd,
            unplayed.bit_length() * odd,
            pairs if has_clubs else 0,
        ]
        bits[0] -= max(0, sum(above) + sum(bits) - MOST_BITS)
        widths = [*above, *bits]
        return Weights(*(1 << sum(widths[at + 1 :]) for at in range(len(widths))))

    def is_legal(self, one: int, other: int) -> bool:
        """Whether two places may meet, or a place have the bye, with nothing had twice; the first index is lower."""
        if other == self.players:
            return self.places[one].player.byes == self._byes
        return other not in self.met[one] and (one, other) not in self.forbidden

    def is_possible(self, one: int, other: int) -> bool:
        """Whether it may come to that at all: everything but a forbidden pair."""
        return (one, other) not in self.forbidden

    def cost(self, one: int, other: int) -> int:
        """The packed cost of a board; the first index is lower, the second may be the bye."""
        if other == self.players:
            return self._bye_cost(one)
        weights, upper, lower = self.weights, self.places[one], self.places[other]
        again = min(self.met[one][other], MOST_MEETINGS)
        cost = weights.rematch * again * again
        if self._apart and upper.player.club is not None and upper.player.club == lower.player.club:
            cost += weights.club
        if self.task.colours and upper.wish.side and upper.wish.side == lower.wish.side:
            cost += self._colour_cost(upper, lower)
        if upper.score == lower.score:
            shift = abs(other - one - upper.size // 2)
        else:
            gap = min(upper.score - lower.score, WIDEST_GAP)
            cost += weights.gap * gap * gap + weights.cross + weights.float * _repeated_floats(upper, lower)
            shift = upper.first + upper.size - 1 - one + other - lower.first
        shift = min(shift, WIDEST_SHIFT)
        return cost + weights.shift * shift * shift

    def _bye_cost(self, one: int) -> int:
        place, weights = self.places[one], self.weights
        shift = min(place.first + place.size - 1 - one, WIDEST_SHIFT)
        again = weights.again * (place.player.byes - self._byes)
        waited = weights.unplayed * (place.player.unplayed - self._unplayed)
        return again + weights.bye * (place.score - self._lowest) + waited + weights.shift * shift * shift

    def _colour_cost(self, upper: Place, lower: Place) -> int:
        least = min(upper.wish.strength, lower.wish.strength)
        cost = self.weights.colour * (3 if least >= Strength.STRONG else 1)
        if least is not Strength.ABSOLUTE or upper.player.may_break_colours or lower.player.may_break_colours:
            return cost
        return cost + self.weights.absolute


def _range(counts: Iterable[int]) -> tuple[int, int]:
    """The fewest and the most."""
    known = tuple(counts)
    return min(known, default=0), max(known, default=0)


def _known_pairs(pairs: Iterable[Collection[EntrantId]], index: Mapping[EntrantId, int]) -> Iterator[tuple[int, int]]:
    """The pairs of which both are in the field, the lower index first."""
    for pair in pairs:
        known = sorted(index[one] for one in pair if one in index)
        if len(known) == 2:
            yield known[0], known[1]


def scored_in_units(points: list[Fraction]) -> list[int]:
    """The scores as whole multiples of the greatest common step between them: 3, 2.5, 0 is 6, 5, 0."""
    if not points:
        return []
    whole = lcm(*(one.denominator for one in points))
    lowest = min(points)
    units = [int((one - lowest) * whole) for one in points]
    step = gcd(*units) or 1
    return [unit // step for unit in units]


def _places(task: PairingTask) -> list[Place]:
    units = scored_in_units([player.points for player in task.players])
    ordered = sorted(range(len(units)), key=lambda number: (-units[number], number))
    places: list[Place] = []
    for _, group in groupby(ordered, key=lambda number: units[number]):
        members = list(group)
        first = len(places)
        for number in members:
            player = task.players[number]
            places.append(Place(player, number, units[number], first, len(members), wish(player.colours)))
    return places


def _repeated_floats(upper: Place, lower: Place) -> int:
    down, up = upper.player.floats, lower.player.floats
    return (
        REPEATED_LAST * ((down[0] is Float.DOWN) + (up[0] is Float.UP))
        + REPEATED_BEFORE * ((down[1] is Float.DOWN) + (up[1] is Float.UP))
    )  # fmt: skip
