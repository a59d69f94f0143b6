"""A corrected result gives what a fresh event with that result gives, where pairings follow from results alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.formats import FORMATS
from bot.play.formats.knockout import is_decided
from bot.play.formats.protocol import EventFacts
from bot.record.replaying import derive
from tests.record.playing import Event, played


def fresh(event: Event) -> EventFacts:
    """The event again from the same draw, each contest ending as it ended in the corrected one."""
    results = {(one.stage, one.round, one.position): one.result for one in event.facts.contests}
    again = Event(event.rulebook, Random(0), event.starters)
    again.draws = event.draws[:1]
    found = FORMATS[event.rulebook.format].advance(again.facts, event.rulebook, event.draws[0].record.stream())
    while found:
        made = [again.on_record(new) for new in found]
        known = [replace(one, result=results[one.stage, one.round, one.position]) for one in made]
        again.contests += [replace(event.contests[0], contest=one, earlier=(), voided_at=None) for one in known]
        found = FORMATS[event.rulebook.format].advance(again.facts, event.rulebook, None)
    assert all(is_decided(one) for one in again.facts.contests)
    return again.facts


@pytest.mark.parametrize("name", ["knockout", "round_robin", "title_match"])
@given(players=st.integers(3, 9), seed=st.integers(0, 10**6))
def test_a_corrected_event_ends_like_one_that_was_never_wrong(name: str, players: int, seed: int) -> None:
    event = played(name, 2 if name == "title_match" else players, seed, leave=False)
    anew = fresh(event)
    assert FORMATS[event.rulebook.format].standings(anew, event.rulebook) == derive(event.record()).standings
    assert {one.sides for one in anew.contests} == {one.sides for one in event.facts.contests}


def test_some_of_these_events_had_a_correction_that_took_matches_back() -> None:
    events = [played("knockout", 7, seed) for seed in range(15)]
    assert any(one.voided_at is not None for event in events for one in event.contests)
