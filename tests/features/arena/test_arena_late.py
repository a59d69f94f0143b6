"""Who comes into an arena while it runs, where the rulebook lets them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena.model import Happened
from bot.features.course.facts_verbs import facts
from bot.features.entering import cards as entering_cards
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import MemberId
from bot.layout.cards import Button, Card
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import ArenaRules
from bot.play.rulebook import Rulebook
from tests.hall.arena_hall import ARENA, SECOND, deliver, found, later, points, ready, sides, win
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.record.test_record_of_formats import replayed
from tests.refusals import refuses

WITHIN = timedelta(minutes=30)


def taking(within: timedelta = WITHIN, capacity: int | None = None) -> Rulebook:
    registered = replace(ARENA.registration, capacity=capacity)
    return replace(ARENA, arena=replace(ARENA.arena or ArenaRules(), late_entry_within=within), registration=registered)


def begun(hall: Hall, *numbers: int, rulebook: Rulebook | None = None) -> Tournament:
    tournament = hall.begin(hall.announce(rulebook or taking()), *numbers)
    later(hall, seconds=0)
    return tournament


def begin_at(hall: Hall, tournament: Tournament) -> datetime:
    return found(hall.load(tournament).first_call_at)


def come(hall: Hall, who: int, tournament: Tournament) -> Entrant:
    entry = hall.act(hall.actor(who), entering_verbs.register, tournament.tournament_id)
    assert isinstance(entry, Registered)
    return entry.entrant


def presses(card: Card) -> list[str]:
    return [one.custom_id for row in card.controls if isinstance(row, tuple) for one in row if isinstance(one, Button)]


def test_a_late_comer_stands_in_the_table_and_is_paired_by_the_own_press_alone(hall: Hall) -> None:
    tournament = begun(hall, 2, 3, 4)
    hall.now += timedelta(minutes=10)
    came = come(hall, 9, tournament)
    assert points(hall, tournament)[9] == 0
    later(hall, minutes=1)
    assert came.entrant_id not in {side for one in hall.open_contests(tournament) for side in one.sides}
    assert ready(hall, 9, tournament).happened is Happened.PAIRED
    (game,) = [one for one in hall.open_contests(tournament) if came.entrant_id in one.sides]
    deliver(hall)
    first, second = win(hall, tournament, game)
    assert {points(hall, tournament)[first], points(hall, tournament)[second]} == {2, 0}


def test_the_record_of_an_arena_with_a_late_comer_agrees_with_its_table(hall: Hall) -> None:
    tournament = begun(hall, 2, 3, 4)
    hall.now += timedelta(minutes=10)
    came = come(hall, 9, tournament)
    ready(hall, 9, tournament)
    deliver(hall)
    for game in hall.open_contests(tournament):
        win(hall, tournament, game)
    later(hall, hours=1)
    again = replayed(hall, tournament)
    assert again.difference is None
    assert [row.entrant_id for row in again.derived.standings].count(came.entrant_id) == 1


@pytest.mark.parametrize(("after", "taken"), [(WITHIN, True), (WITHIN + timedelta(milliseconds=1), False)])
def test_it_is_the_moment_of_the_press_that_is_in_time_or_late(hall: Hall, after: timedelta, taken: bool) -> None:
    tournament = begun(hall, 2, 3)
    hall.now = begin_at(hall, tournament) + after
    if taken:
        assert come(hall, 9, tournament).enters_in == 2
    else:
        with refuses("error.RegistrationClosed"):
            come(hall, 9, tournament)


def test_an_outage_leaves_late_comers_as_much_time_as_it_took(hall: Hall) -> None:
    tournament = begun(hall, 2, 3)
    hall.now += timedelta(minutes=5)
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=20)
    hall.do(wake_up)
    hall.now = begin_at(hall, tournament) + WITHIN + timedelta(minutes=20)
    come(hall, 9, tournament)


def test_who_registered_and_missed_the_start_may_come_late(hall: Hall) -> None:
    tournament = hall.announce(taking())
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for who in (2, 3):
        hall.act(hall.actor(who), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    came = come(hall, 4, tournament)
    assert came.enters_in == 2
    assert replace(come(hall, 4, tournament), outcome=None) == replace(came, outcome=None)
    assert sorted(points(hall, tournament)) == [2, 3, 4]
    assert ready(hall, 4, tournament).waiting


def test_who_has_left_the_arena_does_not_come_back_as_a_late_comer(hall: Hall) -> None:
    tournament = begun(hall, 2, 3, 4)
    hall.act(hall.actor(4), rounds_drawing_verbs.leave, tournament.tournament_id)
    with refuses("error.RegistrationClosed"):
        come(hall, 4, tournament)


def test_the_last_seat_is_the_last_one(hall: Hall) -> None:
    tournament = begun(hall, 2, 3, rulebook=taking(capacity=3))
    come(hall, 9, tournament)
    with refuses("error.RegistrationClosed"):
        come(hall, 10, tournament)


def test_staff_may_enter_somebody_who_then_comes_to_the_lobby_alone(hall: Hall) -> None:
    tournament = begun(hall, 2, 3)
    member = (MemberId(9), "P9")
    entry = hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, member, "", None)
    assert isinstance(entry, Registered)
    assert hall.ask(facts, tournament).waiting == ()
    assert ready(hall, 9, tournament).happened is Happened.READY


def test_who_comes_late_counts_with_the_rating_of_that_moment(hall: Hall) -> None:
    tournament = begun(hall, 2, 3)
    came = come(hall, 9, tournament)
    assert hall.ask(facts, tournament).starter(came.entrant_id).rating is None


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lobby_has_a_door_while_late_comers_may_come(hall: Hall, locale: str) -> None:
    tournament, translator = begun(hall, 2, 3), Translator(locale)
    register = f"register:{tournament.tournament_id}"
    view = found(hall.ask(arena_reading_verbs.lobby, tournament.tournament_id, hall.now))
    assert register in presses(arena_cards.lobby(view, translator))
    hall.now = begin_at(hall, tournament) + WITHIN + SECOND
    view = found(hall.ask(arena_reading_verbs.lobby, tournament.tournament_id, hall.now))
    assert register not in presses(arena_cards.lobby(view, translator))


def test_a_late_comer_reads_what_to_press_next(hall: Hall) -> None:
    tournament = begun(hall, 2, 3)
    entry = hall.act(hall.actor(9), entering_verbs.register, tournament.tournament_id)
    assert isinstance(entry, Registered)
    card = entering_cards.registration(entry, Translator("en-US"))
    assert presses(card) == [f"arena-ready:{tournament.tournament_id}"]


def test_two_games_and_a_late_comer_leave_nobody_waiting(hall: Hall) -> None:
    tournament = begun(hall, 2, 3, 4)
    (game,) = hall.open_contests(tournament)
    alone = next(one for one in (2, 3, 4) if one not in sides(hall, tournament, game))
    come(hall, 9, tournament)
    hall.now += 4 * SECOND
    assert ready(hall, 9, tournament).happened is Happened.PAIRED
    assert not hall.ask_as(hall.actor(alone), arena_reading_verbs.mine, tournament.tournament_id).waiting
