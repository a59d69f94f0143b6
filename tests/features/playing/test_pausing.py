"""A running event that staff pause: its clocks stand still, and it goes on at its time or when they say so."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import verbs as course_verbs
from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import cards as playing_cards
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.adjourning_verbs import AlreadyPaused, PauseTooLong, adjournment_subject, pause_subject
from bot.features.playing.model import ConfirmReminder, EventPaused, EventResumed
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams.boards_verbs import line_ups_subject
from bot.features.title_match.verbs import series_subject
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.model import LONGEST
from bot.features.tournaments.tasks_model import Obstacle, UpcomingKind
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.moments import MomentInThePast
from bot.kernel import log
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import Missing, NotAllowed, NotNow
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step
from bot.kernel.promises import OfTournament
from bot.layout.cards import Card
from bot.play.contests import Contest
from bot.play.format_rules import AdjournmentRules, LineUp
from bot.play.matches import MatchPhase
from bot.rulebooks.library import preset
from bot.server.model import Hanging
from tests.features.teams.test_team_matches import go_cup
from tests.hall import title_matches
from tests.hall.board import ARBITER, STRANGER, Board, deliver_calls, first_match
from tests.hall.hall import PLAYERLESS, Hall
from tests.hall.outages import wake_up
from tests.hall.squads import GO, found
from tests.refusals import refuses

MINUTE = timedelta(minutes=1)


@pytest.fixture
def board(hall: Hall) -> Board:
    """A match of which both players are there."""
    called = first_match(hall)
    called.here(0, 1)
    return called


def pause(board: Board, *, minutes: float | None = None, by: int = PLAYERLESS, reason: str = "No power") -> None:
    until = None if minutes is None else board.hall.now + minutes * MINUTE
    board.hall.act(board.hall.actor(by), playing_adjourning_verbs.pause, board.tournament.tournament_id, reason, until)


def resume(board: Board, by: int = PLAYERLESS) -> None:
    board.hall.act(board.hall.actor(by), playing_adjourning_verbs.resume, board.tournament.tournament_id)


def in_play(board: Board) -> int:
    return len(board.hall.ask(playing_store.in_play, board.tournament.tournament_id))


def wait(board: Board, **length: float) -> None:
    """Lets time pass with the steps of the match, of its adjournment and of the event's pause."""
    board.wait(pause_subject(board.tournament.tournament_id), adjournment_subject(board.contest_id), **length)


def due(board: Board, step: Step) -> datetime:
    return board.hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))[step]


def said(board: Board, kind: type[OfTournament]) -> int:
    return len(board.hall.promised(kind, board.tournament.tournament_id))


def test_a_report_comes_to_stand_by_as_much_later_as_the_event_rested(board: Board) -> None:
    board.report(0, (3, 0))
    wait(board, minutes=1)
    stood = due(board, Step.LET_STAND)
    pause(board, minutes=90)
    assert due(board, Step.LET_STAND) >= stood + 90 * MINUTE
    wait(board, minutes=89)
    assert board.said(ConfirmReminder) == []
    wait(board, minutes=1)
    assert board.view.contest.result is None
    assert len(board.said(ConfirmReminder)) == 1
    wait(board, minutes=20)
    assert board.view.contest.result is not None


