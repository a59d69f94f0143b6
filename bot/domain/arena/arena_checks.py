"""What keeps an arena from being played: times that do not fit into each other."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.durations import write_duration
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook


def arena_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """The faults of the table `[arena]`; none where there is no such table."""
    rules = rulebook.arena
    if rules is not None and rules.first_move_within >= rules.lasts:
        yield Problem(
            "arena.first_move_within",
            ProblemCode.NOT_SHORTER,
            given=write_duration(rules.first_move_within),
            limit=write_duration(rules.lasts),
            other="arena.lasts",
        )
    if rules is not None and rules.late_entry_within > rules.lasts:
        yield Problem(
            "arena.late_entry_within",
            ProblemCode.ABOVE_OTHER,
            given=write_duration(rules.late_entry_within),
            limit=write_duration(rules.lasts),
            other="arena.lasts",
        )
    if rules is not None and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield Problem("scoring.by_games", ProblemCode.NOT_IN_FORMAT, given="true", limit=rulebook.format)
