"""Lateness in a match of teams where it has a limit: each player's, on the own board (GO-22).

A team that is away as a whole is late on all its boards at once, so that at the limit it has lost them all, and once.
Of a team that is there single players can be waited for; whoever comes before the limit pays twice the time late.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.contests import Stage
from bot.domain.outages import Outage, overlap, resume
from bot.domain.playing.lateness import LateStart, has_late_limit, late_start
from bot.domain.playing.matches import Match
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.stay_on import stays_on
from bot.domain.team_play.team_lengths import whole_score


@dataclass(frozen=True, slots=True)
class LateOnBoard:
    """A player who is, or was, waited for on a board."""

    side: int
    board: int
    found: LateStart
    waits: bool
    """Whether the player has not come yet; who has lost the board is not waited for any more."""
    loses_at: datetime
    """When the board is lost, the time in which the bot was away not counted."""


def has_limit(rulebook: Rulebook) -> bool:
    """Whether lateness loses a board at a limit, all boards of the match being played at one time."""
    return has_late_limit(rulebook) and rulebook.teams is not None and not stays_on(rulebook)


def costs_of_absence(rulebook: Rulebook, stage: Stage) -> tuple[int, ...]:
    """What each full time of a whole team's absence costs of the score: all at the limit; empty where a game each."""
    return (whole_score(rulebook, stage),) if has_limit(rulebook) else ()


def late_boards(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[LateOnBoard, ...]:
    """Everybody who is or was waited for on a board, and what it has cost so far."""
    rules, known = discipline_of(rulebook), tuple(outages)
    limit = rules.absence_countdown or rules.late_limit
    made: list[LateOnBoard] = []
    for clock in match.board_clocks if limit is not None else ():
        there_at = now if clock.ended_at is None else min(now, clock.ended_at)
        stood_still = overlap(clock.started_at, there_at, known) + clock.rested
        found = late_start(clock.started_at, there_at - stood_still, rules)
        if found is not None and limit is not None:
            waits = clock.ended_at is None and not found.lost
            loses_at = resume(clock.started_at, limit + clock.rested, known)
            made.append(LateOnBoard(clock.side, clock.board, found, waits, loses_at))
    return tuple(made)
