"""The opening draw of a knock-out: who meets whom first, who passes, and where in the bracket (AIJE-D01-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.events.draw import Stream
from bot.domain.formats.protocol import Seeding, Starter, Strength
from bot.domain.ids import EntrantId

FEWEST_STARTERS = 2
BY_RATING, BY_LOT, BY_SEED = "rating", "lot", "seed"


@dataclass(frozen=True, slots=True)
class FirstPlace:
    """A place of the first round as drawn: a pair, or one side with the reason of its bye."""

    sides: tuple[EntrantId, ...]
    bye_reason: str | None = None


def opening(starters: Sequence[Starter], stream: Stream, *, byes_by_rating: bool = True) -> tuple[FirstPlace, ...]:
    """The first round from top to bottom (AIJE-D01-4); the order of the starters means nothing.

    With p the largest power of two below n: n-p pairs, and 2p-n byes for the highest rated, rated before unrated, equal
    ratings at the cut by lot. Three shuffles, each over its items by entrant id: the lots, the pairs, the places.
    Raises ValueError with fewer than two starters.
    """
    if len(starters) < FEWEST_STARTERS:
        raise ValueError("a knock-out needs two starters")
    half = 1 << ((len(starters) - 1).bit_length() - 1)
    lots = stream.shuffle(sorted(starters, key=_by_id))
    byes = _byes(lots, 2 * half - len(starters), by_rating=byes_by_rating)
    free = {bye.sides[0] for bye in byes}
    drawn = stream.shuffle(sorted(starter.entrant_id for starter in starters if starter.entrant_id not in free))
    pairs = [FirstPlace((one, other)) for one, other in zip(drawn[::2], drawn[1::2], strict=True)]
    return tuple(stream.shuffle([*byes, *pairs]))


def by_seeding(starters: Sequence[Starter], stream: Stream, *, by_strength: bool = True) -> tuple[EntrantId, ...]:
    """The starters as they are seeded: by hand first, then the highest rated, the unrated last, equal ones by lot.

    Where strength says nothing, all whom nobody has seeded by hand follow by lot.
    """
    lots = stream.shuffle(sorted(starters, key=_by_id))
    ranked = sorted(lots, key=_seeding if by_strength else _by_hand)
    return tuple(starter.entrant_id for starter in ranked)


def seeded_opening(seeds: Sequence[EntrantId]) -> tuple[FirstPlace, ...]:
    """The first round from top to bottom, seeded: 1 meets the last, and the best two can meet in the final only.

    Byes of a field that is no power of two go to the best. Raises ValueError with fewer than two entrants.
    """
    if len(seeds) < FEWEST_STARTERS:
        raise ValueError("a knock-out needs two starters")
    order = [0]
    while len(order) < len(seeds):
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return tuple(_seeded_place(seeds, *pair) for pair in zip(order[::2], order[1::2], strict=True))


def _seeded_place(seeds: Sequence[EntrantId], upper: int, lower: int) -> FirstPlace:
    if lower < len(seeds):
        return FirstPlace((seeds[upper], seeds[lower]))
    return FirstPlace((seeds[upper],), BY_SEED)


def _by_id(starter: Starter) -> EntrantId:
    return starter.entrant_id


def _seeding(starter: Starter) -> Seeding:
    return starter.seeding


def _by_hand(starter: Starter) -> tuple[bool, int]:
    return starter.by_hand


def _strength(starter: Starter) -> Strength:
    return starter.strength


def _byes(lots: Sequence[Starter], count: int, *, by_rating: bool) -> list[FirstPlace]:
    """The byes by entrant id. By lot are those whose rating is also that of the first who got none."""
    if not by_rating:
        return [FirstPlace((starter.entrant_id,), BY_LOT) for starter in sorted(lots[:count], key=_by_id)]
    ranked = sorted(lots, key=_strength)
    at_the_cut = _strength(ranked[count])
    return [
        FirstPlace((starter.entrant_id,), BY_LOT if _strength(starter) == at_the_cut else BY_RATING)
        for starter in sorted(ranked[:count], key=_by_id)
    ]
