"""Deciding about an event while not on its list, and entering it afterwards: for the first time, or again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.own_events import store as own_events_store
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import DoneInOwnEvent, OwnAct, OwnEnding
from bot.features.teams.model import NamedMember
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import OwnGround, TournamentId
from bot.rulebooks.library import preset
from bot.server.model import Act
from tests.foul_play import stakes
from tests.foul_play.organising import ALONE, BEFORE, CUP, link, move
from tests.hall import squads
from tests.hall.hall import Hall


def told(hall: Hall, tournament_id: TournamentId) -> list[OwnAct]:
    """What everybody reads that was decided before."""
    sayings = [one.message for one in hall.promised(DoneInOwnEvent, tournament_id)]
    found = [hall.ask(own_events_store.load, one.act) for one in sayings]
    return [one for one in found if one is not None]


@pytest.mark.parametrize("name", ["move the start", "seed by hand", "take off"])
def test_who_decides_first_and_enters_then_is_told_of_and_players_undo_it(hall: Hall, name: str) -> None:
    before = hall.announce(CUP, "Friday")
    hall.enter(before, 2, 3, 4)
    BEFORE[name](hall, before, hall.actor(ALONE))
    hall.enter(before, ALONE)
    (done,) = told(hall, before.tournament_id)
    assert done.person_id == hall.person(ALONE).person_id
    assert done.ground is None
    assert hall.act(hall.actor(3), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED
    assert hall.load(before).start_at == before.start_at
    assert hall.ask(entering_list_verbs.standing, before).seeded == ()
    assert stakes.entry(hall, before, 2).withdrawn_at is None


@pytest.mark.parametrize("name", ["move the start", "take off"])
def test_stepping_off_the_list_to_decide_and_back_onto_it_is_told_the_same_way(hall: Hall, name: str) -> None:
    before = hall.announce(CUP, "Friday")
    hall.enter(before, ALONE, 2, 3, 4)
    hall.now += timedelta(seconds=1)
    hall.act(hall.actor(ALONE), entering_verbs.withdraw, before.tournament_id)
    hall.now += timedelta(seconds=1)
    BEFORE[name](hall, before, hall.actor(ALONE))
    hall.enter(before, ALONE)
    (done,) = told(hall, before.tournament_id)
    assert hall.act(hall.actor(3), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_a_pair_kept_apart_before_the_entry_is_told_too(hall: Hall) -> None:
    before = hall.announce(preset("swiss"), "Friday")
    hall.enter(before, 2, 3, 4)
    first, second = (stakes.entry(hall, before, one).entrant_id for one in (2, 3))
    hall.act(hall.actor(ALONE), course_rounds_verbs.forbid, before.tournament_id, (first, second), "They are brothers")
    hall.enter(before, ALONE)
    assert [one.act for one in told(hall, before.tournament_id)] == [Act.KEEP_APART]


def test_a_second_account_decides_and_the_first_enters(hall: Hall) -> None:
    before = hall.announce(CUP, "Friday")
    hall.enter(before, 2, 3)
    hall.do(link, hall.person(ALONE).person_id, hall.person(20).person_id)
    move(hall, before, hall.actor(ALONE))
    hall.enter(before, 20)
    assert [one.act for one in told(hall, before.tournament_id)] == [Act.MOVE_START]


def test_waiting_longer_than_an_undo_lasts_does_not_close_the_door_to_an_objection(hall: Hall) -> None:
    before = hall.act(hall.actor(ALONE), tournaments_verbs.create, "May", CUP, hall.now + timedelta(days=20))
    hall.enter(before, 2, 3)
    seed_first(hall, before.tournament_id)
    hall.now += timedelta(days=8)
    hall.enter(before, ALONE)
    (done,) = told(hall, before.tournament_id)
    assert hall.act(hall.actor(3), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def seed_first(hall: Hall, tournament_id: TournamentId) -> None:
    form = hall.ask_as(hall.actor(ALONE), entering_list_verbs.form, tournament_id)
    hall.act(hall.actor(ALONE), entering_list_verbs.arrange, tournament_id, "P2\nP3", form.order)


def test_what_nobody_was_there_to_suffer_from_is_not_told(hall: Hall) -> None:
    before = hall.announce(CUP, "Friday")
    move(hall, before, hall.actor(ALONE))
    hall.enter(before, ALONE, 2)
    assert told(hall, before.tournament_id) == []


def test_nor_is_what_was_told_or_taken_back_before(hall: Hall) -> None:
    before = hall.announce(CUP, "Friday")
    hall.enter(before, 2, 3)
    move(hall, before, hall.actor(ALONE))
    hall.enter(before, ALONE)
    hall.now += timedelta(seconds=1)
    hall.act(hall.actor(ALONE), entering_verbs.withdraw, before.tournament_id)
    hall.enter(before, ALONE)
    assert len(told(hall, before.tournament_id)) == 1


def test_players_who_decide_nothing_are_not_told_of(hall: Hall) -> None:
    before = hall.announce(CUP, "Friday")
    hall.enter(before, 2, 3)
    move(hall, before, hall.actor(ALONE))
    hall.enter(before, 4)
    assert told(hall, before.tournament_id) == []


def test_an_old_card_of_reasons_does_nothing_with_what_was_done_before(hall: Hall) -> None:
    before = hall.announce(CUP, "Friday")
    hall.enter(before, 2, 3)
    move(hall, before, hall.actor(ALONE))
    hall.enter(before, ALONE)
    (done,) = told(hall, before.tournament_id)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(ALONE), own_events_verbs.decide, done.act_id, OwnGround.SLIP)


def test_who_joins_a_team_has_decided_before_too(hall: Hall) -> None:
    rulebook = replace(squads.GO, official=False, rating=replace(squads.GO.rating, rated=False))
    before = hall.announce(rulebook, "Teams")
    view = squads.save(hall, before, 10, "Team 10", NamedMember("P10", "acc10"))
    squads.save(hall, before, 20, "Team 20", NamedMember("P20", "acc20"))
    move(hall, before, hall.actor(ALONE))
    squads.add(hall, 10, view, ALONE)
    (done,) = told(hall, before.tournament_id)
    assert hall.act(hall.actor(20), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED
    assert hall.load(before).start_at == before.start_at
