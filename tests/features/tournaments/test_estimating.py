"""How long an event will take, as its organisers and players read it before it begins and while it runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import cards as course_cards
from bot.features.course import verbs as course_verbs
from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.tasks_model import Foresight
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.entries import Tournament
from bot.play.estimates import ASSUMED, Estimate
from bot.rulebooks.library import preset
from tests.hall.board import ARBITER, OTHER_ARBITER, first_match
from tests.hall.hall import GUILD, PLAYERLESS, Hall

EIGHT = range(2, 10)


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


def found(hall: Hall, tournament: Tournament) -> Estimate:
    estimate = hall.ask(course_calling_verbs.of_event, hall.load(tournament), hall.now)
    assert estimate is not None
    return estimate


def come(hall: Hall, arbiter: int) -> None:
    hall.arbiter(arbiter)
    hall.act(hall.actor(arbiter), playing_arbiters_verbs.go_on)


def test_before_the_start_it_is_told_for_those_on_the_list_and_as_if_one_arbiter_came(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, *range(2, 6))
    few = found(hall, tournament)
    hall.enter(tournament, *range(6, 18))
    many = found(hall, tournament)
    assert tournament.start_at < few.ends_at < many.ends_at
    assert (many.arbiters, many.on_duty) == (1, False)


def test_with_nobody_on_the_list_nothing_is_told(hall: Hall) -> None:
    assert hall.ask(course_calling_verbs.of_event, hall.announce(), hall.now) is None


def test_nothing_is_told_where_the_sides_of_a_match_say_when_it_is_played(hall: Hall) -> None:
    tournament = hall.announce(preset("weekly-league"), "League")
    hall.enter(tournament, *EIGHT)
    assert hall.ask(course_calling_verbs.of_event, hall.load(tournament), hall.now) is None


def test_a_second_arbiter_makes_it_sooner_by_what_was_said(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, *range(2, 34))
    come(hall, ARBITER)
    alone = found(hall, tournament)
    come(hall, OTHER_ARBITER)
    two = found(hall, tournament)
    assert (alone.arbiters, two.arbiters) == (1, 2)
    assert alone.sooner_at == two.ends_at < alone.ends_at


def test_where_nobody_has_to_follow_matches_no_arbiter_is_counted(hall: Hall) -> None:
    tournament = hall.announce(preset("cup"))
    hall.enter(tournament, *EIGHT)
    estimate = found(hall, tournament)
    assert (estimate.arbiters, estimate.sooner_at, estimate.assumed) == (None, None, ASSUMED)


def test_while_it_runs_it_comes_later_the_longer_a_match_takes(hall: Hall) -> None:
    board = first_match(hall)
    before = found(hall, board.tournament)
    board.here(0, 1)
    hall.now += timedelta(hours=2)
    assert found(hall, board.tournament).ends_at > before.ends_at


def test_in_a_pause_and_after_the_end_nothing_is_told(hall: Hall) -> None:
    board = first_match(hall)
    hall.act(hall.actor(PLAYERLESS), playing_adjourning_verbs.pause, board.tournament.tournament_id, "No power", None)
    assert hall.ask(course_calling_verbs.of_event, hall.load(board.tournament), hall.now) is None
    hall.act(hall.actor(PLAYERLESS), playing_adjourning_verbs.resume, board.tournament.tournament_id)
    hall.play_out(board.tournament)
    assert hall.ask(course_calling_verbs.of_event, hall.load(board.tournament), hall.now) is None


def test_a_draft_is_told_for_as_many_as_there_is_room_for(hall: Hall) -> None:
    rules = preset("aije-open")
    small = replace(rules, registration=replace(rules.registration, capacity=16))
    event = hall.announce(small)
    (draft,) = hall.act(hall.actor(PLAYERLESS), tournaments_draft_verbs.of_change, event.tournament_id, "Cup", ())
    lasting = hall.ask(course_calling_verbs.of_draft, GUILD, draft)
    assert lasting is not None
    assert [size for size, _ in lasting.of_size] == [8, 16]
    assert "About how long it takes with one arbiter: 8 entrants: " in str(
        tournaments_cards.preview(draft, small, event, Foresight(None, lasting), Translator("en-US"))
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_desk_and_event_say_it_in_every_language(hall: Hall, locale: str) -> None:
    board, translator = first_match(hall), Translator(locale)
    view = hall.ask_as(hall.actor(PLAYERLESS), desk_verbs.desk_view, board.tournament.tournament_id)
    assert view.estimate is not None
    said = tournaments_words_cards.lines(view.estimate, translator)
    running = hall.ask(course_verbs.course_of_server, GUILD, board.tournament.tournament_id)
    view_of_all = hall.ask(entering_list_verbs.of_server, GUILD, board.tournament.tournament_id)
    assert said in str(desk_cards.desk(view, translator))
    assert running is not None
    told = course_cards.until_end(running, translator)
    assert said in str(tournaments_cards.announcement(view_of_all, translator, told))
