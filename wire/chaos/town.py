"""One server with one bot that dies and comes back, one database, one clock; and people who press until it counts."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from wire.chaos.absences import HEARTBEAT_S, SLACK_S, Absences, Bar, Began, Recorded, breaches
from wire.chaos.arbiter import HOURS_VARIABLE
from wire.chaos.hours import Hours
from wire.discord_server import LoopbackDiscord, Prepared
from wire.interactions import Answer, Interaction
from wire.process import BotProcess, BotProcessError, process_bot
from wire.shapes import Json, Payload, components, number, text

DATABASE: Final = "arbiter.db"
ARGUMENTS: Final = ("-m", "wire.chaos.arbiter", "run")
DESCRIBED_S: Final = 0.4
"""Of the machine's seconds, so long a bot that has come needs at most to hear of its server and to look about."""
FAST: Final = 80.0
"""How fast time runs while nothing happens."""
STILL_S: Final = 0.04
"""Of the machine's seconds without a request: then nothing happens."""
HAMPERED: Final = 20.0
"""How fast while the bot lives and cannot be pressed: when it comes back hangs on its own timers."""
UNREACHABLE: Final = frozenset(Bar) - {Bar.LOCKED, Bar.FULL}
"""What a member sees: nobody presses then. A press on a bot that cannot write is made, and refused."""
HEARTBEAT_MS: Final = 125
"""Of the machine's time: discord.py gives a connection up on which nothing comes for a minute of the harness's."""
PATIENCE_S: Final = 3.5
"""How long a member looks at a press that nobody answers."""
RED: Final = 0xED4245
"""The colour of every refusal."""
LOOK_EVERY_S: Final = 0.005

Row = tuple[str | int | float | None, ...]


@dataclass(slots=True)
class Life:
    """The bot could be pressed from one moment to another, in monotonic seconds of the harness; None: until now."""

    since: float
    until: float | None = None


@dataclass(slots=True)
class Tally:
    """What happened, for the summary."""

    kills: int = 0
    starts: int = 0
    presses: int = 0
    repeated: int = 0
    unanswered: int = 0
    refused: int = 0
    mishaps: dict[str, int] = field(default_factory=dict)

    def note(self, mishap: str) -> None:
        """One more of a kind."""
        self.mishaps[mishap] = self.mishaps.get(mishap, 0) + 1


