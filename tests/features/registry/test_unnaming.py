"""Appointments, titles and bars that were a mistake are taken back while nobody has acted by them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.model import EnteredByStaff
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import store as registry_store
from bot.features.registry.model import AppointmentUndone
from bot.features.registry.titles_model import MasterTitle
from bot.features.tournaments.facts_verbs import bar_subject
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel import log
from bot.kernel.context import Tx
from bot.kernel.ids import Actor, ChannelId, EntrantId, MemberId, PersonId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office, PlaceState
from bot.server import store as server_store
from bot.server.model import Hanging, UndoLine
from bot.server.setup_model import NamedOfficers
from tests.hall.chamber import COMMITTEE, open_chamber, start
from tests.hall.court import ARBITER, LEADER, bar_by_verdict
from tests.hall.hall import GUILD, Hall

OWNER, FIRST, SECOND = 1, 60, 61


@pytest.fixture
def house(hall: Hall) -> Hall:
    """A chamber whose announcements and record have their channels."""
    open_chamber(hall)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    furnished = replace(community, announcements=ChannelId(5), record=ChannelId(6))
    hall.do(lambda tx: server_store.save(tx, furnished))
    return hall


def owner(hall: Hall) -> Actor:
    return Actor(GUILD, MemberId(OWNER), "P1", "en-US", True, True, hall.now)


def name(hall: Hall, named: NamedOfficers) -> None:
    hall.now += timedelta(minutes=1)
    hall.act(owner(hall), registry_officers_verbs.name, named)
    hall.now += timedelta(minutes=1)


def lead(hall: Hall, number: int) -> PersonId:
    before = hall.ask(registry_officers_verbs.present, GUILD).holder(Office.LEADER)
    gone = frozenset({before.discord_id} if before and before.discord_id else set[MemberId]())
    name(hall, NamedOfficers(offices={Office.LEADER: (MemberId(number), f"P{number}")}, gone=gone))
    return hall.person(number).person_id


def titled(hall: Hall, number: int, title: ArbiterTitle | None) -> PersonId:
    name(hall, NamedOfficers(arbiters={MemberId(number): f"P{number}"}, title=title))
    return hall.person(number).person_id


def latest(hall: Hall) -> UndoLine:
    return hall.ask_as(owner(hall), undoing_verbs.mine)[0]


def take_back(hall: Hall) -> UndoLine:
    return hall.act(owner(hall), undoing_verbs.undo, latest(hall).sequence)


def leader(hall: Hall) -> PersonId | None:
    return hall.ask(people_store.offices, GUILD).get(Office.LEADER)


def test_a_leader_named_by_mistake_leads_no_more_and_the_one_before_does(house: Hall) -> None:
    mistaken = lead(house, FIRST)
    assert leader(house) == mistaken
    take_back(house)
    assert leader(house) == house.person(LEADER).person_id
    assert len(house.promised(AppointmentUndone, mistaken)) == 2
    assert latest(house).hangs is Hanging.TAKEN_BACK


def test_an_office_that_was_vacant_before_is_vacant_again(house: Hall) -> None:
    house.do(lambda tx: tx.execute("UPDATE offices SET until = since WHERE office = 'leader'"))
    lead(house, FIRST)
    take_back(house)
    assert leader(house) is None


def test_a_leader_who_has_acted_stays(house: Hall) -> None:
    lead(house, FIRST)
    bar_by_verdict(house, FIRST, (MemberId(2), "P2"), "Threats")
    assert latest(house).hangs is Hanging.ACTED
    with pytest.raises(SomethingHangs):
        take_back(house)


def test_a_leader_whom_another_one_followed_is_nothing_to_take_back(house: Hall) -> None:
    lead(house, FIRST)
    lead(house, SECOND)
    _, first = house.ask_as(owner(house), undoing_verbs.mine)
    assert first.hangs is Hanging.TAKEN_BACK


@pytest.mark.parametrize("before", [None, ArbiterTitle.ANP])
def test_a_title_given_by_mistake_goes_and_the_one_before_comes_back(house: Hall, before: ArbiterTitle | None) -> None:
    if before is not None:
        titled(house, FIRST, before)
    person = titled(house, FIRST, ArbiterTitle.AN)
    take_back(house)
    assert house.ask(people_store.title_of, person) is before


def test_a_title_taken_by_mistake_comes_back(house: Hall) -> None:
    by, person = house.person(OWNER).person_id, house.person(ARBITER).person_id

    def taken(tx: Tx) -> None:
        people_store.end_title(tx, person, house.now)
        told = {"title": "none"}
        tx.at(house.now).log(GUILD, "name_officer", f"person:{person}", actor=by, details=told)

    # Owners could do so once; what is on record of it can still be taken back.
    house.do(taken)
    house.now += timedelta(minutes=1)
    take_back(house)
    assert house.ask(people_store.title_of, person) is ArbiterTitle.AJ


def test_an_arbiter_who_is_entitled_in_an_open_vote_keeps_the_title(house: Hall) -> None:
    titled(house, FIRST, ArbiterTitle.AN)
    start(house, "member-expulsion", COMMITTEE[0])
    assert latest(house).hangs is Hanging.ACTED


def test_a_master_title_granted_by_mistake_goes_until_a_match_has_counted(house: Hall) -> None:
    by, person = house.person(OWNER).person_id, house.person(2).person_id

    def grant(tx: Tx) -> None:
        people_store.give_office(tx, GUILD, Office.LEADER, by, house.now, by)
        registry_store.give_title(tx, person, MasterTitle.MA, house.now, by)
        told = {"title": "MA", "kind": "grant"}
        tx.at(house.now).log(GUILD, "grant_title", f"person:{person}", actor=by, details=told)

    house.do(grant)
    house.now += timedelta(minutes=1)
    take_back(house)
    assert house.ask(registry_store.titles_of, person) == {}
    house.do(grant)
    house.play_out(house.begin(house.announce(), 2, 3))
    assert latest(house).hangs is Hanging.PLAYED


def barred(hall: Hall) -> EntrantId:
    """A member on an open list, whom the leader bars; answers the entry's id."""
    event = hall.announce()
    hall.enter(event, 2, 3)
    entry = hall.ask(entering_store.of_person, event.tournament_id, hall.person(2).person_id)
    assert entry is not None
    made = bar_by_verdict(hall, LEADER, (MemberId(2), "P2"), "Threats")
    assert hall.ask(log.withdrawn_because, GUILD, bar_subject(made.bar_id))
    return entry.entrant_id


