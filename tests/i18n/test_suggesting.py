"""What is suggested while a start is typed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.i18n.moment_words import DateOrder
from bot.i18n.moments import parse_local, suggest_moments

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
"""A Monday afternoon in São Paulo."""
ZONE = "America/Sao_Paulo"


def offered(text: str, now: datetime = NOW) -> list[str]:
    return [f"{one:%a %d %H:%M}" for one in suggest_moments(text, ZONE, DateOrder.DAY_FIRST, now=now)]


def test_with_nothing_typed_tonight_tomorrow_and_the_weekend_are_offered():
    assert offered("") == [
        *("Mon 23 20:00", "Tue 24 20:00", "Fri 27 20:00"),
        *("Sat 28 16:00", "Sat 28 20:00", "Sun 29 16:00"),
    ]


def test_what_is_over_is_not_offered():
    assert offered("", datetime(2026, 11, 23, 23, 30, tzinfo=UTC))[0] == "Tue 24 20:00"
    assert offered("today", datetime(2026, 11, 23, 22, 30, tzinfo=UTC)) == ["Mon 23 20:00", "Mon 23 21:00"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        *(("sexta", "Fri 27 19:00"), ("sex 20", "Fri 27 20:00"), ("fri 8", "Fri 27 20:00"), ("tomor", "Tue 24 19:00")),
        *(
            ("amanh", "Tue 24 19:00"),
            ("28/11", "Sat 28 19:00"),
            ("in 2 hours", "Mon 23 17:30"),
            ("20h", "Mon 23 20:00"),
        ),
    ],
)
def test_what_is_begun_is_completed(text, first):
    assert offered(text)[0] == first


@pytest.mark.parametrize("text", ["@everyone", "31/02", "zzz", "-"])
def test_nothing_is_offered_for_what_means_nothing(text):
    assert offered(text) == []


def test_what_is_offered_is_read_back():
    for wall in suggest_moments("", ZONE, DateOrder.DAY_FIRST, now=NOW):
        assert parse_local(f"{wall:%Y-%m-%d %H:%M}", ZONE, DateOrder.DAY_FIRST, now=NOW) > NOW
