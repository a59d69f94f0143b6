"""Two teams whose boards end level in a match that somebody has to win: what separates them, and by how much.

The rulebook's `[teams] level_match` names the ways in their order, and the last one always decides: a game more on
board 1, or a lot. Who goes on by them has won nothing but the place: a drawn match stays drawn (GO-27.2, GO-27.3,
AIJE-D05-4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.domain.contest_points import HALF, NOTHING, board_points, board_total
from bot.domain.contests import EXTRA, BoardResult, Contest, NewContest, Result, ResultKind
from bot.domain.events.event_kinds import stays_on
from bot.domain.lengths import in_bracket
from bot.domain.regulation.format_rules import Encounter, LevelMatch, TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.scores import winning_side

SIDES = (0, 1)
Ratings = tuple[Fraction, ...]
"""The total rating of either side; empty where nobody has looked."""
_NOBODY_WINS = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


@dataclass(frozen=True, slots=True)
class Separation:
    """Which side goes on and what says so; `side` is None while that has still to be played or drawn."""

    side: int | None
    by: LevelMatch | None = None
    """None where the boards say it themselves."""
    board: int = 0
    """By the boards in order, the first that was not level."""


def has_to_be_won(contest: Contest | NewContest, rulebook: Rulebook) -> bool:
    """Whether somebody goes on from the contest, or is separated by it, and it is one of teams with boards."""
    teams = rulebook.teams is not None and not stays_on(rulebook)
    return teams and len(contest.sides) == len(SIDES) and in_bracket(contest, rulebook)


def extra_game_is_possible(rulebook: Rulebook) -> bool:
    """Whether level teams may come to one game more."""
    return LevelMatch.EXTRA_GAME in (rulebook.teams or TeamRules()).level_match


def separation(result: Result, rulebook: Rulebook, ratings: Ratings = ()) -> Separation:
    """Who goes on after the result of a match that has to be won, and by what.

    What is on record as drawn by lot decides where the lot is due, and nowhere before it. Ratings that are not given
    separate nobody.
    """
    if result.kind in _NOBODY_WINS:
        return Separation(None)
    if not result.boards:
        return _without_boards(result)
    higher = _higher((board_total(result, 0, rulebook), board_total(result, 1, rulebook)))
    if higher is not None:
        return Separation(higher)
    for way in (rulebook.teams or TeamRules()).level_match:
        found = _by(way, result, rulebook, ratings)
        if found is not None:
            return found
    return Separation(result.paired_as_winner, LevelMatch.LOT)


def _without_boards(result: Result) -> Separation:
    """By the score; who stayed goes on against who left, whatever was given before (GO-28.4)."""
    won, left = winning_side(result.score), result.kind is ResultKind.WITHDRAWAL
    if left and result.paired_as_winner is not None:
        return Separation(result.paired_as_winner)
    return Separation(won) if won is not None else Separation(result.paired_as_winner, LevelMatch.LOT)


def with_winner(result: Result, rulebook: Rulebook, ratings: Ratings = ()) -> Result:
    """The result with whom it sends on, where its score alone does not say that; a lot or a game may still be due.

    Where both have lost, the lot between them says it, and no way of separating does (GO-17.5).
    """
    if result.kind in _NOBODY_WINS:
        return result
    found = separation(result, rulebook, ratings)
    needed = found.side is not None and found.side != winning_side(result.score)
    return replace(result, paired_as_winner=found.side if needed else None)


def points_by_place(result: Result, side: int, rulebook: Rulebook) -> tuple[Fraction, ...]:
    """What each place of the line-up gave, board 1 first; where everyone meets everyone, all games of the player."""
    told = [board for board in result.boards if board.modality != EXTRA]
    if (rulebook.teams or TeamRules()).encounter is not Encounter.EVERYONE:
        return tuple(board_points(board, side, rulebook) for board in sorted(told, key=lambda one: one.board))
    found: dict[object, Fraction] = defaultdict(Fraction)
    for board in sorted(told, key=lambda one: one.board):
        found[board.players[side]] += board_points(board, side, rulebook)
    return tuple(found.values())


def _by(way: LevelMatch, result: Result, rulebook: Rulebook, ratings: Ratings) -> Separation | None:
    """What one way says; None where it separates nobody."""
    match way:
        case LevelMatch.LOT:
            return Separation(result.paired_as_winner, way)
        case LevelMatch.EXTRA_GAME:
            return Separation(_extra_winner(result), way)
        case LevelMatch.BOARDS_IN_ORDER:
            return _in_order(result, rulebook)
        case LevelMatch.RATINGS_SUM:
            side = _higher((ratings[0], ratings[1])) if ratings else None
        case _:
            side = _higher((_VALUES[way](result, 0, rulebook), _VALUES[way](result, 1, rulebook)))
    return None if side is None else Separation(side, way)


def _extra_winner(result: Result) -> int | None:
    return next((winning_side(board.score) for board in result.boards if board.modality == EXTRA), None)


def _in_order(result: Result, rulebook: Rulebook) -> Separation | None:
    places = zip(*(points_by_place(result, side, rulebook) for side in SIDES), strict=False)
    for number, values in enumerate(places, start=1):
        side = _higher(values)
        if side is not None:
            return Separation(side, LevelMatch.BOARDS_IN_ORDER, number)
    return None


def _games_won(result: Result, side: int, _: Rulebook) -> Fraction:
    told = (board for board in result.boards if board.modality != EXTRA)
    return sum((board.score[side] + HALF * board.draws for board in told), NOTHING)


def _berlin(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    points = points_by_place(result, side, rulebook)
    return sum(((len(points) - at) * one for at, one in enumerate(points)), NOTHING)


def _in_modality(modality: str) -> Callable[[Result, int, Rulebook], Fraction]:
    def points(result: Result, side: int, rulebook: Rulebook) -> Fraction:
        told: Sequence[BoardResult] = [board for board in result.boards if board.modality == modality]
        return sum((board_points(board, side, rulebook) for board in told), NOTHING)

    return points


_VALUES = {
    LevelMatch.GAMES_WON: _games_won,
    LevelMatch.BERLIN: _berlin,
    LevelMatch.LIVING_POINTS: _in_modality("living"),
    LevelMatch.GIANT_POINTS: _in_modality("giant"),
}


def _higher(values: Sequence[Fraction]) -> int | None:
    first, second = values
    return None if first == second else int(second > first)
