"""The desk says before the start what would keep matches from being called, and who can mend it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.events.tournament import Tournament
from bot.domain.playing.desk_views import DeskRow, Obstacle
from bot.i18n import LOCALES, Voice
from bot.rendering.playing import desk_cards
from bot.rulebooks.library import preset
from bot.services.entering import check_in
from bot.services.playing import arbiter_duty, desk
from tests.services.hall import Hall

AHEAD = {Obstacle.NO_ARBITER_NAMED, Obstacle.NO_DUTY_YET}


def ahead(hall: Hall, event: Tournament) -> list[DeskRow]:
    rows = hall.ask(desk.desk_view, hall.presser(1), event.tournament_id).rows
    return [one for one in rows if one.obstacle in AHEAD]


def test_where_nobody_is_an_arbiter_it_is_said_from_the_announcement_on(hall: Hall) -> None:
    event = hall.announce()
    assert [one.obstacle for one in ahead(hall, event)] == [Obstacle.NO_ARBITER_NAMED]
    hall.do(arbiter_duty.go_on, hall.presser(1))
    assert ahead(hall, event) == []


def test_an_arbiter_who_is_not_on_duty_is_named_once_check_in_is_open(hall: Hall) -> None:
    event = hall.announce()
    judge = hall.arbiter(9)
    assert ahead(hall, event) == []
    hall.do(check_in.open_check_in, event)
    assert [(one.obstacle, one.people) for one in ahead(hall, event)] == [(Obstacle.NO_DUTY_YET, (judge,))]
    hall.do(arbiter_duty.go_on, hall.presser(9))
    assert ahead(hall, event) == []


def test_an_event_that_is_drawn_ahead_of_its_start_is_told_of_too(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3)
    hall.arbiter(9)
    hall.now = event.start_at - timedelta(minutes=1)
    assert [one.obstacle for one in ahead(hall, event)] == [Obstacle.NO_DUTY_YET]
    hall.now = event.start_at + timedelta(minutes=1)
    assert ahead(hall, event) == []


def test_where_the_sides_report_by_themselves_nothing_is_said(hall: Hall) -> None:
    assert ahead(hall, hall.announce(preset("cup"))) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_row_has_the_button_that_mends_it(hall: Hall, locale: str) -> None:
    event = hall.announce()
    view = hall.ask(desk.desk_view, hall.presser(1), event.tournament_id)
    card = desk_cards.desk(replace(view, rows=tuple(ahead(hall, event))), Voice(locale))
    assert [one.press.custom_id for one in card.lines if one.press] == ["duty-on:"]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_cup_without_arbiters_and_ratings_is_told_of_neither(hall: Hall, locale: str) -> None:
    voice, event = Voice(locale), hall.begin(hall.announce(preset("cup")), 2, 3, 4)
    unsaid = [voice.say(f"desk.{key}") for key in ("nobody_on_duty", "next_calls", "next_nothing")]
    running = hall.ask(desk.desk_view, hall.presser(1), event.tournament_id)
    hall.play_out(event)
    over = hall.ask(desk.desk_view, hall.presser(1), event.tournament_id)
    said = str([desk_cards.desk(view, voice).paragraphs for view in (running, over)])
    assert voice.say("desk.next_calls_alone") in said
    assert voice.say("desk.next_unrated") in said
    assert not any(one in said for one in unsaid)
