"""Late for the start where lateness comes off the clock, an absence countdown, and wrong colours (GO-17.1, GO-22)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.discipline_rules import DisciplineRules


@dataclass(frozen=True, slots=True)
class LateStart:
    """What lateness has cost one player so far."""

    late: timedelta
    off_clock: timedelta
    """What comes off the player's clock."""
    lost: bool
    """Whether the game is lost by it."""
    loses_at: datetime
    """The moment that loses the game; the limit itself is too late."""


def late_start(start: datetime, there_at: datetime, rules: DisciplineRules) -> LateStart | None:
    """What it costs a player to come at that moment, each player apart (GO-22); None where the rulebook has no limit.

    Where the game has an absence countdown, it is the limit, and nothing comes off the clock.
    """
    limit = rules.absence_countdown or rules.late_limit
    if limit is None:
        return None
    late = max(there_at - start, timedelta())
    costs = 0 if rules.absence_countdown is not None else rules.late_costs
    return LateStart(late, costs * late, late >= limit, start + limit)


def left_on_clock(base: timedelta, found: LateStart) -> timedelta:
    """What is left of the base time of who came late, never less than nothing."""
    return max(base - found.off_clock, timedelta())


def colours_are_put_right(moves_played: int, rules: DisciplineRules) -> bool:
    """Whether colours taken the wrong way round are still put right; later the game stands as it is (GO-17.1)."""
    return rules.colours_right_until_move is not None and moves_played <= rules.colours_right_until_move
