"""Tie-breaks from an entrant's own rounds and person alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from bot.domain.contest_points import NOTHING, Outcome
from bot.domain.crosstable import Encounter, Unplayed
from bot.domain.ids import ContestId, EntrantId
from bot.domain.tie_breaks.model import Part, Parts, Reckon, Scene, Tied, Why

ONE = Fraction(1)


def per_round(adds: Callable[[Encounter], Fraction]) -> Reckon:
    """The sum over all rounds of what each adds by itself."""

    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        return tuple(
            Part(one.round, one.opponent, adds(one), Why.ANNULLED if one.annulled else Why.COUNTED)
            for one in scene.table[entrant_id].encounters
        )

    return reckon


def points_of(encounter: Encounter) -> Fraction:
    """The points that the table gives."""
    return encounter.points


def win_of(encounter: Encounter) -> Fraction:
    """One for each contest won, by forfeit too; a bye is none."""
    return ONE if encounter.outcome is Outcome.WON else NOTHING


def games_of(encounter: Encounter) -> Fraction:
    """Games won, drawn ones as halves."""
    return encounter.games


def forfeit_of(encounter: Encounter) -> Fraction:
    """One for each contest lost by not being there."""
    return ONE if encounter.unplayed is Unplayed.FORFEIT_LOSS else NOTHING


def progressive(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The sum of the entrant's running totals after each round."""
    parts, total = [], NOTHING
    for one in scene.table[entrant_id].encounters:
        total += one.points
        parts.append(Part(one.round, one.opponent, total))
    return tuple(parts)


def longest_unbeaten_run(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The most rounds in a row without losing: W L W L W has 1, W W L L W has 2 (AIJE-D05-4).

    Rounds that the entrant had nobody to meet in neither count nor break the run; annulled results likewise.
    """
    runs: list[list[Encounter]] = [[]]
    for one in scene.table[entrant_id].encounters:
        if one.outcome is Outcome.LOST:
            runs.append([])
        elif _stands(one):
            runs[-1].append(one)
    longest = {one.contest_id for one in max(runs, key=len)}
    return tuple(_run_part(one, longest) for one in scene.table[entrant_id].encounters)


def _stands(encounter: Encounter) -> bool:
    return encounter.opponent is not None and not encounter.annulled


def _run_part(encounter: Encounter, longest: Collection[ContestId | None]) -> Part:
    part = Part(encounter.round, encounter.opponent, NOTHING)
    if encounter.outcome is Outcome.LOST:
        return part._replace(why=Why.LOST)
    if not _stands(encounter):
        return part._replace(why=Why.ANNULLED if encounter.annulled else Why.NOT_PLAYED)
    return part._replace(adds=ONE) if encounter.contest_id in longest else part._replace(why=Why.SHORTER_RUN)


def warnings(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """Warnings of the whole event; fewer are better (GO-24, GO-27.1)."""
    return (Part(None, None, Fraction(scene.table[entrant_id].starter.warnings)),)


def lot(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts | None:
    """The place in the order by lot, 1 the best; nothing before it was drawn (GO-27.1)."""
    if entrant_id not in scene.facts.lot:
        return None
    return (Part(None, None, Fraction(scene.facts.lot.index(entrant_id) + 1)),)