def test_an_absent_player_loses_nothing_while_the_event_rests(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    wait(board, minutes=3)
    lost, before = due(board, Step.LOSE_GAME), board.view.state.score
    pause(board)
    wait(board, hours=20)
    assert board.view.state.score == before
    resume(board)
    assert due(board, Step.LOSE_GAME) == lost + timedelta(hours=20)
    wait(board, minutes=10)
    assert board.view.state.score != before


def test_who_leaves_after_a_pause_has_lost_no_game_in_it(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    wait(board, minutes=1)
    pause(board, minutes=600)
    wait(board, minutes=600.5)
    hall.act(board.actor(0), rounds_drawing_verbs.leave, board.tournament.tournament_id)
    result = board.view.contest.result
    assert result is not None
    assert result.score[0] == 0


def test_the_event_goes_on_by_itself_at_its_time_and_the_players_read_both(board: Board) -> None:
    pause(board, minutes=30)
    assert (said(board, EventPaused), said(board, EventResumed)) == (1, 0)
    wait(board, minutes=29)
    assert said(board, EventResumed) == 0
    wait(board, minutes=2)
    assert said(board, EventResumed) == 1
    with refuses("error.NotPaused"):
        resume(board)


def test_who_resumes_early_moves_everything_back_to_the_time_that_was_lost(board: Board) -> None:
    board.report(0, (3, 0))
    pause(board, minutes=600)
    board.hall.now += 20 * MINUTE
    resume(board)
    reopened = board.hall.now + board.tournament.rulebook.outage.reopen_for
    assert due(board, Step.REMIND_CONFIRM) == board.hall.now
    assert due(board, Step.LET_STAND) == reopened + CLICKS_IN_FLIGHT
    assert board.hall.ask(kernel_time_store.deadlines_of_subject, pause_subject(board.tournament.tournament_id)) == {}


def test_results_may_be_told_and_confirmed_while_the_event_rests(board: Board) -> None:
    pause(board)
    board.report(0, (3, 0))
    board.confirm(1)
    assert board.view.state.phase is MatchPhase.SETTLED


def test_no_match_is_called_while_the_event_rests_and_all_that_wait_as_it_goes_on(board: Board) -> None:
    pause(board)
    board.report(0, (3, 0))
    before = in_play(board)
    board.confirm(1)
    meanwhile = in_play(board)
    resume(board)
    assert (meanwhile, in_play(board)) == (before - 1, before)


def test_a_game_that_was_to_go_on_meanwhile_goes_on_afterwards(hall: Hall) -> None:
    rules = replace(preset("go-swiss"), adjournment=AdjournmentRules(None, timedelta(hours=1), ()))
    board = first_match(hall, players=4, rulebook=rules)
    board.here(0, 1)
    hall.act(hall.actor(ARBITER), playing_adjourning_verbs.adjourn, board.contest_id, None)
    pause(board, minutes=180)
    wait(board, minutes=179)
    phases = [board.view.state.phase]
    wait(board, minutes=2)
    assert [*phases, board.view.state.phase] == [MatchPhase.SUSPENDED, MatchPhase.PLAYING]


def test_time_for_a_line_up_stands_still_as_well(hall: Hall) -> None:
    teams = replace(found(GO.teams), line_up=LineUp.FREE, line_up_within=timedelta(minutes=10))
    tournament, contest = go_cup(hall, replace(GO, teams=teams))
    deliver_calls(hall)
    board = Board(hall, tournament, contest.contest_id)
    pause(board, minutes=60)
    hall.now += 5 * MINUTE
    resume(board)
    assert limit_of(hall, contest) == hall.now + tournament.rulebook.outage.reopen_for + CLICKS_IN_FLIGHT


def limit_of(hall: Hall, contest: Contest) -> datetime:
    return hall.ask(kernel_time_store.deadlines_of_subject, line_ups_subject(contest.contest_id))[Step.CLOSE_LINE_UPS]


def test_a_pause_of_the_players_in_a_title_match_is_as_much_longer(hall: Hall) -> None:
    tournament, contest = title_matches.begun(hall)
    title_matches.won(hall, contest, title_matches.CHAMPION)
    title_matches.pause(hall, contest, title_matches.CHALLENGER)
    subject = series_subject(contest.contest_id)
    ends = hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.END_PAUSE]
    board = Board(hall, tournament, contest.contest_id)
    pause(board, minutes=60)
    assert hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.END_PAUSE] == ends + 60 * MINUTE
    hall.now += 2 * MINUTE
    resume(board)
    assert hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.END_PAUSE] == ends + 2 * MINUTE


def test_a_pause_and_an_outage_that_overlap_count_once(board: Board) -> None:
    board.report(0, (3, 0))
    board.hall.do(playing_outage_verbs.note_alive)
    pause(board, minutes=60)
    board.hall.now += 90 * MINUTE
    board.hall.do(wake_up)
    reopened = board.hall.now + board.tournament.rulebook.outage.reopen_for
    assert due(board, Step.LET_STAND) == reopened + CLICKS_IN_FLIGHT


def test_after_its_longest_time_nobody_has_to_remember_the_event(board: Board) -> None:
    pause(board)
    running = board.hall.ask(tournaments_store.running_pause, board.tournament.tournament_id)
    assert running is not None
    assert running.until == board.hall.now + LONGEST


def test_what_cannot_be_paused_is_refused_with_what_to_do(board: Board) -> None:
    with refuses("error.NotPaused"):
        resume(board)
    with pytest.raises(MomentInThePast):
        pause(board, minutes=0)
    with pytest.raises(PauseTooLong):
        pause(board, minutes=8 * 24 * 60)
    with pytest.raises(Missing):
        pause(board, reason=" ")
    for nobody in (STRANGER, ARBITER, board.numbers[0]):
        with pytest.raises(NotAllowed):
            pause(board, by=nobody)
    pause(board, minutes=5)
    with pytest.raises(AlreadyPaused):
        pause(board, minutes=9)


def test_only_an_event_whose_matches_are_on_is_paused(hall: Hall) -> None:
    tournament = hall.announce()
    with pytest.raises(NotNow):
        hall.act(hall.actor(1), playing_adjourning_verbs.pause, tournament.tournament_id, "Too hot", None)
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "Too hot")
    with refuses("error.TournamentIsOver"):
        hall.act(hall.actor(1), playing_adjourning_verbs.pause, tournament.tournament_id, "Too hot", None)


def test_an_arena_is_not_paused(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(preset("arena")), 2, 3, 4, 5)
    hall.do(course_verbs.proceed, tournament.tournament_id)
    with refuses("error.ArenaCannotPause"):
        hall.act(hall.actor(1), playing_adjourning_verbs.pause, tournament.tournament_id, "Too hot", None)


