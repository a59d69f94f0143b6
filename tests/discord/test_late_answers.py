"""What takes its time is acknowledged first, and then answered all the same: nobody reads "interaction failed"."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs import answering
from tests.discord.harness import Stage, rows
from tests.discord.test_matches import call


@pytest.fixture(autouse=True)
def in_a_slow_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every press and command takes longer than it should."""
    monkeypatch.setattr(answering, "SOON", timedelta())


async def test_a_match_is_told_and_confirmed_on_its_card(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    told = await duel.report(duel.first, "3-1")
    assert told.posts[-1].pinged == {duel.second.id}
    assert not told.private
    assert told.result.deferred
    assert duel.card.has("agree")
    confirmed = await duel.second.press(duel.card, "agree")
    assert "**3–1**" in duel.card.text
    assert confirmed.private


async def test_a_double_click_and_a_refusal_are_answered(stage: Stage) -> None:
    duel = await call(stage)
    answers = await stage.double_click(duel.first, duel.card, "here")
    assert len(answers) == 2
    refused = await stage.member("Eva").press(duel.card, "here")
    assert "belongs to somebody else" in refused.text
    assert refused.private


async def test_commands_and_their_pages_are_answered(stage: Stage) -> None:
    await call(stage)
    event = str(rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"])
    checked = await stage.member("Ana").type("draw verify", tournament=event)
    assert checked.posts
    assert checked.result.deferred
    assert checked.private
    drawn = await stage.member("Ana").type("draw bracket", tournament=event)
    assert drawn.post.pictures
