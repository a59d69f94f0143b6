"""Names that can be one person's, and the same asked of many at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.names import Likes, alike

NAMES = st.text("aAbnáо '2-", max_size=7)


@pytest.mark.parametrize(
    ("one", "other", "can_be"),
    [
        ("José Ana", "ana jose", True),
        ("Bruno Souza", "Bruno Sousa", True),
        ("Bruno", "Brunno", True),
        ("Ana 2", "Ana 3", False),
        ("Ana", "Eva", False),
        ("Аna", "Ana", True),
        ("Łukasz Gołąb", "Lukasz Golab", True),
        ("Þóra Æsir", "Thora Aesir", True),
        ("Işıl", "Isil", True),
    ],
)
def test_what_can_be_meant_for_one_person(one: str, other: str, *, can_be: bool) -> None:
    assert alike(one, other) is can_be


@given(known=st.lists(NAMES, max_size=12), name=NAMES)
def test_many_names_are_asked_at_once_with_the_same_answer_as_each(known: list[str], name: str) -> None:
    listed = list(enumerate(known))
    assert sorted(Likes(listed).of(name)) == [one for one in listed if alike(one[1], name)]
