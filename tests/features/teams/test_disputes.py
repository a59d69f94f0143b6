"""Disputes between schools: what is played, by whom, for how much."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from bot.kernel.ids import PersonId
from bot.play.contests import BoardResult
from bot.play.format_rules import DisputeRules, TeamRules
from bot.play.points import all_points, games, places, points, scene_of, scenes
from bot.play.teams import BoardMember, LineUpFault, Team, TeamFault, line_up_problems, problems
from bot.rulebooks.library import preset

A = DisputeRules(
    scene_1=("pentagonia", "pente", "pretwa", "picaria", "five-mens-morris"),
    scene_2=("szkwa", "pista-livre", "surakarta", "tic-tackle", "pawns-battle"),
)
C = DisputeRules("C", 1, 3, starters=8, reserves=2, living_players=3)


@pytest.mark.rule("OLY-2")
def test_a_dispute_gives_nine_points_in_all():
    assert all_points(A) == all_points(C) == 9


@pytest.mark.rule("OLY-1", "OLY-2")
@pytest.mark.parametrize(("rules", "expected"), [(A, (1, 1, 1, 2, 5)), (C, (1, 1, 1, 2, 3))])
def test_every_starter_has_a_place_at_one_of_the_games(rules, expected):
    assert places(rules) == expected
    assert sum(expected) == rules.starters


def boards(*told: tuple[tuple[int, int], int]):
    """The boards of a dispute of category A with these scores and drawn games."""
    seats = ((PersonId("a"),), (PersonId("x"),))
    found = zip(games(A), told, strict=True)
    return [
        BoardResult(game.board, seats, score, drawn, weight=float(game.points), modality=game.modality.value)
        for game, (score, drawn) in found
    ]


@pytest.mark.rule("OLY-2")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([((1, 0), 0), ((1, 0), 0), ((0, 1), 0), ((1, 1), 0), ((1, 1), 0)], (5, 4)),
        ([((1, 0), 0), ((1, 0), 0), ((1, 0), 0), ((2, 0), 0), ((2, 0), 0)], (9, 0)),
        ([((0, 0), 1), ((0, 0), 1), ((0, 0), 1), ((0, 0), 2), ((0, 0), 2)], (Fraction(9, 2), Fraction(9, 2))),
        ([((0, 0), 1), ((1, 0), 0), ((0, 1), 0), ((1, 0), 1), ((0, 1), 1)], (4, 5)),
    ],
)
def test_points_of_the_tables_the_giant_and_the_living_game_add_up_and_draws_split(told, expected):
    assert points(boards(*told)) == expected


@pytest.mark.rule("OLY-3")
def test_a_pupil_in_two_games_is_named_with_both():
    order = tuple(tuple(PersonId(one) for one in seat) for seat in ("a", "b", "c", "de", "afghi"))
    found = line_up_problems(order, map(PersonId, "abcdefghij"), places(A))
    assert [(one.fault, one.board, one.person) for one in found] == [
        (LineUpFault.SITS_TWICE, 1, "a"),
        (LineUpFault.SITS_TWICE, 5, "a"),
    ]


@pytest.mark.rule("OLY-3")
def test_an_overfull_board_and_one_with_a_free_place_are_named():
    order = tuple(tuple(PersonId(one) for one in seat) for seat in ("a", "b", "c", "dek", "fghi"))
    found = line_up_problems(order, map(PersonId, "abcdefghijk"), places(A))
    assert [(one.fault, one.board, one.person, one.given, one.limit) for one in found] == [
        (LineUpFault.TOO_MANY, 4, "k", 3, 2),
        (LineUpFault.TOO_FEW, 5, None, 4, 5),
    ]


@pytest.mark.rule("OLY-1")
@pytest.mark.parametrize(
    ("year", "fault"), [(0, None), (6, None), (9, None), (10, TeamFault.TOO_OLD), (None, TeamFault.YEAR_MISSING)]
)
def test_the_younger_may_play_among_the_older_and_never_the_reverse(year, fault):
    pupils = Team(
        PersonId("teacher"),
        (BoardMember(PersonId("a"), 1, school_year=7), BoardMember(PersonId("b"), 2, school_year=year)),
    )
    found = problems(pupils, TeamRules(size=2), A)
    assert [(one.fault, one.person) for one in found] == ([] if fault is None else [(fault, "b")])


@pytest.mark.rule("OLY-4")
def test_the_scene_is_drawn_anew_for_each_dispute_and_anybody_can_draw_it_again():
    drawn = [scene_of(A, "5eed", f"{number}.{board}") for number in range(20) for board in range(20)]
    counted = Counter(drawn)
    assert set(counted) == {0, 1}
    assert 150 < counted[0] < 250
    assert scene_of(A, "5eed", "1.0") == scene_of(A, "5eed", "1.0")


@pytest.mark.rule("OLY-4")
def test_with_one_scene_or_none_there_is_no_lot():
    assert scenes(C) == ()
    assert scene_of(C, "5eed", "1.0") == 0
    assert {one.sheet for one in games(C)} == {None}


@pytest.mark.rule("OLY-7")
def test_the_games_of_a_scene_have_their_sheets_in_the_order_of_the_boards():
    assert [one.sheet for one in games(A, 1)] == list(A.scene_2)


@pytest.mark.rule("OLY-1", "OLY-2")
def test_the_rulebook_of_the_olympiad_fills_its_games():
    rulebook = preset("olympiad-school")
    assert rulebook.dispute is not None
    assert rulebook.teams is not None
    assert sum(places(rulebook.dispute)) == rulebook.teams.size
    assert all(one.sheet for one in games(rulebook.dispute))
