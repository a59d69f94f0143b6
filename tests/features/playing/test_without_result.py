"""Staff stay silent: after a day the players of a match can end it together, and a final by the lot."""

from __future__ import annotations

import pytest

from bot.features.cases import store as cases_store
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.model import LotOffered, ResultWanted, StaffSilent, ending_of
from bot.features.tournaments.facts_verbs import contest_subject
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotYours
from bot.kernel.outages import Rung, Step
from bot.layout.cards import Button
from bot.play.contests import ResultKind, Stage
from bot.play.matches import Ending
from bot.rulebooks.library import preset
from bot.wiring import ALL
from tests.hall.board import STRANGER, Board, first_match
from tests.hall.hall import Hall
from tests.hall.squads import replays
from tests.hall.stillness import open_to_all
from tests.refusals import refuses


def playing(hall: Hall, stage: Stage | None = None) -> Board:
    """A match of a cup in which both are there, and of which nobody says anything more."""
    board = first_match(hall, players=4, stage=stage, rulebook=open_to_all("cup"))
    board.here(0, 1)
    return board


def agree(board: Board, side: int, ending: Ending = Ending.WITHOUT_RESULT) -> None:
    board.hall.act(board.actor(side), playing_presence_verbs.agree, board.contest_id, ending)


def is_over(board: Board) -> bool:
    return board.view.contest.result is not None


def rung(board: Board) -> Rung:
    told = board.hall.ask(kernel_time_store.load_standstill, contest_subject(board.contest_id))
    return Rung.NOTHING if told is None else told.rung


def test_players_are_reminded_once_then_staff_are_asked_four_times_and_then_it_rests(hall: Hall) -> None:
    board = playing(hall)
    seen = [rung(board)]
    for hours in (1, 2, 24, 48, 96, 500):
        board.wait(hours=hours)
        seen.append(rung(board))
    assert seen == [Rung.NOTHING, Rung.REMINDED, Rung.ASKED, Rung.AFTER_A_DAY, Rung.AFTER_THREE_DAYS, Rung(5), Rung(5)]
    assert len(board.said(ResultWanted)) == 1
    assert len(board.said(StaffSilent)) == 1
    assert hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id)) == {}


def test_a_report_ends_the_ladder_and_a_withdrawn_dispute_does_not_begin_it_early(hall: Hall) -> None:
    board = playing(hall)
    board.wait(minutes=30)
    board.report(0, (2, 0))
    assert Step.TELL_STILL not in hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))
    board.confirm(1)
    assert rung(board) is Rung.NOTHING


def test_what_rests_is_awake_again_with_any_press(hall: Hall) -> None:
    board = playing(hall)
    board.wait(days=20)
    assert rung(board) is Rung.AFTER_A_WEEK
    hall.act(board.actor(0), playing_ruling_verbs.add_recording, board.contest_id, "https://example.com/game")
    board.wait(hours=3)
    assert rung(board) is Rung.ASKED


def test_before_a_day_of_silence_the_players_cannot_end_it(hall: Hall) -> None:
    board = playing(hall)
    board.wait(hours=20)
    with refuses("error.StaffAreAskedFirst"):
        agree(board, 0)


def test_both_lose_once_both_have_pressed_and_one_press_does_nothing(hall: Hall) -> None:
    board = playing(hall)
    board.wait(hours=30)
    agree(board, 0)
    assert not is_over(board)
    with pytest.raises(AlreadyDone):
        agree(board, 0)
    with pytest.raises(NotYours):
        hall.act(hall.actor(STRANGER), playing_presence_verbs.agree, board.contest_id, Ending.WITHOUT_RESULT)
    agree(board, 1)
    result = board.view.contest.result
    assert result is not None
    assert (result.kind, result.score, result.paired_as_winner) == (ResultKind.BOTH_LOST, (0, 0), None)


