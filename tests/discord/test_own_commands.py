"""Which commands each server has: told to Discord once, and told again when that has changed."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app import TournamentBot
from bot.kernel.ids import GuildId, Switch
from bot.living import commands
from bot.server.store import EVERYWHERE
from rehearsal import simcord_seam
from tests.discord.harness import Answer, Post, Stage, an_event, rows

ORDINARY = pytest.mark.parametrize("stage_options", [{"switches": ()}], indirect=True)
FRESH = pytest.mark.parametrize("stage_options", [{"set_up": False}], indirect=True)
OWN, COMMON = "/applications/*/guilds/*/commands", "/applications/*/commands"


def told(stage: Stage) -> list[str]:
    """The calls by which Discord was told of commands: "all" for those of every server, else the server's number."""
    puts = [call.path.split("/") for call in stage.calls if call.method == "PUT" and call.path.endswith("/commands")]
    return [parts[-2] if "guilds" in parts else "all" for parts in puts]


def has(stage: Stage, first: str) -> bool:
    return any(one.split()[0] == first for one in stage.commands)


async def page(stage: Stage) -> Post:
    panel = await stage.owner.type("setup")
    shown = await stage.owner.press(panel.post, "setup-page:commands")
    assert shown.panel is not None
    return shown.panel


async def switch(stage: Stage, which: str, way: str = "on") -> Answer:
    return await stage.owner.press(await page(stage), f"setup-switch-{way}:{which}")


@FRESH
async def test_of_a_server_without_commands_of_its_own_discord_is_told_nothing(stage: Stage) -> None:
    assert told(stage) == ["all"]
    assert has(stage, "register")
    assert not has(stage, "team")


async def test_a_restart_without_a_change_tells_discord_nothing(stage: Stage) -> None:
    before = told(stage)
    await stage.restart()
    await stage.settle()
    assert told(stage) == before
    assert has(stage, "team")


@ORDINARY
async def test_a_switch_brings_its_commands_and_nothing_is_told_of_any_others(stage: Stage) -> None:
    before = told(stage)
    shown = await switch(stage, "teams")
    assert shown.panel is not None
    assert "✅ **Teams**" in shown.panel.text
    assert told(stage) == [*before, str(stage.guild.id)]
    assert has(stage, "team")
    assert not has(stage, "deck")


async def test_what_is_switched_off_is_hidden_and_what_runs_is_counted(stage: Stage) -> None:
    await an_event(stage, rulebook="aije-teams")
    assert "/team · 1 running" in (await page(stage)).text
    await switch(stage, "teams", "off")
    assert not has(stage, "team")
    assert rows(stage, "SELECT act FROM log ORDER BY sequence DESC LIMIT 1")[0]["act"] == "switch_commands_off"


@ORDINARY
async def test_pressing_twice_switches_once(stage: Stage) -> None:
    shown = await page(stage)
    await stage.double_click(stage.owner, shown, "setup-switch-on:decks")
    assert len(rows(stage, "SELECT 1 FROM log WHERE act = 'switch_commands_on'")) == 1
    assert has(stage, "deck")


async def test_nobody_switches_who_does_not_set_the_server_up(stage: Stage) -> None:
    shown = await page(stage)
    refused = await stage.stale_press(stage.member("Ana"), shown, "setup-switch-off:teams")
    assert "organiser" in refused.text
    assert has(stage, "team")


@ORDINARY
async def test_an_event_brings_what_its_people_type(stage: Stage) -> None:
    await an_event(stage, rulebook="aije-teams")
    assert has(stage, "team")
    assert not has(stage, "jeek")


@ORDINARY
async def test_two_servers_have_each_what_it_has_switched_on(stage: Stage) -> None:
    other = stage.env.create_guild("Dojo", owner=stage.env.create_user("Yuki"))
    room = other.create_text_channel("hall")
    await stage.settle()
    await switch(stage, "jeek")
    yuki = simcord_seam.actor_of(other, other.owner)
    assert has(stage, "jeek")
    assert "jeek play" not in yuki.available_commands(room)
    assert "register" in yuki.available_commands(room)


@ORDINARY
async def test_a_command_that_an_old_client_still_shows_is_answered(stage: Stage) -> None:
    """As after a switch went off, or before Discord took the newest ones: the tree knows every command."""
    await switch(stage, "jeek")
    stage.env.inject_error("PUT", OWN, status=500)
    await switch(stage, "jeek", "off")
    answer = await stage.member("Ana").type("jeek play", member=stage.owner)
    assert answer.text


