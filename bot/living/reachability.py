"""Since when no press could be taken, and why: the process, its connection, the database, and server by server.

An outage of the process lasts from its last heartbeat, written every 15 seconds, or the last press that it took, so
that a short life counts until then, to when Discord is heard. A process that stood still for more than six seconds
was away for so long. A connection is gone when it ends, or since its last sign of life when it brings no event and no
answer to a heartbeat for as long as Discord allows. Discord shares the servers out among several: what one of them
does not bring is missed by its servers alone. A database that is locked or full takes nothing from the first refusal
on. A server is away when Discord has taken it away or it has removed the bot. Nothing else is recorded: no clock that
is put right and no deadline makes an absence. What is found is on record before any step is taken and any press looked
at (AIJE-D01-5).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from yarl import URL

from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.faults import NotCommitted, StorageError
from bot.kernel.ids import GuildId
from bot.kernel.outages import Cause, Outage, Shard, TimeLost
from bot.kernel.time_store import Away, Deadline
from bot.living.transactions import Timekeeper, UnitsOfWork, Worker

# --- the connections to Discord -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Silence:
    """How long a connection has brought nothing, and how long Discord lets it be silent."""

    length: timedelta = timedelta()
    allowed: timedelta = timedelta.max

    @property
    def is_deaf(self) -> bool:
        """Whether nothing comes in any more."""
        return self.length > self.allowed


@dataclass(slots=True, eq=False)
class Connection:
    """One connection. `gone` says since when no press came in by it; that is on record once one can again."""

    shard: Shard
    gone: TimeLost | None
    is_open: bool = False


class Connections:
    """The connections among which Discord shares the servers out; one for a bot of a few thousand servers."""

    def __init__(self, silence: Callable[[int], Silence]) -> None:
        self._silence = silence
        self.all: tuple[Connection, ...] = ()
        self.share_out(1)

    def share_out(self, number: int, cause: Cause = Cause.PROCESS) -> None:
        """From the start there are so many, and none has brought anything yet, by that cause."""
        shards = [Shard(one, number) for one in range(number)]
        self.all = tuple(Connection(shard, TimeLost(None, cause, shard=shard)) for shard in shards)

    @property
    def shards(self) -> tuple[Shard, ...]:
        """All of them."""
        return tuple(connection.shard for connection in self.all)

    @property
    def is_any_open(self) -> bool:
        """Whether one is there; it may bring nothing all the same."""
        return any(connection.is_open for connection in self.all)

    def there(self, heard_for: timedelta) -> list[Connection]:
        """Those by which presses come in at the moment; see `is_deaf`."""
        return [connection for connection in self.all if connection.is_open and not self.is_deaf(connection, heard_for)]

    def of(self, guild_id: GuildId | None) -> Connection:
        """The one that brings the presses of the server."""
        return next(connection for connection in self.all if connection.shard.has(guild_id))

    def misses(self, guild_id: GuildId) -> bool:
        """Whether the server's connection is gone, while others may be there."""
        connection = self.of(guild_id)
        return not connection.is_open or connection.gone is not None

    @property
    def is_any_gone(self) -> bool:
        """Whether one of them is."""
        return any(not connection.is_open or connection.gone is not None for connection in self.all)

    def note_deaf(self, heard_for: timedelta, now: datetime) -> None:
        """Those that bring nothing any more are gone since their last sign of life."""
        for connection in self.all:
            if connection.is_open and connection.gone is None and self.is_deaf(connection, heard_for):
                silent_for = self._silence_of(connection, heard_for).length
                connection.gone = TimeLost(now - silent_for, Cause.CONNECTION, shard=connection.shard)

    def is_deaf(self, connection: Connection, heard_for: timedelta) -> bool:
        """Whether it brings nothing any more, of the time `heard_for` in which the process could have heard it."""
        return self._silence_of(connection, heard_for).is_deaf

    def _silence_of(self, connection: Connection, heard_for: timedelta) -> Silence:
        found = self._silence(connection.shard.number)
        return Silence(min(found.length, heard_for), found.allowed)


# --- servers from which no press can come ---------------------------------------------------------------------------