class Town:
    """See the module. `dice` decide everything that is left to chance."""

    def __init__(self, server: LoopbackDiscord, hours: Hours, folder: Path, seed: int) -> None:
        self.server, self.hours, self.folder = server, hours, folder
        self.dice = random.Random(seed)
        self.tally = Tally()
        self.lives: list[Life] = []
        self.breaches: list[str] = []
        self.refusals: list[str] = []
        self.log: list[str] = []
        """What the bot wrote, life by life."""
        self.bot: BotProcess | None = None
        self.away: float = 0.0
        """For how long the bot stays down after its next death."""
        self.stays_down_until = 0.0
        self.hampers: Counter[Bar] = Counter()
        """What keeps presses from being taken although the process lives, as a locked database."""
        self.absences = Absences()
        self.settings: dict[str, str] = {}
        """Settings of the bot beside the usual ones."""
        self.busy = 0
        self.fast = FAST
        self.closing = False
        server.killer = self.kill
        server.gateway.heartbeat_ms = HEARTBEAT_MS
        server.gateway.changed = self._note_life

    # The bot's lives

    async def keep_alive(self) -> None:
        """Starts the bot, and starts it again whenever it is dead, until the town closes."""
        while not self.closing:
            self.tally.starts += 1
            with suppress(BotProcessError):
                async with process_bot(
                    self.server,
                    ARGUMENTS,
                    extra=self._variables(),
                    folder=self.folder,
                    limit=40.0,
                    started=self._note_birth,
                ) as bot:
                    await bot.process.wait()
            self._note_death()
            while self.hours.monotonic() < self.stays_down_until and not self.closing:
                await asyncio.sleep(LOOK_EVERY_S)

    def _variables(self) -> dict[str, str]:
        """What the next bot is told: it may begin in another folder than the one before."""
        usual = {"ARBITER_DATABASE": DATABASE, "ARBITER_LOG_LEVEL": "WARNING"}
        return {**usual, HOURS_VARIABLE: str(self.folder / "hours"), **self.settings}

    def _note_birth(self, bot: BotProcess) -> None:
        self.bot = bot

    def _note_death(self) -> None:
        if self.bot is not None:
            self.log += self.bot.lines
        self.bot = None
        self.stays_down_until = self.hours.monotonic() + self.away
        self.away = 0.0

    def kill(self) -> None:
        """End the bot's process as a crash does; nothing where there is none."""
        if self.bot is not None and self.bot.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.bot.process.pid, signal.SIGKILL)
                self.tally.kills += 1

    @property
    def is_up(self) -> bool:
        """Whether a press would reach the bot now."""
        return not self._bars() & UNREACHABLE

    @property
    def hampered(self) -> bool:
        """Whether anything keeps presses from being taken although the process lives."""
        return self.hampers.total() > 0

    def _bars(self) -> set[Bar]:
        """Everything that keeps a press from being taken now."""
        found = {bar for bar, times in self.hampers.items() if times}
        gateway, away = self.server.gateway, self.server.world.away
        if away is not None:
            found.add(Bar(away))
        if self.bot is None or self.bot.process.returncode is not None or not self._identified_at:
            return found | {Bar.PROCESS}
        return found if gateway.ready.is_set() and gateway.is_connected else found | {Bar.CONNECTION}

    async def conduct(self) -> None:
        """Lets time run fast while nothing happens, and notes when the bot could be pressed."""
        while not self.closing:
            self.hours.run_at(self._rate())
            self._note_life()
            await asyncio.sleep(LOOK_EVERY_S)

    def _rate(self) -> float:
        if self.bot is None:
            return -self.fast if self.hours.monotonic() < self.stays_down_until else 1.0
        calls = self.server.calls
        last = max(calls[-1].at if calls else 0.0, self._identified_at)
        if self.server.under_way or time.monotonic() - last < STILL_S or not self._identified_at:
            return 1.0
        if time.monotonic() - self._identified_at < DESCRIBED_S:
            return 1.0
        if self.hampered or not self.is_up:
            return -HAMPERED
        return 1.0 if self.busy else self.fast

    @property
    def _identified_at(self) -> float:
        """When this life of the bot's had its first session; 0 before that."""
        at = self.server.gateway.identified_at or 0.0
        return at if self.bot is not None and at > self.bot.started_at else 0.0

    def _note_life(self) -> None:
        bars = self._bars()
        self.absences.note(bars, self.hours.monotonic())
        takes_presses = not bars
        runs = bool(self.lives) and self.lives[-1].until is None
        if takes_presses and not runs:
            self.lives.append(Life(self.hours.monotonic()))
        elif runs and not takes_presses:
            self.lives[-1].until = self.hours.monotonic()

    def pressable(self, since: float, until: float) -> float:
        """For how many seconds between the two moments somebody could press, as far as the bot can know."""
        return self.absences.pressable(since, until, self.hours.monotonic())

    # What is on record

    def rows(self, sql: str, *values: str | int) -> list[Row]:
        """What the database says now, by a connection of its own that only reads."""
        with closing(sqlite3.connect(f"file:{self.folder / DATABASE}?mode=ro", uri=True, timeout=5)) as connection:
            return connection.execute(sql, values).fetchall()

    def outages(self) -> list[Recorded]:
        """The outages on record, in the harness's own time."""
        rows = self.rows("SELECT cause, down_from, up_at FROM outages ORDER BY down_from, outage_id")
        return [Recorded(str(cause), self._own_time(since), self._own_time(until)) for cause, since, until in rows]

    def unlike_absences(self) -> Iterator[str]:
        """Where the outages on record are not what was done to the bot."""
        now = self.hours.monotonic()
        set_up = self.rows("SELECT max(set_up_at) FROM guilds")[0][0]
        known = None if set_up is None else self._own_time(set_up)
        first = self.lives[0].since if self.lives else now
        noted = [one.since for one in self.lives if (one.until or now) - one.since > HEARTBEAT_S + SLACK_S]
        began = Began(first, min([*noted, *self.absences.taken], default=now), known)
        return breaches(self.outages(), self.absences, began, now)

    def _own_time(self, moment: object) -> float:
        """A moment on record, in the harness's own seconds."""
        return float(str(moment)) / 1000 - self.hours.discord() + self.hours.monotonic()

    def posted_at(self, message: Payload) -> float:
        """When Discord took the message, in the harness's own seconds, however late it was looked at."""
        taken = datetime.fromisoformat(text(message, "timestamp")).timestamp()
        return taken - self.hours.discord() + self.hours.monotonic()

    def holds(self, sql: str, *values: str | int) -> bool:
        """Whether the statement finds anything; a database that is not there yet holds nothing."""
        with suppress(sqlite3.OperationalError):
            return bool(self.rows(sql, *values))
        return False

    async def until(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Whether it happened within so many seconds of the harness's."""
        end = self.hours.monotonic() + seconds
        while not happened():
            if self.hours.monotonic() > end:
                return False
            await asyncio.sleep(LOOK_EVERY_S * 2)
        return True

    # Presses

    async def gesture(self, prepare: Callable[[], Prepared]) -> Interaction | None:
        """One gesture, sent once the bot can be reached, at times late, at times twice; None where no answer comes."""
        while not self.is_up:
            await asyncio.sleep(LOOK_EVERY_S)
        self.busy += 1
        try:
            prepared = prepare()
            if self.dice.random() < 0.15:
                await asyncio.sleep(self.dice.uniform(0.0, 0.3))
            return await self._send(prepared)
        finally:
            self.busy -= 1

    async def _send(self, prepared: Prepared) -> Interaction | None:
        if not self.is_up:
            return None
        life, self.tally.presses = self.bot, self.tally.presses + 1
        sent = await self.server.send(prepared)
        if self.dice.random() < 0.1 and self.is_up:
            self.tally.repeated += 1
            await self.server.send(prepared)
        end = time.monotonic() + PATIENCE_S
        while not sent.is_complete and time.monotonic() < end and self.bot is life:
            await asyncio.sleep(LOOK_EVERY_S)
        if sent.is_complete:
            return sent
        self.tally.unanswered += 1
        return None

    def note_refusal(self, who: str, what: str, words: str) -> None:
        """Somebody was told no; an apology for an error of ours is kept apart."""
        self.tally.refused += 1
        self.refusals.append(f"{who}, {what}: {words[:200]}")


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
