"""Tables of three: sizes, points, the two sets, the final table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import ResultKind, Stage
from bot.play.format_rules import TableRules
from bot.play.formats import tables
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import TablePlayer, players, sizes, victory_points
from tests.play.table_events import OTE, ended, named, table, won

RULES = TableRules()
ACTIVE, INACTIVE = (True,) * 4, (False,) * 4


def points(influence: dict[str, int], winner: str, active: tuple[bool, ...] = ACTIVE) -> dict[str, int]:
    result = won(influence, winner).result
    assert result is not None
    return dict(zip(influence, victory_points(result, active[: len(influence)], RULES), strict=True))


def after(facts: EventFacts, name: str) -> TablePlayer:
    return players(facts, OTE)[EntrantId(name)]


def places(facts: EventFacts) -> dict[str, tuple[int, int]]:
    return {row.entrant_id: (row.rank_from, row.rank_to) for row in tables.standings(facts, OTE)}


# Sizes.


@pytest.mark.rule("OTE-2.1", "OTE-2.4")
@pytest.mark.parametrize(
    ("count", "seated"),
    [
        (1, [1]),
        (2, [2]),
        (3, [3]),
        (4, [4]),
        (5, [2, 3]),
        (6, [3, 3]),
        (7, [3, 4]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [3, 3, 4]),
        (11, [3, 4, 4]),
        (14, [3, 3, 4, 4]),
        (40, [3] * 12 + [4]),
    ],
)
def test_as_many_threes_as_possible_and_then_fours(count: int, seated: list[int]):
    assert sorted(sizes(count)) == seated


@pytest.mark.rule("OTE-2.4")
@given(st.integers(2, 500))
def test_everybody_sits_somewhere_and_only_five_and_two_have_a_table_of_two(count: int):
    seated = sizes(count)
    assert sum(seated) == count
    assert set(seated) <= {3, 4} or count in {2, 5}
    assert seated.count(4) <= 2


# Points.


@pytest.mark.rule("OTE-2.3")
@pytest.mark.parametrize(
    ("influence", "expected"),
    [
        ({"a": 16, "b": 9, "c": 4}, {"a": 8, "b": 4, "c": 0}),
        ({"a": 16, "b": 9, "c": 9}, {"a": 8, "b": 2, "c": 2}),
        ({"a": 16, "b": -3, "c": -5}, {"a": 8, "b": 4, "c": 0}),
        ({"a": 16, "b": 5, "c": 5, "d": 5}, {"a": 8, "b": 2, "c": 2, "d": 2}),
        ({"a": 16, "b": 5, "c": 6, "d": 5}, {"a": 8, "b": 0, "c": 4, "d": 0}),
        ({"a": 16, "b": 15}, {"a": 8, "b": 0}),
    ],
)
def test_victory_points_go_to_the_winner_and_the_second_but_in_a_game_of_two_to_the_winner_alone(influence, expected):
    assert points(influence, "a") == expected
    assert points(influence, "a", INACTIVE) == {name: worth // 2 for name, worth in expected.items()}


@pytest.mark.rule("OTE-2.3")
def test_the_winner_is_who_won_even_with_less_influence():
    assert points({"a": 12, "b": 17, "c": 3}, "a") == {"a": 8, "b": 4, "c": 0}


@pytest.mark.rule("OTE-2.3")
def test_an_active_player_who_falls_gets_what_active_players_get():
    facts = EventFacts(
        named("abc"), (won({"a": 16, "b": 9, "c": 4}, "a"), won({"b": 16, "c": 8, "a": -2}, "c", number=2))
    )
    assert [after(facts, name).victory_points for name in "abc"] == [8, 4 + 2, 4]
    assert [after(facts, name).influence for name in "abc"] == [14, 25, 12]


@pytest.mark.rule("OTE-2.8")
@pytest.mark.parametrize(("influence", "victory", "score"), [(25, 12, Fraction(49, 2)), (-3, 4, Fraction(5, 2))])
def test_the_tournament_score_keeps_halves(influence: int, victory: int, score: Fraction):
    assert TablePlayer(EntrantId("a"), victory_points=victory, influence=influence).score == score


# The sets.


@pytest.mark.rule("OTE-2.2")
def test_who_has_lost_once_is_inactive_for_good():
    facts = EventFacts(
        named("abc"), (won({"a": 16, "b": 9, "c": 4}, "a"), won({"a": 3, "b": 16, "c": 4}, "b", number=2))
    )
    assert [after(facts, name).is_active for name in "abc"] == [False, False, False]
    first = players(facts, OTE, 2)
    assert [first[EntrantId(name)].is_active for name in "abc"] == [True, False, False]


def test_who_was_present_alone_wins_and_who_stayed_away_loses():
    facts = EventFacts(named("abc"), (ended(table("abc"), ResultKind.WALKOVER, 1),))
    assert [(after(facts, name).is_active, after(facts, name).victory_points) for name in "abc"] == [
        (False, 0),
        (True, 8),
        (False, 0),
    ]


@pytest.mark.parametrize(("kind", "stays"), [(ResultKind.DOUBLE_WALKOVER, False), (ResultKind.NO_RESULT, True)])
def test_a_table_to_which_nobody_came_is_lost_by_all_and_one_without_a_result_by_nobody(kind, stays: bool):
    facts = EventFacts(named("abc"), (ended(table("abc"), kind),))
    assert {after(facts, name).is_active for name in "abc"} == {stays}
    assert {after(facts, name).victory_points for name in "abc"} == {0}


def test_an_annulled_win_is_a_loss_and_leaves_the_others_what_they_have():
    facts = EventFacts(
        named("abc"),
        (won({"a": 16, "b": 9, "c": 4}, "a"),),
        annulled=frozenset({(ContestId("main-1-0"), EntrantId("a"))}),
    )
    assert not after(facts, "a").is_active
    assert after(facts, "a").score == 0
    assert after(facts, "b").score == Fraction(9, 2) + 4


@pytest.mark.rule("OTE-2.8")
def test_the_extra_game_adds_to_no_total():
    facts = EventFacts(named("ab"), (won({"a": 8, "b": 5}, "a", Stage.PLAY_OFF),))
    assert (after(facts, "a"), after(facts, "b").is_active) == (TablePlayer(EntrantId("a")), True)


# The table at the end.


def event(final: dict[str, int], winner: str) -> EventFacts:
    """Six players: a and b fell in the first round's seconds; a, b and d play the final."""
    first = (won({"a": 16, "b": 9, "c": 4}, "a"), won({"d": 16, "e": 9, "f": 5}, "d", place=1))
    beside = won({"c": 14, "e": 9, "f": 9}, "c", number=2, place=1)
    return EventFacts(named("abcdef"), (*first, won(final, winner, Stage.FINAL, 2), beside))


