"""SimCord's seam as recorder and replay both hold it: what comes in is told of, what goes out has one way."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import simcord.gateway
from simcord.env import Env
from simcord.gateway import ShardRouter
from simcord.http import router
from simcord.http.client import FakeHTTPClient
from simcord.intents import required_intent

from tools.oracle.pinning import CAUSE
from tools.oracle.tape import Gateway, Payload, Request, Upload, duplicate
from tools.oracle.turns import Turns

_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
PATIENCE: Final = 60.0
"""Real seconds that SimCord waits for the bot to come to rest."""
GLANCE: Final = 0.001
"""Real seconds between two looks at whether it rests."""

Dispatch = Callable[..., Any]


def moment_of(backend: Any) -> int:
    """The pretended time in milliseconds since the start; rounded, since it is a sum of fractions."""
    elapsed: float = (backend.clock.now() - _EPOCH).total_seconds()
    return round(elapsed * 1000)


def request_of(backend: Any, method: str, path: str, given: Mapping[str, Any]) -> Request:
    """The request that the bot makes now."""
    files = []
    for file in given.get("files") or ():
        data = file.fp.read()
        file.fp.seek(0)
        files.append(Upload.of(file.filename, file.description, data))
    said = {"body": given.get("json"), "query": given.get("params") or {}, "reason": given.get("reason")}
    told = json.dumps(said, sort_keys=True, ensure_ascii=False, default=str)
    return Request(moment_of(backend), method, path, told, tuple(files))


def is_heard(shard_router: ShardRouter, event: str, payload: Mapping[str, Any]) -> bool:
    """Whether the bot is told of the event: it declared the intent, and discord.py knows the event."""
    gateway = next(iter(shard_router.gateways.values()))
    gate = required_intent(event, payload)
    return event in gateway._state.parsers and (gate is None or getattr(gateway.intents, gate))


@contextmanager
def held(dispatch: Dispatch, fetch: Dispatch, heard: Callable[[Gateway], None]) -> Iterator[None]:
    """Until the end `dispatch` and `fetch` (files of members) answer the bot; `heard` is told what it hears."""
    feed = ShardRouter.feed

    def fed(self: ShardRouter, event: str, payload: Mapping[str, Any]) -> None:
        if is_heard(self, event, payload):
            heard(Gateway(event, dict(payload)))
        cause = str(payload["id"]) if event == "INTERACTION_CREATE" else ""
        token = CAUSE.set(cause)
        try:
            feed(self, event, payload)
        finally:
            CAUSE.reset(token)

    async def fetched(self: FakeHTTPClient, url: str) -> bytes:
        found: bytes = fetch(self.backend, url)
        return found

    with ExitStack() as patched:
        patched.enter_context(patch.object(simcord.gateway, "copy", SimpleNamespace(deepcopy=duplicate)))
        patched.enter_context(patch.object(router, "dispatch", dispatch))
        patched.enter_context(patch.object(FakeHTTPClient, "get_from_cdn", fetched))
        patched.enter_context(patch.object(ShardRouter, "feed", fed))
        yield


class Waker:
    """The bot's waker: advancing the pretended time stops exactly at the armed moment and rings."""

    beats = False

    def __init__(self, env: Callable[[], Env]) -> None:
        self._env = env
        self._task: asyncio.Task[None] | None = None

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """Rings at that moment instead of at any other."""
        self.close()
        if at is not None:
            self._task = asyncio.create_task(self._ring((at - self._env().now()).total_seconds(), wake))

    def beat(self, every: timedelta, pulse: Callable[[], None]) -> None:
        """Nothing beats where time is pretended."""

    def close(self) -> None:
        """Rings no more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _ring(self, seconds: float, wake: Callable[[], None]) -> None:
        await self._env().external_wait(asyncio.sleep(max(0.0, seconds)), reason="next deadline")
        self._task = None
        wake()


@contextmanager
def patient(turns: Turns) -> Iterator[None]:
    """SimCord waits as long as it takes on a busy machine, and looks often whether the bot rests."""
    settle = Env._settle_internal

    @functools.wraps(settle)
    async def settled(self: Env, *, timeout: float | None = None, idle: float = GLANCE, **rest: Any) -> None:  # noqa: ASYNC109
        with turns.settling():
            await settle(self, timeout=None if timeout is None else PATIENCE, idle=min(idle, GLANCE), **rest)

    with patch.object(Env, "_settle_internal", settled):
        yield


def echo(backend: Any, event: Gateway) -> None:
    """Sends the event to the bot as Discord does."""
    payload: Payload = event.payload
    backend.emit(event.name, payload)
