"""All that can be wrong with a rulebook: the checks of what every event has, and those that capabilities join."""

from __future__ import annotations

from typing import Final

from bot.domain.regulation.rulebook_checks import Check, core_problems
from bot.domain.regulation.rulebook_problems import Problem
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.stay_on_checks import stay_on_problems
from bot.domain.team_play.team_checks import team_problems

OF_CAPABILITIES: Final[tuple[Check, ...]] = (stay_on_problems, team_problems)
"""In the order in which an organiser reads them."""


def problems(rulebook: Rulebook) -> tuple[Problem, ...]:
    """Everything that keeps the rulebook from being run; empty when it is sound."""
    return core_problems(rulebook, OF_CAPABILITIES)
