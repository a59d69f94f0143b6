"""The live messages: true after every change, at the fewest calls, and back when somebody takes them away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot import wiring
from bot.features.entering import verbs as entering_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import TournamentAnnounced
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import Query
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.layout.cards import Composed
from bot.wiring import compose
from cogs import routing
from cogs.request import Request
from rehearsal import simcord_seam
from rehearsal.posts import Post
from tests.discord.harness import Stage, an_event, enter, noting
from tests.discord.test_matches import call


def panels(stage: Stage) -> list[Post]:
    return [post for post in stage.posts_in(stage.announcements) if post.has("rules") and post.has("players")]


def edits(stage: Stage) -> int:
    return sum(call.method == "PATCH" and "/messages/" in call.path for call in stage.calls)


async def test_a_single_press_brings_the_panel_up_to_date_at_no_call(stage: Stage) -> None:
    post = await an_event(stage)
    await enter(stage, post, stage.member("Ana"))
    assert edits(stage) == 0
    assert "1" in stage.again(post).text


def answer_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the process ends between what a press did and its answer: the panel shows nothing of it."""

    async def end(request: Request, *_: object, **__: object) -> None:
        await request.acknowledge(thinking=False)

    monkeypatch.setattr(routing, "_answer", end)


async def test_an_act_whose_answer_a_dead_process_never_gave_is_shown_by_the_next_one(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await an_event(stage)
    await stage.advance(minutes=20)
    answer_nobody(monkeypatch)
    await enter(stage, post, stage.member("Ana"))
    assert "**0**" in stage.again(post).text
    monkeypatch.undo()
    before = edits(stage)
    await stage.kill(timedelta(minutes=5))
    await stage.advance(minutes=2)
    assert "**1**" in stage.again(post).text
    assert edits(stage) == before + 1


async def test_a_card_asks_for_no_answer_that_was_given_to_a_process_which_died_of_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    answer_nobody(monkeypatch)
    await duel.second.press(duel.card, "agree")
    assert stage.again(duel.card).has("agree")
    monkeypatch.undo()
    await stage.kill(timedelta(minutes=5))
    await stage.advance(minutes=2)
    assert not stage.again(duel.card).has("agree")


async def test_a_start_draws_nothing_anew_of_what_was_done_long_before_the_last_process_ended(stage: Stage) -> None:
    post = await an_event(stage)
    await enter(stage, post, stage.member("Ana"))
    await stage.advance(minutes=20)
    before = edits(stage)
    await stage.kill(timedelta(minutes=5))
    await stage.advance(minutes=2)
    assert edits(stage) == before


async def test_after_a_crowd_one_edit_sets_the_last_word(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(30)
    forms = [await member.press(post, "register") for member in crowd]
    before = edits(stage)
    await stage.all_fill(
        post, [(member, form, {"account": member.name}) for member, form in zip(crowd, forms, strict=True)]
    )
    await stage.advance(seconds=10)
    assert edits(stage) - before == 1
    assert "30" in stage.again(post).text


async def test_a_panel_that_somebody_deleted_comes_back(stage: Stage) -> None:
    post = await an_event(stage)
    simcord_seam.forget_message(stage.env, post.channel_id, post.message_id)
    await stage.advance(minutes=100)
    assert [panel.has("register") for panel in panels(stage)] == [True]


async def test_a_panel_that_discord_edits_no_more_is_posted_anew(stage: Stage) -> None:
    await an_event(stage)
    stage.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046)
    await stage.advance(minutes=100)
    assert len(panels(stage)) == 2
    assert panels(stage)[-1].has("check-in")


async def test_an_old_panel_is_edited_at_most_once_a_minute(stage: Stage) -> None:
    post, players = await an_event(stage), stage.crowd(8)
    await enter(stage, post, *players)
    await stage.advance(minutes=80)
    before = edits(stage)
    for first, second in zip(players[::2], players[1::2], strict=True):
        await stage.together(post, (first, "withdraw"), (second, "withdraw"))
        await stage.advance(seconds=5)
    assert edits(stage) - before == 1
    await stage.advance(minutes=2)
    assert edits(stage) - before == 2
    assert "**0**" in stage.again(post).text


async def test_a_panel_that_cannot_be_drawn_holds_up_no_other(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, whole = await an_event(stage, "Open 1"), await an_event(stage, "Open 2")

    def composed(tx: Query, panel: str, now: datetime) -> tuple[Composed, GuildId] | None:
        where = kernel_panel_store.load(tx, panel)
        if where is not None and where.message_id == broken.message_id:
            raise ZeroDivisionError
        return compose(tx, panel, now)

    monkeypatch.setattr(stage.bot.panels, "_contents", replace(wiring.PANEL_CONTENTS, compose=composed))
    await stage.advance(minutes=95)
    assert stage.again(whole).has("check-in")
    assert not stage.again(broken).has("check-in")
    assert stage.complaints.records
    stage.complaints.records.clear()
    monkeypatch.undo()
    await stage.advance(minutes=2)
    assert stage.again(broken).has("check-in")


async def test_trouble_with_an_edit_is_followed_by_another_try(stage: Stage) -> None:
    post = await an_event(stage)
    stage.env.inject_error("PATCH", "/channels/*/messages/*", status=503, code=0)
    await stage.advance(minutes=95)
    assert stage.again(post).has("check-in")


async def test_what_happens_while_a_panel_is_on_its_way_back_is_shown_by_an_edit(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    simcord_seam.forget_message(stage.env, post.channel_id, post.message_id)
    working = wiring.note_delivery

    def after_an_entry(tx, delivery):
        guild, person = GuildId(stage.guild.id), MemberId(ana.id)
        tournament = tournaments_store.all_unfinished(tx, guild)[0]
        actor = Actor(guild, person, "Ana", "en-US", False, False, tx.now)
        promised = outbox.load(tx, delivery.outbox_id)
        if promised is not None and isinstance(promised.message, TournamentAnnounced):
            entering_verbs.register(tx.acting_as(actor), tournament.tournament_id, "Ana_99")
        working(tx, delivery)

    noting(stage, monkeypatch, after_an_entry)
    await stage.advance(minutes=100)
    assert "**1**" in panels(stage)[-1].text
