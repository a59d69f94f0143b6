"""Clubs, forbidden pairs and the reasons of a round as members see them in Spanish and Portuguese."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.play.format_rules import SwissRules
from bot.rulebooks.library import preset
from tests.discord.entering import event_of
from tests.discord.harness import Member, Post, Stage, enter, rows

SPANISH = pytest.mark.parametrize("stage_options", [{"language": "es-ES"}], indirect=True)
RULES = replace(
    preset("go-swiss"),
    swiss=SwissRules(rounds=3, keep_clubs_apart=True),
    matches=replace(preset("go-swiss").matches, matches_per_arbiter=0),
)


async def a_swiss(stage: Stage) -> tuple[Post, list[Member]]:
    """The announcement of a Swiss that keeps clubs apart, with four entered."""
    post = await event_of(stage, RULES)
    members = [stage.member(name, "es-ES") for name in ("Ada", "Bo", "Ciro", "Dora")]
    await enter(stage, post, *members)
    return post, members


def key_of(stage: Stage) -> str:
    """The event's id, as a suggestion that was chosen carries it."""
    (row,) = rows(stage, "SELECT tournament_id FROM tournaments")
    return str(row["tournament_id"])


async def drawn(stage: Stage, post: Post, members: list[Member]) -> None:
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    for member in members:
        await member.press(post, "check-in")
    await stage.advance(minutes=30)


@SPANISH
@pytest.mark.rule("GO-26.3")
async def test_players_say_their_club_after_entering_and_the_round_tells_its_reasons(stage: Stage) -> None:
    post, (ada, bo, ciro, dora) = await a_swiss(stage)
    again = await ada.press(post, "register")
    assert "no se enfrentan jugadores del mismo club" in again.text
    said = await ada.fill(await ada.press(again.post, "club"), club="Norte")
    assert "juegas con **" in said.text
    assert said.private
    await bo.type("entrant club", tournament="Open 1", club="NORTE")
    assert list(await ciro.suggestions("entrant club", "club", tournament=key_of(stage))) == ["Norte"]
    offered = await stage.organiser.suggestions("entrant club", "player", tournament=key_of(stage))
    refused = await ciro.type("entrant club", tournament="Open 1", club="Sur", player=offered["Dora"])
    assert "juega con" not in refused.text
    await stage.organiser.type("entrant club", tournament="Open 1", club="Sur", player=offered["Dora"])
    listed = await ciro.press(post, "players")
    assert listed.text.count("Norte") == 2
    await drawn(stage, post, [ada, bo, ciro, dora])
    told = await ciro.press((await ciro.type("standings", tournament="Open 1")).post, "pairings")
    assert told.text.count("mismos puntos") == 2
    assert "salen los mismos tableros" in told.text
    late = await ada.type("entrant club", tournament="Open 1", club="Sur")
    assert "ya está emparejada" in late.text
    await stage.restart()
    checked = await ciro.type("tournament verify", tournament="Open 1")
    assert "❌" not in checked.text


@SPANISH
@pytest.mark.rule("GO-26.3")
async def test_an_organiser_forbids_a_pair_and_the_record_says_so_without_the_reason(stage: Stage) -> None:
    post, members = await a_swiss(stage)
    offered = await stage.organiser.suggestions("entrant forbid", "player", tournament=key_of(stage))
    pair = {"player": offered["Ada"], "other": offered["Bo"]}
    refused = await members[0].type("entrant forbid", tournament="Open 1", reason="hermanas", **pair)
    assert not rows(stage, "SELECT 1 FROM forbidden_pairs")
    assert refused.private
    told = await stage.organiser.type("entrant forbid", tournament="Open 1", reason="hermanas", **pair)
    assert "no se emparejan" in told.text
    await stage.advance(seconds=5)
    public = stage.posts_in(stage.record)[-1]
    assert f"<@{members[0].id}>" in public.text
    assert "hermanas" not in public.text
    assert "hermanas" in (await stage.organiser.type("entrant pairs", tournament="Open 1")).text
    assert "hermanas" not in (await members[2].type("entrant pairs", tournament="Open 1")).text
    await drawn(stage, post, members)
    met = rows(stage, "SELECT group_concat(entrant_id, ' ') AS sides FROM contest_sides GROUP BY contest_id")
    assert all({*pair.values()} != set(one["sides"].split()) for one in met)
    again = await stage.organiser.type("entrant allow", tournament="Open 1", **pair)
    assert "desde la ronda 2" in again.text


@SPANISH
@pytest.mark.rule("GO-30")
async def test_the_chief_arbiter_reads_the_reasons_of_a_round_that_was_just_paired(stage: Stage) -> None:
    post, members = await a_swiss(stage)
    await stage.organiser.type("chief name", tournament="Open 1", arbiter=stage.arbiter)
    await drawn(stage, post, members)
    await stage.advance(seconds=5)
    (told,) = [one for one in stage.posts_in(stage.committee) if "presiden el primer sorteo" in one.text]
    assert told.pinged == {stage.arbiter.id}
    assert told.text.count("mismos puntos") == 2
