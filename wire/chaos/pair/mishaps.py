"""What befalls a pair and its database: deaths, a network that is cut or swallows, processes that stand still.

From each on somebody presses twice a second until a press is answered again: so many seconds it took.
"""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

from bot.kernel.faults import StorageError
from bot.kernel.lease import HELD_FOR
from wire.calls import Call
from wire.chaos.absences import Bar
from wire.chaos.mishaps import ROUTES, Mishaps
from wire.chaos.pair.database import WRITES
from wire.chaos.pair.machine import Life, PairMachine
from wire.chaos.pair.wires import Way
from wire.chaos.town import Town, refusal
from wire.faults import death, slow
from wire.gestures import UnknownCommandError
from wire.interactions import Interaction

PRESS_EVERY_S: Final = 0.5
"""Seconds; on a machine that is short of time more presses than that would keep each other from being answered."""
ANSWERED_WITHIN_S: Final = 90.0
"""Of the machine's seconds: a pair that answers nobody for so long has lost its way."""
ENDS_WITHIN_S: Final = 30.0
"""After it was thawed, or reached the database again, where another has taken over."""
WITHOUT_SPARE: Final = 0.1
"""So often the next mishap does not wait until both are there again."""
MOST_TRIES: Final = 7
"""Presses before the last of which an answer may still come: Discord takes none after three seconds."""
UPDATE: Final = "update"
"""Who is told to end still answers a while: what counts is when the next one does."""
NO_SPARE: Final = ", no spare there"
"""What is added to the kind of a mishap for the table where nobody waited yet: a process has to be started first."""
MESSAGES: Final = r"/channels/\d+/messages"
SET_UP: Final = "SELECT 1 FROM guilds WHERE set_up_at IS NOT NULL"
LOOK_EVERY_S: Final = 0.01


def is_message(call: Call) -> bool:
    """Whether it asks Discord to post one."""
    return call.method == "POST" and re.fullmatch(MESSAGES, call.path) is not None


