"""What keeps an event of teams from being played: matches of two lengths, and level teams that nothing separates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.domain.events.event_kinds import stays_on
from bot.domain.regulation.bounds import write_setting
from bot.domain.regulation.format_checks import asks, differs, has_bracket
from bot.domain.regulation.format_rules import Encounter, Level, LevelMatch, LineUp
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.team_lengths import whole_score
from bot.domain.tie_breaks.boards import IN_ORDER

DECIDING: Final = (LevelMatch.EXTRA_GAME, LevelMatch.LOT)
"""The ways to separate level teams that always come to an end."""
CHANGING: Final = (LineUp.FIXED_WITH_SUBSTITUTES, LineUp.FREE)
"""The line-ups in which a captain can put somebody else on a board."""
_OF_DISPUTES: Final = frozenset({LevelMatch.LIVING_POINTS, LevelMatch.GIANT_POINTS})
_BOARD_BY_BOARD: Final = (Encounter.BOARDS, Encounter.SUM)
_LEVEL: Final = "teams.level_match"


def team_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """The faults of a rulebook of teams but for those of its disputes and of challenges in which winners stay on."""
    if rulebook.teams is None or rulebook.games is None:
        return
    yield from _late(rulebook)
    yield from _substitutes(rulebook)
    yield from _separating(rulebook)
    yield from _play_offs(rulebook)
    if stays_on(rulebook):
        return
    yield from _length(rulebook)
    yield from _halves(rulebook)
    yield from _board_by_board(rulebook)
    yield from _sum_problems(rulebook)


def _late(rulebook: Rulebook) -> Iterator[Problem]:
    """A team is whole, and its members are held against the ranking, before the draw: nobody enters one later."""
    until = 0 if rulebook.swiss is None else rulebook.swiss.late_entry_until
    if until > 1:
        yield Problem("swiss.late_entry_until", ProblemCode.TEAMS_IN_TIME, given=write_setting(until))


def _substitutes(rulebook: Rulebook) -> Iterator[Problem]:
    """A line-up that stays as it is has no board for a substitute, who would wait a whole event in vain."""
    rules = rulebook.teams
    if rules is not None and rules.substitutes and rules.line_up not in CHANGING:
        yield asks("teams.substitutes", write_setting(rules.substitutes), "teams.line_up", *CHANGING)


def needs_winners(rulebook: Rulebook) -> bool:
    """Whether a match of teams can come to need a winner: in a bracket, or in a play-off."""
    level = None if rulebook.ranking is None else rulebook.ranking.level
    return has_bracket(rulebook) or level is Level.PLAY_OFF


def _length(rulebook: Rulebook) -> Iterator[Problem]:
    """A match of teams has all its boards, wherever it is played."""
    games, rules = rulebook.games, rulebook.knockout
    if games is None or rulebook.teams is None:
        return
    whole = whole_score(rulebook)
    if rulebook.dispute is None and games.best_of != whole:
        yield differs("games.best_of", write_setting(games.best_of), "teams", write_setting(whole))
    if not games.play_all:
        yield asks("games.play_all", "false", "teams.encounter", Encounter.STAY_ON)
    if not has_bracket(rulebook):
        return
    third = (("third_place_best_of", rules.third_place_best_of),) if rules.third_place_match else ()
    for name, number in (("best_of", rules.best_of), ("final_best_of", rules.final_best_of), *third):
        if number != whole:
            yield differs(f"knockout.{name}", write_setting(number), "games.best_of", write_setting(whole))


def _separating(rulebook: Rulebook) -> Iterator[Problem]:
    """The last way always decides, and no other one does, where somebody has to win."""
    rules = rulebook.teams
    if rules is None or stays_on(rulebook):
        return
    ways = rules.level_match
    yield from _ways(ways, rulebook)
    decided_at = [place for place, way in enumerate(ways) if way in DECIDING]
    if needs_winners(rulebook) and decided_at != [len(ways) - 1]:
        yield Problem(_LEVEL, ProblemCode.NOT_THE_LAST, given=write_setting(ways), options=tuple(map(str, DECIDING)))


def _ways(ways: Sequence[LevelMatch], rulebook: Rulebook) -> Iterator[Problem]:
    """A way that stands twice, or that asks for the games of a dispute where none is played."""
    for place, way in enumerate(ways):
        if way in ways[:place]:
            yield Problem(_LEVEL, ProblemCode.STANDS_TWICE, given=way)
        elif way in _OF_DISPUTES and rulebook.dispute is None:
            yield Problem("dispute", ProblemCode.TABLE_MISSING, given=f"{_LEVEL} = {way}")


def _play_offs(rulebook: Rulebook) -> Iterator[Problem]:
    """A play-off of disputes is one dispute more, and one of challenges a challenge: neither has boards to count."""
    rules, teams = rulebook.ranking, rulebook.teams
    if rules is None or teams is None or rules.level is not Level.PLAY_OFF:
        return
    whole = rulebook.dispute is not None or stays_on(rulebook)
    if whole and rules.play_off_best_of != 1:
        yield differs("ranking.play_off_best_of", write_setting(rules.play_off_best_of), "teams.encounter", "1")


def _halves(rulebook: Rulebook) -> Iterator[Problem]:
    """An even number of games can leave a board level, where a board is won as a whole."""
    rules, games = rulebook.teams, rulebook.games
    if rules is None or games is None or games.draws or rulebook.dispute is not None:
        return
    if rules.board_games % 2 == 0 and rules.encounter is not Encounter.SUM:
        yield asks("teams.board_games", write_setting(rules.board_games), "games.draws", "true")


def _board_by_board(rulebook: Rulebook) -> Iterator[Problem]:
    """Where everyone meets everyone no board is the first, whose points could be counted."""
    if rulebook.ranking is None or rulebook.teams is None or rulebook.teams.encounter is not Encounter.EVERYONE:
        return
    for name in rulebook.ranking.order:
        if name == IN_ORDER or (name.startswith("board_") and name != "board_points"):
            yield asks("ranking.order", name, "teams.encounter", *_BOARD_BY_BOARD)


def _sum_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Where the table adds up games, a game is worth there what it is worth in the match."""
    rules, scoring = rulebook.teams, rulebook.scoring
    if rules is None or scoring is None or not scoring.by_games:
        return
    if rules.encounter is not Encounter.SUM:
        yield asks("scoring.by_games", "true", "teams.encounter", Encounter.SUM)
        return
    pairs = (("win", scoring.win, rules.board_win), ("draw", scoring.draw, rules.board_draw))
    for name, points, of_board in pairs:
        if points != of_board:
            yield differs(f"scoring.{name}", write_setting(points), f"teams.board_{name}", write_setting(of_board))
    if scoring.loss:
        yield differs("scoring.loss", write_setting(scoring.loss), "teams.encounter", "0")
