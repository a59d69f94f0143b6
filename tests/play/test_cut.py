"""The knock-out after a Swiss: who goes on, who meets whom, and what a correction takes back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Stage
from bot.play.format_rules import CutRules
from bot.play.formats import swiss
from bot.play.formats.protocol import EventFacts, seeded_opening
from bot.play.rulebook import KnockoutRules
from tests.play.swiss_events import (
    advanced,
    by_chance,
    decided,
    field,
    of_round,
    played,
    rounds_of,
    rulebook,
    stronger_wins,
    won,
)


def seeds(count: int) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(str(number)) for number in range(1, count + 1))


@pytest.mark.parametrize(
    ("count", "places"),
    [
        (2, ["12"]),
        (4, ["14", "23"]),
        (6, ["1", "45", "2", "36"]),
        (8, ["18", "45", "27", "36"]),
        (5, ["1", "45", "2", "3"]),
    ],
)
def test_a_seeded_opening_keeps_the_best_apart_and_gives_them_the_byes(count: int, places: list[str]):
    assert ["".join(place.sides) for place in seeded_opening(seeds(count))] == places


@given(st.integers(3, 70))
def test_when_the_better_seed_always_wins_the_best_two_meet_in_the_final(count: int):
    alive = [min(place.sides, key=int) for place in seeded_opening(seeds(count))]
    assert sorted(side for place in seeded_opening(seeds(count)) for side in place.sides) == sorted(seeds(count))
    while len(alive) > 2:
        alive = [min(pair, key=int) for pair in zip(alive[::2], alive[1::2], strict=True)]
    assert set(alive) == {"1", "2"}


def test_a_knock_out_of_one_is_refused():
    with pytest.raises(ValueError, match="two starters"):
        seeded_opening(seeds(1))


CUT = rulebook(rounds=4, cut=CutRules(4))


def test_the_first_of_the_table_go_on_and_one_meets_the_last():
    rounds = list(rounds_of(EventFacts(field(10)), CUT, by_chance(b"cut")))
    table = [row.entrant_id for row in swiss.standings(rounds[3], CUT)]
    opening = of_round(rounds[4], 5)
    assert [one.sides for one in opening] == [(table[0], table[3]), (table[1], table[2])]
    assert {one.stage for one in opening} == {Stage.SEMIFINAL}
    assert not swiss.is_over(rounds[3], CUT)
    assert swiss.is_over(rounds[-1], CUT)


def test_the_bracket_comes_before_everyone_else_in_the_table():
    event = played(EventFacts(field(10)), CUT, by_chance(b"cut"))
    (final,) = of_round(event, 6)
    assert final.result is not None
    rows = swiss.standings(event, CUT)
    assert rows[0].entrant_id == final.sides[final.result.score.index(1)]
    assert [(row.rank_from, row.rank_to) for row in rows[:4]] == [(1, 1), (2, 2), (3, 4), (3, 4)]
    assert [row.reached for row in rows[:4]] == [Stage.FINAL, Stage.FINAL, Stage.SEMIFINAL, Stage.SEMIFINAL]
    assert sorted(row.entrant_id for row in rows) == [one.entrant_id for one in field(10)]
    assert min(row.rank_from for row in rows[4:]) == 5
    assert all(row.values for row in rows)


def test_who_left_before_the_bracket_gives_the_place_to_the_next():
    event = list(rounds_of(EventFacts(field(10)), CUT, stronger_wins))[3]
    best = swiss.standings(event, CUT)[0].entrant_id
    gone = replace(event, starters=tuple(replace(one, withdrawn=one.entrant_id == best) for one in event.starters))
    playing = {side for one in of_round(advanced(gone, CUT), 5) for side in one.sides}
    assert best not in playing
    assert len(playing) == 4


def test_who_leaves_after_the_bracket_was_made_keeps_its_place_in_it():
    event = advanced(list(rounds_of(EventFacts(field(10)), CUT, stronger_wins))[3], CUT)
    best = of_round(event, 5)[0].sides[0]
    gone = replace(event, starters=tuple(replace(one, withdrawn=one.entrant_id == best) for one in event.starters))
    final = advanced(decided(gone, stronger_wins), CUT)
    assert len(of_round(final, 6)) == 1
    assert advanced(gone, CUT) == gone


def test_a_correction_in_the_rounds_voids_the_bracket_only_if_it_seeds_another():
    event = advanced(list(rounds_of(EventFacts(field(10)), CUT, stronger_wins))[3], CUT)
    decisive = next(one for one in of_round(event, 4) if of_round(event, 5)[1].sides[1] in one.sides)
    assert decisive.result is not None
    other = won(decisive.result.score.index(0))
    assert swiss.reopened_by(event, CUT, decisive, other) == tuple(of_round(event, 5))
    assert swiss.reopened_by(event, CUT, decisive, decisive.result) == ()


def test_a_correction_in_the_bracket_voids_what_hangs_on_the_winner():
    event = decided(advanced(list(rounds_of(EventFacts(field(10)), CUT, stronger_wins))[3], CUT), stronger_wins)
    event = advanced(event, CUT)
    semifinal = of_round(event, 5)[0]
    assert semifinal.result is not None
    assert swiss.reopened_by(event, CUT, semifinal, won(semifinal.result.score.index(0))) == tuple(of_round(event, 6))
    assert swiss.reopened_by(event, CUT, semifinal, semifinal.result) == ()


def test_the_lengths_are_those_of_the_knock_out():
    rules = replace(CUT, knockout=KnockoutRules(best_of=3, final_best_of=5, third_place_match=True))
    event = played(EventFacts(field(10)), rules, lambda contest: replace(won(0), score=(contest.target, 0)))
    lengths = {(one.stage, one.best_of) for one in event.contests if one.stage is not Stage.MAIN}
    assert lengths == {(Stage.SEMIFINAL, 3), (Stage.FINAL, 5), (Stage.THIRD_PLACE, 1)}
    assert swiss.is_over(event, rules)


@given(st.integers(2, 20), st.integers(2, 9), st.binary(min_size=4, max_size=4))
def test_a_cut_of_any_size_ends_with_one_champion(players: int, cut: int, seed: bytes):
    rules = rulebook(rounds=min(3, players - 1), cut=CutRules(cut))
    event = played(EventFacts(field(players)), rules, by_chance(seed))
    assert swiss.is_over(event, rules)
    rows = swiss.standings(event, rules)
    assert [(row.rank_from, row.rank_to) for row in rows[:2]] == [(1, 1), (2, 2)]
    places = [(one.round, one.position) for one in event.contests]
    assert len(set(places)) == len(places)
