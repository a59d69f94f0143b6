"""Plays a rehearsal of the commit before and keeps on tape what came in, what went out and what lies in the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import patch

import discord
import simcord.env
from simcord import _runtime, interactions
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError, SetupError
from simcord.builders import GuildHandle
from simcord.components import walk_components
from simcord.env import Env
from simcord.http import router
from simcord.results import ResponseMessage

from tools.oracle import present, rows, seam
from tools.oracle.pinning import Entropy, one_thread
from tools.oracle.tape import (
    Advanced,
    Closed,
    Exchange,
    Fed,
    Gateway,
    Refusal,
    Settled,
    Started,
    Step,
    Tape,
    Written,
    duplicate,
)
from tools.oracle.turns import Turns

BUTTON: Final = 2
BUTTONS: Final = 4
"""How many of an answer are pressed."""
TRIES: Final = 4


def record(play: str, seed: int) -> Tape:
    """The play on tape: a script does not suit every draw, so the first draws count that please its judge."""
    present.prepare_to_rehearse()
    tapes = (_recorded(play, seed, draws) for draws in range(TRIES))
    first = next(tapes)
    return first if not first.status else next((tape for tape in tapes if not tape.status), first)


def _recorded(play: str, seed: int, draws: int) -> Tape:
    recorder = Recorder(play, seed, draws)
    with recorder.listening():
        try:
            recorder.tape.status = present.rehearse(play, seed)
        except Exception:
            # What the bot raised is on the tape with the rest, unless the play did not come to its end.
            if not recorder.tape.errors:
                raise
            recorder.tape.status = 1
    return recorder.tape


class Recorder:
    """Listens at SimCord's seam."""

    def __init__(self, play: str, seed: int, draws: int = 0) -> None:
        self.tape = Tape(play, seed, draws)
        self._turns = Turns()
        self._entropy = Entropy(f"{seed}/{draws}", self._turns)
        self._exchange: Exchange | None = None
        self._nested: Step | None = None
        """The step under way inside which SimCord settles by itself."""
        self._path = Path()
        self._remake: Callable[[], discord.Client]
        self._dispatch = router.dispatch

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Until the end everything is recorded."""
        with ExitStack() as held:
            held.enter_context(one_thread())
            held.enter_context(seam.patient(self._turns))
            held.enter_context(seam.held(self._request, self._fetch, self._heard))
            held.enter_context(present.pinned(self._entropy, self._built))
            for name in ("advance_time", "restart_bot", "shutdown", "_settle_internal"):
                held.enter_context(patch.object(Env, name, self._wrapped(name, getattr(Env, name))))
            held.enter_context(patch.object(simcord.env, "_attach_bot", self._attached(_runtime._attach_bot)))
            module = present.seam()
            held.enter_context(patch.object(module, "in_bot_scope", self._in_its_place(module.in_bot_scope)))
            yield

    # What goes out

    def _request(self, backend: Any, method: str, path: str, **given: Any) -> Any:
        exchange = Exchange(seam.request_of(backend, method, path, given))
        return self._answered(exchange, lambda: self._dispatch(backend, method, path, **given))

    def _fetch(self, backend: Any, url: str) -> bytes:
        exchange = Exchange(seam.request_of(backend, "GET", url, {}))
        found = self._answered(exchange, lambda: backend.cdn.get(url))
        return bytes(found)

    def _answered(self, exchange: Exchange, ask: Callable[[], Any]) -> Any:
        self.tape.steps[-1].exchanges.append(exchange)
        self._entropy.asked(exchange.request.place)
        self._exchange = exchange
        try:
            answer = ask()
            exchange.answer = duplicate(answer)
        except BackendError as error:
            exchange.refusal = Refusal(error.status, error.code, error.message)
            raise
        finally:
            self._exchange = None
        return answer

    # What comes in

    def _heard(self, event: Gateway) -> None:
        event = duplicate(event)
        if self._exchange is not None:
            self._exchange.echoes.append(event)
        elif isinstance(self._nested, Started):
            self._nested.events.append(event)
        elif isinstance(self._nested, Advanced):
            self._nested.nested.append((self._env.backend.clock.elapsed, event))
        else:
            self.tape.steps.append(Fed(event=event))

    def _wrapped(self, name: str, ordinary: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def advance(env: Env, seconds: float) -> None:
            with self._step(Advanced(seconds=seconds)):
                await ordinary(env, seconds)

        async def settle(env: Env, **given: Any) -> None:
            with self._step(Settled()):
                await ordinary(env, **given)

        async def restart(env: Env, *given: Any) -> None:
            with self._step(Started()):
                await ordinary(env, *given)

        async def end(env: Env) -> None:
            await self._epilogue(env)
            await ordinary(env)
            self.tape.errors = [f"{type(error).__name__}: {error}" for error in env._errors]
            self.tape.rows = rows.read(self._path)

        listening = {"advance_time": advance, "_settle_internal": settle, "restart_bot": restart, "shutdown": end}
        return cast("Callable[..., Awaitable[None]]", listening[name])

    @contextmanager
    def _step(self, step: Step) -> Iterator[None]:
        """The step, unless it is part of another."""
        if self._nested is not None:
            yield
            return
        self._nested = step
        self.tape.steps.append(step)
        try:
            yield
        finally:
            self._nested = None

    def _attached(self, ordinary: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def attach(env: Env, bot: discord.Client) -> None:
            self._env = env
            self._entropy.now = lambda: seam.moment_of(env.backend)
            self._turns.take_over()
            with self._step(Started()):
                assert isinstance(self._nested, Started)
                self._nested.intents = bot.intents.value
                await ordinary(env, bot)

        return attach

    def _built(self, bot: discord.Client, path: Path, ports: Any) -> None:
        self._path = path
        self._remake = lambda: type(bot)(path, ports)  # type: ignore[call-arg,arg-type]
        self.tape.language, self.tape.time_zone = ports.language, ports.time_zone
        ordinary = bot.close

        async def close() -> None:
            if not self.tape.steps:
                await ordinary()
                return
            scope = _runtime._BOT_SCOPE.get() is not None
            with self._step(Closed(scoped=scope)):
                await ordinary()

        bot.close = close  # type: ignore[method-assign]

    def _in_its_place(self, ordinary: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """What a rehearsal does in the bot's place and no member could do: the rows that it leaves are on the tape."""

        async def act(env: Env, work: Callable[[], Awaitable[Any]]) -> Any:
            before, place = rows.read(self._path, numbered=True), len(self.tape.steps)
            value = await ordinary(env, work)
            if not any(isinstance(step, Closed) for step in self.tape.steps[place:]):
                gone, come = rows.between(before, rows.read(self._path, numbered=True))
                self.tape.steps.insert(place, Written(gone=gone, come=come))
            return value

        return act

    # What every play ends with

    async def _epilogue(self, env: Env) -> None:
        """The bot is started once more; the owner types each command that asks for an event at most, and presses."""
        if not env.backend.guilds:
            return
        await env.restart_bot(self._remake())
        guild = GuildHandle(env, next(iter(env.backend.guilds.values())))
        owner = MemberActor(env, guild, guild.owner)
        channel = next(iter(guild.channels.values()))
        known = env.backend.visible_commands(user_id=owner.id, channel_id=channel.id)
        leaves = [leaf for command in known for leaf in interactions.command_leaves(command)]
        events = [None, *self._events()]
        for event in events:
            for words, options in present.commands_to_try(leaves, event):
                # A button that was pressed before may have switched the command off.
                is_there = env.backend.find_command(words.partition(" ")[0], guild.id) is not None
                if is_there and (event is None) == (not options):
                    shown = (await owner.slash(channel, words, **options)).response
                    await _press(owner, shown if event in {None, events[-1]} else None)
        await env.bot.close()

    def _events(self) -> list[str]:
        with closing(sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return [row[0] for row in connection.execute("SELECT tournament_id FROM tournaments ORDER BY rowid")]


async def _press(owner: MemberActor, shown: ResponseMessage | None) -> None:
    """Presses the first buttons of the answer, one after the other, as far as they are still there."""
    if shown is None:
        return
    found = [one for one in walk_components(shown.components) if one.get("type") == BUTTON]
    for button in found[:BUTTONS]:
        with suppress(SetupError, BackendError):
            await owner.click(shown, custom_id=button["custom_id"])
