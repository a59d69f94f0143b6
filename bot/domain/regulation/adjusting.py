"""A rulebook with another length of its matches, or another number of seats: what the form of a new cup asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.domain.regulation.format_rules import Encounter
from bot.domain.regulation.format_traits import Contests
from bot.domain.regulation.table_checks import LONGEST_MATCH
from bot.domain.rulebook import KnockoutRules, Rulebook

SEATS: Final = "registration.capacity"
"""The key of the number of seats, by which faults of it are found."""


def usual_length(rulebook: Rulebook) -> int:
    """The games of a match before any bracket of the best; of teams, of each board."""
    if rulebook.teams is not None:
        return rulebook.teams.board_games
    return rulebook.knockout.best_of if rulebook.games is None else rulebook.games.best_of


def has_lengths(rulebook: Rulebook) -> bool:
    """Whether its matches can be longer or shorter."""
    goes_on = rulebook.teams is not None and rulebook.teams.encounter is Encounter.STAY_ON
    return rulebook.traits.contests is Contests.MATCHES and rulebook.dispute is None and not goes_on


def with_length(rulebook: Rulebook, best_of: int) -> Rulebook:
    """The same with matches of that length; a final that was two games longer stays so."""
    if rulebook.teams is not None:
        return _of_boards(rulebook, best_of)
    before = usual_length(rulebook)

    def new_length(length: int) -> int:
        if length == before:
            return best_of
        changed = max(1, min(LONGEST_MATCH, best_of + length - before))
        # Who plays games in pairs before a bracket has to have a winner in it all the same.
        return changed | 1 if length % 2 else changed

    games = None if rulebook.games is None else replace(rulebook.games, best_of=best_of)
    return replace(rulebook, games=games, knockout=_bracket(rulebook, new_length))


def with_seats(rulebook: Rulebook, seats: int) -> Rulebook:
    """The same for so many at the most."""
    return replace(rulebook, registration=replace(rulebook.registration, capacity=seats))


def _of_boards(rulebook: Rulebook, games: int) -> Rulebook:
    """Each board plays so many games; where games are counted and not boards, a match is as many more."""
    if rulebook.teams is None or rulebook.games is None:
        return rulebook
    changed = replace(rulebook, teams=replace(rulebook.teams, board_games=games))
    if rulebook.teams.encounter is not Encounter.SUM:
        return changed
    before, whole = rulebook.games.best_of, rulebook.teams.size * games
    bracket = _bracket(rulebook, lambda length: whole if length == before else length)
    return replace(changed, games=replace(rulebook.games, best_of=whole), knockout=bracket)


def _bracket(rulebook: Rulebook, new_length: Callable[[int], int]) -> KnockoutRules:
    """The lengths of its bracket, changed; one that has none keeps what stands there."""
    rules = rulebook.knockout
    if rules == KnockoutRules():
        return rules
    return replace(
        rules,
        best_of=new_length(rules.best_of),
        final_best_of=new_length(rules.final_best_of),
        third_place_best_of=new_length(rules.third_place_best_of),
    )
