"""Berger's tables."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.pairing import rounds

sizes = st.integers(min_value=2, max_value=41)
times = st.integers(min_value=1, max_value=4)


@pytest.mark.rule("GO-26.2")
def test_the_table_of_six_is_the_one_that_chess_prints() -> None:
    printed = (
        {(1, 6), (2, 5), (3, 4)},
        {(6, 4), (5, 3), (1, 2)},
        {(2, 6), (3, 1), (4, 5)},
        {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (4, 2), (5, 1)},
    )
    assert tuple(set(games) for games in rounds(6)) == printed


def test_in_a_field_of_five_everybody_rests_once() -> None:
    assert [game for games in rounds(5) for game in games if len(game) == 1] == [(1,), (4,), (2,), (5,), (3,)]


@given(sizes, times)
def test_everyone_meets_everyone_as_often_as_said(size: int, cycles: int) -> None:
    met = Counter(frozenset(game) for games in rounds(size, cycles) for game in games if len(game) == 2)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {cycles}


@given(sizes, times)
def test_everyone_has_one_place_in_every_round(size: int, cycles: int) -> None:
    for games in rounds(size, cycles):
        assert sorted(number for game in games for number in game) == list(range(1, size + 1))


@given(sizes)
def test_colours_differ_by_at_most_one(size: int) -> None:
    first = Counter(game[0] for games in rounds(size) for game in games if len(game) == 2)
    second = Counter(game[1] for games in rounds(size) for game in games if len(game) == 2)
    assert all(abs(first[number] - second[number]) <= 1 for number in range(1, size + 1))


@given(sizes)
def test_the_second_time_colours_are_turned_round(size: int) -> None:
    twice = rounds(size, 2)
    half = len(twice) // 2
    assert [[game[::-1] for game in games] for games in twice[:half]] == [list(games) for games in twice[half:]]


@pytest.mark.parametrize(("size", "cycles"), [(1, 1), (0, 1), (4, 0)])
def test_a_table_of_nobody_is_refused(size: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="round robin"):
        rounds(size, cycles)
