"""What ends and begins anew in one millisecond begins anew, as where steps and presses share a transaction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.domain.entering.entries import Entrant
from bot.domain.events.event_officers import EventOfficer, EventRole
from bot.domain.ids import MemberId, Occasion, PersonId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.services.entering import seats_by_hand
from bot.storage import bars, entrants, event_officers, fields, forbidden_pairs, people, titles
from bot.storage.database import Work
from tests.services.hall import GUILD, Hall
from tests.services.registered import register

LEAGUE = QualifyingEvent.LEAGUE
PLAYER, OTHER = 2, 3
Twice = Callable[[Work, Occasion, PersonId], bool]


def test_a_seat_that_is_given_taken_and_given_again_at_once_is_held(hall: Hall) -> None:
    register(hall, PLAYER)
    owner, player = hall.presser(1), (MemberId(PLAYER), "P2")
    hall.do(seats_by_hand.give, owner, player, LEAGUE, "A good player")
    hall.do(seats_by_hand.take, owner, player, LEAGUE, "A slip")
    hall.do(seats_by_hand.give, owner, player, LEAGUE, "No slip after all")
    person = hall.person(PLAYER).person_id
    assert hall.ask(bars.seats, GUILD, LEAGUE) == [person]
    rows = hall.ask(lambda work: work.fetch_all("SELECT reason FROM seats"))
    assert [row["reason"] for row in rows] == ["No slip after all"]


def office(work: Work, occasion: Occasion, person: PersonId) -> bool:
    people.give_office(work, GUILD, Office.LEADER, person, occasion.now, person)
    people.give_office(work, GUILD, Office.LEADER, person, occasion.now, person)
    return people.offices(work, GUILD) == {Office.LEADER: person}


def arbiter_title(work: Work, occasion: Occasion, person: PersonId) -> bool:
    people.give_title(work, person, ArbiterTitle.ANP, occasion.now, person)
    people.give_title(work, person, ArbiterTitle.AN, occasion.now, person)
    return people.title_of(work, person) is ArbiterTitle.AN


def master_title(work: Work, occasion: Occasion, person: PersonId) -> bool:
    titles.give(work, person, MasterTitle.CMA, occasion.now, person)
    titles.end(work, person, MasterTitle.CMA, occasion.now, "lost")
    again = titles.give(work, person, MasterTitle.CMA, occasion.now, person)
    return again and not titles.give(work, person, MasterTitle.CMA, occasion.now, person)


@pytest.mark.parametrize("twice", [office, arbiter_title, master_title])
def test_an_office_or_title_that_ends_and_is_given_at_once_is_held(hall: Hall, twice: Twice) -> None:
    person = hall.person(PLAYER).person_id
    assert hall.do(lambda work, occasion: twice(work, occasion, person))


def test_a_deputy_who_is_relieved_and_named_again_at_once_has_the_role(hall: Hall) -> None:
    tournament, person = hall.announce(), hall.person(PLAYER).person_id
    officer = EventOfficer(tournament.tournament_id, person, EventRole.DEPUTY, hall.now, person)

    def again(work: Work, occasion: Occasion) -> None:
        event_officers.name(work, officer)
        event_officers.end(work, tournament.tournament_id, person, occasion.now)
        event_officers.name(work, officer)

    hall.do(again)
    assert hall.ask(event_officers.holding, tournament.tournament_id) == [officer]


@pytest.fixture
def two(hall: Hall) -> list[Entrant]:
    """Two players of an event."""
    tournament = hall.announce()
    hall.enter(tournament, PLAYER, OTHER)
    return list(hall.ask(entrants.of_tournament, tournament.tournament_id))


def test_a_player_who_is_paired_and_waits_again_at_once_waits(hall: Hall, two: list[Entrant]) -> None:
    entrant = two[0].entrant_id

    def again(work: Work, occasion: Occasion) -> bool:
        fields.enter_lobby(work, entrant, occasion.now)
        fields.leave_lobby(work, [entrant], occasion.now)
        return fields.enter_lobby(work, entrant, occasion.now)

    assert hall.do(again)
    assert not hall.do(lambda work, occasion: fields.enter_lobby(work, entrant, occasion.now))


def test_a_pair_that_is_allowed_and_forbidden_again_at_once_is_forbidden(hall: Hall, two: list[Entrant]) -> None:
    event, pair, by = two[0].tournament_id, (two[0].entrant_id, two[1].entrant_id), two[0].person_id

    def again(work: Work, occasion: Occasion) -> bool:
        forbidden_pairs.add(work, event, pair, "Brothers", by, occasion.now)
        forbidden_pairs.lift(work, event, pair, by, occasion.now)
        return forbidden_pairs.add(work, event, pair, "Brothers after all", by, occasion.now)

    assert hall.do(again)
    (found,) = hall.ask(forbidden_pairs.of_tournament, event)
    assert found.until is None
