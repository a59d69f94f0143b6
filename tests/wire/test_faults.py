"""The loopback Discord's faults: before the effect and after it, by route and by chance, and its clock and memory."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime

import aiohttp
import pytest

from wire.discord_server import LoopbackDiscord
from wire.faults import Fault, limit, refuse, reset, slow
from wire.shapes import text
from wire.world import NONCE_WINDOW_S, World


class Hour:
    """Discord's clock, set by the test."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Client:
    """REST as a bot speaks it, to one loopback Discord whose clock the test sets."""

    def __init__(self, server: LoopbackDiscord, session: aiohttp.ClientSession, hour: Hour) -> None:
        self.server, self.hour, self._session = server, hour, session
        self.channel = f"/channels/{text(server.world.general, 'id')}/messages"

    async def asks(self, method: str, path: str, **body: str | bool) -> tuple[int, object, str]:
        async with self._session.request(method, self.server.api_base + path, json=body or None) as answer:
            return answer.status, await answer.json(content_type=None), answer.headers["Date"]

    async def says(self, content: str, nonce: str = "") -> int:
        return (await self.asks("POST", self.channel, content=content, nonce=nonce, enforce_nonce=bool(nonce)))[0]

    async def reads(self, query: str) -> list[str]:
        _, messages, _ = await self.asks("GET", f"{self.channel}?{query}")
        assert isinstance(messages, list)
        return [one["content"] for one in messages]

    @property
    def said(self) -> list[str]:
        return [text(one, "content") for one in self.server.world.posted]


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    hour = Hour()
    async with LoopbackDiscord(World(wall=hour)).listening() as server, aiohttp.ClientSession() as session:
        yield Client(server, session, hour)


@pytest.mark.parametrize("after_effect", [False, True])
async def test_a_refusal_before_the_effect_leaves_nothing_and_one_after_it_leaves_the_message(client, after_effect):
    client.server.faults.plant("POST", client.channel, refuse(503, after_effect=after_effect))
    assert await client.says("first") == 503
    assert client.said == (["first"] if after_effect else [])
    assert await client.says("second") == 200


@pytest.mark.parametrize("after_effect", [False, True])
async def test_a_connection_breaks_before_the_effect_or_after_it(client, after_effect):
    client.server.faults.plant("POST", client.channel, reset(after_effect=after_effect), spared=1)
    assert await client.says("spared") == 200
    with pytest.raises(aiohttp.ClientConnectionError):
        await client.says("broken")
    assert client.said == ["spared", *(["broken"] if after_effect else [])]
    assert client.server.faults.met == {f"reset {'after' if after_effect else 'before'}": 1}


async def test_a_slow_answer_comes_and_a_rate_limit_says_how_long_to_wait(client):
    client.server.faults.plant("POST", client.channel, slow(0.01))
    assert await client.says("slow") == 200
    client.server.faults.plant("POST", client.channel, limit(0.5))
    status, body, _ = await client.asks("POST", client.channel, content="too much")
    assert (status, body) == (429, {"message": "You are being rate limited.", "retry_after": 0.5, "global": False})


async def test_chance_picks_the_same_faults_from_the_same_seed(client):
    async def story() -> list[int]:
        among: list[Fault] = [refuse(500), refuse(502)]
        client.server.faults.at_random(random.Random(7), 0.5, among)
        return [await client.says("x") for _ in range(12)]

    first = await story()
    assert {200, 500, 502} == set(first)
    assert await story() == first


async def test_a_nonce_is_remembered_for_some_minutes_of_discords_own_time(client):
    await client.says("once", nonce="n1")
    client.hour.now += NONCE_WINDOW_S - 1
    await client.says("once", nonce="n1")
    assert client.said == ["once"]
    client.hour.now += 2
    await client.says("once", nonce="n1")
    assert client.said == ["once", "once"]


async def test_every_answer_carries_discords_hour_and_ids_carry_it_too(client):
    _, body, date = await client.asks("POST", client.channel, content="x")
    assert parsedate_to_datetime(date).timestamp() == client.hour.now
    assert isinstance(body, dict)
    assert (int(body["id"]) >> 22) + 1_420_070_400_000 == client.hour.now * 1000


async def test_the_past_is_read_page_by_page_and_not_where_it_is_closed(client):
    for content in "abcdef":
        client.hour.now += 1
        await client.says(content)
    ids = {text(one, "content"): text(one, "id") for one in client.server.world.posted}
    assert await client.reads("limit=2") == ["f", "e"]
    assert await client.reads(f"limit=2&before={ids['c']}") == ["b", "a"]
    assert await client.reads(f"limit=2&after={ids['c']}") == ["e", "d"]
    assert await client.reads(f"limit=3&around={ids['c']}") == ["d", "c", "b"]
    assert (await client.asks("GET", f"{client.channel}?limit=101"))[0] == 400
    client.server.world.history_refused.add(client.channel.split("/")[2])
    assert (await client.asks("GET", f"{client.channel}?limit=2"))[0] == 403
