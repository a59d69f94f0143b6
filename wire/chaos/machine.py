"""The machine of one bot: its process, which dies and comes back, and the time that passes in all of its servers."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.kernel.context import OpenDatabase
from wire.chaos.absences import HEARTBEAT_S, SLACK_S, Absences, Bar, Began, Recorded, breaches
from wire.chaos.arbiter import HOURS_VARIABLE, LOST
from wire.chaos.hours import Hours
from wire.chaos.one_server import connect
from wire.discord_server import LoopbackDiscord
from wire.gateway import Gateway
from wire.process import BotProcess, BotProcessError, process_bot
from wire.world import Away

DATABASE: Final = "arbiter.db"
ARGUMENTS: Final = ("-m", "wire.chaos.arbiter", "run")
COMES_WITHIN_S: Final = 60.0
"""Of the machine's seconds: a process that has not come until then is ended."""
DESCRIBED_S: Final = 0.4
"""Of the machine's seconds, so long a bot that has come needs at most to hear of its server and to look about."""
FAST: Final = 80.0
"""How fast time runs while nothing happens."""
WAITING: Final = 8.0
"""How fast while a heartbeat is late: after a minute without one discord.py gives a connection up."""
SILENT_S: Final = 0.3
"""Of the machine's seconds; heartbeats are asked for more often."""
STILL_S: Final = 0.04
"""Of the machine's seconds without a request: then nothing happens."""
HAMPERED: Final = 20.0
"""How fast while the bot lives and cannot be pressed: when it comes back hangs on its own timers."""
UNREACHABLE: Final = frozenset(Bar) - {Bar.LOCKED, Bar.FULL, Bar.AWAY}
"""What a member sees: nobody presses then. A press on a bot that cannot write is made, and refused."""
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


class Machine:
    """`servers` are those in which people press, each on a connection of its own where there are several."""

    def __init__(self, servers: Sequence[LoopbackDiscord], hours: Hours, folder: Path) -> None:
        self.servers, self.hours, self.folder = servers, hours, folder
        self.tally = Tally()
        self.log: list[str] = []
        """What the bot wrote, life by life."""
        self.settings: dict[str, str] = {}
        """Settings of the bot beside the usual ones."""
        self.bot: BotProcess | None = None
        self.away: float = 0.0
        """For how long the bot stays down after its next death."""
        self.stays_down_until = 0.0
        self.born_at = float("inf")
        """When the first of its processes began, in monotonic seconds of the harness."""
        self.hampers: Counter[Bar] = Counter()
        """What keeps presses from being taken although the process lives, as a locked database."""
        self.refused: set[int] = set()
        """Connections that do not come up at the moment, by their numbers."""
        self.watched: list[Watched] = []
        self.busy = 0
        """How many gestures are under way."""
        self.fast = FAST
        self.closing = False
        for server in servers:
            server.killer = self.kill
            server.gateway.changed = self.note_lives

    @property
    def is_shared(self) -> bool:
        """Whether there are several servers."""
        return len(self.servers) > 1

    # The bot's lives

    async def keep_alive(self) -> None:
        """Starts the bot, and starts it again whenever it is dead, until all is over."""
        while not self.closing:
            self.tally.starts += 1
            with suppress(BotProcessError):
                async with process_bot(
                    self.servers[0],
                    ARGUMENTS,
                    extra=self._variables(),
                    folder=self.folder,
                    limit=COMES_WITHIN_S,
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
        self.bot, self.born_at = bot, min(self.born_at, self.hours.monotonic())
        for server in self.servers:
            server.gateway.ready.clear()

    def _note_death(self) -> None:
        if self.bot is not None:
            self.log += self.bot.lines
        self.bot = None
        self.stays_down_until = self.hours.monotonic() + self.away
        self.away = 0.0

    def kill(self) -> None:
        """Kills the bot, as it stands, if there is one."""
        if self.bot is not None and self.bot.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.bot.process.pid, signal.SIGKILL)
                self.tally.kills += 1

    @property
    def hampered(self) -> bool:
        """Whether anything keeps presses from being taken although the process lives."""
        return self.hampers.total() > 0

    @property
    def is_up(self) -> bool:
        """Whether a press would reach the bot in every server."""
        return all(one.is_up for one in self.watched)

    def lives_since(self, gateway: Gateway) -> float:
        """When this life of the bot's had its first session there, by the machine's own clock; 0 before that."""
        at = gateway.identified_at or 0.0
        return at if self.bot is not None and at > self.bot.started_at else 0.0

    def is_dead(self, gateway: Gateway) -> bool:
        """Whether no process is there that would take a press."""
        return self.bot is None or self.bot.process.returncode is not None or not self.lives_since(gateway)

    def reading(self, server: int | None) -> OpenDatabase:
        """A connection that reads the bot's database, and sees the one server alone."""
        return connect(self.folder / DATABASE, server)

    def write(self, sql: str, *values: str | int) -> bool:
        """Changes the bot's database from beside; False where somebody holds it at the moment."""
        base = sqlite3.connect(self.folder / DATABASE, timeout=0.2)
        with suppress(sqlite3.OperationalError), closing(base), base:
            base.execute(sql, values)
            return True
        return False

    async def rest(self) -> None:
        """The evening is over: what is left of it is read from the file from now on."""

    def losses(self) -> list[frozenset[str]]:
        """The servers that each transaction of the bot's has noted as away, one after the other."""
        with suppress(FileNotFoundError):
            lines = (self.folder / LOST).read_text(encoding="ascii").splitlines()
            return [frozenset(line.split()) for line in lines]
        return []

    # Time

    async def conduct(self) -> None:
        """Lets time run fast while nothing happens, and notes when the bot could be pressed."""
        while not self.closing:
            self.hours.run_at(self._rate())
            self.note_lives()
            await asyncio.sleep(LOOK_EVERY_S)

    def note_lives(self) -> None:
        """Looks whether the bot has come or gone, in each server."""
        for one in self.watched:
            one.note_life()

    def _rate(self) -> float:
        if self.bot is None:
            return -self.fast if self.hours.monotonic() < self.stays_down_until else 1.0
        sessions = [self.lives_since(server.gateway) for server in self.servers]
        last = max(*sessions, *(server.calls[-1].at for server in self.servers if server.calls), 0.0)
        if any(server.under_way for server in self.servers) or time.monotonic() - last < STILL_S:
            return 1.0
        if not all(sessions):
            # Those that are not let in hold up the others at the start, by the bot's own time.
            return HAMPERED if self.refused else 1.0
        if time.monotonic() - max(sessions) < DESCRIBED_S:
            return 1.0
        return self._rate_of_one_that_has_come()

    @property
    def _is_any_silent(self) -> bool:
        """Whether a heartbeat is late, as where the machine has much to do."""
        gateways = [server.gateway for server in self.servers if server.gateway.is_connected]
        return any(time.monotonic() - gateway.heard_at > SILENT_S for gateway in gateways)

    def _rate_of_one_that_has_come(self) -> float:
        up = [one.is_up for one in self.watched]
        if self.hampered or not any(up):
            return -HAMPERED
        if self.busy:
            return 1.0
        if self._is_any_silent:
            return WAITING
        return self.fast if all(up) else HAMPERED


