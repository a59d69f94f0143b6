"""What waits for who holds an office: reminded after a day, again after one, three and seven days, then it rests."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.desk import cards as desk_cards
from bot.features.guidance import verbs as guidance_verbs
from bot.features.tournaments.tasks_model import OF_OFFICES
from bot.features.voting import record_verbs as voting_record_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import MemberId, Place
from bot.kernel.outages import Step
from bot.kernel.outbox import DecisionsWait
from bot.kernel.promises import ToMember, ToPlace
from bot.server import store as server_store
from bot.wiring import ALL
from tests.hall import title_matches
from tests.hall.chamber import open_chamber
from tests.hall.court import LEADER
from tests.hall.hall import GUILD, Hall


def suggest(hall: Hall, by: int = 2) -> str:
    return hall.act(hall.actor(by), voting_record_verbs.suggest, "Play on Saturdays too.").suggestion.suggestion_id


def wait(hall: Hall, **length: float) -> None:
    until = hall.now + timedelta(**length)
    while due := [
        one for one in hall.ask(kernel_time_store.due_deadlines, until, 100) if one.subject.startswith("decisions:")
    ]:
        hall.now = max(hall.now, due[0].due_at)
        hall.do(wiring.take, due[0])
    hall.now = until


def told(hall: Hall) -> int:
    return len(hall.promised(DecisionsWait, GUILD))


@pytest.fixture(autouse=True)
def _committee(hall: Hall) -> None:
    open_chamber(hall)


def test_who_decides_is_reminded_by_name_after_a_day_one_three_and_seven_days_and_then_it_rests(hall: Hall) -> None:
    suggest(hall)
    by_day = []
    for _ in range(20):
        wait(hall, days=1)
        by_day.append(told(hall))
    assert by_day[:10] == [0, 1, 2, 2, 3, 3, 3, 3, 4, 4]
    assert by_day[-1] == 4
    assert not hall.ask(kernel_time_store.deadlines_of_subject, f"decisions:{GUILD}")
    (first, *_) = hall.promised(DecisionsWait, GUILD)
    assert first.target == ToPlace(Place.COMMITTEE)
    composed = hall.ask(ALL[DecisionsWait], first)
    assert composed is not None
    for locale in LOCALES:
        card = composed(Translator(locale))
        assert card.pings == {LEADER}
        assert all(f"<@{one}>" in card.paragraphs[0] for one in card.pings)
        assert [line.press.custom_id.partition(":")[0] for line in card.lines if line.press] == ["suggestion"]


def test_what_was_decided_is_not_reminded_of_and_leaves_nothing_behind(hall: Hall) -> None:
    found = suggest(hall)
    wait(hall, hours=2)
    hall.act(hall.actor(LEADER), voting_record_verbs.decide, found, "Not now.", approved=False)
    wait(hall, days=3)
    assert told(hall) == 0
    assert hall.ask(kernel_time_store.standing_subjects, f"decision:{GUILD}:") == []


def test_two_decisions_of_one_evening_are_one_message(hall: Hall) -> None:
    suggest(hall, 2)
    hall.now += timedelta(minutes=3)
    suggest(hall, 3)
    wait(hall, days=1, hours=1)
    (only,) = hall.promised(DecisionsWait, GUILD)
    assert len(only.message.waiting) == 2


def test_what_comes_while_another_rests_is_reminded_of_in_its_own_time(hall: Hall) -> None:
    suggest(hall, 2)
    wait(hall, days=30)
    before = told(hall)
    suggest(hall, 3)
    wait(hall, days=1, hours=1)
    assert told(hall) == before + 1
    assert len(hall.promised(DecisionsWait, GUILD)[-1].message.waiting) == 1


def test_without_a_committee_who_decides_gets_a_letter(hall: Hall) -> None:
    suggest(hall)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=None)))
    wait(hall, days=1, hours=1)
    targets = {one.target for one in hall.promised(DecisionsWait, GUILD)}
    assert ToMember(MemberId(LEADER)) in targets


def test_a_step_taken_twice_says_it_once(hall: Hall) -> None:
    suggest(hall)
    wait(hall, days=1, hours=1)
    hall.do(guidance_verbs.look, GUILD)
    assert told(hall) == 1


def test_a_reminder_of_much_fits_into_one_message(hall: Hall) -> None:
    for number in range(2, 20):
        suggest(hall, number)
    found = list(hall.ask(guidance_verbs.waiting, GUILD, hall.now).values())
    assert len(found) == 18
    card = desk_cards.decisions([one.item for one in found], found[0].deciders, Translator("en-US"))
    assert len(card.lines) == desk_cards.LINES_ON_A_CARD
    assert "8" in card.paragraphs[1]


def test_a_reminder_declares_the_button_of_every_decision() -> None:
    assert {desk_cards.VERBS_OF_TASKS[task] for task in OF_OFFICES} == set(DecisionsWait.ASKS_BY)


@pytest.mark.rule("AIJE-D03-1")
def test_what_comes_up_without_a_word_to_the_committee_is_found_while_an_event_goes_on(hall: Hall) -> None:
    event = hall.announce(title_matches.WORLD)
    hall.do(
        lambda tx: kernel_time_store.rewrite_deadlines(tx, f"decisions:{GUILD}", [(Step.REMIND_DECIDERS, hall.now)])
    )
    wait(hall, days=2, hours=1)
    (reminder, *_) = hall.promised(DecisionsWait, GUILD)
    assert reminder.message.waiting == (f"name_champion.{event.tournament_id}",)


def test_a_server_is_looked_at_each_day_while_an_event_is_on_and_not_once_it_is_long_over(hall: Hall) -> None:
    event = hall.announce()
    wait(hall, days=40)
    assert hall.ask(kernel_time_store.deadlines_of_subject, f"decisions:{GUILD}")
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "Nobody came")
    wait(hall, days=16)
    assert not hall.ask(kernel_time_store.deadlines_of_subject, f"decisions:{GUILD}")
