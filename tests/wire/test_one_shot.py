"""discord.py repeats whatever was answered with trouble; what Discord would then do twice is sent once all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.app import TournamentBot
from bot.living import creation
from bot.living.creation import ConnectionCut, one_shot, was_refused
from wire.discord_server import LoopbackDiscord
from wire.faults import limit, refuse, reset
from wire.shapes import text


class Hasty(SimpleNamespace):
    """asyncio as discord.py uses it, whose sleeps are over at once."""

    def __init__(self, real: object) -> None:
        super().__init__()
        self.real = real
        self.slept: list[float] = []

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        # A bucket without a limit is waited for by no time at all.
        self.slept.extend([seconds] if seconds else [])


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    hasty = Hasty(asyncio)
    monkeypatch.setattr("discord.http.asyncio", hasty)
    monkeypatch.setattr("discord.webhook.async_.asyncio", hasty)
    return hasty.slept


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord().listening() as listening:
        monkeypatch.setattr(Route, "BASE", listening.api_base)
        yield listening


@pytest.fixture
async def client(server: LoopbackDiscord) -> AsyncIterator[discord.Client]:
    async with discord.Client(intents=discord.Intents.none(), http_trace=one_shot()) as started:
        await started.login(server.token)
        server.calls.clear()
        yield started


def posts(server: LoopbackDiscord) -> int:
    return len([call for call in server.calls if call.method == "POST"])


def made_of(server: LoopbackDiscord) -> dict[str, Route]:
    channel, guild = text(server.world.general, "id"), server.world.guild_id
    return {
        "message": Route("POST", "/channels/{channel_id}/messages", channel_id=channel),
        "thread": Route("POST", "/channels/{channel_id}/threads", channel_id=channel),
        "channel": Route("POST", "/guilds/{guild_id}/channels", guild_id=guild),
        "role": Route("POST", "/guilds/{guild_id}/roles", guild_id=guild),
        "event": Route("POST", "/guilds/{guild_id}/scheduled-events", guild_id=guild),
    }


@pytest.mark.parametrize("status", [500, 502, 503, 504, 524])
@pytest.mark.parametrize("kind", ["message", "thread", "channel", "role", "event"])
async def test_what_is_answered_with_trouble_is_asked_for_once(server, client, slept, kind, status):
    server.faults.plant("POST", ".*", refuse(status, after_effect=True))
    with pytest.raises(discord.DiscordServerError) as raised:
        await client.http.request(made_of(server)[kind], json={"name": "once", "content": "once"})
    assert (raised.value.status, posts(server), slept) == (status, 1, [])
    assert not was_refused(raised.value)


async def test_the_bot_itself_is_a_client_that_repeats_nothing(tmp_path):
    bot = TournamentBot(tmp_path / "never_opened.db")
    trace = bot.http.http_trace
    assert trace is not None
    assert set(one_shot().on_request_end) <= set(trace.on_request_end)
    assert set(one_shot().on_request_exception) <= set(trace.on_request_exception)
    await bot.close()


async def test_what_follows_an_interaction_is_sent_once(server, client, slept):
    server.faults.plant("POST", "/webhooks/.*", refuse(503))
    webhook = discord.Webhook.partial(1, "token", client=client)
    with pytest.raises(discord.DiscordServerError):
        await webhook.send("once", wait=True)
    assert (posts(server), slept) == (1, [])


async def test_a_connection_that_breaks_before_the_answer_is_trouble_and_no_repetition(server, client, slept):
    server.faults.plant("POST", ".*", reset(after_effect=True))
    with pytest.raises((aiohttp.ClientError, OSError)) as raised:
        await client.http.request(made_of(server)["message"], json={"content": "once"})
    assert (posts(server), slept) == (1, [])
    assert isinstance(raised.value, creation.TROUBLE)
    assert not was_refused(raised.value)


@pytest.mark.parametrize("number", creation.RESET)
async def test_a_reset_as_other_systems_number_it_is_no_reason_to_repeat(server, client, slept, monkeypatch, number):
    times = []

    async def broken(*given, **more):
        times.append(1)
        raise aiohttp.ClientOSError(number, "reset")

    monkeypatch.setattr(aiohttp.TCPConnector, "connect", broken)
    with pytest.raises(ConnectionCut):
        await client.http.request(made_of(server)["message"], json={"content": "once"})
    assert (len(times), slept) == (1, [])
    with pytest.raises(aiohttp.ClientOSError):
        await client.http.request(Route("GET", "/users/@me"))
    assert len(times) > 1 + 1


async def test_what_may_be_repeated_still_is(server, client, slept):
    guild = server.world.guild_id
    server.faults.plant("GET", ".*", refuse(502))
    assert await client.http.request(Route("GET", "/guilds/{guild_id}", guild_id=guild))
    server.faults.plant("POST", "/users/@me/channels", refuse(504, after_effect=True))
    await client.http.start_private_message(int(server.world.owner.id))
    assert (posts(server), slept) == (2, [1, 1])


async def test_a_rate_limit_did_nothing_and_is_waited_for(server, client, slept):
    server.faults.plant("POST", ".*", limit(2))
    await client.http.request(made_of(server)["message"], json={"content": "once"})
    assert (posts(server), slept) == (2, [2])


@pytest.mark.parametrize(
    ("status", "refuses"),
    [(400, True), (403, True), (404, True), (408, False), (429, True), (500, False), (503, False)],
)
def test_whether_nothing_came_of_a_request_is_known_by_its_status(status, refuses):
    answer: Any = SimpleNamespace(status=status, reason="", headers={})
    assert was_refused(discord.HTTPException(answer, "said")) is refuses
