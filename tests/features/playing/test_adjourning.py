"""Games that are adjourned: the pause, its end, the note of the time used, and clocks that fail (GO-12, GO-14)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.desk import verbs as desk_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.adjourning_verbs import adjournment_subject
from bot.features.playing.board_model import BoardLine, NoteKind, TimeNote
from bot.features.playing.model import (
    Adjourned,
    AdjournmentOver,
    AdjournmentReminder,
    ClocksSet,
    TimesDoubted,
    TimesNoted,
)
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.tournaments.tasks_model import Obstacle
from bot.i18n.moments import MomentInThePast
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotNow, NotYours, Outdated
from bot.kernel.ids import MemberId
from bot.play.format_rules import AdjournmentRules
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.board import ARBITER, STRANGER, Board, first_match
from tests.hall.hall import Hall
from tests.refusals import refuses

CHIEF = 52


def go(after: timedelta | None = None) -> Rulebook:
    """A Swiss of Go with pauses of an hour, and reminders half an hour and ten minutes before they end."""
    reminders = (timedelta(minutes=30), timedelta(minutes=10))
    return replace(preset("go-swiss"), adjournment=AdjournmentRules(after, timedelta(hours=1), reminders))


@pytest.fixture
def board(hall: Hall) -> Board:
    """A game of which both players are there since its call."""
    found = first_match(hall, players=4, rulebook=go())
    found.here(0, 1)
    return found


def phase(board: Board) -> MatchPhase:
    """Where the match stands now."""
    return board.view.state.phase


def tell(board: Board) -> None:
    """The first side reports that it has won."""
    board.hall.act(board.actor(0), playing_reporting_verbs.report, board.contest_id, (1, 0, 0))


def adjourn(board: Board, until: datetime | None = None, by: int = ARBITER) -> None:
    board.hall.act(board.hall.actor(by), playing_adjourning_verbs.adjourn, board.contest_id, until)


def pass_time(board: Board, **length: float) -> None:
    """Lets time pass, with the steps of the match and of its pause at their moments."""
    board.wait(adjournment_subject(board.contest_id), **length)


def note(board: Board, first: str, second: str, reason: str | None = None, by: int = ARBITER) -> TimeNote:
    line = BoardLine(1, first, second, f"{first} {second}")
    board.hall.act(board.hall.actor(by), playing_ruling_verbs.note, board.contest_id, (line,), reason)
    return noted(board)


def noted(board: Board) -> TimeNote:
    found = board.view.sessions.note
    assert found is not None
    return found


def confirm(board: Board, side: int, entry: int = 1) -> None:
    board.hall.act(board.actor(side), playing_ruling_verbs.confirm, board.contest_id, entry)


@pytest.mark.rule("GO-14", "GO-22")
def test_an_adjourned_game_rests_until_its_time_and_goes_on_by_itself_whoever_is_there(board: Board) -> None:
    adjourn(board)
    assert phase(board) is MatchPhase.SUSPENDED
    with refuses("error.MatchIsSuspended"):
        tell(board)
    pass_time(board, minutes=59)
    assert phase(board) is MatchPhase.SUSPENDED
    assert len(board.said(AdjournmentReminder)) == 2
    pass_time(board, minutes=1)
    assert phase(board) is MatchPhase.PLAYING
    assert board.view.state.missing == ()
    assert len(board.said(AdjournmentOver)) == 1
    pass_time(board, hours=9)
    assert board.view.contest.result is None
    tell(board)


@pytest.mark.rule("GO-14")
def test_a_stated_time_adjourns_by_itself_once_and_only_while_they_play(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=go(timedelta(hours=2)))
    board.here(0)
    pass_time(board, minutes=5)
    board.here(1)
    began = hall.now
    pass_time(board, hours=2, minutes=1)
    pause = board.view.sessions.running
    assert pause is not None
    assert (pause.adjourned_at, pause.goes_on_at) == (began + timedelta(hours=2), began + timedelta(hours=3))
    assert pause.adjourned_by is None
    pass_time(board, hours=5)
    assert phase(board) is MatchPhase.PLAYING
    assert len(board.view.sessions.adjournments) == 1


@pytest.mark.rule("GO-14")
def test_a_game_that_is_told_before_its_stated_time_is_not_adjourned(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=go(timedelta(hours=2)))
    board.here(0, 1)
    pass_time(board, minutes=115)
    tell(board)
    pass_time(board, minutes=10)
    assert board.view.sessions.running is None
    pass_time(board, hours=1)
    assert board.view.contest.result is not None


def test_a_pause_that_the_bot_slept_through_is_none_any_more(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=go(timedelta(hours=2)))
    board.here(0, 1)
    hall.now += timedelta(hours=4)
    pass_time(board, seconds=1)
    assert phase(board) is MatchPhase.PLAYING
    assert board.said(Adjourned) == []


@pytest.mark.rule("GO-14")
def test_the_arbiter_names_another_end_and_moves_it(board: Board) -> None:
    hall = board.hall
    evening = hall.now + timedelta(hours=3)
    adjourn(board, evening)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(ARBITER), playing_adjourning_verbs.put_off, board.contest_id, evening)
    with pytest.raises(MomentInThePast):
        hall.act(hall.actor(ARBITER), playing_adjourning_verbs.put_off, board.contest_id, hall.now)
    hall.act(hall.actor(ARBITER), playing_adjourning_verbs.put_off, board.contest_id, evening + timedelta(hours=1))
    pass_time(board, hours=3, minutes=30)
    assert phase(board) is MatchPhase.SUSPENDED
    pass_time(board, minutes=30)
    assert phase(board) is MatchPhase.PLAYING
    with refuses("error.NotAdjourned"):
        hall.act(hall.actor(ARBITER), playing_adjourning_verbs.put_off, board.contest_id, hall.now + timedelta(hours=1))


@pytest.mark.rule("GO-14")
def test_the_arbiter_takes_it_up_earlier_and_nothing_is_due_any_more(board: Board) -> None:
    adjourn(board)
    board.hall.now += timedelta(minutes=20)
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.resume, board.contest_id)
    assert phase(board) is MatchPhase.PLAYING
    (pause,) = board.view.sessions.adjournments
    assert pause.resumed_at == board.hall.now
    pass_time(board, hours=2)
    assert board.said(AdjournmentOver) == []


def test_only_its_arbiter_adjourns_and_only_a_game_under_way(hall: Hall, board: Board) -> None:
    with pytest.raises(NotAllowed):
        adjourn(board, by=STRANGER)
    with pytest.raises(MomentInThePast):
        adjourn(board, hall.now)
    tell(board)
    with pytest.raises(NotNow):
        adjourn(board)


def test_where_the_rulebook_has_no_adjournment_none_is_made(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=replace(go(), adjournment=None))
    board.here(0, 1)
    with refuses("error.NoAdjournments"):
        adjourn(board)


@pytest.mark.rule("GO-14")
def test_the_arbiter_notes_the_time_used_and_both_confirm_it(board: Board) -> None:
    with refuses("error.NotAdjourned"):
        note(board, "35:20", "41")
    adjourn(board)
    written = note(board, "35:20", "41")
    assert written.boards[0].used == (timedelta(minutes=35, seconds=20), timedelta(minutes=41))
    assert len(board.said(TimesNoted)) == 1
    confirm(board, 0)
    assert not noted(board).is_confirmed
    with pytest.raises(AlreadyDone):
        confirm(board, 0)
    confirm(board, 1)
    assert noted(board).is_confirmed


@pytest.mark.rule("GO-14")
def test_a_corrected_note_takes_a_reason_and_is_confirmed_anew(board: Board) -> None:
    adjourn(board)
    note(board, "35:20", "41:00")
    confirm(board, 0)
    board.hall.act(board.actor(1), playing_ruling_verbs.doubt, board.contest_id, 1)
    assert len(board.said(TimesDoubted)) == 1
    with pytest.raises(Missing):
        note(board, "35:20", "40:00")
    written = note(board, "35:20", "40:00", "misread")
    assert (written.entry, written.reason, written.confirmed) == (2, "misread", frozenset())
    with pytest.raises(Outdated):
        confirm(board, 1, entry=1)
    confirm(board, 0, entry=2)
    with pytest.raises(AlreadyDone):
        board.hall.act(board.actor(0), playing_ruling_verbs.doubt, board.contest_id, 2)


def test_a_note_is_the_players_own_to_confirm_and_its_arbiters_to_write(board: Board) -> None:
    adjourn(board)
    with pytest.raises(NotAllowed):
        note(board, "1", "1", by=STRANGER)
    with refuses("error.UnreadableTime"):
        note(board, "an hour", "41")
    note(board, "35", "41")
    with pytest.raises(NotYours):
        board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.confirm, board.contest_id, 1)


@pytest.mark.rule("GO-14")
def test_a_clock_that_fails_is_set_by_the_note(board: Board) -> None:
    hall = board.hall
    adjourn(board)
    note(board, "35:20", "41:00")
    pass_time(board, hours=1, minutes=5)
    page = hall.act(hall.actor(ARBITER), playing_ruling_verbs.clock_page, board.contest_id)
    assert page.note == noted(board)
    with refuses("error.NoteExists"):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.split_clock, board.contest_id, "1", "76:20")
    with pytest.raises(Outdated):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.go_by_note, board.contest_id, 2)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.go_by_note, board.contest_id, 1)
    assert len(board.said(ClocksSet)) == 1


@pytest.mark.rule("GO-14")
def test_without_a_note_the_time_of_the_first_part_is_split_equally(board: Board) -> None:
    hall = board.hall
    pass_time(board, minutes=50)
    adjourn(board)
    pass_time(board, hours=1, minutes=5)
    page = hall.act(hall.actor(ARBITER), playing_ruling_verbs.clock_page, board.contest_id)
    assert (page.note, page.played) == (None, timedelta(minutes=50))
    with refuses("error.UnreadableTime"):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.split_clock, board.contest_id, "2", "50:00")
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.split_clock, board.contest_id, "1", "50:01")
    assert noted(board).boards[0].used == (timedelta(minutes=25), timedelta(minutes=25))
    assert noted(board).kind is NoteKind.SPLIT


@pytest.mark.rule("GO-12", "GO-30")
def test_the_chief_arbiter_decides_what_a_failed_clock_had_shown(board: Board) -> None:
    hall, line, why = board.hall, BoardLine(1, "20:00", "30:00", ""), "the flag had fallen by itself"
    hall.arbiter(CHIEF)
    hall.act(
        hall.actor(1), playing_arbiters_verbs.name, board.tournament.tournament_id, MemberId(CHIEF), EventRole.CHIEF
    )
    with pytest.raises(NotAllowed):
        hall.act(
            hall.actor(ARBITER),
            playing_ruling_verbs.rule_times,
            board.contest_id,
            (line,),
            "the flag had fallen by itself",
        )
    with pytest.raises(Missing):
        hall.act(hall.actor(CHIEF), playing_ruling_verbs.rule_times, board.contest_id, (line,), " ")
    hall.act(hall.actor(CHIEF), playing_ruling_verbs.rule_times, board.contest_id, (line,), why)
    assert noted(board).kind is NoteKind.RULED
    assert noted(board).reason == why


def test_a_match_that_is_called_again_has_no_pause_and_no_note(board: Board) -> None:
    adjourn(board)
    note(board, "35", "41")
    board.hall.now += timedelta(minutes=1)
    board.hall.act(board.hall.actor(ARBITER), playing_ruling_verbs.annul_match, board.contest_id, "wrong set")
    board.hall.now += timedelta(hours=2)
    assert board.view.sessions.adjournments == ()
    assert board.view.sessions.note is None


def test_a_count_ends_an_adjourned_game_and_its_reminders_with_it(board: Board) -> None:
    adjourn(board)
    board.hall.act(
        board.hall.actor(ARBITER), playing_correcting_verbs.rule_count, board.contest_id, "185", "both agree"
    )
    pass_time(board, hours=2)
    assert board.view.contest.result is not None
    assert [*board.said(AdjournmentReminder), *board.said(AdjournmentOver)] == []


@pytest.mark.rule("GO-14")
def test_the_desk_of_the_organisers_says_when_an_adjourned_game_goes_on(board: Board) -> None:
    adjourn(board)
    found = board.hall.ask(desk_verbs.in_play, board.tournament, board.hall.now).rows
    (row,) = [one for one in found if one.subject == board.contest_id]
    pause = board.view.sessions.running
    assert pause is not None
    assert (row.obstacle, row.until) == (Obstacle.ADJOURNED, pause.goes_on_at)
