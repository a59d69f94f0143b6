"""The opening draw of a knock-out: byes, pairs and places."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Stage
from bot.play.formats.protocol import EventFacts
from tests.play.brackets import BYES_BY_LOT, advanced, drawn, first_places, seeds, starters


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize(
    ("count", "matches", "byes"), [(2, 1, 0), (3, 1, 1), (5, 1, 3), (11, 3, 5), (12, 4, 4), (63, 31, 1), (64, 32, 0)]
)
def test_the_preliminary_round_has_n_less_p_matches_and_2p_less_n_byes(count: int, matches: int, byes: int):
    places = first_places(drawn(starters(count)))
    assert Counter(len(place.sides) for place in places) == Counter({2: matches, 1: byes})
    assert sorted(place.position for place in places) == list(range(matches + byes))


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize("count", [2, 4, 8, 64])
def test_a_power_of_two_has_no_preliminary_round(count: int):
    places = first_places(drawn(starters(count)))
    assert {place.round for place in places} == {1}
    assert Stage.PRELIMINARY not in {place.stage for place in places}


@pytest.mark.rule("AIJE-D01-4")
@given(st.lists(st.none() | st.integers(1500, 2500), min_size=2, max_size=70), seeds)
def test_everyone_is_in_exactly_one_place_of_the_first_round(ratings: list[int | None], seed: bytes):
    facts = drawn(starters(len(ratings), *ratings), seed=seed)
    placed = Counter(side for place in first_places(facts) for side in place.sides)
    assert placed == Counter(starter.entrant_id for starter in facts.starters)


def reasons(facts: EventFacts) -> dict[str, str | None]:
    return {place.sides[0]: place.bye_reason for place in first_places(facts) if len(place.sides) == 1}


@pytest.mark.rule("AIJE-D01-4")
def test_the_highest_rated_pass_the_preliminary_round():
    facts = drawn(starters(6, 1900, 2300, 2000, 2100))
    assert reasons(facts) == {"e01": "rating", "e03": "rating"}


@pytest.mark.rule("AIJE-D01-4")
@given(seeds)
def test_rated_come_before_unrated_and_the_unrated_at_the_cut_draw_lots(seed: bytes):
    passed = reasons(drawn(starters(5, None, 1200, None, 1000), seed=seed))
    assert passed.pop(EntrantId("e01")) == "rating"
    assert passed.pop(EntrantId("e03")) == "rating"
    assert list(passed.values()) == ["lot"]


@pytest.mark.rule("AIJE-D01-4")
def test_of_equal_ratings_at_the_cut_each_passes_in_some_draw():
    seen = Counter[str]()
    for number in range(600):
        passed = reasons(drawn(starters(6, 2300, 2000, 2000, 2000, 1500), seed=number.to_bytes(32, "big")))
        assert passed.pop(EntrantId("e00")) == "rating"
        assert list(passed.values()) == ["lot"]
        seen.update(passed.keys())
    assert set(seen) == {"e01", "e02", "e03"}
    assert all(150 < times < 250 for times in seen.values())


@pytest.mark.rule("AIJE-D01-4")
def test_equal_ratings_that_all_pass_need_no_lot():
    assert reasons(drawn(starters(6, 2000, 2000, 1900))) == {"e00": "rating", "e01": "rating"}


@pytest.mark.rule("AIJE-D01-4")
def test_ratings_are_equal_when_the_published_list_says_so():
    passed = reasons(drawn(starters(3, 2000.00000001, 2000.0, 1500)))
    assert list(passed.values()) == ["lot"]


@pytest.mark.rule("AIJE-D01-4")
def test_who_meets_whom_and_where_is_drawn_entirely_at_random():
    pairs, places = Counter[frozenset[str]](), Counter[int]()
    for number in range(1200):
        facts = drawn(starters(6, 2300, 2200, 2100, 2000), seed=number.to_bytes(32, "big"))
        preliminary = [frozenset(place.sides) for place in first_places(facts) if len(place.sides) == 2]
        pairs.update(preliminary)
        places.update(place.position for place in first_places(facts) if place.sides == ("e00",))
    assert len(pairs) == 6
    assert all(340 < times < 460 for times in pairs.values())
    assert sorted(places) == [0, 1, 2, 3]
    assert all(240 < times < 360 for times in places.values())


@pytest.mark.rule("AIJE-D01-4")
def test_the_order_in_which_people_registered_changes_nothing():
    field = starters(11, 2000, 2000, None, 1900)
    assert drawn(field).contests == drawn(field[::-1]).contests


def test_a_rulebook_may_give_all_byes_by_lot():
    seen = set[str]()
    for number in range(30):
        passed = reasons(drawn(starters(3, 2300, 2200, 2100), BYES_BY_LOT, number.to_bytes(32, "big")))
        assert list(passed.values()) == ["lot"]
        seen |= passed.keys()
    assert seen == {"e00", "e01", "e02"}


@pytest.mark.parametrize("count", [0, 1])
def test_one_alone_makes_no_knock_out(count: int):
    with pytest.raises(ValueError, match="two starters"):
        drawn(starters(count))


def test_the_opening_draw_needs_its_randomness():
    with pytest.raises(ValueError, match="stream"):
        advanced(EventFacts(starters(4)))


@pytest.mark.rule("GO-28.4")
def test_who_left_after_the_draw_keeps_the_place_so_that_the_opponent_has_one():
    field = tuple(replace(starter, withdrawn=True) for starter in starters(4))
    assert [len(contest.sides) for contest in drawn(field).contests] == [2, 2]
