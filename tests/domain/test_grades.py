"""Grades of Go."""

from __future__ import annotations

import pytest

from bot.domain.grades import Grade, Kind, read_grade, strongest_first

PRO, AMATEUR = Kind.PROFESSIONAL, Kind.AMATEUR


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
