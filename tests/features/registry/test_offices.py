"""Between namings: resigning, standing in, vacant offices, and suggestions to the leader."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry.model import BlockedByVacancy, OfficeChanged, blocked_by
from bot.features.voting import bodies_model as voting_bodies_model
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting.bodies_model import Suggested, SuggestionDecided
from bot.features.voting.procedures_model import preset
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed
from bot.kernel.ids import ChannelId, MemberId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, Office
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.setup_model import NamedOfficers
from tests.features.course.test_calling import come_on_duty, given
from tests.hall.hall import GUILD, PLAYERLESS, Hall
from tests.refusals import refuses

PRESIDENT, LEADER, OTHER = 2, 3, 4


@pytest.fixture(autouse=True)
def seated(hall: Hall) -> None:
    """A President and a leader, and somewhere to say it."""
    found = hall.ask(server_store.load, GUILD)
    assert found is not None
    told = replace(found, announcements=ChannelId(11), record=ChannelId(12))
    hall.do(lambda tx: server_store.save(tx, told))
    hall.now += timedelta(seconds=1)
    members = {Office.PRESIDENT: (MemberId(PRESIDENT), "P2"), Office.LEADER: (MemberId(LEADER), "P3")}
    hall.act(
        replace(hall.actor(PLAYERLESS), is_owner=True), registry_officers_verbs.name, NamedOfficers(offices=members)
    )
    hall.now += timedelta(seconds=1)


def standings(hall: Hall, number: int) -> frozenset[Capacity]:
    return hall.ask_as(hall.actor(number), server_verbs.capacities, hall.person(number))


def stand_in(hall: Hall, by: int, office: Office = Office.LEADER, number: int = OTHER, days: int = 7) -> None:
    hall.act(
        hall.actor(by), registry_officers_verbs.name_stand_in, office, (MemberId(number), f"P{number}"), days, "Away."
    )


@pytest.mark.rule("AIJE-A01-1")
def test_who_resigns_leaves_the_office_vacant_and_everybody_reads_why(hall: Hall) -> None:
    shown = hall.act(hall.actor(LEADER), registry_officers_verbs.resign, Office.LEADER, "No time.")
    assert [seat.holder is None for seat in shown.seats] == [False, True]
    said = hall.promised(OfficeChanged, str(GUILD))
    assert [(one.message.what, one.message.reason) for one in said] == [("resigned", "No time.")] * 2
    assert Capacity.LEADER not in standings(hall, LEADER)


@pytest.mark.rule("AIJE-A01-1", "AIJE-A02-1")
@pytest.mark.parametrize("office", Office)
def test_a_vacant_office_holds_up_what_takes_its_signature(office: Office) -> None:
    assert BlockedByVacancy.EXPULSION in blocked_by(office)
    assert (BlockedByVacancy.SUGGESTIONS in blocked_by(office)) == (office is Office.LEADER)


def test_nobody_resigns_from_an_office_that_he_does_not_hold(hall: Hall) -> None:
    with refuses("error.HoldsNoOffice"):
        hall.act(hall.actor(LEADER), registry_officers_verbs.resign, Office.PRESIDENT, "No time.")


@pytest.mark.rule("AIJE-A01-1")
@pytest.mark.parametrize("by", [PRESIDENT, LEADER])
def test_a_stand_in_may_what_the_office_may_until_the_last_day(hall: Hall, by: int) -> None:
    stand_in(hall, by)
    assert {Capacity.LEADER} == standings(hall, OTHER)
    assert Capacity.LEADER in standings(hall, LEADER)
    hall.now += timedelta(days=7)
    assert standings(hall, OTHER) == frozenset()


def test_nobody_else_names_a_stand_in(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        stand_in(hall, OTHER)
    with pytest.raises(NotAllowed):
        stand_in(hall, LEADER, Office.PRESIDENT)


def test_the_holder_is_no_stand_in_and_a_vacant_office_has_none(hall: Hall) -> None:
    with refuses("error.HolderAsStandIn"):
        stand_in(hall, PRESIDENT, number=LEADER)
    hall.act(hall.actor(LEADER), registry_officers_verbs.resign, Office.LEADER, "No time.")
    with refuses("error.OfficeVacant"):
        stand_in(hall, PRESIDENT)


@pytest.mark.parametrize(("days", "allowed"), [(0, False), (1, True), (90, True), (91, False)])
def test_a_stand_in_is_for_a_day_to_ninety(hall: Hall, days: int, allowed: bool) -> None:
    if allowed:
        stand_in(hall, LEADER, days=days)
    else:
        with refuses("error.StandInTooLong"):
            stand_in(hall, LEADER, days=days)


def test_a_successor_ends_the_stand_in(hall: Hall) -> None:
    stand_in(hall, LEADER)
    hall.now += timedelta(seconds=1)
    named = NamedOfficers(offices={Office.LEADER: (MemberId(9), "P9")}, gone=frozenset({MemberId(LEADER)}))
    hall.act(replace(hall.actor(PLAYERLESS), is_owner=True), registry_officers_verbs.name, named)
    assert standings(hall, OTHER) == frozenset()


@pytest.mark.parametrize("by", [PRESIDENT, LEADER, OTHER])
def test_a_stand_in_ends_before_its_time_once(hall: Hall, by: int) -> None:
    stand_in(hall, LEADER)
    hall.now += timedelta(hours=1)
    hall.act(hall.actor(by), registry_officers_verbs.end_stand_in, Office.LEADER)
    assert standings(hall, OTHER) == frozenset()
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(by), registry_officers_verbs.end_stand_in, Office.LEADER)


@pytest.mark.rule("AIJE-A01-1")
def test_the_committee_is_every_holder_of_an_arbiter_title_and_nobody_else(hall: Hall) -> None:
    hall.arbiter(20, ArbiterTitle.ANP)
    hall.arbiter(21, ArbiterTitle.AI)
    shown = hall.ask(registry_officers_verbs.show, GUILD, hall.now)
    assert [(person.name, title) for person, title, _ in shown.arbiters] == [
        ("P21", ArbiterTitle.AI),
        ("P20", ArbiterTitle.ANP),
    ]


@pytest.mark.rule("AIJE-A01-1", "AIJE-D01-6")
def test_who_loses_the_title_follows_no_match_any_more(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(5, 13))
    come_on_duty(hall, 20)
    assert given(hall, tournament)[0].arbiter == hall.person(20).person_id
    hall.act(hall.actor(20), registry_officers_verbs.lay_down, "Enough")
    assert given(hall, tournament)[0].arbiter is None
    assert hall.ask(people_store.on_duty, GUILD) == []
    assert [one.duty for one in hall.ask(playing_arbiters_verbs.listing, GUILD)] == []


@pytest.mark.rule("AIJE-A01-3")
def test_anybody_suggests_and_the_committee_sees_it(hall: Hall) -> None:
    view = hall.act(hall.actor(30), voting_record_verbs.suggest, "  A summer cup  ")
    assert (view.suggestion.text, view.suggestion.number) == ("A summer cup", 1)
    assert len(hall.promised(Suggested, view.suggestion.suggestion_id)) == 1


@pytest.mark.rule("AIJE-A01-3")
@pytest.mark.parametrize(("approved", "reason"), [(True, ""), (False, "No money.")])
def test_the_leader_answers_and_the_author_hears_it_in_private_and_in_public(
    hall: Hall, approved: bool, reason: str
) -> None:
    view = hall.act(hall.actor(30), voting_record_verbs.suggest, "A summer cup")
    key = view.suggestion.suggestion_id
    decided = hall.act(hall.actor(LEADER), voting_record_verbs.decide, key, reason, approved=approved)
    assert decided.suggestion.approved is approved
    assert len(hall.promised(SuggestionDecided, key)) == 2
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(LEADER), voting_record_verbs.decide, key, "again", approved=not approved)


@pytest.mark.rule("AIJE-A01-3")
def test_a_declined_suggestion_is_given_a_reason(hall: Hall) -> None:
    view = hall.act(hall.actor(30), voting_record_verbs.suggest, "A summer cup")
    with pytest.raises(Missing):
        hall.act(hall.actor(LEADER), voting_record_verbs.decide, view.suggestion.suggestion_id, " ", approved=False)


@pytest.mark.rule("AIJE-A01-3")
@pytest.mark.parametrize("number", [PRESIDENT, PLAYERLESS, 30])
def test_nobody_but_the_leader_answers_suggestions(hall: Hall, number: int) -> None:
    view = hall.act(hall.actor(30), voting_record_verbs.suggest, "A summer cup")
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(number), voting_record_verbs.decide, view.suggestion.suggestion_id, "x", approved=True)


def test_a_fourth_suggestion_waits_until_one_is_answered(hall: Hall) -> None:
    for _ in range(3):
        hall.act(hall.actor(30), voting_record_verbs.suggest, "More")
    with refuses("error.SuggestionsWait"):
        hall.act(hall.actor(30), voting_record_verbs.suggest, "More")
    hall.act(hall.actor(31), voting_record_verbs.suggest, "Mine")


@pytest.mark.rule("AIJE-A02-5")
def test_who_was_expelled_from_the_committee_neither_leads_it_nor_stands_in_for_its_leader(hall: Hall) -> None:
    person, owner = hall.person(OTHER).person_id, replace(hall.actor(PLAYERLESS), is_owner=True)
    vote = hall.do(voting_closing_verbs.begin, GUILD, preset("open-question"), asked(hall), None)
    hall.do(lambda tx: entering_bars_store.exclude(tx, GUILD, person, vote.vote_id, hall.now))
    left = frozenset({MemberId(LEADER)})
    with refuses("error.NeverAgain"):
        hall.act(
            owner,
            registry_officers_verbs.name,
            NamedOfficers(offices={Office.LEADER: (MemberId(OTHER), "P4")}, gone=left),
        )
    with refuses("error.NeverAgain"):
        stand_in(hall, LEADER)
    gone = frozenset({MemberId(PRESIDENT)})
    hall.act(
        owner,
        registry_officers_verbs.name,
        NamedOfficers(offices={Office.PRESIDENT: (MemberId(OTHER), "P4")}, gone=gone),
    )
    assert Capacity.PRESIDENT in standings(hall, OTHER)


def asked(hall: Hall) -> voting_bodies_model.VoteMatter:
    return voting_bodies_model.VoteMatter("Why?", representatives=(hall.person(LEADER).person_id,))
