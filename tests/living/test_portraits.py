"""Faces that are kept: small, of who is there and wants it, and gone with the account."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.profile import verbs as profile_verbs
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.people import store as people_store
from bot.people.model import Faces
from bot.server import verbs as server_verbs
from bot.server.verbs import ShownMember
from tests.hall.hall import GUILD, Hall

FACE = b"jpeg"


def shown(hall: Hall, *who: MemberId | str) -> list[ShownMember]:
    return hall.ask(server_verbs.to_be_shown, GUILD, who)


def show(hall: Hall, number: int, picture: bytes | None = FACE, avatar: str = "a1") -> bool:
    """Keeps a face of the member, who is known or becomes so."""
    hall.person(number)
    return hall.do(server_verbs.keep_face, shown(hall, MemberId(number))[0], avatar, picture)


def seen(hall: Hall, *numbers: int) -> Faces:
    return hall.ask(server_verbs.faces_of, [hall.person(one) for one in numbers])


def kept(hall: Hall) -> int:
    return len(hall.ask(lambda tx: tx.fetch_all("SELECT person_id FROM faces ORDER BY person_id")))


def test_a_face_that_is_kept_is_shown_of_that_person_alone(hall: Hall) -> None:
    assert show(hall, 2)
    assert seen(hall, 2, 3).pictures == {hall.person(2).person_id: FACE}
    assert hall.ask(profile_verbs.player_page, GUILD, hall.person(2), hall.now).faces.pictures


def test_the_next_picture_takes_the_place_of_the_one_before(hall: Hall) -> None:
    show(hall, 2)
    show(hall, 2, b"new", "a2")
    (one,) = shown(hall, MemberId(2))
    assert one.kept is not None
    assert (one.kept.avatar, seen(hall, 2).pictures[one.person_id], kept(hall)) == ("a2", b"new", 1)


def test_what_was_no_picture_is_remembered_and_shows_nothing(hall: Hall) -> None:
    show(hall, 2, None)
    assert seen(hall, 2).pictures == {}
    assert shown(hall, MemberId(2))[0].kept is not None


def test_who_hides_their_face_is_shown_without_it_and_nothing_is_kept(hall: Hall) -> None:
    show(hall, 2)
    one = shown(hall, MemberId(2))[0]
    for _ in range(2):
        hall.act(hall.actor(2), server_verbs.hide)
    assert hall.ask_as(hall.actor(2), server_verbs.hides)
    assert (seen(hall, 2).pictures, shown(hall, MemberId(2)), kept(hall)) == ({}, [], 0)
    assert not hall.do(server_verbs.keep_face, one, "a1", FACE), "what was on its way comes too late"
    hall.act(hall.actor(2), server_verbs.show)
    assert not hall.ask_as(hall.actor(2), server_verbs.hides)
    assert show(hall, 2)


def test_an_erasure_takes_the_face_and_the_choice_and_what_is_on_its_way_comes_too_late(hall: Hall) -> None:
    show(hall, 2)
    one = shown(hall, MemberId(2))[0]
    hall.act(hall.actor(3), server_verbs.hide)
    hall.act(hall.actor(3), erasure_verbs.erase)
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert kept(hall) == 0
    assert hall.ask(lambda tx: tx.fetch_all("SELECT * FROM hidden_faces ORDER BY person_id")) == []
    assert not hall.do(server_verbs.keep_face, one, "a1", FACE)
    assert shown(hall, one.person_id) == []


def test_an_expulsion_leaves_no_face_on_the_tombstone(hall: Hall) -> None:
    show(hall, 2)
    person = hall.person(2)
    hall.do(lambda tx: cases_verdict_verbs.bury(tx, person))
    assert kept(hall) == 0


def test_the_export_tells_of_the_face_and_holds_it(hall: Hall) -> None:
    show(hall, 2)
    assert '"avatar": "a1"' in hall.ask_as(hall.actor(2), erasure_verbs.export)
    assert hall.ask_as(hall.actor(2), server_verbs.own_picture) == FACE
    hall.person(3)
    assert hall.ask_as(hall.actor(3), server_verbs.own_picture) is None


def test_a_choice_holds_under_the_name_by_which_staff_has_linked_the_member(hall: Hall) -> None:
    joao = hall.do(server_verbs.newcomer, GUILD, "João Ninguém")
    show(hall, 7)
    hall.act(hall.actor(7), server_verbs.hide)
    hall.act(hall.actor(1), cases_links_verbs.link, joao.person_id, (MemberId(7), "P7"), "We have met")
    assert hall.person(7).person_id == joao.person_id
    assert shown(hall, MemberId(7)) == []
    hall.act(hall.actor(7), server_verbs.show)
    assert [one.person_id for one in shown(hall, MemberId(7))] == [joao.person_id]


def test_who_is_not_here_has_no_face_to_be_shown(hall: Hall) -> None:
    joao = hall.do(server_verbs.newcomer, GUILD, "João Ninguém")
    elsewhere = replace(hall.person(2), person_id=PersonId("elsewhere"), guild_id=GuildId(2), discord_id=MemberId(9))
    hall.do(
        lambda tx: tx.execute(
            "INSERT INTO guilds (guild_id, owner_id, language, time_zone) VALUES (2, 1, 'en-US', 'UTC')"
        )
    )
    hall.do(lambda tx: people_store.save(tx, elsewhere))
    assert shown(hall, joao.person_id, elsewhere.person_id, MemberId(9), MemberId(404), "nobody") == []


def test_the_oldest_go_beyond_so_many_and_all_after_their_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_verbs, "MOST_KEPT", 2)
    for number in (2, 3, 4):
        show(hall, number)
        hall.now += timedelta(minutes=1)
    assert set(seen(hall, 2, 3, 4).pictures) == {hall.person(one).person_id for one in (3, 4)}
    hall.now += server_verbs.KEPT_FOR
    show(hall, 5)
    assert kept(hall) == 1


def test_the_schema_refuses_a_large_picture(hall: Hall) -> None:
    person_id = hall.person(2).person_id
    with pytest.raises(sqlite3.IntegrityError):
        hall.do(lambda tx: people_store.keep_face(tx, person_id, "a", b"\0" * 20_001, tx.now))
