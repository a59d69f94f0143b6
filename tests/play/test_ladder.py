"""A ladder: places follow from the matches, and nobody is challenged beyond the rulebook's reach."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind
from bot.play.formats import ladder
from bot.play.formats.protocol import EventFacts, Starter
from bot.rulebooks.library import preset

RULES = preset("ladder")
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SIZES = st.integers(2, 9)
SEEDS = st.integers(0, 10_000)


def field(count: int) -> EventFacts:
    """`a` is the strongest."""
    starters = tuple(Starter(EntrantId(chr(97 + at)), 2400.0 - 10 * at) for at in range(count))
    return EventFacts(starters, began_at=NOON, now=NOON)


def result(kind: str, at: datetime) -> Result:
    match kind:
        case "challenger":
            return Result((2, 0), (0, 0), ResultKind.PLAYED, at)
        case "challenged":
            return Result((0, 2), (0, 0), ResultKind.PLAYED, at)
        case "walkover":
            return Result((2, 0), (2, 0), ResultKind.WALKOVER, at)
        case "nobody":
            return Result((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, at)
        case _:
            return Result((1, 1), (0, 0), ResultKind.PLAYED, at)


def played(facts: EventFacts, below: str, above: str, kind: str = "challenger", at: int | None = None) -> EventFacts:
    """One more challenge with its result, a minute after the last one."""
    new = ladder.challenge(RULES, (EntrantId(below), EntrantId(above)), len(facts.contests))
    moment = NOON + (at if at is not None else new.position + 1) * MINUTE
    contest = Contest(
        ContestId(f"c{new.position}"), new.stage, new.round, new.position, new.sides, new.best_of, None, None, None,
        result(kind, moment),
    )  # fmt: skip
    return replace(facts, contests=(*facts.contests, contest))


def places(facts: EventFacts) -> str:
    return "".join(ladder.order(facts))


@given(SIZES, SEEDS)
def test_the_order_always_holds_everybody_once_and_no_challenge_reaches_too_far(size: int, seed: int) -> None:
    facts, dice = field(size), Random(seed)
    for _ in range(12):
        climber = EntrantId(dice.choice(places(facts)))
        found = ladder.within_reach(facts, RULES, climber)
        order = places(facts)
        assert len(found) == min(3, order.index(climber))
        assert all(0 < order.index(climber) - order.index(one) <= 3 for one in found)
        if found:
            kind = dice.choice(["challenger", "challenged", "walkover", "nobody", "drawn"])
            facts = played(facts, climber, dice.choice(found), kind)
        assert sorted(places(facts)) == sorted(one.entrant_id for one in facts.starters)


@given(SIZES, SEEDS)
def test_only_the_winner_from_below_changes_the_order_among_all_others(size: int, seed: int) -> None:
    facts, dice = field(size), Random(seed)
    for _ in range(8):
        climber = EntrantId(dice.choice(places(facts)[1:]))
        before = places(facts)
        facts = played(facts, climber, dice.choice(ladder.within_reach(facts, RULES, climber)))
        assert places(facts).replace(climber, "") == before.replace(climber, "")
        assert places(facts).index(climber) < before.index(climber)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("challenger", "aebcd"),
        ("challenged", "abcde"),
        ("walkover", "aebcd"),
        ("nobody", "abcde"),
        ("drawn", "abcde"),
    ],
)
def test_who_wins_from_below_takes_the_place_and_those_between_move_down(kind: str, expected: str) -> None:
    assert places(played(field(5), "e", "b", kind)) == expected


def test_a_corrected_result_derives_the_order_anew() -> None:
    facts = played(played(field(4), "d", "b"), "c", "a")
    first, second = facts.contests
    assert places(facts) == "cadb"
    corrected = replace(result("challenged", NOON + 30 * MINUTE), reported_at=NOON + MINUTE)
    assert places(replace(facts, contests=(replace(first, result=corrected), second))) == "cabd"


def test_what_was_told_first_counts_first_however_slow_the_answer() -> None:
    slow = replace(result("challenger", NOON + 9 * MINUTE), reported_at=NOON + MINUTE)
    facts = played(played(field(4), "d", "b"), "c", "b", at=2)
    first, second = facts.contests
    assert places(replace(facts, contests=(replace(first, result=slow), second))) == "adcb"


def test_who_has_left_sinks_to_the_end_and_stands_in_nobodys_way() -> None:
    facts = field(6)
    starters = tuple(replace(one, withdrawn=one.entrant_id == "c") for one in facts.starters)
    left = replace(facts, starters=starters)
    assert places(left) == "abdefc"
    assert ladder.within_reach(left, RULES, EntrantId("f")) == ("e", "d", "b")
    assert ladder.within_reach(left, RULES, EntrantId("c")) == ()


def test_a_result_that_was_found_fraudulent_moves_nobody() -> None:
    facts = played(field(3), "c", "a")
    assert places(replace(facts, annulled=frozenset({(ContestId("c0"), EntrantId("a"))}))) == "abc"


def test_a_lot_says_who_comes_first_of_those_who_are_level() -> None:
    level = EventFacts(tuple(Starter(EntrantId(one), 2000.0) for one in "abc"))
    assert ladder.needs_draw(level, RULES)
    drawn = replace(level, lot=tuple(EntrantId(one) for one in "bca"))
    assert not ladder.needs_draw(drawn, RULES)
    assert places(drawn) == "bca"
    assert not ladder.needs_draw(field(3), RULES)


def test_the_same_two_wait_and_who_plays_is_not_free() -> None:
    facts = played(field(4), "d", "c", "challenged")
    at, met = NOON + 2 * MINUTE, NOON + MINUTE
    assert ladder.again_from(facts, RULES, EntrantId("c"), EntrantId("d")) == met + 30 * MINUTE
    assert ladder.free_within_reach(facts, RULES, EntrantId("d"), at) == ("b", "a")
    assert ladder.free_within_reach(facts, RULES, EntrantId("d"), at + 30 * MINUTE) == ("c", "b", "a")
    last = played(facts, "c", "b")
    open_one = replace(last.contests[-1], result=None)
    playing = replace(facts, contests=(*facts.contests, open_one))
    assert ladder.free_within_reach(playing, RULES, EntrantId("d"), at + 30 * MINUTE) == ("a",)


def test_it_is_over_with_the_last_match_once_the_time_is_up() -> None:
    facts = played(field(3), "c", "a")
    late = replace(facts, now=NOON + timedelta(hours=3, seconds=3))
    assert not ladder.is_over(facts, RULES)
    assert ladder.is_over(late, RULES)
    assert not ladder.is_over(replace(late, contests=(replace(facts.contests[0], result=None),)), RULES)


def test_the_table_tells_what_came_of_everybodys_matches() -> None:
    rows = {row.entrant_id: row for row in ladder.standings(played(field(3), "c", "a"), RULES)}
    assert [(row.rank_from, row.won, row.lost, row.played) for row in rows.values()] == [
        (1, 1, 0, 1),
        (2, 0, 1, 1),
        (3, 0, 0, 0),
    ]
