"""Tie-breaks of teams, from the boards of their contests."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from bot.domain.contest_points import NOTHING, board_points, exact
from bot.domain.contests import BoardResult
from bot.domain.crosstable import Encounter, Unplayed
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.disputes import games
from bot.domain.tie_breaks.model import Part, Parts, Reckon, Scene, Tied, Why

MOST_BOARDS = 12
"""Boards that the registry has an entry for."""
IN_ORDER = "boards_in_order"
"""Stands for the points on board 1, on board 2 and so on, as many as a team has (GO-27.2)."""

Chosen = Callable[[BoardResult], bool]
WhenGiven = Callable[[Rulebook], Fraction]
"""What the chosen boards give to who won them all unplayed."""


def worth_of(encounter: Encounter) -> Fraction:
    """What the boards of one contest gave."""
    return encounter.boards


def balance_of(encounter: Encounter) -> Fraction:
    """For less against: what the boards gave, or the games where there are no boards (OLY-5)."""
    if encounter.boards or encounter.boards_against:
        return encounter.boards - encounter.boards_against
    return encounter.games - encounter.games_against


def on_board(number: int) -> Reckon:
    """The points on one board over all contests; a team that nobody came to meet has won it (GO-27.2)."""
    return _over(lambda board: board.board == number, _of_a_board)


def in_modality(modality: str) -> Reckon:
    """The points in one kind of game over all disputes; a school that nobody came to meet has them all (OLY-5)."""
    return _over(lambda board: board.modality == modality, partial(_of_a_kind, modality))


def names_in_order(size: int) -> tuple[str, ...]:
    """The entries that `boards_in_order` stands for in teams of that size."""
    return tuple(f"board_{number}_points" for number in range(1, min(size, MOST_BOARDS) + 1))


def _of_a_board(rulebook: Rulebook) -> Fraction:
    return exact((rulebook.teams or TeamRules()).board_win)


def _of_a_kind(modality: str, rulebook: Rulebook) -> Fraction:
    played = () if rulebook.dispute is None else games(rulebook.dispute)
    return sum((one.points * one.times for one in played if one.modality == modality), NOTHING)


def _over(chosen: Chosen, given: WhenGiven) -> Reckon:
    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        return tuple(
            Part(
                one.round,
                one.opponent,
                _chosen_points(scene, entrant_id, one, chosen, given),
                Why.ANNULLED if one.annulled else Why.COUNTED,
            )
            for one in scene.table[entrant_id].encounters
        )

    return reckon


def _chosen_points(scene: Scene, entrant_id: EntrantId, one: Encounter, chosen: Chosen, given: WhenGiven) -> Fraction:
    """What the chosen boards gave; of a forfeit without boards, what all of them would have given."""
    if one.contest_id is None or one.annulled:
        return NOTHING
    contest = scene.contests[one.contest_id]
    if contest.result is None or not contest.result.boards:
        return given(scene.rulebook) if one.unplayed is Unplayed.FORFEIT_WIN else NOTHING
    side = contest.sides.index(entrant_id)
    points = (board_points(board, side, scene.rulebook) for board in contest.result.boards if chosen(board))
    return sum(points, NOTHING)
