"""How long a match of teams is: the games on a board, and what its score counts in all.

A team match has one length wherever it is played: in a table, in a bracket, in a play-off. All of it is played, since
every board has its two players (GO-25.1).
"""

from __future__ import annotations

from bot.domain.contests import Length, Stage
from bot.domain.events.event_kinds import counts_games, stays_on
from bot.domain.regulation.format_rules import Encounter, RankingRules, TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.team_play import disputes
from bot.domain.team_play.line_ups import boards_of
from bot.domain.team_play.stay_on import most_games


def games_on_board(rulebook: Rulebook, stage: Stage | None = None) -> int:
    """The games on each board; a play-off has its own length (GO-27.3)."""
    if stage is Stage.PLAY_OFF:
        return (rulebook.ranking or RankingRules()).play_off_best_of
    return (rulebook.teams or TeamRules()).board_games


def games_of_boards(rulebook: Rulebook, stage: Stage | None = None) -> tuple[int, ...]:
    """The games on each board of a match, board 1 first."""
    if rulebook.dispute is not None:
        return tuple(one.times for one in disputes.games(rulebook.dispute))
    return (games_on_board(rulebook, stage),) * boards_of(rulebook.teams or TeamRules())


def whole_score(rulebook: Rulebook, stage: Stage | None = None) -> int:
    """What the score of a match adds up to when all of it is played: boards, or games where games are counted."""
    rules, dispute = rulebook.teams or TeamRules(), rulebook.dispute
    if dispute is not None:
        return dispute.table_games + dispute.giant_games + dispute.living_games
    if stays_on(rulebook):
        return most_games(rules.size)
    if rules.encounter is Encounter.SUM:
        return rules.size * games_on_board(rulebook, stage)
    return boards_of(rules)


def games_in_score(rulebook: Rulebook) -> int:
    """How many games stand behind one of a score that names no boards, as of a walkover."""
    return 1 if rulebook.teams is None or counts_games(rulebook) else games_on_board(rulebook)


def length_of_teams(rulebook: Rulebook, stage: Stage) -> Length:
    """The length of a match of teams; a challenge in which the winner stays on ends with one side out."""
    if stays_on(rulebook):
        return Length(whole_score(rulebook, stage))
    drawable = rulebook.games is not None and rulebook.games.draws
    return Length(whole_score(rulebook, stage), play_all=True, drawable=drawable)
