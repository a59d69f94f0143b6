"""Teams by the letter of the regulation: who may be in one when registration closes, and who hears of it (D.05.1).

Not more than one of the ranking's top five in a team, the highest rated leads, the leader is rated. By our reading this
is looked at when registration closes; a team that a new list makes unfit is told, may change, and is not absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import pytest

from bot import wiring
from bot.features.cases import store as cases_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams.model import NamedMember, TeamUnfit
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import UserError
from bot.kernel.ids import EntrantId
from bot.kernel.outages import Step
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Tournament
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import JEEK, add, jeek_team, publish, save

CAPTAIN, MATE, RIVAL = 2, 20, 3
STRANGERS: Final = (4, 5, 6, 7, 8, 9)
"""Others of the ranking, who play in no team."""
FIVE: Final = "AIJE-D05-1"


@pytest.fixture
def cup(hall: Hall) -> Tournament:
    """A Team Tournament in an hour. Azul: P2, who leads, P20 and one outside the server; Verde: P3 and two such."""
    publish(hall, P2=2200, P3=2100)
    cup = hall.announce(JEEK, "Times")
    view = save(hall, cup, CAPTAIN, "Azul", NamedMember(f"P{CAPTAIN}", "a"), NamedMember("Bia", "b"))
    add(hall, CAPTAIN, view, MATE)
    jeek_team(hall, cup, RIVAL, "Verde")
    return cup


def ranking(hall: Hall, captain: int, mate: int) -> None:
    """A new list comes out in which the two stand at these places, the others around them; 0 is unrated."""
    placed = {place: number for place, number in ((captain, CAPTAIN), (mate, MATE)) if place}
    others = iter((*STRANGERS, RIVAL))
    order = [placed.get(place) or next(others) for place in range(1, 9)]
    people = {hall.person(number).person_id: 2300.0 - 10 * at for at, number in enumerate(order)}
    lines = {one: Rated(one, rating, 10) for one, rating in people.items()}
    hall.do(lambda tx: people_ratings_verbs.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))


def azul(hall: Hall, cup: Tournament) -> EntrantId:
    known = hall.ask(entering_store.of_tournament, cup.tournament_id)
    return next(one.entrant_id for one in known if one.team_name == "Azul")


def confirm(hall: Hall, cup: Tournament, *captains: int) -> None:
    hall.now = cup.start_at - timedelta(minutes=5)
    for captain in captains:
        hall.act(hall.actor(captain), entering_check_in_verbs.check_in, cup.tournament_id)


def plays(hall: Hall, cup: Tournament) -> bool:
    """Registration closes: whether Azul plays."""
    hall.now = max(hall.now, cup.start_at + timedelta(seconds=3))
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    known = hall.ask(entering_store.of_tournament, cup.tournament_id)
    return next(one.withdrawn_at is None for one in known if one.team_name == "Azul")


def letters(hall: Hall, cup: Tournament) -> int:
    return len(hall.promised(TeamUnfit, azul(hall, cup)))


@pytest.mark.rule(FIVE)
@pytest.mark.parametrize(
    ("places", "fits"),
    [
        ((1, 5), False),
        ((4, 5), False),
        ((1, 6), True),
        ((5, 6), True),
        ((6, 7), True),
        ((1, 0), True),
        ((5, 0), True),
    ],
)
@pytest.mark.parametrize("seconds", [1800, 30])
def test_the_ranking_of_the_close_says_whether_a_team_plays_and_who_does_not_fit_was_there_all_the_same(
    hall: Hall, cup: Tournament, places: tuple[int, int], fits: bool, seconds: int
) -> None:
    """«Não pode haver mais de 1 jogador do Top 5»: half an hour before the close or half a minute, confirmed or not."""
    confirm(hall, cup, CAPTAIN, RIVAL)
    hall.now = cup.start_at - timedelta(seconds=seconds)
    ranking(hall, *places)
    assert plays(hall, cup) is fits
    assert hall.ask(cases_store.of_tournament, cup.tournament_id) == []


@pytest.mark.rule(FIVE)
def test_a_list_of_after_the_close_takes_no_team_away(hall: Hall, cup: Tournament) -> None:
    confirm(hall, cup, CAPTAIN, RIVAL)
    assert plays(hall, cup)
    ranking(hall, 1, 2)
    known = hall.ask(entering_store.of_tournament, cup.tournament_id)
    assert [one.team_name for one in known if one.withdrawn_at is None] == ["Azul", "Verde"]


@pytest.mark.rule(FIVE)
@pytest.mark.parametrize(
    ("lists", "told"), [([(1, 6)], 0), ([(1, 2)], 1), ([(1, 2), (2, 3)], 2), ([(1, 2), (1, 6)], 1)]
)
def test_the_captain_is_told_at_each_list_by_which_the_team_does_not_fit(
    hall: Hall, cup: Tournament, lists: Sequence[tuple[int, int]], told: int
) -> None:
    for places in lists:
        hall.now += timedelta(minutes=1)
        ranking(hall, *places)
    assert letters(hall, cup) == told


@pytest.mark.rule(FIVE)
@pytest.mark.parametrize(("places", "told"), [((1, 2), 1), ((1, 6), 0)])
def test_and_once_more_an_hour_before_the_close_if_it_still_does_not(
    hall: Hall, places: tuple[int, int], told: int
) -> None:
    publish(hall, P2=2200, P3=2100)
    cup = hall.act(hall.actor(1), tournaments_verbs.create, "Times", JEEK, hall.now + timedelta(hours=4))
    view = save(hall, cup, CAPTAIN, "Azul", NamedMember(f"P{CAPTAIN}", "a"), NamedMember("Bia", "b"))
    add(hall, CAPTAIN, view, MATE)
    ranking(hall, *places)
    before = letters(hall, cup)
    looks = [
        one for one in hall.ask(kernel_time_store.due_deadlines, cup.start_at, 99) if one.kind == Step.LOOK_AT_TEAMS
    ]
    assert [one.due_at for one in looks] == [cup.start_at - timedelta(hours=1)]
    hall.now = looks[0].due_at
    hall.do(wiring.take, looks[0])
    assert letters(hall, cup) - before == told


@pytest.mark.rule(FIVE)
@pytest.mark.parametrize(
    ("places", "leads"),
    [((6, 7), CAPTAIN), ((7, 6), MATE), ((0, 6), MATE), ((6, 0), CAPTAIN)],
)
def test_the_highest_rated_of_the_lists_leads_and_sits_on_board_one(
    hall: Hall, cup: Tournament, places: tuple[int, int], leads: int
) -> None:
    """«O jogador com maior rating do time deve obrigatoriamente ser o líder deste», and sits at table 1 (D.05.2)."""
    confirm(hall, cup, CAPTAIN, RIVAL)
    ranking(hall, *places)
    assert plays(hall, cup)
    boards = {one.board: one.person_id for one in hall.ask(entering_teams_store.members, azul(hall, cup))}
    leader = next(one for one in hall.ask(entering_store.of_tournament, cup.tournament_id) if one.team_name == "Azul")
    assert leader.person_id == boards[1] == hall.person(leads).person_id


@pytest.mark.rule(FIVE, "AIJE-D01-5.3")
@pytest.mark.parametrize("tried", ["let somebody go", "was refused", "did nothing"])
def test_whoever_did_not_get_the_team_in_order_in_time_is_out_and_was_not_absent(
    hall: Hall, cup: Tournament, tried: str
) -> None:
    """Absent is «caso um jogador se inscreva, porém não compareça»: who is there with a team that does not fit came."""
    hall.now = cup.start_at - timedelta(minutes=20)
    ranking(hall, 1, 2)
    if tried == "let somebody go":
        hall.act(hall.actor(CAPTAIN), teams_staff_verbs.release, azul(hall, cup), hall.person(MATE).person_id)
    confirm(hall, cup, RIVAL)
    if tried == "was refused":
        hall.act(hall.actor(CAPTAIN), entering_check_in_verbs.note_refused, cup.tournament_id)
    assert not plays(hall, cup)
    assert hall.ask(cases_store.of_tournament, cup.tournament_id) == []


@pytest.mark.rule(FIVE)
@pytest.mark.parametrize(("places", "mate_plays"), [((1, 2), False), ((1, 6), True)])
def test_a_captain_who_takes_another_member_in_time_plays(
    hall: Hall, cup: Tournament, places: tuple[int, int], mate_plays: bool
) -> None:
    ranking(hall, *places)
    if not mate_plays:
        hall.act(hall.actor(CAPTAIN), teams_staff_verbs.release, azul(hall, cup), hall.person(MATE).person_id)
        names = (NamedMember(f"P{CAPTAIN}", "a"), NamedMember("Bia", "b"), NamedMember("Caio", "c"))
        save(hall, cup, CAPTAIN, "Azul", *names)
    else:
        with pytest.raises(UserError):
            hall.act(hall.actor(CAPTAIN), teams_staff_verbs.release, azul(hall, cup), hall.person(MATE).person_id)
    confirm(hall, cup, CAPTAIN, RIVAL)
    assert plays(hall, cup)
    members = {one.person_id for one in hall.ask(entering_teams_store.members, azul(hall, cup))}
    assert (hall.person(MATE).person_id in members) is mate_plays
