"""Tried by a President who wants a signature: asks until somebody is tired, away, or out of the way."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import wiring
from bot.features.ratings import verbs as ratings_verbs
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import (
    LIST_WAITS_FOR,
    Signature,
    SignatureLetter,
    SignaturePassedOn,
    SignatureWanted,
    WishOutcome,
)
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import QUOTAS, CountedByAccount, Office
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

OWNER, PRESIDENT, LEADER, SENIOR, JUNIOR, FRIEND = 1, 2, 3, 4, 5, 6
FORGOTTEN = 20


@pytest.fixture
def association(hall: Hall) -> Hall:
    """A President and a leader, and two arbiters, of whom one serves longer."""
    hold(hall, Office.PRESIDENT, PRESIDENT)
    hold(hall, Office.LEADER, LEADER)
    hall.arbiter(SENIOR)
    hall.now += timedelta(days=30)
    hall.arbiter(JUNIOR)
    hall.now += timedelta(days=30)
    hall.person(FORGOTTEN)
    return hall


def hold(hall: Hall, office: Office, number: int) -> None:
    person = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, person, hall.now, person))


def resign(hall: Hall, number: int, office: Office) -> None:
    hall.act(hall.actor(number), registry_officers_verbs.resign, office, "I stop")


def enter(hall: Hall, rating: str = "2900", by: int = PRESIDENT, why: str = "forgotten") -> Signature:
    member = (hall.actor(FORGOTTEN).member_id, f"P{FORGOTTEN}")
    view = hall.act(hall.actor(by), ratings_verbs.ask, member, rating, why)
    return view.signature


def other_terms(hall: Hall, k: float, by: int = PRESIDENT) -> Signature:
    hall.act(hall.actor(by), registry_grades_verbs.change, k, None)
    return hall.ask(signing_store.open_of_guild, GUILD)[-1]


def sign(hall: Hall, by: int, asked: Signature) -> None:
    hall.act(hall.actor(by), signing_verbs.sign, asked.signature_id)


def decline(hall: Hall, by: int, asked: Signature) -> None:
    hall.act(hall.actor(by), signing_verbs.decline, asked.signature_id, "It is not true")


def withdraw(hall: Hall, by: int, asked: Signature) -> None:
    hall.act(hall.actor(by), signing_verbs.withdraw, asked.signature_id)


def pass_time(hall: Hall, time: timedelta) -> None:
    hall.now += time
    while due := [
        one for one in hall.ask(kernel_time_store.due_deadlines, hall.now, 50) if one.subject.startswith("signature:")
    ]:
        hall.do(wiring.take, due[0])


def rating_of(hall: Hall, number: int) -> float | None:
    return hall.ask(people_ratings_store.ratings, GUILD).get(hall.person(number).person_id)


# --- the first in line is away ----------------------------------------------------------------------------------------


def test_an_arbiter_who_is_gone_does_not_keep_the_next_from_signing(association: Hall) -> None:
    resign(association, LEADER, Office.LEADER)
    asked = enter(association)
    with refuses("error.NotTheSigner"):
        sign(association, JUNIOR, asked)
    pass_time(association, LIST_WAITS_FOR / 2)
    assert association.promised(SignaturePassedOn, asked.signature_id)
    assert len(association.promised(SignatureLetter, asked.signature_id)) == 2
    sign(association, JUNIOR, asked)
    assert rating_of(association, FORGOTTEN) == 2900


# --- asking until it is signed ----------------------------------------------------------------------------------------


def test_what_was_declined_is_not_asked_again_the_next_day(association: Hall) -> None:
    decline(association, LEADER, enter(association))
    association.now += timedelta(days=1)
    with refuses("error.RefusedBefore"):
        enter(association)


def test_what_was_declined_is_not_asked_again_in_other_words(association: Hall) -> None:
    decline(association, LEADER, enter(association))
    association.now += timedelta(days=1)
    with refuses("error.RefusedBefore"):
        enter(association, "2899", why="forgotten indeed")


def test_what_the_leader_declined_is_not_asked_again_once_the_leader_is_gone(association: Hall) -> None:
    decline(association, LEADER, enter(association))
    resign(association, LEADER, Office.LEADER)
    association.now += timedelta(days=1)
    with refuses("error.RefusedBefore"):
        enter(association)


def test_it_is_asked_again_when_thirty_days_are_over_or_by_who_declined(association: Hall) -> None:
    decline(association, LEADER, enter(association))
    view = enter(association, by=LEADER)
    withdraw(association, LEADER, view)
    association.now += timedelta(days=30)
    assert enter(association).outcome is None


def test_the_very_same_is_not_asked_for_by_another_officer_either(association: Hall) -> None:
    asked = other_terms(association, 64)
    decline(association, LEADER, asked)
    resign(association, PRESIDENT, Office.PRESIDENT)
    hold(association, Office.PRESIDENT, FRIEND)
    with refuses("error.RefusedBefore"):
        other_terms(association, 64, by=FRIEND)


def test_other_numbers_are_asked_for_by_the_officer_who_declined(association: Hall) -> None:
    decline(association, LEADER, other_terms(association, 64))
    with refuses("error.RefusedBefore"):
        other_terms(association, 63)
    assert other_terms(association, 20, by=LEADER).outcome is None


def test_a_second_number_does_not_wait_beside_the_first(association: Hall) -> None:
    enter(association)
    with refuses("error.AskedForBefore"):
        enter(association, "2899")
    other_terms(association, 64)
    with refuses("error.AskedForBefore"):
        other_terms(association, 63)


def test_taking_it_back_and_asking_again_does_not_fill_the_channel(association: Hall) -> None:
    for _ in range(QUOTAS[CountedByAccount.WISH].most):
        withdraw(association, PRESIDENT, enter(association))
        association.now += timedelta(minutes=1)
    with refuses("error.AskedEnough"):
        enter(association)
    said = association.ask(lambda tx: tx.fetch_all("SELECT 1 FROM outbox WHERE kind = 'signature_wanted'"))
    assert len(said) == QUOTAS[CountedByAccount.WISH].most


# --- rights that are lost between -------------------------------------------------------------------------------------


def test_who_is_president_no_more_gets_nothing_that_they_asked_for_as_president(association: Hall) -> None:
    asked = enter(association)
    resign(association, PRESIDENT, Office.PRESIDENT)
    with pytest.raises(NotAllowed):
        sign(association, LEADER, asked)
    assert rating_of(association, FORGOTTEN) is None


def test_other_terms_of_who_is_president_no_more_do_not_come(association: Hall) -> None:
    asked = other_terms(association, 64)
    resign(association, PRESIDENT, Office.PRESIDENT)
    with pytest.raises(NotAllowed):
        sign(association, LEADER, asked)


# --- the order of the line --------------------------------------------------------------------------------------------


def test_a_president_names_no_stand_in_to_be_rid_of_the_arbiter_who_would_sign(association: Hall) -> None:
    resign(association, LEADER, Office.LEADER)
    member = (association.actor(SENIOR).member_id, "P4")
    association.act(
        association.actor(PRESIDENT), registry_officers_verbs.name_stand_in, Office.PRESIDENT, member, 1, "away"
    )
    asked = enter(association)
    with refuses("error.NotTheSigner"):
        sign(association, JUNIOR, asked)
    assert rating_of(association, FORGOTTEN) is None
    # Who was named can end it, and is first again.
    association.act(association.actor(SENIOR), registry_officers_verbs.end_stand_in, Office.PRESIDENT)
    decline(association, SENIOR, asked)


def test_what_an_arbiter_who_keeps_the_place_does_not_answer_passes_on(association: Hall) -> None:
    resign(association, LEADER, Office.LEADER)
    member = (association.actor(SENIOR).member_id, "P4")
    association.act(
        association.actor(PRESIDENT), registry_officers_verbs.name_stand_in, Office.PRESIDENT, member, 9, "away"
    )
    asked = enter(association)
    assert not asked.in_public
    pass_time(association, LIST_WAITS_FOR / 2)
    sign(association, JUNIOR, asked)
    assert rating_of(association, FORGOTTEN) == 2900


def test_the_owner_is_the_last_of_the_line_and_a_friend_never_is(association: Hall) -> None:
    resign(association, LEADER, Office.LEADER)
    asked = enter(association)
    pass_time(association, LIST_WAITS_FOR / 2)
    with refuses("error.NotTheSigner"):
        sign(association, OWNER, asked)
    pass_time(association, LIST_WAITS_FOR / 4)
    association.person(FRIEND)
    with refuses("error.NotTheSigner"):
        sign(association, FRIEND, asked)
    sign(association, OWNER, asked)
    assert rating_of(association, FORGOTTEN) == 2900


def test_two_presses_in_the_same_moment_sign_once(association: Hall) -> None:
    asked = enter(association)
    sign(association, LEADER, asked)
    with pytest.raises(AlreadyDone):
        sign(association, LEADER, asked)
    found = association.ask(signing_store.load, asked.signature_id)
    assert found is not None
    assert found.outcome is WishOutcome.SIGNED
    assert len(association.promised(SignatureWanted, asked.signature_id)) == 1
