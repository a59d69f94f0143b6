"""Two machines with a process of the bot each, a wire from each to the database, and a supervisor on each.

Time runs as the machine's own from each mishap until a press is answered again, so that seconds to take over are
seconds. Between mishaps it may run fast: the lease alone keeps the machine's clocks (`wire/chaos/arbiter.py`), and who
waits as the spare holds no fast time up.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.kernel.context import OpenDatabase
from bot.kernel.faults import StorageError
from bot.moving import back_up
from wire.calls import Call
from wire.chaos import machine as one_machine
from wire.chaos.arbiter import WHO_VARIABLE
from wire.chaos.hours import Hours
from wire.chaos.machine import DATABASE, Machine
from wire.chaos.one_server import connect
from wire.chaos.pair.database import Hand, WatchedDatabase
from wire.chaos.pair.wires import Wire
from wire.discord_server import LoopbackDiscord
from wire.gateway import Gateway
from wire.process import BotProcess, begun_bot

ANEW_AFTER_S: Final = 0.3
"""Seconds until a supervisor starts a process anew."""
LOOK_AT_HANDS_EVERY_S: Final = 0.05
WAITS: Final = "this one waits"
"""What a spare writes once it has seen that another is in charge."""
LETTERS: Final = "ab"


@dataclass(slots=True, eq=False)
class Life:
    """One process, by the name by which the database and Discord know it."""

    name: str
    bot: BotProcess
    wire: Wire
    froze: bool = False
    """Whether it was ever stopped and thawed after another had taken over."""
    stays_down: float = 0.0
    """For how many of the machine's seconds its machine stays down after its end."""

    @property
    def lives(self) -> bool:
        """Whether its process is there."""
        return self.bot.process.returncode is None

    @property
    def waits(self) -> bool:
        """Whether it has seen that another is in charge."""
        return self.lives and any(WAITS in line for line in self.bot.lines)

    def send(self, number: signal.Signals) -> None:
        """A signal to its process, if that is still there."""
        if self.lives:
            with suppress(ProcessLookupError):
                os.kill(self.bot.process.pid, number)


@dataclass(slots=True)
class Noted:
    """What the mishaps have noted for judge and table."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """From each mishap to the next press that was answered, by its kind."""
    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """From each mishap to when another took over, where one did before that press."""
    on_their_way: list[Call] = field(default_factory=list)
    """Messages that Discord had not taken yet when their process was stopped."""
    unlike: list[str] = field(default_factory=list)
    """What did not come as it had to."""


class PairMachine(Machine):
    """See the module."""

    def __init__(self, server: LoopbackDiscord, hours: Hours, folder: Path, database: WatchedDatabase) -> None:
        super().__init__([server], hours, folder)
        self.database = database
        self.noted = Noted()
        self.lives: dict[str, Life] = {}
        self.hands: list[Hand] = []
        self.trouble = 0
        """How many mishaps are under way: no press was answered since."""
        self.at_rest: Callable[[], None] = _nothing
        """Called once all is read from the file, before the verdict."""
        self._is_over = False
        server.gateway.tells_all = True

    # Who lives

    @property
    def in_charge(self) -> Life | None:
        """Who took over last, by the database."""
        return self.lives.get(self.hands[-1].who) if self.hands else None

    @property
    def spare(self) -> Life | None:
        """The other one, once it waits."""
        been = {one.who for one in self.hands}
        return next((one for one in self.lives.values() if one.waits and one.name not in been), None)

    def kill(self) -> None:
        """Kills who is in charge; at the end both."""
        for one in tuple(self.lives.values()):
            if one.lives and (self.closing or one is self.in_charge):
                one.send(signal.SIGKILL)
                self.tally.kills += 1

    async def keep_alive(self) -> None:
        """Two supervisors, and a look at who is in charge."""
        looking = asyncio.create_task(self._look_at_hands())
        try:
            await asyncio.gather(*map(self._supervise, LETTERS))
        finally:
            looking.cancel()

    async def _supervise(self, letter: str) -> None:
        number = 0
        while not self.closing:
            number += 1
            self.tally.starts += 1
            name = f"{letter}{number}"
            wire = Wire(self.database.server.socket)
            async with wire.listening():
                rest = await self._live(name, wire)
                await asyncio.sleep(rest)
            await asyncio.sleep(ANEW_AFTER_S)

    async def _live(self, name: str, wire: Wire) -> float:
        """One life; answers for how long its machine stays down."""
        extra = {
            **self._variables(),
            "ARBITER_DATABASE": self.database.url(wire.port, name),
            "ARBITER_SPARE": "1",
            "ARBITER_LOG_LEVEL": "INFO",
            WHO_VARIABLE: name,
        }
        async with begun_bot(self.servers[0], one_machine.ARGUMENTS, extra=extra, folder=self.folder) as bot:
            self.lives[name] = life = Life(name, bot, wire)
            self.born_at = min(self.born_at, self.hours.monotonic())
            await bot.process.wait()
        self.log += [f"{name}: {line}" for line in (*bot.lines, f"ended with {bot.process.returncode}")]
        return life.stays_down

    async def _look_at_hands(self) -> None:
        while True:
            with suppress(StorageError):
                self.hands += self.database.hands(self.hands[-1].epoch if self.hands else 0)
            await asyncio.sleep(LOOK_AT_HANDS_EVERY_S)

    # What a press meets

    def note_lives(self) -> None:
        """The bot is whose session hears of presses."""
        current = self.servers[0].gateway.current
        life = None if current is None else self.lives.get(current.who)
        self.bot = life.bot if life is not None and life.lives else None
        super().note_lives()

    def is_dead(self, gateway: Gateway) -> bool:
        """Who was followed by another is none that takes a press, though it may be connected still."""
        in_charge = self.in_charge
        return super().is_dead(gateway) or in_charge is None or self.bot is not in_charge.bot

    def _rate(self) -> float:
        return 1.0 if self.trouble else super()._rate()

    # What is on record

    def reading(self, server: int | None) -> OpenDatabase:
        """The server's database; once the evening is over the file that was made of it."""
        return connect(self.folder / DATABASE, server) if self._is_over else self.database.kept

    def write(self, sql: str, *values: str | int) -> bool:
        """Changes it from beside."""
        return self.database.write(sql, *values)

    async def rest(self) -> None:
        """Makes a file of all that is on the server, by the bot's own command."""
        await asyncio.to_thread(back_up, self.database.address, self.folder / DATABASE)
        self._is_over = True
        self.at_rest()


def _nothing() -> None:
    """Nobody wants to know."""
