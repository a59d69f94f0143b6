"""Who created an event is addressed while they may run it; then other staff are, and the owner where there are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import EntryRoleDeleted
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.summons_verbs import Found
from bot.kernel.ids import MemberId, RoleId
from bot.kernel.promises import ToMember
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import EntryRules
from bot.rulebooks.library import preset
from bot.server import store as server_store
from tests.features.entering.test_claims import claim
from tests.hall.hall import GUILD, PLAYERLESS, Hall

OWNER, CREATOR, ARBITER, ROLE = MemberId(40), PLAYERLESS, 50, RoleId(9)


@pytest.fixture
def event(hall: Hall) -> Tournament:
    """An event whose creator is not the server's owner."""
    hall.person(OWNER)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, owner_id=OWNER)))
    rules = preset("cup")
    return hall.announce(replace(rules, entry=EntryRules(str(ROLE))))


def lose_right(hall: Hall) -> None:
    hall.do(
        tournaments_summons_verbs.note_creators, GUILD, Found(without_right=frozenset({hall.person(CREATOR).person_id}))
    )


def leave(hall: Hall) -> None:
    hall.do(tournaments_summons_verbs.note_creators, GUILD, Found(gone=frozenset({hall.person(CREATOR).person_id})))


def answers(hall: Hall, event: Tournament) -> Person | None:
    return hall.ask(tournaments_summons_verbs.answering, event)


def deciders(hall: Hall) -> set[Person]:
    """Who is asked for what waits in the server."""
    waiting = hall.ask(guidance_verbs.waiting, GUILD, hall.now)
    return {person for one in waiting.values() for person in one.deciders}


def test_who_created_the_event_answers_for_it(hall: Hall, event: Tournament) -> None:
    hall.do(tournaments_summons_verbs.note_creators, GUILD, Found())
    assert answers(hall, event) == hall.person(CREATOR)


@pytest.mark.parametrize("how", [lose_right, leave])
def test_after_that_who_is_on_duty_answers_and_then_the_owner(
    hall: Hall, event: Tournament, how: Callable[[Hall], None]
) -> None:
    how(hall)
    assert answers(hall, event) == hall.person(OWNER)
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    assert answers(hall, event) == hall.person(ARBITER)
    assert hall.ask(tournaments_summons_verbs.staff_of, event.tournament_id) == (hall.person(ARBITER),)


def test_who_holds_a_title_runs_the_event_without_discords_right_and_not_after_leaving(
    hall: Hall, event: Tournament
) -> None:
    hall.arbiter(CREATOR)
    lose_right(hall)
    assert answers(hall, event) == hall.person(CREATOR)
    leave(hall)
    assert answers(hall, event) == hall.person(OWNER)


def test_who_has_the_right_again_answers_again(hall: Hall, event: Tournament) -> None:
    lose_right(hall)
    hall.do(tournaments_summons_verbs.note_creators, GUILD, Found())
    assert answers(hall, event) == hall.person(CREATOR)


def test_who_lost_the_right_is_asked_for_no_claim(hall: Hall, event: Tournament) -> None:
    claim(hall, hall.announce(name="Open"))
    assert hall.person(CREATOR) in deciders(hall)
    lose_right(hall)
    assert deciders(hall) == {hall.person(OWNER)}


def test_the_letter_of_a_deleted_role_goes_to_who_answers(hall: Hall, event: Tournament) -> None:
    lose_right(hall)
    hall.do(entering_verbs.note_deleted, GUILD, ROLE)
    (told,) = hall.promised(EntryRoleDeleted, event.tournament_id)
    assert told.target == ToMember(OWNER)
