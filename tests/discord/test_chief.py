"""The chief arbiter of an event, in Discord and in Portuguese: named, asked, and the author of the report."""

from __future__ import annotations

import pytest

from tests.discord.harness import Stage
from tests.discord.test_warnings import PORTUGUESE, called


async def play_next(stage: Stage) -> None:
    """The arbiter rules on the match that was called next."""
    await stage.advance(seconds=5)
    card = stage.latest("here", stage.matches)
    desk = await stage.arbiter.press(card, "referee")
    await stage.arbiter.fill(await stage.arbiter.choose(desk.post, "rule", "1-0"), why="")
    await stage.advance(seconds=5)


@pytest.mark.rule("GO-30")
@PORTUGUESE
async def test_the_arbiter_asks_the_chief_who_decides_and_closes_the_event_with_a_report(stage: Stage) -> None:
    duel = await called(stage)
    named = await stage.organiser.type("chief name", tournament="Open 1", arbiter=stage.arbiter)
    assert "Árbitro principal" in named.text
    await stage.advance(seconds=5)
    assert "assume a arbitragem principal" in stage.posts_in(stage.record)[-1].text

    form = await stage.arbiter.press(await duel.desk(), "pass-up")
    await stage.arbiter.fill(form, question="As pedras foram movidas?")
    await stage.advance(seconds=5)
    asked = stage.latest("referee", stage.committee)
    assert "As pedras foram movidas?" in asked.text
    assert asked.pinged == {stage.arbiter.id}
    desk = await stage.arbiter.press(asked, "referee")
    await stage.arbiter.fill(await stage.arbiter.choose(desk.post, "rule", "1-0"), why="vi tudo")
    await stage.advance(seconds=5)
    assert "**1–0**" in duel.card.text
    for _ in range(3):
        await play_next(stage)
    wanted = stage.latest("closing-report", stage.committee)
    assert wanted.pinged == {stage.arbiter.id}
    form = await stage.arbiter.press(wanted, "closing-report")
    await stage.arbiter.fill(form, report="Um evento tranquilo.")
    await stage.advance(seconds=5)
    assert "Um evento tranquilo." in stage.posts_in(stage.record)[-1].text
