"""How a score is written where nobody won a board, and where three sat at the table."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.features.playing import verbs as playing_verbs
from bot.play.contests import EXTRA, BoardResult, Result, ResultKind, Score, result_words, told_score, words

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WON, LOST, LEVEL = (1, 0), (0, 1), (0, 0)


def board(score: Score, kind: ResultKind = ResultKind.PLAYED, draws: int = 0, modality: str = "") -> BoardResult:
    return BoardResult(1, ((), ()), score, draws, kind=kind, modality=modality)


def match_of(*boards: BoardResult) -> Result:
    """A result that counts boards: whatever nobody won stands among the level ones."""
    counted = [one for one in boards if one.modality != EXTRA]
    won = tuple(sum(one.score[side] > one.score[1 - side] for one in counted) for side in (0, 1))
    return Result(won, (0, 0), ResultKind.PLAYED, NOON, draws=len(counted) - sum(won), boards=boards)


@pytest.mark.rule("GO-17.5", "GO-20", "AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ((board(WON), board(WON), board(LOST), board(LEVEL, ResultKind.BOTH_LOST)), "2–1"),
        ((board(WON), board(WON), board(LOST), board(LEVEL, ResultKind.NO_RESULT)), "2–1"),
        ((board(WON), board(LEVEL, draws=1), board(LOST), board(LEVEL, ResultKind.BOTH_LOST)), "1½–1½ (½×1)"),
        ((board(LEVEL, ResultKind.BOTH_LOST), board(LEVEL, ResultKind.BOTH_LOST)), "0–0"),
        ((board(WON), board(WON), board(LOST), board(LEVEL, draws=1)), "2½–1½ (½×1)"),
        ((board(WON), board(LEVEL, ResultKind.BOTH_LOST), board(WON, modality=EXTRA)), "1–0"),
    ],
)
def test_a_board_that_both_lost_is_nobodys_half(boards: tuple[BoardResult, ...], said: str) -> None:
    result = match_of(*boards)
    assert result_words(result) == said
    assert playing_verbs.result_words(result) == said
    assert playing_verbs.score_words(told_score(result), result.particulars) == said


def test_the_words_without_the_boards_would_tell_a_half_that_nobody_won() -> None:
    """The fault as it was: what this guards against is seen."""
    result = match_of(board(WON), board(WON), board(LOST), board(LEVEL, ResultKind.BOTH_LOST))
    assert words(told_score(result)) == "2½–1½ (½×1)"


@pytest.mark.rule("OTE-2.8")
@pytest.mark.parametrize(("score", "said"), [((0, 0, 1), "0–0–1"), ((1, 0, 1), "1–0–1"), ((1, 0, 0), "1–0–0")])
def test_the_third_at_a_table_is_no_drawn_game(score: Score, said: str) -> None:
    result = Result(score, (0, 0, 0), ResultKind.PLAYED, NOON)
    assert playing_verbs.result_words(result) == said


@pytest.mark.parametrize("games", [(2, 3), (1, 4)])
def test_where_games_are_counted_only_those_of_the_unwon_board_fall_away(games: Score) -> None:
    """Two boards of four games: one played with a drawn game, one that both lost with all of its games."""
    won, lost = games
    played = board((won, lost), draws=1)
    result = Result(
        games, (0, 0), ResultKind.PLAYED, NOON, draws=5, boards=(played, board(LEVEL, ResultKind.BOTH_LOST))
    )
    assert result_words(result) == words((won, lost, 1))
