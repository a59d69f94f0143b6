"""What ends and begins anew in one millisecond begins anew, as where steps and presses share a transaction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.features.course import store as course_store
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import MasterTitle
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.arbiters_model import EventOfficer, EventRole
from bot.kernel.context import Tx
from bot.kernel.ids import MemberId, PersonId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.play.entries import Entrant
from bot.play.rulebook import QualifyingEvent
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register

LEAGUE = QualifyingEvent.LEAGUE
PLAYER, OTHER = 2, 3
Twice = Callable[[Tx, PersonId], bool]


def test_a_seat_that_is_given_taken_and_given_again_at_once_is_held(hall: Hall) -> None:
    register(hall, PLAYER)
    owner, player = hall.actor(1), (MemberId(PLAYER), "P2")
    hall.act(owner, seats_by_hand_verbs.give, player, LEAGUE, "A good player")
    hall.act(owner, seats_by_hand_verbs.take, player, LEAGUE, "A slip")
    hall.act(owner, seats_by_hand_verbs.give, player, LEAGUE, "No slip after all")
    person = hall.person(PLAYER).person_id
    assert hall.ask(entering_bars_store.seats, GUILD, LEAGUE) == [person]
    rows = hall.ask(lambda tx: tx.fetch_all("SELECT reason FROM seats"))
    assert [row["reason"] for row in rows] == ["No slip after all"]


def office(tx: Tx, person: PersonId) -> bool:
    people_store.give_office(tx, GUILD, Office.LEADER, person, tx.now, person)
    people_store.give_office(tx, GUILD, Office.LEADER, person, tx.now, person)
    return people_store.offices(tx, GUILD) == {Office.LEADER: person}


def arbiter_title(tx: Tx, person: PersonId) -> bool:
    people_store.give_title(tx, person, ArbiterTitle.ANP, tx.now, person)
    people_store.give_title(tx, person, ArbiterTitle.AN, tx.now, person)
    return people_store.title_of(tx, person) is ArbiterTitle.AN


def master_title(tx: Tx, person: PersonId) -> bool:
    registry_store.give_title(tx, person, MasterTitle.CMA, tx.now, person)
    registry_store.end_title(tx, person, MasterTitle.CMA, tx.now, "lost")
    again = registry_store.give_title(tx, person, MasterTitle.CMA, tx.now, person)
    return again and not registry_store.give_title(tx, person, MasterTitle.CMA, tx.now, person)


@pytest.mark.parametrize("twice", [office, arbiter_title, master_title])
def test_an_office_or_title_that_ends_and_is_given_at_once_is_held(hall: Hall, twice: Twice) -> None:
    person = hall.person(PLAYER).person_id
    assert hall.do(lambda tx: twice(tx, person))


def test_a_deputy_who_is_relieved_and_named_again_at_once_has_the_role(hall: Hall) -> None:
    tournament, person = hall.announce(), hall.person(PLAYER).person_id
    officer = EventOfficer(tournament.tournament_id, person, EventRole.DEPUTY, hall.now, person)

    def again(tx: Tx) -> None:
        tournaments_store.name(tx, officer)
        tournaments_store.end_role(tx, tournament.tournament_id, person, tx.now)
        tournaments_store.name(tx, officer)

    hall.do(again)
    assert hall.ask(tournaments_store.holding, tournament.tournament_id) == [officer]


@pytest.fixture
def two(hall: Hall) -> list[Entrant]:
    """Two players of an event."""
    tournament = hall.announce()
    hall.enter(tournament, PLAYER, OTHER)
    return list(hall.ask(entering_store.of_tournament, tournament.tournament_id))


def test_a_player_who_is_paired_and_waits_again_at_once_waits(hall: Hall, two: list[Entrant]) -> None:
    entrant = two[0].entrant_id

    def again(tx: Tx) -> bool:
        course_store.enter_lobby(tx, entrant, tx.now)
        course_store.leave_lobby(tx, [entrant], tx.now)
        return course_store.enter_lobby(tx, entrant, tx.now)

    assert hall.do(again)
    assert not hall.do(lambda tx: course_store.enter_lobby(tx, entrant, tx.now))


def test_a_pair_that_is_allowed_and_forbidden_again_at_once_is_forbidden(hall: Hall, two: list[Entrant]) -> None:
    event, pair, by = two[0].tournament_id, (two[0].entrant_id, two[1].entrant_id), two[0].person_id

    def again(tx: Tx) -> bool:
        course_store.add_forbidden_pair(tx, event, pair, "Brothers", by, tx.now)
        course_store.lift_forbidden_pair(tx, event, pair, by, tx.now)
        return course_store.add_forbidden_pair(tx, event, pair, "Brothers after all", by, tx.now)

    assert hall.do(again)
    (found,) = hall.ask(course_store.forbidden_pairs_of_tournament, event)
    assert found.until is None
