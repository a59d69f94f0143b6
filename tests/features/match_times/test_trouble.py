"""Outages, pauses and rounds around agreed times: a late call wrongs nobody, and the next round waits for its week."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.desk.verbs import desk_view
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.match_times.model import MatchOpened, TimeFixed, TimeMissed
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.tournaments.promises_model import MatchCalled
from bot.people import personal_store as people_personal_store
from tests.hall.hall import PLAYERLESS
from tests.hall.weeks import DAY, HOUR, Week, league

MINUTE = timedelta(minutes=1)


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Week]:
    week = Week(tmp_path)
    yield week
    week.hall.close()


def test_an_outage_across_the_agreed_time_makes_the_call_late(week: Week) -> None:
    week.agree(DAY)
    week.pass_time(DAY - 5 * MINUTE)
    week.sleep(15 * MINUTE)
    assert week.called_at == week.hall.now
    week.pass_time(14 * MINUTE)
    assert week.result is None
    week.hall.act(week.actor(0), playing_presence_verbs.here, week.key)


def test_after_a_long_outage_nobody_is_called_out_of_bed(week: Week) -> None:
    week.agree(DAY)
    week.pass_time(DAY - 5 * MINUTE)
    week.sleep(9 * HOUR)
    week.pass_time(MINUTE)
    assert week.called_at is None
    assert week.result is None
    assert len(week.said(TimeMissed)) == 1
    week.agree(DAY)
    week.pass_time(DAY)
    assert week.called_at == week.hall.now


def test_a_time_that_fell_away_at_the_end_leaves_time_for_another(week: Week) -> None:
    week.agree(7 * DAY - HOUR)
    week.pass_time(7 * DAY - 2 * HOUR)
    week.sleep(2 * HOUR)
    week.pass_time(22 * HOUR)
    week.agree(10 * HOUR)
    week.pass_time(10 * HOUR)
    assert week.called_at == week.hall.now


def test_nobody_is_called_to_a_time_of_which_they_were_not_told(week: Week) -> None:
    week.muted = {TimeFixed}
    week.agree(DAY)
    week.pass_time(DAY + 5 * MINUTE)
    assert week.called_at is None
    week.muted = set()
    week.deliver()
    assert week.called_at == week.hall.now, "it is not too late yet"


def test_in_a_pause_nobody_is_called_and_the_days_are_longer(tmp_path: Path) -> None:
    week = Week(tmp_path, players=(2, 3, 4, 5))
    week.agree(DAY)
    week.pass_time(DAY - HOUR)
    ends = week.view.ends_at
    other = week.hall.open_contests(week.event)[1]
    week.hall.do(lambda tx: tx.execute("UPDATE tournaments SET first_call_at = ?", (0,)))
    week.act(week.hall.actor(PLAYERLESS), playing_adjourning_verbs.pause, week.event.tournament_id, "Strike", None)
    week.pass_time(3 * HOUR)
    week.act(week.hall.actor(PLAYERLESS), playing_adjourning_verbs.resume, week.event.tournament_id)
    assert week.called_at is None
    assert len(week.said(TimeMissed)) == 1
    assert ends is not None
    assert week.view.ends_at == ends + 3 * HOUR
    assert other.contest_id != week.key
    week.hall.close()


def test_the_next_round_waits_for_the_end_of_the_week(tmp_path: Path) -> None:
    week = Week(tmp_path, players=(2, 3, 4, 5))
    for contest in week.hall.open_contests(week.event):
        week.hall.settle(contest, (2, 0))
    assert week.hall.open_contests(week.event) == []
    week.pass_time(7 * DAY)
    assert [one.round for one in week.hall.open_contests(week.event)] == [2, 2]
    week.hall.close()


def test_the_next_round_begins_at_once_where_the_rulebook_says_so(tmp_path: Path) -> None:
    week = Week(tmp_path, league(waits_for_round_end=False), (2, 3, 4, 5))
    for contest in week.hall.open_contests(week.event):
        week.hall.settle(contest, (2, 0))
    opened = week.hall.open_contests(week.event)
    assert [one.round for one in opened] == [2, 2]
    assert all(week.said(MatchOpened, one.contest_id) for one in opened)
    week.hall.close()


def test_an_annulled_match_is_agreed_on_anew(week: Week) -> None:
    week.agree(DAY)
    week.pass_time(DAY)
    week.act(week.hall.actor(PLAYERLESS), playing_ruling_verbs.annul_match, week.key, "Wrong game")
    assert week.called_at is None
    assert week.view.goes_on
    assert len(week.said(MatchOpened)) == 2
    assert week.view.arrangement.time is None
    assert week.view.left == (3, 3)
    week.agree(2 * DAY)
    week.pass_time(2 * DAY)
    assert len(week.said(MatchCalled)) == 2


def test_a_time_of_staff_comes_in_place_of_what_is_proposed(week: Week) -> None:
    week.propose(0, DAY)
    week.act(
        week.hall.actor(PLAYERLESS), match_times_staff_verbs.set_time, week.key, week.hall.now + 2 * DAY, "The hall"
    )
    assert week.view.open_proposals == ()


def test_matches_that_wait_for_their_time_are_no_obstacle(week: Week) -> None:
    week.agree(DAY)
    assert week.hall.ask_as(week.hall.actor(PLAYERLESS), desk_view, week.event.tournament_id).rows == ()


def test_what_is_kept_of_a_person_goes_with_them(week: Week) -> None:
    from bot.features.match_times import verbs as match_times_verbs

    week.hall.act(week.actor(0), match_times_verbs.remember_zone, "Europe/Lisbon")
    assert week.hall.ask_as(week.actor(0), match_times_verbs.zone_of) == "Europe/Lisbon"
    person = week.view.players[0].person_id
    week.hall.do(lambda tx: people_personal_store.forget(tx, person, tx.now, accounts_too=True))
    assert week.rows("SELECT * FROM person_zones") == []
