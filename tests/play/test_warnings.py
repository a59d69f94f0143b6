"""What an offence costs, and what warnings add up to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.counts import Price, Warned, catalogue, in_game, loses_game, of_event, prices
from bot.play.rulebook import KNOWN_OFFENCES, DisciplineRules
from tests.hall.go import GO

NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
ANA, BIA = EntrantId("ana"), EntrantId("bia")
BOTH = (Price.WARNING, Price.LOST_GAME)


def warned(
    number: int,
    entrant: EntrantId = ANA,
    *,
    game: int = 1,
    price: Price = Price.WARNING,
    offence: str = "second_move",
    contest: str = "c",
) -> Warned:
    return Warned(
        warning_id=str(number),
        contest_id=ContestId(contest),
        entrant_id=entrant,
        person_id=PersonId(f"person-{entrant}"),
        game=game,
        offence=offence,
        price=price,
        lost_game=price is Price.LOST_GAME,
        note=None,
        given_at=NOW + timedelta(minutes=number),
        given_by=PersonId("arbiter"),
    )


def taken_back(given: Warned) -> Warned:
    return replace(given, taken_back_at=given.given_at, taken_back_by=PersonId("arbiter"), why="a slip")


@pytest.mark.rule("GO-23.3")
@pytest.mark.parametrize(
    ("offence", "first", "again"),
    [
        ("second_move", (Price.WARNING,), (Price.WARNING,)),
        ("move_taken_back", (Price.WARNING,), (Price.WARNING,)),
        ("clock_before_move", (Price.WARNING,), (Price.WARNING,)),
        ("wrong_removal", (Price.WARNING,), (Price.WARNING,)),
        ("forbidden_point", (Price.LOST_TURN,), (Price.LOST_TURN,)),
        ("ko_retaken_early", (Price.LOST_TURN_AND_WARNING,), (Price.LOST_TURN_AND_WARNING,)),
        ("disturbing", BOTH, BOTH),
        ("consulting", BOTH, BOTH),
        ("talking", BOTH, BOTH),
        ("phone_screen", BOTH, BOTH),
        ("phone", (Price.WARNING,), (Price.LOST_GAME,)),
        ("smoking", (Price.WARNING,), (Price.LOST_TURN_AND_WARNING, Price.LOST_GAME)),
    ],
)
def test_each_offence_has_its_price(offence: str, first: tuple[Price, ...], again: tuple[Price, ...]) -> None:
    found = {one.name: one for one in catalogue(GO)}
    assert set(found) == KNOWN_OFFENCES
    assert (found[offence].first, found[offence].again) == (first, again)


@pytest.mark.rule("GO-23.3")
def test_the_second_time_is_dearer_for_the_same_person_unless_the_first_was_taken_back() -> None:
    phone = next(one for one in catalogue(GO) if one.name == "phone")
    before = warned(1, offence="phone", contest="round 1")
    assert prices(phone, before.person_id, [before]) == (Price.LOST_GAME,)
    assert prices(phone, before.person_id, [taken_back(before)]) == (Price.WARNING,)
    assert prices(phone, PersonId("person-bia"), [before]) == (Price.WARNING,)
    assert prices(phone, before.person_id, [warned(1)]) == (Price.WARNING,)


@pytest.mark.rule("GO-24")
@pytest.mark.parametrize(
    ("price", "earlier", "lost"),
    [
        (Price.WARNING, 0, False),
        (Price.WARNING, 1, True),
        (Price.LOST_TURN_AND_WARNING, 1, True),
        (Price.LOST_TURN, 1, False),
        (Price.LOST_GAME, 0, True),
    ],
)
def test_two_warnings_in_one_game_lose_it(price: Price, earlier: int, lost: bool) -> None:
    assert loses_game(price, earlier, GO) is lost


def test_where_the_rulebook_names_no_number_no_number_of_warnings_loses() -> None:
    assert not loses_game(Price.WARNING, 9, replace(GO, warnings_that_lose=None))


def test_a_rulebook_that_says_nothing_warns_nobody() -> None:
    assert not DisciplineRules().warns
    assert catalogue(DisciplineRules()) == ()


@pytest.mark.rule("GO-24")
def test_a_game_counts_its_own_warnings_of_each_side_and_none_of_an_annulled_match() -> None:
    given = [warned(1), warned(2, game=2), warned(3, BIA), warned(4, price=Price.LOST_TURN), taken_back(warned(5))]
    assert in_game(given, ANA, 1, None) == 1
    assert in_game(given, ANA, 1, NOW + timedelta(minutes=2)) == 0
    assert in_game([*given, warned(6)], ANA, 1, NOW) == 2


@pytest.mark.rule("GO-24", "GO-27.1")
def test_the_warnings_of_the_whole_event_are_counted() -> None:
    given = [warned(1), warned(2, contest="d"), warned(3, BIA), taken_back(warned(4)), warned(5, price=Price.LOST_TURN)]
    assert of_event(given) == {ANA: 2, BIA: 1}
