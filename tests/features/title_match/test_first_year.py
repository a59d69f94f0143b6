"""An association's first year with the bot: a champion from before it, a challenger whom no event has decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import verbs as entering_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats.reading_verbs import NoPlaceVacant
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import AGAINST, IN_FAVOUR
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import ChannelId, MemberId, VoteId
from bot.people import store as people_store
from bot.people.model import Office, Person
from bot.play.rulebook import QualifyingEvent
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.hall.title_matches import WORLD, seat
from tests.refusals import refuses

LEADER, MEMBER = 20, 21


@pytest.fixture
def association(hall: Hall) -> Hall:
    """A leader, and a committee of three."""
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    leader = hall.person(LEADER)
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, leader.person_id, hall.now, leader.person_id))
    for number in (LEADER, MEMBER, 22):
        hall.arbiter(number)
    return hall


def outsider(hall: Hall, name: str) -> Person:
    """Somebody without Discord, on the rating list."""
    person = hall.do(server_verbs.newcomer, GUILD, name)
    register(hall, person.person_id)
    return person


def test_a_champion_from_before_the_bot_defends_the_title_in_the_first_match(association: Hall) -> None:
    hall, joao = association, outsider(association, "João Ninguém")
    hall.act(hall.actor(LEADER), registry_exams_verbs.crown, joao.person_id, "World Championship 2025")
    register(hall, 3)
    assert hall.ask(title_match_holder_verbs.reigning, GUILD) == joao.person_id
    owner = hall.actor(1)
    hall.act(owner, seats_by_hand_verbs.give, joao.person_id, QualifyingEvent.WORLD, "Champion of 2025")
    with refuses("error.PlacesByVote"):
        hall.act(owner, seats_by_hand_verbs.give, (MemberId(3), "P3"), QualifyingEvent.WORLD, "Second of 2025")
    close(hall, vote_on(hall, hall.person(3)), IN_FAVOUR, IN_FAVOUR, AGAINST)
    match = hall.announce(WORLD, "World Championship 2026")
    hall.act(hall.actor(1), entering_verbs.enter_other, match.tournament_id, None, joao.name, "joao99")
    hall.enter(match, 3)
    view = hall.act(hall.actor(1), title_match_holder_verbs.name_champion, match.tournament_id, joao.person_id)
    assert view.champion == joao
    assert view.challenger is not None
    assert view.challenger.person_id == hall.person(3).person_id


def vote_on(hall: Hall, person: Person, by: int = LEADER) -> VoteId:
    """Opens the committee's vote on the vacant place."""
    opened = hall.act(
        hall.actor(by), voting_desk_verbs.ask, "title-place", VoteMatter("The best of last year"), person.person_id
    )
    assert not isinstance(opened, str)
    return opened.vote_id


def close(hall: Hall, vote_id: VoteId, *choices: str) -> None:
    """The committee votes, and the vote closes once everybody has."""
    for number, choice in zip((LEADER, MEMBER, 22), choices, strict=True):
        hall.act(hall.actor(number), voting_verbs.cast, vote_id, choice)


def has_place(hall: Hall, person: Person) -> bool:
    return bool(hall.ask(entering_bars_store.has_seat, GUILD, QualifyingEvent.WORLD, person.person_id))


def test_the_committees_vote_gives_the_vacant_place(association: Hall) -> None:
    joao = outsider(association, "João Ninguém")
    close(association, vote_on(association, joao), IN_FAVOUR, IN_FAVOUR, AGAINST)
    assert has_place(association, joao)


def test_a_vote_against_leaves_it_vacant(association: Hall) -> None:
    joao = outsider(association, "João Ninguém")
    close(association, vote_on(association, joao), IN_FAVOUR, AGAINST, AGAINST)
    assert not has_place(association, joao)


def test_no_vote_opens_on_a_place_that_is_somebodys(association: Hall) -> None:
    hall, joao = association, outsider(association, "João Ninguém")
    seat(hall, 3, 4)
    with pytest.raises(NoPlaceVacant):
        vote_on(hall, joao)
    with pytest.raises(AlreadyDone):
        vote_on(hall, hall.person(3))


def test_a_place_filled_while_the_vote_ran_stays_as_it_is(association: Hall) -> None:
    hall, joao = association, outsider(association, "João Ninguém")
    vote_id = vote_on(hall, joao)
    seat(hall, 3, 4)
    close(hall, vote_id, IN_FAVOUR, IN_FAVOUR, IN_FAVOUR)
    assert not has_place(hall, joao)
