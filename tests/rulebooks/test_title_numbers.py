"""The dated numbers of titles (AIJE-B01-7)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.play.rating import title_numbers_in_force
from bot.rulebooks.strict_tables import _FILE, read, title_numbers

OWN = _FILE.read_text("utf-8")
LATER = OWN[OWN.index("[[numbers]]") :].replace("2023-08-01", "2027-01-01").replace("2070", "2100")


@pytest.mark.rule("AIJE-B01-7")
@pytest.mark.parametrize(
    ("moment", "bound"),
    [
        (datetime(2022, 1, 1, tzinfo=UTC), 2070),
        (datetime(2026, 12, 31, 23, 59, tzinfo=UTC), 2070),
        (datetime(2027, 1, 1, tzinfo=UTC), 2100),
    ],
)
def test_a_number_holds_from_its_day_until_the_next_table_begins(moment: datetime, bound: int) -> None:
    assert title_numbers_in_force(read(f"{OWN}\n{LATER}"), moment).master.national_rating == bound


@pytest.mark.rule("AIJE-B01-7", "AIJE-B01-NM", "AIJE-B01-CMA", "AIJE-B01-MA", "AIJE-B01-IM", "AIJE-B01-GM")
def test_the_numbers_are_those_of_the_regulation() -> None:
    (numbers,) = title_numbers()
    master, arbiter = numbers.master, numbers.arbiter
    ratings = (master.national_rating, master.candidate_rating, master.master_rating)
    assert (*ratings, master.international_rating, master.grandmaster_rating) == (2070, 2200, 2300, 2400, 2500)
    assert (master.country_players_above, master.masters_beaten, master.grandmaster_victories) == (10, 3, 3)
    assert (arbiter.exam_every.days, arbiter.provisional_months, arbiter.smaller_event) == (21, 3, 16)
    assert (arbiter.jeek_refereed, arbiter.international_refereed, arbiter.international_rating) == (1, 3, 2200)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", "at least one"),
        (OWN.replace("2023-08-01", '"soon"'), "in_force_from"),
        (OWN.replace("national_rating", "nationl_rating", 1), "national_rating"),
        (OWN.replace("= 2070", '= "2070"'), "national_rating"),
        (OWN.replace("exam_every_days = 21", "exam_every_days = 21.5"), "exam_every_days"),
        (f"{OWN}\ntypo = 1", "no setting typo"),
        (f"{OWN}\n{OWN[OWN.index('[[numbers]]') :]}", "same day"),
    ],
)
def test_a_mistake_in_the_file_is_named(wrong: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(wrong)
