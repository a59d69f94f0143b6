"""What both players and the arbiter have confirmed is final, save for fraud; a complaint about the play lapses."""

from __future__ import annotations

import pytest

from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import Confirmed
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.kernel.errors import AlreadyDone, NotAllowed, NotNow
from tests.hall.board import ARBITER, STRANGER, Board, first_match
from tests.hall.go import go_rules
from tests.hall.hall import Hall
from tests.refusals import refuses

ORGANISER = 1


@pytest.fixture
def board(hall: Hall) -> Board:
    """A match of Go in which both are there."""
    opened = first_match(hall, rulebook=go_rules(), players=4)
    opened.here(0, 1)
    opened.wait(minutes=1)
    return opened


def confirm_as(board: Board, number: int) -> None:
    board.hall.act(board.hall.actor(number), playing_correcting_verbs.confirm_result, board.contest_id)


def correct(board: Board) -> None:
    hall = board.hall
    hall.act(hall.actor(ORGANISER), playing_correcting_verbs.correct, board.contest_id, (0, 1), 0, "mixed up")


@pytest.mark.rule("GO-16.4")
def test_a_result_confirmed_by_both_and_by_the_arbiter_is_final(board: Board) -> None:
    board.report(0, (1, 0))
    board.confirm(1)
    before = board.view.confirmed
    confirm_as(board, ARBITER)
    assert (before, board.view.confirmed) == (Confirmed.BY_PLAYERS, Confirmed.BY_ALL)
    with refuses("error.ResultIsFinal"):
        correct(board)
    with refuses("error.ResultIsFinal"):
        board.hall.ask_as(board.hall.actor(ORGANISER), playing_correcting_verbs.correctable, board.contest_id)
    with pytest.raises(AlreadyDone):
        confirm_as(board, ARBITER)


@pytest.mark.rule("GO-16.4")
def test_until_the_arbiter_confirms_a_review_can_still_put_it_right(board: Board) -> None:
    board.report(0, (1, 0))
    board.confirm(1)
    board.wait(minutes=1)
    correct(board)
    assert board.view.state.score == (0, 1)
    with pytest.raises(NotNow):
        confirm_as(board, ARBITER)


@pytest.mark.rule("GO-16.4")
def test_a_player_may_dispute_until_both_have_confirmed(board: Board) -> None:
    board.report(0, (1, 0))
    board.hall.act(
        board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "look at the board"
    )
    assert board.view.contest.result is None


@pytest.mark.rule("GO-16.4")
def test_what_a_ruling_or_the_time_has_settled_was_not_confirmed_by_both(hall: Hall, board: Board) -> None:
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.rule, board.contest_id, (1, 0), "seen")
    assert board.view.confirmed is Confirmed.NOT_ASKED
    with pytest.raises(NotNow):
        confirm_as(board, ARBITER)


@pytest.mark.rule("GO-16.4")
def test_a_disputed_score_that_the_arbiter_found_right_was_not_confirmed_by_both(hall: Hall, board: Board) -> None:
    board.report(0, (1, 0))
    hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "no")
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.rule, board.contest_id, (1, 0), "seen")
    assert board.view.confirmed is Confirmed.NOT_ASKED


def test_a_report_that_stood_for_want_of_an_answer_was_not_confirmed(board: Board) -> None:
    board.report(0, (1, 0))
    board.wait(minutes=30)
    assert board.view.contest.result is not None
    assert board.view.confirmed is Confirmed.NOT_ASKED


def test_only_who_rules_on_the_match_confirms_it(board: Board) -> None:
    board.report(0, (1, 0))
    board.confirm(1)
    with pytest.raises(NotAllowed):
        confirm_as(board, STRANGER)
    with pytest.raises(OwnMatch):
        confirm_as(board, board.numbers[0])


def test_an_event_of_the_association_asks_nothing_of_the_kind(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0, 1)
    board.report(0, (3, 0))
    board.confirm(1)
    assert board.view.confirmed is Confirmed.NOT_ASKED
    with pytest.raises(NotNow):
        confirm_as(board, ARBITER)