class PairMishaps(Mishaps):
    """Brings one after the other upon a pair until so many have come."""

    def __init__(self, town: Town, pair: PairMachine, most: int) -> None:
        super().__init__([town], most, most)
        self._pair, self._town = pair, town
        self.lease = HELD_FOR
        """After so many seconds of silence another takes over; how long things last goes by it."""
        self._measuring: asyncio.Task[None] | None = None
        self._name = ""
        self._kinds = (
            (16, "in charge killed", self._kill),
            (8, "killed in a request", self._kill_inside),
            (8, "spare killed", self._kill_spare),
            (4, "both killed", self._kill_both),
            (14, "machine in charge dead", self._lose_machine),
            (12, "database killed", self._kill_database),
            (10, "in charge cut off", partial(self._cut_off, self._in_charge)),
            (10, "cut off at a commit", self._cut_at_commit),
            (4, "spare cut off", partial(self._cut_off, self._spare)),
            (6, "swallowed for less than the lease", self._swallow_shortly),
            (14, "swallowed", self._swallow),
            (10, "frozen", self._freeze_a_while),
            (16, "frozen in a transaction", self._freeze_inside),
            (8, "frozen in a call", self._freeze_in_a_call),
            (8, UPDATE, self._update),
        )

    async def go_on(self) -> None:
        """As the class says, from the setup on."""
        await self._until(lambda: self._town.holds(SET_UP))
        for _ in range(self.most):
            await self._pause(self._dice.expovariate(1.0))
            await self._come_back(alone=self._dice.random() < WITHOUT_SPARE)
            _, self._name, happens = self._dice.choices(self._kinds, weights=[one[0] for one in self._kinds])[0]
            await self.befall(self._name, happens)

    async def _come_back(self, *, alone: bool = False) -> None:
        """Until one is there and the other waits: that takes seconds, in which no evening passes."""
        self._pair.trouble += 1
        try:
            await self._until(lambda: self.machine.is_up and (alone or self._pair.spare is not None))
        finally:
            self._pair.trouble -= 1

    async def befall(self, name: str, happens: Callable[[], Awaitable[None]]) -> None:
        """One mishap, until it is over and a press was answered after it."""
        self._name = name
        self.machine.tally.note(name)
        try:
            await happens()
            if self._measuring is not None:
                await self._measuring
        finally:
            if self._measuring is not None:
                self._measuring.cancel()
                self._measuring = None
                self._pair.trouble -= 1

    def _strike(self) -> None:
        """It has come over them at this moment: from now on somebody presses, and time runs as the machine's."""
        self._pair.trouble += 1
        self.machine.hours.run_at(1.0)
        self._tell(f"{self._name} strikes")
        name = self._name if self._pair.spare is not None else f"{self._name}{NO_SPARE}"
        self._measuring = asyncio.create_task(self._press_until_answered(name, time.monotonic()))

    async def _press_until_answered(self, name: str, since: float) -> None:
        tries: list[Interaction] = []
        next_at = since
        while (now := time.monotonic()) < since + ANSWERED_WITHIN_S:
            if now >= next_at:
                next_at = now + PRESS_EVERY_S
                tries = [*tries[-MOST_TRIES:], *await self._pressed()]
            if any(self._counts(one, since) for one in tries):
                self._note(name, since)
                return
            await asyncio.sleep(LOOK_EVERY_S)
        self._pair.noted.unlike.append(f"{name}: no press was answered for {ANSWERED_WITHIN_S:.0f} s")

    def _counts(self, one: Interaction, since: float) -> bool:
        """Whether the press was answered, and by one who goes on."""
        if not one.is_complete or refusal(one) is not None:
            return False
        followed = self._pair.hands[-1].at
        return self._name != UPDATE or (followed > since and (one.answered_at or 0.0) > followed)

    def _note(self, name: str, since: float) -> None:
        """A press was answered now, and perhaps another has taken over before that."""
        self._tell(f"a press is answered after {name}")
        self._pair.noted.seconds[name].append(time.monotonic() - since)
        taken = [one.at - since for one in self._pair.hands if one.at > since]
        self._pair.noted.taken[name] += taken[:1]

    def _tell(self, what: str) -> None:
        """Among what the bot writes, by the clock that it sees."""
        self.machine.log.append(f"{datetime.fromtimestamp(self.machine.hours.wall(), UTC):%Y-%m-%d %H:%M:%S} {what}")

    async def _pressed(self) -> list[Interaction]:
        server = self._town.server
        with suppress(ConnectionError, UnknownCommandError):
            if server.gateway.is_connected:
                return [await server.send(server.prepared_slash("me", {}, server.world.owner))]
        return []

    # Deaths

    def _in_charge(self) -> Life | None:
        return self._pair.in_charge

    def _spare(self) -> Life | None:
        return self._pair.spare

    async def _kill(self) -> None:
        self._strike()
        self.machine.kill()

    async def _kill_inside(self) -> None:
        method, path = self._dice.choice(ROUTES)
        life = self._pair.in_charge
        self._one().faults.plant(method, path, death(after_effect=self._dice.random() < 0.6))
        await self._until(lambda: life is None or not life.lives)
        self._strike()

    async def _kill_spare(self) -> None:
        self._strike()
        self._end(self._pair.spare)

    async def _kill_both(self) -> None:
        self._strike()
        self._end(self._pair.spare)
        self._end(self._pair.in_charge)

    def _end(self, life: Life | None) -> None:
        if life is not None and life.lives:
            life.send(signal.SIGKILL)
            self.machine.tally.kills += 1

    async def _lose_machine(self) -> None:
        """Nobody tells the database: to it the connections stand on."""
        life = self._pair.in_charge
        self._strike()
        if life is not None:
            life.wire.swallow()
            life.stays_down = self._some(1.3, 2.2)
            self._end(life)

    async def _kill_database(self) -> None:
        server = self._pair.database.server
        self._strike()
        self.machine.hampers[Bar.AWAY] += 1
        try:
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(self._some(0.0, 1.3) if self._dice.random() < 0.6 else 0.0)
            await asyncio.to_thread(server.start)
        finally:
            self.machine.hampers[Bar.AWAY] -= 1

    async def _update(self) -> None:
        life = self._pair.in_charge
        self._strike()
        if life is not None:
            life.send(signal.SIGTERM)

    # The network

    async def _cut_off(self, whose: Callable[[], Life | None]) -> None:
        life = whose()
        self._strike()
        if life is not None:
            life.wire.cut()
            await self._away(life, self._some(0.01, 1.5), goes_on=False)

    async def _cut_at_commit(self) -> None:
        life = self._pair.in_charge
        if life is None:
            return
        life.wire.cut_at_commit = self._dice.choice(("before", "after"))
        await self._until(lambda: life.wire.way is Way.CUT or not life.lives)
        self._strike()
        await self._away(life, self._some(0.01, 1.5), goes_on=False)

    async def _swallow_shortly(self) -> None:
        await self._swallowed(self._some(0.05, 0.7), goes_on=True)

    async def _swallow(self) -> None:
        await self._swallowed(self._some(1.1, 2.2), goes_on=self._dice.random() < 0.3)

    async def _swallowed(self, seconds: float, *, goes_on: bool) -> None:
        life = self._pair.in_charge
        self._strike()
        if life is not None:
            life.wire.swallow()
            await self._away(life, seconds, goes_on=goes_on)

    async def _away(self, life: Life, seconds: float, *, goes_on: bool) -> None:
        """The process does not reach the database for so long; who was followed meanwhile ends after it."""
        await self._barred(Bar.AWAY, life, seconds)
        life.wire.heal(goes_on=goes_on)
        await self._ends_if_followed(life, "reached the database again")

    # Standing still

    async def _freeze_a_while(self) -> None:
        life = self._pair.in_charge
        self._strike()
        if life is not None:
            await self._frozen(life, self._some(0.2, 1.8))

    async def _freeze_inside(self) -> None:
        """Stopped with a transaction open, and thawed after the spare took over."""
        life = self._pair.in_charge
        if life is None or not await self._stopped_inside(life):
            return
        await self._frozen(life, self._some(1.2, 2.2))

    async def _stopped_inside(self, life: Life) -> bool:
        """Holds up what writes until the process is within a transaction, and stops it there."""
        database = self._pair.database
        while life.lives and self._pair.in_charge is life:
            with suppress(StorageError), closing(database.server.connection(database.name)) as holding:
                holding.make("BEGIN")
                holding.make(f"LOCK TABLE {WRITES} IN ACCESS EXCLUSIVE MODE")
                end = time.monotonic() + 3.0
                while time.monotonic() < end:
                    if database.waits_inside(life.name):
                        life.send(signal.SIGSTOP)
                        self._strike()
                        return True
                    await asyncio.sleep(LOOK_EVERY_S)
            await asyncio.sleep(0.2)
        return False

    async def _freeze_in_a_call(self) -> None:
        """Stopped while a message is on its way, which Discord takes only after the spare has looked for it."""
        life, discord = self._pair.in_charge, self._town.server
        late = self._some(1.2, 2.2)
        discord.faults.plant("POST", MESSAGES, slow(late))
        await self._until(lambda: not discord.faults.waiting or life is None or not life.lives)
        if life is None or not life.lives:
            return
        life.send(signal.SIGSTOP)
        self._strike()
        self._pair.noted.on_their_way += [one for one in discord.calls if is_message(one)][-1:]
        await self._frozen(life, late + 1)

    async def _frozen(self, life: Life, seconds: float) -> None:
        life.send(signal.SIGSTOP)
        try:
            await self._barred(Bar.FROZEN, life, seconds)
            life.froze = True
        finally:
            life.send(signal.SIGCONT)
        await self._ends_if_followed(life, "was thawed")

    # All of them

    async def _barred(self, bar: Bar, life: Life, seconds: float) -> None:
        """For so long it keeps presses out, until another takes over."""
        end = time.monotonic() + seconds
        is_in_charge = self._pair.in_charge is life
        while time.monotonic() < end and life.lives:
            bars = is_in_charge and self._pair.in_charge is life
            self.machine.hampers[bar] += bars
            try:
                await self._until(lambda: time.monotonic() >= end or not life.lives or self._pair.in_charge is not life)
            finally:
                self.machine.hampers[bar] -= bars
            await asyncio.sleep(LOOK_EVERY_S)

    async def _ends_if_followed(self, life: Life, after: str) -> None:
        """Who is not in charge any more ends by itself, and its supervisor starts it anew."""
        if self._pair.hands and self._pair.hands[-1].who != life.name and life.name in self._has_been_in_charge():
            end = time.monotonic() + ENDS_WITHIN_S
            await self._until(lambda: not life.lives or time.monotonic() > end)
            if life.lives:
                self._pair.noted.unlike.append(f"{life.name} {after}, and does not end though another took over")

    def _has_been_in_charge(self) -> set[str]:
        return {one.who for one in self._pair.hands}

    def _some(self, least: float, most: float) -> float:
        """Seconds, by how much of a lease they are."""
        return self.lease * self._dice.uniform(least, most)

    @staticmethod
    async def _until(happened: Callable[[], bool]) -> None:
        while not happened():
            await asyncio.sleep(LOOK_EVERY_S)

    async def call_off(self) -> None:
        """Nothing goes wrong any more."""
        await super().call_off()
        await asyncio.to_thread(self._pair.database.server.start)
        for life in tuple(self._pair.lives.values()):
            life.send(signal.SIGCONT)
            life.wire.cut_at_commit = None
            if life.wire.way is not Way.OPEN and life.lives:
                life.wire.heal(goes_on=False)
