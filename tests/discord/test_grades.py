"""Grades as members and arbiters see them in Italian (GO-25.3)."""

from __future__ import annotations

import pytest

from tests.discord.harness import Stage, an_event, enter

IN_ITALIAN = pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)


@IN_ITALIAN
@pytest.mark.rule("GO-25.3")
async def test_a_player_declares_a_grade_after_entering_and_an_arbiter_confirms_it(stage: Stage) -> None:
    post, ada = await an_event(stage, rulebook="go-swiss"), stage.member("Ada", "it")
    await enter(stage, post, ada)
    entered = await ada.press(post, "register")
    assert "dichiaralo" in entered.text
    refused = await ada.fill(await ada.press(entered.post, "grade"), grade="9 dan")
    assert "Non capisco" in refused.text
    told = await ada.fill(await ada.press(entered.post, "grade"), grade="5 dan")
    assert "quando un arbitro lo conferma" in told.text
    await stage.advance(seconds=5)
    asked = stage.latest("grade-confirm", stage.committee)
    assert "**5d**" in asked.text
    assert (await ada.press(asked, "grade-confirm")).private
    assert "Grado di Go" not in (await ada.type("player")).text
    await stage.restart()
    await stage.arbiter.press(asked, "grade-confirm")
    assert "Confermato" in stage.again(asked).text
    await stage.advance(seconds=5)
    assert "è confermato" in ada.inbox[-1].text
    assert "Grado di Go: **5d**" in (await ada.type("player")).text
    assert "5d" in (await ada.press(post, "players")).text
    again = await ada.type("grade declare", tournament="Open 1", grade="6d")
    assert again.private
    await stage.advance(seconds=5)
    await stage.arbiter.press(stage.latest("grade-refuse", stage.committee), "grade-refuse")
    await stage.advance(seconds=5)
    assert "non è stato confermato" in ada.inbox[-1].text
