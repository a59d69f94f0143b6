"""What the bot does about the time in which it was not there."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import outages_of, tournament_subject
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import ChannelId, MessageId
from bot.kernel.outages import Cause, Outage, OutageView, Step, TimeLost
from bot.kernel.outbox import ClockWrong, OutageTold
from bot.kernel.promises import Delivery
from bot.play.entries import Tournament, check_in_closes_at
from bot.server import speaking_verbs as server_speaking_verbs
from tests.hall.hall import GUILD, Hall
from tests.hall.outages import wake_up

MINUTE = timedelta(minutes=1)


def sleep_through(hall: Hall, length: timedelta) -> Outage | None:
    hall.do(playing_outage_verbs.note_alive)
    hall.now += length
    found = hall.do(wake_up)
    return found[0] if found else None


def told(hall: Hall, tournament: Tournament) -> int:
    return len(hall.promised(OutageTold, tournament.tournament_id))


def view(hall: Hall, tournament: Tournament, outage: Outage | None) -> OutageView:
    assert outage is not None
    return hall.ask(playing_outage_verbs.outage_view, hall.load(tournament), outage)


@pytest.mark.parametrize(("seconds", "news"), [(1, 0), (59, 0), (60, 1)])
def test_every_time_away_is_on_record_and_from_a_minute_on_it_is_told(hall: Hall, seconds: int, news: int) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    assert sleep_through(hall, timedelta(seconds=seconds)) == Outage(hall.now - timedelta(seconds=seconds), hall.now)
    assert told(hall, tournament) == news


def test_lives_too_short_to_be_noted_make_one_outage_that_is_told_once(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.do(playing_outage_verbs.note_alive)
    fell = hall.now
    for _ in range(200):
        hall.now += timedelta(seconds=3)
        hall.do(wake_up)
    assert hall.ask(kernel_time_store.outages_since, GUILD, fell) == (Outage(fell, hall.now),)
    assert told(hall, tournament) == 1
    (told_of_all,) = hall.ask(outbox.undelivered_promises, OutageTold, tournament.tournament_id)
    assert hall.do(tournaments_summons_verbs.try_again, GUILD) == 0
    assert hall.ask(outbox.undelivered_promises, OutageTold, tournament.tournament_id) == [told_of_all]
    closes = hall.ask(lambda tx: check_in_closes_at(hall.load(tournament), outages_of(tx, tournament)))
    assert closes == tournament.start_at + 10 * MINUTE


@pytest.mark.parametrize("grows", [False, True])
def test_a_message_is_drawn_anew_where_the_outage_grew_while_it_was_on_its_way(hall: Hall, grows: bool) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    hall.do(playing_outage_verbs.note_alive)
    hall.now += 2 * MINUTE
    hall.do(wake_up)
    (message,) = hall.ask(outbox.undelivered_promises, OutageTold, tournament.tournament_id)
    if grows:
        hall.now += timedelta(seconds=5)
        hall.do(wake_up)
    delivery = Delivery(message.outbox_id, ChannelId(7), MessageId(8), hall.now)
    hall.do(server_speaking_verbs.stand_as_said, message, delivery)
    panel = hall.ask(kernel_panel_store.load, server_speaking_verbs.said_subject(message.outbox_id))
    assert panel is not None
    assert (panel.stale_at is not None) is grows


@pytest.mark.rule("AIJE-D01-5")
def test_pieces_of_a_check_in_in_which_nobody_could_press_are_given_back(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 5 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    for _ in range(3):
        hall.now += timedelta(seconds=30)
        sleep_through(hall, timedelta(seconds=25))
    closes = hall.ask(lambda tx: check_in_closes_at(hall.load(tournament), outages_of(tx, tournament)))
    assert closes == hall.now + tournament.rulebook.outage.reopen_for


def test_the_first_start_of_all_is_no_outage(hall: Hall) -> None:
    assert hall.do(wake_up) == []


def test_time_before_discord_was_heard_for_the_first_time_is_no_outage(hall: Hall) -> None:
    hall.do(playing_outage_verbs.settle_earlier)
    hall.now += MINUTE
    assert hall.do(wake_up) == []
    hall.now += MINUTE
    hall.do(playing_outage_verbs.settle_earlier)
    assert hall.ask(kernel_time_store.outages_since, GUILD, hall.now - 2 * MINUTE) == (
        Outage(hall.now - MINUTE, hall.now),
    )


def test_nobody_is_bothered_by_an_outage_long_before_the_check_in(hall: Hall) -> None:
    tournament = hall.announce()
    sleep_through(hall, 5 * MINUTE)
    assert told(hall, tournament) == 0


def test_a_check_in_that_was_slept_through_stays_open_and_that_is_told(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    outage = sleep_through(hall, 25 * MINUTE)
    assert told(hall, tournament) == 1
    found = view(hall, tournament, outage)
    assert found.check_in_until == tournament.start_at + 25 * MINUTE
    assert not found.clocks_stood_still


def test_a_check_in_that_opened_late_is_open_as_long_as_announced(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 35 * MINUTE
    outage = sleep_through(hall, 10 * MINUTE)
    assert view(hall, tournament, outage).check_in_until == tournament.start_at + 5 * MINUTE
    assert told(hall, tournament) == 1


def test_an_event_in_play_hears_that_its_clocks_stood_still(hall: Hall) -> None:
    hall.arbiter(9)
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    outage = sleep_through(hall, 10 * MINUTE)
    assert told(hall, tournament) == 1
    called = hall.load(tournament).first_call_at is not None
    assert view(hall, tournament, outage).clocks_stood_still is called


def test_a_wrong_clock_is_told_to_organisers_where_something_runs_and_noted_for_the_host(hall: Hall) -> None:
    hall.do(playing_outage_verbs.note_clock, timedelta(hours=-1))
    assert hall.promised(ClockWrong, str(GUILD)) == []
    hall.do(playing_outage_verbs.note_clock, None)
    hall.announce()
    hall.do(playing_outage_verbs.note_clock, timedelta(hours=-1))
    (promised,) = hall.promised(ClockWrong, str(GUILD))
    assert promised.message == ClockWrong(GUILD, -3600)
    assert hall.ask(kernel_time_store.clock_off) == timedelta(hours=-1)
    hall.do(playing_outage_verbs.note_clock, None)
    assert hall.ask(kernel_time_store.clock_off) is None
    assert len(hall.promised(ClockWrong, str(GUILD))) == 1


def test_what_a_crash_left_unmoved_after_an_outage_is_moved_later_and_told_once(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    fell, subject = hall.now, tournament_subject(tournament.tournament_id)
    hall.now += 10 * MINUTE
    (noted,) = hall.do(playing_outage_verbs.note_losses, [TimeLost(fell, Cause.PROCESS)])
    closes = hall.ask(lambda tx: check_in_closes_at(hall.load(tournament), outages_of(tx, tournament)))
    assert closes > tournament.start_at
    due = hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.CLOSE_CHECK_IN]
    assert due < closes
    for _ in range(2):
        assert hall.ask(kernel_time_store.outages_to_move) == [noted]
        hall.do(playing_outage_verbs.move, noted, hall.ask(playing_outage_verbs.concerned, noted))
    assert hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.CLOSE_CHECK_IN] > due
    assert told(hall, tournament) == 1
    hall.do(playing_outage_verbs.note_moved, noted)
    assert hall.ask(kernel_time_store.outages_to_move) == []


def test_an_outage_that_grew_while_it_was_moved_is_moved_anew(hall: Hall) -> None:
    fell = hall.now
    hall.now += MINUTE
    (noted,) = hall.do(playing_outage_verbs.note_losses, [TimeLost(fell, Cause.PROCESS)])
    hall.now += MINUTE
    (grown,) = hall.do(playing_outage_verbs.note_losses, [TimeLost(fell, Cause.PROCESS)])
    hall.do(playing_outage_verbs.note_moved, noted)
    assert hall.ask(kernel_time_store.outages_to_move) == [grown]


def test_an_event_that_is_over_hears_nothing(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    sleep_through(hall, 10 * MINUTE)
    assert told(hall, tournament) == 0
