"""Games of Go that end by a count: told, confirmed, ruled, corrected, with compensation and warnings (GO-9, GO-24)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import warnings_verbs as playing_warnings_verbs
from bot.features.playing.match_views_model import WarningChoice
from bot.features.tournaments.verbs import OtherKindOfEvent
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed
from bot.play.contests import Result
from bot.play.counts import ImpossibleCount
from bot.play.matches import MatchPhase
from bot.rulebooks.library import preset
from tests.hall.board import ARBITER, STRANGER, Board, first_match
from tests.hall.hall import Hall

GO = preset("go-swiss")


@pytest.fixture
def board(hall: Hall) -> Board:
    """A game of which both players are there; side 0 has Black."""
    found = first_match(hall, players=4, rulebook=GO)
    found.here(0, 1)
    return found


def tell(board: Board, side: int, text: str):
    return board.hall.act(board.actor(side), playing_correcting_verbs.report_count, board.contest_id, text)


def result_of(board: Board) -> Result:
    """The result that the game has by now."""
    result = board.view.contest.result
    assert result is not None
    return result


def warn(board: Board, side: int) -> None:
    """The first offence of the catalogue, which costs a warning."""
    actor = board.hall.actor(ARBITER)
    page = board.hall.act(actor, playing_warnings_verbs.page, board.contest_id)
    option = page.options[side][0]
    choice = WarningChoice(side, option.number, option.price, option.loses)
    board.hall.act(actor, playing_warnings_verbs.warn, board.contest_id, choice, "")


@pytest.mark.rule("GO-9", "GO-10")
@pytest.mark.parametrize(
    ("count", "score"), [("185", (1, 0)), ("184", (0, 1)), ("184,5", (1, 0)), ("184½", (1, 0)), ("0", (0, 1))]
)
def test_blacks_number_names_the_winner_and_is_kept(board: Board, count: str, score: tuple[int, int]):
    tell(board, 0, count)
    board.confirm(1)
    result = result_of(board)
    assert result.score == score
    assert result.count == float(count.replace(",", ".").replace("½", ".5"))


@pytest.mark.rule("GO-9")
def test_the_other_sides_equal_count_confirms_and_another_number_is_a_dispute(board: Board):
    tell(board, 0, "185")
    assert tell(board, 1, "190").disputed
    assert board.view.state.phase is MatchPhase.DISPUTED
    assert tell(board, 1, "185").settled


@pytest.mark.rule("GO-9")
def test_an_impossible_number_and_a_stranger_are_refused(board: Board):
    with pytest.raises(ImpossibleCount):
        tell(board, 0, "362")
    with pytest.raises(NotAllowed):
        board.hall.act(board.hall.actor(STRANGER), playing_correcting_verbs.match_to_count, board.contest_id)


@pytest.mark.rule("GO-24", "GO-9")
@pytest.mark.parametrize(("warned", "count", "winner"), [(0, "185", 1), (1, "184", 0)])
def test_a_warning_costs_a_stone(board: Board, warned: int, count: str, winner: int):
    warn(board, warned)
    tell(board, 0, count)
    board.confirm(1)
    assert result_of(board).score[winner] == 1


@pytest.mark.rule("GO-24")
def test_a_warning_after_the_count_has_it_told_anew(board: Board):
    tell(board, 0, "185")
    warn(board, 0)
    assert board.view.state.phase is MatchPhase.PLAYING
    tell(board, 0, "185")
    board.confirm(1)
    assert result_of(board).score == (0, 1)


@pytest.mark.rule("GO-24")
def test_what_a_warning_costs_is_the_rulebooks(hall: Hall):
    assert GO.discipline is not None
    rules = replace(GO, discipline=replace(GO.discipline, warning_costs=0, warnings_that_lose=None))
    found = first_match(hall, players=4, rulebook=rules)
    found.here(0, 1)
    warn(found, 0)
    tell(found, 0, "185")
    found.confirm(1)
    assert result_of(found).score == (1, 0)


@pytest.mark.rule("GO-9")
def test_without_compensation_exactly_half_is_a_draw(hall: Hall):
    assert GO.games is not None
    rules = replace(GO, games=replace(GO.games, compensation=0.0))
    found = first_match(hall, players=4, rulebook=rules)
    found.here(0, 1)
    tell(found, 0, "180.5")
    found.confirm(1)
    assert (result_of(found).score, result_of(found).draws) == ((0, 0), 1)


def test_a_game_that_was_resigned_has_no_count(board: Board):
    board.hall.act(board.actor(0), playing_reporting_verbs.report, board.contest_id, (0, 1, 0))
    board.confirm(1)
    result = result_of(board)
    assert (result.score, result.count) == ((0, 1), None)


@pytest.mark.rule("GO-9")
def test_the_arbiter_rules_by_a_count_with_a_reason_where_it_overrules(board: Board):
    tell(board, 0, "185")
    arbiter = board.hall.actor(ARBITER)
    with pytest.raises(Missing):
        board.hall.act(arbiter, playing_correcting_verbs.rule_count, board.contest_id, "184", None)
    board.hall.act(arbiter, playing_correcting_verbs.rule_count, board.contest_id, "184", "Counted again on the board")
    assert (result_of(board).score, result_of(board).count) == ((0, 1), 184.0)


@pytest.mark.rule("GO-9")
def test_a_correction_may_change_the_count_and_leave_the_winner(board: Board):
    tell(board, 0, "185")
    board.confirm(1)
    arbiter = board.hall.actor(ARBITER)
    found = board.hall.ask_as(arbiter, playing_correcting_verbs.preview_count, board.contest_id, "190")
    board.hall.act(
        arbiter, playing_correcting_verbs.correct_count, board.contest_id, "190", len(found.reopened), "Misread"
    )
    assert (result_of(board).score, result_of(board).count) == ((1, 0), 190.0)
    with pytest.raises(AlreadyDone):
        board.hall.act(arbiter, playing_correcting_verbs.correct_count, board.contest_id, "190", 0, "Again")


def test_a_match_of_games_has_no_count(hall: Hall):
    found = first_match(hall, players=4)
    found.here(0, 1)
    with pytest.raises(OtherKindOfEvent):
        tell(found, 0, "185")
