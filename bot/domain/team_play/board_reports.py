"""Boards of a match as people write them: "3-1", "2½-1½", "1-1-2" with drawn games third, "+-" for a board given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.contests import EXTRA, BoardResult, Score
from bot.domain.events.event_kinds import counts_games
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.board_draws import count_drawn
from bot.domain.team_play.board_endings import MARKS

_PART = r"(\d{1,2}(?:[.,]5|½)?|½)"
_SCORE = re.compile(rf"{_PART}\s*[-–:x]\s*{_PART}(?:\s*[-–:]\s*(\d{{1,2}}))?")
_GIVEN = {"+-": 0, "-+": 1}
"""A board that nobody played, since the other side's player was not there."""


@dataclass(frozen=True, slots=True)
class ToldBoard:
    """How a board ended: games won by either side, drawn ones, and those of the won ones that nobody played."""

    score: Score
    draws: int = 0
    walkover: Score = (0, 0)


def read_board(text: str, games: int, *, drawable: bool) -> ToldBoard | None:
    """What was written about a board on which so many games are played, all of them; None when it cannot be so."""
    tidy = text.strip().replace("\N{MINUS SIGN}", "-")
    side = _GIVEN.get(re.sub(r"[\s:]", "", tidy).replace("–", "-"))
    if side is not None:
        given = (games, 0) if side == 0 else (0, games)
        return ToldBoard(given, 0, given)
    found = _SCORE.fullmatch(tidy)
    if found is None:
        return None
    first, second = _halves(found[1]), _halves(found[2])
    if found[3] is not None:
        drawn = int(found[3])
        first, second = first + drawn, second + drawn
    else:
        drawn = _fewest_draws(first, second)
    if first + second != 2 * games or (drawn and not drawable) or first < drawn or second < drawn:
        return None
    return ToldBoard(((first - drawn) // 2, (second - drawn) // 2), drawn)


def example_score(games: int) -> str:
    """A score with which a board of so many games can end, as people write it."""
    return f"{games}-0" if games == 1 else f"{games - 1}-1"


def write_board(board: ToldBoard | BoardResult) -> str:
    """The board as it is taken when somebody writes it: the number of a counted one, a mark where nobody has won."""
    if isinstance(board, ToldBoard):
        return _written_score(board)
    if board.kind in MARKS:
        return MARKS[board.kind]
    if board.count is not None:
        return f"{int(board.count)}{'½' if board.count % 1 else ''}"
    return _written_score(ToldBoard(board.score, board.draws, board.walkover_games))


def _written_score(board: ToldBoard) -> str:
    given = board.walkover
    if 0 < sum(given) == sum(board.score) + board.draws and not all(given):
        return "+-" if given[0] else "-+"
    return "-".join(map(str, (*board.score, board.draws) if board.draws else board.score))


def told_score(boards: Sequence[BoardResult], rulebook: Rulebook) -> Score:
    """The score of the match as a report tells it: boards won by either side, and drawn ones; in a dispute, and where
    members' points are added up, games. A board that nobody has won is in none of them unless it was drawn; a game more
    that separates level teams is no part of it."""
    counted = [board for board in boards if board.modality != EXTRA]
    won = _games_won(counted) if counts_games(rulebook) else _boards_won(counted)
    drawable = rulebook.games is not None and rulebook.games.draws
    return (*won, count_drawn(counted, rulebook)) if drawable else won


def _games_won(boards: Sequence[BoardResult]) -> Score:
    return tuple(sum(board.score[side] for board in boards) for side in (0, 1))


def _boards_won(boards: Sequence[BoardResult]) -> Score:
    return tuple(sum(board.score[side] > board.score[1 - side] for board in boards) for side in (0, 1))


def _halves(text: str) -> int:
    """A number as so many halves."""
    whole = re.sub(r"[.,]5|½", "", text)
    return 2 * int(whole or 0) + (whole != text)


def _fewest_draws(first: int, second: int) -> int:
    """Halves that do not come out even are drawn games, and no more of them than they have to be."""
    return first % 2 if first % 2 == second % 2 else 0
