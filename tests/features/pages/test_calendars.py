"""Calendars of a server, a series and a player: what is in them, and how a change is told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.pages.calendar_messages import own_calendar, player_calendar, series_calendar, server_calendar
from bot.features.pages.model import ShownAs
from bot.features.pages.public_model import PublicAppointment, PublicCalendar
from bot.features.series import verbs as series_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import log
from bot.rulebooks.library import preset
from tests.features.pages.kept import (
    DAY,
    SECRET,
    TWO,
    announce,
    appointment,
    choose,
    decide,
    many,
    switch_on,
    titles,
)
from tests.features.pages.shown import ENGLISH, KEY, told
from tests.features.series.test_circuits import RULES
from tests.hall.hall import Hall
from tests.hall.watching import statements
from tests.hall.weeks import HOUR, Week, league

TITLE = "P2 – P3 · Open"


def calendar(hall: Hall) -> PublicCalendar | None:
    """The calendar of the hall's server."""
    return hall.ask(server_calendar, KEY, ENGLISH)


def own(hall: Hall, secret: str = SECRET) -> PublicCalendar | None:
    """The calendar of whose secret it is."""
    return hall.ask(player_calendar, secret, ENGLISH)


def has_grown(before: PublicAppointment, after: PublicAppointment) -> bool:
    """Whether a program takes the second for the same thing, changed."""
    return before.uid == after.uid and before.sequence < after.sequence and before.changed_at < after.changed_at


# --- of a server ----------------------------------------------------------------------------------------------------


def test_a_servers_calendar_has_the_events_that_are_on_its_pages(hall: Hall) -> None:
    switch_on(hall)
    shown = announce(hall, "Shown")
    decide(hall, announce(hall, "Hidden"), is_shown=False)
    hall.announce(TWO, "Not announced")
    found = calendar(hall)
    assert titles(found) == ["Shown"]
    told = appointment(found, "Shown")
    assert (told.begins_at, told.event, told.is_off) == (shown.start_at, shown.tournament_id, False)
    assert told.uid == f"{shown.tournament_id}@arbiter"
    assert told.ends_at > told.begins_at


def test_a_moved_event_keeps_its_uid_and_its_sequence_grows(hall: Hall) -> None:
    switch_on(hall)
    event = announce(hall)
    before = appointment(calendar(hall), "Cup")
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), tournaments_verbs.edit, event.tournament_id, None, event.start_at + DAY)
    after = appointment(calendar(hall), "Cup")
    assert after.begins_at == before.begins_at + DAY
    assert after.ends_at == before.ends_at + DAY
    assert has_grown(before, after)


def test_a_calendar_is_the_same_whenever_it_is_read(hall: Hall) -> None:
    switch_on(hall)
    hall.begin(announce(hall), 2, 3)
    before = calendar(hall)
    hall.now += 40 * DAY
    assert calendar(hall) == before


def test_an_event_that_was_called_off_is_told_for_a_month(hall: Hall) -> None:
    switch_on(hall)
    event = announce(hall)
    before = appointment(calendar(hall), "Cup")
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "No hall")
    after = appointment(calendar(hall), "Cup")
    assert after.is_off
    assert has_grown(before, after)
    hall.now += 30 * DAY
    assert titles(calendar(hall)) == []


def test_an_event_that_is_on_again_grows_once_more(hall: Hall) -> None:
    switch_on(hall)
    event = announce(hall)
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "No hall")
    off = appointment(calendar(hall), "Cup")
    hall.now += timedelta(minutes=1)
    (line,) = [one for one in hall.ask(log.of_tournament, event.tournament_id) if one.act == "cancel_tournament"]
    hall.act(hall.actor(1), undoing_verbs.undo, line.sequence)
    on = appointment(calendar(hall), "Cup")
    assert not on.is_off
    assert has_grown(off, on)


def test_an_event_that_is_over_ends_when_it_did(hall: Hall) -> None:
    switch_on(hall)
    event = hall.begin(announce(hall), 2, 3)
    before = appointment(calendar(hall), "Cup")
    over = hall.play_out(event)
    after = appointment(calendar(hall), "Cup")
    assert over.ended_at is not None
    assert after.ends_at == max(over.ended_at, over.start_at + timedelta(minutes=5))
    assert has_grown(before, after)


