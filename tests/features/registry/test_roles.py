"""Discord's roles show the registry and grant nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry.model import MirrorRoles
from bot.features.registry.roles_verbs import RoleGrants
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import ChannelId, MemberId, RoleId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, Office
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.setup_model import NamedOfficers
from tests.hall.hall import GUILD, PLAYERLESS, Hall

CROWN, STAR, CHIEF = RoleId(901), RoleId(902), RoleId(903)


@pytest.fixture(autouse=True)
def seated(hall: Hall) -> None:
    """A President, a leader and an arbiter, and somewhere to say it."""
    found = hall.ask(server_store.load, GUILD)
    assert found is not None
    told = replace(
        found, announcements=ChannelId(11), record=ChannelId(12), committee=ChannelId(13), organiser_role=CHIEF
    )
    hall.do(lambda tx: server_store.save(tx, told))
    name(hall, NamedOfficers(offices={Office.PRESIDENT: (MemberId(2), "P2"), Office.LEADER: (MemberId(3), "P3")}))
    name(hall, NamedOfficers(arbiters={MemberId(4): "P4"}, title=ArbiterTitle.AN))


def name(hall: Hall, named: NamedOfficers) -> None:
    hall.now += timedelta(seconds=1)
    hall.act(replace(hall.actor(PLAYERLESS), is_owner=True), registry_officers_verbs.name, named)


def choose(hall: Hall, shown: Office | ArbiterTitle, role: RoleId) -> None:
    hall.act(hall.actor(1), registry_roles_verbs.choose, shown, role)


def following(hall: Hall) -> set[int]:
    return {
        int(one.subject.partition(".")[2])
        for one in hall.ask(outbox.waiting, 90)
        if isinstance(one.message, MirrorRoles)
    }


def wrong(hall: Hall, number: int, *carried: RoleId) -> tuple[set[RoleId], set[RoleId]] | None:
    found = hall.ask(registry_roles_verbs.difference, GUILD, MemberId(number), carried, hall.now)
    return None if found is None else (set(found.missing), set(found.surplus))


def test_without_a_chosen_role_nothing_follows(hall: Hall) -> None:
    assert following(hall) == set()
    assert wrong(hall, 2) is None


def test_choosing_a_role_gives_it_to_whoever_holds_what_it_shows(hall: Hall) -> None:
    choose(hall, Office.PRESIDENT, CROWN)
    choose(hall, ArbiterTitle.AN, STAR)
    assert wrong(hall, 2) == ({CROWN}, set())
    assert wrong(hall, 4) == ({STAR}, set())
    assert wrong(hall, 2, CROWN) is None
    assert {2, 4} <= following(hall)


@pytest.mark.parametrize("number", [4, 99])
def test_a_role_that_somebody_gave_by_hand_is_taken_back_and_grants_nothing(hall: Hall, number: int) -> None:
    choose(hall, Office.PRESIDENT, CROWN)
    assert wrong(hall, number, CROWN, RoleId(5)) == (set(), {CROWN})
    held = hall.ask_as(hall.actor(number), server_verbs.capacities, hall.person(number))
    assert Capacity.PRESIDENT not in held


def test_a_successor_and_whoever_held_the_office_are_both_looked_at(hall: Hall) -> None:
    choose(hall, Office.PRESIDENT, CROWN)
    name(hall, NamedOfficers(offices={Office.PRESIDENT: (MemberId(9), "P9")}, gone=frozenset({MemberId(2)})))
    assert {2, 9} <= following(hall)
    assert wrong(hall, 2, CROWN) == (set(), {CROWN})


def test_a_stand_in_carries_the_role_until_the_last_day_and_is_looked_at_every_day(hall: Hall) -> None:
    choose(hall, Office.LEADER, CROWN)
    hall.act(hall.actor(3), registry_officers_verbs.name_stand_in, Office.LEADER, (MemberId(8), "P8"), 1, "Away.")
    assert wrong(hall, 8) == ({CROWN}, set())
    hall.now += timedelta(days=1)
    assert wrong(hall, 8, CROWN) == (set(), {CROWN})
    (due,) = [one for one in hall.ask(kernel_time_store.due_deadlines, hall.now, 50) if one.kind == Step.MIRROR_ROLES]
    hall.do(wiring.take, due)
    assert 8 in following(hall)
    assert [one.kind for one in hall.ask(kernel_time_store.due_deadlines, hall.now + timedelta(days=1), 50)].count(
        Step.MIRROR_ROLES
    ) == 1


def test_a_title_that_is_taken_away_takes_its_role_along(hall: Hall) -> None:
    choose(hall, ArbiterTitle.AN, STAR)
    hall.act(hall.actor(4), registry_officers_verbs.lay_down, "Enough")
    assert wrong(hall, 4, STAR) == (set(), {STAR})


def test_the_organisers_role_is_no_mirror(hall: Hall) -> None:
    with pytest.raises(RoleGrants):
        choose(hall, Office.PRESIDENT, CHIEF)


def test_only_organisers_and_officers_choose_roles(hall: Hall) -> None:
    for number in (4, 9):
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(number), registry_roles_verbs.choose, Office.LEADER, CROWN)
    assert hall.act(hall.actor(3), registry_roles_verbs.choose, Office.LEADER, CROWN) == {Office.LEADER: CROWN}


@pytest.mark.parametrize("shown", [Office.LEADER, ArbiterTitle.AJ])
def test_a_member_who_turns_out_to_hold_an_office_or_title_carries_its_role(
    hall: Hall, shown: Office | ArbiterTitle
) -> None:
    joao = hall.do(server_verbs.newcomer, GUILD, "João Ninguém").person_id
    if isinstance(shown, Office):
        hall.do(lambda tx: people_store.give_office(tx, GUILD, shown, joao, hall.now, joao))
    else:
        hall.do(lambda tx: people_store.give_title(tx, joao, shown, hall.now, joao))
    choose(hall, shown, STAR)
    assert 7 not in following(hall)
    hall.act(hall.actor(2), cases_links_verbs.link, joao, (MemberId(7), "P7"), "We have met")
    assert 7 in following(hall)
    assert wrong(hall, 7) == ({STAR}, set())
    deliver_all(hall)
    hall.act(hall.actor(2), undoing_verbs.undo, hall.ask_as(hall.actor(2), undoing_verbs.mine)[0].sequence)
    assert 7 in following(hall)
    assert wrong(hall, 7, STAR) == (set(), {STAR})


def deliver_all(hall: Hall) -> None:
    """Whatever was promised so far has been done."""
    hall.do(lambda tx: tx.execute("UPDATE outbox SET state = 'delivered'"))
