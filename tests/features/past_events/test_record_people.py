"""Who is who in a record that comes in: its organiser says it, and nobody is taken for anybody by a name."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.features.erasure import verbs as erasure_verbs
from bot.features.past_events import bringing_verbs as past_events_bringing_verbs
from bot.features.past_events import store as past_events_store
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.model import BroughtEvents, NamesAsked, RatingsTaken
from bot.features.profile import verbs as profile_verbs
from bot.features.tournaments import store as tournaments_store
from bot.kernel.errors import NotAllowed, Outdated
from bot.kernel.ids import PersonId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Person, SamePerson
from bot.play.records import Record
from bot.record.reading import read_record
from tests.hall.arrivals import as_file
from tests.hall.hall import GUILD, Hall


def record_of(*names: str, event: str = "Winter", site: str | None = None) -> Record:
    file = {
        "rulebook": {"format": "round_robin"} | ({"registration": {"account": site}} if site else {}),
        "event": {"name": event},
        "entrants": [{"id": f"n{at}", "name": name} for at, name in enumerate(names)],
        "results": [[f"n{one}", f"n{two}", "1-0"] for two in range(len(names)) for one in range(two)],
    }
    return read_record(json.dumps(file), "winter.json")


def bring(hall: Hall, record: Record, by: int = 1) -> BroughtEvents | NamesAsked:
    hall.act(hall.actor(by), past_events_verbs.look_through, [as_file(record)])
    return hall.act(hall.actor(by), past_events_verbs.bring, [as_file(record)], RatingsTaken.LEFT)


def asked(hall: Hall, record: Record, by: int = 1) -> NamesAsked:
    found = bring(hall, record, by)
    assert isinstance(found, NamesAsked)
    assert hall.ask(tournaments_store.of_guild, GUILD) == []
    return found


def arrived(hall: Hall, record: Record) -> BroughtEvents:
    found = bring(hall, record)
    assert isinstance(found, BroughtEvents)
    return found


def called(hall: Hall, number: int, name: str) -> Person:
    known = replace(hall.person(number), name=name)
    hall.do(lambda tx: people_store.save(tx, known))
    return known


def test_a_very_name_is_that_person_only_when_the_organiser_says_so(hall: Hall) -> None:
    ana = called(hall, 2, "Ana Lima")
    record = record_of("ana lima", "Bia")
    found = asked(hall, record)
    assert [one.alike for one in found.same] == [(ana,)]
    left = hall.act(hall.actor(1), past_events_bringing_verbs.say_same, found.seen)
    assert left.left == 0
    there = arrived(hall, record)
    assert (there.known, there.new) == ((ana,), ("Bia",))


def test_a_stranger_who_takes_a_champions_name_gets_none_of_the_results(hall: Hall) -> None:
    called(hall, 3, "Ana Lima")
    record = record_of("Ana Lima", "Bia")
    found = asked(hall, record)
    doubted = hall.act(hall.actor(1), past_events_bringing_verbs.doubt, [found.same[0].name_id])
    assert doubted.same == ()
    assert len(doubted.alike) == 1
    hall.act(hall.actor(1), past_events_bringing_verbs.say_who, found.same[0].name_id, None)
    assert arrived(hall, record).known == ()
    page = hall.ask(profile_verbs.player_page, GUILD, hall.person(3), hall.now)
    assert page.events == ()


def test_a_name_that_is_a_slip_away_is_asked_about_and_not_made_a_second_person(hall: Hall) -> None:
    bruno = called(hall, 2, "Bruno Souza")
    record = record_of("Bruno Sousa", "Bia")
    (question,) = asked(hall, record).alike
    assert question.alike == (bruno,)
    hall.act(hall.actor(1), past_events_bringing_verbs.say_who, question.name_id, bruno.person_id)
    assert arrived(hall, record).known == (bruno,)


def test_an_account_on_the_events_site_asks_for_who_holds_it(hall: Hall) -> None:
    hall.enter(hall.announce(), 2)
    site = hall.ask(tournaments_store.of_guild, GUILD)[0].rulebook.registration.account
    assert site is not None
    found = bring(hall, record_of("account2", "Bia", site=site))
    assert isinstance(found, NamesAsked)
    assert [one.alike for one in found.alike] == [(hall.person(2),)]


def test_a_name_that_two_people_bear_is_asked_about_with_both(hall: Hall) -> None:
    ana = called(hall, 2, "Ana")
    twin = replace(ana, person_id=PersonId("twin"), discord_id=None)
    hall.do(lambda tx: people_store.save(tx, twin))
    (question,) = asked(hall, record_of("Ana", "Bia")).alike
    assert set(question.alike) == {ana, twin}


def test_two_of_a_file_who_bear_one_known_name_are_never_both_that_person(hall: Hall) -> None:
    ana = called(hall, 2, "Ana")
    record = record_of("Ana", "Ana", "Bia")
    found = asked(hall, record)
    assert found.same == ()
    first, second = found.alike
    left = hall.act(hall.actor(1), past_events_bringing_verbs.say_who, second.name_id, ana.person_id)
    assert [one.alike for one in left.alike] == [()]
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), past_events_bringing_verbs.say_who, first.name_id, ana.person_id)
    hall.act(hall.actor(1), past_events_bringing_verbs.say_who, first.name_id, None)
    there = arrived(hall, record)
    assert (there.known, there.new) == ((ana,), ("Ana", "Bia"))


def test_one_press_confirms_what_its_card_showed_and_nothing_else(hall: Hall) -> None:
    called(hall, 2, "Ana")
    called(hall, 3, "Bia")
    found = asked(hall, record_of("Ana", "Bia"))
    hall.act(hall.actor(1), past_events_bringing_verbs.doubt, [found.same[0].name_id])
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), past_events_bringing_verbs.say_same, found.seen)


def test_what_was_said_of_one_file_holds_for_it_when_a_result_is_put_right_and_for_no_other(hall: Hall) -> None:
    called(hall, 2, "Ana")
    found = asked(hall, record_of("Ana", "Bia"))
    hall.act(hall.actor(1), past_events_bringing_verbs.say_same, found.seen)
    assert asked(hall, record_of("Ana", "Caio")).left == 1
    hall.act(hall.actor(1), past_events_bringing_verbs.say_same, asked(hall, record_of("Ana", "Bia")).seen)
    right = replace(record_of("Ana", "Bia"), contests=record_of("Ana", "Bia").contests)
    assert isinstance(bring(hall, right), BroughtEvents)


def test_who_became_known_since_is_asked_about_too(hall: Hall) -> None:
    called(hall, 2, "Ana")
    record = record_of("Ana", "Bia")
    hall.act(hall.actor(1), past_events_bringing_verbs.say_same, asked(hall, record).seen)
    bia = called(hall, 3, "Bia")
    assert [one.alike for one in asked(hall, record).same] == [(bia,)]


def test_a_wrong_press_is_taken_back_and_nothing_is_kept_once_the_record_is_in(hall: Hall) -> None:
    called(hall, 2, "Ana")
    record = record_of("Ana", "Bia")
    hall.act(hall.actor(1), past_events_bringing_verbs.say_same, asked(hall, record).seen)
    again = hall.act(hall.actor(1), past_events_bringing_verbs.ask_again)
    hall.act(hall.actor(1), past_events_bringing_verbs.say_who, again.alike[0].name_id, None)
    assert arrived(hall, record).new == ("Ana", "Bia")
    assert hall.ask(past_events_store.record_names_of_asker, hall.person(1).person_id) == []
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), past_events_bringing_verbs.ask_again)


def test_nobody_else_answers_and_whoever_erases_everything_is_asked_about_no_more(hall: Hall) -> None:
    ana = called(hall, 2, "Ana")
    record = record_of("Ana", "Bia")
    (question,) = asked(hall, record).same
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), past_events_bringing_verbs.say_who, question.name_id, ana.person_id)
    with pytest.raises(Outdated):
        hall.act(hall.actor(3, organiser=True), past_events_bringing_verbs.say_who, question.name_id, ana.person_id)
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.ask(past_events_store.record_names_of_asker, hall.person(1).person_id) == []
    assert arrived(hall, record).known == ()


def test_two_accounts_that_staff_recorded_as_one_person_are_not_two_players_of_a_record(hall: Hall) -> None:
    ana, other = called(hall, 2, "Ana Lima"), called(hall, 3, "Bia Souza")
    link = SamePerson("link", GUILD, ana.person_id, other.person_id, "She said so", hall.now, hall.person(1).person_id)
    hall.do(lambda tx: people_account_store.add_same_person(tx, link))
    record = record_of("Ana Lima", "Bia Souza")
    found = asked(hall, record)
    assert [one.name for one in found.same] == ["Ana Lima"]
    left = hall.act(hall.actor(1), past_events_bringing_verbs.say_same, found.seen)
    assert [(one.name, one.alike) for one in left.alike] == [("Bia Souza", ())]