@ORDINARY
@pytest.mark.parametrize(
    ("refusal", "said", "after"),
    [
        ({"status": 403, "code": 50001}, "Invite me again", timedelta(hours=1)),
        ({"status": 500}, "I will try again", timedelta(minutes=5)),
        ({"status": 429}, "I will try again", timedelta(minutes=5)),
        ({"status": 400, "code": 30034}, "I will try again", timedelta(hours=1)),
    ],
)
async def test_what_discord_does_not_take_is_told_by_the_doctor_and_tried_later(
    stage: Stage, refusal: dict[str, Any], said: str, after: timedelta
) -> None:
    stage.env.inject_error("PUT", OWN, **refusal)
    await switch(stage, "decks")
    assert not has(stage, "deck")
    assert said in (await stage.owner.type("doctor")).text
    await stage.advance(after + timedelta(seconds=1))
    assert has(stage, "deck")
    assert said not in (await stage.owner.type("doctor")).text


@ORDINARY
async def test_whoever_has_mended_it_need_not_wait(stage: Stage) -> None:
    stage.env.inject_error("PUT", OWN, status=403, code=50001)
    await switch(stage, "decks")
    await stage.owner.press((await stage.owner.type("doctor")).post, "say-again")
    assert has(stage, "deck")


@ORDINARY
async def test_commands_are_described_once_and_not_before_discord_has_listed_the_servers(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    payloads, listed, happened = commands._payloads, TournamentBot.on_shard_ready, list[str]()

    async def described(tree: Any) -> Any:
        happened.append("described")
        return await payloads(tree)

    async def noted(bot: TournamentBot, number: int) -> None:
        happened.append("listed")
        await listed(bot, number)

    monkeypatch.setattr(commands, "_payloads", described)
    monkeypatch.setattr(TournamentBot, "on_shard_ready", noted)
    await stage.restart()
    await stage.settle()
    await switch(stage, "decks")
    assert happened == ["listed", "described"]


@ORDINARY
async def test_a_server_that_was_left_is_told_anew_when_it_lets_the_bot_in_again(stage: Stage) -> None:
    await switch(stage, "decks")
    before = told(stage)
    await stage.advance(minutes=1)
    simcord_seam.let_in_again(stage.env, stage.guild.id)
    await stage.settle()
    assert told(stage) == [*before, str(stage.guild.id)]
    (known,) = rows(stage, "SELECT switches FROM guilds")
    assert Switch.DECKS in known["switches"].split()


def let_in_again_meanwhile(stage: Stage, monkeypatch: pytest.MonkeyPatch, ends: Exception | None) -> None:
    """While Discord is told next, the server lets the bot in again; then the call is answered, or ends so."""
    http, keeper = stage.bot.http, stage.bot.commands_told
    real = http.bulk_upsert_guild_commands

    async def told_and_forgotten(*given: Any) -> Any:
        monkeypatch.undo()
        taken = await real(*given)
        stage.env.backend.clock.advance(1.0)
        simcord_seam.let_in_again(stage.env, stage.guild.id)
        for _ in range(50):
            await asyncio.sleep(0)
        await keeper._worker.rest()
        if ends is not None:
            raise ends
        return taken

    monkeypatch.setattr(http, "bulk_upsert_guild_commands", told_and_forgotten)


FORBIDDEN = discord.Forbidden(SimpleNamespace(status=403, reason="Forbidden"), {"code": 50001, "message": "No"})


@ORDINARY
@pytest.mark.parametrize("ends", [None, FORBIDDEN])
async def test_a_server_that_lets_the_bot_in_again_while_it_is_told_is_told_once_more(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, ends: Exception | None
) -> None:
    let_in_again_meanwhile(stage, monkeypatch, ends)
    await switch(stage, "decks")
    await stage.settle()
    assert told(stage)[-2:] == [str(stage.guild.id)] * 2
    assert has(stage, "deck")


@ORDINARY
async def test_whom_a_server_refused_commands_is_told_at_once_when_it_lets_the_bot_in_again(stage: Stage) -> None:
    stage.env.inject_error("PUT", OWN, status=403, code=50001)
    await switch(stage, "decks")
    assert not has(stage, "deck")
    await stage.advance(seconds=1)
    simcord_seam.let_in_again(stage.env, stage.guild.id)
    await stage.settle()
    assert has(stage, "deck")


@FRESH
async def test_servers_with_the_same_switched_on_are_compared_by_one_digest(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, digest, keeper = [], hashlib.sha256, stage.bot.commands_told

    def counted(said: bytes) -> Any:
        made.append(said)
        return digest(said)

    keeper._digests.clear()
    monkeypatch.setattr(hashlib, "sha256", counted)
    nothing = frozenset[Switch]()
    assert len({keeper._digest(keeper._extent(GuildId(1000 + number), nothing)) for number in range(100)}) == 1
    everywhere = keeper._extent(EVERYWHERE, nothing)
    assert keeper._digest(everywhere) != keeper._digest(keeper._extent(GuildId(1000), nothing))
    assert len(made) == 2
