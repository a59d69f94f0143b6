"""What a table's points are made of where wins, draws and losses do not say it: so that a reader can add them up.

Points = wins · win + draws · draw + losses · loss + byes · bye + missed rounds · absence, where lost walkovers give
nothing for a loss. In an arena the doubled games add as much again, and some draws give nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from bot.domain.arena import arena_scoring
from bot.domain.arena.arena_scoring import SCORING, Outcome, Streak, Tally, game_points, rules_of
from bot.domain.contest_points import NOTHING
from bot.domain.crosstable import Line, Unplayed, crosstable
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import ScoringRules
from bot.domain.rulebook import Rulebook

if TYPE_CHECKING:
    from bot.domain.formats.protocol import EventFacts


@dataclass(frozen=True, slots=True)
class Sources:
    """What one entrant has beside games that were played and gave what the rulebook says."""

    byes: int = 0
    """Rounds without an opponent that gave points."""
    absences: int = 0
    """Rounds missed that gave points."""
    forfeits_won: int = 0
    forfeits_lost: int = 0
    doubled: Fraction = NOTHING
    """Points on top, of games that counted double (ARENA-1)."""
    idle_draws: int = 0
    """Draws that gave nothing (ARENA-6, ARENA-7)."""


NONE = Sources()


def worth(rulebook: Rulebook) -> ScoringRules | None:
    """What wins, draws and the rest give; None where no points are counted, and at tables of three."""
    if rulebook.traits.at_tables:
        return None
    return (rulebook.scoring or SCORING) if rulebook.traits.has_lobby else rulebook.scoring


def sources(facts: EventFacts, rulebook: Rulebook) -> Mapping[EntrantId, Sources]:
    """Of everyone whose results count; of nobody where no points are counted, and at tables of three."""
    if worth(rulebook) is None:
        return {}
    if not rulebook.traits.has_lobby:
        return {entrant: _of(line) for entrant, line in crosstable(facts, rulebook).items() if not line.void}
    tallies = arena_scoring.tallies(facts, rulebook)
    table = arena_scoring.table(facts, rulebook)
    return {entrant: _of(line, tallies[entrant], rulebook) for entrant, line in table.items()}


def _of(line: Line, tally: Tally | None = None, rulebook: Rulebook | None = None) -> Sources:
    gave = [one.unplayed for one in line.encounters if one.points]
    unplayed = [one.unplayed for one in line.encounters if not one.annulled]
    doubled, idle = (NOTHING, 0) if tally is None or rulebook is None else _of_arena(tally, rulebook)
    return Sources(
        byes=gave.count(Unplayed.BYE),
        absences=gave.count(Unplayed.ABSENCE),
        forfeits_won=unplayed.count(Unplayed.FORFEIT_WIN),
        forfeits_lost=unplayed.count(Unplayed.FORFEIT_LOSS),
        doubled=doubled,
        idle_draws=idle,
    )


def _of_arena(tally: Tally, rulebook: Rulebook) -> tuple[Fraction, int]:
    """What the flame added, and how many draws gave nothing."""
    rules, scoring = rules_of(rulebook), rulebook.scoring or SCORING
    idle = [
        bool(scoring.draw) and gave == NOTHING and game.outcome is Outcome.DRAWN
        for game, gave in zip(tally.games, tally.each, strict=True)
    ]
    # A draw with moves enough after a win is worth its plain points whoever plays it.
    plain = [game_points(game, Streak(), rules, scoring) for game in tally.games]
    counted = zip(tally.each, plain, idle, strict=True)
    return sum((gave - single for gave, single, nothing in counted if not nothing), NOTHING), sum(idle)
