"""Cells are read as people write them in their spreadsheets, and what cannot be meant is told."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.opening import model as opening_model
from bot.features.opening.model import Trouble, Unfit, Won, Words
from bot.features.registry.titles_model import MasterTitle
from bot.people.model import Office

WORDS = Words({}, {"brasil": "BR", "cote d ivoire": "CI"}, {"presidencia": "president"})


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2050", 2050),
        ("2050,5", 2050.5),
        ("2050.5", 2050.5),
        ("2.050,5", 2050.5),
        ("2,050.5", 2050.5),
        ("2.050", 2050),
        ("2 050,25", 2050.25),
        ("2'050.25", 2050.25),
        ("1987,1234567", 1987.123457),
        ("2050,", 2050),
    ],
)
def test_a_rating_is_read_with_either_sign_for_decimals(written: str, meant: float) -> None:
    assert opening_model.rating(written) == meant


@pytest.mark.parametrize("written", ["", "abc", "2,0,5", "2.05.1", "-1", "1e3", "nan", "∞", "1.2.3,4,5"])
def test_what_is_no_number_is_told(written: str) -> None:
    with pytest.raises(Unfit) as refused:
        opening_model.rating(written)
    assert refused.value.trouble in {Trouble.NO_NUMBER, Trouble.RATING_RANGE}


@pytest.mark.parametrize("written", ["0", "5001", "205000", "0,5"])
def test_no_rating_is_beyond_all_ratings(written: str) -> None:
    with pytest.raises(Unfit) as refused:
        opening_model.rating(written)
    assert refused.value.trouble is Trouble.RATING_RANGE


@given(st.integers(1, 4_999), st.integers(0, 99))
def test_a_rating_means_the_same_however_it_is_written(whole: int, cents: int) -> None:
    meant = round(whole + cents / 100, 6)
    plain = f"{whole},{cents:02}"
    grouped = f"{whole:,}".replace(",", ".") + f",{cents:02}"
    assert {opening_model.rating(one) for one in (plain, plain.replace(",", "."), grouped)} == {meant}


@pytest.mark.parametrize("written", ["1,5", "100001", "x", "9" * 400])
def test_a_count_is_a_whole_number_that_somebody_can_have(written: str) -> None:
    with pytest.raises(Unfit):
        opening_model.whole(written)
    assert opening_model.whole("1.200") == 1_200


@pytest.mark.parametrize("month_first", [False, True])
@pytest.mark.parametrize(
    "written", ["2024-05-31", "2024/5/31", "31/05/2024", "31.5.2024", "31-05-2024", " 2024-05-31 "]
)
def test_a_day_is_read_in_any_order_that_can_be_told(written: str, month_first: bool) -> None:
    assert opening_model.day(written, month_first=month_first) == date(2024, 5, 31)


def test_a_day_that_can_be_two_is_asked_about_where_the_month_may_come_first() -> None:
    assert opening_model.day("05/06/2024", month_first=False) == date(2024, 6, 5)
    with pytest.raises(Unfit) as refused:
        opening_model.day("05/06/2024", month_first=True)
    assert refused.value.trouble is Trouble.DATE_EITHER_WAY


@pytest.mark.parametrize(
    "written",
    ["2019", "31/02/2024", "2024-13-01", "yesterday", "1/1/24", "0001-01-01", "9999-12-31", "32/13/2024"],
)
def test_what_is_no_day_is_told(written: str) -> None:
    with pytest.raises(Unfit) as refused:
        opening_model.day(written, month_first=False)
    assert refused.value.trouble is Trouble.NO_DATE


@pytest.mark.parametrize("written", ["BR", "br", "Brasil", "BRASIL", "🇧🇷"])
def test_a_country_is_known_by_its_code_its_name_and_its_flag(written: str) -> None:
    assert opening_model.country(written, WORDS) == "BR"
    assert opening_model.country("Côte d’Ivoire", WORDS) == "CI"


@pytest.mark.parametrize("written", ["Atlantis", "XX", "🇽🇽", "", "💥"])
def test_an_unknown_country_is_told(written: str) -> None:
    with pytest.raises(Unfit) as refused:
        opening_model.country(written, WORDS)
    assert refused.value.trouble is Trouble.NO_COUNTRY


def test_somebodys_discord_is_a_mention_or_a_number_and_no_name() -> None:
    assert (
        opening_model.member("<@!123456789012345678>")
        == opening_model.member("123456789012345678")
        == 123456789012345678
    )
    for written in ("@ana", "12", "99999999999999999999"):
        with pytest.raises(Unfit):
            opening_model.member(written)


def test_accounts_name_their_site() -> None:
    assert opening_model.accounts("Jeek  Online: ana_99 | OGS:Ana") == (("Jeek Online", "ana_99"), ("OGS", "Ana"))
    for written in ("ana_99", ": ana", "OGS:", "OGS: ---", "OGS: " + "x" * 40):
        with pytest.raises(Unfit):
            opening_model.accounts(written)


def test_titles_and_offices_are_known_by_their_names() -> None:
    assert opening_model.masters("ma | nm") == (MasterTitle.MA, MasterTitle.NM)
    assert opening_model.office("Presidência", WORDS) is opening_model.office("president", WORDS) is Office.PRESIDENT
    with pytest.raises(Unfit):
        opening_model.masters("FM")
    with pytest.raises(Unfit):
        opening_model.arbiter("FA")
    with pytest.raises(Unfit):
        opening_model.office("king", WORDS)


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("2 months 10 days", (2, 10)),
        ("2/10", (2, 10)),
        ("3", (3, 0)),
        ("1 ano 2 meses", (14, 0)),
        ("1 año", (12, 0)),
        ("10 giorni", (0, 10)),
        ("2m 3d", (2, 3)),
    ],
)
def test_time_as_an_arbiter_is_read_in_each_language(written: str, served: tuple[int, int]) -> None:
    assert opening_model.time_served(written) == served


@pytest.mark.parametrize(
    "written", ["long", "2 weeks", "9999 months", "99999999999999999999 days", "9" * 5_000, "1/" + "9" * 5_000]
)
def test_what_is_no_time_is_told(written: str) -> None:
    with pytest.raises(Unfit):
        opening_model.time_served(written)


def test_championships_have_a_name_and_a_day() -> None:
    found = opening_model.championships("Open 2019 (2019-11-24) | Copa, 01/02/2020", month_first=False)
    assert found == (Won("Open 2019", date(2019, 11, 24)), Won("Copa", date(2020, 2, 1)))
    for written in ("Open 2019", "(2019-11-24)", "x" * 90 + " (2019-11-24)"):
        with pytest.raises(Unfit) as refused:
            opening_model.championships(written, month_first=False)
        assert refused.value.trouble is Trouble.NO_EVENT


@given(st.text(max_size=60))
def test_no_cell_does_anything_but_mean_something_or_be_told(text: str) -> None:
    for reading in (
        opening_model.rating,
        opening_model.whole,
        opening_model.member,
        opening_model.accounts,
        opening_model.masters,
        opening_model.time_served,
        lambda cell: opening_model.day(cell, month_first=False),
        lambda cell: opening_model.country(cell, WORDS),
        lambda cell: opening_model.office(cell, WORDS),
        lambda cell: opening_model.championships(cell, month_first=True),
    ):
        with suppress(Unfit):
            assert reading(text) is not None
