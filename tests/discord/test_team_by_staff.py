"""A team that staff write down for people who cannot, as they meet it in Discord."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.rulebooks.library import preset
from tests.discord.entering import event_of
from tests.discord.harness import Stage, an_event, enter, rows

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


async def test_an_organiser_says_by_a_press_who_leads_a_team_without_a_chosen_captain(stage: Stage) -> None:
    await event_of(stage, preset("go-teams"), "Go Cup")
    event = str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0])
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    asked = await stage.organiser.type("team enter", tournament=event)
    saved = await stage.organiser.fill(asked, name="Blue", members="Ana\nRui\nTeo\nWal")
    assert f"is **Ana** <@{ana.id}>?" in saved.text
    await stage.restart()
    led = await stage.organiser.press(saved.post, "“Ana” is Ana")
    assert led.panel is not None
    assert f"<@{ana.id}>" in led.panel.text
    assert "is **Ana**" not in led.panel.text
    await stage.advance(seconds=5)
    assert any("Go Cup" in one.text for one in ana.inbox)
    done = await ana.press(stage.latest("team-yes", stage.announcements), "team-yes")
    assert "Blue" in done.text


async def test_an_open_invitation_survives_a_restart_and_is_accepted_by_its_old_button(stage: Stage) -> None:
    post = await event_of(stage, preset("go-teams"), "Go Cup")
    ana, bia = stage.member("Ana"), stage.member("Bia")
    form = await ana.press(post, "register")
    saved = await ana.fill(form, name="Blue", members="Ana\nRui\nTeo")
    await ana.choose(saved.post, "team-add", bia)
    await stage.advance(seconds=5)
    old = stage.latest("team-yes", stage.announcements)
    await stage.restart()
    await stage.sleep_through(timedelta(minutes=10))
    said = await bia.press(old, "team-yes")
    assert "Blue" in said.text
    assert rows(stage, "SELECT 1 FROM team_members JOIN people USING (person_id) WHERE name = 'Bia'") != []
    assert rows(stage, "SELECT 1 FROM team_places JOIN people USING (person_id) WHERE name = 'Bia'") == []
