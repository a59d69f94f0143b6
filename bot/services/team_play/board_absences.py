"""Lateness on boards: one player of a team, waited for on the captain's or the arbiter's word, and what it cost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.community import Person
from bot.domain.contests import EXTRA, BoardResult, ResultKind
from bot.domain.events.event_kinds import OF_TEAMS, boards_at_once
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.board_lateness import (
    LateOnBoard,
    has_limit,
    is_free,
    late_boards,
    lost_by_both,
    lost_games,
)
from bot.domain.team_play.team_lengths import games_of_boards
from bot.errors import AlreadyDone, NotNow, Outdated
from bot.services import access
from bot.services.event_kinds import only_for
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_as_left, view_of
from bot.services.playing.matches import refuse_suspended
from bot.services.recusal import AloneInEvent
from bot.services.team_play import board_waits
from bot.services.team_play.team_boards import board_pairings
from bot.services.team_play.team_errors import (
    BoardLostByBothLate,
    BoardLostByLateness,
    BoardStillWaits,
    GamesLostByLateness,
    TooLateToWait,
)
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import board_clocks
from bot.storage.context import ActorTx, Query, Tx

_MARKS = ("-+", "+-")
"""How a board is written that the side has lost."""


@dataclass(frozen=True, slots=True)
class BoardNoted:
    """What was noted of a board: its player is waited for, or is there."""

    view: MatchView
    side: int
    board: int
    waits: bool


@only_for(*OF_TEAMS)
def page(tx: ActorTx, contest_id: ContestId) -> tuple[MatchView, tuple[int, ...]]:
    """The match, and of which sides who pressed may say that a player is late: an arbiter of both."""
    sides: tuple[int, ...] = (0, 1)
    with suppress(AloneInEvent):
        _, _, sides = _noting(tx, contest_id)
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    if followed.state(tx.now).phase is not MatchPhase.PLAYING:
        raise NotNow
    return view_of(tx, contest_id, tx.now), sides


@only_for(*OF_TEAMS)
@repeatable
def wait_for(tx: ActorTx, contest_id: ContestId, side: int, board: int) -> BoardNoted:
    """Notes that the player of the board is missing: lateness counts from the start of the match, or from the word.

    Raises TooLateToWait once the limit is over: nothing is lost that nobody was told of, and the boards tell the rest.
    """
    followed, person, sides = _noting(tx, contest_id)
    rulebook, called_at = followed.tournament.rulebook, followed.match.contest.called_at
    if followed.state(tx.now).phase is not MatchPhase.PLAYING or called_at is None:
        raise NotNow
    if side not in sides or not _has_board(tx, followed, board):
        raise Outdated
    rested = board_waits.time_rested(tx, followed)
    free = is_free(followed.match, tx.now, rulebook, followed.outages, rested)
    if has_limit(rulebook) and not free:
        raise TooLateToWait(board=board)
    late = _late(followed, side, board, tx.now)
    if _is_noted(late, rulebook):
        raise AlreadyDone
    start, rest = (called_at, rested) if free and late is None else (tx.now, timedelta())
    board_clocks.start(tx, contest_id, side, board, start, person.person_id, rest)
    return _note(tx, followed, person.person_id, side, board, waits=True)


def _has_board(tx: Query, followed: Followed, board: int) -> bool:
    return any(one.board == board for one in board_pairings(tx, followed.tournament, followed.match))


def _is_noted(late: LateOnBoard | None, rulebook: Rulebook) -> bool:
    """Whether another word would add nothing; without a limit who came late once may be waited for again."""
    return late is not None and (has_limit(rulebook) or late.waits or late.found.lost)


@only_for(*OF_TEAMS)
@repeatable
def come(tx: ActorTx, contest_id: ContestId, side: int, board: int) -> BoardNoted:
    """Notes that the player of the board is there; for an arbiter also that one who lost the board was there all along.

    Raises BoardLostByLateness for a captain whose player came too late.
    """
    followed, person, sides = _noting(tx, contest_id)
    if side not in sides:
        raise Outdated
    late = _late(followed, side, board, tx.pressed_at)
    if late is None:
        raise Outdated
    if late.found.lost:
        if len(sides) == 1:
            raise BoardLostByLateness(board=board, mark=_MARKS[side])
        board_clocks.remove(tx, contest_id, side, board)
    elif not board_clocks.end(tx, contest_id, side, board, tx.pressed_at):
        raise AlreadyDone
    return _note(tx, followed, person.person_id, side, board, waits=False)


def arrive(tx: Tx, followed: Followed, side: int, person_id: PersonId, at: datetime) -> bool:
    """Ends the wait for who says to be there, on each own board; False where nobody waits for that person.

    Raises BoardLostByLateness for who comes after the limit.
    """
    own = _late_on_own_boards(tx, followed, side, person_id, at) if followed.match.board_clocks else []
    waited = [late for late in own if late.waits]
    for late in own if not waited else ():
        if late.found.lost:
            raise BoardLostByLateness(board=late.board, mark=_MARKS[side])
    for late in waited:
        board_clocks.end(tx, followed.contest_id, side, late.board, at)
        _note(tx, followed, person_id, side, late.board, waits=False)
    return bool(waited)


def _late_on_own_boards(
    tx: Query, followed: Followed, side: int, person_id: PersonId, at: datetime
) -> list[LateOnBoard]:
    """What lateness the boards on which the person sits have, board by board."""
    seats = board_pairings(tx, followed.tournament, followed.match)
    found = (_late(followed, side, one.board, at) for one in seats if person_id in one.seats[side])
    return [late for late in found if late is not None]


def as_given(followed: Followed, told: list[BoardResult], at: datetime) -> list[BoardResult]:
    """The boards with the games marked as given that lateness has cost: they stand, and are not rated.

    Where a match was settled by absence, a correction of it says itself what was played.
    """
    result = followed.match.contest.result
    if result is not None and result.kind is not ResultKind.PLAYED:
        return told
    rulebook = followed.tournament.rulebook
    lost = lost_games(followed.match, at, rulebook, followed.outages)
    by_both = lost_by_both(followed.match, at, rulebook, followed.outages)
    return [
        _mark(one, *(one.score if one.board in by_both else (lost.get((1 - side, one.board), 0) for side in (0, 1))))
        for one in told
    ]


def _mark(board: BoardResult, *given: int) -> BoardResult:
    if board.modality == EXTRA or board.kind is not ResultKind.PLAYED:
        return board
    marks = [max(was, min(now, won)) for was, now, won in zip(board.walkover_games, given, board.score, strict=True)]
    return replace(board, walkover_games=(marks[0], marks[1]))


def refuse_as_played(followed: Followed, told: tuple[BoardResult, ...], at: datetime) -> None:
    """Raises BoardLostByLateness, or GamesLostByLateness, for a board that is told otherwise than lateness has left it.

    Where both of its players have lost it so, the arbiter says what stands (AIJE-D01-5.4, GO-22). Nothing can be given
    to a side that has nobody for the board.
    """
    rulebook = followed.tournament.rulebook
    of = games_of_boards(rulebook, followed.match.contest.stage)
    lost = lost_games(followed.match, at, rulebook, followed.outages)
    for (side, board), games in sorted(lost.items(), key=lambda one: one[0][::-1]):
        found = next((one for one in told if one.board == board and one.modality != EXTRA), None)
        if found is not None and (found.walkover_games[1 - side] >= games or has_nobody(found, 1 - side)):
            continue
        if games >= of[board - 1]:
            raise BoardLostByLateness(board=board, mark=_MARKS[side])
        raise GamesLostByLateness(n=games, board=board)


def has_nobody(board: BoardResult, side: int) -> bool:
    """Whether the side has nobody for the board, so that nothing of it can be given to the side."""
    return not board.players[side]


def refuse_lost_by_both(followed: Followed, at: datetime) -> None:
    """Raises BoardLostByBothLate for a captain's word on a board that both players have lost by lateness (GO-22)."""
    both = lost_by_both(followed.match, at, followed.tournament.rulebook, followed.outages)
    if both:
        raise BoardLostByBothLate(board=min(both))


