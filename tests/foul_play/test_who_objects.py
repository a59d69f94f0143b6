"""Keeping players from undoing what an organiser who plays has decided: by more entries, by fewer objectors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.entering import verbs as entering_verbs
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import OwnEnding
from bot.features.teams.model import NamedMember
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.kernel.errors import AlreadyDone
from bot.play.entries import Tournament
from tests.foul_play.organising import (
    ALONE,
    alone,
    before_the_start,
    cup,
    decide,
    link,
    move,
    pause,
    take_off,
)
from tests.hall import squads
from tests.hall.hall import Hall
from tests.refusals import refuses


def test_a_sixth_entry_after_the_act_does_not_make_one_objection_into_two(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    done = decide(hall, alone(hall, tournament, move))
    hall.act(hall.actor(ALONE), entering_verbs.enter_other, tournament.tournament_id, None, "Cousin", None)
    hall.enter(tournament, 6, 7)
    view = hall.ask(own_events_verbs.view, done.act_id)
    assert view is not None
    assert view.needed == 1
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_people_typed_in_before_the_act_raise_the_number_no_more_since_they_cannot_press(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3)
    for name in ("Cousin", "Aunt", "Uncle", "Neighbour"):
        hall.act(hall.actor(ALONE), entering_verbs.enter_other, tournament.tournament_id, None, name, None)
    done = decide(hall, alone(hall, tournament, move))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_who_has_left_counts_no_more(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5, 6)
    hall.act(hall.actor(6), entering_verbs.withdraw, tournament.tournament_id)
    done = decide(hall, alone(hall, tournament, move))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_two_accounts_of_one_person_are_one_of_those_who_play(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5, 6)
    hall.do(link, hall.person(5).person_id, hall.person(6).person_id)
    done = decide(hall, alone(hall, tournament, move))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_the_removed_player_objects_to_the_removal(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    done = decide(hall, alone(hall, tournament, take_off))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def test_who_is_taken_off_the_list_after_an_act_still_objects_to_it(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    moved = decide(hall, alone(hall, tournament, move))
    decide(hall, alone(hall, hall.load(tournament), take_off))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, moved.act_id).ending is OwnEnding.OBJECTED


def test_who_left_before_the_act_has_no_say_in_it(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    hall.act(hall.actor(5), entering_verbs.withdraw, tournament.tournament_id)
    done = decide(hall, alone(hall, tournament, move))
    with refuses("error.OnlyPlayersObject"):
        hall.act(hall.actor(5), own_events_verbs.object_to, done.act_id)


def test_one_person_under_two_accounts_objects_once(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4, 5, 6, 7)
    done = decide(hall, alone(hall, tournament, pause))
    hall.do(link, hall.person(2).person_id, hall.person(3).person_id)
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is None
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(3), own_events_verbs.object_to, done.act_id)


def test_two_of_one_team_are_one_side_that_objects(hall: Hall) -> None:
    tournament = teams_of_two(hall)
    done = decide(hall, alone(hall, tournament, move))
    assert hall.act(hall.actor(10), own_events_verbs.object_to, done.act_id).ending is None
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(11), own_events_verbs.object_to, done.act_id)
    assert hall.act(hall.actor(20), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED


def teams_of_two(hall: Hall) -> Tournament:
    """Six teams on the list, one of them led by the only organiser; nothing of the association hangs on it."""
    rulebook = replace(squads.GO, official=False, rating=replace(squads.GO.rating, rated=False))
    tournament = hall.announce(rulebook, "Teams")
    for captain in (ALONE, 10, 20, 30, 40, 50):
        view = squads.save(hall, tournament, captain, f"Team {captain}", NamedMember(f"P{captain}", f"acc{captain}"))
        squads.add(hall, captain, view, captain + 1, captain + 2)
    return tournament


def test_a_second_account_of_who_did_it_objects_to_nothing(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3)
    done = decide(hall, alone(hall, tournament, move))
    hall.do(link, hall.person(ALONE).person_id, hall.person(2).person_id)
    with pytest.raises(OwnCase):
        hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id)
