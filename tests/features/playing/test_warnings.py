"""Warnings in a match: given by its arbiter, counted by game and by event, and taken back while nothing hangs on it."""

from __future__ import annotations

import pytest

from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import warnings_verbs as playing_warnings_verbs
from bot.features.playing.match_views_model import WarningChoice
from bot.features.playing.ruling_verbs import record_score, rule
from bot.features.profile import verbs as profile_verbs
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, Outdated
from bot.kernel.log import Sought
from bot.play.contests import Length, ResultKind, Stage
from bot.play.counts import Price, catalogue
from bot.play.matches import MatchPhase
from tests.hall.board import ARBITER, STRANGER, Board, deliver_calls, first_match
from tests.hall.go import GO, go_rules
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ORGANISER = 1
NUMBER = {one.name: number for number, one in enumerate(catalogue(GO))}


def at_the_board(hall: Hall, best_of: int = 1, players: int = 8) -> Board:
    """A match of Go in which both are there."""
    opened = first_match(hall, rulebook=go_rules(best_of), players=players)
    opened.here(0, 1)
    opened.wait(minutes=1)
    return opened


@pytest.fixture
def board(hall: Hall) -> Board:
    return at_the_board(hall)


def warn(
    board: Board,
    side: int,
    offence: str = "second_move",
    price: Price = Price.WARNING,
    *,
    loses: bool = False,
    by: int = ARBITER,
    note: str = "",
) -> None:
    hall = board.hall
    hall.now += board.view.tournament.rulebook.outage.reopen_for / 60
    chosen = WarningChoice(side, NUMBER[offence], price, loses)
    hall.act(hall.actor(by), playing_warnings_verbs.warn, board.contest_id, chosen, note)


def take_back(board: Board, index: int = -1, why: str = "a slip") -> None:
    given = board.view.warnings[index]
    board.hall.act(board.hall.actor(ARBITER), playing_warnings_verbs.take_back, given.warning_id, why)


@pytest.mark.rule("GO-24")
def test_one_warning_stands_on_the_card_and_the_game_goes_on(board: Board) -> None:
    warn(board, 0, "phone", note="it rang twice")
    (given,) = board.view.warnings
    assert (given.offence, given.note, given.game, given.lost_game) == ("phone", "it rang twice", 1, False)
    assert given.person_id == board.view.players[0].person_id
    assert board.view.state.phase is MatchPhase.PLAYING


@pytest.mark.rule("GO-24")
def test_two_warnings_in_one_game_lose_it_and_with_it_a_match_of_one_game(board: Board) -> None:
    warn(board, 0)
    warn(board, 0, "clock_before_move", loses=True, note="again")
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind, board.view.reason) == ((0, 1), ResultKind.PLAYED, "again")


@pytest.mark.rule("GO-24")
def test_what_loses_the_game_is_given_only_by_who_was_told_so(board: Board) -> None:
    warn(board, 0)
    with pytest.raises(Outdated):
        warn(board, 0)
    with pytest.raises(Outdated):
        warn(board, 1, loses=True)
    hall = board.hall
    chosen = WarningChoice(0, NUMBER["second_move"], Price.WARNING, loses=False)
    found = hall.act(hall.actor(ARBITER), playing_warnings_verbs.preview, board.contest_id, chosen)
    assert (found.choice.loses, found.ends_match) == (True, True)
    assert len(board.view.warnings) == 1


@pytest.mark.rule("GO-24")
def test_a_warning_of_each_side_loses_nothing(board: Board) -> None:
    warn(board, 0)
    warn(board, 1)
    assert board.view.state.phase is MatchPhase.PLAYING


@pytest.mark.rule("GO-24")
def test_in_a_longer_match_the_game_is_lost_and_no_report_falls_below_it(hall: Hall) -> None:
    board = at_the_board(hall, best_of=5)
    hall.act(hall.actor(ARBITER), record_score, board.contest_id, (1, 0))
    warn(board, 1)
    warn(board, 1, loses=True)
    assert [one.game for one in board.view.warnings] == [2, 2]
    assert board.view.state.phase is MatchPhase.PLAYING
    assert board.view.state.score == (2, 0)
    assert board.view.state.reportable(Length(5)) == ((3, 0), (3, 1), (3, 2), (2, 3))
    warn(board, 1)
    assert board.view.warnings[-1].game == 3


@pytest.mark.rule("GO-24")
def test_no_ruling_takes_a_lost_game_back_but_taking_the_warning_back_does(hall: Hall) -> None:
    board = at_the_board(hall, best_of=3)
    warn(board, 0, "consulting", Price.LOST_GAME, loses=True)
    actor = hall.actor(ARBITER)
    with refuses("error.ImpossibleScore"):
        hall.act(actor, record_score, board.contest_id, (1, 0))
    with refuses("error.ImpossibleScore"):
        hall.act(actor, rule, board.contest_id, (2, 0), "no")
    assert board.view.state.rulable(board.view.contest.length) == ((2, 1), (1, 2), (0, 2))
    take_back(board)
    hall.act(hall.actor(ARBITER), rule, board.contest_id, (2, 0), "played")


