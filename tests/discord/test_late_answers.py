"""What takes its time is acknowledged first, and then answered all the same: nobody reads "interaction failed"."""

from __future__ import annotations

from typing import Any

import pytest

from bot.layout.cards import Card, Rendered
from bot.layout.command_names import draw
from cogs import answering, routing
from tests.discord.harness import Stage, rows
from tests.discord.test_draw import checked_in
from tests.discord.test_matches import call


def slow_down(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """From now on every press and command takes longer than it should; for each, whether it was answered before."""
    answered: list[bool] = []

    def at_once(interaction: answering.Interaction) -> None:
        answered.append(interaction.response.is_done())
        answering._acknowledge_late(interaction)

    monkeypatch.setattr(routing, "answer_in_time", at_once)
    return answered


async def test_a_match_is_told_and_confirmed_on_its_card(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = await call(stage)
    slow_down(monkeypatch)
    await duel.here(duel.first, duel.second)
    told = await duel.report(duel.first, "3-1")
    assert told.posts[-1].pinged == {duel.second.id}
    assert not told.private
    assert told.result.deferred
    assert duel.card.has("agree")
    confirmed = await duel.second.press(duel.card, "agree")
    assert "**3–1**" in duel.card.text
    assert confirmed.private


async def test_a_double_click_and_a_refusal_are_answered(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = await call(stage)
    slow_down(monkeypatch)
    answers = await stage.double_click(duel.first, duel.card, "here")
    assert len(answers) == 2
    refused = await stage.member("Eva").press(duel.card, "here")
    assert "is for another person" in refused.text
    assert refused.private


async def test_commands_and_their_pages_are_answered(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await call(stage)
    answered = slow_down(monkeypatch)
    event = str(rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"])
    checked = await stage.member("Ana").type("tournament verify", tournament=event)
    assert checked.posts
    assert checked.private
    drawn = await stage.member("Ana").type("bracket", tournament=event)
    assert drawn.post.pictures
    assert answered == [False, False]


async def test_a_page_that_is_acknowledged_while_it_is_drawn_is_turned_all_the_same(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, *_ = await checked_in(stage, 40)
    page = await ana.press(stage.latest("bracket", stage.announcements), "bracket")
    pressed: list[answering.Interaction] = []
    monkeypatch.setattr(routing, "answer_in_time", pressed.append)

    async def slowly(card: Card, *more: Any) -> Rendered:
        await answering._acknowledge(pressed[-1])
        return await draw(card, *more)

    monkeypatch.setattr("cogs.answering.draw", slowly)
    turned = await ana.press(page.post, "bracket-page")
    assert turned.posts == ()
    assert stage.again(page.post).pictures[0].name != page.post.pictures[0].name
