"""A round robin offered to the organisers of a small Swiss, in Portuguese (GO-26.2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.play.format_rules import SwissRules
from bot.rulebooks.library import preset
from tests.discord.entering import event_of
from tests.discord.harness import Stage, enter

PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


@PORTUGUESE
@pytest.mark.rule("GO-26.2", "GO-26.3")
async def test_organisers_are_asked_when_few_are_on_the_list_and_everybody_hears_of_it(stage: Stage) -> None:
    go = preset("go-swiss")
    rules = replace(go, swiss=SwissRules(rounds=3), matches=replace(go.matches, matches_per_arbiter=0))
    post = await event_of(stage, rules)
    players = [stage.member(name, "pt-BR") for name in ("Ana", "Bia", "Caio", "Davi")]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=35)
    offered = stage.latest("round-robin", stage.committee)
    assert "4 jogadores na lista" in offered.text
    refused = await players[0].press(offered, "round-robin")
    assert refused.private
    await stage.restart()
    await stage.organiser.press(offered, "round-robin")
    assert "todos contra todos" in stage.again(offered).text
    await stage.advance(seconds=5)
    assert "com até 5 jogadores, o evento é todos contra todos" in stage.posts_in(stage.announcements)[-1].text
    shown = await players[0].press(post, "rules")
    assert "todos contra todos" in shown.text.lower() or "enfrenta" in shown.text.lower()
    for player in players:
        await player.press(post, "check-in")
    await stage.advance_to(stage.now + timedelta(minutes=26))
    table = await players[0].type("standings", tournament="Open 1")
    assert table.text
