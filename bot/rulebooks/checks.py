"""All that can be wrong with a rulebook: the checks of what every event has, and those of each capability."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final

from bot.domain.arena.arena_checks import arena_problems
from bot.domain.match_times.times_checks import times_problems
from bot.domain.regulation.rulebook_checks import event_problems
from bot.domain.regulation.rulebook_problems import Problem
from bot.domain.regulation.table_checks import clock_problems, table_problems
from bot.domain.rulebook import Rulebook
from bot.domain.tables.tables_checks import deck_problems, tables_problems
from bot.domain.team_play.dispute_checks import dispute_problems
from bot.domain.team_play.stay_on_checks import stay_on_problems
from bot.domain.team_play.team_checks import team_problems

CHECKS: Final[tuple[Callable[[Rulebook], Iterable[Problem]], ...]] = (
    event_problems,
    stay_on_problems,
    team_problems,
    table_problems,
    arena_problems,
    tables_problems,
    dispute_problems,
    deck_problems,
    clock_problems,
    times_problems,
)
"""In the order in which an organiser reads what they find."""


def problems(rulebook: Rulebook) -> tuple[Problem, ...]:
    """Everything that keeps the rulebook from being run; empty when it is sound."""
    return tuple(chain.from_iterable(check(rulebook) for check in CHECKS))
