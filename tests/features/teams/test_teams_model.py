"""Teams: who may be one, who sits where, and who meets whom."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import BoardResult, Contest, Result, ResultKind, Stage
from bot.play.counts import score_of_boards
from bot.play.format_rules import DisputeRules, LineUp, ScoringRules, TeamEncounter, TeamRules
from bot.play.points import board_points, encounter_points
from bot.play.teams import (
    BoardMember,
    LineUpFault,
    Team,
    TeamFault,
    boards_of,
    in_board_order,
    line_up_problems,
    pairings,
    problems,
    ranks,
    standing_order,
)
from tests.play.crosstables import NOON, aije_teams

AIJE = TeamRules(
    size=3,
    line_up=LineUp.BY_RATING,
    board_games=4,
    board_draw=0,
    top_ranked=5,
    leader_is_highest_rated=True,
    unrated_off_board_one=True,
)


def team(*ratings: float | None, leader: int = 0, **ranked: int) -> Team:
    """Members a, b, c… with these ratings, on boards 1, 2, 3…"""
    members = tuple(
        BoardMember(PersonId(name), board, rating, ranked.get(name))
        for board, (name, rating) in enumerate(zip("abcdefgh", ratings, strict=False), start=1)
    )
    return Team(members[leader].person_id, members)


def faults(
    found: Team, rules: TeamRules = AIJE, dispute: DisputeRules | None = None
) -> list[tuple[TeamFault, str | None]]:
    return [(one.fault, one.person) for one in problems(found, rules, dispute)]


@pytest.mark.rule("AIJE-D05-1")
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (team(2100, 2000, None), []),
        (team(2100, 2000), [(TeamFault.TOO_FEW, None)]),
        (team(2100, 2000, 1900, 1800), [(TeamFault.TOO_MANY, "d")]),
        (team(2100, 2000, 1900, a=1), []),
        (team(2100, 2000, 1900, a=5, b=6), []),
        (team(2100, 2000, 1900, a=1, b=5), [(TeamFault.TOP_RANKED, "b")]),
        (team(2100, 2000, 1900, a=3, b=4, c=5), [(TeamFault.TOP_RANKED, "b"), (TeamFault.TOP_RANKED, "c")]),
        (team(2000, 2100, 1900), [(TeamFault.LEADER_NOT_HIGHEST, "a")]),
        (team(2000, 2000, 1900), []),
        (team(2000, 2000, 1900, leader=1), []),
        (team(None, None, None), [(TeamFault.LEADER_NOT_RATED, "a")]),
        (team(0, None, None), [(TeamFault.LEADER_NOT_RATED, "a")]),
        (team(None, 2000, None), [(TeamFault.LEADER_NOT_RATED, "a"), (TeamFault.LEADER_NOT_HIGHEST, "a")]),
    ],
)
def test_a_team_is_as_many_with_one_of_the_top_five_and_led_by_its_best(found, expected):
    assert faults(found) == expected


@pytest.mark.rule("AIJE-D05-1")
def test_whoever_is_one_too_many_of_the_top_is_named_beside_the_other():
    (problem,) = problems(team(2100, 2000, 1900, a=2, c=4), AIJE)
    assert (problem.person, problem.other, problem.given, problem.limit) == ("c", "a", 4, 5)


def test_nobody_is_named_twice():
    twice = Team(PersonId("a"), (BoardMember(PersonId("a"), 1, 2000), *team(None, 1900, 1800).members))
    assert (TeamFault.NAMED_TWICE, "a") in faults(twice)


def test_equal_ratings_share_the_better_place_of_the_ranking():
    rated = {PersonId("a"): 2000.0, PersonId("b"): 2100.0, PersonId("c"): 2000.0, PersonId("d"): 1900.0}
    assert ranks(rated) == {"a": 2, "b": 1, "c": 2, "d": 4}


@pytest.mark.rule("AIJE-D05-2")
@pytest.mark.parametrize(
    ("ratings", "order"),
    [
        ((2100, 2000, 1900), "abc"),
        ((1900, 2000, 2100), "cba"),
        ((2100, 2000, None), "abc"),
        ((2100, None, 2000), "abc"),
        ((None, 2100, 2000), "bac"),
        ((None, None, 2000), "cab"),
        ((2000, None, 2000), "abc"),
        ((2000, 2000, 2100), "cab"),
    ],
)
def test_the_highest_sits_on_board_one_and_the_unrated_where_the_leader_says(ratings, order):
    assert "".join(one.person_id for one in in_board_order(team(*ratings), AIJE)) == order


@given(st.lists(st.one_of(st.none(), st.integers(1, 2500)), min_size=1, max_size=8))
def test_by_rating_everybody_sits_once_and_no_rated_player_sits_above_a_better_one(ratings):
    order = in_board_order(team(*ratings), AIJE)
    rated = [one.rating for one in order if one.rating]
    assert sorted(one.person_id for one in order) == sorted("abcdefgh"[: len(ratings)])
    assert rated == sorted(rated, reverse=True)
    assert order[0].rating or not rated


@pytest.mark.rule("GO-25.1")
def test_a_fixed_order_is_the_leaders_own_and_substitutes_come_last():
    rules = replace(AIJE, line_up=LineUp.FIXED_WITH_SUBSTITUTES, substitutes=1)
    found = team(1900, 2000, 2100, 2200)
    spare = Team(found.leader, (replace(found.members[0], board=0), *found.members[1:]))
    assert "".join(one.person_id for one in in_board_order(spare, rules)) == "bcda"


TWICE = [(LineUpFault.SITS_TWICE, 2, "b"), (LineUpFault.SITS_TWICE, 3, "b"), (LineUpFault.MOVED, 3, "b")]


def order(*seats: str):
    """A line-up written as "a", "b", or "ab" for a pair."""
    return tuple(tuple(PersonId(one) for one in seat) for seat in seats)


@pytest.mark.rule("GO-25.1")
@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (("a", "b", "c"), []),
        (("b", "a", "c"), [(LineUpFault.MOVED, 1, "b"), (LineUpFault.MOVED, 2, "a")]),
        (("a", "d", "c"), []),
        (("a", "x", "c"), [(LineUpFault.NOT_A_MEMBER, 2, "x")]),
        (("a", "b", "b"), TWICE),
        (("a", "b", "c", "d"), [(LineUpFault.TOO_MANY, 3, None)]),
        (("a", "b"), [(LineUpFault.TOO_FEW, 3, None)]),
    ],
)
def test_a_substitute_may_take_a_place_of_the_fixed_order_and_nobody_else_may_move(named, expected):
    found = line_up_problems(order(*named), map(PersonId, "abcd"), (1, 1, 1), order("a", "b", "c"))
    assert [(one.fault, one.board, one.person) for one in found] == expected


@pytest.mark.rule("GO-25.1")
def test_the_free_order_is_any_order():
    assert line_up_problems(order("c", "a", "b"), map(PersonId, "abc"), (1, 1, 1)) == ()


@pytest.mark.rule("GO-25.1")
@given(st.integers(1, 6), st.integers(1, 6))
def test_everyone_meets_everyone_of_the_other_team_once_and_nobody_two_at_a_time(first, second):
    own, other = order(*"abcdef"[:first]), order(*"uvwxyz"[:second])
    met, most = pairings(own, other, TeamEncounter.EVERYONE), max(first, second)
    assert {one.seats for one in met if all(one.seats)} == {(a, b) for a in own for b in other}
    assert [one.board for one in met] == list(range(1, most * most + 1))
    rounds = [met[start : start + most] for start in range(0, len(met), most)]
    for side in (0, 1):
        sitting = [[one.seats[side] for one in some if one.seats[side]] for some in rounds]
        assert all(len(set(some)) == len(some) for some in sitting)


@pytest.mark.rule("GO-25.1", "GO-28.4")
@given(st.sampled_from([TeamEncounter.BOARDS, TeamEncounter.EVERYONE, TeamEncounter.SUM]), st.integers(1, 6), st.data())
def test_a_match_has_as_many_boards_as_its_length_says_whomever_a_team_has_lost(encounter, size, data):
    rules = replace(AIJE, size=size, encounter=encounter)
    there = [data.draw(st.integers(0, size)) for _ in (0, 1)]
    empty: tuple[tuple[PersonId, ...], ...] = ((),) * size
    orders = [
        (*order(*names[:number]), *empty[number:]) for names, number in zip(("abcdef", "uvwxyz"), there, strict=True)
    ]
    met = pairings(orders[0], orders[1], encounter)
    assert len(met) == boards_of(rules)
    given_away = [one for one in met if any(one.seats) and not all(one.seats)]
    times = size if encounter is TeamEncounter.EVERYONE else 1
    left = sum(bool(a) and bool(b) for one in met for a, b in [one.seats])
    if encounter is TeamEncounter.EVERYONE:
        assert left == there[0] * there[1]
        assert len(given_away) == sum(there) * times - 2 * left
    else:
        assert left == min(there)
        assert len(given_away) == max(there) - min(there)


@pytest.mark.rule("AIJE-D05-2")
def test_board_k_plays_board_k_and_an_empty_place_stays_empty():
    met = pairings(order("a", "b", "c"), order("x", "y"), TeamEncounter.BOARDS)
    assert [one.seats for one in met] == [(("a",), ("x",)), (("b",), ("y",)), (("c",), ())]


def test_a_line_up_is_the_first_of_the_members():
    assert standing_order(team(1, 2, 3, 4).members, AIJE) == order("a", "b", "c")


@pytest.mark.rule("GO-25.1")
@pytest.mark.parametrize(
    ("encounter", "scoring", "points"),
    [
        (TeamEncounter.BOARDS, ScoringRules(3, 1, 0), (3, 0)),
        (TeamEncounter.SUM, ScoringRules(3, 1, 0), (1, 1)),
        (TeamEncounter.SUM, ScoringRules(1, 0, 0, by_games=True), (6, 6)),
    ],
)
def test_the_same_boards_are_counted_as_boards_or_as_the_games_of_all_members(encounter, scoring, points):
    rules = replace(aije_teams(), teams=replace(AIJE, encounter=encounter), scoring=scoring)
    played = match((3, 1), (3, 1), (0, 4))
    assert played.result is not None
    score = score_of_boards(played.result.boards, rules)
    told = replace(played, result=replace(played.result, score=score[:2], draws=sum(score[2:])))
    assert encounter_points(told, rules) == points


def match(*scores: tuple[int, int]) -> Contest:
    """A match of teams of Jeek with these games on its boards."""
    boards = tuple(
        BoardResult(number, ((PersonId(f"a{number}"),), (PersonId(f"b{number}"),)), score)
        for number, score in enumerate(scores, start=1)
    )
    won = sum(a > b for a, b in scores), sum(b > a for a, b in scores)
    drawn = len(scores) - sum(won)
    result = Result(won, (0, 0), ResultKind.PLAYED, NOON, draws=drawn, boards=boards)
    sides = (EntrantId("A"), EntrantId("B"))
    return Contest(ContestId("m"), Stage.MAIN, 1, 0, sides, 3, None, None, None, result, play_all=True, drawable=True)


@pytest.mark.rule("AIJE-D05-3")
@pytest.mark.parametrize(
    ("scores", "boards", "points"),
    [
        (((3, 1), (2, 2), (4, 0)), (2, 0), (3, 0)),
        (((3, 1), (2, 2), (0, 4)), (1, 1), (1, 1)),
        (((2, 2), (2, 2), (2, 2)), (0, 0), (1, 1)),
        (((1, 3), (1, 3), (4, 0)), (1, 2), (0, 3)),
    ],
)
def test_more_boards_win_the_match_for_three_points(scores, boards, points):
    contest, rules = match(*scores), aije_teams()
    assert contest.result is not None
    worth = tuple(
        sum((board_points(one, side, rules) for one in contest.result.boards), Fraction(0)) for side in (0, 1)
    )
    assert worth == boards
    assert encounter_points(contest, rules) == points
