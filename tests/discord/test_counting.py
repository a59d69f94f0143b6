"""A game of Go as its players and its arbiter tell its count in Discord (GO-9)."""

from __future__ import annotations

import pytest

from tests.discord.go_games import a_game
from tests.discord.harness import Stage, rows

IN_ITALIAN = pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)


@IN_ITALIAN
@pytest.mark.rule("GO-9", "GO-10", "GO-24")
async def test_a_count_is_told_confirmed_and_named_with_its_margin(stage: Stage) -> None:
    black, white, card = await a_game(stage, "it")
    shown = stage.again(card)
    assert f"<@{black.id}> · Nero" in shown.text
    assert "184¼" in shown.text
    assert "## Go" in (await black.press(card, "game")).text
    await stage.restart()
    refused = await black.fill(await black.press(card, "count"), count="400")
    assert refused.private
    told = await black.fill(await black.press(card, "count"), count="185")
    assert told.post.pinged == {white.id}
    assert f"Nero 185: <@{black.id}> vince per ¾" in stage.again(card).text
    await white.press(card, "agree")
    assert f"Nero 185: <@{black.id}> vince per ¾" in stage.again(card).text
    assert rows(stage, "SELECT particulars FROM results WHERE superseded_at IS NULL")[0][0] == '{"count":185.0}'


@IN_ITALIAN
@pytest.mark.rule("GO-9")
async def test_the_arbiter_rules_by_a_count_and_corrects_it(stage: Stage) -> None:
    black, white, card = await a_game(stage, "it")
    await black.fill(await black.press(card, "count"), count="185")
    await white.fill(await white.press(card, "dispute"), why="Ho contato 184")
    desk = await stage.arbiter.press(card, "referee")
    await stage.arbiter.fill(await stage.arbiter.press(desk.post, "count"), count="184", why="Contato insieme")
    await stage.advance(seconds=5)
    assert f"Nero 184: <@{white.id}> vince per ¼" in stage.again(card).text
    match = card.find("match")["custom_id"].partition(":")[2]
    asked = await stage.arbiter.type("match correct", match=match)
    previewed = await stage.arbiter.fill(await stage.arbiter.press(asked.post, "count-fix"), count="184½")
    form = await stage.arbiter.press(previewed.post, "count-correct-it")
    await stage.arbiter.fill(form, why="Un punto neutro")
    await stage.advance(seconds=5)
    assert f"Nero 184½: <@{black.id}> vince per ¼" in stage.again(card).text
