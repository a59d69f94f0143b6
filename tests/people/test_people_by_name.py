"""Who has no Discord is meant by name: titles, exams, bars, seats and countries are theirs as anybody's."""

from __future__ import annotations

import sqlite3

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.kernel.context import Parameters, Work
from bot.kernel.errors import NotAllowed, NotFound, NotFoundByName
from bot.kernel.ids import GuildId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import ArbiterTitle, Person
from bot.play.rulebook import QualifyingEvent
from bot.server import verbs as server_verbs
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.refusals import refuses

ELSEWHERE = GuildId(2)


def outsider(hall: Hall, name: str = "João Ninguém") -> Person:
    """Somebody whom the server knows by name alone."""
    return hall.do(server_verbs.newcomer, GUILD, name)


def test_a_name_is_found_by_its_id_its_letters_and_a_mention(hall: Hall) -> None:
    joao, ana = outsider(hall), hall.person(100_000_000_000_000_002)
    assert hall.ask(people_verbs.find_named, GUILD, joao.person_id) == joao.person_id
    assert hall.ask(people_verbs.find_named, GUILD, " joão   NINGUÉM ") == joao.person_id
    assert hall.ask(people_verbs.find_named, GUILD, f"<@{ana.discord_id}>") == ana.person_id
    with pytest.raises(NotFoundByName):
        hall.ask(people_verbs.find_named, GUILD, "Nobody of that name")


def test_another_servers_person_is_nobody_here(hall: Hall) -> None:
    joao = outsider(hall)
    with pytest.raises(NotFoundByName):
        hall.ask(people_verbs.find_named, ELSEWHERE, joao.person_id)
    with pytest.raises(NotFound):
        hall.do(server_verbs.somebody, ELSEWHERE, joao.person_id)


def test_two_of_one_name_are_told_apart_by_the_suggestions_alone(hall: Hall) -> None:
    both = {outsider(hall).person_id, outsider(hall).person_id}
    with refuses("error.SeveralOfThatName"):
        hall.ask(people_verbs.find_named, GUILD, "João Ninguém")
    suggested = hall.ask(people_verbs.names_like, GUILD, "joão", 25)
    assert {one.person.person_id for one in suggested} == both
    assert {hall.ask(people_verbs.find_named, GUILD, one) for one in both} == both


def test_one_of_two_options_says_who_is_meant(hall: Hall) -> None:
    ana = hall.person(2)
    assert ana.discord_id is not None
    member = (ana.discord_id, ana.name)
    assert people_verbs.one_meant(member, None) == member
    assert people_verbs.one_meant(None, ana.person_id) == ana.person_id
    with refuses("error.NobodyMeant"):
        people_verbs.one_meant(None, None)
    with refuses("error.TwoMeant"):
        people_verbs.one_meant(member, ana.person_id)


def test_somebody_without_discord_is_barred_by_name(hall: Hall) -> None:
    joao = outsider(hall)
    hall.arbiter(9, ArbiterTitle.AJ)
    bar_by_verdict(hall, 9, joao.person_id, "Help from a program")
    assert [one.person_id for one in hall.ask(entering_bars_store.of_people, [joao.person_id], hall.now)] == [
        joao.person_id
    ]


def test_somebody_without_discord_is_given_a_seat_and_loses_it(hall: Hall) -> None:
    joao = outsider(hall)
    register(hall, joao.person_id)
    hall.act(hall.actor(1), seats_by_hand_verbs.give, joao.person_id, QualifyingEvent.LEAGUE, "Third of last year")
    assert hall.ask(entering_bars_store.has_seat, GUILD, QualifyingEvent.LEAGUE, joao.person_id)
    hall.act(hall.actor(1), seats_by_hand_verbs.take, joao.person_id, QualifyingEvent.LEAGUE, "Will not play")
    assert not hall.ask(entering_bars_store.has_seat, GUILD, QualifyingEvent.LEAGUE, joao.person_id)


def test_staff_says_the_country_of_who_has_no_discord(hall: Hall) -> None:
    joao = outsider(hall)
    declared = hall.act(hall.actor(1), registry_exams_verbs.declare_country, "br", joao.person_id)
    assert (declared.person, declared.code, declared.own) == (joao, "BR", False)
    assert hall.ask(people_store.country_of_person, joao.person_id) == "BR"


def test_members_say_their_own_country_and_strangers_nobodys(hall: Hall) -> None:
    joao, ana = outsider(hall), hall.person(2)
    with refuses("error.SpeaksForThemself"):
        hall.act(hall.actor(1), registry_exams_verbs.declare_country, "BR", ana.person_id)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), registry_exams_verbs.declare_country, "BR", joao.person_id)
    with pytest.raises(NotFound):
        hall.act(hall.actor(1), registry_exams_verbs.declare_country, "BR", PersonId("nobody"))
    assert hall.ask(people_store.country_of_person, joao.person_id) is None


def test_naming_somebody_by_name_makes_nobody_known(hall: Hall) -> None:
    hall.person(1)
    before = len(hall.ask(people_store.names, GUILD))
    with pytest.raises(NotFound):
        hall.act(hall.actor(1), seats_by_hand_verbs.give, PersonId("x"), QualifyingEvent.LEAGUE, "Why")
    assert len(hall.ask(people_store.names, GUILD)) == before


NAMES = ("Ana", "ANA MARIA", "João", "JOÃO", "Straße", "ﬁn", "\u212aelvin", "İlker", "Ζεύς", "a%b", "x[y", "")
"""With letters that fold to others: ß to ss, the ligature to fi, the sign of kelvin to k."""


@pytest.mark.parametrize("typed", ["an", "ana", "joã", "JOÃO", "ss", "SS", "fi", "k", "i", "ζ", "%", "[", "", "zz"])
def test_a_search_by_letters_finds_whom_a_look_at_all_names_finds(hall: Hall, typed: str) -> None:
    for name in NAMES:
        outsider(hall, name)
    wanted = typed.casefold()
    everybody = hall.ask(people_store.names, GUILD)
    found = hall.ask(people_store.names_holding, GUILD, wanted)
    assert found == [(one, name, name) for one, name in everybody if wanted in name.casefold()]


def test_a_search_by_letters_reads_no_more_names_than_it_needs(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        outsider(hall, f"Player {number:02}")
    rows, fetch_all = 0, Work.fetch_all

    def counted(work: Work, sql: str, params: Parameters = ()) -> list[sqlite3.Row]:
        nonlocal rows
        found = fetch_all(work, sql, params)
        rows += len(found)
        return found

    monkeypatch.setattr(Work, "fetch_all", counted)
    assert [one.person.name for one in hall.ask(people_verbs.names_like, GUILD, "player 07", 25)] == ["Player 07"]
    assert rows <= 3


def test_of_some_people_the_ratings_of_the_latest_list_are_read(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(), *range(2, 6)))
    rated = hall.ask(people_ratings_store.ratings, GUILD)
    one, other, *_ = rated
    stranger = outsider(hall).person_id
    assert rated
    assert hall.ask(people_ratings_store.of_people, GUILD, [one, other, stranger]) == {
        key: rated[key] for key in (one, other)
    }
    assert hall.ask(people_ratings_store.of_people, ELSEWHERE, [one]) == {}
