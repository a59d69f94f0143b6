"""Boards of a match of teams told beside the usual way: late players, counts, boards nobody won, a whole challenge.

A late player is waited for on the captain's or the arbiter's word. A count, or a board that nobody has won, is GO-9,
GO-17.5 and GO-20. A challenge is written down game after game by the arbiter, and corrected (GO-26.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from bot.features.playing import board_store as playing_board_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.correcting_verbs import binding
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.reading_verbs import view_as_left, view_of
from bot.features.playing.verbs import refuse_suspended, score_words
from bot.features.teams import boards_verbs
from bot.features.teams.boards_verbs import board_pairings, orders_of
from bot.features.teams.errors_model import EndingIsRuled, GamesLostByLateness, ImpossibleBoard, RefusedAtBoard
from bot.features.teams.model import LateOnBoard, has_limit, is_free, late_boards, lost_by_both, lost_games
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.recusal_verbs import AloneInEvent, repeatable
from bot.features.tournaments.verbs import only_for
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotNow, Outdated, Refused, RefusedNumber, RefusedText, UserError
from bot.kernel.ids import ContestId, PersonId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import EXTRA, LOVE, BoardResult, Particulars, ResultKind, Score, possible_results
from bot.play.counts import (
    MARKS,
    BothLost,
    ImpossibleCount,
    ToldBoard,
    black_number,
    boards_are_counted,
    counted_board,
    endings,
    example_score,
    read_board,
    read_ending,
    until_settled,
)
from bot.play.entries import Tournament
from bot.play.matches import Match, MatchPhase
from bot.play.points import OF_TEAMS, begins, boards_at_once, draws_possible, games_of_boards, without_a_winner
from bot.play.rulebook import Rulebook
from bot.play.teams import Pairing, begin, boards
from bot.server import verbs as server_verbs
from bot.server.model import Act

# --- late players ---------------------------------------------------------------------------------------------------


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
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    if match_context.state(tx.now).phase is not MatchPhase.PLAYING:
        raise NotNow
    return view_of(tx, contest_id, tx.now), sides


@only_for(*OF_TEAMS)
@repeatable
def wait_for(tx: ActorTx, contest_id: ContestId, side: int, board: int) -> BoardNoted:
    """Notes that the player of the board is missing: lateness counts from the start of the match, or from the word.

    Raises TooLateToWait once the limit is over: nothing is lost that nobody was told of, and the boards tell the rest.
    """
    match_context, person, sides = _noting(tx, contest_id)
    rulebook, called_at = match_context.tournament.rulebook, match_context.match.contest.called_at
    if match_context.state(tx.now).phase is not MatchPhase.PLAYING or called_at is None:
        raise NotNow
    if side not in sides or not _has_board(tx, match_context, board):
        raise Outdated
    rested = boards_verbs.time_rested(tx, match_context)
    free = is_free(match_context.match, tx.now, rulebook, match_context.outages, rested)
    if has_limit(rulebook) and not free:
        # The limit of lateness is over: the captains, or the arbiter, tell the board as it is (GO-22).
        raise RefusedNumber("error.TooLateToWait", number=board)
    late = _late(match_context, side, board, tx.now)
    if _is_noted(late, rulebook):
        raise AlreadyDone
    start, rest = (called_at, rested) if free and late is None else (tx.now, timedelta())
    playing_board_store.start_board_clock(tx, contest_id, side, board, start, person.person_id, rest)
    return _note(tx, match_context, person.person_id, side, board, waits=True)


def _has_board(tx: Query, match_context: MatchContext, board: int) -> bool:
    return any(
        board_pairing.board == board
        for board_pairing in board_pairings(tx, match_context.tournament, match_context.match)
    )


def _is_noted(late: LateOnBoard | None, rulebook: Rulebook) -> bool:
    """Whether another word would add nothing; without a limit who came late once may be waited for again."""
    return late is not None and (has_limit(rulebook) or late.waits or late.found.lost)


@only_for(*OF_TEAMS)
@repeatable
def come(tx: ActorTx, contest_id: ContestId, side: int, board: int) -> BoardNoted:
    """Notes that the player of the board is there; for an arbiter also that one who lost the board was there all along.

    Raises BoardLostByLateness for a captain whose player came too late.
    """
    match_context, person, sides = _noting(tx, contest_id)
    if side not in sides:
        raise Outdated
    late = _late(match_context, side, board, tx.pressed_at)
    if late is None:
        raise Outdated
    if late.found.lost:
        if len(sides) == 1:
            # A player came too late for the own board, which is told as given (GO-22).
            raise RefusedAtBoard("error.BoardLostByLateness", board=board, mark=_MARKS[side])
        playing_board_store.remove_board_clock(tx, contest_id, side, board)
    elif not playing_board_store.end_board_clock(tx, contest_id, side, board, tx.pressed_at):
        raise AlreadyDone
    return _note(tx, match_context, person.person_id, side, board, waits=False)


def arrive(tx: Tx, match_context: MatchContext, side: int, person_id: PersonId, at: datetime) -> bool:
    """Ends the wait for who says to be there, on each own board; False where nobody waits for that person.

    Raises BoardLostByLateness for who comes after the limit.
    """
    own = _late_on_own_boards(tx, match_context, side, person_id, at) if match_context.match.board_clocks else []
    waited = [late for late in own if late.waits]
    for late in own if not waited else ():
        if late.found.lost:
            raise RefusedAtBoard("error.BoardLostByLateness", board=late.board, mark=_MARKS[side])
    for late in waited:
        playing_board_store.end_board_clock(tx, match_context.contest_id, side, late.board, at)
        _note(tx, match_context, person_id, side, late.board, waits=False)
    return bool(waited)


def _late_on_own_boards(
    tx: Query, match_context: MatchContext, side: int, person_id: PersonId, at: datetime
) -> list[LateOnBoard]:
    """What lateness the boards on which the person sits have, board by board."""
    seats = board_pairings(tx, match_context.tournament, match_context.match)
    found = (_late(match_context, side, seat.board, at) for seat in seats if person_id in seat.seats[side])
    return [late for late in found if late is not None]


def as_given(match_context: MatchContext, told: list[BoardResult], at: datetime) -> list[BoardResult]:
    """The boards with the games marked as given that lateness has cost: they stand, and are not rated.

    Where a match was settled by absence, a correction of it says itself what was played.
    """
    result = match_context.match.contest.result
    if result is not None and result.kind is not ResultKind.PLAYED:
        return told
    rulebook = match_context.tournament.rulebook
    lost = lost_games(match_context.match, at, rulebook, match_context.outages)
    by_both = lost_by_both(match_context.match, at, rulebook, match_context.outages)
    return [
        _mark(one, *(one.score if one.board in by_both else (lost.get((1 - side, one.board), 0) for side in (0, 1))))
        for one in told
    ]


def _mark(board: BoardResult, *given: int) -> BoardResult:
    if board.modality == EXTRA or board.kind is not ResultKind.PLAYED:
        return board
    marks = [max(was, min(now, won)) for was, now, won in zip(board.walkover_games, given, board.score, strict=True)]
    return replace(board, walkover_games=(marks[0], marks[1]))


def refuse_as_played(match_context: MatchContext, told: tuple[BoardResult, ...], at: datetime) -> None:
    """Raises BoardLostByLateness, or GamesLostByLateness, for a board that is told otherwise than lateness has left it.

    Where both of its players have lost it so, the arbiter says what stands (AIJE-D01-5.4, GO-22). Nothing can be given
    to a side that has nobody for the board.
    """
    rulebook = match_context.tournament.rulebook
    of = games_of_boards(rulebook, match_context.match.contest.stage)
    lost = lost_games(match_context.match, at, rulebook, match_context.outages)
    for (side, board), games in sorted(lost.items(), key=lambda one: one[0][::-1]):
        found = next((one for one in told if one.board == board and one.modality != EXTRA), None)
        if found is not None and (found.walkover_games[1 - side] >= games or has_nobody(found, 1 - side)):
            continue
        if games >= of[board - 1]:
            raise RefusedAtBoard("error.BoardLostByLateness", board=board, mark=_MARKS[side])
        raise GamesLostByLateness(n=games, board=board)


def has_nobody(board: BoardResult, side: int) -> bool:
    """Whether the side has nobody for the board, so that nothing of it can be given to the side."""
    return not board.players[side]


def refuse_lost_by_both(match_context: MatchContext, at: datetime) -> None:
    """Raises BoardLostByBothLate for a captain's word on a board that both players have lost by lateness (GO-22)."""
    both = lost_by_both(match_context.match, at, match_context.tournament.rulebook, match_context.outages)
    if both:
        # Both players of a board have lost it by lateness, and an arbiter says what stands (AIJE-D01-5.4, GO-22).
        raise RefusedNumber("error.BoardLostByBothLate", number=min(both))


