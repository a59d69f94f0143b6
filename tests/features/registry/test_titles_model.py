"""Master titles: each requirement at its edge (AIJE-B01)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.registry.titles_model import (
    ChangeKind,
    MasterTitle,
    PlayerRecord,
    RequirementKind,
    TitleChange,
    TitleProof,
    changes,
    check,
    lowest_rating,
)
from bot.kernel.ids import PersonId, TournamentId
from bot.people.model import ArbiterTitle
from bot.rulebooks.strict_tables import title_numbers

NUMBERS = title_numbers()[0].master
DAY = datetime(2026, 3, 1, tzinfo=UTC)
NM, CMA, MA, IM, GM = MasterTitle


def facts(count: int) -> tuple[TitleProof, ...]:
    return tuple(TitleProof(DAY + timedelta(days=n), TournamentId(f"t{n}"), PersonId(f"p{n}")) for n in range(count))


def record(
    rating: float | None = 2600,
    country: str | None = "BR",
    compatriots: int = 11,
    *,
    victories: int = 0,
    world_titles: int = 0,
    champions_beaten: int = 0,
    masters_beaten: int = 0,
) -> PlayerRecord:
    return PlayerRecord(
        rating,
        country,
        compatriots,
        victories=facts(victories),
        world_titles=facts(world_titles),
        champions_beaten=facts(champions_beaten),
        masters_beaten=facts(masters_beaten),
    )


@pytest.mark.rule("AIJE-B01-NM")
@pytest.mark.parametrize(
    ("rating", "compatriots", "victories", "met"),
    [
        (2070, 11, 1, True),
        (2069.999, 11, 1, False),
        (2069.9999999, 11, 1, True),
        (2070, 10, 1, False),
        (2070, 11, 0, False),
        (None, 11, 1, False),
    ],
)
def test_a_national_master_has_2070_more_than_ten_compatriots_and_a_victory(
    rating: float | None, compatriots: int, victories: int, met: bool
) -> None:
    assert check(NM, record(rating, "BR", compatriots, victories=victories), NUMBERS).met is met


@pytest.mark.rule("AIJE-B01-NM", "AIJE-B01-4")
def test_without_a_known_country_nobody_is_national_master() -> None:
    assert not check(NM, record(country=None, victories=1), NUMBERS).met


@pytest.mark.parametrize(
    ("title", "bound"),
    [
        pytest.param(CMA, 2200, marks=pytest.mark.rule("AIJE-B01-CMA")),
        pytest.param(MA, 2300, marks=pytest.mark.rule("AIJE-B01-MA")),
    ],
)
def test_candidate_and_master_are_a_matter_of_the_rating_alone(title: MasterTitle, bound: int) -> None:
    assert check(title, record(bound, None, 0), NUMBERS).met
    assert not check(title, record(bound - 0.001, None, 0), NUMBERS).met


@pytest.mark.rule("AIJE-B01-IM")
@pytest.mark.parametrize(
    ("rating", "world_titles", "champions_beaten", "masters_beaten", "met"),
    [
        (2400, 1, 0, 0, True),
        (2400, 0, 1, 0, True),
        (2400, 0, 0, 3, True),
        (2400, 0, 0, 2, False),
        (2400, 0, 0, 0, False),
        (2399.999, 1, 1, 3, False),
    ],
)
def test_an_international_master_has_2400_and_one_of_three_feats(
    rating: float, world_titles: int, champions_beaten: int, masters_beaten: int, met: bool
) -> None:
    own = record(rating, world_titles=world_titles, champions_beaten=champions_beaten, masters_beaten=masters_beaten)
    assert check(IM, own, NUMBERS).met is met


@pytest.mark.rule("AIJE-B01-GM")
@pytest.mark.parametrize(
    ("rating", "victories", "met"), [(2500, 3, True), (2499.999, 3, False), (2500, 2, False), (2500, 4, True)]
)
def test_a_grandmaster_has_2500_and_three_official_victories(rating: float, victories: int, met: bool) -> None:
    assert check(GM, record(rating, victories=victories), NUMBERS).met is met


@pytest.mark.rule("AIJE-B01-GM")
def test_what_is_met_is_shown_with_the_facts_that_prove_it() -> None:
    victories = next(
        one for one in check(GM, record(victories=2), NUMBERS).requirements if one.kind is RequirementKind.VICTORIES
    )
    assert (victories.met, victories.needed, victories.has, victories.proofs) == (False, 3, 2, facts(2))


@pytest.mark.rule("AIJE-B01-2")
@pytest.mark.parametrize("arbiter", ArbiterTitle)
def test_an_arbiter_meets_no_master_title_and_nothing_is_proposed(arbiter: ArbiterTitle) -> None:
    own = replace(record(victories=3, world_titles=1), arbiter=arbiter)
    assert not any(check(title, own, NUMBERS).met for title in MasterTitle)
    assert changes({NM, CMA}, own, NUMBERS) == ()


@pytest.mark.rule("AIJE-B01-3")
def test_every_title_but_national_master_is_lost_with_its_requirement() -> None:
    lost = changes(set(MasterTitle), record(1999, victories=3, world_titles=1), NUMBERS)
    assert lost == tuple(TitleChange(ChangeKind.LOSS, title) for title in (CMA, MA, IM, GM))


@pytest.mark.rule("AIJE-B01-3")
@pytest.mark.parametrize(("rating", "lost"), [(2400, ()), (2399.999, (TitleChange(ChangeKind.LOSS, IM),))])
def test_victories_stay_won_and_only_the_rating_can_be_lost(rating: float, lost: tuple[TitleChange, ...]) -> None:
    assert changes({CMA, MA, IM}, record(rating, masters_beaten=3), NUMBERS) == lost


def test_what_is_held_is_not_granted_again() -> None:
    assert changes({CMA}, record(2310, None), NUMBERS) == (TitleChange(ChangeKind.GRANT, MA),)


@given(
    rating=st.floats(0, 2069.99),
    victories=st.integers(0, 5),
    feats=st.integers(0, 5),
    compatriots=st.integers(0, 50),
)
def test_below_the_lowest_bound_nobody_meets_anything(
    rating: float, victories: int, feats: int, compatriots: int
) -> None:
    own = record(rating, "IT", compatriots, victories=victories, world_titles=feats, masters_beaten=feats)
    assert rating < lowest_rating(NUMBERS)
    assert changes((), own, NUMBERS) == ()
