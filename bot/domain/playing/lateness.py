"""Late for the start where lateness comes off the clock, an absence countdown, and wrong colours (GO-17.1, GO-22)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.contests import Contest
from bot.domain.events.event_kinds import boards_at_once
from bot.domain.outages import Outage, overlap
from bot.domain.playing.matches import Match
from bot.domain.regulation.discipline_rules import DisciplineRules, discipline_of
from bot.domain.rulebook import Rulebook


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


def late_starts(
    match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]
) -> tuple[LateStart | None, ...]:
    """What lateness for the start of the match has cost each side so far; None for who was never waited for.

    Time in which the bot was down does not count. Who is late back later in the match pays with the clock that runs,
    and with nothing else (GO-22).
    """
    known, start = tuple(outages), match.contest.called_at
    found: list[LateStart | None] = [None] * len(match.contest.sides)
    for clock in match.clocks:
        if start is None or clock.started_at != start:
            continue
        there_at = now if clock.ended_at is None else min(now, clock.ended_at)
        waited = there_at - overlap(start, there_at, known)
        found[clock.side] = late_start(start, waited, discipline_of(rulebook))
    return tuple(found)


def only_the_clock_runs(contest: Contest, rulebook: Rulebook) -> bool:
    """Whether no side as a whole is waited for again: who leaves the only game pays with the clock alone (GO-22).

    So it is in a match of one game where lateness for the start has its limit. Of teams on boards it is so everywhere:
    who of a team is missing, once it has come, is a player on a board.
    """
    if boards_at_once(rulebook):
        return True
    one_game = contest.best_of == 1 and rulebook.teams is None
    return one_game and discipline_of(rulebook).late_limit is not None


def has_late_limit(rulebook: Rulebook) -> bool:
    """Whether lateness for the start loses the game at a limit, for both sides alike (GO-22)."""
    rules = discipline_of(rulebook)
    return (rules.absence_countdown or rules.late_limit) is not None


def base_time(rulebook: Rulebook) -> timedelta:
    """The time that each side has for a game before any lateness."""
    return timedelta(minutes=rulebook.rating.base_minutes) if rulebook.clock is None else rulebook.clock.base


def left_on_clock(base: timedelta, found: LateStart) -> timedelta:
    """What is left of the base time of who came late, never less than nothing."""
    return max(base - found.off_clock, timedelta())


def colours_are_put_right(moves_played: int, rules: DisciplineRules) -> bool:
    """Whether colours taken the wrong way round are still put right; later the game stands as it is (GO-17.1)."""
    return rules.colours_right_until_move is not None and moves_played <= rules.colours_right_until_move
