"""Everybody meets everybody."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.format_rules import Level, RoundRobinRules
from bot.play.formats import round_robin
from bot.play.formats.protocol import EventFacts
from bot.play.formats.round_robin import advance, is_over, needs_draw, reopened_by, schedule, standings
from tests.play.crosstables import challengers, go, rulebook
from tests.play.pool_events import (
    SEED,
    advanced,
    all_drawn,
    by_chance,
    decided,
    drawn,
    field,
    lower_id_wins,
    played_out,
    result,
    round_played,
    waiting,
)

GO = go("points")
seeds = st.binary(min_size=32, max_size=32)


def play(facts: EventFacts, rounds: int) -> EventFacts:
    for _ in range(rounds):
        facts = advanced(round_played(facts, lower_id_wins), round_robin, GO)
    return facts


def left(facts: EventFacts, *names: str) -> EventFacts:
    starters = tuple(replace(one, withdrawn=one.withdrawn or one.entrant_id in names) for one in facts.starters)
    return replace(facts, starters=starters)


@pytest.mark.rule("GO-26.2")
@given(st.integers(2, 11), st.integers(1, 3), seeds)
def test_everyone_meets_everyone_as_often_as_the_rulebook_says(size: int, times: int, seed: bytes) -> None:
    rules = go("points", times=times)
    facts = played_out(drawn(field(size, rated=False), round_robin, rules, seed), round_robin, rules, by_chance(seed))
    met = Counter(frozenset(one.sides) for one in facts.contests if len(one.sides) == 2)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {times}
    assert is_over(facts, rules)


@given(st.integers(2, 11), seeds)
def test_colours_differ_by_at_most_one_and_nobody_plays_twice_a_round(size: int, seed: bytes) -> None:
    facts = played_out(drawn(field(size, rated=False), round_robin, GO, seed), round_robin, GO, by_chance(seed))
    first = Counter(one.sides[0] for one in facts.contests if len(one.sides) == 2)
    second = Counter(one.sides[1] for one in facts.contests if len(one.sides) == 2)
    for starter in facts.starters:
        assert abs(first[starter.entrant_id] - second[starter.entrant_id]) <= 1
    places = Counter((one.round, side) for one in facts.contests for side in one.sides)
    assert set(places.values()) == {1}


@pytest.mark.rule("AIJE-D02-2")
def test_six_candidates_play_twenty_five_games_each() -> None:
    facts = played_out(drawn(field(6), round_robin, challengers()), round_robin, challengers())
    games = Counter(side for one in facts.contests for side in one.sides for _ in range(one.best_of))
    assert set(games.values()) == {25}
    rows = standings(facts, challengers())
    assert [row.values[0].value for row in rows] == [25, 20, 15, 10, 5, 0]


@pytest.mark.rule("AIJE-D04-2")
def test_the_order_of_play_is_drawn() -> None:
    rules = challengers()
    assert needs_draw(EventFacts(field(6)), rules)
    one, other = (drawn(field(6), round_robin, rules, seed) for seed in (bytes(32), bytes([1] * 32)))
    assert schedule(one, rules) != schedule(other, rules)
    with pytest.raises(ValueError, match="stream"):
        advance(EventFacts(field(6)), rules, None)


def test_otherwise_numbers_follow_the_ratings_without_a_lot() -> None:
    assert not needs_draw(EventFacts(field(4)), GO)
    facts = advanced(EventFacts(field(4)), round_robin, GO)
    assert [one.sides for one in facts.contests] == [("e00", "e03"), ("e01", "e02")]


def test_equal_ratings_are_ordered_by_lot() -> None:
    assert needs_draw(EventFacts(field(4, rated=False)), GO)
    found = {drawn(field(4, rated=False), round_robin, GO, bytes([seed] * 32)).contests[0].sides for seed in range(120)}
    assert len(found) == 12


def test_the_whole_table_is_known_from_the_first_round_on() -> None:
    facts = drawn(field(7, rated=False), round_robin, GO)
    foretold = schedule(facts, GO)
    facts = played_out(facts, round_robin, GO)
    for number, games in enumerate(foretold, start=1):
        assert [one.sides for one in facts.contests if one.round == number] == list(games)


def test_a_round_waits_for_the_one_before() -> None:
    facts = drawn(field(4), round_robin, GO)
    facts = decided(facts, facts.contests[0], result(1, 0))
    assert advance(facts, GO, None) == ()
    facts = decided(facts, facts.contests[1], result(1, 0))
    assert {new.round for new in advance(facts, GO, None)} == {2}


def test_a_voided_match_is_made_again_with_the_same_sides() -> None:
    facts = play(drawn(field(5, rated=False), round_robin, GO), 2)
    lost = next(one for one in facts.contests if one.round == 1 and len(one.sides) == 2)
    rest = replace(facts, contests=tuple(one for one in facts.contests if one != lost))
    assert [(new.round, new.position, new.sides) for new in advance(rest, GO, None)] == [(1, lost.position, lost.sides)]


@pytest.mark.rule("GO-28.2")
def test_who_leaves_early_is_met_no_more_and_the_opponents_rest() -> None:
    facts = lost_by_leaving(left(play(drawn(field(10), round_robin, GO), 4), "e03"))
    later = advance(round_played(facts, lower_id_wins), GO, None)
    assert not any("e03" in new.sides for new in later)
    assert [new.bye_reason for new in later if len(new.sides) == 1] == ["rest"]


def lost_by_leaving(facts: EventFacts) -> EventFacts:
    """As the services do: what the one who left has open is lost."""
    for one in waiting(facts):
        if "e03" in one.sides:
            won = result(1, 0) if one.sides[1] == "e03" else result(0, 1)
            lost = replace(won, kind=ResultKind.WITHDRAWAL, walkover_games=won.score)
            facts = decided(facts, one, lost)
    return facts


@pytest.mark.rule("GO-28.2")
def test_who_leaves_late_keeps_the_results_and_loses_the_rest() -> None:
    facts = play(drawn(field(10), round_robin, GO), 5)
    facts = left(round_played(facts, lower_id_wins), "e03")
    later = advance(facts, GO, None)
    assert sum("e03" in new.sides for new in later) == 1
    assert {len(new.sides) for new in later} == {2}
    assert next(row for row in standings(facts, GO) if row.entrant_id == "e03").won > 0


def test_two_who_have_both_left_do_not_meet() -> None:
    facts = left(round_played(drawn(field(4), round_robin, rulebook()), lower_id_wins), "e00", "e01", "e02", "e03")
    assert advance(facts, rulebook(), None) == ()


CYCLE = {("e00", "e01"): (5, 0), ("e01", "e02"): (5, 0), ("e00", "e02"): (0, 5)}


def in_a_circle(contest: Contest) -> Result:
    """Each of three beats the next, 5-0."""
    one, other = sorted(contest.sides)
    score = CYCLE[one, other]
    return result(*(score if contest.sides[0] == one else score[::-1]))


@pytest.mark.rule("AIJE-D02-2", "GO-27.3")
def test_candidates_who_stay_level_play_a_match_of_five_each_for_the_first_place() -> None:
    rules = challengers()
    facts = drawn(field(3), round_robin, rules)
    for _ in range(3):
        facts = advanced(round_played(facts, in_a_circle), round_robin, rules)
    offs = [one for one in facts.contests if one.stage is Stage.PLAY_OFF]
    assert [(len(one.sides), one.best_of) for one in offs] == [(2, 5)]
    assert not is_over(facts, rules)
    facts = played_out(facts, round_robin, rules)
    assert sum(one.stage is Stage.PLAY_OFF for one in facts.contests) == 3
    assert [row.entrant_id for row in standings(facts, rules)] == ["e00", "e01", "e02"]
    assert is_over(facts, rules)


@pytest.mark.rule("AIJE-D02-2")
def test_a_correction_makes_an_unplayed_play_off_needless_and_touches_nothing_else() -> None:
    rules = challengers()
    facts = drawn(field(3), round_robin, rules)
    for _ in range(3):
        facts = advanced(round_played(facts, in_a_circle), round_robin, rules)
    contest = next(one for one in facts.contests if set(one.sides) == {"e00", "e01"} and one.stage is Stage.MAIN)
    other_way = result(3, 2) if contest.sides[0] == "e00" else result(2, 3)
    assert [one.stage for one in reopened_by(facts, rules, contest, other_way)] == [Stage.PLAY_OFF]
    assert contest.result is not None
    assert reopened_by(facts, rules, contest, contest.result) == ()


@pytest.mark.rule("GO-27.1")
def test_a_lot_is_drawn_for_a_place_that_may_not_be_shared() -> None:
    rules = go("points", level=Level.LOT, decisive=1)
    facts = played_out(drawn(field(4), round_robin, rules), round_robin, rules, all_drawn)
    assert needs_draw(facts, rules)
    assert not is_over(facts, rules)
    assert advance(facts, rules, Stream(SEED)) == ()
    facts = replace(facts, lot=tuple(EntrantId(name) for name in ("e02", "e00", "e01", "e03")))
    assert is_over(facts, rules)
    assert standings(facts, rules)[0].entrant_id == "e02"


@pytest.mark.rule("GO-27.3")
def test_in_the_next_play_off_colours_are_turned_round() -> None:
    rules = go("points", level=Level.PLAY_OFF, decisive=1)
    facts = drawn(field(2), round_robin, rules)
    for _ in range(3):
        facts = advanced(round_played(facts, all_drawn), round_robin, rules)
    assert [one.sides for one in facts.contests[1:3]] == [("e00", "e01"), ("e01", "e00")]


def test_a_second_lot_is_never_drawn() -> None:
    rules = go("points", level=Level.LOT, decisive=1)
    facts = played_out(drawn(field(4), round_robin, rules), round_robin, rules, all_drawn)
    facts = replace(facts, lot=(EntrantId("e99"),))
    assert not needs_draw(facts, rules)
    assert is_over(facts, rules)


def test_a_play_off_that_nobody_came_to_is_not_played_for_ever() -> None:
    rules = go("points", level=Level.PLAY_OFF, decisive=1)
    facts = played_out(drawn(field(2), round_robin, rules), round_robin, rules, none_came_to_the_play_off)
    assert sum(one.stage is Stage.PLAY_OFF for one in facts.contests) == 1
    assert is_over(facts, rules)


def none_came_to_the_play_off(contest: Contest) -> Result:
    return result(0, 0, ResultKind.DOUBLE_WALKOVER if contest.stage is Stage.PLAY_OFF else ResultKind.PLAYED)


@pytest.mark.rule("AIJE-D05-3")
@pytest.mark.parametrize(("teams", "first_round"), [(6, 3), (7, 4)])
def test_up_to_six_teams_all_play_all_and_above_it_is_a_swiss(teams: int, first_round: int) -> None:
    rules = replace(GO, round_robin=RoundRobinRules(swiss_above=6))
    facts = drawn(field(teams), round_robin, rules)
    assert len(facts.contests) == first_round
    assert bool(schedule(facts, rules)) == (teams == 6)
    facts = played_out(facts, round_robin, rules)
    assert max(one.round for one in facts.contests) == (5 if teams == 6 else 3)
    assert is_over(facts, rules)
    assert len(standings(facts, rules)) == teams


def test_a_record_in_another_order_than_the_table_s_is_ranked_and_nothing_is_paired_in_it() -> None:
    facts = played_out(drawn(field(5), round_robin, GO), round_robin, GO)
    played = [one for one in facts.contests if len(one.sides) == 2]
    mixed = tuple(replace(one, round=number, position=0) for number, one in enumerate(played, start=1))
    free = replace(facts, contests=mixed)
    assert [row.entrant_id for row in standings(free, GO)] == [row.entrant_id for row in standings(facts, GO)]
    assert is_over(free, GO)
    unfinished = replace(free, contests=mixed[:-1])
    assert advance(unfinished, GO, None) == ()
    assert not is_over(unfinished, GO)


def test_a_round_robin_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two starters"):
        advance(EventFacts(field(1)), GO, None)


def test_before_the_draw_there_is_no_table() -> None:
    assert standings(EventFacts(field(4)), GO) == ()
    assert schedule(EventFacts(field(4)), GO) == ()
    assert not is_over(EventFacts(field(4)), GO)


@given(st.integers(2, 9), seeds, st.integers(0, 60))
def test_a_corrected_result_gives_what_a_fresh_event_with_it_gives(size: int, seed: bytes, which: int) -> None:
    facts = played_out(drawn(field(size), round_robin, GO, seed), round_robin, GO, by_chance(seed))
    matches = [one for one in facts.contests if len(one.sides) == 2]
    chosen = matches[which % len(matches)]

    def otherwise(contest: Contest) -> Result:
        return result(1, 0) if contest.contest_id == chosen.contest_id else by_chance(seed)(contest)

    fresh = played_out(drawn(field(size), round_robin, GO, seed), round_robin, GO, otherwise)
    assert standings(decided(facts, chosen, result(1, 0)), GO) == standings(fresh, GO)


@pytest.mark.rule("GO-28.2")
@pytest.mark.parametrize(
    ("players", "played", "stand"),
    [(10, 4, False), (10, 5, True), (9, 3, False), (9, 4, True), (9, 8, True), (6, 2, False), (6, 3, True)],
)
def test_results_of_who_leaves_stand_from_half_of_the_games_on(players: int, played: int, stand: bool) -> None:
    """Of 9 games (ten players) 4 played are void and 5 stand; of 8 games (nine players) 4 stand."""
    facts = drawn(field(players), round_robin, GO)
    while sum("e03" in one.sides and one.result is not None and len(one.sides) == 2 for one in facts.contests) < played:
        facts = play(facts, 1)
    facts = lost_by_leaving(left(facts, "e03"))
    counted = next(row for row in standings(facts, GO) if row.entrant_id == "e03")
    assert (counted.played >= played) is stand
    assert (counted.played == 0) is not stand
