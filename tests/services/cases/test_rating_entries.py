"""A rating for somebody who was forgotten: leader and President give it together."""

from __future__ import annotations

import pytest

from bot.domain.ids import MemberId
from bot.domain.permissions import Office
from bot.domain.signing.signatures import SignatureView
from bot.errors import NotAllowed
from bot.services.cases import rating_entries
from bot.services.recusal import OwnCase
from bot.services.signing import signatures
from bot.storage import people, ratings
from tests.services.hall import GUILD, Hall

PRESIDENT, LEADER, FORGOTTEN = 2, 3, 9


@pytest.fixture(autouse=True)
def officers(hall: Hall) -> None:
    hold(hall, Office.PRESIDENT, PRESIDENT)
    hold(hall, Office.LEADER, LEADER)


def hold(hall: Hall, office: Office, number: int) -> None:
    holder = hall.person(number).person_id
    hall.do(lambda tx: people.give_office(tx, GUILD, office, holder, hall.now, holder))


def ask(hall: Hall, by: int, about: int = FORGOTTEN) -> SignatureView:
    who = (MemberId(about), f"P{about}")
    return hall.act(hall.presser(by), rating_entries.ask, who, "1950", "He was on the old list")


def rating(hall: Hall, number: int = FORGOTTEN) -> float | None:
    return hall.ask(ratings.ratings, GUILD).get(hall.person(number).person_id)


@pytest.mark.parametrize(("asks", "signs"), [(PRESIDENT, LEADER), (LEADER, PRESIDENT)])
def test_the_other_officer_signs_and_the_person_is_on_the_list(hall: Hall, asks: int, signs: int) -> None:
    asked = ask(hall, asks)
    assert rating(hall) is None
    hall.act(hall.presser(signs), signatures.sign, asked.signature.signature_id)
    assert rating(hall) == 1950
    with pytest.raises(rating_entries.RatedAlready):
        ask(hall, asks)


def test_nobody_enters_a_rating_of_their_own_nor_signs_it(hall: Hall) -> None:
    with pytest.raises(OwnCase):
        ask(hall, PRESIDENT, PRESIDENT)
    asked = ask(hall, PRESIDENT, LEADER)
    with pytest.raises(signatures.NotTheSigner):
        hall.act(hall.presser(LEADER), signatures.sign, asked.signature.signature_id)


def test_an_organiser_enters_none(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        ask(hall, 1)


def test_who_came_on_the_list_meanwhile_keeps_that_rating(hall: Hall) -> None:
    asked, other = ask(hall, PRESIDENT), ask(hall, LEADER)
    hall.act(hall.presser(LEADER), signatures.sign, asked.signature.signature_id)
    with pytest.raises(rating_entries.RatedAlready):
        hall.act(hall.presser(PRESIDENT), signatures.sign, other.signature.signature_id)
