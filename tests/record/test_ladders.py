"""A ladder in a record: it agrees with itself, and a challenge beyond reach is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest

from bot.features.course.facts_verbs import facts
from bot.features.ladder.verbs import UNREPORTED
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.play.entries import Tournament
from bot.play.formats import ladder
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import ReplayedPart, ReplayVerdict, replay
from bot.record.writing import write_record
from tests.features.ladder.test_challenging import begin, challenge, order
from tests.features.ladder.test_unreported import Pair
from tests.hall.arena_hall import later
from tests.hall.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


def evening(hall: Hall, seed: int) -> Tournament:
    """Challenges at random until the time is up."""
    tournament, dice = begin(hall), Random(seed)
    for _ in range(6):
        places = order(hall, tournament)
        below = dice.randrange(1, len(places))
        above = below - dice.randrange(1, min(3, below) + 1)
        contest = challenge(hall, tournament, places[below], places[above])
        hall.settle(contest, dice.choice([(2, 0), (0, 2), (2, 1)]))
        hall.now += timedelta(minutes=31)
    later(hall, hours=3)
    return tournament


def written(hall: Hall, tournament: Tournament) -> str:
    return write_record(hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id))


@pytest.mark.parametrize("seed", range(4))
def test_the_file_of_a_ladder_gives_the_live_places(hall: Hall, seed: int) -> None:
    tournament = evening(hall, seed)
    found = replay(read_record(written(hall, tournament), "ladder.json"))
    assert found.difference is None
    assert found.derived.is_over
    live = ladder.order(hall.ask(facts, hall.load(tournament)))
    assert tuple(row.entrant_id for row in found.derived.standings) == live
    assert {check.part: check.verdict for check in found.checks}[ReplayedPart.PAIRINGS] is ReplayVerdict.NOT_CLAIMED


def test_a_challenge_beyond_reach_is_refused_with_its_place(hall: Hall) -> None:
    told = json.loads(written(hall, evening(hall, 1)))
    first = told["contests"][0]
    first["sides"] = first["sides"][::-1]
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(told), "ladder.json")
    assert ("contests[0]", FaultCode.IMPOSSIBLE_PLACE) in {(one.place, one.code) for one in refused.value.faults}


def test_a_ladder_by_hand_is_read_in_the_order_of_its_lines() -> None:
    told = {
        "entrants": [{"id": name, "rating": 2000 - 10 * at} for at, name in enumerate("abcde")],
        "rulebook": {"format": "ladder"},
        "contests": [{"sides": ["d", "a"], "score": "1-0"}, {"sides": ["e", "d"], "score": "1-0"}],
    }
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(told), "ladder.json")
    assert [(one.place, one.code) for one in refused.value.faults] == [("contests[1]", FaultCode.IMPOSSIBLE_PLACE)]
    told["contests"] = [{"sides": ["d", "a"], "score": "1-0"}, {"sides": ["e", "b"], "score": "1-0"}]
    rows = replay(read_record(json.dumps(told), "ladder.json")).derived.standings
    assert "".join(row.entrant_id for row in rows) == "daebc"


def test_a_match_that_nobody_reported_counts_for_nobody_in_the_file_either(hall: Hall) -> None:
    tournament = begin(hall)
    places = order(hall, tournament)
    pair = Pair(hall, tournament, challenge(hall, tournament, places[2], places[1]), (places[2], places[1]))
    pair.come()
    pair.wait(minutes=46)
    assert pair.is_void()
    hall.settle(challenge(hall, tournament, places[2], places[1]), (2, 0))
    later(hall, hours=3)
    told = json.loads(written(hall, tournament))
    assert [(len(told["contests"]), one["why"]) for one in told["voided"]] == [(1, UNREPORTED)]
    found = replay(read_record(json.dumps(told), "ladder.json"))
    assert found.difference is None
    assert found.derived.is_over
