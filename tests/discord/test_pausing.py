"""A running event that the organiser pauses and resumes in Discord."""

from __future__ import annotations

import pytest

from tests.discord.harness import Stage
from tests.discord.test_matches import call


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_the_organiser_pauses_an_event_until_a_moment_and_it_goes_on_by_itself(stage: Stage, locale: str) -> None:
    stage.organiser.locale = locale
    await call(stage, "Ana", "Bia")
    form = await stage.organiser.type("tournament pause", tournament="Open 1")
    told = await stage.organiser.fill(form, reason="Power cut", until="01/01/2026 23:30")
    assert told.private
    assert "Power cut" in told.text
    await stage.advance(seconds=5)
    assert "⏸️ **Open 1**" in stage.posts_in(stage.matches)[-1].text
    await stage.advance(hours=24)
    assert [one for one in stage.posts_in(stage.matches) if "▶️ **Open 1**" in one.text]


async def test_nobody_loses_by_absence_while_the_event_is_paused_and_resuming_says_so(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await duel.here(duel.first)
    form = await stage.organiser.type("tournament pause", tournament="Open 1")
    await stage.organiser.fill(form, reason="Power cut")
    await stage.advance(hours=10)
    assert "🏁" not in duel.card.text
    told = await stage.organiser.type("tournament resume", tournament="Open 1")
    assert "goes on" in told.text
    await stage.advance(hours=1)
    assert "🏁" in duel.card.text


async def test_who_may_not_pause_is_told_whom_to_ask_and_a_pause_that_runs_is_told(stage: Stage) -> None:
    await call(stage, "Ana", "Bia")
    refused = await stage.arbiter.type("tournament pause", tournament="Open 1")
    assert refused.private
    assert refused.result.modal is None
    told = [await paused(stage), await paused(stage)]
    assert "Power cut" in told[0]
    assert "`/desk` (**End the pause of an event early" in told[1]


async def test_match_card_and_desk_tell_the_pause_and_the_desk_ends_it(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await paused(stage)
    await stage.advance(seconds=5)
    assert "The event is paused until" in duel.card.text
    desk = await stage.organiser.type("desk", tournament="Open 1")
    assert "The event is paused" in desk.text
    told = await stage.organiser.press(desk.post, "event-resume")
    assert "goes on" in told.text
    await stage.advance(seconds=5)
    assert "paused" not in duel.card.text


async def test_a_pause_that_was_a_slip_is_undone(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await paused(stage)
    acts = await stage.organiser.type("undo")
    assert "paused the event" in acts.text
    await stage.organiser.press(acts.post, "undo")
    await stage.advance(seconds=5)
    assert "paused" not in duel.card.text


async def paused(stage: Stage) -> str:
    """What the organiser reads who pauses the event."""
    form = await stage.organiser.type("tournament pause", tournament="Open 1")
    return (await stage.organiser.fill(form, reason="Power cut")).text
