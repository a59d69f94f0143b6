"""The dates of a repeat by the clocks of its server: weeks, months, and nights on which the clocks change."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.repeating.model import (
    Oddity,
    Pattern,
    Repeat,
    RepeatDate,
    Rhythm,
    StopReason,
    a_week_later,
    announced_at,
    comes_too_late,
    dates_ahead,
    days_before,
    last_by_day,
    name_after,
    next_date,
    next_name,
    pattern_of,
)
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.play.entries import Tournament
from bot.rulebooks.library import fingerprint, preset
from tests.record.test_public_cases import case

BERLIN = ZoneInfo("Europe/Berlin")
SAO_PAULO = ZoneInfo("America/Sao_Paulo")
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu", "UTC")
MADE_AT = datetime(2026, 10, 1, tzinfo=UTC)


def wall(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    """A moment by what the clocks of the zone show."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def shown(at: datetime, zone: ZoneInfo = BERLIN) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"


def friday(at: str = "2026-10-16 20:00", rhythm: Rhythm = Rhythm.WEEKLY) -> Pattern:
    return pattern_of(rhythm, wall(at), BERLIN)


def repeat(pattern: Pattern | None = None, last: int | None = None) -> Repeat:
    return Repeat(
        "r", GuildId(1), TournamentId("t"), PersonId("p"), MADE_AT, pattern or friday(), 5, 1, last_number=last
    )


def event(name: str, start_at: datetime) -> Tournament:
    rules = preset("cup")
    return Tournament(
        TournamentId("t"), GuildId(1), name, rules, fingerprint(rules), start_at, MADE_AT, PersonId("p"), ""
    )


# --- by the clocks --------------------------------------------------------------------------------------------------


def test_an_evening_at_eight_stays_at_eight_when_the_clocks_go_back() -> None:
    starts = [friday().start(number, BERLIN) for number in range(4)]
    assert [shown(one) for one in starts] == [
        "2026-10-16 20:00",
        "2026-10-23 20:00",
        "2026-10-30 20:00",
        "2026-11-06 20:00",
    ]
    assert starts[2] - starts[1] == timedelta(days=7, hours=1)


def test_it_stays_at_eight_when_the_clocks_go_forward() -> None:
    pattern = friday("2027-03-26 20:00")
    first, second = (pattern.start(number, BERLIN) for number in (0, 1))
    assert second - first == timedelta(days=7, hours=-1)
    assert shown(second) == "2027-04-02 20:00"


def test_of_an_hour_that_comes_twice_the_first_is_meant_and_said(cases_scenarios: dict[str, dict[str, str]]) -> None:
    told = cases_scenarios["doubled-hour"]
    zone = ZoneInfo(told["zone"])
    twice = pattern_of(Rhythm.WEEKLY, wall(told["start"], zone) - timedelta(days=7), zone)
    start = twice.start(1, zone)
    assert shown(start, zone) == told["start"]
    assert f"The first, at UTC{start.astimezone(zone).isoformat()[-6:]}" in told["right"]
    assert twice.oddity(1, zone) is Oddity.TWICE
    assert twice.oddity(2, zone) is None


def test_an_hour_that_the_clocks_jump_over_begins_as_much_later_and_is_said() -> None:
    pattern = friday("2027-03-21 02:30")
    assert shown(pattern.start(1, BERLIN)) == "2027-03-28 03:30"
    assert pattern.oddity(1, BERLIN) is Oddity.JUMPED
    assert shown(pattern.start(2, BERLIN)) == "2027-04-04 02:30"
    assert pattern.oddity(2, BERLIN) is None


def test_of_an_event_in_the_second_of_two_equal_hours_the_pattern_is_that_hour() -> None:
    second = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=BERLIN).astimezone(UTC)
    assert pattern_of(Rhythm.WEEKLY, second, BERLIN) == Pattern(Rhythm.WEEKLY, date(2026, 10, 25), 150)


@given(
    st.sampled_from(ZONES),
    st.dates(date(2026, 1, 1), date(2027, 12, 31)),
    st.times(),
    st.sampled_from(Rhythm),
    st.integers(0, 60),
)
def test_the_clocks_show_the_same_on_every_date_but_where_that_hour_is_missing(
    name: str, day: date, hour: time, rhythm: Rhythm, number: int
) -> None:
    zone = ZoneInfo(name)
    pattern = pattern_of(rhythm, datetime.combine(day, hour, zone).astimezone(UTC), zone)
    start = pattern.start(number, zone).astimezone(zone)
    minutes = start.hour * 60 + start.minute
    if pattern.oddity(number, zone) is Oddity.JUMPED:
        assert 0 < minutes - pattern.minute <= 60
    else:
        assert minutes == pattern.minute
    assert start.date() == pattern.day(number)
    assert pattern.start(number, zone) < pattern.start(number + 1, zone)


# --- rhythms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rhythm", "days"),
    [(Rhythm.WEEKLY, 7), (Rhythm.TWO_WEEKS, 14), (Rhythm.THREE_WEEKS, 21), (Rhythm.FOUR_WEEKS, 28)],
)
def test_so_many_weeks_lie_between(rhythm: Rhythm, days: int) -> None:
    pattern = friday(rhythm=rhythm)
    assert pattern.day(1) - pattern.day(0) == timedelta(days=days)


