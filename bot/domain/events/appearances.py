"""Who came to the matches of an event, and who went out of it without having played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from bot.domain.contests import Contest, Result, ResultKind, Stage, sides_of
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
    placed = _in_match_for_third(known)
    may_have_played = {entrant for contest, side, entrant in _seats(known) if _may_yet_have_played(contest, side)}
    lost_at: dict[EntrantId, datetime] = {}
    for contest, side, entrant_id in _seats(known):
        waits = third_place_to_come and contest.stage is Stage.SEMIFINAL and entrant_id not in placed
        lost = None if waits else _given_away_at(contest, side)
        if lost is not None and entrant_id not in may_have_played:
            lost_at[entrant_id] = max(lost, lost_at.get(entrant_id, lost))
    return lost_at


def _in_match_for_third(contests: Iterable[Contest]) -> frozenset[EntrantId]:
    return sides_of(one for one in contests if one.stage is Stage.THIRD_PLACE)


def _seats(contests: Iterable[Contest]) -> Iterator[tuple[Contest, int, EntrantId]]:
    """Every side of every match."""
    for contest in contests:
        if not contest.is_bye:
            yield from ((contest, side, entrant_id) for side, entrant_id in enumerate(contest.sides))


def _may_yet_have_played(contest: Contest, side: int) -> bool:
    return contest.result is None or _may_have_played(contest.result, side)


def _given_away_at(contest: Contest, side: int) -> datetime | None:
    """When a side that stayed away lost the match; None where it did not, or did not yet."""
    result = contest.result
    return result.settled_at if result is not None and _stayed_away(contest, result, side) else None


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
