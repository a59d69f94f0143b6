"""The part of the rule sheet on matches of teams: what a board or a game gives, and what separates level teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.contests import Contest
from bot.domain.events.event_kinds import stays_on
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import Encounter, Level, LevelMatch, RankingRules, TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.line_ups import boards_of
from bot.domain.team_play.team_checks import needs_winners
from bot.domain.team_play.team_lengths import games_on_board
from bot.i18n import Voice
from bot.rendering.sentences import number


def worth(rulebook: Rulebook, rules: TeamRules, voice: Voice) -> Iterator[str]:
    """What a board is worth to the team, or each game where members' points are added up."""
    summed = rules.encounter is Encounter.SUM
    win, level = number(rules.board_win, voice), number(rules.board_draw, voice)
    key = "format_sheet.sum_games" if summed else "format_sheet.board_games"
    yield voice.count(key, rules.board_games, win=win, level=level)
    if summed and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield voice.say("format_sheet.sum_points")


def separating(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What becomes of level boards where somebody has to win, and how long a play-off is (GO-27.3)."""
    rules, ranking = rulebook.teams, rulebook.ranking or RankingRules()
    if rules is None or stays_on(rulebook) or not needs_winners(rulebook):
        return
    yield level_rule(rules.level_match, voice)
    if ranking.level is Level.PLAY_OFF and rulebook.dispute is None:
        yield voice.count("format_sheet.team_play_off", ranking.play_off_best_of)


def level_rule(ways: Sequence[LevelMatch], voice: Voice) -> str:
    """The ways in their order, as the sheet and the card of a match say them."""
    return voice.say("teams.level_rule", ways=" → ".join(voice.say(f"teams.way.{way}") for way in ways))


def match_length(rulebook: Rulebook, contest: Contest, voice: Voice) -> str:
    """How many boards a match has, and how many games are played on each."""
    boards = boards_of(rulebook.teams or TeamRules())
    return voice.count("teams.length", games_on_board(rulebook, contest.stage), boards=boards)


def bracket(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """That a match of the knock-out is as long as any, and whether the third place is played for."""
    if not rulebook.traits.is_bracket and has_bracket(rulebook):
        yield voice.say("format_sheet.team_bracket")
    if rulebook.knockout.third_place_match:
        yield voice.say("format_sheet.team_third_place")
    elif rulebook.knockout.lives == 1:
        yield voice.say("sheet.matches.no_third_place")
