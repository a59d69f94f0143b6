"""A Swiss that somebody enters late, and rounds that are missed with notice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.contests import Contest
from bot.domain.entering.views import Registered
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.ids import EntrantId, MemberId
from bot.domain.regulation.format_rules import ScoringRules, SwissRules
from bot.errors import AlreadyDone
from bot.services import erasure
from bot.services.cases import same_person
from bot.services.entering import registration
from bot.services.entering.registration import RegistrationClosed
from bot.services.event_facts import facts
from bot.services.events import drawing, event_reading, leaving, rounds
from bot.storage import contests, entrants
from tests.services.court import LEADER, open_court
from tests.services.events.test_formats import SWISS
from tests.services.hall import GUILD, Hall

LATE = replace(SWISS, swiss=SwissRules(rounds=4, late_entry_until=2), scoring=ScoringRules(absence=0.5))


def begun(hall: Hall, players: int = 6) -> Tournament:
    return hall.begin(hall.announce(LATE), *range(2, 2 + players))


def entry(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    found = hall.ask(entrants.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found.entrant_id


def play_round(hall: Hall, tournament: Tournament) -> None:
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (1, 0))


def of_round(hall: Hall, tournament: Tournament, number: int) -> list[Contest]:
    return [one for one in hall.ask(contests.of_tournament, tournament.tournament_id) if one.round == number]


def test_who_left_does_not_enter_the_running_event_anew_over_an_erasure(hall: Hall):
    tournament = begun(hall)
    hall.act(hall.presser(2), erasure.erase)
    with pytest.raises(RegistrationClosed):
        hall.act(hall.presser(2), registration.register, tournament.tournament_id, "another2")


def test_who_left_does_not_enter_the_running_event_anew_by_another_account_of_the_same_person(hall: Hall):
    tournament = begun(hall)
    open_court(hall)
    both = (MemberId(2), "P2"), (MemberId(20), "P20")
    hall.act(hall.presser(LEADER), same_person.record, both, "Both wrote the same word")
    hall.act(hall.presser(2), leaving.leave, tournament.tournament_id)
    with pytest.raises(RegistrationClosed):
        hall.act(hall.presser(20), registration.register, tournament.tournament_id, "another2")


@pytest.mark.rule("GO-26.3")
def test_who_enters_after_the_start_plays_from_the_next_round_on(hall: Hall):
    tournament = begun(hall)
    entered = hall.act(hall.presser(20), registration.register, tournament.tournament_id, "late20")
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
    assert hall.ask(drawing.verify_draws, GUILD, tournament.tournament_id).holds


def test_nobody_enters_after_the_last_round_that_takes_newcomers(hall: Hall):
    tournament = begun(hall)
    play_round(hall, tournament)
    with pytest.raises(RegistrationClosed):
        hall.act(hall.presser(20), registration.register, tournament.tournament_id, "late20")


def test_without_the_rule_nobody_enters_late(hall: Hall):
    tournament = hall.begin(hall.announce(SWISS), *range(2, 8))
    with pytest.raises(RegistrationClosed):
        hall.act(hall.presser(20), registration.register, tournament.tournament_id, "late20")


def test_who_left_does_not_come_back_as_a_newcomer(hall: Hall):
    tournament = begun(hall)
    hall.act(hall.presser(2), leaving.leave, tournament.tournament_id)
    with pytest.raises(RegistrationClosed):
        hall.act(hall.presser(2), registration.register, tournament.tournament_id)


@pytest.mark.rule("GO-28.3")
def test_who_leaves_keeps_the_results_and_is_paired_no_more(hall: Hall):
    tournament = begun(hall)
    play_round(hall, tournament)
    play_round(hall, tournament)
    gone = entry(hall, tournament, 2)
    before = [one for number in (1, 2) for one in of_round(hall, tournament, number) if gone in one.sides]
    hall.act(hall.presser(2), leaving.leave, tournament.tournament_id)
    play_round(hall, tournament)
    assert all(gone not in one.sides for one in of_round(hall, tournament, 4))
    kept = [one for number in (1, 2) for one in of_round(hall, tournament, number) if gone in one.sides]
    assert [one.result for one in kept] == [one.result for one in before]


def test_who_announces_it_is_not_paired_in_the_next_round_alone(hall: Hall):
    tournament = begun(hall)
    told = hall.act(hall.presser(2), rounds.miss, tournament.tournament_id)
    assert (told.number, told.points) == (2, 0.5)
    away = entry(hall, tournament, 2)
    play_round(hall, tournament)
    assert all(away not in one.sides for one in of_round(hall, tournament, 2))
    play_round(hall, tournament)
    assert any(away in one.sides for one in of_round(hall, tournament, 3))
    hall.play_out(tournament)
    assert hall.ask(drawing.verify_draws, GUILD, tournament.tournament_id).holds


def test_an_announcement_is_taken_back_until_the_round_is_paired(hall: Hall):
    tournament = begun(hall)
    hall.act(hall.presser(2), rounds.miss, tournament.tournament_id)
    with pytest.raises(AlreadyDone):
        hall.act(hall.presser(2), rounds.miss, tournament.tournament_id)
    hall.act(hall.presser(2), rounds.play_after_all, tournament.tournament_id)
    away = entry(hall, tournament, 2)
    play_round(hall, tournament)
    assert any(away in one.sides for one in of_round(hall, tournament, 2))


def test_only_players_miss_rounds_and_only_while_one_is_to_come(hall: Hall):
    tournament = begun(hall)
    with pytest.raises(rounds.NoPlayerHere):
        hall.act(hall.presser(30), rounds.miss, tournament.tournament_id)
    for _ in range(3):
        play_round(hall, tournament)
    with pytest.raises(rounds.NoRoundToCome):
        hall.act(hall.presser(2), rounds.miss, tournament.tournament_id)


def test_an_event_of_a_table_has_no_bracket_and_says_where_its_table_is(hall: Hall):
    tournament = begun(hall)
    with pytest.raises(event_reading.NoBracketYet):
        hall.ask(event_reading.bracket_for, GUILD, tournament.tournament_id, hall.presser(2).member_id)
