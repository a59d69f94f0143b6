"""Round robins in groups, then a seeded knock-out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, Length, NewContest, Result, Stage
from bot.play.course import bracket_of, length_of
from bot.play.format_rules import CutRules, GamesRules, GroupRules, Level, RankingRules, RoundRobinRules
from bot.play.formats import groups
from bot.play.formats.groups import (
    advance,
    cross,
    dealt,
    group_tables,
    is_over,
    needs_draw,
    reopened_by,
    seeds,
    standings,
)
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import FormatName, Rulebook
from tests.play.crosstables import rulebook
from tests.play.pool_events import (
    SEED,
    advanced,
    by_chance,
    drawn,
    field,
    lower_id_wins,
    on_record,
    played_out,
    result,
    round_played,
)

seeds_of_chance = st.binary(min_size=32, max_size=32)


def rules(size: int = 4, go_on: int = 2, *, cut: int | None = None, level: Level = Level.PLAY_OFF) -> Rulebook:
    return rulebook(
        format=FormatName.GROUPS,
        groups=GroupRules(size, go_on),
        cut=None if cut is None else CutRules(cut),
        ranking=RankingRules(("points", "direct_encounter", "wins"), level),
    )


RULES = rules()


def groups_played(facts: EventFacts, known: Rulebook = RULES) -> EventFacts:
    """Everything up to the bracket, which is on record and open."""
    while all(one.stage is Stage.GROUP for one in facts.contests):
        facts = advanced(round_played(facts, lower_id_wins), groups, known)
    return facts


def test_the_field_is_dealt_as_a_snake() -> None:
    entrants = [EntrantId(str(number)) for number in range(1, 10)]
    assert dealt(entrants, 3) == (("1", "6", "7"), ("2", "5", "8"), ("3", "4", "9"))
    assert dealt(entrants, 4) == (("1", "6", "7"), ("2", "5", "8"), ("3", "4", "9"))
    assert dealt(entrants, 5) == (("1", "4", "5", "8", "9"), ("2", "3", "6", "7"))


@given(st.integers(2, 80), st.integers(2, 9))
def test_groups_differ_by_one_at_most_and_nobody_plays_alone(entrants: int, size: int) -> None:
    found = [len(group) for group in dealt([EntrantId(str(number)) for number in range(entrants)], size)]
    assert sum(found) == entrants
    assert max(found) - min(found) <= 1
    assert min(found) >= 2


@pytest.mark.rule("GO-26.2")
@given(st.integers(2, 17), seeds_of_chance)
def test_everyone_of_a_group_meets_everyone_of_it_and_one_wins_the_bracket(count: int, seed: bytes) -> None:
    facts = played_out(drawn(field(count, rated=False), groups, RULES, seed), groups, RULES, by_chance(seed))
    met = Counter(frozenset(one.sides) for one in facts.contests if one.stage is Stage.GROUP and len(one.sides) == 2)
    expected = sum(len(table) * (len(table) - 1) // 2 for table in group_tables(facts, RULES))
    assert len(met) == expected
    assert set(met.values()) == {1}
    assert is_over(facts, RULES)
    rows = standings(facts, RULES)
    assert sorted(row.entrant_id for row in rows) == sorted(one.entrant_id for one in facts.starters)
    assert rows[0].rank_from == rows[0].rank_to == 1


def test_the_first_two_of_each_group_go_on_and_first_ones_meet_the_seconds_of_others() -> None:
    facts = groups_played(drawn(field(8), groups, RULES))
    bracket = [one for one in facts.contests if one.stage is not Stage.GROUP]
    assert {frozenset(one.sides) for one in bracket} == {frozenset({"e00", "e02"}), frozenset({"e01", "e03"})}
    assert {one.round for one in bracket} == {4}


@pytest.mark.rule("GO-26.1")
def test_a_bracket_after_groups_needs_winners_whether_the_file_says_of_how_many_or_not() -> None:
    games = GamesRules(best_of=2, play_all=True, draws=True)
    for known in (replace(RULES, games=games), replace(rules(cut=8), games=games)):
        quarter = NewContest(Stage.MAIN, 4, 0, (EntrantId("e00"), EntrantId("e01")), 3)
        assert length_of(quarter, known) == Length(3)
        assert length_of(replace(quarter, stage=Stage.GROUP, best_of=2), known) == Length(2, True, True)
        facts = groups_played(drawn(field(16), groups, known), known)
        assert bracket_of(facts, known) is not None


def test_the_table_has_the_bracket_first_then_the_places_in_the_groups() -> None:
    facts = played_out(drawn(field(8), groups, RULES), groups, RULES)
    places = [(row.entrant_id, row.rank_from, row.rank_to) for row in standings(facts, RULES)]
    assert [place for place in places if place[1] > 4] == [
        ("e04", 5, 6), ("e05", 5, 6), ("e06", 7, 8), ("e07", 7, 8)
    ]  # fmt: skip
    assert places[0] == ("e00", 1, 1)


@pytest.mark.long
@pytest.mark.rule("GO-26.4")
@given(st.integers(4, 70), seeds_of_chance)
def test_two_of_one_group_meet_again_in_the_final_at_the_earliest(count: int, seed: bytes) -> None:
    facts = played_out(drawn(field(count), groups, RULES, seed), groups, RULES, by_chance(seed))
    group_of = {side: one.group for one in facts.contests if one.stage is Stage.GROUP for side in one.sides}
    early = [one for one in facts.contests if one.stage not in {Stage.GROUP, Stage.PLAY_OFF, Stage.FINAL}]
    met = [one.sides for one in early if len(one.sides) == 2 and one.stage is not Stage.THIRD_PLACE]
    assert [sides for sides in met if len({group_of[side] for side in sides}) == 1] == []


def tiers_before(entrant: EntrantId) -> int:
    """How many stand before the entrant where every tier of four keeps its order."""
    return 4 * int(entrant[0]) + int(entrant[1])


@pytest.mark.parametrize("going_on", [3, 4, 6, 9, 12, 16])
def test_seeding_of_groups_changes_nobody_s_place_and_nobody_who_goes_on(going_on: int) -> None:
    tiers = [[EntrantId(f"{place}{group}") for group in range(4)] for place in range(4)]
    found = cross(tiers, {one: int(one[1]) for tier in tiers for one in tier}, going_on)
    assert [sorted(found[at : at + 4]) for at in (0, 4, 8, 12)] == tiers
    assert set(found[:going_on]) == {one for tier in tiers for one in tier if tiers_before(one) < going_on}


def test_a_cut_of_three_groups_takes_the_best_third_places_as_well() -> None:
    known = rules(cut=8)
    facts = groups_played(drawn(field(12), groups, known), known)
    going_on = {side for one in facts.contests if one.stage is not Stage.GROUP for side in one.sides}
    assert len(going_on) == 8
    assert {f"e{number:02}" for number in range(6)} <= going_on


def in_a_circle(contest: Contest) -> Result:
    """In group 1 (e00, e03, e04) each beats the next; elsewhere the stronger wins."""
    circle = {("e00", "e03"): True, ("e03", "e04"): True, ("e00", "e04"): False}
    one, other = sorted(contest.sides)
    first_wins = circle.get((one, other), True) if contest.stage is Stage.GROUP else True
    return result(1, 0) if first_wins == (contest.sides[0] == one) else result(0, 1)


@pytest.mark.rule("GO-27.3")
def test_who_is_level_on_the_last_place_that_goes_on_plays_for_it() -> None:
    known = rules(size=3)
    facts = drawn(field(6), groups, known)
    while all(one.stage is Stage.GROUP for one in facts.contests):
        facts = advanced(round_played(facts, in_a_circle), groups, known)
    offs = [one for one in facts.contests if one.stage is Stage.PLAY_OFF]
    assert [one.group for one in offs] == [1]
    facts = played_out(facts, groups, known, in_a_circle)
    assert is_over(facts, known)
    assert [row.entrant_id for row in group_tables(facts, known)[0]] == ["e00", "e03", "e04"]
    assert seeds(facts, known)[:4] == ("e01", "e00", "e02", "e03")


@pytest.mark.rule("GO-27.1")
def test_or_a_lot_says_who_goes_on() -> None:
    known = rules(size=3, level=Level.LOT)
    facts = drawn(field(6), groups, known)
    while groups.advance(round_played(facts, in_a_circle), known, None):
        facts = advanced(round_played(facts, in_a_circle), groups, known)
    facts = round_played(facts, in_a_circle)
    assert needs_draw(facts, known)
    assert not is_over(facts, known)
    assert advance(facts, known, None) == ()
    facts = replace(facts, lot=tuple(EntrantId(f"e{number:02}") for number in (4, 3, 0, 1, 2, 5)))
    assert not needs_draw(facts, known)
    assert {new.stage for new in advance(facts, known, None)} == {Stage.SEMIFINAL}


def test_who_left_after_the_groups_does_not_go_on() -> None:
    facts = drawn(field(8), groups, RULES)
    for _ in range(2):
        facts = advanced(round_played(facts, lower_id_wins), groups, RULES)
    facts = round_played(facts, lower_id_wins)
    gone = tuple(replace(one, withdrawn=one.entrant_id == "e00") for one in facts.starters)
    assert "e00" not in seeds(replace(facts, starters=gone), RULES)


@pytest.mark.rule("GO-26.4")
@pytest.mark.parametrize(("cut", "going"), [(None, 7), (8, 8)])
def test_a_place_that_a_group_leaves_free_goes_to_no_other_group_but_by_a_cut(cut: int | None, going: int) -> None:
    known = rules(size=3, cut=cut)
    facts = drawn(field(10), groups, known)
    while all(one.stage is Stage.GROUP for one in facts.contests):
        found = advance(round_played(facts, lower_id_wins), known, None)
        if any(one.stage is not Stage.GROUP for one in found):
            break
        facts = advanced(round_played(facts, lower_id_wins), groups, known)
    facts = round_played(facts, lower_id_wins)
    pair = next(table for table in group_tables(facts, known) if len(table) == 2)
    gone = tuple(replace(one, withdrawn=one.entrant_id == pair[1].entrant_id) for one in facts.starters)
    assert len(groups.going_on(replace(facts, starters=gone), known)) == going


def test_a_correction_that_changes_who_goes_on_voids_the_bracket() -> None:
    facts = groups_played(drawn(field(8), groups, RULES))
    bracket = tuple(one for one in facts.contests if one.stage is not Stage.GROUP)
    upset = next(one for one in facts.contests if set(one.sides) == {"e03", "e04"} and one.stage is Stage.GROUP)
    assert upset.result is not None
    turned = replace(upset.result, score=upset.result.score[::-1])
    assert reopened_by(facts, RULES, upset, turned) == bracket
    assert reopened_by(facts, RULES, upset, upset.result) == ()


def test_a_voided_match_is_made_again_in_its_group() -> None:
    facts = drawn(field(9, rated=False), groups, RULES)
    lost = next(one for one in facts.contests if len(one.sides) == 2)
    rest = replace(facts, contests=tuple(one for one in facts.contests if one != lost))
    (again,) = advance(rest, RULES, None)
    assert (again.group, again.round, again.position) == (lost.group, lost.round, lost.position)
    assert set(again.sides) == set(lost.sides)


def test_a_record_of_other_groups_than_ours_is_ranked_as_it_is() -> None:
    """Two groups of three, the strongest together, their matches in an order of their own."""
    contests = [
        on_group(group, number, pair) for group, names in ((1, "012"), (2, "345"))
        for number, pair in enumerate((names[1:], names[:2], names[::2]), start=1)
    ]  # fmt: skip
    facts = replace(EventFacts(field(6)), contests=tuple(contests))
    tables = group_tables(facts, RULES)
    assert [[row.entrant_id for row in table] for table in tables] == [["e00", "e01", "e02"], ["e03", "e04", "e05"]]
    assert {new.stage for new in advance(facts, RULES, None)} == {Stage.SEMIFINAL}
    assert {side for new in advance(facts, RULES, None) for side in new.sides} == {"e00", "e01", "e03", "e04"}


def on_group(group: int, number: int, pair: str) -> Contest:
    """A match of a hand-written record, won by the stronger."""
    first, second = (EntrantId(f"e0{name}") for name in pair)
    new = NewContest(Stage.GROUP, number, 0, (first, second), 1, group=group)
    return replace(on_record(new), result=result(1, 0))


def test_groups_may_be_drawn() -> None:
    known = replace(RULES, round_robin=RoundRobinRules(drawn_order=True))
    assert needs_draw(EventFacts(field(8)), known)
    assert not needs_draw(EventFacts(field(8)), RULES)
    with pytest.raises(ValueError, match="stream"):
        advance(EventFacts(field(8)), known, None)
    assert drawn(field(8), groups, known, SEED) != drawn(field(8), groups, known, bytes([7] * 32))


def test_before_the_draw_there_is_no_table_and_one_entrant_makes_no_group() -> None:
    assert not standings(EventFacts(field(4)), RULES)
    assert not group_tables(EventFacts(field(4)), RULES)
    with pytest.raises(ValueError, match="two starters"):
        advance(EventFacts(field(1)), RULES, None)


def test_places_of_a_group_in_play_are_each_used_once() -> None:
    facts = played_out(drawn(field(10), groups, RULES), groups, RULES)
    keys = Counter((one.stage, one.group, one.round, one.position) for one in facts.contests)
    assert set(keys.values()) == {1}
