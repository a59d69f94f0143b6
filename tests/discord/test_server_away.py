"""What is to be said in a server that is away is held, and said in order once the server is back."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.entering.model import CheckInOpened
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import Tx
from bot.kernel.ids import Community, GuildId, MemberId, Place, TournamentId
from bot.kernel.outages import Cause
from bot.server import store as server_store
from rehearsal import simcord_seam
from rehearsal.counting import plain_path
from tests.discord.harm import Harm, plant
from tests.discord.harness import Stage, an_event, rows
from tests.discord.test_cards_gone import forget, told
from tests.discord.test_matches import call

OTHER = GuildId(999)
BOTH = pytest.mark.parametrize("is_removed", [True, False])


async def do(stage: Stage, verb: Callable[[Tx], None]) -> None:
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(verb))


def card_of(stage: Stage) -> str:
    """The card of the first match, as panels are named."""
    return f"contest:{rows(stage, 'SELECT contest_id FROM contests')[0]['contest_id']}"


async def promise(stage: Stage, guild_id: int, times: int = 1) -> None:
    event = TournamentId(str(rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"]))

    def verb(tx: Tx) -> None:
        for _ in range(times):
            tx.enqueue(GuildId(guild_id), Place.ANNOUNCEMENTS, CheckInOpened(event))

    await do(stage, verb)


def states(stage: Stage, guild_id: int) -> list[str]:
    found = "SELECT * FROM outbox WHERE kind = 'check_in_opened' ORDER BY sequence"
    return [row["state"] for row in rows(stage, found) if row["guild_id"] == guild_id]


async def take_away(stage: Stage, *, is_removed: bool) -> None:
    simcord_seam.take_away(stage.env, stage.guild.id, is_removed=is_removed)
    await stage.settle()


async def give_back(stage: Stage) -> None:
    simcord_seam.give_back(stage.env, stage.guild.id)
    await stage.settle()


def said(stage: Stage) -> list[int]:
    """The messages of the promises, in the order in which they stand."""
    delivered = "SELECT message_id FROM outbox WHERE kind = 'check_in_opened' AND state = 'delivered' ORDER BY sequence"
    return [row["message_id"] for row in rows(stage, delivered)]


@BOTH
async def test_nothing_is_tried_while_a_server_is_away_and_all_of_it_is_said_at_once_when_it_is_back(
    stage: Stage, is_removed: bool
) -> None:
    await an_event(stage)
    await take_away(stage, is_removed=is_removed)
    before = len(stage.calls)
    await promise(stage, stage.guild.id, 3)
    await stage.advance(minutes=30)
    assert states(stage, stage.guild.id) == ["pending"] * 3
    assert not [one for one in stage.calls[before:] if one.method == "POST" and "/messages" in one.path]
    await give_back(stage)
    assert states(stage, stage.guild.id) == ["delivered"] * 3
    assert said(stage) == sorted(set(said(stage)))
    assert len(said(stage)) == 3


async def test_what_was_in_trouble_before_the_server_went_away_is_said_at_once_when_it_is_back(stage: Stage) -> None:
    await an_event(stage)
    left = plant(stage, Harm.REFUSED_BEFORE, "POST", r"/channels/\d+/messages", times=4)
    await promise(stage, stage.guild.id)
    await stage.advance(minutes=4)
    left[0] = 0
    await take_away(stage, is_removed=False)
    await give_back(stage)
    assert states(stage, stage.guild.id) == ["delivered"]


async def test_other_servers_hear_everything_while_one_is_away(stage: Stage) -> None:
    await an_event(stage)
    other = Community(OTHER, MemberId(1), "it", "UTC", set_up_at=stage.now)
    await do(stage, lambda tx: server_store.save(tx, other))
    stage.bot.runner.reach.lose(OTHER, Cause.REMOVED)
    await stage.settle()
    await promise(stage, OTHER)
    await promise(stage, stage.guild.id)
    await stage.settle()
    assert (states(stage, OTHER), states(stage, stage.guild.id)) == (["pending"], ["delivered"])


def refuse_while_taken_away(stage: Stage, *, has_effect: bool, status: int) -> None:
    """The next message is under way when the server is taken away; Discord does it or not, and answers with trouble."""
    client: Any = stage.bot.http
    real: Callable[..., Any] = client.request

    async def request(route: Any, **given: Any) -> Any:
        if route.method != "POST" or not re.fullmatch(r"/channels/\d+/messages", plain_path(route.url)):
            return await real(route, **given)
        client.request = real
        if has_effect:
            await real(route, **given)
        stage.bot.runner.reach.lose(GuildId(stage.guild.id), Cause.UNAVAILABLE)
        raise discord.HTTPException(SimpleNamespace(status=status, reason="Trouble"), "trouble")

    client.request = request


@pytest.mark.parametrize("has_effect", [True, False])
@pytest.mark.parametrize("status", [403, 404, 503])
async def test_a_message_that_was_under_way_when_the_server_went_away_is_said_once(
    stage: Stage, has_effect: bool, status: int
) -> None:
    await an_event(stage)
    refuse_while_taken_away(stage, has_effect=has_effect, status=status)
    stood = len(list(stage.posts_in(stage.announcements)))
    await promise(stage, stage.guild.id)
    await stage.advance(minutes=5)
    assert states(stage, stage.guild.id) == ["pending"]
    await give_back(stage)
    await stage.advance(minutes=3)
    assert states(stage, stage.guild.id) == ["delivered"]
    assert len([one for one in stage.posts_in(stage.announcements) if one.message_id in said(stage)]) == 1
    assert not rows(stage, "SELECT 1 FROM outbox WHERE kind = 'cannot_work'")
    assert len(list(stage.posts_in(stage.announcements))) <= stood + 2
    stage.complaints.records.clear()


@BOTH
async def test_cards_are_drawn_anew_once_the_server_is_back(stage: Stage, is_removed: bool) -> None:
    duel = await call(stage, "Ana", "Bia")
    await take_away(stage, is_removed=is_removed)
    await do(stage, lambda tx: tx.touch(card_of(stage)))
    before = len(stage.calls)
    await stage.advance(minutes=5)
    assert not [one for one in stage.calls[before:] if one.method == "PATCH"]
    await give_back(stage)
    await stage.advance(seconds=10)
    assert [one for one in stage.calls[before:] if str(duel.card.message_id) in one.path and one.method == "PATCH"]


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_server_that_is_away_has_no_card_that_is_gone(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await take_away(stage, is_removed=False)
    forget(stage, duel.card)
    card = await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.ask(kernel_panel_store.load, card_of(stage))
    )
    assert card is not None
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.cards.post_again(card))
    await stage.advance(minutes=20)
    assert (told(stage), rows(stage, "SELECT * FROM card_gaps")) == ([], [])
    await give_back(stage)
    await stage.advance(minutes=5)
    assert len(told(stage)) == 1


async def test_a_server_that_goes_away_again_and_again_hears_everything_once(stage: Stage) -> None:
    await an_event(stage)
    for _ in range(4):
        await take_away(stage, is_removed=True)
        await promise(stage, stage.guild.id, 2)
        await stage.sleep_through(timedelta(minutes=1))
        await give_back(stage)
    assert states(stage, stage.guild.id) == ["delivered"] * 8
    assert len(set(said(stage))) == 8


async def test_what_was_held_at_a_restart_is_said_once_discord_describes_the_server_again(stage: Stage) -> None:
    await an_event(stage)
    await take_away(stage, is_removed=False)
    await promise(stage, stage.guild.id, 2)
    await stage.settle()
    assert states(stage, stage.guild.id) == ["pending"] * 2
    await stage.restart()
    await stage.advance(seconds=10)
    assert states(stage, stage.guild.id) == ["delivered"] * 2
    assert rows(stage, "SELECT * FROM servers_away") == []


async def test_a_message_refused_by_a_server_that_has_just_removed_the_bot_waits_for_it(stage: Stage) -> None:
    await an_event(stage)
    for path in ("/channels/*/messages*", f"/guilds/{stage.guild.id}"):
        for method in ("POST", "GET"):
            stage.env.inject_error(method, path, status=403, code=50001, times=None)
    await promise(stage, stage.guild.id)
    await stage.settle()
    assert states(stage, stage.guild.id) == ["pending"]
    stage.env.backend.faults.clear()
    await stage.advance(minutes=3)
    assert states(stage, stage.guild.id) == ["delivered"]
    assert not rows(stage, "SELECT 1 FROM outbox WHERE kind = 'cannot_work'")
