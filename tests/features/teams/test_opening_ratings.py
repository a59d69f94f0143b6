"""Teams by the ratings of an opening list: the rated leader stays, with Discord or linked later (AIJE-D05-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.entering import teams_store as entering_teams_store
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import LeaderIsNotHighest, TwoOfTheTop
from bot.features.teams.model import NamedMember, TeamView
from bot.kernel.ids import MemberId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people.store import by_ids
from bot.play.entries import Tournament
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import DISCORD, ORGANISER, OWNER, bring, person
from tests.hall.squads import JEEK, begin, found, save
from tests.refusals import refuses

MEMBER, LATER = 7, 8
LIST = f"""name;discord;rating
Ana;{DISCORD + MEMBER};2200
Bia;;2190
Caio;;2180
Dora;;2170
Enzo;;2160
Fabi;;2150
Gil;;1900
"""


@pytest.fixture
def cup(hall: Hall) -> Tournament:
    """A Team Tournament with no list but the opening one, on which Ana alone has Discord."""
    for number in (ORGANISER, OWNER):
        hall.person(number)
    bring(hall, LIST)
    hall.do(lambda tx: tx.execute("UPDATE people SET discord_id = ? WHERE name = 'Ana'", (MEMBER,)))
    return hall.announce(JEEK, "Times")


def leader(hall: Hall, view: TeamView) -> PersonId:
    (one,) = [one.person.person_id for one in view.members if one.is_captain]
    return one


def link(hall: Hall, name: str, number: int) -> None:
    staff = replace(hall.actor(OWNER), is_owner=True)
    hall.act(staff, cases_links_verbs.link, person(hall, name), (MemberId(number), f"P{number}"), "We have met")


@pytest.mark.rule("AIJE-D05-1")
def test_who_is_rated_by_the_list_leads_and_is_no_unrated_captain(hall: Hall, cup: Tournament) -> None:
    view = save(hall, cup, MEMBER, "Azul", NamedMember("P7", "a"), NamedMember("Nobody", "n"))
    assert [(one.person.name, one.rating) for one in view.members] == [("P7", 2200.0), ("Nobody", None)]
    assert leader(hall, view) == person(hall, "P7")


@pytest.mark.rule("AIJE-D05-1")
def test_two_of_the_lists_top_five_are_not_in_one_team_and_the_sixth_may(hall: Hall, cup: Tournament) -> None:
    with pytest.raises(TwoOfTheTop) as refused:
        staffed(hall, cup, "Azul", "Bia", "Enzo")
    assert (refused.value.name, refused.value.other, refused.value.place) == ("Enzo", "Bia", 5)
    assert leader(hall, staffed(hall, cup, "Azul", "Bia", "Fabi")) == person(hall, "Bia")


@pytest.mark.rule("AIJE-D05-1")
def test_a_leader_without_discord_stays_after_the_link_and_confirms_the_team(hall: Hall, cup: Tournament) -> None:
    view = staffed(hall, cup, "Azul", "Bia", "Gil", "Hugo")
    bia = person(hall, "Bia")
    link(hall, "Bia", LATER)
    again = hall.ask_as(hall.actor(ORGANISER), teams_verbs.of_entrant, view.entrant.entrant_id)
    assert leader(hall, again) == bia
    assert {one.person_id: one.board for one in hall.ask(entering_teams_store.members, view.entrant.entrant_id)}[
        bia
    ] == 1
    assert hall.ask(people_ratings_store.ratings, GUILD)[bia] == 2190.0
    save(hall, cup, MEMBER, "Verde", NamedMember("P7", "a"), NamedMember("V2", "v"), NamedMember("V3", "w"))
    begun = begin(hall, cup, MEMBER, LATER)
    assert begun.drawn_at is not None
    (contest,) = hall.open_contests(begun)
    assert set(hall.people_of(begun, contest)) == {bia, person(hall, "P7")}


@pytest.mark.rule("AIJE-D05-1")
def test_a_member_leads_by_the_rating_of_the_name_once_they_are_linked(hall: Hall, cup: Tournament) -> None:
    hall.person(LATER)
    with refuses("error.LeaderHasNoRating"):
        save(hall, cup, LATER, "Azul", NamedMember("P8", "a"))
    link(hall, "Gil", LATER)
    view = save(hall, cup, LATER, "Azul", NamedMember("P8", "a"))
    assert found(hall.ask(by_ids, [leader(hall, view)])[leader(hall, view)]).discord_id == LATER
    with pytest.raises(LeaderIsNotHighest):
        staffed(hall, cup, "Verde", "Fabi", "Dora")


def staffed(hall: Hall, cup: Tournament, name: str, *members: str) -> TeamView:
    """A team that staff writes down, of people whom the list names."""
    named = [NamedMember(one, f"on site {one}") for one in members]
    return hall.act(hall.actor(ORGANISER), teams_staff_verbs.enter, cup.tournament_id, None, name, named)