@pytest.mark.parametrize(
    ("first", "following"),
    [
        ("2026-10-02", ["2026-11-06", "2026-12-04", "2027-01-01"]),
        ("2026-10-16", ["2026-11-20", "2026-12-18", "2027-01-15"]),
        ("2026-10-23", ["2026-11-27", "2026-12-25", "2027-01-22"]),
        # The fifth Friday is the last one, in months that have four as well.
        ("2026-10-30", ["2026-11-27", "2026-12-25", "2027-01-29"]),
    ],
)
def test_every_month_it_is_the_same_friday(first: str, following: list[str]) -> None:
    pattern = friday(f"{first} 20:00", Rhythm.MONTHLY)
    assert [pattern.day(number).isoformat() for number in (1, 2, 3)] == following
    assert pattern.day(0).isoformat() == first


@given(st.dates(date(2026, 1, 1), date(2026, 12, 31)), st.integers(0, 40))
def test_a_month_later_it_is_the_same_day_of_the_week_in_the_following_month(anchor: date, number: int) -> None:
    pattern = Pattern(Rhythm.MONTHLY, anchor, 0)
    day = pattern.day(number)
    assert day.weekday() == anchor.weekday()
    assert day.year * 12 + day.month == anchor.year * 12 + anchor.month + number


def test_an_end_by_a_day_counts_that_day_in() -> None:
    assert last_by_day(friday(), date(2026, 10, 30)) == 2
    assert last_by_day(friday(), date(2026, 10, 29)) == 1
    assert last_by_day(friday(), date(2026, 1, 1)) == -1


# --- dates alone ----------------------------------------------------------------------------------------------------


def test_a_date_that_is_skipped_or_moved_leaves_all_others_where_they_are() -> None:
    moved = wall("2026-10-31 18:00")
    dealt = {
        1: RepeatDate("r", 1, skipped_by=PersonId("p")),
        2: RepeatDate("r", 2, start_at=moved, changed_by=PersonId("p")),
        3: RepeatDate("r", 3, tournament_id=TournamentId("t3")),
        4: RepeatDate("r", 4, missed_at=MADE_AT),
    }
    ahead = [*dates_ahead(repeat(last=6), dealt, BERLIN)]
    assert [(one.number, one.is_skipped, one.is_changed) for one in ahead] == [
        (1, True, False),
        (2, False, True),
        (5, False, False),
        (6, False, False),
    ]
    following = next_date(repeat(last=6), dealt, BERLIN)
    assert following is not None
    assert following.start_at == moved
    assert shown(ahead[2].start_at) == "2026-11-20 20:00"


def test_after_the_last_date_nothing_comes() -> None:
    dealt = {1: RepeatDate("r", 1, tournament_id=TournamentId("t1"))}
    assert next_date(repeat(last=1), dealt, BERLIN) is None


def test_a_repeat_that_has_stopped_is_not_running() -> None:
    assert repeat().is_running
    assert not replace(repeat(), stop=StopReason.BY_HAND, stopped_at=MADE_AT).is_running


def test_an_event_is_announced_at_its_own_hour_so_many_days_before() -> None:
    assert shown(days_before(wall("2026-10-30 20:00"), 7, BERLIN)) == "2026-10-23 20:00"


def test_the_next_is_announced_only_once_the_one_before_has_begun() -> None:
    ahead = next_date(repeat(), {}, BERLIN)
    assert ahead is not None
    before = event("Cup", wall("2026-10-20 20:00"))
    assert announced_at(repeat(), ahead, before, BERLIN) == before.start_at
    off = replace(before, cancelled_at=MADE_AT)
    assert shown(announced_at(repeat(), ahead, off, BERLIN)) == "2026-10-18 20:00"
    assert shown(announced_at(repeat(), ahead, None, BERLIN)) == "2026-10-18 20:00"


def test_an_event_whose_check_in_would_be_open_already_comes_too_late() -> None:
    model, start = event("Cup", MADE_AT), wall("2026-10-30 20:00")
    opens = start - model.rulebook.check_in.opens_before
    assert not comes_too_late(start, model, opens)
    assert comes_too_late(start, model, opens + timedelta(milliseconds=1))


# --- once more ------------------------------------------------------------------------------------------------------


def test_a_week_later_is_the_same_hour_by_the_clocks() -> None:
    assert shown(a_week_later(wall("2026-10-23 20:00"), wall("2026-10-24 10:00"), BERLIN)) == "2026-10-30 20:00"


def test_of_an_event_long_ago_it_is_the_next_such_evening() -> None:
    assert shown(a_week_later(wall("2026-01-02 20:00"), wall("2026-10-24 10:00"), BERLIN)) == "2026-10-30 20:00"


@pytest.mark.parametrize(
    ("name", "following"),
    [("Friday Cup", "Friday Cup"), ("Cup #12", "Cup #13"), ("Cup 2026", "Cup 2026"), ("#9", "#10"), ("Cup #", "Cup #")],
)
def test_a_name_with_a_number_counts_on(name: str, following: str) -> None:
    assert next_name(name) == following


def test_the_number_counts_on_from_the_latest_event_that_has_one() -> None:
    names = ("Cup #3", "Cup #4", "Christmas Cup")
    assert name_after([event(name, MADE_AT) for name in names]) == "Cup #5"
    assert name_after([event("Cup", MADE_AT), event("Christmas Cup", MADE_AT)]) == "Cup"


@pytest.fixture
def cases_scenarios() -> dict[str, dict[str, str]]:
    """The situations that failed elsewhere, with what is right."""
    found: dict[str, dict[str, str]] = json.loads(case("scenarios.json"))
    return found
