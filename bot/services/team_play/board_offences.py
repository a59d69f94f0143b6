"""Offences in a match of teams: whose they are, and on which board, each being a game beside the others (GO-24)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.contests import BoardResult, Contest, ResultKind
from bot.domain.events.event_kinds import boards_at_once
from bot.domain.ids import PersonId
from bot.services.playing.followed import Followed
from bot.services.team_play.stay_on_reading import is_stay_on, known_of
from bot.services.team_play.team_boards import board_pairings
from bot.services.team_play.team_errors import BoardLostByOffence
from bot.storage import warnings
from bot.storage.context import Query

_MARKS = ("-+", "+-")
"""How a board is written that the side has lost."""


def player_at(tx: Query, followed: Followed, side: int, board: int, at: datetime) -> PersonId | None:
    """The one player of the side at the board, or who plays where the winner stays; None for several, or for none."""
    if is_stay_on(followed):
        state = known_of(tx, followed, at).state
        playing = None if state is None else state.at_board
        return None if playing is None else playing[side]
    if not boards_at_once(followed.tournament.rulebook):
        return None
    met = board_pairings(tx, followed.tournament, followed.match)
    seat = next((one.seats[side] for one in met if one.board == board), ())
    return seat[0] if len(seat) == 1 else None


def refuse_lost_as_played(tx: Query, followed: Followed, told: tuple[BoardResult, ...]) -> None:
    """Raises BoardLostByOffence for a board that is told otherwise than an offence has ended it (GO-23.3, GO-24).

    Where both sides have lost it, the arbiter says what stands.
    """
    lost = _lost_boards(tx, followed.match.contest)
    for board, side in sorted(lost):
        found = next((one for one in told if one.board == board), None)
        if found is not None and _is_as_played(found, side) and (board, 1 - side) not in lost:
            raise BoardLostByOffence(board=board, mark=_MARKS[side])


def _lost_boards(tx: Query, contest: Contest) -> set[tuple[int, int]]:
    """The boards that offences since the call have cost, each with the side that lost it."""
    called_at = contest.called_at
    if called_at is None:
        return set()
    given = [one for one in warnings.of_contest(tx, contest.contest_id) if one.given_at >= called_at]
    return {(one.game, contest.sides.index(one.entrant_id)) for one in given if one.stands and one.lost_game}


def _is_as_played(board: BoardResult, side: int) -> bool:
    """Whether it was ended otherwise than by the loss of that side."""
    return board.kind is ResultKind.NO_RESULT or bool(board.score[side] or board.draws)
