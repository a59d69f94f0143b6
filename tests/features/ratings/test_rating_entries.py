"""A rating for somebody who was forgotten: leader and President give it together."""

from __future__ import annotations

import pytest

from bot.features.ratings import verbs as ratings_verbs
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import SignatureView
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import MemberId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Office
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

PRESIDENT, LEADER, FORGOTTEN = 2, 3, 9


@pytest.fixture(autouse=True)
def officers(hall: Hall) -> None:
    hold(hall, Office.PRESIDENT, PRESIDENT)
    hold(hall, Office.LEADER, LEADER)


def hold(hall: Hall, office: Office, number: int) -> None:
    holder = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, holder, hall.now, holder))


def ask(hall: Hall, by: int, about: int = FORGOTTEN) -> SignatureView:
    who = (MemberId(about), f"P{about}")
    return hall.act(hall.actor(by), ratings_verbs.ask, who, "1950", "He was on the old list")


def rating(hall: Hall, number: int = FORGOTTEN) -> float | None:
    return hall.ask(people_ratings_store.ratings, GUILD).get(hall.person(number).person_id)


@pytest.mark.parametrize(("asks", "signs"), [(PRESIDENT, LEADER), (LEADER, PRESIDENT)])
def test_the_other_officer_signs_and_the_person_is_on_the_list(hall: Hall, asks: int, signs: int) -> None:
    asked = ask(hall, asks)
    assert rating(hall) is None
    hall.act(hall.actor(signs), signing_verbs.sign, asked.signature.signature_id)
    assert rating(hall) == 1950
    with refuses("error.RatedAlready"):
        ask(hall, asks)


def test_nobody_enters_a_rating_of_their_own_nor_signs_it(hall: Hall) -> None:
    with pytest.raises(OwnCase):
        ask(hall, PRESIDENT, PRESIDENT)
    asked = ask(hall, PRESIDENT, LEADER)
    with refuses("error.NotTheSigner"):
        hall.act(hall.actor(LEADER), signing_verbs.sign, asked.signature.signature_id)


def test_an_organiser_enters_none(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        ask(hall, 1)


def test_who_came_on_the_list_meanwhile_keeps_that_rating(hall: Hall) -> None:
    asked, other = ask(hall, PRESIDENT), ask(hall, LEADER)
    hall.act(hall.actor(LEADER), signing_verbs.sign, asked.signature.signature_id)
    with refuses("error.RatedAlready"):
        hall.act(hall.actor(PRESIDENT), signing_verbs.sign, other.signature.signature_id)
