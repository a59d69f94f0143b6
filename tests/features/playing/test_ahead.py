"""The desk says before the start what would keep matches from being called, and who can mend it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.tasks_model import AHEAD, Around, DeskRow, Mend, Obstacle, Task
from bot.i18n.catalogue import LOCALES, Translator, zones_of
from bot.kernel.context import Tx
from bot.kernel.ids import ChannelId, PersonId, Place
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import verbs as server_verbs
from bot.server.setup_model import Right
from tests.hall.hall import GUILD, Hall

OF_ARBITERS = {Obstacle.NO_ARBITER_NAMED, Obstacle.NO_DUTY_YET}


def ahead(hall: Hall, event: Tournament) -> list[DeskRow]:
    rows = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    return [one for one in rows if one.obstacle in OF_ARBITERS]


def test_where_nobody_is_an_arbiter_it_is_said_from_the_announcement_on(hall: Hall) -> None:
    event = hall.announce()
    assert [one.obstacle for one in ahead(hall, event)] == [Obstacle.NO_ARBITER_NAMED]
    hall.act(hall.actor(1), playing_arbiters_verbs.go_on)
    assert ahead(hall, event) == []


def test_an_arbiter_who_is_not_on_duty_is_named_once_check_in_is_open(hall: Hall) -> None:
    event = hall.announce()
    judge = hall.arbiter(9)
    assert ahead(hall, event) == []
    hall.do(entering_check_in_verbs.open_check_in, event)
    assert [(one.obstacle, one.people) for one in ahead(hall, event)] == [(Obstacle.NO_DUTY_YET, (judge,))]
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
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


def take_office(tx: Tx, office: Office, holder: PersonId) -> None:
    people_store.give_office(tx, GUILD, office, holder, tx.now, holder)


def waiting(hall: Hall, number: int) -> list[tuple[Task, int]]:
    found = hall.ask_as(hall.actor(number), guidance_verbs.tasks).tasks
    return [(one.task, one.n) for one in found if one.task in {Task.DESK, Task.GO_ON_DUTY}]


def test_a_missing_arbiter_counts_among_what_waits_for_who_can_mend_it_alone(hall: Hall) -> None:
    event = hall.announce()
    officers = {office: hall.person(number).person_id for office, number in ((Office.LEADER, 7), (Office.PRESIDENT, 8))}
    for office, holder in officers.items():
        hall.do(take_office, office, holder)
    assert waiting(hall, 1) == [(Task.DESK, 1)]
    assert waiting(hall, 7) == []
    hall.arbiter(9)
    hall.do(entering_check_in_verbs.open_check_in, event)
    assert waiting(hall, 1) == []
    assert waiting(hall, 9) == [(Task.GO_ON_DUTY, 1)]
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    assert waiting(hall, 9) == []


def test_an_arbiter_who_is_known_by_name_alone_cannot_go_on_duty(hall: Hall) -> None:
    event = hall.announce()
    named = hall.do(server_verbs.newcomer, GUILD, "Elisa")
    hall.do(lambda tx: people_store.give_title(tx, named.person_id, ArbiterTitle.AN, hall.now, named.person_id))
    (row,) = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    assert (row.obstacle, row.people, row.mend) == (Obstacle.NO_ARBITER_HERE, (named,), None)


@pytest.mark.rule("AIJE-B01-ANP")
@pytest.mark.parametrize(("entrants", "title", "told"), [(17, None, True), (16, None, False), (17, "AN", False)])
def test_an_event_that_outgrows_all_the_arbiters_there_are_is_told_of(
    hall: Hall, entrants: int, title: str | None, told: bool
) -> None:
    hall.arbiter(30, ArbiterTitle.ANP)
    if title is not None:
        hall.arbiter(31, ArbiterTitle(title))
    event = hall.announce()
    hall.enter(event, *range(100, 100 + entrants))
    rows = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    assert [one.n for one in rows if one.obstacle is Obstacle.TOO_LARGE] == ([16] if told else [])


def test_a_check_in_at_night_is_told_by_the_server_s_clocks_until_it_is_over(hall: Hall) -> None:
    hall.now = datetime(2026, 3, 1, 2, tzinfo=UTC)
    event = hall.announce(preset("cup"))
    (row,) = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    assert (row.obstacle, row.zone, row.mend) == (Obstacle.NIGHT, "UTC", Mend.MOVE_START)
    begun = hall.begin(event, 2, 3)
    rows = hall.ask_as(hall.actor(1), desk_verbs.desk_view, begun.tournament_id).rows
    assert Obstacle.NIGHT not in {one.obstacle for one in rows}


def test_the_desk_counts_entrants_at_night_by_their_countries_and_names_none(hall: Hall) -> None:
    event = hall.announce(preset("cup"))
    hall.enter(event, 2, 3, 4)
    for number, country in ((2, "JP"), (3, "JP"), (4, "US")):
        hall.act(hall.actor(number), registry_exams_verbs.declare_country, country)
    around = Around(zones_of=zones_of)
    (row,) = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id, around).rows
    assert (row.obstacle, row.n, row.people) == (Obstacle.NIGHT_ABROAD, 2, ())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", sorted(AHEAD))
def test_every_obstacle_has_its_words_and_every_mend_its_button(locale: str, kind: Obstacle) -> None:
    rights = (Right.SEND_MESSAGES, Right.EMBED_LINKS)
    for mend in (None, *Mend):
        row = DeskRow(
            kind, "x", mend=mend, n=2, place=Place.MATCHES, channel=ChannelId(5), rights=rights, zone="Europe/Rome"
        )
        line = tournaments_words_cards.line(row, Translator(locale))
        assert line.text
        assert (line.press is None) is (mend is None)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_row_has_the_button_that_mends_it(hall: Hall, locale: str) -> None:
    event = hall.announce()
    view = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id)
    card = desk_cards.desk(replace(view, rows=tuple(ahead(hall, event))), Translator(locale))
    assert [one.press.custom_id for one in card.lines if one.press] == ["duty-on:"]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_cup_without_arbiters_and_ratings_is_told_of_neither(hall: Hall, locale: str) -> None:
    translator, event = Translator(locale), hall.begin(hall.announce(preset("cup")), 2, 3, 4)
    unsaid = [translator.say(f"desk.{key}") for key in ("nobody_on_duty", "next_calls", "next_nothing")]
    running = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id)
    hall.play_out(event)
    over = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id)
    said = str([desk_cards.desk(view, translator).paragraphs for view in (running, over)])
    assert translator.say("desk.next_calls_alone") in said
    assert translator.say("desk.next_unrated") in said
    assert not any(one in said for one in unsaid)