def refuse_waiting(match_context: MatchContext, at: datetime) -> None:
    """Raises BoardStillWaits while a board waits for its player, so that its game cannot have been played."""
    known = late_boards(match_context.match, at, match_context.tournament.rulebook, match_context.outages)
    for one in known:
        if one.waits:
            # A board waits for its player, so that no game can have ended on it (GO-22).
            raise RefusedNumber("error.BoardStillWaits", number=one.board)


def _late(match_context: MatchContext, side: int, board: int, at: datetime) -> LateOnBoard | None:
    known = late_boards(match_context.match, at, match_context.tournament.rulebook, match_context.outages)
    return next((one for one in known if (one.side, one.board) == (side, board)), None)


def _noting(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, Person, tuple[int, ...]]:
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    if not boards_at_once(match_context.tournament.rulebook):
        raise NotNow
    refuse_suspended(match_context)
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        playing_verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
        return match_context, person, (0, 1)
    playing_verbs.require_captain(tx, match_context.match, person)
    return match_context, person, (side,)


def _note(tx: Tx, match_context: MatchContext, by: PersonId, side: int, board: int, *, waits: bool) -> BoardNoted:
    act = "wait_for_board" if waits else "here_on_board"
    playing_verbs.record(tx, match_context, act, by, side=str(side), board=str(board))
    left = playing_verbs.reschedule_own(tx, match_context)
    tx.touch(contest_subject(match_context.contest_id))
    return BoardNoted(view_as_left(tx, left), side, board, waits)


