"""Who has no Discord is chosen by name where a member could be chosen."""

from __future__ import annotations

from bot.kernel.ids import PersonId
from bot.people.model import ArbiterTitle
from tests.discord.harness import Stage, an_event, rows
from tests.discord.registered import register


async def known_by_name(stage: Stage, name: str = "João Ninguém") -> str:
    """Somebody whom staff has entered by name alone: the person's id."""
    await an_event(stage, f"Open of {name}")
    await stage.organiser.type("tournament enter", tournament=f"Open of {name}", name=name, account=name)
    return str(rows(stage, "SELECT person_id FROM people WHERE name = ?", name)[0][0])


async def test_a_name_is_suggested_and_says_who_has_no_discord(stage: Stage) -> None:
    person_id = await known_by_name(stage)
    offered = await stage.leader.suggestions("bar player", "person", "joão")
    assert offered == {"João Ninguém · without Discord": person_id}


async def test_an_arbiter_bars_somebody_by_name(stage: Stage) -> None:
    person_id = await known_by_name(stage)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    told = await judge.type("bar player", person=person_id, reason="Help from a program", rule="AIJE-A02-1")
    assert "João Ninguém" in told.text
    assert "João Ninguém" in (await stage.leader.type("bar list")).text


async def test_nobody_and_two_are_refused_kindly(stage: Stage) -> None:
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    nobody = await stage.leader.type("bar player", reason="Help from a program")
    both = await stage.leader.type("bar player", member=ana, person=person_id, reason="Help from a program")
    unknown = await stage.leader.type("bar player", person="Nobody at all", reason="Help from a program")
    assert all("**person**" in one.text for one in (nobody, both))
    assert "Nobody at all" in unknown.text
    assert not rows(stage, "SELECT 1 FROM bars")


async def test_an_organiser_says_where_somebody_without_discord_plays_for(stage: Stage) -> None:
    person_id = await known_by_name(stage)
    told = await stage.organiser.type("title country", country="Brazil", person=person_id)
    assert "João Ninguém" in told.text
    assert "Brazil" in told.text
    refused = await stage.member("Ana").type("title country", country="Italy", person=person_id)
    assert refused.private
    assert [tuple(one) for one in rows(stage, "SELECT country FROM countries")] == [("BR",)]


async def test_titles_seats_and_champions_take_a_name(stage: Stage) -> None:
    person_id = await known_by_name(stage)
    assert "João Ninguém" in (await stage.member("Ana").type("title show", person=person_id)).text
    await register(stage, PersonId(person_id))
    seat = await stage.organiser.type("seats give", person=person_id, event="league", reason="Third of last year")
    assert "João Ninguém" in seat.text
    await stage.president.type("title champion", person=person_id, event="World Championship 2025")
    assert "World Championship 2025" in (await stage.member("Ana").type("player", name=person_id)).text
    assert "João Ninguém" in (await stage.organiser.type("log", person=person_id)).text
