"""What a rulebook of stay-on challenges has to say elsewhere, so that a match of it can end (GO-26.6)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.regulation.bounds import write_setting
from bot.domain.regulation.format_checks import asks, differs, has_bracket
from bot.domain.regulation.format_rules import Encounter, LineUp
from bot.domain.regulation.rulebook_problems import Problem
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.stay_on import most_games
from bot.domain.tie_breaks.boards import IN_ORDER

_LENGTHS = ("best_of", "final_best_of", "third_place_best_of")
_OTHERS = tuple(one for one in Encounter if one not in {Encounter.STAY_ON, Encounter.DISPUTE})


def stay_on_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """The faults of a rulebook in which winners stay on; and a limit for a line-up that nobody names."""
    rules, games = rulebook.teams, rulebook.games
    if rules is None:
        return
    if rules.line_up_within is not None and rules.line_up is not LineUp.FREE:
        yield asks("teams.line_up_within", write_setting(rules.line_up_within), "teams.line_up", LineUp.FREE)
    if rules.encounter is not Encounter.STAY_ON:
        return
    limit = most_games(rules.size)
    if games is not None and games.best_of != limit:
        yield differs("games.best_of", write_setting(games.best_of), "teams.size", write_setting(limit))
    if games is not None and games.play_all:
        yield asks("games.play_all", "true", "teams.encounter", *_OTHERS)
    if rules.board_games != 1:
        yield differs("teams.board_games", write_setting(rules.board_games), "teams.encounter", "1")
    yield from _lengths(rulebook, limit)
    yield from _boards(rulebook)


def _lengths(rulebook: Rulebook, limit: int) -> Iterator[Problem]:
    """In a bracket a match is no shorter or longer: it ends when a side is out."""
    if not has_bracket(rulebook):
        return
    for key in _LENGTHS:
        games = getattr(rulebook.knockout, key)
        if games != limit:
            yield differs(f"knockout.{key}", write_setting(games), "teams.size", write_setting(limit))


def _boards(rulebook: Rulebook) -> Iterator[Problem]:
    """One game is played after the other, so there is no board 1 whose points could be counted."""
    for name in () if rulebook.ranking is None else rulebook.ranking.order:
        if name == IN_ORDER or (name.startswith("board_") and name != "board_points"):
            yield asks("ranking.order", name, "teams.encounter", *_OTHERS)