# --- boards that are told by more than games ------------------------------------------------------------------------


def ended_board(tx: Query, match_context: MatchContext, met: Pairing, text: str) -> BoardResult | None:
    """The board where a count was told of it, or that nobody has won it; None for everything else.

    Raises ImpossibleBoard for a count that no board gives, and BoardLostByBoth.
    """
    rulebook, contest = match_context.tournament.rulebook, match_context.match.contest
    if not any(met.seats):
        # Nobody of either side is left for the board: it gives nothing, whatever is written.
        return BoardResult(met.board, met.seats, LOVE, kind=ResultKind.BOTH_LOST)
    if not all(met.seats):
        return None
    kind = read_ending(text)
    if kind is not None and kind in endings(rulebook):
        return BoardResult(met.board, met.seats, LOVE, kind=kind)
    black = _number(text) if boards_are_counted(rulebook, contest.stage) else None
    return None if black is None else _count(tx, match_context, met, text, black)


def _count(tx: Query, match_context: MatchContext, met: Pairing, text: str, black: Fraction) -> BoardResult:
    rulebook, contest = match_context.tournament.rulebook, match_context.match.contest
    settled_at = None if contest.result is None else contest.result.settled_at
    given = until_settled(playing_board_store.warnings_of_contest(tx, contest.contest_id), settled_at)
    try:
        found = counted_board(rulebook, contest, (met.board, begins(contest.first_side, met.turn)), black, given)
    except BothLost:
        raise RefusedAtBoard("error.BoardLostByBoth", board=met.board, mark=MARKS[ResultKind.BOTH_LOST]) from None
    if found.side is None and not draws_possible(rulebook, 1):
        raise ImpossibleBoard(board=met.board, given=text, n=1, example=example_score(1))
    return BoardResult(met.board, met.seats, found.score, int(found.side is None), count=float(black))


