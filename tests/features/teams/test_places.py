"""A place in a team counts once whoever is meant has said yes, and nobody is bound before (AIJE-D05-1)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import store as cases_store
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import InAnotherTeam, PlacesUnanswered, TwoOfTheTop
from bot.features.teams.model import (
    Awaiting,
    NamedMember,
    PlaceAnswered,
    TeamInvitation,
    TeamInvites,
    TeamTakenOff,
    TeamView,
)
from bot.features.teams.plugs import NOTICES
from bot.features.tournaments.tasks_model import Obstacle, Task
from bot.i18n.catalogue import Translator
from bot.i18n.names import alike
from bot.kernel import outbox
from bot.kernel.context import Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, Outdated
from bot.kernel.ids import MemberId, PersonId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Account
from bot.play.entries import Tournament
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO, add, found, ranked_cup, save
from tests.refusals import refuses


@pytest.fixture
def cup(hall: Hall) -> Tournament:
    """A Team Tournament of three boards with a ranking, P2 the best."""
    return ranked_cup(hall)


def ask(hall: Hall, captain: int, view: TeamView, *numbers: int) -> TeamView:
    picked = {MemberId(one): f"P{one}" for one in numbers}
    shown: TeamView = hall.act(hall.actor(captain), teams_verbs.add_members, view.entrant.entrant_id, picked)
    return shown


def yes(hall: Hall, number: int, view: TeamView, account: str | None = None) -> TeamView:
    done = hall.act(hall.actor(number), teams_verbs.accept, view.entrant.entrant_id, account or f"account{number}")
    assert isinstance(done, TeamView)
    return done


def known(hall: Hall) -> int:
    return len(hall.ask(people_store.names, GUILD))


@pytest.mark.rule("AIJE-D05-1")
def test_who_was_put_into_a_team_unasked_is_in_none_and_enters_elsewhere(hall: Hall, cup: Tournament) -> None:
    azul = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    azul = ask(hall, 2, azul, 20)
    assert [one.person.name for one in azul.members] == ["P2"]
    verde = save(hall, cup, 7, "Verde", NamedMember("P7", "b"))
    verde = add(hall, 7, verde, 20)
    assert [one.person.name for one in verde.members] == ["P7", "P20"]
    with pytest.raises(InAnotherTeam):
        yes(hall, 20, azul)
    assert hall.ask_as(hall.actor(20), teams_verbs.own, cup.tournament_id).entrant.team_name == "Verde"


@pytest.mark.rule("AIJE-D05-1")
def test_a_captain_whom_another_asks_leads_the_own_team_on(hall: Hall, cup: Tournament) -> None:
    azul = ask(hall, 2, save(hall, cup, 2, "Azul", NamedMember("P2", "a")), 8)
    save(hall, cup, 8, "Verde", NamedMember("P8", "b"))
    with pytest.raises(InAnotherTeam):
        yes(hall, 8, azul)


def test_everybody_asked_reads_it_in_the_channel_in_a_letter_and_under_me(hall: Hall, cup: Tournament) -> None:
    azul = ask(hall, 2, save(hall, cup, 2, "Azul", NamedMember("P2", "a")), 20)
    (post,) = hall.promised(TeamInvites, azul.entrant.entrant_id)
    (letter,) = hall.promised(TeamInvitation, azul.entrant.entrant_id)
    for promise in (post, letter):
        assert found(hall.ask(NOTICES[type(promise.message)], promise))(Translator("pt-BR")).paragraphs
    tasks = hall.ask_as(hall.actor(20), guidance_verbs.tasks).tasks
    assert {Task.ANSWER_TEAM, Task.REGISTER} <= {one.task for one in tasks}
    yes(hall, 20, azul)
    assert hall.ask(NOTICES[type(post.message)], post) is None


def test_a_yes_counts_once_however_often_it_is_pressed(hall: Hall, cup: Tournament) -> None:
    azul = ask(hall, 2, save(hall, cup, 2, "Azul", NamedMember("P2", "a")), 20)
    assert yes(hall, 20, azul).members == yes(hall, 20, azul).members
    assert len(hall.promised(PlaceAnswered, azul.entrant.entrant_id)) == 1


def test_a_no_frees_the_place_and_may_be_thought_better_of_while_there_is_room(hall: Hall, cup: Tournament) -> None:
    azul = ask(hall, 2, save(hall, cup, 2, "Azul", NamedMember("P2", "a")), 20, 21)
    hall.act(hall.actor(20), teams_verbs.decline, azul.entrant.entrant_id)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(20), teams_verbs.decline, azul.entrant.entrant_id)
    with refuses("error.HasDeclined"):
        ask(hall, 2, azul, 20)
    assert yes(hall, 20, azul).places[0].name == "P21"
    hall.act(hall.actor(20), teams_verbs.decline, azul.entrant.entrant_id)
    hall.act(hall.actor(21), teams_verbs.decline, azul.entrant.entrant_id)
    add(hall, 2, azul, 22, 23)
    with refuses("error.TeamIsFull"):
        yes(hall, 21, azul)


def test_a_team_that_left_and_comes_back_asks_its_members_anew(hall: Hall, cup: Tournament) -> None:
    azul = add(hall, 2, save(hall, cup, 2, "Azul", NamedMember("P2", "a")), 20, 21)
    hall.act(hall.actor(2), entering_verbs.withdraw, cup.tournament_id)
    azul = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    assert [one.person.name for one in azul.members] == ["P2"]
    verde = add(hall, 7, save(hall, cup, 7, "Verde", NamedMember("P7", "b")), 20)
    assert [one.person.name for one in verde.members] == ["P7", "P20"]


def test_who_was_replaced_or_never_asked_is_not_let_in(hall: Hall, cup: Tournament) -> None:
    azul = ask(hall, 2, save(hall, cup, 2, "Azul", NamedMember("P2", "a")), 20)
    save(hall, cup, 2, "Azul", NamedMember("P2"))
    for number in (20, 21):
        with refuses("error.NotAskedByTeam"):
            yes(hall, number, azul)


@pytest.mark.rule("AIJE-D05-1")
@pytest.mark.parametrize("typed", ["P6; account6", "p6; x", "Somebody; account6", "<@600000000000000006>"])
def test_a_rated_member_who_is_typed_is_asked_about_and_never_somebody_new(
    hall: Hall, cup: Tournament, typed: str
) -> None:
    sixth = hall.person(6).person_id
    hall.do(_is_known_by, cup, sixth)
    before, (name, _, account) = known(hall), typed.partition("; ")
    if typed.startswith("<@"):
        with pytest.raises(TwoOfTheTop):
            save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember(name))
        return
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember(name, account))
    (asked,) = view.awaiting(Awaiting.CAPTAIN)
    assert [one.person_id for one in asked.alike] == [sixth]
    assert known(hall) == before
    with pytest.raises(TwoOfTheTop):
        hall.act(hall.actor(2), teams_verbs.say_who, asked.place.place_id, sixth)
    with refuses("error.NotACaptain"):
        hall.act(hall.actor(9), teams_verbs.say_who, asked.place.place_id, None)


def _is_known_by(tx: Tx, cup: Tournament, person_id: PersonId) -> None:
    """The person has an account on the event's site, and an id as long as Discord's."""
    key, site = "account6", cup.rulebook.registration.account or ""
    people_account_store.hold_account(tx, Account(GUILD, site, key, key, person_id, cup.created_at))
    tx.execute("UPDATE people SET discord_id = 600000000000000006 WHERE person_id = ?", (person_id,))


def test_a_name_that_is_nobodys_waits_for_staff_and_a_forged_person_is_out_of_date(hall: Hall, cup: Tournament) -> None:
    view = hall.act(hall.actor(2), teams_verbs.save, cup.tournament_id, "Azul", (NamedMember("P 7", "new"),))
    (asked,) = view.awaiting(Awaiting.CAPTAIN)
    with pytest.raises(Outdated):
        hall.act(hall.actor(2), teams_verbs.say_who, asked.place.place_id, hall.person(8).person_id)
    view = hall.act(hall.actor(2), teams_verbs.say_who, asked.place.place_id, None)
    assert [one.name for one in view.awaiting(Awaiting.STAFF)] == ["P 7"]
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), teams_verbs.take_in, view.entrant.entrant_id)
    rows = hall.ask_as(hall.actor(1), desk_verbs.desk_view, cup.tournament_id).rows
    assert Obstacle.TEAM_PLACES in {one.obstacle for one in rows}
    view = hall.act(hall.actor(1), teams_verbs.take_in, view.entrant.entrant_id)
    assert [one.person.discord_id for one in view.members] == [2, None]


def test_twenty_sendings_of_a_form_leave_no_more_people_than_one(hall: Hall, cup: Tournament) -> None:
    before = known(hall)
    for number in range(20):
        names = (NamedMember("P2"), NamedMember(f"Zoe {number}"), NamedMember(f"Yuri {number}", f"yuri{number}"))
        save(hall, cup, 2, "Azul", *names)
    assert known(hall) == before + 2


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
def test_a_team_that_waits_for_an_answer_at_the_close_is_taken_off_without_a_case(hall: Hall, cup: Tournament) -> None:
    azul = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    ask(hall, 2, azul, 20)
    hall.now = cup.start_at - timedelta(minutes=5)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(cup))
    assert len(hall.promised(TeamInvites, azul.entrant.entrant_id)) == 2
    with pytest.raises(PlacesUnanswered):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    assert found(hall.ask(entering_store.load, azul.entrant.entrant_id)).withdrawn_at is not None
    assert not hall.ask(cases_store.open_of_tournament, cup.tournament_id)
    (letter,) = hall.ask(outbox.all_promises, TeamTakenOff, azul.entrant.entrant_id)
    assert found(hall.ask(NOTICES[type(letter.message)], letter))(Translator("it")).paragraphs


def test_a_whole_team_plays_without_who_has_not_answered(hall: Hall) -> None:
    cup = hall.announce(GO, "Go")
    names = [NamedMember(name) for name in ("P2", "Ana", "Bia", "Caio")]
    azul = ask(hall, 2, save(hall, cup, 2, "Azul", *names), 20)
    hall.now = cup.start_at - timedelta(minutes=5)
    assert hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id).newly
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    view = hall.ask_as(hall.actor(2), teams_verbs.of_entrant, azul.entrant.entrant_id)
    assert (len(view.members), view.places) == (4, ())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("João Silva", "joao silva", True),
        ("Ana Souza", "Souza Ana", True),
        ("Mariana", "Marianna", True),
        ("R1", "r1", True),
        ("R1", "R2", False),
        ("Ana 12", "Ana 13", False),
        ("Leste", "Oeste", False),
        ("Rui", "Rua", False),
        ("Аna", "Ana", True),
    ],
)
def test_names_are_alike_by_what_a_hasty_hand_or_a_sly_one_makes_of_them(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is alike(other, one) is same
