"""Unplayed rounds in tie-breaks, by named versions of chapter C.07 of FIDE's handbook.

`fide-c07-2024` is what article 16 said until March 2026. An opponent's score counts each round at the points given,
but an absence after which nothing was played any more counts as a draw; that goes for the rounds since a withdrawal.
An own round without an opponent at the board (bye, absence, forfeit) is one against a virtual opponent who has the
entrant's own points. A cut takes absences and forfeit losses first, the lowest of them before any other round.

`fide-c07-2026` limits the virtual opponent: of a forfeit, to the score of the opponent who had been paired; otherwise
to a draw in each round. `plain` lets unplayed rounds count with their points alone.

In a round robin nobody is virtual under either: everyone is met, a forfeit stands for a game, and a rest adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from bot.domain.contest_points import exact
from bot.domain.crosstable import Encounter, Line, Unplayed
from bot.domain.regulation.format_rules import ScoringRules
from bot.domain.rulebook import Rulebook
from bot.domain.tie_breaks.model import Scene, UnplayedRules

CHOSEN = frozenset({Unplayed.ABSENCE, Unplayed.FORFEIT_LOSS})


def draw_points(rulebook: Rulebook) -> Fraction:
    """What a drawn contest is worth."""
    return exact((rulebook.scoring or ScoringRules()).draw)


def _points_given(line: Line, _: Fraction) -> Fraction:
    return line.points


def _absences_at_the_end_drawn(line: Line, draw: Fraction) -> Fraction:
    score = line.points
    for encounter in reversed(line.encounters):
        if encounter.unplayed not in CHOSEN:
            break
        if encounter.unplayed is Unplayed.ABSENCE:
            score += draw - encounter.points
    return score


def _nobody(_scene: Scene, _line: Line, _encounter: Encounter) -> None:
    return None


def _own_points(scene: Scene, line: Line, _: Encounter) -> Fraction | None:
    return None if scene.everyone_meets else line.points


def _own_points_limited(scene: Scene, line: Line, encounter: Encounter) -> Fraction | None:
    if scene.everyone_meets:
        return None
    if encounter.opponent is not None:
        return min(line.points, scene.as_opponent[encounter.opponent])
    return min(line.points, scene.rounds * draw_points(scene.rulebook))


UNPLAYED: Final[Mapping[str, UnplayedRules]] = MappingProxyType(
    {
        "fide-c07-2024": UnplayedRules(_absences_at_the_end_drawn, _own_points, cuts_chosen_absences_first=True),
        "fide-c07-2026": UnplayedRules(
            _absences_at_the_end_drawn, _own_points_limited, cuts_chosen_absences_first=True
        ),
        "plain": UnplayedRules(_points_given, _nobody, cuts_chosen_absences_first=False),
    }
)
"""The versions that a rulebook's `ranking.unplayed` may name."""