@pytest.mark.rule("GO-23.3", "GO-24")
def test_a_lost_turn_is_noted_and_counts_as_no_warning(board: Board) -> None:
    warn(board, 0, "forbidden_point", Price.LOST_TURN)
    warn(board, 0, "ko_retaken_early", Price.LOST_TURN_AND_WARNING)
    assert board.view.state.phase is MatchPhase.PLAYING
    shown = board.hall.act(board.hall.actor(ARBITER), playing_warnings_verbs.page, board.contest_id)
    assert shown.in_event == (1, 0)


@pytest.mark.rule("GO-23.3")
def test_a_phone_that_sounds_in_a_second_match_loses_that_game(hall: Hall) -> None:
    board = at_the_board(hall, players=4)
    warn(board, 0, "phone")
    offender = board.view.contest.sides[0]
    hall.settle(board.view.contest, (1, 0))
    final = hall.play_out_until(board.tournament, Stage.FINAL)
    deliver_calls(hall)
    later = Board(hall, board.tournament, final.contest_id)
    side = final.sides.index(offender)
    page = hall.act(hall.actor(ARBITER), playing_warnings_verbs.page, final.contest_id)
    phone = [one for one in page.options[side] if one.offence == "phone"]
    assert [(one.price, one.loses) for one in phone] == [(Price.LOST_GAME, True)]
    warn(later, side, "phone", Price.LOST_GAME, loses=True)
    result = later.view.contest.result
    assert result is not None
    assert result.score[side] == 0


@pytest.mark.rule("GO-23.3")
def test_gravity_is_the_arbiters_to_say_within_the_catalogue(board: Board) -> None:
    with pytest.raises(Outdated):
        warn(board, 0, "second_move", Price.LOST_GAME, loses=True)
    warn(board, 0, "consulting", Price.LOST_GAME, loses=True)
    assert board.view.state.phase is MatchPhase.SETTLED


def test_only_who_rules_on_the_match_warns_in_it(board: Board) -> None:
    with pytest.raises(NotAllowed):
        warn(board, 0, by=STRANGER)
    with pytest.raises(OwnMatch):
        warn(board, 1, by=board.numbers[0])
    warn(board, 0, by=ORGANISER)
    with pytest.raises(NotAllowed):
        board.hall.act(board.hall.actor(STRANGER), playing_warnings_verbs.page, board.contest_id)


def test_an_event_of_the_association_knows_no_warnings(hall: Hall) -> None:
    board = first_match(hall)
    with refuses("error.NobodyIsWarned"):
        hall.act(hall.actor(ARBITER), playing_warnings_verbs.page, board.contest_id)


@pytest.mark.rule("GO-24")
def test_a_warning_that_was_a_slip_is_taken_back_once_and_with_a_reason(board: Board) -> None:
    warn(board, 0)
    with pytest.raises(Missing):
        take_back(board, why=" ")
    take_back(board)
    with pytest.raises(AlreadyDone):
        take_back(board)
    warn(board, 0)
    assert board.view.state.phase is MatchPhase.PLAYING
    shown = board.hall.act(board.hall.actor(ARBITER), playing_warnings_verbs.page, board.contest_id)
    assert (shown.in_event, len(shown.in_force)) == ((1, 0), 1)


@pytest.mark.rule("GO-24")
def test_the_game_that_a_warning_has_just_lost_goes_on_when_it_is_taken_back(hall: Hall) -> None:
    board = at_the_board(hall, best_of=3)
    warn(board, 0)
    warn(board, 0, loses=True)
    take_back(board)
    assert board.view.state.score == (0, 0)
    warn(board, 0, loses=True)
    hall.act(hall.actor(ARBITER), record_score, board.contest_id, (1, 1))
    with refuses("error.GameHangsOnIt"):
        take_back(board)


@pytest.mark.rule("GO-24", "GO-16.4")
def test_a_warning_that_has_ended_the_match_is_not_taken_back(board: Board) -> None:
    warn(board, 0)
    warn(board, 0, loses=True)
    with refuses("error.GameHangsOnIt"):
        take_back(board)
    take_back(board, 0)
    with refuses("error.MatchIsOver"):
        warn(board, 0)


def test_warnings_of_an_annulled_match_do_not_count_in_its_next_game(board: Board) -> None:
    warn(board, 0)
    hall = board.hall
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.annul_match, board.contest_id, "the clocks failed")
    hall.now += go_rules().matches.confirm_within
    deliver_calls(hall)
    warn(board, 0)
    assert board.view.contest.result is None


def test_the_log_and_the_persons_page_tell_of_it(board: Board) -> None:
    warn(board, 0)
    hall, who = board.hall, board.view.players[0]
    assert hall.ask(profile_verbs.player_page, GUILD, who, hall.now).warnings == 1
    lines = hall.ask_as(hall.actor(ARBITER), undoing_verbs.page, Sought(contest_id=board.contest_id), 1).lines
    assert [(one.act, one.about) for one in lines if one.act == "warn"] == [("warn", (who,))]
