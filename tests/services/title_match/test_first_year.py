"""An association's first year with the bot: a champion from before it, a challenger whom no event has decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.community import Person
from bot.domain.ids import ChannelId, MemberId, VoteId
from bot.domain.permissions import Office
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.voting.votes import AGAINST, IN_FAVOUR
from bot.errors import AlreadyDone
from bot.services import access
from bot.services.entering import registration, seats_by_hand
from bot.services.entering.vacancies import NoPlaceVacant, PlacesByVote
from bot.services.registry import exams
from bot.services.title_match import title_holders, world_titles
from bot.services.voting import vote_desk, votes
from bot.services.voting.vote_opening import Matter
from bot.storage import bars, communities, people
from tests.services.hall import GUILD, Hall
from tests.services.registered import register
from tests.services.title_matches import WORLD, seat

LEADER, MEMBER = 20, 21


@pytest.fixture
def association(hall: Hall) -> Hall:
    """A leader, and a committee of three."""
    community = hall.ask(communities.load, GUILD)
    assert community is not None
    hall.do(lambda tx: communities.save(tx, replace(community, committee=ChannelId(3))))
    leader = hall.person(LEADER)
    hall.do(lambda tx: people.give_office(tx, GUILD, Office.LEADER, leader.person_id, hall.now, leader.person_id))
    for number in (LEADER, MEMBER, 22):
        hall.arbiter(number)
    return hall


def outsider(hall: Hall, name: str) -> Person:
    """Somebody without Discord, on the rating list."""
    person = hall.do(access.newcomer, GUILD, name)
    register(hall, person.person_id)
    return person


def test_a_champion_from_before_the_bot_defends_the_title_in_the_first_match(association: Hall) -> None:
    hall, joao = association, outsider(association, "João Ninguém")
    hall.act(hall.presser(LEADER), exams.crown, joao.person_id, "World Championship 2025")
    register(hall, 3)
    assert hall.ask(world_titles.reigning, GUILD) == joao.person_id
    owner = hall.presser(1)
    hall.act(owner, seats_by_hand.give, joao.person_id, QualifyingEvent.WORLD, "Champion of 2025")
    with pytest.raises(PlacesByVote):
        hall.act(owner, seats_by_hand.give, (MemberId(3), "P3"), QualifyingEvent.WORLD, "Second of 2025")
    close(hall, vote_on(hall, hall.person(3)), IN_FAVOUR, IN_FAVOUR, AGAINST)
    match = hall.announce(WORLD, "World Championship 2026")
    hall.act(hall.presser(1), registration.enter_other, match.tournament_id, None, joao.name, "joao99")
    hall.enter(match, 3)
    view = hall.act(hall.presser(1), title_holders.name_champion, match.tournament_id, joao.person_id)
    assert view.champion == joao
    assert view.challenger is not None
    assert view.challenger.person_id == hall.person(3).person_id


def vote_on(hall: Hall, person: Person, by: int = LEADER) -> VoteId:
    """Opens the committee's vote on the vacant place."""
    opened = hall.act(hall.presser(by), vote_desk.ask, "title-place", Matter("The best of last year"), person.person_id)
    assert not isinstance(opened, str)
    return opened.vote_id


def close(hall: Hall, vote_id: VoteId, *choices: str) -> None:
    """The committee votes, and the vote closes once everybody has."""
    for number, choice in zip((LEADER, MEMBER, 22), choices, strict=True):
        hall.act(hall.presser(number), votes.cast, vote_id, choice)


def has_place(hall: Hall, person: Person) -> bool:
    return bool(hall.ask(bars.has_seat, GUILD, QualifyingEvent.WORLD, person.person_id))


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
