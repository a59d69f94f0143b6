"""Moments as people say them: four languages, days without dates, and what is asked back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.moment_words import (
    VOCABULARY,
    DateOrder,
    HalfOfDayUnclear,
    HourLeftOut,
    NoSuchDate,
    UnknownWordInMoment,
    UnreadableMoment,
    Weekday,
    WeekdayIsAnother,
    plain,
)
from bot.i18n.moments import MomentInThePast, NoSuchLocalTime, parse_local, write_local

NOW = datetime(2026, 11, 23, 18, 30, 20, tzinfo=UTC)
"""A Monday, half past three in the afternoon in São Paulo."""
SAO_PAULO, NEW_YORK = "America/Sao_Paulo", "America/New_York"


def said(text: str, order: DateOrder = DateOrder.DAY_FIRST, now: datetime = NOW) -> str:
    """What is read, on the clocks of São Paulo, the day first."""
    return write_local(parse_local(text, SAO_PAULO, order, now=now), SAO_PAULO, DateOrder.DAY_FIRST)


@pytest.mark.parametrize(
    ("moment", "texts"),
    [
        ("23/11/2026 21:00", "today 21h|hoje à noite 21h|hoy a las 21|stasera alle 21|tonight 9|tonight at 9pm|21h"),
        ("23/11/2026 20:00", "8 da noite|8 de la noche|alle 8 di sera|às 20 horas|20h|8 p.m.|a las 20 hs|tonight 8"),
        ("24/11/2026 20:00", "tomorrow 8pm|amanhã 20h|mañana a las 20|domani alle 20.00|Tomorrow, 20:00|20h amanhã"),
        ("24/11/2026 09:00", "mañana por la mañana a las 9|amanhã 9h|tomorrow 9 in the morning|domani mattina alle 9"),
        ("25/11/2026 18:00", "depois de amanhã 18h|pasado mañana 18:00|dopodomani alle 18|the day after tomorrow 6pm"),
        ("27/11/2026 20:00", "sex 20h|sexta às 20|viernes a las 20|venerdì 20.00|Friday 8 pm|sexta-feira 20h00"),
        ("27/11/2026 20:00", "próxima sexta 20h|next friday 8pm|viernes que viene 20h|venerdì prossimo alle 20"),
        ("27/11/2026 20:30", "sexta 20:30|sexta 20h30|viernes a las 20:30 hs|venerdì alle 20.30|Friday at 8:30 p.m."),
        ("28/11/2026 20:00", "28/11 20h|28.11 20.00|28/11/2026 20h|28 nov 20h|28 de novembro às 20h|Nov 28th, 8pm"),
        ("28/11/2026 20:00", "2026-11-28 20:00|sáb 28/11 20h|sábado 28 a las 20|dia 28 às 20h|28 novembre alle 20"),
        ("23/11/2026 17:31", "in 2 hours|daqui a 2 horas|en 2 horas|dentro de 2 horas|tra 2 ore|fra 2 ore"),
        ("23/11/2026 17:01", "in 1h30|em 1 hora e 30 minutos|tra 1 ora e 30|in 90 minutes|90 min"),
        ("23/11/2026 16:01", "half an hour|daqui a meia hora|en media hora|tra mezz'ora"),
        ("23/11/2026 16:31", "in an hour|daqui a uma hora|dentro de una hora|tra un'ora"),
        ("26/11/2026 20:00", "in 3 days 20h|daqui a 3 dias às 20h|dentro de 3 días a las 20|tra 3 giorni alle 20"),
        ("27/11/2026 12:00", "friday noon|sexta ao meio-dia|viernes al mediodía|venerdì a mezzogiorno"),
        ("24/11/2026 20:00", "ter 20h|mar a las 20|martedì 20:00|Tuesday 24 8pm|mar 20"),
        ("20/03/2027 20:00", "20 mar 20h|Mar 20 8pm|20 de março às 20h"),
        ("30/11/2026 20:00", "next monday 20:00|segunda que vem 20h|monday 30 8pm"),
        ("23/11/2026 20:00", "monday 20:00|segunda 20h|lunes 20h|lunedì alle 20"),
        ("28/11/2026 16:00", "<t:1795892400:F>|<t:1795892400>"),
    ],
)  # fmt: skip
def test_a_moment_is_read_as_people_say_it(moment, texts):
    assert {text: said(text) for text in texts.split("|")} == dict.fromkeys(texts.split("|"), moment)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("tomorrow 8pm UTC", "2026-11-24 20:00"),
        ("tomorrow 8pm (gmt)", "2026-11-24 20:00"),
        ("amanhã 20h BRT", "2026-11-24 23:00"),
        ("amanhã 20h de Brasília", "2026-11-24 23:00"),
        ("domani 20:00 CET", "2026-11-24 19:00"),
        ("domani alle 20 Roma", "2026-11-24 19:00"),
        ("mañana 20h UTC+2", "2026-11-24 18:00"),
        ("tomorrow 8pm UTC-03:30", "2026-11-24 23:30"),
        ("24/11/2026 20:00 New York", "2026-11-25 01:00"),
        ("24/11/2026 20:00 America/Sao_Paulo", "2026-11-24 23:00"),
        ("tomorrow 8pm Tokyo", "2026-11-25 11:00"),
    ],
)
def test_a_zone_behind_the_time_counts_instead_of_the_servers(text, moment):
    """In Tokyo it is Tuesday already, and tomorrow is Wednesday there."""
    expected = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert parse_local(text, NEW_YORK, DateOrder.DAY_FIRST, now=NOW) == expected


@pytest.mark.parametrize("text", ["now", "Agora", "ahora mismo", "adesso", "right now"])
def test_now_is_the_minute_after_the_next(text):
    at = NOW.replace(second=0, microsecond=0)
    assert parse_local(text, NEW_YORK, DateOrder.DAY_FIRST, now=at) == at + timedelta(minutes=1)
    assert parse_local(text, NEW_YORK, DateOrder.DAY_FIRST, now=at + timedelta(seconds=5)) == at + timedelta(minutes=2)


def test_a_date_that_can_be_two_is_read_in_the_readers_order_and_any_other_in_the_only_one():
    assert said("03/12 20:00") == "03/12/2026 20:00"
    assert said("03/12 20:00", DateOrder.MONTH_FIRST) == "12/03/2027 20:00"
    assert said("28/11 20:00", DateOrder.MONTH_FIRST) == said("11/28 20:00") == "28/11/2026 20:00"


def test_an_hour_that_is_over_today_means_the_next_day_it_comes():
    assert said("15h") == "24/11/2026 15:00"
    assert said("monday 15h") == "30/11/2026 15:00"
    with pytest.raises(MomentInThePast):
        said("today 15h")


@pytest.mark.parametrize(
    ("text", "error", "fields"),
    [
        ("tomorrow", HourLeftOut, {"example": "24/11/2026 20:00"}),
        ("tonight", HourLeftOut, {"example": "23/11/2026 20:00"}),
        ("28/11/2026", HourLeftOut, {"example": "28/11/2026 20:00"}),
        ("in 3 days", HourLeftOut, {"example": "26/11/2026 20:00"}),
        ("sex 8", HalfOfDayUnclear, {"hour": 8, "morning": "27/11/2026 08:00", "evening": "27/11/2026 20:00"}),
        ("a las 8", HalfOfDayUnclear, {"hour": 8}),
        ("tomorrow 8pm CST", UnknownWordInMoment, {"word": "cst"}),
        ("soon", UnknownWordInMoment, {"word": "soon"}),
        ("@everyone", UnknownWordInMoment, {"word": "@everyone"}),
        ("9" * 400, UnknownWordInMoment, {"word": "9" * 40}),
        ("25/07/2026 19:3", UnknownWordInMoment, {"word": ":3"}),
        ("31/02 20h", NoSuchDate, {"example": "24/11/2026 20:00"}),
        ("25/07/3026 19:30", NoSuchDate, {}),
        ("0000-01-01 00:00", NoSuchDate, {}),
        ("13/13 20h", NoSuchDate, {}),
        ("sex 28/11 20h", WeekdayIsAnother, {"weekday": Weekday.SATURDAY, "said": Weekday.FRIDAY}),
        ("today tomorrow 20h", UnreadableMoment, {}),
        ("28/11 29/11 20h", UnreadableMoment, {}),
        ("tomorrow 20h 21h", UnreadableMoment, {}),
        ("friday monday 20h", UnreadableMoment, {}),
        ("in 2 hours tomorrow", UnreadableMoment, {}),
        ("november 20:00", UnreadableMoment, {}),
        ("tomorrow 13 in the morning", UnreadableMoment, {}),
        ("", UnreadableMoment, {}),
    ],
)  # fmt: skip
def test_what_is_unclear_is_asked_back_with_what_to_write(text, error, fields):
    with pytest.raises(error) as refused:
        said(text)
    assert {name: refused.value.fields()[name] for name in fields} == fields


@pytest.mark.parametrize("order", DateOrder)
@pytest.mark.parametrize("text", ["tomorrow", "sex 8", "soon", "31/02 20h", "28/11/2026"])
def test_every_example_that_is_answered_can_be_typed_as_it_stands(text, order):
    with pytest.raises((HourLeftOut, HalfOfDayUnclear, UnknownWordInMoment, NoSuchDate)) as refused:
        said(text, order)
    examples = [value for name, value in refused.value.fields().items() if name in {"example", "morning", "evening"}]
    assert examples
    assert all(parse_local(str(one), SAO_PAULO, order, now=NOW) > NOW for one in examples)


def test_an_hour_that_the_clocks_skip_is_refused_however_it_was_said():
    with pytest.raises(NoSuchLocalTime):
        parse_local("sunday 2:30", NEW_YORK, DateOrder.MONTH_FIRST, now=datetime(2026, 3, 6, 12, tzinfo=UTC))


def test_so_long_from_now_counts_real_hours_over_a_change_of_the_clocks():
    before = datetime(2026, 3, 8, 6, 30, tzinfo=UTC)
    assert parse_local("in 2 hours", NEW_YORK, DateOrder.MONTH_FIRST, now=before) == before + timedelta(hours=2)


@pytest.mark.parametrize("word", VOCABULARY)
def test_every_word_of_the_table_is_found_as_it_is_written_there(word):
    assert plain(word) == word


@given(st.lists(st.sampled_from([*VOCABULARY, "20h", "8", "28/11", "20.30", "31", "2026", "pm", "-"]), max_size=5))
def test_words_in_any_order_mean_a_moment_to_come_or_are_refused(words):
    try:
        found = parse_local(" ".join(words), SAO_PAULO, DateOrder.DAY_FIRST, now=NOW)
    except (HourLeftOut, HalfOfDayUnclear, UnknownWordInMoment, NoSuchDate, WeekdayIsAnother):
        return
    except (UnreadableMoment, MomentInThePast, NoSuchLocalTime):
        return
    assert found > NOW