def undo_bar(hall: Hall) -> UndoLine:
    line = hall.ask_as(hall.actor(LEADER), undoing_verbs.mine)[0]
    return hall.act(hall.actor(LEADER), undoing_verbs.undo, line.sequence)


@pytest.mark.rule("AIJE-D01-2")
def test_the_place_that_a_bar_freed_comes_back_with_it(house: Hall) -> None:
    entry = barred(house)
    (place,) = undo_bar(house).places
    assert place.state is PlaceState.BACK
    again = house.ask(entering_store.load, entry)
    assert again is not None
    assert (again.withdrawn_at, again.number) == (None, 1)
    assert len(house.promised(EnteredByStaff, entry)) == 1


@pytest.mark.rule("AIJE-D01-2")
def test_a_place_in_an_event_that_was_called_off_stays_free_and_that_is_said(house: Hall) -> None:
    entry = barred(house)
    (event,) = house.ask(lambda tx: tx.fetch_all("SELECT tournament_id FROM tournaments"))
    house.act(house.actor(1), course_ending_verbs.cancel, event["tournament_id"], "Rain")
    (place,) = undo_bar(house).places
    assert place.state is PlaceState.CLOSED
    again = house.ask(entering_store.load, entry)
    assert again is not None
    assert again.withdrawn_at is not None
