"""Pauses and technical trouble in a title match."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.title_match import verbs as title_match_verbs
from bot.features.title_match.model import PlayGoesOn
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotYours, Outdated
from bot.kernel.outages import Outage
from bot.play.title_games import StopKind
from tests.hall.hall import Hall
from tests.hall.title_matches import CHALLENGER, CHAMPION, begun, pause, side_of, state, take_due
from tests.refusals import refuses


@pytest.mark.rule("AIJE-D03-4")
def test_each_has_two_pauses_of_five_minutes_and_no_third(hall: Hall):
    _, contest = begun(hall)
    for left in (1, 0):
        pause(hall, contest, CHAMPION)
        after = state(hall, contest)
        assert after.resumes_at == hall.now + timedelta(minutes=5)
        assert after.pauses.pauses_left(side_of(hall, contest, CHAMPION)) == left
        hall.now += timedelta(minutes=6)
        take_due(hall)
    with refuses("error.TooFewPauses"):
        pause(hall, contest, CHAMPION)
    assert state(hall, contest).pauses.pauses_left(side_of(hall, contest, CHALLENGER)) == 2
    assert len(hall.promised(PlayGoesOn, contest.contest_id)) == 2


@pytest.mark.rule("AIJE-D03-4")
def test_both_at_once_are_one_of_ten_minutes(hall: Hall):
    _, contest = begun(hall)
    pause(hall, contest, CHALLENGER, 2)
    assert state(hall, contest).resumes_at == hall.now + timedelta(minutes=10)
    hall.now += timedelta(minutes=9, seconds=59)
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)
    hall.now += timedelta(seconds=1)
    take_due(hall)
    assert len(hall.promised(PlayGoesOn, contest.contest_id)) == 1


@pytest.mark.rule("AIJE-D03-4")
def test_the_same_press_twice_takes_one_pause(hall: Hall):
    _, contest = begun(hall)
    mark = state(hall, contest).stops
    hall.act(hall.actor(CHAMPION), title_match_verbs.pause, contest.contest_id, mark, 1)
    with pytest.raises(Outdated):
        hall.act(hall.actor(CHAMPION), title_match_verbs.pause, contest.contest_id, mark, 1)


@pytest.mark.rule("AIJE-D03-4")
def test_technical_trouble_is_no_pause_and_ends_by_the_arbiters_word_alone(hall: Hall):
    _, contest = begun(hall)
    with pytest.raises(OwnMatch):
        hall.act(hall.actor(CHAMPION), title_match_verbs.trouble, contest.contest_id, 0)
    hall.act(hall.actor(1), title_match_verbs.trouble, contest.contest_id, 0)
    stop = state(hall, contest).stop
    assert stop is not None
    assert stop.kind is StopKind.TROUBLE
    with refuses("error.StoppedByTrouble"):
        pause(hall, contest, CHAMPION)
    with pytest.raises(NotYours):
        hall.act(hall.actor(CHAMPION), title_match_verbs.go_on, contest.contest_id, 1)
    hall.now += timedelta(hours=1)
    hall.act(hall.actor(1), title_match_verbs.go_on, contest.contest_id, 1)
    assert state(hall, contest).stop is None
    assert [state(hall, contest).pauses.pauses_left(side) for side in (0, 1)] == [2, 2]


@pytest.mark.rule("AIJE-D03-4")
def test_a_pause_that_its_player_ends_early_is_used_up(hall: Hall):
    _, contest = begun(hall)
    pause(hall, contest, CHAMPION)
    hall.now += timedelta(minutes=1)
    with pytest.raises(NotYours):
        hall.act(hall.actor(CHALLENGER), title_match_verbs.go_on, contest.contest_id, 1)
    hall.act(hall.actor(CHAMPION), title_match_verbs.go_on, contest.contest_id, 1)
    assert state(hall, contest).stop is None
    assert state(hall, contest).pauses.pauses_left(side_of(hall, contest, CHAMPION)) == 1


@pytest.mark.rule("AIJE-D03-4")
def test_a_pause_is_longer_by_the_time_that_the_bot_was_away(hall: Hall):
    _, contest = begun(hall)
    pause(hall, contest, CHAMPION)
    began = hall.now
    hall.now += timedelta(minutes=22)
    away = Outage(began + timedelta(minutes=2), began + timedelta(minutes=22))
    hall.do(lambda tx: kernel_time_store.add_outage(tx, away))
    take_due(hall)
    assert not hall.promised(PlayGoesOn, contest.contest_id)
    assert state(hall, contest).resumes_at == began + timedelta(minutes=25)
    hall.now += timedelta(minutes=3)
    take_due(hall)
    assert len(hall.promised(PlayGoesOn, contest.contest_id)) == 1
