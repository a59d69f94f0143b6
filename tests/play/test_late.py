"""Somebody late in a free bye: a place for each, no other match changed, and an event that comes to its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind
from bot.play.draw import Stream
from bot.play.formats import FORMATS, knockout
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.late import allowed, free_byes, into_bye
from bot.play.rulebook import FormatName, Lateness, Rulebook
from bot.rulebooks.library import preset

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
EVENTS = ("cup", "double-elimination", "swiss", "round-robin", "groups-cut")
LATE = EntrantId("late")
seeds = st.binary(min_size=32, max_size=32)


def written(facts: EventFacts, found: tuple[NewContest, ...]) -> EventFacts:
    """The facts with these contests on record."""
    begin = len(facts.contests)
    made = tuple(
        Contest(
            ContestId(f"c{begin + number:04}"),
            *(new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None, new.group),
        )
        for number, new in enumerate(found)
    )
    return replace(facts, contests=(*facts.contests, *made))


def drawn(rules: Rulebook, count: int, seed: bytes) -> EventFacts:
    """The event as it was drawn, with all that follows from byes alone."""
    facts = EventFacts(tuple(Starter(EntrantId(f"e{number:02}"), None) for number in range(count)))
    facts = written(facts, FORMATS[rules.format].advance(facts, rules, Stream(seed)))
    while found := FORMATS[rules.format].advance(facts, rules, None):
        facts = written(facts, found)
    return facts


def with_late(facts: EventFacts, rules: Rulebook, seed: bytes) -> tuple[EventFacts, Contest]:
    """The event with the late one in it, and the bye that fell."""
    found = into_bye(facts, rules, LATE, Stream(sha256(seed).digest()))
    rest = tuple(one for one in facts.contests if one != found.bye)
    there = replace(facts, contests=rest, starters=(*facts.starters, Starter(LATE, None)))
    return written(there, (found.match,)), found.bye


@pytest.mark.parametrize("name", EVENTS)
@given(st.integers(min_value=3, max_value=40), seeds)
def test_after_a_late_admission_each_has_exactly_one_place_and_no_other_match_changed(
    name: str, count: int, seed: bytes
) -> None:
    rules = preset(name)
    before = drawn(rules, count, seed)
    assume(free_byes(before, rules))
    after, bye = with_late(before, rules, seed)
    first = min(one.round for one in after.contests)
    places = Counter(side for one in after.contests if one.round == first for side in one.sides)
    assert places == Counter({one.entrant_id: 1 for one in after.starters})
    assert set(before.contests) - set(after.contests) == {bye}
    assert FORMATS[rules.format].advance(after, rules, None) == ()


def played_out(facts: EventFacts, rules: Rulebook) -> EventFacts:
    """Everything played; the lower id wins, so that nobody is level for ever."""
    while not FORMATS[rules.format].is_over(facts, rules):
        waiting = [one for one in facts.contests if not knockout.is_decided(one)]
        settled = tuple(replace(one, result=result(one)) if one in waiting else one for one in facts.contests)
        facts = replace(facts, contests=settled)
        lot = FORMATS[rules.format].needs_draw(facts, rules)
        facts = replace(facts, lot=tuple(sorted(one.entrant_id for one in facts.starters))) if lot else facts
        found = FORMATS[rules.format].advance(facts, rules, None)
        assert found or lot or waiting
        facts = written(facts, found)
    return facts


def result(contest: Contest) -> Result:
    first, second = contest.sides
    score = (contest.target, 0) if first < second else (0, contest.target)
    return Result(score, (0, 0), ResultKind.PLAYED, NOON)


@pytest.mark.parametrize("name", EVENTS)
@given(st.integers(min_value=3, max_value=17), seeds)
def test_with_a_late_player_the_event_comes_to_its_end_with_everybody_in_the_table(
    name: str, count: int, seed: bytes
) -> None:
    rules = preset(name)
    before = drawn(rules, count, seed)
    assume(free_byes(before, rules))
    after, _ = with_late(before, rules, seed)
    over = played_out(after, rules)
    rows = FORMATS[rules.format].standings(over, rules)
    assert sorted(row.entrant_id for row in rows) == sorted(one.entrant_id for one in over.starters)
    assert rows[0].entrant_id == "e00"


@pytest.mark.parametrize("name", ["cup", "double-elimination"])
def test_a_bracket_that_is_full_with_the_late_one_keeps_its_rounds(name: str) -> None:
    rules = preset(name)
    for number in range(50):
        before = drawn(rules, 7, sha256(bytes([number])).digest())
        after, _ = with_late(before, rules, bytes(32))
        assert after.drawn_for == before.drawn_for == 7
        assert {one.round for one in after.contests if len(one.sides) > 1} == {0}


def test_a_bye_from_which_a_match_followed_and_one_whose_holder_has_left_are_not_free() -> None:
    rules = preset("cup")
    facts = drawn(rules, 5, bytes(32))
    free = free_byes(facts, rules)
    taken = {side for one in facts.contests if one.round == 1 for side in one.sides}
    assert all(taken.isdisjoint(one.sides) for one in free)
    gone = tuple(replace(one, withdrawn=one.entrant_id in free[0].sides) for one in facts.starters)
    assert free[0] not in free_byes(replace(facts, starters=gone), rules)


def test_nobody_comes_into_a_round_robin_that_one_more_would_make_a_swiss() -> None:
    rules = preset("round-robin")
    assert rules.round_robin is not None
    small = replace(rules, round_robin=replace(rules.round_robin, swiss_above=5), swiss=preset("swiss").swiss)
    assert free_byes(drawn(small, 5, bytes(32)), small) == ()


def test_no_group_becomes_larger_than_the_rules_say_and_there_are_as_many() -> None:
    rules = preset("groups-cut")
    assert rules.groups is not None
    of_three = replace(rules, groups=replace(rules.groups, size=3))
    assert free_byes(drawn(of_three, 6, bytes(32)), of_three) == ()


def test_before_the_draw_and_with_no_bye_there_is_nothing_to_take() -> None:
    rules = preset("cup")
    assert free_byes(EventFacts(()), rules) == ()
    assert free_byes(drawn(rules, 8, bytes(32)), rules) == ()
    with pytest.raises(ValueError, match="free bye"):
        into_bye(drawn(rules, 8, bytes(32)), rules, LATE, Stream(bytes(32)))


def test_every_format_says_until_when_and_always_allows_for_nobody() -> None:
    ways = {one: allowed(one.traits) for one in FormatName}
    assert all(found[0] is Lateness.NONE for found in ways.values())
    assert {one for one, found in ways.items() if found[-1] is Lateness.FIRST_SCORE} == {
        *(FormatName.KNOCKOUT, FormatName.SWISS, FormatName.ROUND_ROBIN, FormatName.GROUPS),
    }
    assert ways[FormatName.ARENA] == ways[FormatName.TITLE_MATCH] == (Lateness.NONE,)
