"""Warnings as the players and their arbiter see them in Discord, in Portuguese."""

from __future__ import annotations

import pytest

from tests.discord.entering import confirm_and_start, event_of
from tests.discord.harness import Member, Post, Stage, enter, rows
from tests.discord.test_matches import Duel
from tests.hall.go import go_rules

PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


async def called(stage: Stage, best_of: int = 1, *, there: bool = True) -> Duel:
    """A match of Go in which both are there, or nobody yet."""
    post = await event_of(stage, go_rules(best_of))
    players = [stage.member(name, locale="pt-BR") for name in ("Ana", "Bia", "Caio", "Davi")]
    await enter(stage, post, *players)
    await confirm_and_start(stage, players)
    card = stage.latest("here", stage.matches)
    at = sorted((card.text.index(f"<@{one.id}>"), one.id) for one in players if f"<@{one.id}>" in card.text)
    first, second = (next(one for one in players if one.id == member_id) for _, member_id in at)
    duel = Duel(stage, card, first, second)
    if there:
        await duel.here(first, second)
    return duel


async def open_page(duel: Duel, by: Member) -> Post:
    """The arbiter's page of warnings."""
    answer = await by.press((await duel.desk()), "warn-page")
    assert answer.private
    return answer.post


def menu_of(duel: Duel, side: int) -> str:
    """The menu of what the player of the side may have done."""
    (row,) = rows(duel.stage, "SELECT contest_id FROM contests WHERE called_at IS NOT NULL")
    return f"warn:{row['contest_id']}.{side}"


@pytest.mark.rule("GO-24", "GO-23.3")
@PORTUGUESE
async def test_a_first_warning_costs_a_point_and_the_second_asks_first_and_loses_the_game(stage: Stage) -> None:
    duel = await called(stage)
    arbiter = stage.arbiter
    form = await arbiter.choose(await open_page(duel, arbiter), menu_of(duel, 0), "0.warning")
    told = await arbiter.fill(form, why="jogou duas vezes")
    assert "dois lances seguidos" in told.text
    assert "jogou duas vezes" in told.text
    assert "custa 1 ponto" in told.text
    assert "Mais 1 nesta partida" in told.text
    assert told.post.pinged == {duel.first.id}
    await stage.advance(seconds=5)
    assert "🟨" in duel.card.text

    asked = await arbiter.choose(await open_page(duel, arbiter), menu_of(duel, 0), "2.warning")
    assert "perde a partida por isso e, com ela, a disputa" in asked.text
    assert rows(stage, "SELECT count(*) AS n FROM warnings")[0]["n"] == 1
    lost = await arbiter.fill(await arbiter.press(asked.post, "warn-sure"), why="")
    assert "🟥" in lost.text
    assert lost.post.pinged == {duel.first.id, duel.second.id}
    await stage.advance(seconds=5)
    assert "**0–1**" in duel.card.text
    assert duel.card.text.count("🟥") == 1
    page = await duel.second.type("player", member=duel.first)
    assert "2 advertências" in page.text


@pytest.mark.rule("GO-24")
@PORTUGUESE
async def test_a_warning_is_taken_back_by_command_with_a_reason(stage: Stage) -> None:
    duel = await called(stage)
    arbiter = stage.arbiter
    form = await arbiter.choose(await open_page(duel, arbiter), menu_of(duel, 1), "5.warning")
    await arbiter.fill(form, why="")
    offered = await arbiter.suggestions("match warn", "match")
    page = await arbiter.type("match warn", match=next(iter(offered.values())))
    (warning_id,) = page.post.options("unwarn")
    form = await arbiter.choose(page.post, "unwarn", warning_id)
    told = await arbiter.fill(form, why="era vapor")
    assert "não conta mais" in told.text
    assert "era vapor" in told.text
    await stage.advance(seconds=5)
    assert "🟨" not in duel.card.text


@pytest.mark.rule("GO-22")
@PORTUGUESE
async def test_who_comes_late_reads_what_the_clock_pays_and_everybody_else_too(stage: Stage) -> None:
    duel = await called(stage, there=False)
    await duel.here(duel.first)
    assert "cada minuto de atraso tira 2 minutos" in duel.card.text
    await stage.advance(minutes=7)
    answer = await duel.second.press(duel.card, "here")
    assert "14 minutos" in answer.text
    await stage.advance(seconds=1)
    assert f"<@{duel.second.id}> chegou com 7 minutos" in duel.card.text


@pytest.mark.rule("GO-16.4")
@PORTUGUESE
async def test_the_arbiter_confirms_what_both_players_have_confirmed_and_it_is_final(stage: Stage) -> None:
    duel = await called(stage)
    await duel.report(duel.first, "1-0")
    await duel.second.press(duel.card, "agree")
    assert "Dá para pedir revisão" in duel.card.text
    refused = await duel.first.press(duel.card, "confirm-result")
    assert "Definitivo" not in duel.card.text
    assert refused.private
    assert "definitivo" in (await stage.arbiter.press(duel.card, "confirm-result")).text
    assert "Definitivo" in duel.card.text
    assert not duel.card.has("confirm-result")


async def test_an_event_of_the_association_offers_no_warning(stage: Stage) -> None:
    from tests.discord.test_matches import call

    duel = await call(stage)
    assert not (await duel.desk()).has("warn-page")
