"""Tried by who hands titles out once the association is founded: champions by hand, arbiters by the owner's word."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.titles_model import ChangeKind, MasterTitle, TitleProposal
from bot.features.registry.titles_verbs import CandidateLacks
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.kernel.context import Tx
from bot.kernel.errors import Outdated
from bot.kernel.ids import Actor, ChannelId, MemberId
from bot.people import store as people_store
from bot.people.model import FOUNDING_OPEN_FOR, ArbiterTitle, Founding, Office
from bot.server import store as server_store
from bot.server.setup_model import NamedOfficers
from tests.hall import title_matches
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.hall.title_matches import CHALLENGER, CHAMPION
from tests.refusals import refuses

PRESIDENT, LEADER, FRIEND, OWNER = 40, 41, 42, 1
TITLES = list(ArbiterTitle)


@pytest.fixture
def association(hall: Hall) -> Hall:
    """A President and a leader, with the channels in which offices are said."""
    community, here = hall.ask(server_store.load, GUILD), ChannelId(3)
    assert community is not None
    channels = replace(community, announcements=here, record=here, committee=here)
    hall.do(lambda tx: server_store.save(tx, channels))
    for number, office in ((PRESIDENT, Office.PRESIDENT), (LEADER, Office.LEADER)):
        hold(hall, number, office)
    return hall


def hold(hall: Hall, number: int, office: Office) -> None:
    person = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, person, tx.now, person))


def found(hall: Hall) -> None:
    """The association is founded: its last days are over."""
    hall.do(lambda tx: registry_store.begin_founding(tx, Founding(GUILD, tx.now, None)))
    hall.now += FOUNDING_OPEN_FOR


def crown(hall: Hall, number: int, by: int = PRESIDENT) -> None:
    member = (MemberId(number), f"P{number}")
    hall.act(hall.actor(by), registry_exams_verbs.crown, member, "World Championship of before")


def owner(hall: Hall) -> Actor:
    return replace(hall.actor(OWNER), is_owner=True)


def name_arbiter(hall: Hall, number: int, title: ArbiterTitle = ArbiterTitle.AN) -> None:
    hall.act(
        owner(hall), registry_officers_verbs.name, NamedOfficers(arbiters={MemberId(number): f"P{number}"}, title=title)
    )


# --- the champion of the world ----------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("by", [PRESIDENT, LEADER])
@pytest.mark.parametrize("wait", [timedelta(0), timedelta(days=7)])
def test_no_officer_crowns_a_friend_once_a_match_here_decides(association: Hall, by: int, wait: timedelta) -> None:
    crown(association, CHAMPION)
    found(association)
    association.now += wait
    with refuses("error.TitleIsPlayedFor"):
        association.act(association.actor(by), registry_exams_verbs.crown, (MemberId(FRIEND), "P42"), "World 2026")
    assert len(association.ask(people_store.world_titles, GUILD)) == 1


@pytest.mark.rule("AIJE-D03-1")
def test_no_officer_crowns_a_friend_after_or_beside_a_match_in_the_days_of_founding(association: Hall) -> None:
    _, contest = title_matches.begun(association)
    with refuses("error.TitleIsPlayedFor"):
        crown(association, FRIEND)
    for _ in range(10):
        title_matches.won(association, contest, CHALLENGER)
    with refuses("error.TitleIsPlayedFor"):
        crown(association, FRIEND)


@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-2")
def test_no_organiser_names_another_holder_of_the_title_once_founded(association: Hall) -> None:
    crown(association, CHAMPION)
    found(association)
    tournament = association.announce(title_matches.WORLD, "World Championship")
    title_matches.seat(association, CHAMPION, CHALLENGER)
    with refuses("error.HolderIsOnRecord"):
        title_matches.name(association, tournament, CHALLENGER)
    association.do(lambda tx: title_match_holder_verbs.ask_by_itself(tx, tournament))
    shown = association.ask(title_match_holder_verbs.holder_view, tournament.tournament_id)
    assert shown is not None
    assert shown.champion == association.person(CHAMPION)


# --- arbiters ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-B01-ANP", "AIJE-B01-AN", "AIJE-B01-AJ", "AIJE-B01-AI")
@pytest.mark.parametrize("title", TITLES)
def test_the_owner_hands_out_no_arbiter_title_once_founded(association: Hall, title: ArbiterTitle) -> None:
    name_arbiter(association, 50)
    found(association)
    with refuses("error.TitlesByProcedure"):
        name_arbiter(association, FRIEND, title)
    assert association.ask(people_store.title_of, association.person(FRIEND).person_id) is None


def test_the_owner_takes_no_title_by_beginning_to_referee_once_founded(association: Hall) -> None:
    found(association)
    with refuses("error.TitlesByProcedure"):
        association.act(owner(association), registry_officers_verbs.begin_refereeing)


def test_the_owner_names_again_where_no_officer_is_left(association: Hall) -> None:
    found(association)
    association.do(lambda tx: offices_end(tx, tx.now))
    name_arbiter(association, FRIEND)
    assert association.ask(people_store.title_of, association.person(FRIEND).person_id) is ArbiterTitle.AN


def offices_end(tx: Tx, at: datetime) -> None:
    for number, office in ((PRESIDENT, Office.PRESIDENT), (LEADER, Office.LEADER)):
        person = people_store.of_member(tx, GUILD, MemberId(number))
        assert person is not None
        server_store.leave(tx, GUILD, office, person.person_id, at)


def test_one_officer_who_is_left_is_enough_for_the_rules_to_hold(association: Hall) -> None:
    found(association)
    person = association.person(LEADER).person_id
    association.do(lambda tx: server_store.leave(tx, GUILD, Office.LEADER, person, tx.now))
    with refuses("error.TitlesByProcedure"):
        name_arbiter(association, FRIEND)


def test_a_club_without_a_president_names_its_arbiters_at_any_time(hall: Hall) -> None:
    community, here = hall.ask(server_store.load, GUILD), ChannelId(3)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, announcements=here, record=here)))
    hold(hall, LEADER, Office.LEADER)
    found(hall)
    name_arbiter(hall, FRIEND)
    assert hall.ask(people_store.title_of, hall.person(FRIEND).person_id) is ArbiterTitle.AN


# --- what an officer confirms -----------------------------------------------------------------------------------------


def propose(hall: Hall, title: ArbiterTitle | MasterTitle) -> str:
    person = hall.person(FRIEND).person_id
    proposal = TitleProposal("p", GUILD, person, ChangeKind.GRANT, title, None, hall.now)
    hall.do(lambda tx: registry_store.add_proposal(tx, proposal))
    return "p"


@pytest.mark.rule("AIJE-B03-1", "AIJE-B01-AN", "AIJE-B01-AJ", "AIJE-B01-AI")
@pytest.mark.parametrize("title", TITLES)
def test_an_arbiter_title_whose_requirements_fell_away_is_not_confirmed(association: Hall, title: ArbiterTitle) -> None:
    waiting = propose(association, title)
    register(association, FRIEND)
    with pytest.raises(CandidateLacks):
        association.act(association.actor(LEADER), registry_titles_verbs.decide, waiting, confirm=True)


@pytest.mark.rule("AIJE-B01-3")
@pytest.mark.parametrize("title", list(MasterTitle))
def test_a_master_title_that_the_rating_does_not_ask_for_is_not_confirmed(
    association: Hall, title: MasterTitle
) -> None:
    waiting = propose(association, title)
    register(association, FRIEND)
    with pytest.raises(Outdated):
        association.act(association.actor(LEADER), registry_titles_verbs.decide, waiting, confirm=True)
    assert association.ask(registry_store.titles_of, association.person(FRIEND).person_id) == {}
