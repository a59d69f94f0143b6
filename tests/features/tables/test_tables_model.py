"""Tables of three, round after round: who sits with whom, who is called to the final, how it ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.formats import tables
from bot.play.formats.knockout import is_decided
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import players, sizes
from tests.play.table_events import (
    OTE,
    advanced,
    by_chance,
    ended,
    field,
    final_of,
    named,
    of_round,
    played_out,
    settled,
    won,
)

counts = st.integers(2, 45)
seeds = st.binary(min_size=4, max_size=4)


def seated(contests: list[Contest]) -> list[set[str]]:
    return [set(map(str, contest.sides)) for contest in contests]


def left(facts: EventFacts, *gone: str) -> EventFacts:
    return replace(facts, starters=tuple(replace(one, withdrawn=one.entrant_id in gone) for one in facts.starters))


def after_round_one(count: int, seed: bytes = b"one") -> EventFacts:
    return settled(advanced(EventFacts(field(count)), seed), by_chance(seed))


# The rounds.


@pytest.mark.rule("OTE-2.5")
def test_the_first_round_is_at_random():
    drawn = [seated(of_round(advanced(EventFacts(field(9)), seed), 1)) for seed in (b"1", b"2", b"3")]
    assert drawn[0] != drawn[1] != drawn[2]
    assert all(len(one) == 3 for one in drawn)


@pytest.mark.rule("OTE-2.4")
def test_forty_players_are_thirteen_then_four_then_one_active_and_two_seats_in_the_final_are_filled():
    facts = played_out(EventFacts(field(40)), by_chance(b"forty"))
    active = [sum(player.is_active for player in players(facts, OTE, number).values()) for number in (1, 2, 3, 4)]
    assert active == [40, 13, 4, 1]
    assert [len(final_of(facts).sides), final_of(facts).round] == [3, 4]


@pytest.mark.rule("OTE-2.2", "OTE-2.6", "OTE-2.7")
def test_active_players_meet_active_ones_and_inactive_players_inactive_ones():
    facts = advanced(after_round_one(40))
    known = players(facts, OTE, 2)
    kinds = [{known[side].is_active for side in one.sides} for one in of_round(facts, 2)]
    assert sorted(kinds, key=str) == [{False}] * 9 + [{True}] * 4


@pytest.mark.rule("OTE-2.6")
@given(seeds)
def test_tables_of_other_than_three_take_active_players_who_were_at_none_yet_while_there_are_enough(seed: bytes):
    facts = advanced(after_round_one(40, seed), seed)
    known = players(facts, OTE, 2)
    four = [one for one in of_round(facts, 2) if len(one.sides) == 4 and known[one.sides[0]].is_active]
    assert len(four) == 1
    assert not any(known[side].had_off_number for side in four[0].sides)


@pytest.mark.rule("OTE-2.6")
def test_without_enough_fresh_players_those_who_were_at_none_sit_there_all_the_same():
    tables_of_four = [won(dict.fromkeys(names, 5), names[0], place=n) for n, names in enumerate(("abcd", "efgh"))]
    threes = [won(dict.fromkeys(names, 5), names[0], place=n) for n, names in enumerate(("ijk", "lmn"), start=2)]
    facts = advanced(EventFacts(named("abcdefghijklmn"), (*tables_of_four, *threes)))
    assert {"a", "e", "i", "l"} in seated(of_round(facts, 2))


@pytest.mark.rule("OTE-2.7")
def test_inactive_players_sit_in_the_order_of_victory_points_and_then_influence_the_odd_tables_first():
    seats = ("abcs", "deft", "ghi", "jkl", "mno", "pqr")
    influence = dict(zip("bcsefthiklnoqr", (2, 1, -5, 7, 6, -6, 3, -1, 6, 0, 4, -2, 5, -3), strict=True))
    first = [
        won({one: influence.get(one, 16) for one in names}, names[0], place=place) for place, names in enumerate(seats)
    ]
    facts = advanced(EventFacts(named("abcdefghijklmnopqrst"), tuple(first)))
    assert seated(of_round(facts, 2))[2:] == [set("ekqn"), set("hbfc"), set("lio"), set("rst")]


@pytest.mark.rule("OTE-2.7")
def test_level_inactive_players_are_ordered_by_lot():
    first = [
        won({one: 16 if one in "adgj" else 5 for one in names}, names[0], place=n)
        for n, names in enumerate(("abc", "def", "ghi", "jkl"))
    ]
    facts = EventFacts(named("abcdefghijkl"), tuple(first))
    drawn = {frozenset(map(frozenset, seated(of_round(advanced(facts, bytes([n])), 2)[1:]))) for n in range(6)}
    assert len(drawn) > 1


@pytest.mark.rule("OTE-2.4")
def test_a_lone_inactive_player_sits_out():
    facts = advanced(EventFacts(named("abcd"), (won({"a": 16, "b": 9, "c": 8, "d": 1}, "a"),)))
    rest = next(one for one in of_round(facts, 2) if len(one.sides) == 1)
    assert (rest.sides, rest.bye_reason) == (("d",), "rest")
    over = settled(facts, by_chance(b""))
    assert players(over, OTE)[EntrantId("d")].score == Fraction(1, 2)
    assert tables.is_over(over, OTE)


@pytest.mark.rule("OTE-2.2")
def test_who_left_is_paired_no_more():
    facts = left(after_round_one(12), "e00", "e01")
    sides = [side for one in of_round(advanced(facts), 2) for side in one.sides]
    assert len(sides) == 10
    assert not {"e00", "e01"} & set(sides)


def test_a_round_is_drawn_once_the_one_before_is_decided_and_from_a_stream():
    facts = advanced(EventFacts(field(9)))
    assert not tables.needs_draw(facts, OTE)
    assert tables.advance(facts, OTE, Stream(bytes(32))) == ()
    decided = settled(facts, by_chance(b""))
    assert tables.needs_draw(decided, OTE)
    with pytest.raises(ValueError, match="randomness"):
        tables.advance(decided, OTE, None)
    with pytest.raises(ValueError, match="two starters"):
        tables.advance(EventFacts(field(1)), OTE, Stream(bytes(32)))


def test_a_voided_table_is_made_anew_of_those_who_sit_nowhere():
    facts = advanced(EventFacts(field(9)))
    gone = facts.contests[1]
    again = advanced(replace(facts, contests=tuple(one for one in facts.contests if one != gone)), b"again")
    assert sorted(again.contests[-1].sides) == sorted(gone.sides)
    assert (again.contests[-1].round, again.contests[-1].position, len(again.contests)) == (1, 1, 3)


# Whole events.


@pytest.mark.rule("OTE-2.1", "OTE-2.2", "OTE-2.4", "OTE-2.9")
@given(counts, seeds)
def test_everybody_plays_once_a_round_and_nobody_active_loses_twice(count: int, seed: bytes):
    facts = played_out(EventFacts(field(count)), by_chance(seed), seed)
    last = final_of(facts).round
    for number in range(1, last + 1):
        contests = of_round(facts, number)
        assert Counter(side for one in contests for side in one.sides) == Counter(
            one.entrant_id for one in facts.starters
        )
        known = players(facts, OTE, number)
        active = [one for one in contests if one.stage is Stage.MAIN and known[one.sides[0]].is_active]
        assert sorted(len(one.sides) for one in active) == sorted(
            sizes(sum(player.is_active for player in known.values())) if number < last else ()
        )


@pytest.mark.rule("OTE-2.3", "OTE-2.8")
@given(counts, seeds)
def test_totals_add_up_and_places_have_no_gap(count: int, seed: bytes):
    facts = played_out(EventFacts(field(count)), by_chance(seed), seed)
    results = [one.result for one in facts.contests if one.stage is not Stage.PLAY_OFF and one.result]
    known = players(facts, OTE)
    assert sum(player.influence for player in known.values()) == sum(sum(result.influence) for result in results)
    assert sum(player.won for player in known.values()) == len(results)
    places = sorted((row.rank_from, row.rank_to) for row in tables.standings(facts, OTE))
    assert [first for first, _ in places] == [1 + sum(other < one for other in places) for one in places]


@given(counts, seeds)
def test_places_of_an_event_are_each_one_contest(count: int, seed: bytes):
    facts = played_out(EventFacts(field(count)), by_chance(seed), seed)
    kinds = Counter((one.stage is Stage.PLAY_OFF, one.round, one.position) for one in facts.contests)
    assert max(kinds.values()) == 1
    assert sum(one.stage is Stage.FINAL for one in facts.contests) == 1


@given(counts, seeds, st.data())
def test_an_event_ends_whoever_leaves(count: int, seed: bytes, data: st.DataObject):
    gone = data.draw(st.sets(st.sampled_from([one.entrant_id for one in field(count)])))
    facts = left(settled(advanced(EventFacts(field(count)), seed), by_chance(seed)), *gone)
    assume(not tables.is_over(facts, OTE))
    over = played_out(facts, by_chance(seed), seed)
    later = [one for one in over.contests if one not in facts.contests]
    assert not any(set(one.sides) & gone for one in later)
    assert all(is_decided(one) for one in over.contests)


@pytest.mark.parametrize("kind", [ResultKind.DOUBLE_WALKOVER, ResultKind.WALKOVER])
def test_an_event_ends_when_players_stay_away(kind: ResultKind):
    marked = (0,) if kind is ResultKind.WALKOVER else ()
    facts = played_out(EventFacts(field(14)), lambda one, leave: _result(one, kind, marked))
    assert tables.standings(facts, OTE)


def _result(contest: Contest, kind: ResultKind, marked: tuple[int, ...]):
    result = ended(contest, kind, *marked).result
    assert result is not None
    return result


def test_an_event_in_which_all_have_left_is_over():
    facts = left(after_round_one(9), *(one.entrant_id for one in field(9)))
    assert tables.is_over(facts, OTE)
    assert not tables.is_over(EventFacts(field(9)), OTE)


def test_a_round_is_not_the_finals_because_active_players_leave_while_they_play():
    decided = after_round_one(12)
    fallen = next(name for name, player in players(decided, OTE).items() if not player.is_active)
    playing = advanced(left(decided, fallen))
    active = of_round(playing, 2)[0].sides
    back = advanced(left(playing, *active[:2]))
    assert len(active) == 4
    assert back.contests[-1].sides == (fallen,)
    assert not any(one.stage is Stage.FINAL for one in back.contests)