LOST_AT_ONCE: Final = 5_000
"""So many servers at most are noted as away in one transaction."""
GATHERED_FOR: Final = timedelta(seconds=0.2)
"""So long those that go away are gathered: Discord tells of each by itself, though it loses thousands at one moment."""
BACK_AT_ONCE: Final = 25
"""And so many as back, whose windows are moved: presses come in between."""
MOVED_AT_ONCE: Final = 5
"""Servers whose windows are moved in one transaction after an outage of many."""
TURNS_LEFT_TO_PRESSES: Final = 200
"""Of the event loop, before each of these transactions."""
DESCRIBED_WITHIN: Final = timedelta(seconds=10)
"""Discord describes the servers one after the other, once it is connected; presses of each can come in before that."""


@dataclass(frozen=True, slots=True)
class Losses:
    """How it is put on record that no press could be taken, with what follows for windows that were open."""

    note_alive: Callable[[Tx, Sequence[Shard]], None]
    """That it can be at the moment, by these connections."""
    note: Callable[[Tx, Sequence[TimeLost]], object]
    """Of the process, or of a connection, once that is over."""
    concerned: Callable[[Query, Outage], Collection[GuildId]]
    """In which servers anything runs that the outage may move."""
    move: Callable[[Tx, Outage, Sequence[GuildId]], None]
    """Moves what is due in those servers."""
    note_moved: Callable[[Tx, Outage], None]
    """That all of it is."""
    lose: Callable[[Tx, Sequence[Away]], Collection[GuildId]]
    """Of servers, as they go away; answers of which of them anything is on record."""
    come_back: Callable[[Tx, Mapping[GuildId, datetime]], object]
    """Of servers that are back, and since when."""


@dataclass(frozen=True, slots=True)
class _News:
    """A server went away, or (without a cause) came back."""

    guild_id: GuildId
    at: datetime
    cause: Cause | None


