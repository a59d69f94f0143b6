"""Rulings on the board and on wrong colours, as arbiter and players see them in Portuguese."""

from __future__ import annotations

import pytest

from tests.discord.harness import Stage
from tests.discord.test_warnings import PORTUGUESE, called


@pytest.mark.rule("GO-17.5")
@PORTUGUESE
async def test_the_arbiter_has_both_lose_and_a_lot_pairs_one_of_them(stage: Stage) -> None:
    duel = await called(stage)
    page = await stage.arbiter.press(await duel.desk(), "board-page")
    assert "Sem acordo" in page.text
    form = await stage.arbiter.choose(page.post, "board", "Posição desfeita: os dois perdem")
    told = await stage.arbiter.fill(form, why="ninguém sabe onde estavam as pedras")
    assert "Os dois perdem, sem ponto" in told.text
    assert "o sorteio deu a vitória" in told.text
    assert "🏆" not in told.text
    await stage.advance(seconds=5)
    assert "ninguém sabe onde estavam as pedras" in duel.card.text
    checked = await duel.first.type("tournament verify", tournament="Open 1")
    assert checked.text


@pytest.mark.rule("GO-17.5", "GO-17.1")
@PORTUGUESE
async def test_a_game_goes_on_from_a_fair_point_and_colours_are_put_right_until_move_ten(stage: Stage) -> None:
    duel = await called(stage)
    page = await stage.arbiter.press(await duel.desk(), "board-page")
    form = await stage.arbiter.choose(page.post, "board", "Posição desfeita: continua de uma posição justa")
    told = await stage.arbiter.fill(form, why="a pedra caiu")
    assert "posição justa para os dois" in told.text
    assert told.post.pinged == {duel.first.id, duel.second.id}
    for moves, said in (("10", "Ainda dá tempo"), ("11", "A partida conta"), ("dez", "número de lances")):
        form = await stage.arbiter.press(await duel.desk(), "colours")
        assert said in (await stage.arbiter.fill(form, moves=moves)).text
