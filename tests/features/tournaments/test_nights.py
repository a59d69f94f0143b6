"""Night is told only where nobody who sleeps then could press in time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.features.tournaments.model import is_night_in_each, is_night_throughout


def at(zone: str, clock: str, day: int = 10, month: int = 6) -> datetime:
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(
    ("begins", "ends", "night"),
    [
        ("00:00", "00:30", True),
        ("06:30", "07:00", True),
        ("06:30", "07:01", False),
        ("07:00", "07:30", False),
        ("23:45", "23:59", False),
        ("03:00", "03:00", True),
    ],
)
def test_a_check_in_lies_in_the_night_if_all_of_it_does(begins: str, ends: str, night: bool) -> None:
    zone = "America/Sao_Paulo"
    assert is_night_throughout(at(zone, begins), at(zone, ends), zone) is night


def test_a_check_in_over_midnight_and_one_of_a_whole_day_do_not() -> None:
    zone = "Europe/Rome"
    assert not is_night_throughout(at(zone, "23:45"), at(zone, "00:15", day=11), zone)
    assert not is_night_throughout(at(zone, "01:00"), at(zone, "02:00", day=11), zone)


def test_the_clocks_of_the_zone_count_and_not_those_of_whoever_typed() -> None:
    evening = at("America/Sao_Paulo", "21:00"), at("America/Sao_Paulo", "21:30")
    assert is_night_throughout(*evening, "Europe/Rome")
    assert not is_night_throughout(*evening, "America/Sao_Paulo")


def test_in_a_country_of_several_zones_it_has_to_be_night_in_each() -> None:
    early = at("America/New_York", "03:00"), at("America/New_York", "03:30")
    assert is_night_in_each(*early, ("America/New_York", "America/Chicago"))
    assert not is_night_in_each(*early, ("America/New_York", "Pacific/Honolulu"))
    assert not is_night_in_each(*early, ())


def test_the_night_in_which_the_clocks_change_ends_at_seven_by_them() -> None:
    zone = "Europe/Rome"
    assert is_night_throughout(at(zone, "01:30", 25, 10), at(zone, "07:00", 25, 10), zone)
    assert not is_night_throughout(at(zone, "01:30", 25, 10), at(zone, "07:01", 25, 10), zone)
