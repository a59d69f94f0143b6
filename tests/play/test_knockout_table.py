"""Corrections of a knock-out's results, and its table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.contests import Contest, Result, Stage, podium
from bot.play.formats.knockout import BracketPlace, descendants, is_over, last_round, next_place, reopened_by, standings
from bot.play.formats.protocol import EventFacts
from tests.play.brackets import (
    OPEN,
    at,
    by_chance,
    drawn,
    fields,
    first_places,
    neither,
    played,
    played_out,
    seeds,
    settled,
    starters,
    table,
)

# Corrections.


def test_the_winner_goes_on_to_the_place_that_two_contests_feed():
    facts = played_out(drawn(starters(11)))
    rounds = last_round(11)
    preliminary = next(one for one in facts.contests if (one.round, one.position) == (0, 5))
    assert next_place(preliminary, rounds) == BracketPlace(1, 2)
    assert next_place(at(facts, Stage.SEMIFINAL, 1), rounds) == BracketPlace(3, 0)
    assert next_place(at(facts, Stage.FINAL), rounds) is None
    assert next_place(at(facts, Stage.THIRD_PLACE), rounds) is None
    assert BracketPlace(1, 2) in {place.next for place in BracketPlace(1, 2).feeders}


def test_a_contest_reopens_its_way_to_the_final_and_the_third_place():
    facts = played_out(drawn(starters(8)))
    reopened = descendants(facts, first_places(facts)[3])
    assert [(one.stage, one.position) for one in reopened] == [
        (Stage.SEMIFINAL, 1),
        (Stage.FINAL, 0),
        (Stage.THIRD_PLACE, 0),
    ]
    assert descendants(facts, at(facts, Stage.FINAL)) == ()
    assert descendants(facts, at(facts, Stage.THIRD_PLACE)) == ()


def test_only_contests_that_exist_are_reopened():
    facts = drawn(starters(8))
    assert descendants(facts, facts.contests[0]) == ()


def test_a_vacant_place_on_the_way_does_not_hide_the_final():
    facts = drawn(starters(8))
    for contest, result in zip(first_places(facts), (neither(), neither(), played(3, 0), played(3, 0)), strict=True):
        facts = settled(facts, contest, result)
    facts = settled(facts, at(facts, Stage.SEMIFINAL, 1), played(3, 0))
    assert [one.stage for one in descendants(facts, first_places(facts)[0])] == [Stage.FINAL, Stage.THIRD_PLACE]


def test_a_correction_that_leaves_winner_and_loser_reopens_nothing():
    facts = played_out(drawn(starters(8)))
    contest = first_places(facts)[0]
    assert reopened_by(facts, OPEN, contest, played(3, 2)) == ()
    assert reopened_by(facts, OPEN, contest, played(0, 3)) == descendants(facts, contest) != ()
    assert reopened_by(facts, OPEN, contest, neither()) == descendants(facts, contest)


def corrected(facts: EventFacts, contest: Contest, result: Result) -> EventFacts:
    voided = reopened_by(facts, OPEN, contest, result)
    kept = tuple(one for one in facts.contests if one not in voided)
    return settled(replace(facts, contests=kept), contest, result)


@given(fields, seeds, seeds, st.data())
def test_a_correction_played_on_equals_an_event_where_it_was_so_from_the_start(
    count: int, seed: bytes, luck: bytes, data: st.DataObject
):
    verdict = by_chance(luck, absences=True)
    opened = drawn(starters(count), seed=seed)
    old = played_out(opened, verdict)
    contest = data.draw(st.sampled_from([one for one in old.contests if len(one.sides) == 2]))
    result = data.draw(st.sampled_from([played(contest.target, 0), played(0, contest.target), neither()]))

    def verdict_as_corrected(one: Contest) -> Result:
        return result if one.contest_id == contest.contest_id else verdict(one)

    fresh = played_out(opened, verdict_as_corrected)
    mended = played_out(corrected(old, contest, result), verdict)
    assert set(mended.contests) == set(fresh.contests)
    assert standings(mended, OPEN) == standings(fresh, OPEN)


# The table.


@pytest.mark.rule("AIJE-D01-3")
@given(fields, seeds, seeds)
def test_the_table_of_a_full_event_gives_every_place_once(count: int, seed: bytes, luck: bytes):
    facts = played_out(drawn(starters(count), seed=seed), by_chance(luck, absences=False))
    rows = standings(facts, OPEN)
    for row in rows:
        sharing = [other for other in rows if other.rank_from == row.rank_from]
        assert len(sharing) == row.rank_to - row.rank_from + 1
        assert row.rank_from == 1 + sum(other.rank_to < row.rank_from for other in rows)


@pytest.mark.parametrize(
    ("count", "ranks"),
    [
        (2, [(1, 1), (2, 2)]),
        (3, [(1, 1), (2, 2), (3, 3)]),
        (5, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]),
        (11, [(1, 1), (2, 2), (3, 3), (4, 4), *[(5, 8)] * 4, *[(9, 11)] * 3]),
    ],
)
def test_losers_of_the_same_round_share_their_places(count: int, ranks: list[tuple[int, int]]):
    rows = standings(played_out(drawn(starters(count))), OPEN)
    assert [(row.rank_from, row.rank_to) for row in rows] == ranks


def test_the_final_and_the_third_place_match_decide_the_podium():
    facts = played_out(drawn(starters(8)))
    final, third = at(facts, Stage.FINAL), at(facts, Stage.THIRD_PLACE)
    steps = podium(standings(facts, OPEN))
    assert [step.entrant_id for step in steps] == [*final.sides, third.sides[0]]
    assert [step.reached for step in steps] == [Stage.FINAL, Stage.FINAL, Stage.THIRD_PLACE]


def test_a_running_event_shows_the_places_that_each_can_still_take():
    facts = drawn(starters(8))
    assert set(table(facts).values()) == {(1, 8)}
    first, second, *_ = facts.contests
    facts = settled(settled(facts, first, played(3, 0)), second, played(3, 0))
    assert table(facts)[first.sides[0]] == (1, 4)
    assert table(facts)[first.sides[1]] == (5, 8)
    facts = settled(facts, at(facts, Stage.SEMIFINAL), played(3, 0))
    assert (table(facts)[first.sides[0]], table(facts)[second.sides[0]]) == ((1, 2), (3, 4))
    assert standings(facts, OPEN)[0].reached is Stage.FINAL


def test_nobody_is_first_when_both_stay_away_from_the_final():
    facts = drawn(starters(2))
    facts = settled(facts, facts.contests[0], neither())
    assert is_over(facts, OPEN)
    assert set(table(facts).values()) == {(2, 2)}
