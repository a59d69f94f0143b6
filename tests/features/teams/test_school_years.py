"""School years as captains write them (OLY-1)."""

from __future__ import annotations

import pytest

from bot.play.teams import OLDEST_YEAR, read_school_year


@pytest.mark.rule("OLY-1")
@pytest.mark.parametrize(
    "written",
    ["7", "07", "7º", "7°", "7.º", "7 º", "7ª", "7o", "7th", "7.", "7º ano", "7ª série", "7th grade", "ano 7"],
)
def test_a_school_year_is_read_with_its_ordinal_and_its_word(written: str) -> None:
    assert read_school_year(written) == 7


@pytest.mark.rule("OLY-1")
@pytest.mark.parametrize("year", range(OLDEST_YEAR + 1))
def test_every_year_from_0_to_13_is_read(year: int) -> None:
    assert read_school_year(f"{year}º") == year


@pytest.mark.rule("OLY-1")
@pytest.mark.parametrize("written", ["", "14", "7b", "seven", "-1", "7 8", "7º medio", "9" * 5000])
def test_what_is_no_school_year_is_none(written: str) -> None:
    assert read_school_year(written) is None
