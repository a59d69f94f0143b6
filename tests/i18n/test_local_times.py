"""Moments as people write them, on clocks that jump, repeat and skip whole days."""

from datetime import UTC, datetime, timedelta
from typing import Literal

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.countries import UNDECIDED, UnknownTimeZone, city_of, guess_zone, suggest_zones, usual_zone, zone_named
from bot.i18n.moment_words import DateOrder, UnreadableMoment
from bot.i18n.moments import AmbiguousLocalTime, MomentInThePast, NoSuchLocalTime, date_order, parse_local, write_local
from bot.kernel.errors import UserError

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
NEW_YORK, ROME, SAO_PAULO, APIA = "America/New_York", "Europe/Rome", "America/Sao_Paulo", "Pacific/Apia"
DAY, MONTH = DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone", "order", "moment"),
    [
        ("2026-07-25 19:30", SAO_PAULO, DAY, "2026-07-25 22:30"),
        ("2026-07-25 19:30", SAO_PAULO, MONTH, "2026-07-25 22:30"),
        ("2026-07-25T19:30", ROME, DAY, "2026-07-25 17:30"),
        ("25/07/2026 19:30", ROME, DAY, "2026-07-25 17:30"),
        ("25/07/2026 às 19h30", SAO_PAULO, DAY, "2026-07-25 22:30"),
        ("25/07/2026, 19h", SAO_PAULO, DAY, "2026-07-25 22:00"),
        ("25.7.2026 alle 19.30", ROME, DAY, "2026-07-25 17:30"),
        ("25-07-26 a las 19:30", ROME, DAY, "2026-07-25 17:30"),
        ("07/25/2026 7:30 PM", NEW_YORK, MONTH, "2026-07-25 23:30"),
        ("07/25/2026 7:30\u202fPM", NEW_YORK, MONTH, "2026-07-25 23:30"),
        ("7/25/2026 at 7pm", NEW_YORK, MONTH, "2026-07-25 23:00"),
        ("07/25/2026 12:00 AM", NEW_YORK, MONTH, "2026-07-25 04:00"),
        ("07/25/2026 12:00 p.m.", NEW_YORK, MONTH, "2026-07-25 16:00"),
        ("02/03/2026 10:00", ROME, DAY, "2026-03-02 09:00"),
        ("02/03/2026 10:00", ROME, MONTH, "2026-02-03 09:00"),
        ("  25/07/2026   19:30 ", ROME, DAY, "2026-07-25 17:30"),
        ("25/07 19:30", ROME, DAY, "2026-07-25 17:30"),
        ("2026-01-15 10:00", SAO_PAULO, DAY, "2026-01-15 13:00"),
        ("2026-07-25 19:30", APIA, DAY, "2026-07-25 06:30"),
    ],
)
def test_a_moment_is_read_on_the_servers_clocks(text, zone, order, moment):
    assert parse_local(text, zone, order, now=NOW) == utc(moment)


@pytest.mark.parametrize("text", ["", "   ", "25/07/2026 24:00", "25/07/2026 13 PM", "25/07/2026 0:30 AM", "13 pm"])
def test_what_is_no_moment_is_answered_with_an_example_in_the_persons_order(text):
    with pytest.raises(UnreadableMoment) as refused:
        parse_local(text, ROME, DAY, now=NOW)
    assert refused.value.example == "02/01/2026 20:00"
    assert parse_local(refused.value.example, ROME, DAY, now=NOW) == utc("2026-01-02 19:00")


@pytest.mark.parametrize(
    ("text", "zone", "before", "after"),
    [
        ("2026-03-08 02:30", NEW_YORK, "2026-03-08 01:30", "2026-03-08 03:30"),
        ("2026-03-08 02:00", NEW_YORK, "2026-03-08 01:00", "2026-03-08 03:00"),
        ("2026-03-29 02:59", ROME, "2026-03-29 01:59", "2026-03-29 03:59"),
    ],
)
def test_an_hour_that_the_clocks_jump_over_is_refused_with_both_neighbours(text, zone, before, after):
    with pytest.raises(NoSuchLocalTime) as refused:
        parse_local(text, zone, DAY, now=NOW)
    assert (refused.value.before, refused.value.after) == (before, after)


def test_the_day_that_samoa_skipped_does_not_exist():
    with pytest.raises(NoSuchLocalTime) as refused:
        parse_local("2011-12-30 10:00", APIA, DAY, now=utc("2011-12-01 00:00"))
    assert (refused.value.before, refused.value.after) == ("2011-12-29 10:00", "2011-12-31 10:00")


@pytest.mark.parametrize("text", ["2026-03-08 01:59", "2026-03-08 03:00", "2026-11-01 00:59", "2026-11-01 02:00"])
def test_the_minutes_beside_a_jump_are_ordinary(text):
    assert parse_local(text, NEW_YORK, DAY, now=NOW) > NOW


