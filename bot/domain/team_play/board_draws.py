"""Drawn boards of a match of teams: a board that nobody has won is no draw unless it was drawn (GO-17.5, GO-20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.contests import EXTRA, BoardResult, Result, ResultKind, Stage
from bot.domain.events.event_kinds import counts_games
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.team_lengths import games_on_board


def count_drawn(boards: Iterable[BoardResult], rulebook: Rulebook) -> int:
    """Boards that were drawn, or games where the rulebook counts those; none where no game can be drawn.

    A board that both sides lost, or that has no result, gives nothing, and counts as nothing.
    """
    if rulebook.games is None or not rulebook.games.draws:
        return 0
    played = [one for one in boards if one.kind is ResultKind.PLAYED and one.modality != EXTRA]
    if counts_games(rulebook):
        return sum(one.draws for one in played)
    return sum(_is_level(one) for one in played)


def draws_of(result: Result, rulebook: Rulebook) -> int:
    """Draws of a result, told by its boards where it has some: once a board that nobody won was stored among them."""
    return count_drawn(result.boards, rulebook) if result.boards else result.draws


def without_a_winner(boards: Sequence[BoardResult], rulebook: Rulebook, stage: Stage | None) -> int:
    """What older versions told as drawn: every board, or game of a board, that nobody has won."""
    if rulebook.games is None or not rulebook.games.draws:
        return 0
    counted = [one for one in boards if one.modality != EXTRA]
    if counts_games(rulebook):
        games = games_on_board(rulebook, stage)
        return sum(one.draws if one.kind is ResultKind.PLAYED else games for one in counted)
    return sum(one.score[0] == one.score[1] for one in counted)


def _is_level(board: BoardResult) -> bool:
    return board.score[0] == board.score[1] and any((*board.score, board.draws))
