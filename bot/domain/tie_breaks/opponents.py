"""Tie-breaks from the points of those whom one has met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bot.domain.contest_points import HALF, NOTHING, Outcome, exact
from bot.domain.crosstable import Encounter
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import ScoringRules
from bot.domain.tie_breaks.model import Part, Parts, Reckon, Scene, Tied, Why
from bot.domain.tie_breaks.unplayed import CHOSEN


@dataclass(frozen=True, slots=True)
class _Faced:
    """A round with the score of its opponent, virtual ones included; None where the round adds nothing."""

    encounter: Encounter
    score: Fraction | None
    why: Why

    def part(self) -> Part:
        return Part(self.encounter.round, self.encounter.opponent, self.score or NOTHING, self.why)


def _opponents_faced(scene: Scene, entrant_id: EntrantId) -> Iterator[_Faced]:
    line = scene.table[entrant_id]
    for encounter in line.encounters:
        if encounter.opponent is not None and scene.has_met(encounter):
            yield _Faced(encounter, scene.as_opponent[encounter.opponent], Why.COUNTED)
        else:
            score = scene.unplayed.virtual(scene, line, encounter)
            yield _Faced(encounter, score, Why.NOT_PLAYED if score is None else Why.VIRTUAL_OPPONENT)


def buchholz(lowest: int = 0, highest: int = 0) -> Reckon:
    """The sum of the opponents' scores but for the so many lowest and highest, after FIDE's C.07."""

    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        faced = list(_opponents_faced(scene, entrant_id))
        cut = _cut(scene, faced, lowest, highest) if lowest or highest else {}
        return tuple(
            one.part()._replace(why=cut[place]) if place in cut else one.part() for place, one in enumerate(faced)
        )

    return reckon


def _cut(scene: Scene, faced: list[_Faced], lowest: int, highest: int) -> dict[int, Why]:
    """Which rounds are left out; the lowest are taken first, so that few rounds leave nothing twice."""

    def chosen_first(place: int) -> tuple[bool, Fraction]:
        chosen = scene.unplayed.cuts_chosen_absences_first and not scene.everyone_meets
        return not (chosen and faced[place].encounter.unplayed in CHOSEN), faced[place].score or NOTHING

    counted = [place for place, one in enumerate(faced) if one.score is not None]
    low = sorted(counted, key=chosen_first)[:lowest]
    left = sorted((place for place in counted if place not in low), key=lambda place: faced[place].score or NOTHING)
    high = left[len(left) - highest :] if highest <= len(left) else left
    return dict.fromkeys(low, Why.CUT_LOWEST) | dict.fromkeys(high, Why.CUT_HIGHEST)


def opponents_scores(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The sum of the points of everyone paired with, forfeits included, as they stand in the table (GO-27.1S)."""
    return tuple(
        Part(one.round, one.opponent, scene.table[one.opponent].points)
        if one.opponent is not None
        else Part(one.round, None, NOTHING, Why.NOT_PLAYED)
        for one in scene.table[entrant_id].encounters
    )


def total_score(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts:
    """Own points + (average of the opponents' points - rounds): 8 + (5.6 - 5) is 8.6 (GO-27.1S).

    Without any opponent the bracket is left out.
    """
    own = Part(None, None, scene.table[entrant_id].points, Why.OWN_POINTS)
    faced = opponents_scores(scene, entrant_id, tied)
    met = sum(part.opponent is not None for part in faced)
    if not met:
        return *faced, own
    average = Part(None, None, Fraction(met), Why.DIVIDED)
    return *faced, average, Part(None, None, Fraction(-scene.rounds), Why.ROUNDS), own


def sonneborn_berger(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The points of those beaten and half of those drawn with (GO-27.1).

    A round against a virtual opponent counts for the share of a win that it gave.
    """
    win = exact((scene.rulebook.scoring or ScoringRules()).win)
    return tuple(_berger_part(one, win) for one in _opponents_faced(scene, entrant_id))


def _berger_part(faced: _Faced, win: Fraction) -> Part:
    encounter = faced.encounter
    if faced.score is None or encounter.annulled:
        return faced.part()._replace(adds=NOTHING, why=Why.ANNULLED if encounter.annulled else faced.why)
    if faced.why is Why.VIRTUAL_OPPONENT:
        share = min(Fraction(1), encounter.points / win) if win else NOTHING
        return faced.part()._replace(adds=faced.score * share)
    match encounter.outcome:
        case Outcome.WON:
            return faced.part()
        case Outcome.DRAWN:
            return faced.part()._replace(adds=faced.score * HALF)
        case _:
            return faced.part()._replace(adds=NOTHING, why=Why.LOST)
