"""A list is taken back as one act, as long as nothing hangs on it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening.plans_model import OpeningListUndone
from bot.features.past_events.model import RatedFate
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel.errors import NotAllowed
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.record.reading import read_record
from bot.server.model import Hanging
from tests.hall.arrivals import as_file, brought_together
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import (
    DISCORD,
    EVERYTHING,
    ORGANISER,
    OWNER,
    actor,
    bring,
    dump,
    known_as,
    look,
    person,
    send,
)


@pytest.fixture(autouse=True)
def known(hall: Hall) -> None:
    hall.person(ORGANISER)
    hall.person(OWNER)


def undo(hall: Hall, number: int = OWNER) -> None:
    line = hall.ask_as(actor(hall, number), undoing_verbs.mine)[0]
    hall.act(actor(hall, number), undoing_verbs.undo, line.sequence)


def test_a_list_is_taken_back_as_one_act_and_all_is_as_before(hall: Hall) -> None:
    before = dump(hall)
    opening = bring(hall, EVERYTHING)
    line = hall.ask_as(actor(hall, OWNER), undoing_verbs.mine)[0].sequence
    undo(hall)
    after = dump(hall)
    assert len(hall.promised(OpeningListUndone, opening.list_id)) == 2
    # Whoever was barred stays as a name with a bar that was lifted, who is on Discord is known from then on, and the
    # commands of an association stay switched on.
    assert {table for table in after if after[table] != before[table]} == {"people", "bars", "guilds"}
    assert hall.ask(people_ratings_store.current, GUILD) is None
    clara = person(hall, "Clara")
    assert hall.ask(entering_eligibility_verbs.bars_of, clara, hall.now) == []
    with pytest.raises(SomethingHangs) as refused:
        hall.act(actor(hall, OWNER), undoing_verbs.undo, line)
    assert refused.value.what is Hanging.TAKEN_BACK


@pytest.mark.rule("AIJE-D01-2")
def test_where_an_officer_was_there_before_the_list_the_officer_lifts_its_bars(hall: Hall) -> None:
    bring(hall, EVERYTHING)
    hall.do(lambda tx: tx.execute("UPDATE offices SET since = since - 1"))
    with pytest.raises(NotAllowed):
        undo(hall)
    assert hall.ask(entering_eligibility_verbs.bars_of, person(hall, "Clara"), hall.now)


def test_a_list_comes_in_again_after_it_was_taken_back(hall: Hall) -> None:
    text = "name;rating;country\nAna;2000;BR\nBruno;1900;PT\n"
    bring(hall, text)
    undo(hall)
    hall.now += timedelta(minutes=1)
    assert look(hall, send(hall, text)).brought_at is None
    bring(hall, text)
    assert len(hall.ask(people_ratings_store.ratings, GUILD)) == 2


def test_nothing_is_taken_back_on_which_something_hangs(hall: Hall) -> None:
    bring(hall, f"name;discord;rating\nP2;{DISCORD};2000\n")
    hall.now += timedelta(minutes=1)
    bring(hall, f"name;discord;rating\nP3;{DISCORD + 1};1900\n")
    lines = hall.ask_as(actor(hall, OWNER), undoing_verbs.mine)
    assert [one.hangs for one in lines] == [None, Hanging.RATED]


def test_a_past_event_that_is_in_the_list_already_keeps_it_in_until_it_is_taken_back_itself(hall: Hall) -> None:
    told = {
        "rulebook": {"preset": "aije-open"},
        "event": {"name": "Last year's", "ended_at": (hall.now - timedelta(days=300)).isoformat()},
        "entrants": ["Ana", "Bruno"],
        "results": [["Ana", "Bruno", "5-0"]],
    }
    opening = bring(hall, "name;rating\nAna;2000\nBruno;1900\n")
    arrival = brought_together(hall, as_file(read_record(json.dumps(told), "open.json"), "open.json"))
    assert [one.fate for one in arrival.events] == [RatedFate.IN_LIST]
    assert hall.ask(opening_verbs.hangs, opening.list_id) is Hanging.RATED
    line = next(
        one for one in hall.ask_as(actor(hall, ORGANISER), undoing_verbs.mine) if one.line.act == "bring_events"
    )
    hall.act(actor(hall, ORGANISER), undoing_verbs.undo, line.sequence)
    assert hall.ask(opening_verbs.hangs, opening.list_id) is None


def test_an_entry_keeps_a_list_in(hall: Hall) -> None:
    bring(hall, f"name;discord;rating\nP2;{DISCORD};2000\n")
    known_as(hall, hall.ask(people_store.by_ids, [person(hall, "P2")])[person(hall, "P2")], 2)
    event = hall.announce()
    hall.enter(event, 2)
    assert hall.ask_as(actor(hall, OWNER), undoing_verbs.mine)[0].hangs is Hanging.ENTRY
