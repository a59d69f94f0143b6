"""The event's own rules in Discord, in Spanish: drafted, declined, approved (GO-30)."""

from __future__ import annotations

import pytest

from tests.discord.harness import Stage, an_event

SPANISH = pytest.mark.parametrize("stage_options", [{"language": "es-ES"}], indirect=True)


@SPANISH
@pytest.mark.rule("GO-30")
async def test_the_chief_drafts_rules_that_the_organisers_decline_and_then_approve(stage: Stage) -> None:
    await an_event(stage, rulebook="go-swiss")
    await stage.organiser.type("chief name", tournament="Open 1", arbiter=stage.arbiter)
    refused = await stage.organiser.type("chief rules", tournament="Open 1")
    assert refused.result.modal is None
    form = await stage.arbiter.type("chief rules", tournament="Open 1")
    assert "lo aprueba" in (await stage.arbiter.fill(form, rules="Comida a las dos.\nMóviles apagados.")).text
    await stage.advance(seconds=5)
    asked = stage.latest("rules-approve", stage.committee)
    assert "Móviles apagados." in asked.text
    form = await stage.organiser.press(asked, "rules-decline")
    await stage.organiser.fill(form, why="la cocina cierra a la una")
    await stage.advance(seconds=5)
    told = stage.posts_in(stage.committee)[-1]
    assert told.pinged == {stage.arbiter.id}
    assert "la cocina cierra" in told.text
    await stage.restart()
    form = await stage.arbiter.type("chief rules", tournament="Open 1")
    await stage.arbiter.fill(form, rules="Comida a la una.")
    await stage.advance(seconds=5)
    asked = stage.latest("rules-approve", stage.committee)
    await stage.organiser.press(asked, "rules-approve")
    assert "Aprobadas" in stage.again(asked).text
    await stage.advance(seconds=5)
    assert "Comida a la una." in stage.posts_in(stage.announcements)[-1].text
    shown = await stage.member("Ada", "es-ES").type("chief rules-show", tournament="Open 1")
    assert "Comida a la una." in shown.text
