"""Grades that the places of past events lead to: proposed as after an event that was played here (GO-25.3)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.past_events.model import PastFile
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.registry.model import GradeWaits
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import GradeOrigin, GradeRecord, Office
from bot.play.rulebook import GradeRules
from bot.record.reading import read_record
from bot.server.model import Hanging
from tests.hall.arrivals import as_file, brought_together
from tests.hall.hall import GUILD, Hall

JULY = datetime(2025, 7, 1, 20, tzinfo=UTC)
DAY = timedelta(days=1)
LEADER = 70


def past(name: str, day: datetime, winner: str, *promotions: str) -> PastFile:
    file = {
        "rulebook": {"preset": "aije-open"},
        "event": {"name": name, "ended_at": day.isoformat()},
        "entrants": [winner, "Bia"],
        "results": [[winner, "Bia", "5-0"]],
    }
    record = read_record(json.dumps(file), f"{name}.json")
    rules = replace(record.rulebook, grades=GradeRules(promotions=promotions))
    return as_file(replace(record, rulebook=rules), f"{name}.json")


def person(hall: Hall, name: str) -> PersonId:
    return next(one for one, known in hall.ask(people_store.names, GUILD) if known == name)


def waiting(hall: Hall, name: str) -> GradeRecord | None:
    return hall.ask(people_ratings_store.waiting_grade, person(hall, name), GradeOrigin.PROMOTION)


def undo(hall: Hall) -> None:
    hall.act(hall.actor(1), undoing_verbs.undo, hall.ask_as(hall.actor(1), undoing_verbs.mine)[0].sequence)


@pytest.mark.rule("GO-25.3")
def test_the_winner_of_a_past_event_is_proposed_for_the_highest_grade_of_all_that_came(hall: Hall) -> None:
    first, second = past("A", JULY, "Ana", "1 6d", "2 1d"), past("B", JULY + DAY, "Ana", "1 7d")
    brought_together(hall, second, first)
    ana, bia = waiting(hall, "Ana"), waiting(hall, "Bia")
    assert ana is not None
    assert bia is not None
    assert (str(ana.grade), str(bia.grade)) == ("7d", "1d")
    assert len(hall.promised(GradeWaits, ana.grade_id)) == 1


@pytest.mark.rule("GO-25.3")
def test_what_waits_lapses_with_the_event_and_what_was_decided_keeps_it(hall: Hall) -> None:
    leader = hall.person(LEADER).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, leader, hall.now, leader))
    brought_together(hall, past("A", JULY, "Ana", "1 7d"))
    lapsed = waiting(hall, "Ana")
    assert lapsed is not None
    undo(hall)
    assert waiting(hall, "Ana") is None
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(LEADER), registry_grades_verbs.decide, lapsed.grade_id, confirm=True)
    brought_together(hall, past("A", JULY, "Ana", "1 7d"))
    again = waiting(hall, "Ana")
    assert again is not None
    hall.act(hall.actor(LEADER), registry_grades_verbs.decide, again.grade_id, confirm=True)
    assert str(hall.ask(people_ratings_store.grade_of_person, person(hall, "Ana"))) == "7d"
    with pytest.raises(SomethingHangs) as refused:
        undo(hall)
    assert refused.value.what is Hanging.BUILT_ON


@pytest.mark.rule("GO-25.3")
def test_the_lower_promotion_of_another_event_waits_again_when_the_higher_one_is_taken_back(hall: Hall) -> None:
    brought_together(hall, past("A", JULY, "Ana", "1 6d"))
    brought_together(hall, past("B", JULY + DAY, "Ana", "1 7d"))
    higher = waiting(hall, "Ana")
    assert higher is not None
    assert str(higher.grade) == "7d"
    undo(hall)
    lower = waiting(hall, "Ana")
    assert lower is not None
    assert str(lower.grade) == "6d"
    assert len(hall.promised(GradeWaits, lower.grade_id)) == 1
    hall.act(hall.actor(1), undoing_verbs.undo, hall.ask_as(hall.actor(1), undoing_verbs.mine)[-1].sequence)
    assert waiting(hall, "Ana") is None


@pytest.mark.rule("GO-25.3")
def test_a_promotion_that_was_refused_does_not_come_back(hall: Hall) -> None:
    leader = hall.person(LEADER).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, leader, hall.now, leader))
    brought_together(hall, past("A", JULY, "Ana", "1 6d"))
    lower = waiting(hall, "Ana")
    assert lower is not None
    hall.act(hall.actor(LEADER), registry_grades_verbs.decide, lower.grade_id, confirm=False)
    brought_together(hall, past("B", JULY + DAY, "Ana", "1 7d"))
    undo(hall)
    assert waiting(hall, "Ana") is None
