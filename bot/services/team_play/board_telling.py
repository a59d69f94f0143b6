"""A board that is told by more than games won: by its count, or as one that nobody has won (GO-9, GO-17.5, GO-20)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.domain.contests import BoardResult, Particulars, ResultKind, Score
from bot.domain.events.event_kinds import draws_possible
from bot.domain.playing.go_counting import BothLost, ImpossibleCount, black_number
from bot.domain.scores import LOVE, possible_results
from bot.domain.team_play.board_counts import boards_are_counted, counted_board, until_settled
from bot.domain.team_play.board_draws import without_a_winner
from bot.domain.team_play.board_endings import MARKS, endings, read_ending
from bot.domain.team_play.board_order import begins
from bot.domain.team_play.board_reports import ToldBoard, example_score
from bot.domain.team_play.line_ups import Pairing
from bot.services.playing.correcting import binding
from bot.services.playing.followed import Followed
from bot.services.playing.matches import ImpossibleScore, score_words
from bot.services.team_play.team_errors import (
    BoardLostByBoth,
    CorrectedByBoards,
    EndingIsRuled,
    ImpossibleBoard,
    NobodySits,
)
from bot.storage import warnings
from bot.storage.context import Query


def ended_board(tx: Query, followed: Followed, met: Pairing, text: str) -> BoardResult | None:
    """The board where a count was told of it, or that nobody has won it; None for everything else.

    Raises ImpossibleBoard for a count that no board gives, and BoardLostByBoth.
    """
    rulebook, contest = followed.tournament.rulebook, followed.match.contest
    if not any(met.seats):
        # Nobody of either side is left for the board: it gives nothing, whatever is written.
        return BoardResult(met.board, met.seats, LOVE, kind=ResultKind.BOTH_LOST)
    if not all(met.seats):
        return None
    kind = read_ending(text)
    if kind is not None and kind in endings(rulebook):
        return BoardResult(met.board, met.seats, LOVE, kind=kind)
    black = _number(text) if boards_are_counted(rulebook, contest.stage) else None
    return None if black is None else _count(tx, followed, met, text, black)


def _count(tx: Query, followed: Followed, met: Pairing, text: str, black: Fraction) -> BoardResult:
    rulebook, contest = followed.tournament.rulebook, followed.match.contest
    settled_at = None if contest.result is None else contest.result.settled_at
    given = until_settled(warnings.of_contest(tx, contest.contest_id), settled_at)
    try:
        found = counted_board(rulebook, contest, (met.board, begins(contest.first_side, met.turn)), black, given)
    except BothLost:
        raise BoardLostByBoth(board=met.board, mark=MARKS[ResultKind.BOTH_LOST]) from None
    if found.side is None and not draws_possible(rulebook, 1):
        raise ImpossibleBoard(board=met.board, given=text, n=1, example=example_score(1))
    return BoardResult(met.board, met.seats, found.score, int(found.side is None), count=float(black))


def refuse_nobody_sits(met: Pairing, told: ToldBoard | None) -> None:
    """Raises NobodySits where one side has nobody for the board, and it is told as anything but given (GO-28.4)."""
    empty = [side for side in (0, 1) if not met.seats[side]]
    if len(empty) == 1 and (told is None or told.walkover[1 - empty[0]] == 0 or told.score[empty[0]]):
        raise NobodySits(board=met.board, mark=("-+", "+-")[empty[0]])


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


def refuse_without_boards(followed: Followed, score: Score, told: Particulars) -> None:
    """Raises CorrectedByBoards for a right score of teams that says nothing of the boards, or ImpossibleScore."""
    if not told.boards:
        raise CorrectedByBoards
    if in_full(followed, score, told) not in possible_results(followed.match.contest.length, binding(followed)):
        raise ImpossibleScore(score=score_words(score))


def in_full(followed: Followed, score: Score, told: Particulars) -> Score:
    """The score of the boards with those that nobody has won, which are no draws, counted as if they were."""
    if len(score) == len(LOVE) or not told.boards:
        return score
    return (*score[:2], without_a_winner(told.boards, followed.tournament.rulebook, followed.match.contest.stage))
