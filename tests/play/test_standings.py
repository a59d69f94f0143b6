"""The podium of a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Stage, StandingRow, move_down, podium


def row(best: int, worst: int, name: str, stage: Stage = Stage.FINAL) -> StandingRow:
    return StandingRow(best, worst, EntrantId(name), stage, 3)


def test_three_stand_on_the_podium():
    rows = [row(1, 1, "ada"), row(2, 2, "bruno"), row(3, 3, "chiara"), row(4, 4, "diego"), row(5, 8, "eva")]
    assert [step.entrant_id for step in podium(rows)] == ["ada", "bruno", "chiara"]


def test_without_a_third_place_match_both_losers_of_the_semifinals_share_the_third_step():
    rows = [row(1, 1, "ada"), row(2, 2, "bruno"), row(3, 4, "chiara"), row(3, 4, "diego"), row(5, 8, "eva")]
    assert [step.entrant_id for step in podium(rows)] == ["ada", "bruno", "chiara", "diego"]


def test_a_first_place_that_nobody_won_stays_empty():
    rows = [row(2, 2, "ada"), row(2, 2, "bruno"), row(3, 3, "chiara")]
    assert podium(rows)[0].rank_from == 2


def test_nobody_who_can_still_win_stands_on_the_podium_yet():
    assert podium([row(1, 2, "ada"), row(1, 2, "bruno"), row(3, 3, "chiara")]) == (row(3, 3, "chiara"),)


def test_a_row_of_one_place_is_not_shared():
    assert not row(3, 3, "ada").is_shared
    assert row(3, 4, "ada").is_shared


def rows_of(*places: tuple[int, int]) -> tuple[StandingRow, ...]:
    return tuple(
        StandingRow(first, last, EntrantId("abcdefgh"[at]), Stage.MAIN, 1) for at, (first, last) in enumerate(places)
    )


@pytest.mark.rule("GO-23.6")
@pytest.mark.parametrize(
    ("places", "down", "after"),
    [
        (((1, 1), (2, 2), (3, 3)), "a", {"b": (1, 1), "a": (2, 2), "c": (3, 3)}),
        (((1, 1), (2, 2), (3, 3)), "aa", {"b": (1, 1), "c": (2, 2), "a": (3, 3)}),
        (((1, 1), (2, 2), (3, 3)), "c", {"a": (1, 1), "b": (2, 2), "c": (3, 3)}),
        (((1, 1), (2, 2), (3, 4), (3, 4)), "c", {"a": (1, 1), "b": (2, 2), "d": (3, 3), "c": (4, 4)}),
        (((1, 1), (2, 3), (2, 3), (4, 4)), "a", {"b": (1, 2), "c": (1, 2), "a": (3, 3), "d": (4, 4)}),
        (((1, 1), (2, 2), (3, 3)), "ab", {"c": (1, 1), "a": (2, 2), "b": (3, 3)}),
        (((1, 1), (2, 2), (3, 3)), "ba", {"c": (1, 1), "a": (2, 2), "b": (3, 3)}),
        (((1, 1), (2, 2), (3, 3), (4, 4)), "abc", {"d": (1, 1), "a": (2, 2), "b": (3, 3), "c": (4, 4)}),
        (((1, 1), (2, 2), (3, 3), (4, 4)), "ac", {"b": (1, 1), "a": (2, 2), "d": (3, 3), "c": (4, 4)}),
        (((1, 1), (2, 2), (3, 4), (3, 4), (5, 5)), "cd", {"e": (3, 3), "c": (4, 5), "d": (4, 5)}),
        (((1, 1), (2, 4), (2, 4), (2, 4)), "bcb", {"d": (2, 2), "c": (3, 3), "b": (4, 4)}),
        (((1, 1), (2, 2), (3, 3), (4, 4)), "cd", {"c": (3, 3), "d": (4, 4)}),
    ],
)
def test_whoever_is_put_lower_comes_behind_the_next_and_every_place_is_taken_once(places, down, after) -> None:
    found = move_down(rows_of(*places), [EntrantId(one) for one in down])
    places_found = {row.entrant_id: (row.rank_from, row.rank_to) for row in found}
    assert places_found == {EntrantId("abcdefgh"[at]): place for at, place in enumerate(places)} | after
    assert [row.rank_from for row in found] == sorted(row.rank_from for row in found)


@pytest.mark.rule("GO-23.6")
@given(st.lists(st.integers(1, 3), min_size=2, max_size=4), st.lists(st.integers(0, 11), max_size=5), st.randoms())
def test_whom_several_verdicts_put_lower_nobody_comes_out_higher_and_their_order_is_the_same(widths, named, luck):
    spans = [(sum(widths[:at]) + 1, sum(widths[: at + 1])) for at, width in enumerate(widths) for _ in range(width)]
    rows = tuple(StandingRow(*span, EntrantId(f"e{at}"), Stage.MAIN, 1) for at, span in enumerate(spans))
    down = [rows[at].entrant_id for at in named if at < len(rows)]
    found = {row.entrant_id: row for row in move_down(rows, down)}
    assert all(found[row.entrant_id].rank_from >= row.rank_from for row in rows if row.entrant_id in down)
    assert all(found[row.entrant_id].rank_to <= row.rank_to for row in rows if row.entrant_id not in down)
    luck.shuffle(down)
    assert {row.entrant_id: row for row in move_down(rows, down)} == found
    taken = sorted({(row.rank_from, row.rank_to) for row in found.values()})
    assert [place for first, last in taken for place in range(first, last + 1)] == list(range(1, len(rows) + 1))
