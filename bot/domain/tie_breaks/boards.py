"""Tie-breaks of teams, from the boards of their contests."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from bot.domain.contest_points import NOTHING, board_points, exact
from bot.domain.contests import BoardResult
from bot.domain.crosstable import Encounter, Unplayed
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.tie_breaks.model import Part, Parts, Reckon, Scene, Tied, Why

MOST_BOARDS = 12
"""Boards that the registry has an entry for."""
IN_ORDER = "boards_in_order"
"""Stands for the points on board 1, on board 2 and so on, as many as a team has (GO-27.2)."""

Chosen = Callable[[BoardResult], bool]


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
    return _over(lambda board: board.board == number, boards=1)


def in_modality(modality: str) -> Reckon:
    """The points in one kind of game over all disputes (OLY-5)."""
    return _over(lambda board: board.modality == modality, boards=0)


def names_in_order(size: int) -> tuple[str, ...]:
    """The entries that `boards_in_order` stands for in teams of that size."""
    return tuple(f"board_{number}_points" for number in range(1, min(size, MOST_BOARDS) + 1))


def _over(chosen: Chosen, boards: int) -> Reckon:
    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        return tuple(
            Part(
                one.round,
                one.opponent,
                _chosen_points(scene, entrant_id, one, chosen, boards),
                Why.ANNULLED if one.annulled else Why.COUNTED,
            )
            for one in scene.table[entrant_id].encounters
        )

    return reckon


def _chosen_points(scene: Scene, entrant_id: EntrantId, one: Encounter, chosen: Chosen, boards: int) -> Fraction:
    """What the chosen boards gave; of a forfeit without boards, so many won."""
    if one.contest_id is None or one.annulled:
        return NOTHING
    contest = scene.contests[one.contest_id]
    if contest.result is None or not contest.result.boards:
        won = exact((scene.rulebook.teams or TeamRules()).board_win)
        return boards * won if one.unplayed is Unplayed.FORFEIT_WIN else NOTHING
    side = contest.sides.index(entrant_id)
    points = (board_points(board, side, scene.rulebook) for board in contest.result.boards if chosen(board))
    return sum(points, NOTHING)