def test_an_event_takes_longer_with_the_ninth_entry_and_who_leaves_changes_nothing(hall: Hall) -> None:
    switch_on(hall)
    event = announce(hall)
    hall.enter(event, *range(2, 10))
    before = appointment(calendar(hall), "Cup")
    hall.now += timedelta(minutes=1)
    hall.enter(event, 10)
    after = appointment(calendar(hall), "Cup")
    assert after.ends_at > before.ends_at
    assert has_grown(before, after)
    hall.act(hall.actor(3), entering_verbs.withdraw, event.tournament_id)
    assert appointment(calendar(hall), "Cup") == after


def test_an_event_that_is_too_large_to_foretell_takes_as_long_as_a_smaller_one_at_least(hall: Hall) -> None:
    switch_on(hall)
    event = announce(hall, "Cup", preset("round-robin"))
    hall.enter(event, *range(2, 12))
    before = appointment(calendar(hall), "Cup")
    hall.enter(event, *range(12, 20))
    assert appointment(calendar(hall), "Cup").ends_at == before.ends_at


def test_thirty_events_take_no_more_statements_than_three(hall: Hall) -> None:
    switch_on(hall)
    counted = []
    for name, more in (("Few", 3), ("More", 30)):
        many(hall, more, name)
        with statements(hall) as ran:
            calendar(hall)
        counted.append(len(ran))
    assert counted[0] == counted[1] < 8


def test_a_calendar_of_a_server_whose_pages_are_off_is_not_there(hall: Hall) -> None:
    assert calendar(hall) is None
    switch_on(hall)
    choose(hall, 2, secret=SECRET)
    assert own(hall) is not None
    switch_on(hall, is_on=False)
    assert calendar(hall) is None
    assert own(hall) is None
    assert hall.ask(series_calendar, KEY, "any", ENGLISH) is None


# --- of a series ----------------------------------------------------------------------------------------------------


def test_a_series_has_the_calendar_of_its_events(hall: Hall) -> None:
    switch_on(hall)
    key = hall.act(hall.actor(1), series_verbs.create, RULES).circuit.circuit_id
    assert hall.ask(series_calendar, KEY, key, ENGLISH) is None
    counts = announce(hall, "Counts")
    announce(hall, "Counts not")
    hall.act(hall.actor(1), series_verbs.add_event, key, counts.tournament_id)
    found = hall.ask(series_calendar, KEY, key, ENGLISH)
    assert titles(found) == ["Counts"]
    assert found is not None
    assert found.name == RULES.name
    decide(hall, counts, is_shown=False)
    assert hall.ask(series_calendar, KEY, key, ENGLISH) is None


# --- of a player ----------------------------------------------------------------------------------------------------


def test_a_players_calendar_has_the_events_that_the_player_has_entered(hall: Hall) -> None:
    switch_on(hall)
    choose(hall, 2, secret=SECRET)
    entered = announce(hall, "Entered")
    left, _ = announce(hall, "Left"), announce(hall, "Not entered")
    hidden = announce(hall, "Hidden")
    decide(hall, hidden, is_shown=False)
    for event in (entered, left, hidden):
        hall.enter(event, 2)
    hall.act(hall.actor(2), entering_verbs.withdraw, left.tournament_id)
    found = own(hall)
    assert titles(found) == ["Entered", "Hidden"]
    assert appointment(found, "Entered").event == entered.tournament_id
    assert appointment(found, "Hidden").event == "", "it has no page that could be linked"


@pytest.mark.parametrize("secret", ["", "another", SECRET.upper()])
def test_a_wrong_secret_opens_nothing(hall: Hall, secret: str) -> None:
    switch_on(hall)
    choose(hall, 2, secret=SECRET)
    assert own(hall, secret) is None


def test_a_revoked_secret_and_that_of_who_is_gone_open_nothing(hall: Hall) -> None:
    switch_on(hall)
    choose(hall, 2, secret=SECRET)
    choose(hall, 3, secret="another")
    hall.act(hall.actor(3), erasure_verbs.erase)
    choose(hall, 2, secret="a new one")
    assert own(hall) is None
    assert own(hall, "another") is None
    assert own(hall, "a new one") is not None


