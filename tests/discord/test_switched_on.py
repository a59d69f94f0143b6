"""A server that has switched nothing on: what an event's rules need is there once the event is."""

from __future__ import annotations

import pytest

from bot.kernel.ids import Switch
from bot.server import model as server_model
from cogs.subjects import commands_by_switch
from tests.discord.go_games import a_game
from tests.discord.harness import Stage, an_event

ORDINARY = pytest.mark.parametrize("stage_options", [{"switches": ()}], indirect=True)
OF_CASES = set(commands_by_switch()[Switch.CASES])


def typed(stage: Stage) -> set[str]:
    """The first words of what people of the server can type."""
    return {one.split()[0] for one in stage.commands}


@ORDINARY
@pytest.mark.rule("GO-23.1", "GO-23.2", "GO-23.6", "GO-16.4")
async def test_with_an_event_of_go_fraud_is_reported_and_heard_where_nothing_was_switched_on(stage: Stage) -> None:
    assert typed(stage).isdisjoint(OF_CASES)
    black, white, card = await a_game(stage, "en-US")
    assert typed(stage) >= OF_CASES | {"ceremony", "chief"}
    await black.fill(await black.press(card, "count"), count="185")
    await white.press(card, "agree")
    await stage.arbiter.press(card, "confirm-result")
    match = card.find("match")["custom_id"].partition(":")[2]
    refused = await stage.arbiter.type("match correct", match=match)
    assert "Only fraud can still change it: `/conduct`" in refused.text
    reported = await white.type("conduct", member=black, ground="fixed_game")
    assert reported.result.modal is not None
    offered = {str(one["value"]) for one in (await stage.arbiter.type("desk")).post.find("desk-act")["options"]}
    assert offered >= {"case+list", "bar+player", "vote+open"}


@ORDINARY
@pytest.mark.rule("OLY-6")
async def test_with_an_event_of_schools_what_the_rules_leave_open_can_be_put_to_the_vote(stage: Stage) -> None:
    assert "vote" not in typed(stage)
    await an_event(stage, rulebook="olympiad-school")
    assert typed(stage) >= OF_CASES | {"team"}


@ORDINARY
@pytest.mark.rule("OLY-6")
async def test_after_an_update_an_announced_event_has_its_commands_and_what_staff_hides_then_stays_hidden(
    stage: Stage,
) -> None:
    with pytest.MonkeyPatch.context() as older_version:
        older_version.setattr(server_model, "NEEDS", {})
        await an_event(stage, rulebook="olympiad-school")
    assert "vote" not in typed(stage)
    await stage.restart()
    await stage.settle()
    assert typed(stage) >= OF_CASES | {"team"}
    panel = (await stage.owner.type("setup")).post
    shown = (await stage.owner.press(panel, "setup-page:commands")).panel
    assert shown is not None
    await stage.owner.press(shown, "setup-switch-off:teams")
    await stage.restart()
    await stage.settle()
    assert "team" not in typed(stage)
