"""What an event is played as: what may be done in it hangs on that, and on nothing that a press claims."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, assert_never

from bot.domain.regulation.format_rules import Encounter, Report, TeamRules
from bot.domain.regulation.format_traits import Contests
from bot.domain.rulebook import Rulebook


class EventKind(StrEnum):
    """Every event is of exactly one."""

    SINGLES = "singles"
    COUNTED = "counted"
    """Single players whose games end by a count."""
    ARENA = "arena"
    TABLES = "tables"
    TITLE_MATCH = "title_match"
    TEAMS = "teams"
    """Teams that meet board by board."""
    STAY_ON = "stay_on"
    """Teams that meet in challenges in which the winner stays on."""


OF_TEAMS: Final = frozenset({EventKind.TEAMS, EventKind.STAY_ON})
OF_PEOPLE: Final = frozenset(EventKind) - OF_TEAMS


def kind_of(rulebook: Rulebook) -> EventKind:
    """What an event by these rules is."""
    if rulebook.teams is not None:
        return EventKind.STAY_ON if stays_on(rulebook) else EventKind.TEAMS
    match rulebook.traits.contests:
        case Contests.LOBBY:
            return EventKind.ARENA
        case Contests.TABLES:
            return EventKind.TABLES
        case Contests.SERIES:
            return EventKind.TITLE_MATCH
        case Contests.MATCHES:
            counted = rulebook.games is not None and rulebook.games.report is Report.COUNT
            return EventKind.COUNTED if counted else EventKind.SINGLES
        case other:
            assert_never(other)


def stays_on(rulebook: Rulebook) -> bool:
    """Whether the event's teams meet in challenges in which the winner stays on."""
    return rulebook.teams is not None and rulebook.teams.encounter is Encounter.STAY_ON


def boards_at_once(rulebook: Rulebook) -> bool:
    """Whether a match is of boards that are played at one time, each a thing of its own two sides."""
    return rulebook.teams is not None and not stays_on(rulebook)


def counts_games(rulebook: Rulebook) -> bool:
    """Whether the score of a match of teams is in games, as in a dispute or a sum of points, and not in boards."""
    rules = rulebook.teams or TeamRules()
    return rulebook.dispute is not None or rules.encounter is Encounter.SUM


def draws_possible(rulebook: Rulebook, games: int) -> bool:
    """Whether a single game of a board can be drawn.

    Where boards have an even number of games a board is level by games won on either side (AIJE-D05-3), unless every
    game counts by itself.
    """
    may = rulebook.games is not None and rulebook.games.draws
    return may and (counts_games(rulebook) or games % 2 == 1)
