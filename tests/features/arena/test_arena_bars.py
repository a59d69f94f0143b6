"""Who is disqualified while an arena runs, and who is barred for something else."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena.model import Happened, OwnArena
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering.model import Bar, BarReason
from bot.features.guidance import verbs as guidance_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import BarId, MemberId
from bot.people import store as people_store
from bot.play.entries import Tournament
from bot.play.formats.arena import ArenaOutcome
from tests.features.arena.test_arena_late import presses
from tests.hall.arena_hall import ARENA, SECOND, agree, begin, found, later, points, ready, sides, tell, win
from tests.hall.court import ARBITER, LEADER, bar_by_verdict, open_court
from tests.hall.hall import Hall
from tests.record.test_record_of_formats import replayed
from tests.refusals import refuses


@pytest.fixture(autouse=True)
def court(hall: Hall) -> None:
    open_court(hall)


def bar(hall: Hall, who: int, until: datetime | None = None) -> Bar:
    member = (MemberId(who), f"P{who}")
    return bar_by_verdict(hall, ARBITER, member, "Used *help*", until)


def waiting(hall: Hall, tournament: Tournament) -> int:
    return len(hall.ask(facts, tournament).waiting)


def mine(hall: Hall, who: int, tournament: Tournament) -> OwnArena:
    return hall.ask_as(hall.actor(who), arena_reading_verbs.mine, tournament.tournament_id)


@pytest.mark.rule("AIJE-D01-2", "ARENA-3")
def test_who_is_disqualified_in_the_lobby_is_out_of_it_and_not_let_in_again(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4)
    (game,) = hall.open_contests(tournament)
    (alone,) = {2, 3, 4}.difference(sides(hall, tournament, game))
    assert waiting(hall, tournament) == 1
    bar(hall, alone)
    assert waiting(hall, tournament) == 0
    assert ready(hall, alone, tournament).happened is Happened.BARRED
    first, _ = win(hall, tournament, game)
    hall.now += 4 * SECOND
    assert ready(hall, first, tournament).happened is Happened.READY
    assert waiting(hall, tournament) == 1


@pytest.mark.rule("AIJE-D01-2")
def test_who_is_disqualified_in_a_game_plays_it_and_it_counts_in_the_table_and_the_record(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = sides(hall, tournament, game)
    bar(hall, first)
    assert tell(hall, first, game, ArenaOutcome.WON).bar is not None
    agree(hall, second, game)
    assert ready(hall, first, tournament).happened is Happened.BARRED
    later(hall, hours=1, minutes=1)
    assert points(hall, tournament) == {first: 2, second: 0}
    assert replayed(hall, tournament).difference is None


def test_a_game_that_wants_a_word_comes_before_the_words_on_the_bar(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    bar(hall, 2)
    assert ready(hall, 2, tournament).happened is Happened.GAME_FIRST


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("until", [None, timedelta(days=3)])
def test_the_card_of_the_disqualified_says_why_and_until_when_and_offers_no_lobby(
    hall: Hall, locale: str, until: timedelta | None
) -> None:
    tournament = begin(hall, 2, 3, 4)
    end = None if until is None else hall.now + until
    bar(hall, 2, end)
    card = arena_cards.own(mine(hall, 2, tournament), Translator(locale))
    text = "\n".join(card.paragraphs)
    assert "> Used \\*help\\*" in text
    assert end is None or f"<t:{int(end.timestamp())}" in text
    assert not any(one.startswith("arena-ready") for one in presses(card))
    assert f"standings:{tournament.tournament_id}" in presses(card)


def test_me_sends_nobody_to_a_lobby_that_is_closed_to_them(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    win(hall, tournament, game)
    assert Task.FIND_OPPONENT in {one.task for one in hall.ask_as(hall.actor(2), guidance_verbs.tasks).tasks}
    bar(hall, 2)
    assert Task.FIND_OPPONENT not in {one.task for one in hall.ask_as(hall.actor(2), guidance_verbs.tasks).tasks}


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_that_was_lifted_or_is_over_lets_the_player_back_by_the_own_press(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4, 5)
    for game in hall.open_contests(tournament):
        win(hall, tournament, game)
    lifted, _ = bar(hall, 2), bar(hall, 3, hall.now + timedelta(minutes=1))
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, lifted.bar_id, "It was another player")
    hall.now += timedelta(minutes=2)
    assert waiting(hall, tournament) == 0
    assert ready(hall, 2, tournament).happened in {Happened.READY, Happened.PAIRED}
    assert ready(hall, 3, tournament).happened in {Happened.READY, Happened.PAIRED}


@pytest.mark.rule("AIJE-B03-2")
def test_who_is_barred_for_an_absence_elsewhere_plays_the_running_arena_on(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4)
    person = hall.person(2)
    absent = Bar(BarId("b1"), person.guild_id, person.person_id, BarReason.UNJUSTIFIED_ABSENCE, None, hall.now)
    hall.do(cases_barring_verbs.impose, absent)
    assert mine(hall, 2, tournament).bar is None


def test_where_a_rulebook_lets_the_barred_play_the_lobby_is_open_to_them(hall: Hall) -> None:
    open_to_all = replace(ARENA, registration=replace(ARENA.registration, refuse_barred=False))
    tournament = hall.begin(hall.announce(open_to_all), 2, 3, 4)
    bar(hall, 2)
    assert waiting(hall, tournament) == 3


@pytest.mark.rule("AIJE-A02-2", "GO-28.4")
def test_who_is_expelled_is_out_of_lobby_and_arena_and_the_table_keeps_what_was_played(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = win(hall, tournament, game)
    ready(hall, first, tournament)
    person = found(hall.ask(people_store.load, hall.person(first).person_id))
    hall.do(cases_verdict_verbs.lay_down_everything, person, None)
    assert waiting(hall, tournament) == 0
    with refuses("error.LeftTheArena"):
        ready(hall, first, tournament)
    assert points(hall, tournament) == {first: 2, second: 0}


def test_who_left_reads_that_it_is_over_for_them_and_not_that_they_were_never_there(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    with refuses("error.LeftTheArena"):
        mine(hall, 2, tournament)
