"""Who came to the matches of an event, and who went out of it without having played."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from bot.domain.contests import Contest, Result, ResultKind, Stage
from bot.domain.ids import EntrantId
from bot.domain.scores import match_winner, rated_games

_AT_THE_BOARD: Final = frozenset({ResultKind.NO_RESULT, ResultKind.BOTH_LOST})
"""Kinds of results to which both sides came, although neither won a game."""


def never_played(contests: Iterable[Contest], *, third_place_to_come: bool) -> dict[EntrantId, datetime]:
    """Who went out without having played one game, each with the moment of the lost match.

    A game given by an absence was not played: who lost by walkover alone has not appeared (AIJE-D01-5.3, AIJE-B03-1).
    Who still has a match to come may yet play, and who won because the other did not come was there, whatever became of
    later matches; that an opponent left says nothing of who would have met the one who left. With `third_place_to_come`
    whoever lost a semi-final has that match to come, although it is paired only when both semi-finals are over.
    """
    known = tuple(contests)
    placed = {one for contest in known if contest.stage is Stage.THIRD_PLACE for one in contest.sides}
    lost_at: dict[EntrantId, datetime] = {}
    may_have_played: set[EntrantId] = set()
    for contest in known:
        result = contest.result
        if len(contest.sides) < 2:
            continue
        waits = third_place_to_come and contest.stage is Stage.SEMIFINAL
        for side, entrant_id in enumerate(contest.sides):
            if result is None or _may_have_played(result, side):
                may_have_played.add(entrant_id)
            elif _stayed_away(contest, result, side) and (entrant_id in placed or not waits):
                lost_at[entrant_id] = max(result.settled_at, lost_at.get(entrant_id, result.settled_at))
    return {entrant_id: at for entrant_id, at in lost_at.items() if entrant_id not in may_have_played}


def has_appeared(contests: Iterable[Contest], entrant_id: EntrantId) -> bool:
    """Whether the entrant has sat at a board by now: then leaving is no absence any more."""
    return any(
        contest.result is not None
        and len(contest.sides) > 1
        and _may_have_played(contest.result, contest.sides.index(entrant_id))
        for contest in contests
        if entrant_id in contest.sides
    )


def was_there(contest: Contest, side: int) -> bool:
    """Whether the side came to the match: it sat at the board, or won because the other did not come (AIJE-B03-1)."""
    result = contest.result
    if result is None or len(contest.sides) < 2 or side in result.absent:
        return False
    return _may_have_played(result, side) or not _stayed_away(contest, result, side)


def _may_have_played(result: Result, side: int) -> bool:
    """Whether somebody sat there for that side: a game was played, or the side was there for the other's absence.

    Of teams the boards say it, as a level board that was played leaves no trace in the score.
    """
    if side in result.absent:
        return False
    if result.boards:
        given = any(board.walkover_games[side] for board in result.boards)
        return given or any(board.kind in _AT_THE_BOARD or sum(rated_games(board)) > 0 for board in result.boards)
    waited = result.kind is ResultKind.WALKOVER and 0 < result.score[side] == max(result.score)
    return waited or result.kind in _AT_THE_BOARD or sum(rated_games(result)) > 0


def _stayed_away(contest: Contest, result: Result, side: int) -> bool:
    """Whether the side is among those who lost a match of which nothing was played."""
    if result.kind is ResultKind.DOUBLE_WALKOVER:
        return True
    winner = result.paired_as_winner
    return side != (match_winner(result.score, contest.best_of) if winner is None else winner)