def refuse_nobody_sits(met: Pairing, told: ToldBoard | None) -> None:
    """Raises NobodySits where one side has nobody for the board, and it is told as anything but given (GO-28.4)."""
    empty = [side for side in (0, 1) if not met.seats[side]]
    if len(empty) == 1 and (told is None or told.walkover[1 - empty[0]] == 0 or told.score[empty[0]]):
        # A side has nobody for a board, which is told as given (GO-28.4).
        raise RefusedAtBoard("error.NobodySits", board=met.board, mark=("-+", "+-")[empty[0]])


def refuse_ruled(boards: Sequence[BoardResult]) -> None:
    """Raises EndingIsRuled for the first board that only an arbiter can say has no winner (GO-17.5, GO-20)."""
    for board in boards:
        if board.kind is not ResultKind.PLAYED and any(board.players):
            raise EndingIsRuled(board=board.board, given=MARKS[board.kind])


def _number(text: str) -> Fraction | None:
    """The number of who begins; None for what is no number of stones, such as a score."""
    try:
        return black_number(text)
    except ImpossibleCount:
        return None


def refuse_without_boards(match_context: MatchContext, score: Score, particulars: Particulars) -> None:
    """Raises CorrectedByBoards for a right score of teams that says nothing of the boards, or ImpossibleScore."""
    if not particulars.boards:
        raise Refused("error.CorrectedByBoards")
    if in_full(match_context, score, particulars) not in possible_results(
        match_context.match.contest.length, binding(match_context)
    ):
        raise RefusedText("error.ImpossibleScore", text=score_words(score))


def in_full(match_context: MatchContext, score: Score, particulars: Particulars) -> Score:
    """The score of the boards with those that nobody has won, which are no draws, counted as if they were."""
    if len(score) == len(LOVE) or not particulars.boards:
        return score
    return (
        *score[:2],
        without_a_winner(particulars.boards, match_context.tournament.rulebook, match_context.match.contest.stage),
    )


# --- a whole challenge ----------------------------------------------------------------------------------------------


class GamesMissing(UserError):
    """Both sides still have somebody: the match has more games than were told."""

    number: int
    first: str
    second: str


def read_games(tx: Query, tournament: Tournament, match: Match, texts: Sequence[str]) -> tuple[Score, Particulars]:
    """All games of the match as they were written, one after another, with who played them by the orders.

    Raises LineUpsMissing, ImpossibleBoard with the game, GameAfterTheEnd, and GamesMissing.
    """
    orders = orders_of(tx, tournament, match)
    if orders is None:
        raise Refused("error.LineUpsMissing")
    course = begin(*orders)
    for number, text in enumerate(texts, start=1):
        told = read_board(text, 1, drawable=False)
        if told is None:
            raise ImpossibleBoard(board=number, given=text, n=1, example=example_score(1))
        if course.winner is not None:
            raise RefusedNumber("error.GameAfterTheEnd", number=number)
        course = course.won_by(told.score.index(1), given=bool(sum(told.walkover)))
    playing = course.at_board
    if playing is not None:
        people = people_store.by_ids(tx, playing)
        first, second = (people[one].name for one in playing)
        raise GamesMissing(number=course.number, first=first, second=second)
    return course.score, Particulars(boards=boards(course))
