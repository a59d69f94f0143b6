"""One server of a bot that dies and comes back, and people who press until it counts."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.kernel.faults import ConnectionLost
from wire.chaos.absences import Absences
from wire.chaos.hours import Hours
from wire.chaos.machine import DATABASE, LOOK_EVERY_S, Machine, Row, Tally, Watched
from wire.discord_server import LoopbackDiscord, Prepared
from wire.interactions import Answer, Interaction
from wire.shapes import Json, Payload, components, number, text

HEARTBEAT_MS: Final = 125
"""Of the machine's time: discord.py gives a connection up on which nothing comes for a minute of the harness's."""
PATIENCE_S: Final = 3.5
"""How long a member looks at a press that nobody answers."""
LOOK_AT_MOST_EVERY_S: Final = 0.1
"""Of the machine's time."""
RED: Final = 0xED4245
"""The colour of every refusal."""


class Town:
    """See the module. `dice` decide everything that is left to chance."""

    def __init__(self, server: LoopbackDiscord, machine: Machine, seed: int) -> None:
        self.server, self.machine = server, machine
        self.dice = random.Random(seed)
        self.breaches: list[str] = []
        self.refusals: list[str] = []
        self.sent_at: dict[str, float] = {}
        """When each gesture left, by its id, in monotonic seconds of the harness."""
        world = server.world
        self.watched = Watched(machine, server.gateway, int(world.guild_id), lambda: world.away)
        server.gateway.heartbeat_ms = HEARTBEAT_MS

    @property
    def hours(self) -> Hours:
        """The clock that it shares with its bot."""
        return self.machine.hours

    @property
    def file(self) -> Path:
        """The bot's database."""
        return self.machine.folder / DATABASE

    @property
    def tally(self) -> Tally:
        """What happened, in all servers of the bot."""
        return self.machine.tally

    @property
    def absences(self) -> Absences:
        """What was done to the bot here."""
        return self.watched.absences

    @property
    def seen_as(self) -> int | None:
        """The server that is to be told from its neighbours; None where it has none."""
        return self.watched.server if self.machine.is_shared else None

    @property
    def is_up(self) -> bool:
        """Whether a press would reach the bot now."""
        return self.watched.is_up

    def pressable(self, since: float, until: float) -> float:
        """For how many seconds between the two moments somebody could press, as far as the bot can know."""
        return self.absences.pressable(since, until, self.hours.monotonic())

    # What is on record

    def rows(self, sql: str, *values: str | int) -> list[Row]:
        """What the database says of this server."""
        return self.watched.rows(sql, *values)

    def posted_at(self, message: Payload) -> float:
        """When Discord took the message, in the harness's own seconds, however late it was looked at."""
        taken = datetime.fromisoformat(text(message, "timestamp")).timestamp()
        return taken - self.hours.discord() + self.hours.monotonic()

    def holds(self, sql: str, *values: str | int) -> bool:
        """Whether the statement finds anything; a database that is not there yet holds nothing."""
        with suppress(sqlite3.OperationalError):
            return bool(self.rows(sql, *values))
        return False

    async def read(self, sql: str, *values: str | int) -> list[Row]:
        """What the database says, once it can be asked."""
        while True:
            with suppress(ConnectionLost):
                return self.rows(sql, *values)
            await asyncio.sleep(LOOK_EVERY_S)

    async def stands(self, sql: str, *values: str | int) -> bool:
        """Whether the statement finds anything, once the database can be asked; one that is not there holds nothing."""
        with suppress(sqlite3.OperationalError):
            return bool(await self.read(sql, *values))
        return False

    async def until(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Whether it happened within so many seconds of the harness's; while the database is away that is not seen."""
        end = self.hours.monotonic() + seconds
        while not _seen(happened):
            if self.hours.monotonic() > end:
                return False
            # Often enough by the harness's clock; more looks would take time from who answers presses.
            await asyncio.sleep(max(LOOK_EVERY_S * 2, min(LOOK_AT_MOST_EVERY_S, 1 / self.hours.rate)))
        return True

    # Presses

    async def gesture(self, prepare: Callable[[], Prepared]) -> Interaction | None:
        """One gesture, sent once the bot can be reached, at times late, at times twice; None where no answer comes."""
        while not self.is_up:
            await asyncio.sleep(LOOK_EVERY_S)
        self.machine.busy += 1
        try:
            prepared = prepare()
            if self.dice.random() < 0.15:
                await asyncio.sleep(self.dice.uniform(0.0, 0.3))
            return await self._send(prepared)
        finally:
            self.machine.busy -= 1

    async def _send(self, prepared: Prepared) -> Interaction | None:
        if not self.is_up:
            return None
        life, self.tally.presses = self.machine.bot, self.tally.presses + 1
        self.sent_at[prepared.interaction.id] = self.hours.monotonic()
        sent = await self.server.send(prepared)
        if self.dice.random() < 0.1 and self.is_up:
            self.tally.repeated += 1
            await self.server.send(prepared)
        end = time.monotonic() + PATIENCE_S
        while not sent.is_complete and time.monotonic() < end and self.machine.bot is life:
            await asyncio.sleep(LOOK_EVERY_S)
        if sent.is_complete:
            return sent
        self.tally.unanswered += 1
        return None

    def note_refusal(self, who: str, what: str, words: str) -> None:
        """Somebody was told no; an apology for an error of ours is kept apart."""
        self.tally.refused += 1
        self.refusals.append(f"{who}, {what}: {words[:200]}")


def _seen(happened: Callable[[], bool]) -> bool:
    with suppress(ConnectionLost):
        return happened()
    return False


def refusal(sent: Interaction) -> str | None:
    """What the member was told in red, if that is how the gesture was answered."""
    answers = sent.shown if sent.answer is not Answer.UPDATE else sent.followups
    for message in answers:
        if message is not sent.source and _is_red(message):
            return words(message)
    return None


def _is_red(message: Payload) -> bool:
    return any(number(one, "accent_color") == RED for one in components(message))


def words(message: Payload) -> str:
    """All that can be read in a message."""
    return " ".join(_words(components(message))) or text(message, "content")


def _words(parts: Iterable[Payload]) -> Iterable[str]:
    for one in parts:
        found: Json = one.get("content") or one.get("label")
        if found:
            yield str(found)
