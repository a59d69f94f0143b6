"""Disputes between schools: the worked examples, tried on what admits and counts them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest

from bot.kernel.ids import PersonId
from bot.play.contests import BoardResult
from bot.play.format_rules import DisputeRules, TeamRules
from bot.play.game_sheets import Blocked, DrawRule, GameId
from bot.play.points import all_points, games, points
from bot.play.teams import BoardMember, Team, TeamFault, problems
from bot.rulebooks.game_files import bundled_games, game
from bot.rulebooks.library import preset
from tests.rules.written import Facts, examples, fixed

BLOCKED: Final = {
    "loss": {Blocked.LOSES},
    "turn lost": {Blocked.LOSES_TURN},
    "draw": {Blocked.DRAWS},
    None: {Blocked.SILENT, Blocked.NEVER},
}
A: Final = preset("olympiad-school").dispute
OLDEST: Final = {"A": 9, "B": 6, "C": 3}


@pytest.mark.parametrize("told", examples("OLY-1"))
def test_younger_pupils_may_play_up_and_older_ones_not_down(told: Facts) -> None:
    rules = DisputeRules(told["category"], oldest_year=OLDEST[told["category"]])
    pupil = BoardMember(PersonId("p"), 1, school_year=told["year"])
    found = problems(Team(pupil.person_id, (pupil,)), TeamRules(size=1), rules)
    assert (TeamFault.TOO_OLD not in {one.fault for one in found}) is told["may"]


@pytest.mark.parametrize("told", examples("OLY-2"))
def test_a_dispute_is_won_by_the_greater_part_of_nine_points(told: Facts) -> None:
    assert A is not None
    assert all_points(A) == fixed("OLY-2", "total")
    boards = [_board(one.board, one.modality.value, float(one.points), told) for one in games(A)]
    assert points(boards) == tuple(map(Fraction, told["score"]))


def _board(board: int, kind: str, worth: float, told: Facts) -> BoardResult:
    """A board of the dispute; of the three tables each game goes to whoever has one left to win."""
    seats = ((PersonId("a"),), (PersonId("x"),))
    if kind != "table":
        won = tuple(int(part / worth) for part in told[kind])
        return BoardResult(board, seats, (won[0], won[1]), 0, weight=worth, modality=kind)
    own, _ = told["table"]
    if own != int(own):
        level = board == 3
        score = (0, 0) if level else ((1, 0) if board == 1 else (0, 1))
        return BoardResult(board, seats, score, int(level), weight=worth, modality=kind)
    return BoardResult(board, seats, (1, 0) if board <= own else (0, 1), 0, weight=worth, modality=kind)


@pytest.mark.parametrize("told", examples("OLY-7"))
def test_every_game_of_the_olympiad_has_its_sheet(told: Facts) -> None:
    assert {_sheet(one) for one in (*told["table"], told["giant"], told["living"])} <= set(bundled_games())


def _sheet(name: str) -> GameId:
    return GameId(name.replace("'", "").replace(" ", "-"))


GAMES: Final = sorted(
    {one for told in fixed("OLY-7", "case") for one in (*told["table"], told["giant"], told["living"])}
)


@pytest.mark.rule("OLY-7.1")
@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_says_how_its_game_is_drawn(name: str) -> None:
    found = game(_sheet(name))
    ways = {
        DrawRule.BOARD_FULL: name in fixed("OLY-7.1", "full_board"),
        DrawRule.EQUAL_CAPTURES: name in fixed("OLY-7.1", "equal_captures"),
        DrawRule.RULED_QUIET: name in fixed("OLY-7.1", "after_moves_without_capture"),
    }
    assert {way: way in found.draws for way in ways} == ways
    by_agreement = bool(found.draws & {DrawRule.AGREED, DrawRule.AGREED_HOPELESS})
    assert by_agreement is (name in fixed("OLY-7.1", "agreed"))
    quiet = fixed("OLY-7.1", "after_moves_without_capture").get(name)
    assert (None if found.quiet_moves is None else list(found.quiet_moves)) == quiet
    assert found.blocked in BLOCKED[fixed("OLY-7.1", "blocked").get(name)]
