"""A score from the report to the settling: confirmed, disputed, changed, left to stand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.model import ConfirmReminder
from bot.features.playing.verbs import confirmed_by_both
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotYours, Outdated
from bot.play.contests import Length, ResultKind, rated_games
from bot.play.matches import MatchPhase, ReportAnswer
from tests.hall.board import ARBITER, STRANGER, Board, first_match
from tests.hall.calls import kinds
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.refusals import refuses


@pytest.fixture
def board(hall: Hall) -> Board:
    """A match in which both are there."""
    opened = first_match(hall)
    opened.here(0, 1)
    opened.wait(minutes=1)
    return opened


def answers(board: Board) -> list[ReportAnswer | None]:
    """What became of each report, oldest first."""
    return [one.answer for one in board.hall.ask(playing_reports_store.of_contest, board.contest_id)]


@pytest.mark.rule("AIJE-D01-3", "AIJE-B01-5")
def test_a_confirmed_score_settles_the_match(board: Board) -> None:
    board.report(0, (3, 1))
    board.confirm(1)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind, answers(board)) == ((3, 1), ResultKind.PLAYED, [ReportAnswer.CONFIRMED])


def test_both_reporting_the_same_score_is_a_confirmation(board: Board) -> None:
    board.report(0, (1, 3))
    board.report(1, (1, 3))
    assert board.view.state.phase is MatchPhase.SETTLED


def test_two_reports_that_differ_are_a_dispute_that_no_silence_settles(board: Board) -> None:
    board.report(0, (3, 1))
    board.report(1, (1, 3))
    assert board.view.state.phase is MatchPhase.DISPUTED
    board.wait(hours=3)
    assert board.view.contest.result is None
    assert kinds(board.hall) == [[MatterKind.DISPUTE]]
    assert answers(board) == [ReportAnswer.DISPUTED]


@pytest.mark.parametrize("comes_over", [0, 1])
@pytest.mark.parametrize("by_button", [True, False])
def test_either_may_agree_with_the_other_after_all(board: Board, comes_over: int, by_button: bool) -> None:
    scores = ((3, 1), (1, 3))
    board.report(0, scores[0])
    board.report(1, scores[1])
    other = scores[1 - comes_over]
    if by_button:
        board.hall.act(board.actor(comes_over), playing_reporting_verbs.accept_other, board.contest_id, board.report_id)
    else:
        board.report(comes_over, other)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind) == (other, ResultKind.PLAYED)
    assert answers(board) == [ReportAnswer.WITHDRAWN, ReportAnswer.CONFIRMED]
    assert board.hall.ask(confirmed_by_both, board.view.match)


def test_in_a_dispute_of_two_reports_a_second_click_and_a_third_score_change_nothing(board: Board) -> None:
    board.report(0, (3, 1))
    board.report(1, (1, 3))
    for side, own in ((0, (3, 1)), (1, (1, 3))):
        with pytest.raises(AlreadyDone):
            board.report(side, own)
        with refuses("error.DisputeIsOpen"):
            board.report(side, (3, 2))
    with refuses("error.DisputeIsOpen"):
        board.confirm(1)
    with refuses("error.OwnReport"):
        board.confirm(0)
    assert board.view.state.phase is MatchPhase.DISPUTED


def test_whoever_presses_confirm_under_the_own_score_as_the_others_comes_in_gives_nothing_away(board: Board) -> None:
    board.report(0, (3, 1))
    seen = board.report_id
    board.report(1, (1, 3))
    with refuses("error.OwnReport"):
        board.hall.act(board.actor(0), playing_reporting_verbs.confirm, board.contest_id, seen)
    assert board.view.contest.result is None


def test_the_arbiters_word_on_two_reports_that_differ_is_a_ruling(board: Board) -> None:
    board.report(0, (3, 1))
    board.report(1, (1, 3))
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.rule, board.contest_id, (3, 1), None)
    assert board.view.state.phase is MatchPhase.SETTLED
    assert not board.hall.ask(confirmed_by_both, board.view.match)


def test_a_dispute_in_words_is_not_for_the_two_to_settle_by_a_button(board: Board) -> None:
    board.report(0, (3, 1))
    board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "I won")
    for side in (0, 1):
        with refuses("error.DisputeIsOpen"):
            board.hall.act(board.actor(side), playing_reporting_verbs.accept_other, board.contest_id, board.report_id)


@pytest.mark.rule("AIJE-D01-3")
@pytest.mark.parametrize("score", [(2, 1), (3, 3), (4, 0), (5, 4), (0, 0)])
def test_a_best_of_five_cannot_end_otherwise_than_with_three(board: Board, score: tuple[int, int]) -> None:
    with refuses("error.ImpossibleScore"):
        board.report(0, score)


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D01-6")
def test_games_lost_by_absence_bound_what_can_be_reported(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=5)
    board.here(1)
    assert board.view.state.reportable(Length(5)) == ((3, 0), (3, 1), (3, 2), (2, 3))
    with refuses("error.ImpossibleScore"):
        board.report(1, (1, 3))
    board.report(1, (2, 3))
    board.confirm(0)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind, rated_games(result)) == ((2, 3), ResultKind.PLAYED, (0, 3))


def test_nothing_can_be_reported_while_somebody_is_missing(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    with refuses("error.StillMissing"):
        board.report(0, (3, 0))


def test_nothing_can_be_reported_while_the_match_is_suspended(board: Board) -> None:
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.suspend, board.contest_id, "the site is down")
    with refuses("error.MatchIsSuspended"):
        board.report(0, (3, 0))


def test_the_reporter_may_choose_again_while_nobody_has_answered(board: Board) -> None:
    board.report(0, (3, 0))
    before = board.report_id
    board.report(0, (3, 1))
    assert answers(board) == [ReportAnswer.WITHDRAWN, None]
    with pytest.raises(Outdated):
        board.hall.act(board.actor(1), playing_reporting_verbs.confirm, board.contest_id, before)


def test_a_double_click_reports_once(board: Board) -> None:
    board.report(0, (3, 0))
    with pytest.raises(AlreadyDone):
        board.report(0, (3, 0))
    assert answers(board) == [None]


def test_a_double_click_confirms_once(board: Board) -> None:
    board.report(0, (3, 0))
    actor, report_id = board.actor(1), board.report_id
    board.hall.act(actor, playing_reporting_verbs.confirm, board.contest_id, report_id)
    with refuses("error.MatchIsOver"):
        board.hall.act(actor, playing_reporting_verbs.confirm, board.contest_id, report_id)


def test_the_reporter_cannot_confirm_the_own_report(board: Board) -> None:
    board.report(0, (3, 0))
    with refuses("error.OwnReport"):
        board.confirm(0)


def test_strangers_neither_report_nor_answer(board: Board) -> None:
    board.report(0, (3, 0))
    stranger = board.hall.actor(STRANGER)
    with pytest.raises(NotAllowed):
        board.hall.act(stranger, playing_reporting_verbs.report, board.contest_id, (3, 0))
    with pytest.raises(NotYours):
        board.hall.act(stranger, playing_reporting_verbs.confirm, board.contest_id, board.report_id)
    with pytest.raises(NotYours):
        board.hall.act(stranger, playing_reporting_verbs.dispute, board.contest_id, board.report_id, "no")


@pytest.mark.parametrize(("seconds", "stands"), [(10 * 60 + 2, False), (10 * 60 + 3, True)])
def test_an_unanswered_report_stands_after_ten_minutes(board: Board, seconds: int, stands: bool) -> None:
    board.report(0, (3, 2))
    board.wait(seconds=seconds)
    assert (board.view.contest.result is not None) is stands
    assert answers(board) == [ReportAnswer.STOOD if stands else None]


def test_a_confirmation_at_the_very_end_counts_although_it_arrives_later(board: Board) -> None:
    board.report(0, (3, 2))
    board.wait(minutes=10, seconds=1)
    board.confirm(1)
    assert answers(board) == [ReportAnswer.CONFIRMED]


def test_the_other_side_is_reminded_once_after_five_minutes(board: Board) -> None:
    board.report(0, (3, 2))
    board.wait(minutes=4, seconds=59)
    assert board.said(ConfirmReminder) == []
    board.wait(minutes=3)
    assert len(board.said(ConfirmReminder)) == 1


def test_a_report_does_not_come_to_stand_while_discord_takes_no_reminder(board: Board) -> None:
    board.discord_takes_messages = False
    board.report(0, (3, 2))
    board.wait(minutes=20)
    assert answers(board) == [None]
    board.deliver(ConfirmReminder)
    board.wait(minutes=5, seconds=2)
    assert answers(board) == [None]
    board.wait(seconds=2)
    assert answers(board) == [ReportAnswer.STOOD]


def test_a_reminder_that_was_set_aside_holds_up_nothing(board: Board) -> None:
    board.discord_takes_messages = False
    board.report(0, (3, 2))
    board.wait(minutes=6)
    (reminder,) = board.said(ConfirmReminder)
    board.hall.do(tournaments_summons_verbs.park, reminder, "Unknown Channel")
    board.wait(minutes=5)
    assert answers(board) == [ReportAnswer.STOOD]


def test_a_dispute_stops_everything_and_rises_after_a_quarter_of_an_hour(board: Board) -> None:
    board.report(0, (3, 2))
    board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "it was 2-3")
    board.wait(minutes=14, seconds=59)
    assert (board.view.state.phase, kinds(board.hall)) == (MatchPhase.DISPUTED, [])
    board.wait(hours=5)
    assert (board.view.state.phase, kinds(board.hall)) == (MatchPhase.DISPUTED, [[MatterKind.DISPUTE]])


@pytest.mark.parametrize(("seconds", "stands"), [(5 * 60 + 2, False), (5 * 60 + 3, True)])
def test_a_report_does_not_come_to_stand_while_a_dispute_is_written(board: Board, seconds: int, stands: bool) -> None:
    board.report(0, (3, 2))
    board.wait(minutes=9, seconds=50)
    for _ in range(2):
        board.hall.act(board.actor(1), playing_reporting_verbs.doubt, board.contest_id, board.report_id)
    board.wait(seconds=seconds)
    assert answers(board) == [ReportAnswer.STOOD if stands else None]
    if not stands:
        board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "it was 2-3")
        assert board.view.state.phase is MatchPhase.DISPUTED


def test_the_time_to_write_a_dispute_is_given_once_and_never_shortens_the_time_to_answer(board: Board) -> None:
    board.report(0, (3, 2))
    board.wait(minutes=1)
    board.hall.act(board.actor(1), playing_reporting_verbs.doubt, board.contest_id, board.report_id)
    board.wait(minutes=8, seconds=59)
    board.hall.act(board.actor(1), playing_reporting_verbs.doubt, board.contest_id, board.report_id)
    assert answers(board) == [None]
    board.wait(seconds=5)
    assert answers(board) == [ReportAnswer.STOOD]


def test_who_cannot_dispute_is_told_before_writing_why(board: Board) -> None:
    board.report(0, (3, 2))
    with refuses("error.OwnReport"):
        board.hall.act(board.actor(0), playing_reporting_verbs.doubt, board.contest_id, board.report_id)
    with pytest.raises(NotYours):
        board.hall.act(board.hall.actor(STRANGER), playing_reporting_verbs.doubt, board.contest_id, board.report_id)
    board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "it was 2-3")
    with refuses("error.DisputeIsOpen"):
        board.hall.act(board.actor(1), playing_reporting_verbs.doubt, board.contest_id, board.report_id)


def test_a_dispute_says_what_is_seen_differently(board: Board) -> None:
    board.report(0, (3, 2))
    with pytest.raises(Missing):
        board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "  ")


def test_a_disputed_score_can_be_neither_confirmed_nor_replaced(board: Board) -> None:
    board.report(0, (3, 2))
    board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "it was 2-3")
    with refuses("error.DisputeIsOpen"):
        board.confirm(1)
    with refuses("error.DisputeIsOpen"):
        board.report(0, (3, 1))


def test_the_time_to_answer_is_a_quarter_of_an_hour_longer_after_an_outage(board: Board) -> None:
    board.report(0, (3, 2))
    board.wait(minutes=8)
    board.hall.do(playing_outage_verbs.note_alive)
    board.hall.now += timedelta(minutes=10)
    board.hall.do(wake_up)
    board.wait(minutes=15, seconds=2)
    assert board.view.contest.result is None
    board.wait(seconds=2)
    assert answers(board) == [ReportAnswer.STOOD]


def test_a_score_that_the_arbiter_gives_settles_at_once(board: Board) -> None:
    taken = board.hall.act(board.hall.actor(ARBITER), playing_reporting_verbs.report, board.contest_id, (3, 2))
    assert (taken.settled, board.view.state.phase) == (True, MatchPhase.SETTLED)
