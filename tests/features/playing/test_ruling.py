"""The arbiter's word: rulings, the score between games, corrections and what they reopen, recordings, the mic."""

from __future__ import annotations

import pytest

from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.model import ResultCorrected
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import ContestVoided
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotNow, Outdated
from bot.layout.cards import Choice
from bot.play.contests import Length, ResultKind, Stage
from bot.play.matches import MatchPhase, ReportAnswer
from tests.hall.board import ARBITER, OTHER_ARBITER, STRANGER, Board, deliver_calls, first_match
from tests.hall.hall import Hall
from tests.refusals import refuses

ORGANISER = 1


@pytest.fixture
def board(hall: Hall) -> Board:
    """A match in which both are there."""
    opened = first_match(hall)
    opened.here(0, 1)
    opened.wait(minutes=1)
    return opened


def rule(board: Board, number: int, score: tuple[int, int], reason: str | None = "seen by all") -> None:
    """The member rules."""
    board.hall.act(board.hall.actor(number), playing_ruling_verbs.rule, board.contest_id, score, reason)


@pytest.mark.rule("AIJE-D01-6")
@pytest.mark.parametrize("number", [ARBITER, ORGANISER])
def test_the_arbiter_and_the_organisers_rule_on_a_disputed_score(board: Board, number: int) -> None:
    board.report(0, (3, 2))
    board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "it was 2-3")
    rule(board, number, (2, 3))
    assert (board.view.state.score, board.view.reason) == ((2, 3), "seen by all")
    assert [one.answer for one in board.hall.ask(playing_reports_store.of_contest, board.contest_id)] == [
        ReportAnswer.OVERRULED
    ]


def test_overruling_a_player_takes_a_reason(board: Board) -> None:
    board.report(0, (3, 2))
    with pytest.raises(Missing):
        rule(board, ARBITER, (2, 3), None)
    rule(board, ARBITER, (3, 2), None)
    assert board.view.state.phase is MatchPhase.SETTLED


def test_players_strangers_and_arbiters_of_other_matches_do_not_rule(board: Board) -> None:
    board.hall.arbiter(OTHER_ARBITER)
    for number in (STRANGER, OTHER_ARBITER):
        with pytest.raises(NotAllowed):
            rule(board, number, (3, 0))
    with pytest.raises(OwnMatch):
        rule(board, board.numbers[0], (3, 0))


def test_an_organiser_does_not_rule_on_the_own_match(board: Board) -> None:
    actor = board.hall.actor(board.numbers[0], organiser=True)
    with pytest.raises(OwnMatch):
        board.hall.act(actor, playing_ruling_verbs.rule, board.contest_id, (3, 0), "mine")


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D01-6")
def test_a_ruling_cannot_take_walkover_games_back(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=2)
    board.here(1)
    with refuses("error.ImpossibleScore"):
        rule(board, ARBITER, (0, 3))
    rule(board, ARBITER, (1, 3))
    result = board.view.contest.result
    assert result is not None
    assert (result.walkover_games, result.kind) == ((1, 0), ResultKind.PLAYED)


@pytest.mark.rule("AIJE-D01-6")
def test_the_score_between_games_is_recorded_and_bounds_the_report(board: Board) -> None:
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.record_score, board.contest_id, (2, 1))
    assert board.view.state.reportable(Length(5)) == ((3, 1), (3, 2), (2, 3))
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.record_score, board.contest_id, (1, 1))
    assert board.view.state.score == (1, 1)


def test_a_double_walkover_needs_both_absent(board: Board) -> None:
    with pytest.raises(NotNow):
        board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.double_walkover, board.contest_id)


@pytest.mark.rule("AIJE-D01-6")
def test_a_recording_is_kept_with_its_match_once(board: Board) -> None:
    for _ in range(2):
        board.hall.act(
            board.actor(0), playing_ruling_verbs.add_recording, board.contest_id, " https://example.org/v?id=1 "
        )
    assert board.view.recordings == ("https://example.org/v?id=1",)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "a video", "https://", "https://x.org/<@1>", "https://x.org/ b"]
)
def test_a_recording_is_a_web_address(board: Board, link: str) -> None:
    with pytest.raises(playing_ruling_verbs.NoRecordingLink):
        board.hall.act(board.actor(0), playing_ruling_verbs.add_recording, board.contest_id, link)


@pytest.mark.rule("AIJE-D01-6")
def test_an_annulled_game_leaves_the_score_as_it_was(board: Board) -> None:
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.record_score, board.contest_id, (1, 0))
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.annul_game, board.contest_id, "disconnected")
    assert (board.view.state.phase, board.view.state.score) == (MatchPhase.PLAYING, (1, 0))


def test_suspending_sets_an_open_report_aside(board: Board) -> None:
    board.report(0, (3, 0))
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.suspend, board.contest_id, "wait")
    board.wait(hours=1)
    assert (board.view.state.phase, board.view.match.report) == (MatchPhase.SUSPENDED, None)
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.resume, board.contest_id)
    assert board.view.state.phase is MatchPhase.PLAYING


