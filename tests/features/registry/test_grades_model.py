"""Grades of Go."""

from __future__ import annotations

import pytest

from bot.kernel.ids import EntrantId
from bot.people.model import promoted_to
from bot.play.formats.protocol import Starter
from bot.play.rulebook import Grade, GradeKind, GradeRules, read_grade, read_promotion, strongest_first

PRO, AMATEUR = GradeKind.PROFESSIONAL, GradeKind.AMATEUR


@pytest.mark.rule("GO-25.3")
@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("5d", Grade(AMATEUR, 5)),
        (" 7 Dan ", Grade(AMATEUR, 7)),
        ("9p", Grade(PRO, 9)),
        ("8d", None),
        ("0d", None),
        ("10p", None),
        ("strong", None),
    ],
)
def test_amateurs_have_seven_grades_and_professionals_nine(text, grade):
    assert read_grade(text) == grade


@pytest.mark.rule("GO-25.3")
def test_grades_order_a_field_and_ratings_those_of_one_grade():
    field = [
        ("none", None, 2900.0),
        ("first pro", Grade(PRO, 1), None),
        ("weaker", Grade(AMATEUR, 7), 2300.0),
        ("stronger", Grade(AMATEUR, 7), 2400.0),
        ("nothing", None, None),
    ]
    assert strongest_first(field) == ("first pro", "stronger", "weaker", "none", "nothing")


@pytest.mark.rule("GO-25.3")
def test_kyu_are_below_the_dan_and_count_only_where_the_rulebook_names_them():
    three, first = Grade(GradeKind.KYU, 3), Grade(GradeKind.KYU, 1)
    assert read_grade("3 kyu") == three
    assert read_grade("31k") is None
    assert str(three) == "3k"
    assert first.strength > three.strength
    assert first.strength < Grade(AMATEUR, 1).strength
    assert not GradeRules().counts(three)
    assert GradeRules(lowest_kyu=3).counts(three)
    assert not GradeRules(lowest_kyu=2).counts(three)
    assert GradeRules().counts(Grade(PRO, 1))


@pytest.mark.rule("GO-25.3")
@pytest.mark.parametrize(
    ("place", "held", "grade"),
    [
        (1, None, "7d"),
        (1, Grade(AMATEUR, 7), None),
        (1, Grade(AMATEUR, 6), "7d"),
        (2, None, "6d"),
        (6, Grade(AMATEUR, 5), "6d"),
        (6, Grade(AMATEUR, 6), None),
        (7, None, None),
        (1, Grade(PRO, 1), None),
    ],
)
def test_a_place_is_proposed_for_the_grade_of_the_rulebook_where_it_is_above_the_one_held(place, held, grade):
    found = promoted_to(place, held, ("1 7d", "2-6 6d"))
    assert (None if found is None else str(found)) == grade


@pytest.mark.parametrize("entry", ["", "1", "7d", "1 8d", "3-2 6d", "0 6d", "1-6d"])
def test_a_promotion_that_nobody_can_carry_out_is_none(entry):
    assert read_promotion(entry) is None
    assert promoted_to(1, None, (entry,)) is None


@pytest.mark.rule("GO-25.3")
def test_grades_come_before_ratings_in_a_field_and_who_has_none_comes_last():
    def one(name, grade, rating):
        return Starter(EntrantId(name), rating, grade=None if grade is None else read_grade(grade))

    field = [one("a", None, 2900.0), one("b", "1d", None), one("c", "5d", 1500.0), one("d", "5d", 1600.0)]
    assert [starter.entrant_id for starter in sorted(field, key=lambda starter: starter.strength)] == list("dcba")
