"""What a knock-out with more lives than one will still bring, whoever wins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.contests import Stage
from bot.play.formats.knockout import winner
from bot.play.formats.lives import comes_down, course_of
from bot.play.formats.protocol import EventFacts
from tests.play.brackets import by_chance, seeds
from tests.play.test_lives import drawn, played_out, rules


def sizes(facts: EventFacts) -> Counter[tuple[int, int, bool]]:
    """Contests by bracket and round; finals are told apart, since the last one comes only if it is needed."""
    return Counter((one.group, one.round, len(one.sides) > 1) for one in facts.contests if one.stage is not Stage.FINAL)


@pytest.mark.rule("GO-26.1")
@given(st.integers(2, 33), st.sampled_from([2, 3]), seeds, seeds)
def test_the_course_has_as_many_contests_as_are_played_in_the_end(count: int, lives: int, seed: bytes, luck: bytes):
    rulebook = rules(lives)
    begun = drawn(count, rulebook, seed)
    over = played_out(begun, rulebook, by_chance(luck, absences=False))
    foreseen = replace(begun, contests=course_of(begun, rulebook).contests)
    assert sizes(foreseen) == sizes(over)


@pytest.mark.rule("GO-26.1")
@given(st.integers(2, 20), seeds, seeds)
def test_of_an_event_that_is_over_nothing_is_foreseen(count: int, seed: bytes, luck: bytes):
    rulebook = rules(2)
    over = played_out(drawn(count, rulebook, seed), rulebook, by_chance(luck, absences=True))
    assert course_of(over, rulebook).contests == over.contests


def test_an_open_match_stays_open_in_the_course():
    rulebook = rules(2)
    begun = drawn(8, rulebook)
    course = course_of(begun, rulebook)
    assert [one for one in course.contests if course.is_known(one)] == list(begun.contests)


def test_the_last_final_is_foreseen_until_the_one_before_has_made_it_needless():
    rulebook = rules(2)
    course = course_of(drawn(8, rulebook), rulebook)
    assert [one.round for one in course.contests if one.stage is Stage.FINAL] == [4, 5]


@pytest.mark.rule("GO-26.1")
@given(st.integers(3, 20), seeds, seeds)
def test_who_comes_down_has_lost_the_match_before_and_who_stays_has_won_it(count: int, seed: bytes, luck: bytes):
    rulebook = rules(2)
    course = course_of(played_out(drawn(count, rulebook, seed), rulebook, by_chance(luck, absences=False)), rulebook)
    for one in (found for found in course.contests if found.stage is Stage.LOWER):
        for side in one.sides:
            before = course.before(one, side)
            assert before is not None
            assert comes_down(one, before) is (winner(before) != side)


@pytest.mark.rule("GO-26.1")
def test_in_the_round_that_takes_losers_in_each_meets_one_who_was_there():
    rulebook = rules(2)
    course = course_of(drawn(16, rulebook), rulebook)
    second = [one for one in course.contests if one.stage is Stage.LOWER and one.round == 2]
    assert len(second) == 4
    for one in second:
        assert [comes_down(one, course.before(one, side)) for side in one.sides] == [False, True]
