"""Groups of a record that names none: who has met, and how many games it takes, says who was in one group.

The first games of the list are those of the groups, as many as all of them have; whoever is joined by them was in one
group. What comes after them is the knock-out of those who went on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import rustworkx as rx

from bot.domain.formats.groups import dealt
from bot.domain.formats.knockout import first_round
from bot.domain.formats.opening import BY_SEED
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import CutRules, GroupRules, RoundRobinRules, SwissRules
from bot.domain.rulebook import Rulebook
from bot.record.brackets import bracket_of
from bot.record.placing import Draft, in_rounds


def group(drafts: Sequence[Draft], rulebook: Rulebook, names: Sequence[str]) -> tuple[Draft, ...]:
    """The drafts with their groups, and those of the knock-out with their places.

    As they are where the file names groups or stages itself, or where nobody could say who was in which.
    """
    if not drafts or any(one.told.group or one.has_place for one in drafts):
        return tuple(drafts)
    sizes = _sizes(rulebook, len(names))
    needed = _games_of(sizes) * _times(rulebook)
    games = _matches(drafts)[:needed]
    group_of = _groups(games, names)
    if sorted(Counter(group_of.values()).values()) != sorted(sizes):
        return tuple(drafts)
    end = drafts.index(games[-1]) + 1 if len(games) == needed else len(drafts)
    going_on = (rulebook.groups or GroupRules()).advance * len(sizes)
    return (
        *(_with_told(one, group=group_of[one.sides[0]]) for one in drafts[:end]),
        *_bracket(drafts[end:], going_on, rounds_of_groups(rulebook, len(names))),
    )


def _games_of(sizes: Iterable[int]) -> int:
    """How many matches it takes that everybody of each group meets everybody once."""
    return sum(size * (size - 1) // 2 for size in sizes)


def _matches(drafts: Sequence[Draft]) -> list[Draft]:
    return [one for one in drafts if len(one.sides) > 1]


def with_cut(drafts: Sequence[Draft], rulebook: Rulebook, names: Sequence[str]) -> tuple[Draft, ...]:
    """The drafts of a Swiss with those of its knock-out at their places: all after its last round.

    As they are where the file itself names a stage or a place.
    """
    rounds, players = (rulebook.swiss or SwissRules()).rounds, (rulebook.cut or CutRules()).players
    if rounds is None or any(one.has_place for one in drafts):
        return tuple(drafts)
    table, rest = _split(drafts, rounds)
    return (*table, *_bracket(rest, min(players, len(names)), rounds))


def _split(drafts: Sequence[Draft], last: int) -> tuple[list[Draft], list[Draft]]:
    """The drafts up to the last round of the table, and those behind it."""
    behind = {one.place for one in in_rounds(drafts) if (one.round or 0) > last}
    return [one for one in drafts if one.place not in behind], [one for one in drafts if one.place in behind]


def rounds_of_groups(rulebook: Rulebook, entrants: int) -> int:
    """The rounds of the largest group, after which those of the knock-out are numbered."""
    return _times(rulebook) * max((size - 1 + size % 2 for size in _sizes(rulebook, entrants)), default=0)


def _sizes(rulebook: Rulebook, entrants: int) -> list[int]:
    field = [EntrantId(str(number)) for number in range(entrants)]
    return [len(group) for group in dealt(field, (rulebook.groups or GroupRules()).size)]


def _times(rulebook: Rulebook) -> int:
    return (rulebook.round_robin or RoundRobinRules()).times


def _groups(games: Sequence[Draft], names: Sequence[str]) -> dict[str, int]:
    """Everybody's group, from 1 in the order of the games; who has met nobody is a group of one."""
    number = {name: at for at, name in enumerate(names)}
    met: rx.PyGraph[str, None] = rx.PyGraph()
    met.add_nodes_from(list(names))
    met.add_edges_from([(number[one.sides[0]], number[one.sides[1]], None) for one in games])
    together = {at: frozenset(some) for some in rx.connected_components(met) for at in some}
    order = dict.fromkeys(together[at] for at in (*(number[side] for one in games for side in one.sides), *together))
    return {names[at]: group for group, some in enumerate(order, start=1) for at in some}


def _bracket(drafts: Sequence[Draft], entrants: int, after: int) -> Iterator[Draft]:
    """The knock-out, its rounds numbered on from those of the groups."""
    shift = after + (1 if first_round(entrants) == 0 else 0)
    for one in bracket_of([_with_told(one, round=None) for one in drafts], entrants):
        bye = BY_SEED if len(one.sides) == 1 else None
        yield replace(
            _with_told(one, stage=one.stage, round=(one.round or 0) + shift, position=one.position, bye=bye), bye=bye
        )


def _with_told(draft: Draft, **more: object) -> Draft:
    return replace(draft, told=draft.told.model_copy(update=more))
