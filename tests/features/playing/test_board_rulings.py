"""Rulings on a game that cannot go on as it was: who decides, what the match comes to, and the lot between two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.course.facts_verbs import facts
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.model import BoardCause, BoardOutcome
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.kernel import log
from bot.kernel.errors import Missing, NotAllowed, NotNow, Outdated
from bot.kernel.ids import MemberId
from bot.kernel.log import Sought
from bot.play.contests import ResultKind, Stage
from bot.play.format_rules import GamesRules, RankingRules, ScoringRules, SwissRules
from bot.play.formats import FORMATS
from bot.play.matches import MatchPhase
from bot.play.rulebook import FormatName, Rulebook
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall

CHIEF = 52
TABLE = replace(
    go_rules(),
    format=FormatName.SWISS,
    games=GamesRules(best_of=1, draws=True),
    swiss=SwissRules(rounds=3),
    scoring=ScoringRules(),
    ranking=RankingRules(),
)


def at_the_board(hall: Hall, rulebook: Rulebook | None = None, players: int = 4) -> Board:
    """A match of Go in which both are there."""
    opened = first_match(hall, rulebook=rulebook or go_rules(), players=players)
    opened.here(0, 1)
    opened.wait(minutes=1)
    return opened


@pytest.fixture
def board(hall: Hall) -> Board:
    return at_the_board(hall)


def rule(board: Board, cause: BoardCause, outcome: BoardOutcome, side: int | None = None, *, by: int = ARBITER) -> None:
    hall = board.hall
    _, offered = hall.act(hall.actor(by), playing_ruling_verbs.page, board.contest_id)
    number = next(
        number for number, one in enumerate(offered) if (one.cause, one.outcome, one.side) == (cause, outcome, side)
    )
    hall.act(hall.actor(by), playing_ruling_verbs.decide, board.contest_id, number, "as I see it")


@pytest.mark.rule("GO-17.5")
@pytest.mark.parametrize("outcome", [BoardOutcome.FAIR_POINT, BoardOutcome.AS_IT_IS, BoardOutcome.PLAYED_AGAIN])
def test_some_rulings_let_the_match_go_on_and_stand_on_record(board: Board, outcome: BoardOutcome) -> None:
    rule(board, BoardCause.DISTURBED, outcome)
    assert board.view.state.phase is MatchPhase.PLAYING
    lines = board.hall.ask(log.find, GUILD, Sought(contest_id=board.contest_id), 5, 0)
    (line,) = [one for one in lines if one.act == "rule_board"]
    assert (line.why, line.details["outcome"]) == ("as I see it", outcome.value)


@pytest.mark.rule("GO-17.5", "GO-17.6")
@pytest.mark.parametrize("cause", [BoardCause.ON_PURPOSE, BoardCause.BROKEN_OFF_BY])
def test_who_did_it_loses(board: Board, cause: BoardCause) -> None:
    rule(board, cause, BoardOutcome.SIDE_LOST, 1)
    assert (board.view.state.score, board.view.reason) == ((1, 0), "as I see it")


@pytest.mark.rule("GO-17.5")
def test_both_lose_without_a_point_and_a_lot_of_its_own_pairs_one_of_them(board: Board) -> None:
    hall, tournament_id = board.hall, board.tournament.tournament_id
    rule(board, BoardCause.DISTURBED, BoardOutcome.BOTH_LOST)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind) == ((0, 0), ResultKind.BOTH_LOST)
    assert result.paired_as_winner in {0, 1}
    checked = hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament_id)
    assert [check.problems for check in checked.checks] == [(), ()]
    hall.play_out_until(board.tournament, Stage.FINAL)
    paired = board.view.contest.sides[result.paired_as_winner or 0]
    standing = hall.ask(playing_store.of_tournament, tournament_id)
    assert any(paired in one.sides for one in standing if one.round > board.view.contest.round)


@pytest.mark.rule("GO-17.5")
def test_in_a_swiss_the_lot_between_two_pairs_and_orders_nobody_in_the_table(hall: Hall) -> None:
    board = at_the_board(hall, TABLE)
    rule(board, BoardCause.DISTURBED, BoardOutcome.BOTH_LOST)
    result = board.view.contest.result
    assert result is not None
    assert result.paired_as_winner in {0, 1}
    known = hall.ask(facts, hall.load(board.tournament))
    assert known.lot == ()
    rows = FORMATS[FormatName.SWISS].standings(known, TABLE)
    assert [row.values[0].value for row in rows if row.entrant_id in board.view.contest.sides] == [0, 0]


@pytest.mark.rule("GO-17.5")
def test_where_nobody_is_paired_after_it_no_lot_is_drawn(hall: Hall) -> None:
    board = at_the_board(hall, players=2)
    rule(board, BoardCause.BROKEN_OFF, BoardOutcome.BOTH_LOST)
    result = board.view.contest.result
    assert result is not None
    assert result.paired_as_winner is None
    assert hall.load(board.tournament).ended_at is not None


@pytest.mark.rule("GO-20")
def test_endless_repetition_ends_a_game_of_a_table_without_a_result(hall: Hall) -> None:
    board = at_the_board(hall, TABLE)
    rule(board, BoardCause.REPETITION, BoardOutcome.NO_RESULT)
    result = board.view.contest.result
    assert result is not None
    assert result.kind is ResultKind.NO_RESULT


@pytest.mark.rule("GO-20", "GO-17.5")
def test_in_a_knockout_a_game_without_a_winner_is_played_again(board: Board) -> None:
    rule(board, BoardCause.REPETITION, BoardOutcome.PLAYED_AGAIN)
    assert board.view.state.phase is MatchPhase.PLAYING


@pytest.mark.rule("GO-17.6")
def test_a_game_of_a_table_is_drawn_by_ruling(hall: Hall) -> None:
    board = at_the_board(hall, TABLE)
    rule(board, BoardCause.BROKEN_OFF, BoardOutcome.DRAWN)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.draws, result.kind) == ((0, 0), 1, ResultKind.PLAYED)


@pytest.mark.rule("GO-17.5", "GO-30")
def test_where_a_chief_is_named_the_chief_alone_rules_on_the_board(board: Board) -> None:
    hall = board.hall
    hall.arbiter(CHIEF)
    tournament_id = board.tournament.tournament_id
    hall.act(hall.actor(1), playing_arbiters_verbs.name, tournament_id, MemberId(CHIEF), EventRole.CHIEF)
    for number in (ARBITER, 1):
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(number), playing_ruling_verbs.page, board.contest_id)
    rule(board, BoardCause.DISTURBED, BoardOutcome.FAIR_POINT, by=CHIEF)


def test_a_ruling_takes_a_reason_an_offer_and_somebody_who_does_not_play(board: Board) -> None:
    hall = board.hall
    with pytest.raises(Missing):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.decide, board.contest_id, 0, " ")
    with pytest.raises(Outdated):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.decide, board.contest_id, 99, "x")
    with pytest.raises(OwnMatch):
        hall.act(board.actor(0), playing_ruling_verbs.page, board.contest_id)


@pytest.mark.rule("GO-17.5")
def test_a_report_that_came_before_the_ruling_falls_with_it(board: Board) -> None:
    board.report(0, (1, 0))
    rule(board, BoardCause.DISTURBED, BoardOutcome.PLAYED_AGAIN)
    assert board.view.match.report is None


@pytest.mark.rule("GO-17.1")
@pytest.mark.parametrize(("moves", "right"), [(10, True), (11, False)])
def test_the_arbiter_is_told_whether_wrong_colours_are_put_right(board: Board, moves: int, right: bool) -> None:
    hall = board.hall
    _, put_right = hall.act(hall.actor(ARBITER), playing_ruling_verbs.wrong_colours, board.contest_id, moves)
    assert put_right is right
    assert board.view.state.phase is MatchPhase.PLAYING


def test_an_event_of_the_association_has_no_such_rulings(hall: Hall) -> None:
    board = first_match(hall)
    with pytest.raises(NotNow):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.page, board.contest_id)
    with pytest.raises(NotNow):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.wrong_colours, board.contest_id, 3)