class Servers:
    """Holds the steps of servers that are away; what becomes of a server is written down in its order, by `keep`."""

    def __init__(
        self,
        units: UnitsOfWork,
        losses: Losses,
        is_described: Callable[[GuildId], bool],
        connections: Connections,
    ) -> None:
        self._units, self._losses, self._is_described, self._connections = units, losses, is_described, connections
        self.on_return: list[Callable[[GuildId], None]] = []
        """Called with each server that is back, once that is on record."""
        self._away: dict[GuildId, Cause] = {}
        """Of which it is on record that they are away, and why."""
        self._lost_at: dict[GuildId, datetime] = {}
        """When a server last went away."""
        self._news: deque[_News] = deque()
        self._in_the_news: Counter[GuildId] = Counter()
        """Of how many of them a server is the subject."""
        self._gathers = False
        """Whether those that go away are waited for: none of their steps is taken meanwhile."""
        self._awaited: dict[GuildId, datetime] = {}
        """Those that Discord has named at a connection and not described yet, since when."""
        self._given_up: set[GuildId] = set()
        """Those of them that were not described in time."""

    async def remember(self) -> None:
        """Reads at the start which servers were away."""
        found = await self._units.ask(kernel_time_store.every_server_away)
        self._away = {away.guild_id: away.cause for away in found}
        self._lost_at = {away.guild_id: away.since for away in found}

    def is_away(self, guild_id: GuildId) -> bool:
        """Whether no press of the server comes in, or that it comes in again is not on record yet."""
        return guild_id in self._away or guild_id in self._in_the_news

    def expect(self, some: Iterable[GuildId], shard: Shard = Shard()) -> None:  # noqa: B008 - a constant
        """Discord has named these servers and will describe them soon: until then no step of theirs is taken."""
        now = self._units.clock()
        self._awaited = {one: since for one, since in self._awaited.items() if not shard.has(one)}
        self._awaited.update((one, now) for one in some if not self.is_away(one))
        self._given_up = {one for one in self._given_up if not shard.has(one)}

    @property
    def awaits_any(self) -> bool:
        """Whether Discord has still to describe a server that it has named."""
        return bool(self._awaited)

    def wait_anew(self) -> None:
        """The process stood still: what Discord has described meanwhile could not be heard."""
        self._awaited = dict.fromkeys(self._awaited, self._units.clock())

    def lose(self, guild_id: GuildId, cause: Cause) -> None:
        """No press of the server can come in from now on."""
        self._note_undescribed(guild_id)
        self._lost_at[guild_id] = self._units.clock()
        self._announce(_News(guild_id, self._lost_at[guild_id], cause))
        self._gathers = True

    async def gather(self) -> None:
        """Where a server has gone away, waits a moment for others, so that `keep` writes of all of them together."""
        if self._gathers:
            await asyncio.sleep(GATHERED_FOR.total_seconds())
            self._gathers = False

    def regain(self, guild_id: GuildId | None, pressed_at: datetime | None = None) -> bool:
        """Presses of the server come in again; False where they did all the time.

        A press that was made before the server went away, and was looked at only then, says nothing.
        """
        lost_at = None if guild_id is None else self._lost_at.get(guild_id)
        if guild_id is None or (pressed_at is not None and lost_at is not None and pressed_at < lost_at):
            return False
        self._note_undescribed(guild_id)
        if not self.is_away(guild_id):
            return False
        self._announce(_News(guild_id, self._units.clock(), None))
        return True

    def _announce(self, news: _News) -> None:
        self._news.append(news)
        self._in_the_news[news.guild_id] += 1

    def look(self) -> bool:
        """Whether a server that was waited for is there; discord.py can lose the word of that, its cache never."""
        described = [one for one in (*self._awaited, *self._given_up) if self._is_described(one)]
        for one in described:
            self.regain(one)
        return bool(described)

    def _note_undescribed(self, guild_id: GuildId) -> None:
        """More is known of the server now; where Discord took too long to describe it, it was away until then."""
        self._given_up.discard(guild_id)
        since = self._awaited.pop(guild_id, None)
        if since is not None and self._units.clock() - since > DESCRIBED_WITHIN:
            self._announce(_News(guild_id, since, Cause.UNAVAILABLE))

    async def keep(self, back: GuildId | None = None) -> bool:
        """Writes down what became of the servers, before any step of theirs is taken; False where nothing was written.

        While those that go away are gathered it writes nothing, unless it waits for the word that one is `back`.
        """
        self.look()
        self._give_up()
        written = False
        while self._news and (not self._gathers or back in self._in_the_news):
            written = True
            some = self._next_of_a_kind()
            if some[0].cause is None:
                await self._note_back({one.guild_id: one.at for one in some})
            else:
                await self._note_lost(some)
        return written

    def _next_of_a_kind(self) -> list[_News]:
        """The first news, and those after it that can be written with it: each of another server, all lost or all back.

        Those that come back have their windows moved, so that fewer of them are written at once.
        """
        are_back, found = self._news[0].cause is None, dict[GuildId, _News]()
        for news in self._news:
            is_another_kind = (news.cause is None) != are_back or news.guild_id in found
            if is_another_kind or len(found) == (BACK_AT_ONCE if are_back else LOST_AT_ONCE):
                break
            found[news.guild_id] = news
        return list(found.values())

    async def _note_lost(self, some: Sequence[_News]) -> None:
        lost = [
            Away(one.guild_id, one.at, one.cause)
            for one in some
            if one.cause is not None and self._is_new(one.guild_id, one.cause)
        ]
        if lost:
            known = await self._units.do(self._losses.lose, lost)
            self._away.update({one.guild_id: one.cause for one in lost if one.guild_id in known})
        self._strike(len(some))

    async def _note_back(self, some: Mapping[GuildId, datetime]) -> None:
        await self._units.do(self._losses.come_back, some)
        for guild_id in some:
            self._away.pop(guild_id, None)
        self._strike(len(some))
        for guild_id in some:
            self._tell_return(guild_id)

    def _strike(self, count: int) -> None:
        """Those are on record; what was heard meanwhile stands behind them."""
        for guild_id in [self._news.popleft().guild_id for _ in range(count)]:
            self._in_the_news[guild_id] -= 1
            if not self._in_the_news[guild_id]:
                del self._in_the_news[guild_id]

    def _tell_return(self, guild_id: GuildId) -> None:
        for call in self.on_return:
            call(guild_id)

    def _is_new(self, guild_id: GuildId, cause: Cause) -> bool:
        """Whether the loss is one: of a server that is away already only a removal is."""
        known = self._away.get(guild_id)
        return known is None or (cause is Cause.REMOVED and known is not Cause.REMOVED)

    def _give_up(self) -> None:
        """What Discord has not described in time, it has taken away, since it named it."""
        now = self._units.clock()
        for guild_id, since in list(self._awaited.items()):
            if now - since > DESCRIBED_WITHIN:
                del self._awaited[guild_id]
                self._given_up.add(guild_id)
                self._announce(_News(guild_id, since, Cause.UNAVAILABLE))

    async def take(self, due: Sequence[Deadline]) -> tuple[list[Deadline], bool]:
        """The steps that can be taken now, and whether others wait that cannot be held on record yet."""
        unsure, away = self._awaited.keys() | self._in_the_news.keys(), set(self._away)
        if not unsure and not away and not self._connections.is_any_gone:
            return list(due), False
        cut_off = self._connections.misses
        free, waiting = await self._units.ask(part, due, lambda one: one in unsure or one in away or cut_off(one))
        if not waiting:
            return free, False
        held = await self._units.do(hold, waiting, lambda one: one not in unsure and (one in away or cut_off(one)))
        return free, held < len(waiting)


