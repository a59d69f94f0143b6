"""Two members of one name are told apart by their user names, wherever a name is chosen, listed or drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import Person
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ELSEWHERE = GuildId(2)


def presser(hall: Hall, number: int, name: str, user_name: str | None) -> Actor:
    return replace(hall.actor(number), name=name, user_name=user_name)


def comes(hall: Hall, number: int, name: str, user_name: str | None) -> Person:
    """A member presses anything."""
    return hall.act(presser(hall, number, name, user_name), server_verbs.recognise)


def shown(hall: Hall, *numbers: int) -> list[str]:
    return [
        person.name
        for number in numbers
        if (person := hall.ask(people_store.of_member, GUILD, MemberId(number))) is not None
    ]


def test_who_is_alone_with_a_name_is_called_by_it(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, "Bob", "bob")
    assert shown(hall, 2, 3) == ["Ana", "Bob"]


def test_both_are_told_apart_from_the_moment_the_second_one_comes(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    assert comes(hall, 3, "Ana", "anab").name == "Ana (anab)"
    assert shown(hall, 2, 3) == ["Ana (ana_reis)", "Ana (anab)"]


def test_a_third_one_leaves_the_first_two_as_they_are(hall: Hall) -> None:
    for number, user_name in ((2, "ana_reis"), (3, "anab"), (4, "ana.c")):
        comes(hall, number, "Ana", user_name)
    assert shown(hall, 2, 3, 4) == ["Ana (ana_reis)", "Ana (anab)", "Ana (ana.c)"]


@pytest.mark.parametrize("other", ["Аna", "ANA", "Аnа", "ana"])
def test_names_that_are_drawn_alike_are_one_name(hall: Hall, other: str) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, other, "mallory")
    assert shown(hall, 2, 3) == ["Ana (ana_reis)", f"{other} (mallory)"]


def test_who_takes_anothers_name_is_told_apart_by_the_next_press(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, "Bob", "bob")
    comes(hall, 3, "Ana", "bob")
    assert shown(hall, 2, 3) == ["Ana (ana_reis)", "Ana (bob)"]


def test_who_gives_the_name_up_has_a_plain_one_again(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, "Ana", "anab")
    comes(hall, 3, "Anabela", "anab")
    assert shown(hall, 3) == ["Anabela"]


def test_a_new_user_name_is_shown_in_place_of_the_old_one(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, "Ana", "anab")
    comes(hall, 3, "Ana", "ana.b")
    assert shown(hall, 2, 3) == ["Ana (ana_reis)", "Ana (ana.b)"]


def test_who_was_known_before_user_names_were_kept_is_told_apart_by_the_next_press(hall: Hall) -> None:
    comes(hall, 2, "Ana", None)
    comes(hall, 3, "Ana", "anab")
    assert shown(hall, 2, 3) == ["Ana", "Ana"]
    comes(hall, 2, "Ana", "ana_reis")
    assert shown(hall, 2, 3) == ["Ana (ana_reis)", "Ana (anab)"]


def test_the_same_name_in_another_server_changes_nothing(hall: Hall) -> None:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, guild_id=ELSEWHERE)))
    comes(hall, 2, "Ana", "ana_reis")
    hall.act(replace(presser(hall, 3, "Ana", "anab"), guild_id=ELSEWHERE), server_verbs.recognise)
    assert shown(hall, 2) == ["Ana"]


def test_the_longest_names_that_discord_allows_are_told_apart_whole(hall: Hall) -> None:
    name, user_name = "A" * 32, "b" * 32
    comes(hall, 2, name, "ana_reis")
    for _ in range(2):
        assert comes(hall, 3, name, user_name).name == f"{name} ({user_name})"


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("stolen", ["Ana (ana_reis)", "Ana (ana_reis\uff09", "Аna (ana_reis)"])
def test_who_takes_anothers_name_and_user_name_for_a_name_is_told_apart(
    hall: Hall, stolen: str, is_first: bool
) -> None:
    if is_first:
        comes(hall, 4, stolen, "mallory")
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, "Ana", "anab")
    comes(hall, 4, stolen, "mallory")
    assert shown(hall, 2, 4) == ["Ana (ana_reis)", f"{stolen} (mallory)"]


def test_who_has_the_own_user_name_behind_the_name_is_kept_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    comes(hall, 2, "Ana (ana_reis)", "ana_reis")
    comes(hall, 2, "Ana (ana_reis)", "ana_reis")
    monkeypatch.setattr(people_store, "save", None)
    assert comes(hall, 2, "Ana (ana_reis)", "ana_reis").plain_name == "Ana"


def test_a_press_with_nothing_new_writes_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    comes(hall, 3, "Ana", "anab")
    monkeypatch.setattr(people_store, "save", None)
    assert comes(hall, 3, "Ana", "anab").name == "Ana (anab)"


def test_whom_staff_has_entered_is_told_apart_by_the_first_press(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    event = hall.announce()
    hall.act(presser(hall, 2, "Ana", "ana_reis"), entering_verbs.register, event.tournament_id, "a")
    hall.act(hall.actor(1), entering_verbs.enter_other, event.tournament_id, (MemberId(3), "Ana"), "", "b")
    comes(hall, 3, "Ana", "anab")
    names = [name for _, name in hall.ask(entering_store.names_on_list, event.tournament_id)]
    assert names == ["Ana (ana_reis)", "Ana (anab)"]


def test_a_typed_name_that_two_have_asks_and_the_whole_one_does_not(hall: Hall) -> None:
    comes(hall, 2, "Ana", "ana_reis")
    second = comes(hall, 3, "Ana", "anab")
    with refuses("error.SeveralOfThatName"):
        hall.ask(people_verbs.find_named, GUILD, "ana")
    assert hall.ask(people_verbs.find_named, GUILD, "Ana (anab)") == second.person_id


def test_a_list_that_says_the_plain_name_still_means_either(hall: Hall) -> None:
    both = {comes(hall, 2, "Ana", "ana_reis").person_id, comes(hall, 3, "Ana", "anab").person_id}
    assert {one for one, name in hall.ask(people_store.names, GUILD) if name == "Ana"} == both
    assert set(hall.ask(people_verbs.bearers, GUILD, ["Ana"])) == both


def test_the_user_name_goes_with_the_account_to_who_was_known_by_name(hall: Hall) -> None:
    joe = hall.do(server_verbs.newcomer, GUILD, "Joe")
    comes(hall, 2, "Ana", "ana_reis")
    second = comes(hall, 3, "Ana", "anab")
    hall.do(people_account_store.swap, second.person_id, joe.person_id, are_one=True)
    assert shown(hall, 3) == ["Ana (anab)"]
    assert [one.name for one in hall.ask(people_store.members_called, GUILD, "Ana")] == ["Ana (ana_reis)", "Ana (anab)"]
    rested = hall.ask(people_store.load, second.person_id)
    assert rested is not None
    assert (rested.name, rested.user_name) == ("Joe", None)