def refuse_waiting(followed: Followed, at: datetime) -> None:
    """Raises BoardStillWaits while a board waits for its player, so that its game cannot have been played."""
    known = late_boards(followed.match, at, followed.tournament.rulebook, followed.outages)
    for one in known:
        if one.waits:
            raise BoardStillWaits(board=one.board)


def _late(followed: Followed, side: int, board: int, at: datetime) -> LateOnBoard | None:
    known = late_boards(followed.match, at, followed.tournament.rulebook, followed.outages)
    return next((one for one in known if (one.side, one.board) == (side, board)), None)


def _noting(tx: ActorTx, contest_id: ContestId) -> tuple[Followed, Person, tuple[int, ...]]:
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    if not boards_at_once(followed.tournament.rulebook):
        raise NotNow
    refuse_suspended(followed)
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        matches.require(tx, person, Act.STOP_MATCH, followed.match)
        return followed, person, (0, 1)
    matches.require_captain(tx, followed.match, person)
    return followed, person, (side,)


def _note(tx: Tx, followed: Followed, by: PersonId, side: int, board: int, *, waits: bool) -> BoardNoted:
    act = "wait_for_board" if waits else "here_on_board"
    matches.record(tx, followed, act, by, side=str(side), board=str(board))
    left = matches.reschedule_own(tx, followed)
    tx.touch(contest_subject(followed.contest_id))
    return BoardNoted(view_as_left(tx, left), side, board, waits)
