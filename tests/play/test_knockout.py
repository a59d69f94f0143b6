"""Single elimination: how winners go on, places that stay vacant, the third place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.course import round_of, rounds_in_play
from bot.play.draw import Stream
from bot.play.formats import FORMATS
from bot.play.formats.knockout import advance, is_decided, is_over, loser, stage_of, standings, winner
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import FormatName, Rulebook
from tests.play.brackets import (
    NO_THIRD_PLACE,
    NOON,
    OPEN,
    SEED,
    advanced,
    at,
    by_chance,
    drawn,
    fields,
    first_places,
    neither,
    open_contests,
    played,
    played_out,
    seeds,
    settled,
    starters,
    table,
    upper_wins,
)


def test_the_registry_knows_the_knock_out():
    facts = EventFacts(starters(8))
    drawn_by_registry = FORMATS[FormatName.KNOCKOUT].advance(facts, OPEN, Stream(SEED))
    assert drawn_by_registry == advance(facts, OPEN, Stream(SEED))


# The way to the final.


@pytest.mark.rule("AIJE-D01-3")
@pytest.mark.parametrize(
    ("count", "lengths"),
    [
        (2, {"final": 9}),
        (3, {"preliminary": 5, "final": 9}),
        (4, {"semifinal": 5, "third_place": 9, "final": 9}),
        (5, {"preliminary": 5, "semifinal": 5, "third_place": 9, "final": 9}),
        (16, {"main": 5, "semifinal": 5, "third_place": 9, "final": 9}),
    ],
)
def test_matches_are_best_of_five_and_the_last_two_best_of_nine(count: int, lengths: dict[str, int]):
    facts = played_out(drawn(starters(count)))
    assert {contest.stage: contest.best_of for contest in facts.contests} == lengths


@pytest.mark.parametrize(
    ("number", "rounds", "stage"),
    [
        (0, 1, Stage.PRELIMINARY),
        (1, 1, Stage.FINAL),
        (0, 2, Stage.PRELIMINARY),
        (1, 2, Stage.SEMIFINAL),
        (1, 3, Stage.MAIN),
        (2, 3, Stage.SEMIFINAL),
        (3, 3, Stage.FINAL),
    ],
)
def test_the_stage_follows_from_the_distance_to_the_final(number: int, rounds: int, stage: Stage):
    assert stage_of(number, rounds) is stage


def test_two_byes_side_by_side_meet_at_once():
    facts = drawn(starters(9, *range(2000, 2009)))
    ready = [contest for contest in facts.contests if contest.round == 1]
    assert len(ready) == 3
    assert all(len(contest.sides) == 2 and contest.stage is Stage.MAIN for contest in ready)


def test_a_match_is_made_as_soon_as_both_its_players_are_known():
    facts = drawn(starters(8))
    first, second = (one for one in facts.contests if one.position in {2, 3})
    assert settled(facts, first, played(3, 0)).contests[4:] == ()
    facts = settled(settled(facts, first, played(3, 0)), second, played(1, 3))
    (made,) = facts.contests[4:]
    assert (made.stage, made.round, made.position) == (Stage.SEMIFINAL, 2, 1)
    assert made.sides == (first.sides[0], second.sides[1])


@given(fields, seeds)
def test_a_format_asked_twice_makes_nothing_twice(count: int, seed: bytes):
    facts = drawn(starters(count), seed=seed)
    assert advance(facts, OPEN, None) == ()
    assert advance(played_out(facts), OPEN, None) == ()


@pytest.mark.rule("AIJE-D01-3")
@given(fields, seeds, seeds)
def test_everybody_but_the_winner_loses_exactly_once(count: int, seed: bytes, luck: bytes):
    facts = played_out(drawn(starters(count), NO_THIRD_PLACE, seed), by_chance(luck, absences=False), NO_THIRD_PLACE)
    champion = winner(at(facts, Stage.FINAL))
    lost = Counter(loser(contest) for contest in facts.contests if len(contest.sides) == 2)
    assert lost == Counter(one.entrant_id for one in facts.starters if one.entrant_id != champion)
    assert is_over(facts, OPEN)


@given(fields, seeds, seeds)
def test_an_event_ends_however_many_stay_away(count: int, seed: bytes, luck: bytes):
    facts = drawn(starters(count), seed=seed)
    for _ in range(2 * count):
        waiting = open_contests(facts)
        assert is_over(facts, OPEN) is (not waiting)
        if waiting:
            facts = settled(facts, waiting[0], by_chance(luck, absences=True)(waiting[0]))
    assert is_over(facts, OPEN)
    assert len(standings(facts, OPEN)) == count


def test_an_event_without_contests_is_not_over_and_has_no_table():
    assert not is_over(EventFacts(starters(4)), OPEN)
    assert standings(EventFacts(starters(4)), OPEN) == ()


def test_the_event_waits_for_the_third_place_match():
    facts = played_out(drawn(starters(4)))
    third = at(facts, Stage.THIRD_PLACE)
    pending = replace(
        facts, contests=tuple(replace(one, result=None) if one == third else one for one in facts.contests)
    )
    assert is_over(facts, OPEN)
    assert not is_over(pending, OPEN)


def test_settled_semifinals_do_not_end_the_event_before_its_final_is_made():
    facts = played_out(drawn(starters(4)))
    assert not is_over(replace(facts, contests=facts.contests[:2]), OPEN)


def test_the_event_is_not_over_before_the_only_finalist_is_on_record_as_such():
    facts = drawn(starters(4))
    facts = settled(facts, at(facts, Stage.SEMIFINAL, 0), neither())
    facts = settled(facts, at(facts, Stage.SEMIFINAL, 1), played(3, 2))
    assert not is_over(replace(facts, contests=facts.contests[:2]), OPEN)


# Vacant places.


def test_who_should_have_met_nobody_goes_on():
    facts = drawn(starters(4))
    facts = settled(facts, at(facts, Stage.SEMIFINAL, 0), neither())
    facts = settled(facts, at(facts, Stage.SEMIFINAL, 1), played(3, 2))
    final = at(facts, Stage.FINAL)
    assert (final.sides, final.bye_reason) == ((at(facts, Stage.SEMIFINAL, 1).sides[0],), "vacant")
    assert winner(final) == final.sides[0]
    assert is_over(facts, OPEN)


def test_two_vacant_halves_leave_their_place_vacant_without_a_contest():
    facts = drawn(starters(8))
    for contest in first_places(facts)[:2]:
        facts = settled(facts, contest, neither())
    assert [contest.round for contest in facts.contests] == [1, 1, 1, 1]
    for contest in first_places(facts)[2:]:
        facts = settled(facts, contest, played(3, 0))
    facts = settled(facts, at(facts, Stage.SEMIFINAL, 1), played(3, 0))
    assert at(facts, Stage.FINAL).bye_reason == "vacant"
    assert is_over(facts, OPEN)


def test_when_everybody_stays_away_nobody_is_champion():
    facts = played_out(drawn(starters(8)), neither)
    assert is_over(facts, OPEN)
    assert len(facts.contests) == 4
    assert min(row.rank_from for row in standings(facts, OPEN)) == 5


# The third place.


@pytest.mark.rule("AIJE-D01-3")
def test_the_losers_of_the_semifinals_play_for_the_third_place():
    facts = drawn(starters(4))
    first, second = facts.contests
    facts = settled(settled(facts, first, played(3, 0)), second, played(0, 3))
    third = at(facts, Stage.THIRD_PLACE)
    assert (third.sides, third.round, third.position) == ((first.sides[1], second.sides[0]), 2, 0)


def test_the_only_loser_of_the_semifinals_is_third_without_a_match():
    facts = drawn(starters(4))
    first, second = facts.contests
    facts = settled(settled(facts, first, neither()), second, played(3, 1))
    third = at(facts, Stage.THIRD_PLACE)
    assert (third.sides, third.bye_reason) == ((second.sides[1],), "vacant")
    assert table(facts)[second.sides[1]] == (3, 3)
    assert {table(facts)[side] for side in first.sides} == {(4, 4)}


def test_semifinals_without_a_loser_make_no_third_place_match():
    facts = played_out(drawn(starters(4)), neither)
    assert {contest.stage for contest in facts.contests} == {Stage.SEMIFINAL}


@pytest.mark.parametrize("rulebook", [OPEN, NO_THIRD_PLACE])
@pytest.mark.parametrize("count", [2, 3])
def test_a_field_of_two_or_three_has_no_third_place_match(count: int, rulebook: Rulebook):
    facts = played_out(drawn(starters(count), rulebook), rulebook=rulebook)
    assert Stage.THIRD_PLACE not in {contest.stage for contest in facts.contests}


def test_a_rulebook_may_do_without_a_third_place_match():
    facts = played_out(drawn(starters(4), NO_THIRD_PLACE), rulebook=NO_THIRD_PLACE)
    assert sorted(table(facts).values()) == [(1, 1), (2, 2), (3, 4), (3, 4)]


# Who wins.


def a_contest(result: Result | None, *sides: str) -> Contest:
    names = tuple(EntrantId(side) for side in sides)
    return Contest(ContestId("c"), Stage.MAIN, 1, 0, names, 5, None, None, None, result)


@pytest.mark.rule("AIJE-B01-5")
@pytest.mark.parametrize(
    ("contest", "won", "lost"),
    [
        (a_contest(played(3, 1), "ada", "eva"), "ada", "eva"),
        (a_contest(played(1, 4), "ada", "eva"), "eva", "ada"),
        (a_contest(Result((3, 2), (3, 0), ResultKind.WALKOVER, NOON), "ada", "eva"), "ada", "eva"),
        (a_contest(Result((0, 3), (0, 3), ResultKind.WITHDRAWAL, NOON), "ada", "eva"), "eva", "ada"),
        (a_contest(Result((2, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, NOON), "ada", "eva"), None, None),
        (a_contest(None, "ada", "eva"), None, None),
        (a_contest(None, "ada"), "ada", None),
    ],
)
def test_the_overall_score_says_who_won_the_match(contest: Contest, won: str | None, lost: str | None):
    assert (winner(contest), loser(contest)) == (won, lost)


def test_a_settled_score_that_nobody_won_is_refused():
    with pytest.raises(ValueError, match="nobody won"):
        winner(a_contest(played(2, 2), "ada", "eva"))


def test_a_bye_is_decided_and_an_unplayed_match_is_not():
    assert is_decided(a_contest(None, "ada"))
    assert is_decided(a_contest(neither(), "ada", "eva"))
    assert not is_decided(a_contest(None, "ada", "eva"))


def test_a_round_of_a_bracket_is_not_over_while_more_of_its_matches_come() -> None:
    facts = drawn(starters(8))
    first, second, *_ = open_contests(facts)
    for contest in (first, second):
        facts = advanced(settled(facts, contest, upper_wins(contest)))
    semi_final = at(facts, Stage.SEMIFINAL)
    facts = settled(facts, semi_final, upper_wins(semi_final))
    in_play = rounds_in_play(facts.contests, OPEN)
    assert {round_of(first), round_of(semi_final)} <= in_play
    assert rounds_in_play(played_out(facts).contests, OPEN) == frozenset()
