"""Matches are called as arbiters on duty allow, and never without one (AIJE-D01-6)."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import verbs as course_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import ArbiterWanted, MatchCalled, RoundOver
from bot.kernel.context import Query
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.hall.hall import Hall

OPEN = preset("aije-open")


def come_on_duty(hall: Hall, *numbers: int) -> None:
    for number in numbers:
        hall.arbiter(number)
        hall.now += timedelta(seconds=1)
        hall.act(hall.actor(number), playing_arbiters_verbs.go_on)


def given(hall: Hall, tournament: Tournament) -> list[Contest]:
    """The matches in play."""
    assigned = hall.ask(playing_store.assignment_times, tournament.tournament_id)
    return [one for one in hall.open_contests(tournament) if one.contest_id in assigned]


def calls(hall: Hall, tournament: Tournament) -> int:
    """How many calls were promised, over all matches."""
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    return sum(len(hall.promised(MatchCalled, one.contest_id)) for one in standing)


def evening(hall: Hall, seed: int, *on_duty: int) -> list[object]:
    """Plays an event of thirteen by chance, with these on duty; answers who was given which match, in order."""
    chance = random.Random(seed)
    come_on_duty(hall, *on_duty)
    tournament = hall.begin(hall.announce(), *range(2, 15))
    while waiting := given(hall, tournament):
        one = chance.choice(waiting)
        hall.settle(one, (one.target, 0) if chance.random() < 0.5 else (0, one.target))
    assert hall.load(tournament).ended_at is not None
    return [tuple(row) for row in hall.ask(calls_on_record)]


def calls_on_record(tx: Query) -> list[sqlite3.Row]:
    return tx.fetch_all("SELECT subject, details FROM log WHERE act IN ('call_match', 'hand_over_match') ORDER BY 1")


@pytest.mark.rule("AIJE-D01-6")
@pytest.mark.parametrize("on_duty", [(20, 21, 22), (2, 20, 21), (2, 3, 4, 5)])
def test_calls_follow_from_the_open_matches_as_from_all(
    monkeypatch: pytest.MonkeyPatch, on_duty: tuple[int, ...]
) -> None:
    for seed in range(4):
        short, long = Hall(), Hall()
        told = evening(short, seed, *on_duty)
        with monkeypatch.context() as patch:
            patch.setattr(playing_store, "undecided_contests", playing_store.of_tournament)
            assert told == evening(long, seed, *on_duty)
        short.close()
        long.close()


def test_calls_read_no_match_that_is_over_unless_an_arbiter_plays(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    come_on_duty(hall, 20, 21)
    tournament = hall.begin(hall.announce(), *range(2, 18))
    first, second = given(hall, tournament)
    hall.settle(first, (first.target, 0))
    with monkeypatch.context() as patch:
        patch.setattr(playing_store, "of_tournament", lambda *_: pytest.fail("all matches were read"))
        patch.setattr(course_verbs, "facts", lambda *_: pytest.fail("the whole event was read"))
        hall.settle(second, (second.target, 0))
    assert len(given(hall, tournament)) == 2


@pytest.mark.rule("AIJE-D01-6")
def test_without_an_arbiter_on_duty_nothing_is_called_and_the_committee_is_asked_once(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    for _ in range(3):
        hall.do(course_verbs.proceed, tournament.tournament_id)
    assert given(hall, tournament) == []
    (asked,) = hall.promised(ArbiterWanted, tournament.tournament_id)
    assert asked.message.situation == "nobody_on_duty"


@pytest.mark.rule("AIJE-D01-6")
def test_matches_in_play_are_at_most_the_arbiters_on_duty(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    come_on_duty(hall, 20, 21)
    assert [one.arbiter for one in given(hall, tournament)] == [
        hall.person(20).person_id,
        hall.person(21).person_id,
    ]
    assert hall.load(tournament).first_call_at is not None


@pytest.mark.rule("AIJE-D01-6")
def test_a_result_frees_its_arbiter_for_the_next_match(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    come_on_duty(hall, 20)
    (first,) = given(hall, tournament)
    hall.settle(first, (3, 0))
    (second,) = given(hall, tournament)
    assert second.contest_id != first.contest_id
    assert second.arbiter == hall.person(20).person_id


@pytest.mark.rule("AIJE-D01-6")
def test_each_match_is_called_exactly_once_however_often_it_is_looked_for(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    come_on_duty(hall, 20, 21)
    for _ in range(3):
        hall.do(course_verbs.proceed, tournament.tournament_id)
        hall.do(course_calling_verbs.call_ready, hall.load(tournament))
    assert calls(hall, tournament) == 2


@pytest.mark.rule("AIJE-D01-6")
def test_a_whole_event_with_two_arbiters_calls_every_match_once(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 15))
    come_on_duty(hall, 20, 21)
    while playing := given(hall, tournament):
        assert len(playing) <= 2
        hall.settle(playing[0], (playing[0].target, 1))
    assert hall.load(tournament).ended_at is not None
    assert calls(hall, tournament) == 13


@pytest.mark.rule("AIJE-D01-6")
def test_an_arbiter_who_plays_gets_no_match_of_his_own_or_of_his_next_opponent(hall: Hall) -> None:
    hall.arbiter(2)
    tournament = hall.begin(hall.announce(), *range(2, 6))
    hall.act(hall.actor(2), playing_arbiters_verbs.go_on)
    (other,) = [
        one for one in hall.open_contests(tournament) if hall.person(2).person_id not in hall.people_of(tournament, one)
    ]
    assert [one.contest_id for one in given(hall, tournament)] == [other.contest_id]
    hall.settle(other, (3, 0))
    assert given(hall, tournament) == []
    asked = hall.promised(ArbiterWanted, tournament.tournament_id)
    assert asked[-1].message.situation == "all_conflicted"


@pytest.mark.rule("AIJE-D01-6")
def test_a_conflict_is_told_once_and_ends_when_another_arbiter_comes(hall: Hall) -> None:
    hall.arbiter(2)
    tournament = hall.begin(hall.announce(), 2, 3)
    hall.act(hall.actor(2), playing_arbiters_verbs.go_on)
    for _ in range(3):
        hall.do(course_verbs.proceed, tournament.tournament_id)
    situations = [one.message.situation for one in hall.promised(ArbiterWanted, tournament.tournament_id)]
    assert situations == ["nobody_on_duty", "all_conflicted"]
    come_on_duty(hall, 20)
    assert [one.arbiter for one in given(hall, tournament)] == [hall.person(20).person_id]


def test_a_rulebook_without_arbiters_calls_the_whole_round_at_once(hall: Hall) -> None:
    free = replace(OPEN, matches=replace(OPEN.matches, matches_per_arbiter=0))
    tournament = hall.begin(hall.announce(free), *range(2, 10))
    assert len(given(hall, tournament)) == 4
    assert hall.promised(ArbiterWanted, tournament.tournament_id) == []


def test_before_the_start_nothing_is_called(hall: Hall) -> None:
    early = replace(OPEN, check_in=replace(OPEN.check_in, closes_before=timedelta(minutes=10)))
    tournament = hall.announce(early)
    hall.arbiter(20)
    hall.act(hall.actor(20), playing_arbiters_verbs.go_on)
    hall.enter(tournament, 2, 3)
    draw_early(hall, tournament)
    assert given(hall, tournament) == []
    hall.now = tournament.start_at
    hall.do(course_verbs.proceed, tournament.tournament_id)
    assert len(given(hall, tournament)) == 1


def draw_early(hall: Hall, tournament: Tournament) -> None:
    """Both confirm, and the close comes ten minutes before the start."""
    hall.now = tournament.start_at - timedelta(minutes=10)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)


def test_an_arbiter_follows_one_match_over_all_events_of_the_server(hall: Hall) -> None:
    come_on_duty(hall, 20)
    first = hall.begin(hall.announce(name="One"), 2, 3)
    second = hall.begin(hall.announce(name="Two"), 4, 5)
    assert (len(given(hall, first)), len(given(hall, second))) == (1, 0)
    hall.settle(given(hall, first)[0], (5, 0))
    assert len(given(hall, second)) == 1


def test_a_cancelled_event_keeps_no_arbiter_busy(hall: Hall) -> None:
    come_on_duty(hall, 20)
    first = hall.begin(hall.announce(name="One"), 2, 3)
    hall.do(
        lambda tx: tournaments_store.save(tx, replace(hall.load(first), cancelled_at=hall.now, cancel_reason="rain"))
    )
    second = hall.begin(hall.announce(name="Two"), 4, 5)
    assert len(given(hall, second)) == 1


def test_a_round_that_ends_is_told_once_and_the_last_one_is_left_to_the_podium(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), *range(2, 15)))
    told = [one.message.round for one in hall.promised(RoundOver, tournament.tournament_id)]
    assert told == [0, 1, 2]
