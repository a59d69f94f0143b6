"""Tie-breaks from what those who are level did against each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from itertools import combinations

from bot.domain.contest_points import NOTHING, Outcome, outcomes
from bot.domain.contests import Contest
from bot.domain.crosstable import Encounter
from bot.domain.ids import EntrantId
from bot.domain.tie_breaks.model import Part, Parts, Reckon, Scene, Tied, Why


def among_tied(adds: Callable[[Encounter], Fraction]) -> Reckon:
    """The sum over the encounters among those who are level, forfeits included (AIJE-D04-2, AIJE-D05-4).

    It applies when all of them have met each other; who never met skips it.
    """

    def reckon(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts | None:
        if len(tied) < 2 or not all(_met_all(scene, one, tied) for one in tied):
            return None
        return tuple(
            Part(one.round, one.opponent, adds(one), Why.ANNULLED if one.annulled else Why.COUNTED)
            for one in _among(scene, entrant_id, tied)
        )

    return reckon


def _among(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Iterator[Encounter]:
    return (one for one in scene.table[entrant_id].encounters if one.opponent in tied)


def _met_all(scene: Scene, entrant_id: EntrantId, tied: Tied) -> bool:
    encounters = scene.table[entrant_id].encounters
    if len(tied) - 1 > len(encounters):
        return False
    return len({one.opponent for one in encounters if one.opponent in tied}) == len(tied) - 1


def play_off(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts | None:
    """Play-off matches won against those who are level (GO-27.3).

    Counts what all pairs have played equally often, so that half a round of play-offs separates nobody; nothing before
    that. Two who have both left need not have met.
    """
    played = defaultdict[Tied, list[Contest]](list)
    for one in scene.play_offs:
        if tied.issuperset(one.sides):
            played[frozenset(one.sides)].append(one)
    if not played or not played.keys() >= {*able_pairs(tied, scene.facts.gone)}:
        return None
    fewest = min(map(len, played.values()))
    own = [one for pair, contests in played.items() if entrant_id in pair for one in contests[:fewest]]
    return tuple(_play_off_part(scene, one, entrant_id) for one in sorted(own, key=_in_order))


def able_pairs(tied: Iterable[EntrantId], gone: Collection[EntrantId]) -> Iterator[Tied]:
    """The pairs of those who are level that can still meet: all but two who have both left."""
    return (frozenset(pair) for pair in combinations(tied, 2) if not all(one in gone for one in pair))


def _is_sent_on(contest: Contest, entrant_id: EntrantId) -> bool:
    """Whether the boards of two teams were level, and something else has separated them."""
    sent_on = None if contest.result is None else contest.result.paired_as_winner
    return sent_on is not None and contest.sides[sent_on] == entrant_id


def _in_order(contest: Contest) -> tuple[int, int, str]:
    return contest.round, contest.position, contest.contest_id


def _play_off_part(scene: Scene, contest: Contest, entrant_id: EntrantId) -> Part:
    opponent = next((side for side in contest.sides if side != entrant_id), None)
    ended = outcomes(contest, scene.rulebook)[contest.sides.index(entrant_id)]
    if (contest.contest_id, entrant_id) in scene.facts.annulled:
        return Part(contest.round, opponent, NOTHING, Why.ANNULLED)
    won = ended is Outcome.WON or _is_sent_on(contest, entrant_id)
    return Part(contest.round, opponent, Fraction(won), Why.COUNTED if won else Why.LOST)
