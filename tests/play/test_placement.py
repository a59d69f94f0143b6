"""A knock-out in which every place is played for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.contests import Contest, Stage
from bot.play.draw import Stream
from bot.play.formats import elimination
from bot.play.formats.knockout import is_decided, winner
from bot.play.formats.protocol import EventFacts
from tests.play.brackets import OPEN, SEED, Verdict, by_chance, played, seeds, starters
from tests.play.test_lives import on_record

RULES = replace(OPEN, knockout=replace(OPEN.knockout, placement_matches=True))


def advanced(facts: EventFacts, seed: bytes | None = None) -> EventFacts:
    stream = None if seed is None else Stream(seed)
    while new := elimination.advance(facts, RULES, stream):
        facts, stream = replace(facts, contests=(*facts.contests, *map(on_record, new))), None
    return facts


def played_out(facts: EventFacts, verdict: Verdict) -> EventFacts:
    while waiting := [one for one in facts.contests if not is_decided(one)]:
        done = replace(waiting[-1], result=verdict(waiting[-1]))
        facts = advanced(replace(facts, contests=tuple(done if one == waiting[-1] else one for one in facts.contests)))
    return facts


@pytest.mark.rule("GO-26.1")
@given(st.integers(2, 40), seeds)
def test_every_place_is_decided_by_a_match(count: int, luck: bytes):
    facts = played_out(advanced(EventFacts(starters(count)), SEED), by_chance(luck, absences=False))
    rows = elimination.standings(facts, RULES)
    assert elimination.is_over(facts, RULES)
    if count != 3:
        assert [(row.rank_from, row.rank_to) for row in rows] == [(place, place) for place in range(1, count + 1)]


@given(st.integers(4, 24), seeds)
def test_an_event_with_absences_comes_to_its_end_all_the_same(count: int, luck: bytes):
    facts = played_out(advanced(EventFacts(starters(count)), SEED), by_chance(luck, absences=True))
    assert elimination.is_over(facts, RULES)


@given(st.integers(5, 17), seeds, st.data())
def test_a_corrected_result_gives_what_a_fresh_event_with_it_gives(count: int, luck: bytes, data):
    verdict = by_chance(luck, absences=False)
    old = played_out(advanced(EventFacts(starters(count)), SEED), verdict)
    contest = data.draw(st.sampled_from([one for one in old.contests if len(one.sides) > 1]))
    score = (0, contest.target) if winner(contest) == contest.sides[0] else (contest.target, 0)
    result = played(*score)

    def corrected(one: Contest):
        return result if (one.contest_id, one.sides) == (contest.contest_id, contest.sides) else verdict(one)

    fresh = played_out(advanced(EventFacts(starters(count)), SEED), corrected)
    gone = elimination.reopened_by(old, RULES, contest, result)
    kept = [replace(one, result=result) if one == contest else one for one in old.contests if one not in gone]
    mended = played_out(advanced(replace(old, contests=tuple(kept))), corrected)
    assert elimination.standings(mended, RULES) == elimination.standings(fresh, RULES)


def test_the_losers_of_the_quarter_finals_play_for_places_five_to_eight():
    def upper(contest: Contest):
        return played(contest.target, 0)

    facts = played_out(advanced(EventFacts(starters(8)), SEED), upper)
    groups = [(one.group, one.round) for one in facts.contests if one.stage is Stage.PLACEMENT]
    assert sorted(groups) == [(5, 1), (5, 1), (5, 2), (7, 1)]
