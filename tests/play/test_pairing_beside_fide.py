"""Our rounds beside those of py4swiss, an implementation of FIDE's Dutch system, in the same situations."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.swiss import random_event
from benchmarks.swiss_events import SwissEvent, ours, played_up_to
from benchmarks.swiss_rival import Faults, faults, theirs

EVENTS = 200
pytestmark = pytest.mark.long


def situation(number: int) -> SwissEvent:
    """A random event with forfeits and absences, before one of its later rounds."""
    event = random_event(number)
    return played_up_to(event, 1 + number % max(1, event.rounds - 1) if event.rounds > 1 else 0)


@pytest.fixture(scope="module")
def rounds() -> list[tuple[SwissEvent, Faults, Faults | None]]:
    """One round of each event as we pair it and as py4swiss does."""
    found = []
    for number in range(EVENTS):
        event = situation(number)
        rival = theirs(event)
        found.append((event, faults(event, ours(event)), None if rival is None else faults(event, rival)))
    return found


Rounds = list[tuple[SwissEvent, Faults, Faults | None]]


@pytest.mark.rule("GO-26.3")
def test_every_round_is_legal_by_fides_absolute_criteria(rounds: Rounds):
    assert all((own.rematches, own.second_byes) == (0, 0) for _, own, _ in rounds)
    assert all(own.colours == 0 for _, own, rival in rounds if rival is not None)


@pytest.mark.rule("GO-26.3")
def test_the_bye_is_never_higher_and_with_the_same_bye_scores_are_never_farther_apart(rounds: Rounds):
    for _, own, rival in rounds:
        assert rival is None or own.bye_points <= rival.bye_points
        assert rival is None or own.bye_points < rival.bye_points or own.squared_gaps <= rival.squared_gaps


@pytest.mark.rule("GO-26.3")
def test_boards_of_two_scores_are_no_more_but_where_that_brings_scores_nearer(rounds: Rounds):
    same = [(own, rival) for _, own, rival in rounds if rival is not None and own.bye_points == rival.bye_points]
    assert len(same) > 0.95 * EVENTS
    more = [(own, rival) for own, rival in same if own.cross_score > rival.cross_score]
    assert all(own.squared_gaps < rival.squared_gaps for own, rival in more)
    assert len(more) <= 0.01 * EVENTS


@pytest.mark.rule("GO-26.3")
def test_the_events_are_of_all_sizes_and_most_are_past_their_first_rounds(rounds: Rounds):
    assert {min(60, 10 * (event.players // 10)) for event, _, _ in rounds} == {0, 10, 20, 30, 40, 50, 60}
    assert sum(event.last >= 2 for event, _, _ in rounds) > EVENTS / 2


@pytest.mark.rule("GO-26.3")
def test_four_thousand_players_are_paired_too():
    event = played_up_to(SwissEvent(4097, 9, Random(1)), 1)
    paired = ours(event)
    found = faults(event, paired)
    assert sorted(side for board in paired for side in board if side is not None) == list(range(1, 4098))
    assert (found.rematches, found.second_byes, found.colours) == (0, 0, 0)
    assert found.bye_points == 0
