"""One late player of a team that is there, waited for on the own board on the captain's or the arbiter's word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person, Presser
from bot.domain.contests import BoardResult
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.ids import ContestId, Occasion, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.lateness import late_start
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.team_play.board_lateness import LateOnBoard, has_limit, late_boards
from bot.errors import AlreadyDone, NotNow, Outdated
from bot.services import people as people_service
from bot.services.event_kinds import only_for
from bot.services.playing import matches
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import Followed, refuse_suspended
from bot.services.team_play.team_boards import paired
from bot.services.team_play.team_errors import BoardLostByLateness, BoardStillWaits, TooLateToWait
from bot.services.timetable import contest_subject
from bot.storage import board_clocks, panels
from bot.storage.database import Work

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
def page(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId) -> tuple[MatchView, tuple[int, ...]]:
    """The match, and of which sides who pressed may say that a player is late: an arbiter of both."""
    followed, _, sides = _noting(work, occasion, presser, contest_id)
    if followed.state(occasion.now).phase is not MatchPhase.PLAYING:
        raise NotNow
    return view_of(work, contest_id, occasion.now), sides


@only_for(*OF_TEAMS)
def wait_for(
    work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, side: int, board: int
) -> BoardNoted:
    """Notes that the player of the board has not come: lateness counts from the start of the match.

    Raises TooLateToWait once the limit is over: nothing is lost that nobody was told of, and the boards tell the rest.
    """
    followed, person, sides = _noting(work, occasion, presser, contest_id)
    start, rules = followed.match.contest.called_at, discipline_of(followed.tournament.rulebook)
    if followed.state(occasion.now).phase is not MatchPhase.PLAYING or start is None:
        raise NotNow
    if side not in sides or board not in {one.board for one in paired(work, followed.tournament, followed.match)}:
        raise Outdated
    so_far = late_start(start, occasion.now, rules)
    if so_far is not None and so_far.lost:
        raise TooLateToWait(board=board)
    if not board_clocks.start(work, contest_id, side, board, start, person.person_id):
        raise AlreadyDone
    return _noted(work, occasion, followed, person.person_id, side, board, waits=True)


@only_for(*OF_TEAMS)
def come(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, side: int, board: int) -> BoardNoted:
    """Notes that the player of the board is there; for an arbiter also that one who lost the board was there all along.

    Raises BoardLostByLateness for a captain whose player came too late.
    """
    followed, person, sides = _noting(work, occasion, presser, contest_id)
    if side not in sides:
        raise Outdated
    late = _late(followed, side, board, presser.at)
    if late is None:
        raise Outdated
    if late.found.lost:
        if len(sides) == 1:
            raise BoardLostByLateness(board=board, mark=_MARKS[side])
        board_clocks.remove(work, contest_id, side, board)
    elif not board_clocks.end(work, contest_id, side, board, presser.at):
        raise AlreadyDone
    return _noted(work, occasion, followed, person.person_id, side, board, waits=False)


def arrive(work: Work, occasion: Occasion, followed: Followed, side: int, person_id: PersonId, at: datetime) -> bool:
    """Ends the wait for who says to be there, on the own board; False where nobody waits for that person.

    Raises BoardLostByLateness for who comes after the limit.
    """
    seats = paired(work, followed.tournament, followed.match) if followed.match.board_clocks else ()
    board = next((one.board for one in seats if person_id in one.seats[side]), 0)
    late = _late(followed, side, board, at)
    if late is None or not (late.waits or late.found.lost):
        return False
    if late.found.lost:
        raise BoardLostByLateness(board=board, mark=_MARKS[side])
    board_clocks.end(work, followed.contest_id, side, board, at)
    _noted(work, occasion, followed, person_id, side, board, waits=False)
    return True


def refuse_as_played(followed: Followed, told: tuple[BoardResult, ...], at: datetime) -> None:
    """Raises BoardLostByLateness for a board that is told otherwise than lateness has ended it (GO-22).

    Where both of its players have lost it so, the arbiter says what stands.
    """
    known = late_boards(followed.match, at, followed.tournament.rulebook, followed.outages)
    lost = {(one.board, one.side) for one in known if one.found.lost}
    for board, side in sorted(lost):
        found = next((one for one in told if one.board == board), None)
        given = found is not None and found.walkover_games[1 - side] and not found.score[side]
        if not given and (board, 1 - side) not in lost:
            raise BoardLostByLateness(board=board, mark=_MARKS[side])


def refuse_waiting(followed: Followed, at: datetime) -> None:
    """Raises BoardStillWaits while a board waits for its player, so that its game cannot have been played."""
    known = late_boards(followed.match, at, followed.tournament.rulebook, followed.outages)
    for one in known:
        if one.waits:
            raise BoardStillWaits(board=one.board)


def _late(followed: Followed, side: int, board: int, at: datetime) -> LateOnBoard | None:
    known = late_boards(followed.match, at, followed.tournament.rulebook, followed.outages)
    return next((one for one in known if (one.side, one.board) == (side, board)), None)


def _noting(
    work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId
) -> tuple[Followed, Person, tuple[int, ...]]:
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = people_service.recognise(work, occasion, presser)
    if not has_limit(followed.tournament.rulebook):
        raise NotNow
    refuse_suspended(followed)
    side = matches.side_of(work, followed.match, person.person_id)
    if side is None:
        matches.require(work, presser, person, Act.STOP_MATCH, followed.match)
        return followed, person, (0, 1)
    matches.require_captain(work, followed.match, person)
    return followed, person, (side,)


def _noted(
    work: Work, occasion: Occasion, followed: Followed, by: PersonId, side: int, board: int, *, waits: bool
) -> BoardNoted:
    act = "wait_for_board" if waits else "here_on_board"
    matches.record(work, occasion, followed, act, by, side=str(side), board=str(board))
    matches.reschedule_match(work, followed.contest_id, occasion.now)
    panels.mark_stale(work, contest_subject(followed.contest_id), occasion.now)
    return BoardNoted(view_of(work, followed.contest_id, occasion.now), side, board, waits)