@pytest.mark.parametrize(
    ("text", "zone", "first", "second", "offsets"),
    [
        ("2026-11-01 01:30", NEW_YORK, "2026-11-01 05:30", "2026-11-01 06:30", ("UTC-04:00", "UTC-05:00")),
        ("2026-10-25 02:00", ROME, "2026-10-25 00:00", "2026-10-25 01:00", ("UTC+02:00", "UTC+01:00")),
    ],
)
def test_an_hour_that_comes_twice_is_asked_back_and_then_chosen(text, zone, first, second, offsets):
    with pytest.raises(AmbiguousLocalTime) as asked:
        parse_local(text, zone, DAY, now=NOW)
    assert (asked.value.first, asked.value.second) == (utc(first), utc(second))
    assert (asked.value.first_offset, asked.value.second_offset) == offsets
    assert parse_local(text, zone, DAY, now=NOW, fold=0) == utc(first)
    assert parse_local(text, zone, DAY, now=NOW, fold=1) == utc(second)


@pytest.mark.parametrize("day", ["2026-02-15", "2026-02-22", "2026-10-18", "2026-11-01"])
def test_sao_paulo_has_no_summer_time_any_more(day):
    assert parse_local(f"{day} 00:30", SAO_PAULO, DAY, now=NOW) == utc(f"{day} 03:30")


def test_this_very_minute_is_over_and_the_next_is_not():
    now = utc("2026-07-25 17:30")
    with pytest.raises(MomentInThePast) as refused:
        parse_local("25/07/2026 19:30", ROME, DAY, now=now)
    assert (refused.value.moment, refused.value.now) == (now, now)
    assert parse_local("25/07/2026 19:31", ROME, DAY, now=now) == now + timedelta(minutes=1)


def test_without_its_year_a_date_may_mean_next_year_when_that_is_near():
    assert parse_local("05/01 19:30", ROME, DAY, now=utc("2026-12-20 12:00")) == utc("2027-01-05 18:30")


def test_without_its_year_yesterday_is_a_slip_and_not_next_year():
    with pytest.raises(MomentInThePast):
        parse_local("24/07 19:30", ROME, DAY, now=utc("2026-07-25 12:00"))


@given(
    st.integers(3 * 24 * 60, 10 * 365 * 24 * 60),
    st.sampled_from([NEW_YORK, ROME, SAO_PAULO, APIA]),
    st.sampled_from(DateOrder),
)
def test_what_is_written_is_read_back_as_the_same_moment(minutes, zone, order):
    moment = NOW + timedelta(minutes=minutes)
    fold: Literal[0, 1] = 1 if moment.astimezone(zone_named(zone)).fold else 0
    assert parse_local(write_local(moment, zone, order), zone, order, now=NOW, fold=fold) == moment


@given(st.text(max_size=40), st.sampled_from(DateOrder))
def test_no_text_at_all_makes_the_reading_fail_in_another_way(text, order):
    try:
        found = parse_local(text, ROME, order, now=NOW)
    except UserError:
        return
    assert found > NOW


@pytest.mark.parametrize(
    ("locale", "order"), [("en-US", MONTH), ("en-GB", DAY), ("pt-BR", DAY), ("es-419", DAY), ("it", DAY)]
)
def test_only_the_united_states_put_the_month_first(locale, order):
    assert date_order(locale) is order


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("rome", "Europe/Rome"),
        ("roma", "Europe/Rome"),
        ("São", "America/Sao_Paulo"),
        ("brasília", "America/Sao_Paulo"),
        ("new y", "America/New_York"),
        ("europe/ro", "Europe/Rome"),
        ("apia", "Pacific/Apia"),
        ("", "America/Sao_Paulo"),
        ("utc", "UTC"),
    ],
)
def test_a_city_is_found_as_people_type_it(typed, first):
    assert suggest_zones(typed)[0] == first


@given(st.text(max_size=8))
def test_suggestions_are_real_zones_and_fit_the_menu(typed):
    suggestions = suggest_zones(typed)
    assert len(suggestions) <= 25
    assert len(set(suggestions)) == len(suggestions)
    assert all(zone_named(name).key == name for name in suggestions)


@pytest.mark.parametrize(
    ("name", "suggested"),
    [("Europe/Roma", "Europe/Rome"), ("Rome", "Europe/Rome"), ("../etc/passwd", "America/Sao_Paulo")],
)
def test_an_unknown_zone_is_answered_with_the_nearest_names(name, suggested):
    with pytest.raises(UnknownTimeZone) as refused:
        zone_named(name)
    assert suggested in refused.value.suggestions


def test_a_zones_case_does_not_matter():
    assert zone_named("america/sao_paulo").key == SAO_PAULO


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_a_zone_is_usual_only_where_most_readers_of_the_locale_live_in_one(locale):
    guessed = usual_zone(locale)
    assert guessed is None or zone_named(guessed).key == guessed
    assert (guessed is None) is (locale in {"en-US", "es-419", "ru", "zh-CN", "id"})


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_every_locale_leads_to_a_guess_and_the_host_s_zone_goes_before_one_of_many(locale):
    guessed = guess_zone(locale, UNDECIDED)
    assert guessed != UNDECIDED
    assert zone_named(guessed).key == guessed
    assert guess_zone(locale, "Europe/Lisbon") == (usual_zone(locale) or "Europe/Lisbon")


def test_a_zone_goes_by_its_city():
    assert city_of("America/Argentina/Buenos_Aires") == "Buenos Aires"