@pytest.mark.rule("AIJE-D01-6")
def test_the_mic_goes_to_another_arbiter_and_never_to_a_player_of_the_match(board: Board) -> None:
    hall = board.hall
    player = hall.arbiter(board.numbers[0])
    other = hall.arbiter(OTHER_ARBITER)
    actor = hall.actor(ARBITER)
    offered = hall.ask_as(actor, playing_ruling_verbs.successors, board.contest_id)
    assert [one.person_id for one in offered] == [other.person_id]
    with refuses("error.CannotFollow"):
        hall.act(actor, playing_ruling_verbs.hand_over, board.contest_id, player.person_id)
    hall.act(actor, playing_ruling_verbs.hand_over, board.contest_id, other.person_id)
    assert board.view.arbiter == other
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(OTHER_ARBITER), playing_ruling_verbs.hand_over, board.contest_id, other.person_id)


def test_the_mic_is_offered_to_everyone_who_can_follow_however_many_there_are(board: Board) -> None:
    others = {board.hall.arbiter(number).person_id for number in range(300, 330)}
    able = board.hall.ask_as(board.hall.actor(ARBITER), playing_ruling_verbs.successors, board.contest_id)
    (menu,) = playing_arbiter_cards.successors(board.view, able, Translator("en-US")).controls
    assert isinstance(menu, Choice)
    assert {person_id for person_id, _ in menu.options} == others


# --- corrections --------------------------------------------------------------------------------------------------


@pytest.fixture
def played(hall: Hall) -> Board:
    """The first match of four, settled 3-0; everything up to the final and the third place was played."""
    board = first_match(hall, players=4)
    hall.settle(board.view.contest, (3, 0))
    hall.play_out_until(board.tournament, Stage.FINAL)
    deliver_calls(hall)
    return board


def test_a_correction_first_says_what_it_would_reopen(played: Board) -> None:
    hall, actor = played.hall, played.hall.actor(ORGANISER)
    found = hall.ask_as(actor, playing_correcting_verbs.preview_correction, played.contest_id, (1, 3))
    assert {one.contest.stage for one in found.reopened} == {Stage.FINAL, Stage.THIRD_PLACE}
    assert hall.ask_as(actor, playing_correcting_verbs.preview_correction, played.contest_id, (3, 2)).reopened == ()
    assert played.view.state.score == (3, 0)


def test_a_correction_voids_what_hung_on_it_and_pairs_it_anew(played: Board) -> None:
    hall = played.hall
    before = hall.ask(playing_store.of_tournament, played.tournament.tournament_id)
    hall.act(
        hall.actor(ORGANISER), playing_correcting_verbs.correct, played.contest_id, (1, 3), 2, "sides were mixed up"
    )
    after = hall.ask(playing_store.of_tournament, played.tournament.tournament_id)
    gone = {one.contest_id for one in before} - {one.contest_id for one in after}
    assert len(gone) == 2
    final = next(one for one in after if one.stage is Stage.FINAL)
    assert played.view.contest.sides[1] in final.sides
    assert all(hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(one)) == {} for one in gone)
    assert (len(played.said(ResultCorrected)), played.view.reason) == (1, "sides were mixed up")
    history = hall.ask(playing_store.results_history, [played.contest_id])[played.contest_id]
    assert [one.score for one, _ in history] == [(3, 0), (1, 3)]


def test_a_correction_that_leaves_the_winner_reopens_nothing(played: Board) -> None:
    hall = played.hall
    hall.act(hall.actor(ORGANISER), playing_correcting_verbs.correct, played.contest_id, (3, 2), 0, "a typing slip")
    assert (played.view.state.score, played.said(ContestVoided)) == ((3, 2), [])


def test_nobody_reopens_more_than_was_shown(played: Board) -> None:
    hall = played.hall
    with pytest.raises(Outdated):
        hall.act(
            hall.actor(ORGANISER),
            playing_correcting_verbs.correct,
            played.contest_id,
            (1, 3),
            0,
            "sides were mixed up",
        )


def test_a_correction_needs_a_reason_a_right_and_a_possible_score(played: Board) -> None:
    hall = played.hall
    with pytest.raises(Missing):
        hall.act(hall.actor(ORGANISER), playing_correcting_verbs.correct, played.contest_id, (1, 3), 2, " ")
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(STRANGER), playing_correcting_verbs.correct, played.contest_id, (1, 3), 2, "x")
    with pytest.raises(OwnMatch):
        hall.act(played.actor(0), playing_correcting_verbs.correct, played.contest_id, (1, 3), 2, "x")
    for impossible in ((3, 0), (3, 3)):
        with refuses("error.ImpossibleScore", AlreadyDone):
            hall.act(hall.actor(ORGANISER), playing_correcting_verbs.correct, played.contest_id, impossible, 0, "x")


def test_a_published_rating_list_is_not_taken_back(hall: Hall) -> None:
    board = first_match(hall, players=2)
    hall.settle(board.view.contest, (5, 0))
    with refuses("error.RatingsArePublished"):
        hall.act(hall.actor(ORGANISER), playing_correcting_verbs.correct, board.contest_id, (0, 5), 0, "too late")
