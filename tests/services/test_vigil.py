"""What the bot does about the time in which it was not there."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.announcements import Saying
from bot.domain.events.tournament import Tournament
from bot.domain.outages import Outage
from bot.domain.setup_views import OutageView
from bot.services import vigil
from bot.services.entering import check_in
from tests.services.hall import Hall

MINUTE = timedelta(minutes=1)


def sleep_through(hall: Hall, length: timedelta) -> Outage | None:
    hall.do(vigil.seen)
    hall.now += length
    return hall.do(vigil.wake_up)


def told(hall: Hall, tournament: Tournament) -> int:
    return len(hall.promised(Saying.OUTAGE, tournament.tournament_id))


def view(hall: Hall, tournament: Tournament, outage: Outage | None) -> OutageView:
    assert outage is not None
    return hall.ask(vigil.outage_view, hall.load(tournament), outage)


@pytest.mark.parametrize(("seconds", "counts"), [(59, False), (60, True)])
def test_a_restart_of_less_than_a_minute_is_no_outage(hall: Hall, seconds: int, counts: bool) -> None:
    assert (sleep_through(hall, timedelta(seconds=seconds)) is not None) is counts


def test_the_first_start_of_all_is_no_outage(hall: Hall) -> None:
    assert hall.do(vigil.wake_up) is None


def test_nobody_is_bothered_by_an_outage_long_before_the_check_in(hall: Hall) -> None:
    tournament = hall.announce()
    sleep_through(hall, 5 * MINUTE)
    assert told(hall, tournament) == 0


def test_a_check_in_that_was_slept_through_stays_open_and_that_is_told(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(check_in.open_check_in, hall.load(tournament))
    outage = sleep_through(hall, 25 * MINUTE)
    assert told(hall, tournament) == 1
    found = view(hall, tournament, outage)
    assert found.check_in_until == hall.now + tournament.rulebook.outage.reopen_for
    assert not found.clocks_stood_still


def test_a_check_in_that_opened_late_and_closes_as_announced_says_so(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 35 * MINUTE
    outage = sleep_through(hall, 10 * MINUTE)
    found = view(hall, tournament, outage)
    assert (found.check_in_until, found.check_in_late) == (None, True)
    assert told(hall, tournament) == 1


def test_an_event_in_play_hears_that_its_clocks_stood_still(hall: Hall) -> None:
    hall.arbiter(9)
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    outage = sleep_through(hall, 10 * MINUTE)
    assert told(hall, tournament) == 1
    called = hall.load(tournament).first_call_at is not None
    assert view(hall, tournament, outage).clocks_stood_still is called


def test_an_event_that_is_over_hears_nothing(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    sleep_through(hall, 10 * MINUTE)
    assert told(hall, tournament) == 0