def test_an_event_that_was_called_off_does_not_go_on(board: Board) -> None:
    pause(board, minutes=30)
    board.hall.act(board.hall.actor(1), course_ending_verbs.cancel, board.tournament.tournament_id, "Still no power")
    wait(board, minutes=31)
    assert said(board, EventResumed) == 0


def test_the_log_says_who_paused_the_event_and_why(board: Board) -> None:
    pause(board, minutes=30)
    resume(board)
    lines = board.hall.ask(log.of_tournament, board.tournament.tournament_id)
    assert [(line.act, line.why) for line in lines if line.act.endswith("_event")] == [
        ("pause_event", "No power"),
        ("resume_event", None),
    ]


def test_the_match_card_says_until_when_the_event_is_paused(board: Board) -> None:
    unpaused = shown_on(board)
    pause(board, minutes=30)
    until = board.hall.now + 30 * MINUTE
    told = [board.view.paused_until]
    for locale in LOCALES:
        card = text_of(playing_cards.card(board.view, Translator(locale)))
        assert f"<t:{int(until.timestamp())}" in card
    resume(board)
    assert [*told, board.view.paused_until] == [until, None]
    assert shown_on(board) == unpaused


def test_a_settled_match_says_nothing_of_the_pause(board: Board) -> None:
    pause(board)
    board.report(0, (3, 0))
    board.confirm(1)
    assert "⏸️" not in shown_on(board)


def test_the_desk_says_so_with_a_way_to_resume(board: Board) -> None:
    pause(board, minutes=30)
    until = board.hall.now + 30 * MINUTE
    view = board.hall.ask_as(board.hall.actor(PLAYERLESS), desk_verbs.desk_view, board.tournament.tournament_id)
    assert (view.rows[0].obstacle, view.rows[0].until) == (Obstacle.EVENT_PAUSED, until)
    line = desk_cards.desk(view, Translator("en-US")).lines[0]
    assert line.press is not None
    assert line.press.custom_id == f"event-resume:{board.tournament.tournament_id}"


@pytest.mark.parametrize("who", ["player", "arbiter"])
def test_who_plays_and_who_referees_read_it_among_what_comes(board: Board, who: str) -> None:
    number = board.numbers[0] if who == "player" else ARBITER
    assert UpcomingKind.EVENT_RESUMES not in ahead(board, number)
    pause(board, minutes=30)
    assert ahead(board, number)[UpcomingKind.EVENT_RESUMES] == board.hall.now + 30 * MINUTE


def test_who_paused_the_event_takes_it_back_as_if_resuming_it(board: Board) -> None:
    board.report(0, (3, 0))
    pause(board, minutes=600)
    board.hall.now += 20 * MINUTE
    (line,) = board.hall.ask_as(board.hall.actor(PLAYERLESS), undoing_verbs.mine)
    assert line.hangs is None
    board.hall.act(board.hall.actor(PLAYERLESS), undoing_verbs.undo, line.sequence)
    reopened = board.hall.now + board.tournament.rulebook.outage.reopen_for
    assert due(board, Step.LET_STAND) == reopened + CLICKS_IN_FLIGHT
    assert said(board, EventResumed) == 1
    with refuses("error.NotPaused"):
        resume(board)


def test_a_pause_that_is_over_is_not_taken_back(board: Board) -> None:
    pause(board, minutes=30)
    resume(board)
    *_, line = board.hall.ask_as(board.hall.actor(PLAYERLESS), undoing_verbs.mine)
    assert line.hangs is Hanging.TAKEN_BACK
    with pytest.raises(SomethingHangs):
        board.hall.act(board.hall.actor(PLAYERLESS), undoing_verbs.undo, line.sequence)


def test_who_resumes_at_the_last_moment_ends_it_at_its_time(board: Board) -> None:
    pause(board, minutes=30)
    until = board.hall.now + 30 * MINUTE
    board.hall.now = until + timedelta(seconds=2)
    resume(board)
    lost = board.hall.ask(tournaments_store.outages_of_event, board.tournament, board.called_at)
    assert lost[-1].up_at == until


def test_a_pause_in_which_the_event_is_called_off_is_over_at_its_time(board: Board) -> None:
    pause(board, minutes=30)
    board.hall.act(board.hall.actor(1), course_ending_verbs.cancel, board.tournament.tournament_id, "Still no power")
    wait(board, minutes=31)
    assert board.hall.ask(tournaments_store.running_pause, board.tournament.tournament_id) is None


def shown_on(board: Board) -> str:
    return text_of(playing_cards.card(board.view, Translator("en-US")))


def text_of(card: Card) -> str:
    return "\n".join(card.paragraphs)


def ahead(board: Board, number: int) -> dict[UpcomingKind, datetime | None]:
    found = board.hall.ask_as(board.hall.actor(number), guidance_verbs.tasks)
    return {one.outlook: one.at for one in found.prospects}
