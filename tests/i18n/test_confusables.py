"""Names that a reader cannot tell apart, and names that show nothing, by Unicode's own tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import names
from bot.i18n.names import BLANK_LETTERS, alike, checked_name, is_blank, looks, same_name, skeleton
from bot.kernel.errors import BlankName, Missing

SAME = [
    ("Ilya", "llya"),
    ("Ilya", "1lya"),
    ("IlYa", "|lya"),
    ("Bob", "B0b"),
    ("modern", "rnodern"),
    ("memmem", "rnernrnern"),
    ("Bob", "B\N{ARMENIAN SMALL LETTER OH}b"),
    ("Ben", "Be\N{ARMENIAN SMALL LETTER VO}"),
    ("ABC", "\N{CHEROKEE LETTER GO}\N{CHEROKEE LETTER YV}\N{CHEROKEE LETTER TLI}"),
    ("Ana", "An\N{CYRILLIC SMALL LETTER A}"),
    ("Ana", "\N{GREEK CAPITAL LETTER ALPHA}na"),
    ("Ana", "\N{MATHEMATICAL BOLD CAPITAL A}na"),
    ("Ana", "Ana\N{HANGUL FILLER}"),
    ("Ana", "A\N{ZERO WIDTH SPACE}n\N{BRAILLE PATTERN BLANK}a"),
]
APART = [("Lan", "Ian"), ("Ali", "All"), ("Ana 2", "Ana 3"), ("Ana", "Eva"), ("Mia", "Nia"), ("Caio", "Caia")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_are_drawn_alike_are_one_name(one: str, other: str) -> None:
    assert same_name(one, other)
    assert alike(one, other)
    assert set(looks(one)) & set(looks(other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_a_reader_tells_apart_are_two(one: str, other: str) -> None:
    assert not same_name(one, other)
    assert not set(looks(one)) & set(looks(other))


def test_a_name_has_the_table_asked_for_its_own_letters_and_those_drawn_alike_alone() -> None:
    names._drawn_as.cache_clear()
    names._prototype.cache_clear()
    skeleton.cache_clear()
    skeleton("Ilya")
    # The whole table has nearly ten thousand.
    assert 4 <= names._drawn_as.cache_info().currsize < 200


@given(st.text())
def test_letters_that_nobody_sees_change_no_name(text: str) -> None:
    for filler in BLANK_LETTERS:
        assert skeleton(f"{filler}{text}") == skeleton(text)


@pytest.mark.parametrize(
    "name",
    [
        "\N{HANGUL FILLER}",
        "\N{BRAILLE PATTERN BLANK}" * 3,
        "\N{HALFWIDTH HANGUL FILLER} \N{ZERO WIDTH JOINER}",
        "\u0301",
    ],
)
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    assert is_blank(name)
    with pytest.raises(BlankName):
        checked_name(name)


def test_a_name_that_was_left_out_is_missing() -> None:
    with pytest.raises(Missing):
        checked_name("  ")


@pytest.mark.parametrize("name", ["A", "7", "!", "🙂", "日本", "ㅤA", "شطرنج"])
def test_a_name_with_one_letter_that_is_seen_is_a_name(name: str) -> None:
    assert checked_name(name)
