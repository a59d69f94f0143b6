"""Knock-outs in which one may lose: every bracket, the finals, and what a correction reopens."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId
from bot.play.contests import Contest, NewContest, Stage
from bot.play.draw import Stream
from bot.play.format_rules import Seeding
from bot.play.formats import lives
from bot.play.formats.knockout import is_decided, winner
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import Rulebook
from tests.play.brackets import OPEN, SEED, Verdict, by_chance, played, seeds, starters


def rules(count: int) -> Rulebook:
    return replace(OPEN, knockout=replace(OPEN.knockout, lives=count, third_place_match=False))


def on_record(new: NewContest) -> Contest:
    name = ContestId(f"{new.stage}-{new.group}-{new.round}-{new.position}")
    return Contest(
        name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None, new.group
    )


def advanced(facts: EventFacts, rulebook: Rulebook, seed: bytes | None = None) -> EventFacts:
    stream = None if seed is None else Stream(seed)
    return replace(facts, contests=(*facts.contests, *map(on_record, lives.advance(facts, rulebook, stream))))


def played_out(facts: EventFacts, rulebook: Rulebook, verdict: Verdict) -> EventFacts:
    while waiting := [one for one in facts.contests if not is_decided(one)]:
        done = replace(waiting[-1], result=verdict(waiting[-1]))
        facts = advanced(
            replace(facts, contests=tuple(done if one == waiting[-1] else one for one in facts.contests)), rulebook
        )
    return facts


def drawn(count: int, rulebook: Rulebook, seed: bytes = SEED) -> EventFacts:
    return advanced(EventFacts(starters(count)), rulebook, seed)


@pytest.mark.rule("GO-26.1")
@given(st.integers(2, 40), st.sampled_from([2, 3]), seeds, seeds)
def test_everyone_but_the_winner_loses_exactly_the_lives(count: int, number: int, seed: bytes, luck: bytes):
    rulebook = rules(number)
    facts = played_out(drawn(count, rulebook, seed), rulebook, by_chance(luck, absences=False))
    lost = lives.losses(facts.contests)
    rows = lives.standings(facts, rulebook)
    assert lives.is_over(facts, rulebook)
    assert rows[0].rank_to == 1
    assert lost[rows[0].entrant_id] < number
    assert {lost[row.entrant_id] for row in rows[1:]} == {number}
    assert sorted(row.entrant_id for row in rows) == [one.entrant_id for one in facts.starters]


@given(st.integers(3, 24), st.sampled_from([2, 3]), seeds)
def test_nobody_is_in_two_matches_at_once(count: int, number: int, luck: bytes):
    rulebook, verdict = rules(number), by_chance(luck, absences=True)
    facts = drawn(count, rulebook)
    while waiting := [one for one in facts.contests if not is_decided(one)]:
        busy = Counter(side for one in waiting for side in one.sides)
        assert max(busy.values()) == 1
        done = replace(waiting[0], result=verdict(waiting[0]))
        facts = advanced(
            replace(facts, contests=tuple(done if one == waiting[0] else one for one in facts.contests)), rulebook
        )
    assert lives.is_over(facts, rulebook)


def upper(contest: Contest):
    return played(contest.target, 0)


def test_eight_players_with_two_lives_play_the_brackets_that_everybody_knows():
    facts = played_out(drawn(8, rules(2)), rules(2), upper)
    rounds = Counter((one.stage, one.group, one.round) for one in facts.contests)
    assert [rounds[Stage.MAIN, 0, number] for number in (1, 2, 3)] == [4, 2, 1]
    assert [rounds[Stage.LOWER, 1, number] for number in (1, 2, 3, 4)] == [2, 2, 1, 1]
    assert sum(one.stage is Stage.FINAL for one in facts.contests) in {1, 2}


@pytest.mark.parametrize(("unbeaten_wins", "finals"), [(True, 1), (False, 2)])
def test_the_final_is_played_again_only_where_the_unbeaten_side_loses_it(unbeaten_wins: bool, finals: int):
    rulebook = rules(2)

    def verdict(contest: Contest):
        if contest.stage is not Stage.FINAL:
            return upper(contest)
        lost = lives.losses([one for one in known.contests if one.contest_id != contest.contest_id])
        best = min(contest.sides, key=lambda one: lost[one])
        wins = contest.sides.index(best) == 0
        return played(contest.target, 0) if wins is unbeaten_wins else played(0, contest.target)

    known = drawn(6, rulebook)
    while waiting := [one for one in known.contests if not is_decided(one)]:
        done = replace(waiting[0], result=verdict(waiting[0]))
        mended = tuple(done if one == waiting[0] else one for one in known.contests)
        known = advanced(replace(known, contests=mended), rulebook)
    assert sum(one.stage is Stage.FINAL for one in known.contests) == finals


@given(st.integers(4, 20), st.sampled_from([2, 3]), seeds, st.data())
def test_a_corrected_result_gives_what_a_fresh_event_with_it_gives(count: int, number: int, luck: bytes, data):
    rulebook, verdict = rules(number), by_chance(luck, absences=False)
    old = played_out(drawn(count, rulebook), rulebook, verdict)
    contest = data.draw(st.sampled_from([one for one in old.contests if len(one.sides) > 1]))
    score = (0, contest.target) if winner(contest) == contest.sides[0] else (contest.target, 0)
    result = played(*score)

    def corrected(one: Contest):
        return result if (one.contest_id, one.sides) == (contest.contest_id, contest.sides) else verdict(one)

    fresh = played_out(drawn(count, rulebook), rulebook, corrected)
    gone = lives.reopened_by(old, rulebook, contest, result)
    kept = [replace(one, result=result) if one == contest else one for one in old.contests if one not in gone]
    mended = played_out(advanced(replace(old, contests=tuple(kept)), rulebook), rulebook, corrected)
    assert set(mended.contests) == set(fresh.contests)
    assert lives.standings(mended, rulebook) == lives.standings(fresh, rulebook)


def test_a_seeded_bracket_keeps_the_two_best_apart_until_its_end():
    rulebook = replace(rules(2), knockout=replace(rules(2).knockout, seeding=Seeding.SEEDED))
    field = EventFacts(starters(8, 2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700))
    facts = advanced(field, rulebook, SEED)
    assert [one.sides for one in facts.contests] == [("e00", "e07"), ("e03", "e04"), ("e01", "e06"), ("e02", "e05")]


@pytest.mark.rule("GO-26.1")
@given(st.sampled_from([8, 16, 32]), seeds, seeds)
def test_who_comes_down_meets_who_was_there(count: int, seed: bytes, luck: bytes):
    rulebook = rules(2)
    facts = played_out(drawn(count, rulebook, seed), rulebook, by_chance(luck, absences=False))
    lower = [one for one in facts.contests if one.stage is Stage.LOWER]
    seen = set[str]()
    for number in range(1, 1 + max(one.round for one in lower)):
        here = [one for one in lower if one.round == number]
        known = [[side in seen for side in one.sides] for one in here]
        if number % 2 == 0:
            assert all(sorted(sides) == [False, True] for sides in known)
        seen |= {side for one in here for side in one.sides}
