"""Tables of three: the call to the final, extra games for its last seats, what a corrected result undoes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.formats import tables
from bot.play.formats.protocol import EventFacts
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
    table,
    won,
)


def round_one(*seatings: str, **influence: int) -> EventFacts:
    """A first round in which the first of each table won with 16."""
    names = sorted("".join(seatings))
    played = [
        won({name: influence.get(name, 16 if name == one[0] else 0) for name in one}, one[0], place=number)
        for number, one in enumerate(seatings)
    ]
    return EventFacts(named("".join(names)), tuple(played))


def extra(facts: EventFacts) -> list[Contest]:
    return [one for one in facts.contests if one.stage is Stage.PLAY_OFF]


def called(facts: EventFacts) -> set[str]:
    return set(map(str, final_of(advanced(facts)).sides))


# The call.


@pytest.mark.rule("OTE-2.8")
def test_three_active_players_are_the_final():
    assert called(round_one("abc", "def", "ghi")) == set("adg")


@pytest.mark.rule("OTE-2.8")
def test_four_active_players_play_on():
    facts = advanced(round_one("abc", "def", "ghi", "jkl"))
    assert not any(one.stage is Stage.FINAL for one in facts.contests)


@pytest.mark.rule("OTE-2.8")
def test_a_vacant_seat_goes_to_the_best_score_of_those_who_fell_in_the_last_round_too():
    assert called(round_one("abc", "def", b=9, c=1, e=8, f=2)) == set("adb")


@pytest.mark.rule("OTE-2.8")
def test_two_vacant_seats_go_to_the_two_best():
    assert called(round_one("abcd", b=9, c=8, d=1)) == set("abc")


@pytest.mark.rule("OTE-2.8")
def test_who_left_is_not_called_and_an_active_player_who_left_leaves_a_seat():
    facts = round_one("abc", "def", "ghi", b=9, c=1, e=8, f=2, h=7, i=3)
    gone = tuple(replace(one, withdrawn=one.entrant_id in {"a", "b"}) for one in facts.starters)
    assert called(replace(facts, starters=gone)) == set("dge")


@pytest.mark.rule("OTE-2.8")
def test_as_many_seats_as_level_players_need_no_extra_game():
    facts = round_one("abc", b=5, c=5)
    assert called(facts) == set("abc")
    assert extra(advanced(facts)) == []


@pytest.mark.rule("OTE-2.9")
def test_beside_the_final_the_inactive_play_their_last_round():
    facts = advanced(round_one("abc", "def", b=9, c=1, e=8, f=2))
    assert [(one.stage, one.position, len(one.sides)) for one in of_round(facts, 2)] == [
        (Stage.FINAL, 0, 3),
        (Stage.MAIN, 1, 3),
    ]
    assert tables.is_over(settled(facts, by_chance(b"")), OTE)


# Extra games.


@pytest.mark.rule("OTE-2.8")
def test_more_level_than_seats_play_an_extra_game_and_the_rest_waits():
    facts = round_one("abc", "def", b=7, c=1, e=7, f=1)
    (game,) = extra(advanced(facts))
    assert (game.sides, game.round) == (("b", "e"), 1)
    assert not tables.needs_draw(facts, OTE)
    assert tables.extra_game_seats(advanced(facts), OTE, game) == 1
    assert tables.advance(advanced(facts), OTE, Stream(bytes(32))) == ()


@pytest.mark.rule("OTE-2.8")
def test_who_reaches_eight_leaves_for_the_final():
    facts = advanced(round_one("abc", "def", b=7, c=1, e=7, f=1))
    decided = replace(facts, contests=(*facts.contests[:2], won({"b": 5, "e": 8}, "e", Stage.PLAY_OFF)))
    assert called(decided) == set("ade")


@pytest.mark.rule("OTE-2.8")
def test_two_of_three_level_players_leave_one_after_the_other():
    facts = advanced(round_one("abcd", b=5, c=5, d=5))
    (game,) = extra(facts)
    assert tables.extra_game_seats(facts, OTE, game) == 2
    decided = replace(facts, contests=(facts.contests[0], ended(game, ResultKind.PLAYED, 0, 2)))
    assert called(decided) == set("abd")


@pytest.mark.rule("OTE-2.8")
def test_when_only_one_of_two_has_left_the_others_play_on_for_the_last_seat():
    facts = advanced(round_one("abcd", b=5, c=5, d=5))
    one_left = advanced(replace(facts, contests=(facts.contests[0], ended(extra(facts)[0], ResultKind.PLAYED, 0))))
    second = extra(one_left)[1]
    assert (second.round, second.sides, tables.extra_game_seats(one_left, OTE, second)) == (2, ("c", "d"), 1)


@pytest.mark.rule("OTE-2.8")
def test_the_best_has_a_seat_and_the_level_ones_play_for_the_other():
    facts = advanced(round_one("abcd", b=9, c=5, d=5))
    (game,) = extra(facts)
    assert game.sides == ("c", "d")
    assert called(replace(facts, contests=(facts.contests[0], ended(game, ResultKind.PLAYED, 1)))) == set("abd")


@pytest.mark.rule("OTE-2.8")
def test_more_than_four_level_players_play_at_several_tables_and_the_winners_again():
    facts = round_one("abcd", "efgh")
    assert tables.needs_draw(facts, OTE)
    drawn = advanced(facts)
    assert [len(one.sides) for one in extra(drawn)] == [3, 3]
    first = tuple(ended(one, ResultKind.PLAYED, 0) if one.stage is Stage.PLAY_OFF else one for one in drawn.contests)
    second = extra(advanced(replace(drawn, contests=first)))[2]
    assert (second.round, set(second.sides)) == (2, {one.sides[0] for one in extra(drawn)})


@pytest.mark.rule("OTE-2.8")
def test_who_waived_the_extra_game_leaves_the_seat_empty_and_who_left_before_it_too():
    facts = advanced(round_one("abc", "def", b=7, c=1, e=7, f=1))
    nobody = replace(facts, contests=(*facts.contests[:2], ended(extra(facts)[0], ResultKind.DOUBLE_WALKOVER)))
    assert called(nobody) == set("ad")
    gone = tuple(replace(one, withdrawn=one.entrant_id == "e") for one in facts.starters)
    decided = replace(
        facts, starters=gone, contests=(*facts.contests[:2], ended(extra(facts)[0], ResultKind.PLAYED, 1))
    )
    assert called(decided) == set("adb")


@pytest.mark.rule("OTE-2.4", "OTE-2.8")
@pytest.mark.parametrize(
    ("sides", "stage", "needed"),
    [
        ("ab", Stage.MAIN, 16),
        ("abc", Stage.MAIN, 16),
        ("abcd", Stage.MAIN, 16),
        ("abc", Stage.FINAL, 16),
        ("ab", Stage.PLAY_OFF, 8),
    ],
)
def test_sixteen_influence_wins_at_a_table_of_any_size_and_eight_leave_an_extra_game(sides: str, stage, needed: int):
    assert tables.influence_to_win(table(sides, stage=stage), OTE) == needed


# Corrections.


def corrected(facts: EventFacts, contest: Contest, winner: int) -> EventFacts:
    """The event with another winner at a table: what this voids is gone, and paired anew as far as it can be."""
    assert contest.result is not None
    score = tuple(int(side == winner) for side in range(len(contest.sides)))
    result: Result = replace(contest.result, score=score)
    void = tables.reopened_by(facts, OTE, contest, result)
    kept = [replace(one, result=result) if one == contest else one for one in facts.contests if one not in void]
    return replace(facts, contests=tuple(kept))


def names(contests: list[Contest]) -> set[ContestId]:
    return {one.contest_id for one in contests}


def test_corrected_influence_moves_nobody():
    facts = advanced(settled(advanced(EventFacts(field(40))), by_chance(b"")))
    first = facts.contests[0]
    assert first.result is not None
    assert tables.reopened_by(facts, OTE, first, replace(first.result, influence=(1, 2, 3, 4))) == ()


@given(st.binary(min_size=4, max_size=4), st.integers(0, 11))
def test_another_winner_changes_two_tables_of_the_next_round_and_no_size(seed: bytes, number: int):
    drawn = advanced(settled(advanced(EventFacts(field(40)), seed), by_chance(seed)), seed)
    contest = of_round(drawn, 1)[number]
    assert contest.result is not None
    winner = contest.result.score.index(1)
    rival = (winner + 1) % len(contest.sides)
    fixed = corrected(drawn, contest, rival)
    gone = names(of_round(drawn, 2)) - names(of_round(fixed, 2))
    again = advanced(fixed, seed)
    assert len(gone) == 2
    assert sorted(len(one.sides) for one in of_round(again, 2)) == sorted(len(one.sides) for one in of_round(drawn, 2))
    assert sorted(side for one in of_round(again, 2) for side in one.sides) == sorted(
        one.entrant_id for one in drawn.starters
    )
    assert tables.standings(played_out(again, by_chance(seed), seed), OTE)


def test_another_winner_later_on_undoes_what_was_drawn_since():
    facts = played_out(EventFacts(field(40)), by_chance(b"forty"), b"forty")
    fixed = corrected(facts, of_round(facts, 3)[0], 1)
    assert {one.round for one in fixed.contests if one.stage is Stage.MAIN} == {1, 2, 3}
    assert not any(one.stage is not Stage.MAIN for one in fixed.contests)
    assert tables.is_over(played_out(fixed, by_chance(b"forty"), b"forty"), OTE)


def test_a_winner_where_nobody_had_come_undoes_the_whole_next_round():
    drawn = settled(advanced(EventFacts(field(40))), by_chance(b""))
    first = drawn.contests[0]
    nobody = replace(drawn, contests=(ended(first, ResultKind.DOUBLE_WALKOVER), *drawn.contests[1:]))
    facts = advanced(nobody)
    fixed = corrected(facts, facts.contests[0], 0)
    assert of_round(fixed, 2) == []


def test_where_a_game_turns_out_to_have_no_result_the_whole_next_round_is_undone():
    drawn = advanced(settled(advanced(EventFacts(field(40))), by_chance(b"")))
    none = ended(of_round(drawn, 1)[-1], ResultKind.NO_RESULT).result
    assert none is not None
    assert list(tables.reopened_by(drawn, OTE, of_round(drawn, 1)[-1], none)) == of_round(drawn, 2)


def test_another_winner_of_an_inactive_table_undoes_nothing():
    facts = settled(advanced(settled(advanced(EventFacts(field(40))), by_chance(b""))), by_chance(b""))
    inactive = of_round(facts, 2)[-1]
    assert inactive.result is not None
    other = replace(inactive.result, score=tuple(reversed(inactive.result.score)))
    assert tables.reopened_by(facts, OTE, inactive, other) == ()


def test_another_winner_of_an_extra_game_undoes_the_final():
    facts = advanced(round_one("abc", "def", b=7, c=1, e=7, f=1))
    game = won({"b": 5, "e": 8}, "e", Stage.PLAY_OFF)
    final = advanced(replace(facts, contests=(*facts.contests[:2], game)))
    fixed = corrected(final, game, 0)
    assert of_round(fixed, 2) == []
    assert called(fixed) == set("adb")
    assert game.result is not None
    assert tables.reopened_by(final, OTE, game, replace(game.result, influence=(3, 9))) == ()


def test_a_corrected_final_undoes_nothing_and_a_voided_one_is_called_again():
    facts = settled(advanced(round_one("abc", "def", b=9, c=1, e=8, f=2)), by_chance(b""))
    final = final_of(facts)
    assert len(corrected(facts, final, 1).contests) == len(facts.contests)
    without = replace(facts, contests=tuple(one for one in facts.contests if one != final))
    again = advanced(without)
    assert set(final_of(again).sides) == set(final.sides)
    assert len(again.contests) == len(facts.contests)


def test_a_late_return_joins_the_inactive_of_the_running_round():
    facts = round_one("abc", "def", "ghi", "jkl")
    away = tuple(replace(one, withdrawn=one.entrant_id == "b") for one in facts.starters)
    running = advanced(replace(facts, starters=away))
    back = advanced(replace(running, starters=facts.starters))
    assert (back.contests[-1].sides, back.contests[-1].bye_reason) == ((EntrantId("b"),), "rest")
