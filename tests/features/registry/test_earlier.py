"""What was served as an arbiter before the opening list counts towards the months that AN asks for (AIJE-B01-AN)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.features.registry.titles_model import TimeAsArbiter, counts_from, months_after, months_before

DAY = datetime(2026, 3, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("months", "day"), [(0, (2026, 3, 31)), (1, (2026, 2, 28)), (3, (2025, 12, 31)), (25, (2024, 2, 29))]
)
def test_months_before_a_day_are_calendar_months(months: int, day: tuple[int, int, int]) -> None:
    assert months_before(DAY, months) == datetime(*day, 12, tzinfo=UTC)


def test_who_had_served_two_months_on_the_day_of_the_list_waits_for_one_more() -> None:
    since = counts_from(DAY, TimeAsArbiter(2, 0, DAY))
    assert months_after(since, 3) == datetime(2026, 4, 30, 12, tzinfo=UTC)


def test_a_title_that_is_older_than_what_was_served_counts_by_its_own_date() -> None:
    since = datetime(2020, 1, 1, tzinfo=UTC)
    assert counts_from(since, TimeAsArbiter(2, 5, DAY)) == since


def test_who_takes_a_title_after_the_list_begins_anew() -> None:
    later = datetime(2026, 4, 1, tzinfo=UTC)
    assert counts_from(later, TimeAsArbiter(12, 0, DAY)) == later


def test_without_a_word_of_a_list_the_title_counts_from_its_own_day() -> None:
    assert counts_from(DAY, None) == DAY