IsAway = Callable[[GuildId], bool]


def part(tx: Query, due: Sequence[Deadline], is_away: IsAway) -> tuple[list[Deadline], list[Deadline]]:
    """The steps that can be taken now, and those of servers that are away."""
    free: list[Deadline] = []
    waiting: list[Deadline] = []
    for one in due:
        guild_id = kernel_time_store.server_of(tx, one.subject)
        (waiting if guild_id is not None and is_away(guild_id) else free).append(one)
    return free, waiting


def hold(tx: Tx, waiting: Sequence[Deadline], is_away: IsAway) -> int:
    """Keeps steps that fell due from being taken until their servers are back; answers of how many that is known."""
    held = 0
    for one in waiting:
        guild_id = kernel_time_store.server_of(tx, one.subject)
        if guild_id is not None and is_away(guild_id):
            kernel_time_store.hold_deadline(tx, one, guild_id)
            held += 1
    return held


# --- the process, its connection, the database ----------------------------------------------------------------------


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


def _says_nothing(_: int) -> Silence:
    return Silence()


@dataclass(frozen=True, slots=True)
class Senses:
    """What is known of the world outside: each can be left out where it is pretended."""

    silence: Callable[[int], Silence] = _says_nothing
    """Of the connection with that number."""
    time_passed: Callable[[], timedelta] | None = None
    """How much time has passed, whatever the clock is set to."""
    look_at_clock: Callable[[], Awaitable[None]] | None = None
    may_write: Callable[[], Awaitable[bool]] | None = None
    """Whether the database is still this process's own."""
    is_pressed: Callable[[], bool] = lambda: False
    """Whether somebody waits for the answer to a press."""
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
        self.connections = Connections(senses.silence)
        self.servers = Servers(units, losses, senses.is_described, self.connections)
        self._worker = Worker("the heartbeat", self._write)
        self._is_starting = True
        self._is_moved = False
        """Whether what is due is known to be moved by all outages on record; earlier processes may have left some."""
        self._noting = asyncio.Lock()
        self._pulses = 0
        self._stood_still: list[TimeLost] = []
        """Times in which the process could do nothing, which are not on record yet."""
        self._awake_at: timedelta | None = None
        """When the process was last awake, in time that has passed."""
        self._woke_at: timedelta | None = None
        """When it last woke from standing still: until then it could hear nothing."""

    @property
    def is_open(self) -> bool:
        """Whether presses come in at the moment, and all time in which they did not is on record."""
        self._look()
        there = self._there()
        return bool(there) and not self._losses(there) and not self._noting.locked()

    @property
    def heard(self) -> tuple[Shard, ...]:
        """The connections by which presses come in at the moment."""
        return tuple(connection.shard for connection in self._there())

    def connect(self, number: int = 0) -> None:
        """Discord is heard by that connection: presses can come in by it from now on."""
        self._look()
        self.connections.all[number].is_open = True
        self._worker.wake()

    def disconnect(self, number: int = 0) -> None:
        """That connection is gone. It was there until now, unless it had been silent for too long before."""
        self._look()
        connection = self.connections.all[number]
        if connection.is_open:
            connection.is_open = False
            connection.gone = connection.gone or TimeLost(self._units.clock(), Cause.CONNECTION, shard=connection.shard)

    def beat(self) -> None:
        """A pulse, by a timer that nothing else moves."""
        self._look()
        self._pulses += 1
        there = self._there()
        if self._pulses % WRITTEN_EACH == 0 or (there and (self.servers.look() or self._losses(there))):
            self._worker.wake()

    async def hear(self, guild_id: GuildId | None, pressed_at: datetime | None = None) -> None:
        """A press has come in: whatever was lost until now is on record before it is looked at.

        One that was made before its connection was gone, and is looked at only now, does not say that it is there.
        """
        connection = self.connections.of(guild_id)
        since = None if connection.gone is None else connection.gone.since
        is_there = pressed_at is None or since is None or pressed_at >= since
        connection.is_open = connection.is_open or is_there
        self._look()
        heard_at = self._units.clock()
        back = guild_id if self.servers.regain(guild_id, pressed_at) else None
        try:
            await self.settle(back)
        except StorageError:
            _log.warning("an outage could not be recorded before a press", exc_info=True)
        if self._beats and is_there:
            # Noted earlier, this sign of life could stand before what was lost until it came.
            self._units.heard = connection.shard, heard_at

    async def settle(self, back: GuildId | None = None) -> bool:
        """Puts on record what was lost, and that a server is `back`; whether steps may be taken now.

        Raises NotCommitted.
        """
        self._look()
        async with self._noting:
            there = self._there()
            if not there:
                return False
            lost = self._losses(there)
            if lost:
                await self._units.do(self._record.note, lost)
                self._forget(lost)
                self._is_moved = False
            if await self.servers.keep(back) or lost:
                self._changed()
        return True

    async def move(self) -> bool:
        """Moves what is due by the outages on record, in slices that let presses in between. Raises NotCommitted.

        Who presses meanwhile has the longer windows already; no step is taken before all of it is moved. At a start
        that waits until Discord has listed the servers, which is work enough; False while it does.
        """
        if self._is_starting and self.servers.awaits_any:
            return False
        self._is_starting = False
        while not self._is_moved:
            self._is_moved = True
            for outage in await self._units.ask(kernel_time_store.outages_to_move):
                try:
                    await self._move_all(outage)
                except StorageError:
                    self._is_moved = False
                    raise
        return True

    async def _move_all(self, outage: Outage) -> None:
        concerned = sorted(await self._units.ask(self._record.concerned, outage))
        for start in range(0, len(concerned), MOVED_AT_ONCE):
            await self._let_presses_by()
            await self._move(outage, concerned[start : start + MOVED_AT_ONCE])
        await self._units.do(self._record.note_moved, outage)

    async def _move(self, outage: Outage, some: Sequence[GuildId]) -> None:
        """One server in which something is broken keeps no other's steps from being taken."""
        try:
            await self._units.do(self._record.move, outage, some)
        except StorageError:
            raise
        except Exception:  # noqa: BLE001 - whatever broke is told, and the others are moved
            if len(some) == 1:
                _log.exception("what is due in %s could not be moved by an outage", some[0])
            for guild_id in some if len(some) > 1 else ():
                await self._move(outage, [guild_id])

    async def _let_presses_by(self) -> None:
        """Who presses goes first; but a crowd that presses on and on does not keep steps from being taken."""
        for _ in range(TURNS_LEFT_TO_PRESSES):
            if not self._senses.is_pressed():
                return
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Write nothing more."""
        await self._worker.close()

    async def rest(self) -> None:
        """Come to rest: wait until nothing is being written."""
        await self._worker.rest()

    async def _write(self) -> bool:
        """Writes down that the bot lives, if presses can come in: a life without Discord is none."""
        await self.servers.gather()
        try:
            if await self.settle() and self._beats:
                if self._senses.look_at_clock is not None:
                    await self._senses.look_at_clock()
                if self._senses.may_write is None or await self._senses.may_write():
                    await self._units.do(self._record.note_alive, self.heard)
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
            if any(connection.is_open and connection.gone is None for connection in self.connections.all):
                moment = self._units.clock()
                self._stood_still.append(TimeLost(moment - (now - was), Cause.FROZEN, moment))
        self.connections.note_deaf(self._heard_for(), self._units.clock())

    def _there(self) -> list[Connection]:
        return self.connections.there(self._heard_for())

    def _heard_for(self) -> timedelta:
        """For how long the process could have heard what comes in."""
        return timedelta.max if self._woke_at is None else self._time() - self._woke_at

    def _time(self) -> timedelta:
        return self._units.clock() - _EPOCH if self._senses.time_passed is None else self._senses.time_passed()

    def _losses(self, there: Iterable[Connection]) -> list[TimeLost]:
        """All that is over and not on record yet; `there` are the connections by which presses come in."""
        refused = self._units.refused_since
        gone = [connection.gone for connection in there if connection.gone is not None]
        return [*self._stood_still, *gone, *([] if refused is None else [TimeLost(refused, Cause.DATABASE)])]

    def _forget(self, recorded: Sequence[TimeLost]) -> None:
        """Takes off what is on record; where the connection was lost again meanwhile, that begins now."""
        self._stood_still = [one for one in self._stood_still if one not in recorded]
        for connection in self.connections.all:
            if connection.gone is not None and connection.gone in recorded:
                ended = (
                    None
                    if connection.is_open
                    else TimeLost(self._units.clock(), Cause.CONNECTION, shard=connection.shard)
                )
                connection.gone = ended
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


# --- the machine's clock --------------------------------------------------------------------------------------------


_UNREACHABLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)


class ClockWatch:
    """Shows the timekeeper every moment of Discord's clock, and says once when the machine's own is wrong."""

    def __init__(self, keeper: Timekeeper) -> None:
        self._keeper = keeper
        self._told: timedelta | None = None
        self._remembers = False
        """Whether it was looked up what was told before the bot was started."""

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Sees every answer of Discord's, for the hour that it carries."""
        trace.on_request_start.append(self._note_asked)
        trace.on_request_end.append(self._note_answer)

    def came_in(self, moment: datetime) -> None:
        """Discord brought something that was made at this moment of its clock."""
        self._keeper.learn(moment)

    async def look(
        self, units: UnitsOfWork, ask: Callable[[], Awaitable[object]], note: Callable[[Tx, timedelta | None], None]
    ) -> None:
        """Has Discord asked where wall and steady clock have parted; tells organisers and host of a wrong clock."""
        if self._keeper.in_doubt:
            with suppress(*_UNREACHABLE):
                await ask()
        if not self._remembers:
            self._told, self._remembers = await units.ask(kernel_time_store.clock_off), True
        found = self._keeper.wrong_by
        if (found is None) == (self._told is None):
            return
        if found is None:
            _log.info("the machine's clock is right again")
        else:
            way = "fast" if found > timedelta() else "slow"
            _log.error("the machine's clock is %s %s; Discord's time is used until it is put right", abs(found), way)
        await units.do(note, found)
        self._told = found

    async def _note_asked(self, _: aiohttp.ClientSession, context: SimpleNamespace, __: object) -> None:
        context.asked = self._keeper.stamp()

    async def _note_answer(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        headers = answer.response.headers
        # A cache's answer carries the hour at which it was made for somebody else.
        if answer.url.host != URL(discord.http.Route.BASE).host or "Date" not in headers or "Age" in headers:
            return
        with suppress(ValueError):
            self._keeper.learn(parsedate_to_datetime(headers["Date"]), context.asked)
