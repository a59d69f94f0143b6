"""The part of the rule sheet on teams: who makes one, how two meet, what a board gives, what separates level teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.contests import Contest
from bot.domain.events.event_kinds import stays_on
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_rules import (
    DisputeRules,
    Encounter,
    Level,
    LevelMatch,
    LineUp,
    RankingRules,
    TeamRules,
)
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.line_ups import boards_of
from bot.domain.team_play.team_checks import needs_winners
from bot.domain.team_play.team_lengths import games_on_board
from bot.i18n import Voice
from bot.rendering.game_names import speakable_name as spoken_game
from bot.rendering.regulation.spoken import named_list, short_duration
from bot.rendering.sentences import number
from bot.rendering.text import quote


def teams(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who makes a team, and how two teams meet."""
    rules = rulebook.teams or TeamRules()
    if rulebook.dispute is not None:
        yield from _dispute(rulebook.dispute, voice)
    else:
        yield voice.say("format_sheet.teams", size=rules.size, substitutes=rules.substitutes)
    yield voice.say(f"format_sheet.encounter.{rules.encounter}")
    yield voice.say(f"format_sheet.line_up.{rules.line_up}")
    if rules.line_up_within is not None and rules.line_up is LineUp.FREE:
        yield voice.say("format_sheet.line_up_within", time=short_duration(rules.line_up_within, voice))
    if stays_on(rulebook):
        yield voice.say("format_sheet.stay_on_order", win=number(rules.board_win, voice))
    elif rulebook.dispute is None:
        yield from _worth(rulebook, rules, voice)
    yield from _separating(rulebook, voice)
    yield from _members(rules, voice)


def _members(rules: TeamRules, voice: Voice) -> Iterator[str]:
    if rules.top_ranked is not None:
        yield voice.say("format_sheet.top_ranked", n=rules.top_ranked, most=rules.most_top_ranked)
    if rules.leader_is_highest_rated:
        yield voice.say("format_sheet.leader")
    if rules.unrated_off_board_one:
        yield voice.say("format_sheet.unrated")


def _dispute(rules: DisputeRules, voice: Voice) -> Iterator[str]:
    yield voice.say(
        "format_sheet.category", name=quote(rules.category), first=rules.youngest_year, last=rules.oldest_year
    )
    yield voice.say("format_sheet.pupils", starters=rules.starters, reserves=rules.reserves)
    yield voice.say("format_sheet.table_games", games=rules.table_games, points=number(rules.table_points, voice))
    for part, players, played, points in (
        ("giant", rules.giant_players, rules.giant_games, rules.giant_points),
        ("living", rules.living_players, rules.living_games, rules.living_points),
    ):
        yield voice.say(f"format_sheet.{part}_game", players=players, games=played, points=number(points, voice))
    scenes = [_scene(names, voice) for names in (rules.scene_1, rules.scene_2) if names]
    if len(scenes) > 1:
        yield voice.say("format_sheet.scenes", first=scenes[0], second=scenes[1])
    elif scenes:
        yield voice.say("format_sheet.scene", names=scenes[0])


def _scene(names: Sequence[str], voice: Voice) -> str:
    return named_list([spoken_game(name) for name in names], voice)


def _worth(rulebook: Rulebook, rules: TeamRules, voice: Voice) -> Iterator[str]:
    """What a board is worth to the team, or each game where members' points are added up."""
    summed = rules.encounter is Encounter.SUM
    win, level = number(rules.board_win, voice), number(rules.board_draw, voice)
    key = "format_sheet.sum_games" if summed else "format_sheet.board_games"
    yield voice.count(key, rules.board_games, win=win, level=level)
    if summed and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield voice.say("format_sheet.sum_points")


def _separating(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
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
