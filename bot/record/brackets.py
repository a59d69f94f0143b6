"""The places of a knock-out of one life, worked out from who met whom: a bracket by hand says no more than that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from bot.domain.contests import Stage
from bot.domain.formats.knockout import VACANT, first_round, last_round, stage_of
from bot.record.model import Contest
from bot.record.placing import Draft

LOT = "lot"
Spot = tuple[int, int]
"""Round and position."""
Waiting = dict[tuple[int, str], Draft]
"""The contest of each side in each round, until it has its place."""


def bracket_of(drafts: Sequence[Draft], entrants: int) -> tuple[Draft, ...]:
    """A knock-out of one life: rounds from the order of play, places from who met whom later."""
    rounds = last_round(entrants)
    known = [replace(one, bye=_bye(one)) for one in _with_rounds(drafts, entrants, rounds)]
    if all(one.told.position is not None for one in known):
        return tuple(replace(one, position=one.told.position) for one in known)
    return tuple(_with_places(known, first_round(entrants), rounds))


def _bye(draft: Draft) -> str | None:
    if len(draft.sides) > 1 or draft.told.bye:
        return draft.told.bye
    return LOT if draft.round == 0 else VACANT


def _with_rounds(drafts: Sequence[Draft], entrants: int, rounds: int) -> Iterator[Draft]:
    """Of a field that is no power of two, the first contests are the preliminary ones, as many as it takes."""
    preliminary = entrants - (1 << rounds) if first_round(entrants) == 0 else 0
    last: dict[str, int] = {}
    lost: set[str] = set()
    for draft in drafts:
        for_third = len(draft.sides) == 2 and lost.issuperset(draft.sides)
        number = draft.told.round
        if number is None:
            begins = 0 if preliminary > 0 else _begins(draft, entrants)
            number = min(_next_round(draft, last, begins), rounds)
        preliminary -= number == 0 and len(draft.sides) > 1
        stage = draft.told.stage or (Stage.THIRD_PLACE if for_third else stage_of(number, rounds))
        yield replace(draft, stage=stage, round=number)
        last.update(dict.fromkeys(draft.sides, number))
        lost.update(_losers(draft))


def _begins(draft: Draft, entrants: int) -> int:
    """The round of a first contest once the preliminary ones are written: who passes that round has a bye in it."""
    return 0 if len(draft.sides) == 1 and entrants.bit_count() > 1 else 1


def _next_round(draft: Draft, last: Mapping[str, int], begins: int) -> int:
    return max((last.get(side, begins - 1) + 1 for side in draft.sides), default=begins)


def _losers(draft: Draft) -> Iterator[str]:
    return (side for side in draft.sides if draft.winner is not None and side != draft.winner)


def _with_places(drafts: Sequence[Draft], first: int, rounds: int) -> list[Draft]:
    """Every contest at its place, in the order of the file, the match for the third place last.

    A contest that fits nowhere gets a place that does not exist, which the checks then refuse.
    """
    order = {id(one.told): at for at, one in enumerate(drafts)}
    third = [replace(one, position=0) for one in drafts if one.stage is Stage.THIRD_PLACE]
    found = _from_the_top([one for one in drafts if one.stage is not Stage.THIRD_PLACE], first, rounds)
    left = order.keys() - {id(one.told) for one in (*found, *third)}
    found += [replace(one, position=len(drafts) + at) for at, one in enumerate(drafts) if id(one.told) in left]
    return sorted(found, key=lambda one: (order.get(id(one.told), 0), *_spot(one))) + third


def _from_the_top(drafts: Sequence[Draft], first: int, rounds: int) -> list[Draft]:
    """Who meets in place i of a round came from places 2i and 2i + 1 of the round before."""
    waiting = {(one.round or 0, side): one for one in drafts for side in one.sides}
    found: list[Draft] = []
    sizes: dict[Spot, int] = {}
    for number in range(rounds, first - 1, -1):
        # What is not open once never is again.
        positions = count()
        for draft in sorted((one for one in drafts if one.round == number), key=_has_no_position):
            if waiting.get((number, draft.sides[0])) is not draft:
                continue
            position = _position_of(draft, number, positions, sizes)
            tree = list(_tree(draft, position, first, rounds, waiting))
            sizes |= _sizes(tree)
            found += tree
    return found


def _has_no_position(draft: Draft) -> bool:
    return draft.told.position is None


def _position_of(draft: Draft, number: int, positions: Iterator[int], sizes: Mapping[Spot, int]) -> int:
    """As the file says where that place is open, else the next one that is."""
    told = draft.told.position
    if told is not None and _is_open(number, told, sizes):
        return told
    return next(at for at in positions if _is_open(number, at, sizes))


def _spot(draft: Draft) -> Spot:
    return draft.round or 0, draft.position or 0


def _sizes(tree: Iterable[Draft]) -> dict[Spot, int]:
    return {_spot(one): len(one.sides) for one in tree}


def _is_open(number: int, position: int, sizes: Mapping[Spot, int]) -> bool:
    """Whether a place is free and nothing above it shows that nobody came from there: one side alone shows nothing."""
    if (number, position) in sizes:
        return False
    above = [sizes[number + up, position >> up] for up in range(1, 16) if (number + up, position >> up) in sizes]
    return not above or above[0] == 1


def _tree(draft: Draft, position: int, first: int, rounds: int, waiting: Waiting) -> Iterable[Draft]:
    """The contest at its place, and below it all that led to it; whoever came without a contest had a bye."""
    number = draft.round or 0
    for side in draft.sides:
        waiting.pop((number, side), None)
    yield replace(draft, position=position)
    if number <= first:
        return
    for at, side in enumerate(draft.sides):
        before = waiting.get((number - 1, side))
        if before is None and number - 1 == first == 0:
            told = Contest(sides=(side,))
            before = Draft(told, draft.place, side, stage_of(number - 1, rounds), number - 1, bye=LOT)
        if before is not None:
            yield from _tree(before, 2 * position + at, first, rounds, waiting)
