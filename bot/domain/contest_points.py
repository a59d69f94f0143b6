"""What a contest gives to each side.

By its own score, or by the games won where the rulebook counts those (AIJE-D02-2). Of teams the boards decide: each is
worth what the rulebook's `[teams]` says, and who has more of them wins (AIJE-D05-3, GO-27.2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from functools import cache

from bot.domain.contests import EXTRA, BoardResult, Contest, Result, ResultKind, Score
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import Encounter as Meeting
from bot.domain.regulation.format_rules import ScoringRules, TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.board_draws import draws_of
from bot.domain.team_play.disputes import all_points

HALF = Fraction(1, 2)
NOTHING = Fraction(0)
REST = "rest"
"""The bye of whoever has nobody to meet in an odd round robin: it gives nothing."""
_MET = frozenset({ResultKind.PLAYED, ResultKind.NO_RESULT, ResultKind.BOTH_LOST})
_GIVEN = frozenset({ResultKind.WALKOVER, ResultKind.WITHDRAWAL, ResultKind.DOUBLE_WALKOVER})
_NOBODY_SCORES = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


class Outcome(StrEnum):
    """How a contest ended for one side: by the overall score, not by one game of it (AIJE-B01-5)."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    NONE = "none"
    """A bye, an absence, no result, or an annulled one."""


def encounter_points(contest: Contest, rulebook: Rulebook) -> tuple[Fraction, ...]:
    """What the contest gives to each side, annulments apart. Raises ValueError when it is not decided."""
    rules = rulebook.scoring or ScoringRules()
    if len(contest.sides) == 1:
        return (bye_points(contest, rulebook),)
    result = result_of(contest)
    if result.kind in _NOBODY_SCORES:
        return (NOTHING,) * len(contest.sides)
    if rules.by_games:
        return tuple(_points_by_games(result, side, rulebook) for side in range(len(contest.sides)))
    return tuple(_worth_of(outcome, result, rules) for outcome in outcomes(contest, rulebook))


def outcomes(contest: Contest, rulebook: Rulebook) -> tuple[Outcome, ...]:
    """How a decided contest ended for each side, annulments apart. Raises ValueError when it is not decided."""
    if len(contest.sides) == 1:
        return (Outcome.NONE,)
    result = result_of(contest)
    if result.kind in _NOBODY_SCORES:
        nobody = Outcome.NONE if result.kind is ResultKind.NO_RESULT else Outcome.LOST
        return (nobody,) * len(contest.sides)
    worth = [board_total(result, side, rulebook) if result.boards else result.score[side] for side in _sides(contest)]
    best = Outcome.WON if worth.count(max(worth)) == 1 else Outcome.DRAWN
    return tuple(best if own == max(worth) else Outcome.LOST for own in worth)


def bye_points(contest: Contest, rulebook: Rulebook) -> Fraction:
    """What a bye gives: nothing for the rest of an odd round robin, and for each game where games are counted."""
    rules = rulebook.scoring or ScoringRules()
    if contest.bye_reason == REST:
        return NOTHING
    return exact(rules.bye) * (_games_of(contest, rulebook) if rules.by_games else 1)


def board_total(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    """What the boards are worth to one side: 3-1, 2-2 and 4-0 are 2 to 0 where a level board gives none (AIJE-D05-3).

    Of a result without boards, as a walkover, see `untold_total`.
    """
    if not result.boards:
        return untold_total(result.score, result.draws, side, rulebook)
    return sum((board_points(board, side, rulebook) for board in result.boards), NOTHING)


def untold_total(score: Score, draws: int, side: int, rulebook: Rulebook) -> Fraction:
    """What a score that names no boards is worth to one side: so many boards won, 8 to 0 for four of two points each.

    A dispute that nobody played gives all of its points, 9 in the olympiad, and not its number of games (OLY-2).
    """
    rules, dispute = rulebook.teams or TeamRules(), rulebook.dispute
    if dispute is not None and score[side] == dispute.table_games + dispute.giant_games + dispute.living_games:
        return all_points(dispute)
    return exact(rules.board_win) * score[side] + exact(rules.board_draw) * draws


def board_points(board: BoardResult, side: int, rulebook: Rulebook) -> Fraction:
    """What one board is worth to one side, its weight included.

    In a dispute each game is worth the board's weight and a drawn one is split (OLY-2). Where points are added up, each
    game counts; otherwise the board as a whole. A board where nobody sat gives nothing, nor does a game more that
    separates level teams.
    """
    rules = rulebook.teams or TeamRules()
    weight, won, lost = exact(board.weight), board.score[side], board.score[1 - side]
    if board.modality == EXTRA:
        return NOTHING
    if rulebook.dispute is not None or rules.encounter is Meeting.DISPUTE:
        return weight * (won + HALF * board.draws)
    if rules.encounter is Meeting.SUM:
        return weight * (exact(rules.board_win) * won + exact(rules.board_draw) * board.draws)
    if won == lost:
        return weight * exact(rules.board_draw) if won or board.draws else NOTHING
    return weight * exact(rules.board_win) if won > lost else NOTHING


@cache
def exact(number: float) -> Fraction:
    """A rulebook's number as the fraction that it is."""
    return Fraction(number)


def total(values: Iterable[Fraction]) -> Fraction:
    """The sum, exact; faster than adding fraction to fraction, since few denominators occur."""
    numerators = defaultdict[int, int](int)
    for value in values:
        numerators[value.denominator] += value.numerator
    return sum((Fraction(number, denominator) for denominator, number in numerators.items()), NOTHING)


def result_of(contest: Contest) -> Result:
    """The contest's result. Raises ValueError when it is not decided."""
    if contest.result is None:
        raise ValueError(f"contest {contest.contest_id} is not decided")
    return contest.result


def is_given(result: Result) -> bool:
    """Whether nobody played anything of it."""
    return result.kind in _GIVEN and sum(result.score) + result.draws <= sum(result.walkover_games)


def took_part(entrant_id: EntrantId, contests: Iterable[Contest]) -> bool:
    """Whether the entrant ever sat down to play, be it for nothing since the other side stayed away."""
    return any(_sat_down(one, one.sides.index(entrant_id)) for one in contests if entrant_id in one.sides)


def _sat_down(contest: Contest, side: int) -> bool:
    result = contest.result
    if result is None or contest.is_bye:
        return False
    if result.kind in _MET:
        return side not in result.absent
    games_were_played = sum(result.score) + result.draws > sum(result.walkover_games)
    return games_were_played or result.score[side] > 0


def _sides(contest: Contest) -> range:
    return range(len(contest.sides))


def _games_of(contest: Contest, rulebook: Rulebook) -> int:
    play_all = rulebook.games is not None and rulebook.games.play_all
    return contest.best_of if play_all else contest.target


def _points_by_games(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    rules = rulebook.scoring or ScoringRules()
    won, lost = result.score[side], sum(result.score) - result.score[side]
    drawn = draws_of(result, rulebook)
    return exact(rules.win) * won + exact(rules.draw) * drawn + exact(rules.loss) * lost


def _worth_of(outcome: Outcome, result: Result, rules: ScoringRules) -> Fraction:
    """What an outcome gives; who stayed away gets nothing, not what a loss is worth."""
    match outcome:
        case Outcome.WON:
            return exact(rules.win)
        case Outcome.DRAWN:
            return exact(rules.draw)
        case _:
            return NOTHING if is_given(result) else exact(rules.loss)
