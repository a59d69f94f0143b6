"""Who begins on the boards of a match of teams (GO-10, OLY-2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import PersonId
from bot.play.format_rules import TeamEncounter
from bot.play.points import begins, boards_begun, extra_turn
from bot.play.rulebook import Rulebook
from bot.play.teams import Order, pairings
from bot.rulebooks import library


def preset(name: str) -> Rulebook:
    return library.preset(name)


def order(side: str, size: int) -> Order:
    return tuple((PersonId(f"{side}{place}"),) for place in range(size))


@pytest.mark.rule("GO-10")
@given(st.integers(2, 12), st.sampled_from([TeamEncounter.BOARDS, TeamEncounter.SUM]), st.integers(0, 1))
def test_neither_team_begins_on_more_than_one_board_more_than_the_other(
    size: int, encounter: TeamEncounter, first: int
) -> None:
    met = pairings(order("a", size), order("b", size), encounter)
    begun = Counter(begins(first, one.turn) for one in met)
    assert begun[first] - begun[1 - first] == size % 2


@pytest.mark.rule("GO-10")
@given(st.integers(2, 9))
def test_where_everyone_meets_everyone_each_player_begins_half_of_the_own_games(size: int) -> None:
    met = pairings(order("a", size), order("b", size), TeamEncounter.EVERYONE)
    begun = Counter(one.seats[begins(0, one.turn)][0] for one in met)
    for seat in (*order("a", size), *order("b", size)):
        assert abs(2 * begun[seat[0]] - size) <= size % 2


@pytest.mark.rule("OLY-2")
def test_each_school_begins_one_of_the_two_giant_and_one_of_the_two_living_games() -> None:
    for turn in (3, 4):
        assert {begins(0, turn, game) for game in (0, 1)} == {0, 1}


@pytest.mark.rule("GO-10")
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("go-teams", (1, 3), (2, 4)),
        ("aije-teams", (1, 3), (2,)),
        ("olympiad-school", (1, 3, 5), (2, 4)),
        ("go-challenge", (1, 3, 5, 7, 9), (2, 4, 6, 8)),
    ],
)
def test_each_preset_of_teams_says_on_which_boards_a_team_begins(
    name: str, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    assert (boards_begun(preset(name), 0), boards_begun(preset(name), 1)) == (first, second)


@pytest.mark.rule("GO-10")
def test_in_a_game_more_the_two_of_board_one_change_who_begins() -> None:
    assert begins(0, extra_turn()) != begins(0, 0)
