"""A Swiss that somebody enters late, and rounds that are missed with notice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.erasure import verbs as erasure_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import EntrantId, MemberId
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.format_rules import ScoringRules, SwissRules
from bot.play.formats import FORMATS
from tests.features.rounds.test_formats import SWISS
from tests.hall.court import LEADER, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

LATE = replace(SWISS, swiss=SwissRules(rounds=4, late_entry_until=2), scoring=ScoringRules(absence=0.5))


def begun(hall: Hall, players: int = 6) -> Tournament:
    return hall.begin(hall.announce(LATE), *range(2, 2 + players))


def entry(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    found = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found.entrant_id


def play_round(hall: Hall, tournament: Tournament) -> None:
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (1, 0))


def of_round(hall: Hall, tournament: Tournament, number: int) -> list[Contest]:
    return [one for one in hall.ask(playing_store.of_tournament, tournament.tournament_id) if one.round == number]


def test_who_left_does_not_enter_the_running_event_anew_over_an_erasure(hall: Hall):
    tournament = begun(hall)
    hall.act(hall.actor(2), erasure_verbs.erase)
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "another2")


def test_who_left_does_not_enter_the_running_event_anew_by_another_account_of_the_same_person(hall: Hall):
    tournament = begun(hall)
    open_court(hall)
    both = (MemberId(2), "P2"), (MemberId(20), "P20")
    hall.act(hall.actor(LEADER), cases_links_verbs.record, both, "Both wrote the same word")
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(20), entering_verbs.register, tournament.tournament_id, "another2")


@pytest.mark.rule("GO-26.3")
def test_who_enters_after_the_start_plays_from_the_next_round_on(hall: Hall):
    tournament = begun(hall)
    entered = hall.act(hall.actor(20), entering_verbs.register, tournament.tournament_id, "late20")
    assert isinstance(entered, Registered)
    assert entered.entrant.enters_in == 2
    late = entry(hall, tournament, 20)
    assert all(late not in one.sides for one in of_round(hall, tournament, 1))
    play_round(hall, tournament)
    assert any(late in one.sides for one in of_round(hall, tournament, 2))
    ended = hall.play_out(tournament)
    rows = FORMATS[LATE.format].standings(hall.ask(facts, ended), LATE)
    assert {row.entrant_id for row in rows} >= {late}
    assert len(rows) == 7
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_nobody_enters_after_the_last_round_that_takes_newcomers(hall: Hall):
    tournament = begun(hall)
    play_round(hall, tournament)
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(20), entering_verbs.register, tournament.tournament_id, "late20")


def test_without_the_rule_nobody_enters_late(hall: Hall):
    tournament = hall.begin(hall.announce(SWISS), *range(2, 8))
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(20), entering_verbs.register, tournament.tournament_id, "late20")


def test_who_left_does_not_come_back_as_a_newcomer(hall: Hall):
    tournament = begun(hall)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id)


@pytest.mark.rule("GO-28.3")
def test_who_leaves_keeps_the_results_and_is_paired_no_more(hall: Hall):
    tournament = begun(hall)
    play_round(hall, tournament)
    play_round(hall, tournament)
    gone = entry(hall, tournament, 2)
    before = [one for number in (1, 2) for one in of_round(hall, tournament, number) if gone in one.sides]
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    play_round(hall, tournament)
    assert all(gone not in one.sides for one in of_round(hall, tournament, 4))
    kept = [one for number in (1, 2) for one in of_round(hall, tournament, number) if gone in one.sides]
    assert [one.result for one in kept] == [one.result for one in before]


def test_who_announces_it_is_not_paired_in_the_next_round_alone(hall: Hall):
    tournament = begun(hall)
    told = hall.act(hall.actor(2), course_rounds_verbs.miss, tournament.tournament_id)
    assert (told.number, told.points) == (2, 0.5)
    away = entry(hall, tournament, 2)
    play_round(hall, tournament)
    assert all(away not in one.sides for one in of_round(hall, tournament, 2))
    play_round(hall, tournament)
    assert any(away in one.sides for one in of_round(hall, tournament, 3))
    hall.play_out(tournament)
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_an_announcement_is_taken_back_until_the_round_is_paired(hall: Hall):
    tournament = begun(hall)
    hall.act(hall.actor(2), course_rounds_verbs.miss, tournament.tournament_id)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), course_rounds_verbs.miss, tournament.tournament_id)
    hall.act(hall.actor(2), course_rounds_verbs.play_after_all, tournament.tournament_id)
    away = entry(hall, tournament, 2)
    play_round(hall, tournament)
    assert any(away in one.sides for one in of_round(hall, tournament, 2))


def test_only_players_miss_rounds_and_only_while_one_is_to_come(hall: Hall):
    tournament = begun(hall)
    with refuses("error.NoPlayerHere"):
        hall.act(hall.actor(30), course_rounds_verbs.miss, tournament.tournament_id)
    for _ in range(3):
        play_round(hall, tournament)
    with refuses("error.NoRoundToCome"):
        hall.act(hall.actor(2), course_rounds_verbs.miss, tournament.tournament_id)


def test_an_event_of_a_table_has_no_bracket_and_says_where_its_table_is(hall: Hall):
    tournament = begun(hall)
    with refuses("error.NoBracketYet"):
        hall.ask(course_reading_verbs.bracket_for, GUILD, tournament.tournament_id, hall.actor(2).member_id)