def test_a_disputed_score_is_decided_by_no_clock_but_both_can_end_the_match(hall: Hall) -> None:
    board = playing(hall)
    board.report(0, (2, 0))
    board.report(1, (0, 2))
    board.wait(days=60)
    assert board.view.contest.result is None
    assert rung(board) is Rung.AFTER_A_WEEK
    agree(board, 0)
    agree(board, 1)
    assert board.view.contest.result is not None


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize("disputed", [False, True])
def test_who_came_and_ends_the_match_without_staff_is_asked_for_no_reason_of_an_absence(
    hall: Hall, disputed: bool
) -> None:
    board = first_match(hall)
    board.here(0, 1)
    if disputed:
        board.report(0, (3, 0))
        board.report(1, (0, 3))
    board.wait(days=3)
    agree(board, 0)
    agree(board, 1)
    assert is_over(board)
    assert hall.ask(cases_store.of_tournament, board.tournament.tournament_id) == []


@pytest.mark.rule("AIJE-D01-5.3")
def test_who_stayed_away_is_asked_for_a_reason_also_after_both_have_ended_the_match(hall: Hall) -> None:
    board = first_match(hall)
    board.wait(days=3)
    agree(board, 0)
    agree(board, 1)
    assert board.view.contest.result is not None
    assert board.view.contest.result.kind is ResultKind.DOUBLE_WALKOVER
    assert len(hall.ask(cases_store.of_tournament, board.tournament.tournament_id)) == 2


def test_who_lost_cannot_take_up_an_agreement_of_before_the_match_was_played(hall: Hall) -> None:
    board = playing(hall)
    board.wait(hours=30)
    agree(board, 0)
    board.report(0, (2, 0))
    board.report(1, (0, 2))
    agree(board, 1)
    assert not is_over(board)
    agree(board, 0)
    assert is_over(board)


def test_a_match_that_staff_resume_needs_the_word_of_both_anew(hall: Hall) -> None:
    board = playing(hall)
    board.wait(hours=30)
    agree(board, 0)
    hall.act(hall.actor(1), playing_ruling_verbs.suspend, board.contest_id, "A storm")
    hall.act(hall.actor(1), playing_ruling_verbs.resume, board.contest_id)
    agree(board, 1)
    assert not is_over(board)


def test_a_told_score_is_answered_first(hall: Hall) -> None:
    board = playing(hall)
    board.wait(hours=30)
    board.report(0, (2, 0))
    with refuses("error.AnswerTheReport"):
        agree(board, 1)


def test_a_final_goes_to_the_lot_once_both_accept_it_and_the_record_says_so(hall: Hall) -> None:
    board = playing(hall, Stage.FINAL)
    board.wait(hours=30)
    with refuses("error.LotNotOffered"):
        agree(board, 0, Ending.LOT)
    agree(board, 0)
    agree(board, 1)
    assert len(board.said(LotOffered)) == 1
    agree(board, 1, Ending.LOT)
    assert hall.load(board.tournament).ended_at is None
    agree(board, 0, Ending.LOT)
    result = board.view.contest.result
    assert result is not None
    assert result.paired_as_winner in {0, 1}
    assert hall.load(board.tournament).ended_at is not None
    replays(hall, board.tournament)


def test_a_match_for_a_title_is_ended_by_staff_alone(hall: Hall) -> None:
    rules = preset("aije-world")
    board = playing(hall)
    assert ending_of(board.view.contest, rules) is None


def test_a_press_of_the_organisers_starts_the_ladder_anew(hall: Hall) -> None:
    board = playing(hall)
    board.wait(hours=30)
    assert rung(board) is Rung.AFTER_A_DAY
    hall.act(board.actor(0), playing_reporting_verbs.call_arbiter, board.contest_id)
    assert rung(board) is Rung.NOTHING


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", [None, Stage.FINAL])
def test_each_message_names_both_and_leads_on_by_its_button_in_each_language(
    hall: Hall, locale: str, stage: Stage | None
) -> None:
    board = playing(hall, stage)
    board.wait(hours=30)
    agree(board, 0)
    if stage:
        agree(board, 1)
    for kind in (ResultWanted, StaffSilent, *([LotOffered] if stage else [])):
        (promise,) = board.said(kind)
        composed = hall.ask(ALL[kind], promise)
        assert composed is not None
        told = composed(Translator(locale))
        text = "\n".join(told.paragraphs)
        assert all(f"<@{number}>" in text for number in board.numbers)
        assert told.pings == set(board.numbers)
        verbs_shown = {
            one.custom_id.partition(":")[0]
            for row in told.controls
            if isinstance(row, tuple)
            for one in row
            if isinstance(one, Button)
        }
        assert verbs_shown & set(kind.ASKS_BY)
