"""The podium of a table."""

from __future__ import annotations

import pytest

from bot.domain.contests import Stage
from bot.domain.ids import EntrantId
from bot.domain.standings import StandingRow, move_down, podium


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
    ],
)
def test_whoever_is_put_lower_comes_behind_the_next_and_every_place_is_taken_once(places, down, after) -> None:
    found = move_down(rows_of(*places), [EntrantId(one) for one in down])
    assert {row.entrant_id: (row.rank_from, row.rank_to) for row in found} == after
    assert [row.rank_from for row in found] == sorted(row.rank_from for row in found)
