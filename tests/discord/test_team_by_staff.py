"""A team that staff write down for people who cannot, as they meet it in Discord."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.rulebooks.library import preset
from tests.discord.entering import event_of
from tests.discord.harness import Stage, rows

PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


@PORTUGUESE
async def test_an_organiser_enters_a_team_changes_it_and_gives_it_another_captain(stage: Stage) -> None:
    await event_of(stage, preset("go-teams"), "Copa de Go")
    event = str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0])
    ana, bia = stage.member("Ana", locale="pt-BR"), stage.member("Bia", locale="pt-BR")
    refused = await bia.type("team enter", tournament=event)
    assert refused.result.modal is None
    asked = await stage.organiser.type("team enter", tournament=event, captain=ana)
    saved = await stage.organiser.fill(asked, name="Azul", members="Ana\nRui\nTeo")
    assert "**Azul**" in saved.text
    assert "Falta 1 nome" in saved.text
    await stage.restart()
    picked = await stage.organiser.choose(saved.post, "team-staff-add", bia)
    assert f"<@{bia.id}>" in picked.text
    await stage.advance(seconds=5)
    assert any("Copa de Go" in one.text for one in ana.inbox)
    form = await stage.organiser.press(picked.post, "team-staff-edit")
    changed = await stage.organiser.fill(form, name="Azul Claro", members="Rui\nAna\nTeo\nBia")
    assert "Azul Claro" in changed.text
    team = str(rows(stage, "SELECT entrant_id FROM entrants")[0][0])
    told = await stage.organiser.type("team captain", tournament=event, team=team, captain=bia)
    assert not told.private
    assert told.post.pinged == {bia.id}
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    late = await stage.organiser.type("team enter", tournament=event)
    given = await stage.organiser.fill(late, name="Verde", members="Zoe\nYan\nXis\nWal")
    assert "confirmada" in given.text
    form = await bia.type("team edit", tournament=event)
    assert form.result.modal is not None