class Watched:
    """One server: whether a press in it would reach the bot, and what is on record of it."""

    def __init__(self, machine: Machine, gateway: Gateway, server: int, away: Callable[[], Away | None]) -> None:
        self.machine, self.server = machine, server
        self.absences = Absences()
        self.lives: list[Life] = []
        self._gateway, self._away = gateway, away
        self._connection: OpenDatabase | None = None
        machine.watched.append(self)

    @property
    def is_up(self) -> bool:
        """Whether a press would reach the bot now."""
        return not self.bars() & UNREACHABLE

    def bars(self) -> set[Bar]:
        """Everything that keeps a press from being taken now."""
        machine, away = self.machine, self._away()
        found = {bar for bar, times in machine.hampers.items() if times}
        if away is not None:
            found.add(Bar(away))
        if machine.is_dead(self._gateway):
            return found | {Bar.PROCESS}
        return found if self._gateway.ready.is_set() and self._gateway.is_connected else found | {Bar.CONNECTION}

    def note_life(self) -> None:
        """Looks whether the bot has come or gone."""
        bars, now = self.bars(), self.machine.hours.monotonic()
        self.absences.note(bars, now)
        takes_presses = not bars
        runs = bool(self.lives) and self.lives[-1].until is None
        if takes_presses and not runs:
            self.lives.append(Life(now))
        elif runs and not takes_presses:
            self.lives[-1].until = now

    # What is on record

    def rows(self, sql: str, *values: str | int) -> list[Row]:
        """What the database says of the server now, by a connection of its own that only reads."""
        if not self.machine.is_shared:
            with closing(self.machine.reading(None)) as connection:
                return list(connection.execute(sql, values).fetchall())
        if self._connection is None:
            self._connection = self.machine.reading(self.server)
        return list(self._connection.execute(sql, values).fetchall())

    def close(self) -> None:
        """Reads nothing any more."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def outages(self) -> list[Recorded]:
        """The outages on record, in the harness's own time."""
        rows = self.rows("SELECT cause, down_from, up_at FROM outages ORDER BY down_from, outage_id")
        return [Recorded(str(cause), self.own_time(since), self.own_time(until)) for cause, since, until in rows]

    def unlike_absences(self) -> Iterator[str]:
        """Where the outages on record are not what was done to the bot, as far as it touched this server."""
        now = self.machine.hours.monotonic()
        set_up = self.rows("SELECT max(set_up_at) FROM guilds")[0][0]
        known = None if set_up is None else self.own_time(set_up)
        first = self.lives[0].since if self.lives else now
        if self.machine.is_shared:
            # Among several connections each is waited for from the start on, since another may be there before it.
            first = min(first, self.machine.born_at)
        noted = [one.since for one in self.lives if (one.until or now) - one.since > HEARTBEAT_S + SLACK_S]
        began = Began(first, min([*noted, *self.absences.answered], default=now), known)
        return breaches(self.outages(), self.absences, began, now)

    def own_time(self, moment: object) -> float:
        """A moment on record, in the harness's own seconds."""
        return float(str(moment)) / 1000 - self.machine.hours.discord() + self.machine.hours.monotonic()