@pytest.mark.rule("OTE-2.10")
@pytest.mark.parametrize(
    ("final", "winner", "podium"),
    [
        ({"a": 16, "b": 9, "d": 4}, "a", {"a": (1, 1), "b": (2, 2), "d": (3, 3)}),
        ({"a": 12, "b": 15, "d": 4}, "a", {"a": (1, 1), "b": (2, 2), "d": (3, 3)}),
        ({"a": 7, "b": 7, "d": 16}, "d", {"d": (1, 1), "a": (2, 3), "b": (2, 3)}),
    ],
)
def test_the_final_gives_the_first_three_places_by_its_own_influence(final, winner: str, podium):
    found = places(event(final, winner))
    assert {name: found[name] for name in "abd"} == podium


@pytest.mark.rule("OTE-2.10")
def test_all_others_follow_by_tournament_score():
    found = places(event({"a": 16, "b": 9, "d": 4}, "a"))
    assert {name: found[name] for name in "cef"} == {"e": (4, 4), "c": (5, 5), "f": (6, 6)}
    rows = {row.entrant_id: row.values[0].value for row in tables.standings(event({"a": 1, "b": 9, "d": 16}, "d"), OTE)}
    assert [rows[EntrantId(name)] for name in "cef"] == [9 + 4, 9 + 4 + 1, 7 + 1]


def test_a_final_that_nobody_won_has_no_first_place():
    facts = event({"a": 9, "b": 9, "d": 4}, "a")
    nobody = tuple(
        ended(one, ResultKind.DOUBLE_WALKOVER) if one.stage is Stage.FINAL else one for one in facts.contests
    )
    assert min(place for place, _ in places(replace(facts, contests=nobody)).values()) == 2


def test_a_final_whose_winner_was_found_a_cheat_has_no_first_place_and_the_others_keep_theirs():
    facts = replace(
        event({"a": 16, "b": 9, "d": 4}, "a"), annulled=frozenset({(ContestId("final-2-0"), EntrantId("a"))})
    )
    found = places(facts)
    assert {name: found[name] for name in "abd"} == {"b": (2, 2), "d": (3, 3), "a": (4, 4)}


def test_until_the_final_active_players_share_the_first_places():
    facts = EventFacts(named("abcdef"), event({"a": 16, "b": 9, "d": 4}, "a").contests[:2])
    assert [places(facts)[name] for name in "adbecf"] == [(1, 2), (1, 2), (3, 4), (3, 4), (6, 6), (5, 5)]
    open_final = table("abd", None, Stage.FINAL, 2)
    assert places(replace(facts, contests=(*facts.contests, open_final)))["b"] == (1, 3)


def test_before_the_draw_there_is_no_table():
    assert tables.standings(EventFacts(named("abc")), OTE) == ()
