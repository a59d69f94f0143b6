"""Since when no press could be taken, and why: the process, its connection, the database, and server by server.

An outage of the process lasts from when it was last seen to when Discord is heard. It was last seen at its last
heartbeat, which is written every 15 seconds, or at the last press that it took, so that a short life counts until
then. A process that stood still for more than six seconds was away for so long. A connection is gone when it ends, or
since its last sign of life when it brings no event and no answer to a heartbeat for as long as Discord allows. A
database that is locked or full takes nothing from the first refusal on. A server is away when Discord says so
(`bot/away.py`). Time is recorded for nothing else: no clock that is put right and no deadline makes an absence. What
is found is put on record before any step is taken and before any press is looked at (AIJE-D01-5).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.away import Losses, Servers
from bot.domain.ids import GuildId
from bot.domain.outages import Cause, Lost
from bot.storage.errors import NotCommitted, StorageError
from bot.units_of_work import UnitsOfWork
from bot.worker import Worker

PULSE: Final = timedelta(seconds=3)
"""How often the process notes for itself that it is awake."""
WRITTEN_EACH: Final = 5
"""After so many of these it is written down as well."""
HEARTBEAT: Final = PULSE * WRITTEN_EACH
"""So exactly it is known when a process ended that did not say so."""
LATE: Final = timedelta(seconds=3)
"""Discord waits so long for an answer: a process that woke later than this answered nobody meanwhile."""
_EPOCH: Final = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Silence:
    """How long the connection has brought nothing, and how long Discord lets it be silent."""

    length: timedelta = timedelta()
    allowed: timedelta = timedelta.max

    @property
    def is_deaf(self) -> bool:
        """Whether nothing comes in any more."""
        return self.length > self.allowed


@dataclass(frozen=True, slots=True)
class Senses:
    """What is known of the world outside: each can be left out where it is pretended."""

    silence: Callable[[], Silence] = Silence
    time_passed: Callable[[], timedelta] | None = None
    """How much time has passed, whatever the clock is set to."""
    look_at_clock: Callable[[], Awaitable[None]] | None = None
    is_described: Callable[[GuildId], bool] = lambda _: False
    """Whether Discord has described the server since the connection began, and has not taken it away."""


class Reachability:
    """Hears what becomes of process, connection, database and servers, and records when no press could be taken.

    `beats` says whether `beat` is called each `PULSE`. Where it is not, time jumps, and nothing follows from that.
    """

    def __init__(
        self, units: UnitsOfWork, losses: Losses, senses: Senses, changed: Callable[[], None], *, beats: bool
    ) -> None:
        self._units, self._record, self._senses, self._beats = units, losses, senses, beats
        self._changed = changed
        """Called when steps may be taken that could not be taken before."""
        self.servers = Servers(units, losses, senses.is_described)
        self._worker = Worker("the heartbeat", self._write)
        self._noting = asyncio.Lock()
        self._pulses = 0
        self._connected = False
        self._gone: Lost | None = Lost(None, Cause.PROCESS)
        """Since when no press can come in; it ends once one can."""
        self._stood_still: list[Lost] = []
        """Times in which the process could do nothing, which are not on record yet."""
        self._awake_at: timedelta | None = None
        """When the process was last awake, in time that has passed."""
        self._woke_at: timedelta | None = None
        """When it last woke from standing still: until then it could hear nothing."""

    @property
    def is_open(self) -> bool:
        """Whether presses come in at the moment, and all time in which they did not is on record."""
        self._look()
        return self._connected and not self._losses() and not self._noting.locked()

    def connect(self) -> None:
        """Discord is heard: presses can come in from now on."""
        self._look()
        self._connected = True
        self._worker.wake()

    def disconnect(self) -> None:
        """The connection is gone. It was there until now, unless it had been silent for too long before."""
        self._look()
        if self._connected:
            self._connected = False
            self._gone = self._gone or Lost(self._units.clock(), Cause.CONNECTION)

    def beat(self) -> None:
        """A pulse, by a timer that nothing else moves."""
        self._look()
        self._pulses += 1
        if self._pulses % WRITTEN_EACH == 0 or (self._connected and (self.servers.look() or self._losses())):
            self._worker.wake()

    async def hear(self, guild_id: GuildId | None, pressed_at: datetime | None = None) -> None:
        """A press has come in: whatever was lost until now is on record before it is looked at."""
        self._connected = True
        self._look()
        if self._beats:
            self._units.heard_at = self._units.clock()
        self.servers.regain(guild_id, pressed_at)
        try:
            await self.settle()
        except StorageError:
            _log.warning("an outage could not be recorded before a press", exc_info=True)

    async def settle(self) -> bool:
        """Puts on record what was lost; whether steps may be taken now. Raises NotCommitted."""
        self._look()
        async with self._noting:
            if not self._connected or self._is_deaf():
                return False
            lost = self._losses()
            if lost:
                await self._units.do(self._record.wake_up, lost)
                self._forget(lost)
            if await self.servers.keep() or lost:
                self._changed()
        return True

    async def close(self) -> None:
        """Write nothing more."""
        await self._worker.close()

    async def rest(self) -> None:
        """Come to rest: wait until nothing is being written."""
        await self._worker.rest()

    async def _write(self) -> bool:
        """Writes down that the bot lives, if presses can come in: a life without Discord is none."""
        try:
            if await self.settle() and self._beats:
                if self._senses.look_at_clock is not None:
                    await self._senses.look_at_clock()
                await self._units.do(self._record.note_alive)
        except NotCommitted as refusal:
            _log.warning("the heartbeat could not be written: %s", refusal)
        self._changed()
        return False

    def _look(self) -> None:
        """Finds out whether the process stood still, or its connection brings nothing."""
        if not self._beats:
            return
        now, was = self._time(), self._awake_at
        self._awake_at = now
        if was is not None and now - was > PULSE + LATE:
            self._woke_at = now
            self.servers.wait_anew()
            if self._connected and self._gone is None:
                moment = self._units.clock()
                self._stood_still.append(Lost(moment - (now - was), Cause.FROZEN, moment))
        if self._connected and self._gone is None and self._is_deaf():
            self._gone = Lost(self._units.clock() - self._silence().length, Cause.CONNECTION)

    def _is_deaf(self) -> bool:
        return self._silence().is_deaf

    def _silence(self) -> Silence:
        """How long the connection was silent while the process could have heard it."""
        found = self._senses.silence()
        if self._woke_at is None:
            return found
        return Silence(min(found.length, self._time() - self._woke_at), found.allowed)

    def _time(self) -> timedelta:
        return self._units.clock() - _EPOCH if self._senses.time_passed is None else self._senses.time_passed()

    def _losses(self) -> list[Lost]:
        """All that is not on record yet."""
        refused = self._units.refused_since
        gone = [] if self._gone is None else [self._gone]
        return [*self._stood_still, *gone, *([] if refused is None else [Lost(refused, Cause.DATABASE)])]

    def _forget(self, recorded: Sequence[Lost]) -> None:
        """Takes off what is on record; where the connection was lost again meanwhile, that begins now."""
        self._stood_still = [one for one in self._stood_still if one not in recorded]
        if self._gone in recorded:
            self._gone = None if self._connected else Lost(self._units.clock(), Cause.CONNECTION)
        self._units.refused_since = None

    # --- servers -----------------------------------------------------------------------------------------------------

    def lose(self, guild_id: GuildId, cause: Cause) -> None:
        """No press of the server can come in from now on."""
        self.servers.lose(guild_id, cause)
        self._worker.wake()

    def regain(self, guild_id: GuildId) -> None:
        """Presses of the server come in again."""
        if self.servers.regain(guild_id):
            self._worker.wake()
