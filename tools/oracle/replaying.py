"""Plays a tape to the present bot: the same comes in at the same moments, and Discord answers as it did then."""

from __future__ import annotations

import asyncio
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
from simcord.backend.errors import BackendError
from simcord.env import Env
from simcord.gateway import ShardRouter

from tools.oracle import present, rows, seam
from tools.oracle.answers import Answers
from tools.oracle.exceptions import Exceptions
from tools.oracle.pinning import Entropy, one_thread
from tools.oracle.tape import Advanced, Closed, Exchange, Fed, Gateway, Settled, Started, Step, Tape, Written, duplicate
from tools.oracle.turns import Turns


def replay(tape: Tape, folder: Path, exceptions: Exceptions) -> Tape:
    """What the present bot makes of it, as a tape of its own: the same steps with other exchanges, rows and errors."""
    player = Player(tape, folder / "arbiter.db", exceptions)
    with player.in_discords_place():
        asyncio.run(player.play())
    return player.made


class Player:
    """Stands in Discord's place."""

    def __init__(self, tape: Tape, path: Path, exceptions: Exceptions) -> None:
        self.made = Tape(tape.play, tape.seed, tape.draws, tape.language, tape.time_zone)
        self._tape = tape
        self._path = path
        self._exceptions = exceptions
        self._turns = Turns()
        self._entropy = Entropy(f"{tape.seed}/{tape.draws}", self._turns)
        self._answers = Answers(tape)
        self._welcome: list[Gateway] = []
        self._nested: deque[tuple[float, Gateway]] = deque()
        self._env: Env

    @contextmanager
    def in_discords_place(self) -> Iterator[None]:
        """Until the end the tape answers."""
        identify = ShardRouter.identify

        def welcome(router: ShardRouter, shard_id: int, **given: Any) -> None:
            identify(router, shard_id, **given)
            for event in self._welcome:
                seam.echo(self._env.backend, event)

        with ExitStack() as held:
            held.enter_context(one_thread())
            held.enter_context(seam.patient(self._turns))
            held.enter_context(seam.held(self._request, self._fetch, lambda _: None))
            held.enter_context(patch.object(ShardRouter, "identify", welcome))
            held.enter_context(patch.object(Env, "_next_resource_deadline", lambda _: self._next()))
            held.enter_context(patch.object(Env, "_process_resource_deadlines", lambda _: self._send_what_is_due()))
            yield

    async def play(self) -> None:
        """All steps, one after the other."""
        bot = self._build()
        self._env = Env(bot, settle_timeout=seam.PATIENCE)
        self._entropy.now = lambda: seam.moment_of(self._env.backend)
        self._turns.take_over()
        try:
            for step in self._tape.steps:
                self._answers.begin()
                self.made.steps.append(type(step)())
                await self._take(step)
            await self._end()
        except Exception:  # noqa: BLE001 - what was seen until then is compared, and what stopped it is told
            self.made.broke_off = traceback.format_exc()
        if self._path.exists():
            self.made.rows = rows.read(self._path)

    async def _end(self) -> None:
        try:
            await self._env.bot.close()
        finally:
            await self._env.shutdown()
            self.made.errors = [f"{type(error).__name__}: {error}" for error in self._env._errors]

    async def _take(self, step: Step) -> None:
        match step:
            case Fed(event=event):
                seam.echo(self._env.backend, event)
            case Settled():
                await self._env._settle_internal()
            case Advanced(seconds=seconds, nested=nested):
                self._nested = deque(nested)
                await self._env.advance_time(seconds)
                self._nested.clear()
            case Closed(scoped=scoped):
                await self._close(scoped=scoped)
            case Started():
                await self._start(step)
            case Written(gone=gone, come=come):
                rows.write(self._path, self._exceptions.renamed(gone), self._exceptions.renamed(come))

    async def _start(self, step: Started) -> None:
        self._welcome = step.events
        if self._env._started:
            await self._env.restart_bot(self._build())
        else:
            await self._env.start()
        made = self.made.steps[-1]
        assert isinstance(made, Started)
        made.intents = self._env.bot.intents.value

    async def _close(self, *, scoped: bool) -> None:
        if not scoped:
            await self._env.bot.close()
            return
        with self._env._bot_scope():
            await self._env.bot.close()

    def _build(self) -> discord.Client:
        waker = seam.Waker(lambda: self._env)
        tongue = (self._tape.language, self._tape.time_zone)
        return present.build(self._path, self._now, self._entropy, waker, tongue)

    def _now(self) -> datetime:
        return self._env.now()

    # Discord

    def _request(self, backend: Any, method: str, path: str, **given: Any) -> Any:
        made = Exchange(seam.request_of(backend, method, path, given))
        self.made.steps[-1].exchanges.append(made)
        self._entropy.asked(made.request.place)
        known = self._answers.to(made.request)
        for event in known.echoes:
            seam.echo(backend, event)
        if known.refusal is not None:
            raise BackendError(known.refusal.status, known.refusal.code, known.refusal.message)
        return duplicate(known.answer)

    def _fetch(self, backend: Any, url: str) -> bytes:
        return bytes(self._request(backend, "GET", url))

    def _next(self) -> float | None:
        return self._nested[0][0] if self._nested else None

    def _send_what_is_due(self) -> None:
        while self._nested and self._nested[0][0] <= self._env._virtual_time:
            seam.echo(self._env.backend, self._nested.popleft()[1])
