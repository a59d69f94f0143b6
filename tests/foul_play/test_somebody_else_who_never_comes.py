"""Being sent to somebody who is not there, or being their excuse: who counts as one who could decide instead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import OthersAsked, OwnEnding
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.tournaments.recusal_verbs import AloneInEvent, MeetsNext, OwnMatch, PlaysInTheEvent
from bot.kernel.ids import MemberId
from bot.kernel.promises import ToMember
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server.model import Act
from tests.foul_play import stakes
from tests.foul_play.organising import ALONE, CUP, alone, board, call_off, cup, decide, move, pause
from tests.hall.hall import Hall

OTHER = 30
"""Another organiser, who has run an event here once and does not come any more."""
CHIEF = 31
Refused = type[PlaysInTheEvent | OwnMatch | MeetsNext]


def once(hall: Hall, ago: timedelta) -> None:
    """The other organiser has run something here so long ago."""
    hall.act(hall.actor(OTHER, organiser=True), tournaments_verbs.create, "Before", CUP, hall.now + timedelta(hours=1))
    hall.now += ago


def refused(hall: Hall, try_it: Callable[[], object], how: Refused = PlaysInTheEvent) -> None:
    """The organiser is refused, and those who could decide instead are asked."""
    with pytest.raises(how) as told:
        try_it()
    refusal = told.value
    match = getattr(refusal, "match", "")
    hall.act(hall.actor(ALONE), own_events_verbs.ask_others, refusal.tournament, Act(refusal.act), match)  # type: ignore[attr-defined]


def before_the_start(hall: Hall) -> Tournament:
    """An event in three days with the organiser on its list."""
    tournament = hall.act(hall.actor(ALONE), tournaments_verbs.create, "Friday", CUP, hall.now + timedelta(days=3))
    hall.enter(tournament, ALONE, 2, 3)
    return tournament


def test_who_ran_an_event_29_days_ago_is_asked_and_keeps_nobody_waiting_for_good(hall: Hall) -> None:
    once(hall, timedelta(days=29))
    tournament = before_the_start(hall)
    refused(hall, lambda: move(hall, tournament, hall.actor(ALONE)))
    (to_all, letter) = hall.promised(OthersAsked, tournament.tournament_id)
    assert to_all.message == letter.message
    hall.now += timedelta(hours=23)
    with pytest.raises(PlaysInTheEvent):
        move(hall, tournament, hall.actor(ALONE))
    hall.now += timedelta(hours=1, seconds=1)
    done = decide(hall, alone(hall, tournament, move))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_while_clocks_run_they_have_a_quarter_of_an_hour(hall: Hall) -> None:
    once(hall, timedelta(days=20))
    tournament = cup(hall, 2, 3, 4)
    refused(hall, lambda: pause(hall, tournament, hall.actor(ALONE)))
    hall.now += timedelta(minutes=15, seconds=1)
    assert decide(hall, alone(hall, tournament, pause)).done_at is not None


def test_who_comes_and_runs_the_event_decides(hall: Hall) -> None:
    once(hall, timedelta(days=20))
    tournament = cup(hall, 2, 3, 4)
    refused(hall, lambda: call_off(hall, tournament, hall.actor(ALONE)))
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(OTHER, organiser=True), playing_adjourning_verbs.pause, tournament.tournament_id, "Lunch", None)
    hall.act(hall.actor(OTHER, organiser=True), playing_adjourning_verbs.resume, tournament.tournament_id)
    hall.now += timedelta(minutes=15)
    with pytest.raises(PlaysInTheEvent):
        call_off(hall, tournament, hall.actor(ALONE))


def test_asking_for_one_act_opens_no_other(hall: Hall) -> None:
    once(hall, timedelta(days=20))
    tournament = cup(hall, 2, 3, 4)
    refused(hall, lambda: pause(hall, tournament, hall.actor(ALONE)))
    hall.now += timedelta(minutes=16)
    with pytest.raises(PlaysInTheEvent):
        call_off(hall, tournament, hall.actor(ALONE))


def test_asking_weeks_before_is_no_leave_for_the_evening(hall: Hall) -> None:
    once(hall, timedelta(days=1))
    tournament = before_the_start(hall)
    refused(hall, lambda: call_off(hall, tournament, hall.actor(ALONE)))
    hall.now += timedelta(hours=49)
    with pytest.raises(PlaysInTheEvent):
        call_off(hall, tournament, hall.actor(ALONE))


def test_asking_again_and_again_writes_to_them_once_a_day(hall: Hall) -> None:
    once(hall, timedelta(days=1))
    tournament = before_the_start(hall)
    for _ in range(5):
        refused(hall, lambda: call_off(hall, tournament, hall.actor(ALONE)))
    assert len(hall.promised(OthersAsked, tournament.tournament_id)) == 2


def test_what_the_chief_decides_is_asked_of_the_chief_by_letter(hall: Hall) -> None:
    once(hall, timedelta(days=1))
    hall.arbiter(CHIEF)
    starts_at, rulebook = hall.now + timedelta(days=3), preset("go-swiss")
    tournament = hall.act(hall.actor(ALONE), tournaments_verbs.create, "Go", rulebook, starts_at)
    hall.enter(tournament, ALONE, 2, 3)
    hall.act(
        hall.actor(OTHER, organiser=True),
        playing_arbiters_verbs.name,
        tournament.tournament_id,
        MemberId(CHIEF),
        EventRole.CHIEF,
    )
    hall.act(hall.actor(ALONE), own_events_verbs.ask_others, tournament.tournament_id, Act.RULE_BOARD, "")
    (_, letter) = hall.promised(OthersAsked, tournament.tournament_id)
    assert letter.target == ToMember(MemberId(CHIEF))


def test_in_the_own_match_the_opponent_still_has_to_agree(hall: Hall) -> None:
    once(hall, timedelta(days=20))
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    own.here(1 - own.numbers.index(ALONE))
    target = own.view.match.contest.target

    def rule(hall: Hall, _: Tournament, actor: object) -> object:
        return hall.act(actor, playing_ruling_verbs.rule, own.contest_id, (target, 0), "I was better")  # type: ignore[arg-type]

    refused(hall, lambda: rule(hall, tournament, hall.actor(ALONE)), OwnMatch)
    hall.now += timedelta(minutes=15, seconds=1)
    asked = decide(hall, alone(hall, tournament, rule))
    assert asked.done_at is None
    assert asked.agree_by is not None


def test_a_friend_who_once_went_on_duty_as_an_arbiter_closes_nothing_for_good_either(hall: Hall) -> None:
    hall.act(hall.actor(OTHER, organiser=True), playing_arbiters_verbs.go_on)
    tournament = cup(hall, 2, 3, 4)
    refused(hall, lambda: pause(hall, tournament, hall.actor(ALONE)))
    hall.now += timedelta(minutes=16)
    alone(hall, tournament, pause)


def test_a_friend_who_is_invented_as_organiser_opens_no_door(hall: Hall) -> None:
    once(hall, timedelta(minutes=1))
    tournament = cup(hall, 2, 3, 4)
    other = stakes.match_without(hall, tournament, ALONE)
    with pytest.raises(MeetsNext):
        hall.act(
            hall.actor(ALONE), playing_ruling_verbs.rule, other.contest_id, (other.target, 0), "The picture shows it"
        )
    with pytest.raises(PlaysInTheEvent):
        pause(hall, tournament, hall.actor(ALONE))


def test_a_friend_who_plays_too_is_nobody_else(hall: Hall) -> None:
    once(hall, timedelta(minutes=1))
    tournament = cup(hall, OTHER, 3, 4)
    with pytest.raises(AloneInEvent):
        pause(hall, tournament, hall.actor(ALONE))
