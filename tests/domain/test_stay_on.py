"""The challenge match in which the winner stays on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.ids import PersonId
from bot.domain.stay_on import begin, played

ABC, XYZ = tuple(map(PersonId, "abc")), tuple(map(PersonId, "xyz"))


@pytest.mark.rule("GO-26.6")
def test_the_winner_stays_and_meets_the_next_until_one_side_is_out():
    match = played(ABC, XYZ, (0, 0, 1, 1))
    assert [one.players for one in match.games] == [("a", "x"), ("a", "y"), ("a", "z"), ("b", "z")]
    assert match.at_board == ("c", "z")
    assert match.score == (2, 2)
    over = match.won_by(0)
    assert (over.winner, over.at_board, over.score) == (0, None, (3, 2))
    with pytest.raises(ValueError, match="nobody"):
        over.won_by(0)


@pytest.mark.rule("GO-26.6")
@given(st.integers(1, 6), st.integers(1, 6), st.lists(st.integers(0, 1), min_size=11, max_size=11))
def test_somebody_goes_out_in_every_game_so_it_ends_before_all_are_out(first, second, winners):
    match = begin(tuple(map(PersonId, "abcdef"[:first])), tuple(map(PersonId, "uvwxyz"[:second])))
    for side in winners:
        if match.winner is not None:
            break
        match = match.won_by(side)
    assert match.winner is not None
    assert len(match.games) == sum(match.out) < first + second
    assert match.out[1 - match.winner] == len(match.orders[1 - match.winner])
    assert match.out[match.winner] < len(match.orders[match.winner])


@pytest.mark.parametrize(("first", "second"), [((), ("x",)), (("a", "a"), ("x",)), (("a",), ("a",))])
def test_an_order_without_anybody_or_with_somebody_twice_is_refused(first, second):
    with pytest.raises(ValueError, match="nobody twice"):
        begin(first, second)