# --- matches with times of their own --------------------------------------------------------------------------------


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Week]:
    """A league whose first round is open; both sides have calendars."""
    week = Week(tmp_path, league(reschedules=3, proposals=9))
    switch_on(week.hall)
    decide(week.hall, told(week.hall, week.event), is_shown=True)
    choose(week.hall, 2, secret=SECRET)
    choose(week.hall, 3, secret="another")
    yield week
    week.hall.close()


def match(week: Week) -> PublicAppointment:
    """The match in the calendar of member 2."""
    found = own(week.hall)
    assert found is not None
    (one,) = [one for one in found.appointments if one.match]
    return one


def test_an_agreed_match_is_in_the_calendars_of_both_sides(week: Week) -> None:
    assert titles(own(week.hall)) == ["Open"]
    week.agree(2 * DAY)
    told = match(week)
    assert {told.title} <= {TITLE, "P3 – P2 · Open"}
    assert (told.begins_at, told.match, told.event) == (week.hall.now + 2 * DAY, week.key, week.event.tournament_id)
    other, mine = own(week.hall, "another"), own(week.hall)
    assert other is not None
    assert mine is not None
    assert other.appointments == mine.appointments
    assert titles(calendar(week.hall)) == ["Open"]


def test_a_moved_match_keeps_its_uid_and_its_sequence_grows(week: Week) -> None:
    week.agree(2 * DAY)
    first = match(week)
    week.hall.now += HOUR
    week.agree(3 * DAY)
    second = match(week)
    assert second.begins_at == week.hall.now + 3 * DAY
    assert has_grown(first, second)


def test_a_time_that_staff_take_away_is_a_cancellation_until_there_is_another(week: Week) -> None:
    week.agree(2 * DAY)
    first = match(week)
    week.hall.now += HOUR
    week.act(week.hall.actor(1), match_times_staff_verbs.lift_time, week.key, "One of them is ill")
    off = match(week)
    assert off.is_off
    assert has_grown(first, off)
    week.hall.now += HOUR
    week.agree(3 * DAY)
    again = match(week)
    assert not again.is_off
    assert has_grown(off, again)


def test_a_match_that_is_decided_before_its_time_is_not_played_then(week: Week) -> None:
    week.agree(2 * DAY)
    first = match(week)
    week.hall.settle(week.contest, (week.contest.target, 0))
    off = match(week)
    assert off.is_off
    assert has_grown(first, off)


def test_a_match_that_was_played_stays_where_it_was(week: Week) -> None:
    week.agree(DAY)
    first = match(week)
    week.hall.now += DAY
    week.hall.settle(week.contest, (week.contest.target, 0))
    assert not match(week).is_off
    assert match(week).begins_at == first.begins_at


def test_the_matches_of_an_event_that_is_called_off_are_off(week: Week) -> None:
    week.agree(2 * DAY)
    first = match(week)
    week.hall.now += HOUR
    week.act(week.hall.actor(1), course_ending_verbs.cancel, week.event.tournament_id, "No hall")
    assert match(week).is_off
    assert has_grown(first, match(week))


def test_an_opponent_is_named_as_they_have_chosen(week: Week) -> None:
    week.agree(2 * DAY)
    choose(week.hall, 3, ShownAs.INITIALS)
    assert "P3" not in match(week).title
    assert "P." in match(week).title


def test_the_own_file_needs_no_pages(week: Week) -> None:
    week.agree(2 * DAY)
    switch_on(week.hall, is_on=False)
    found = week.hall.ask(own_calendar, week.hall.person(2), ENGLISH)
    assert len(found.appointments) == 2
    assert {one.event for one in found.appointments} == {""}
    assert "P3" in found.appointments[-1].title


def test_the_own_file_links_no_page_that_is_not_there_yet(hall: Hall) -> None:
    event = announce(hall)
    hall.enter(event, 2)
    hall.now += timedelta(minutes=1)
    switch_on(hall)
    for is_shown in (False, True):
        found = hall.ask(own_calendar, hall.person(2), ENGLISH)
        assert [bool(one.event) for one in found.appointments] == [is_shown]
        hall.now += 7 * DAY


@pytest.mark.parametrize("language", LOCALES)
def test_a_calendar_speaks_each_language(week: Week, language: str) -> None:
    week.agree(2 * DAY)
    found = week.hall.ask(player_calendar, SECRET, Translator(language))
    assert found is not None
    assert found.language == language
    assert all(one.text for one in found.appointments)
