"""Units of work, each with its time and ids, and what lives around them: clock, patience, workers, presses under way.

The machine's clock may be set wrong: its steady clock says how much time passes, and where the two part, Discord's
own moments say which is right. What Discord has trouble with is left alone longer each time, up to a bound, each
thing by itself. A worker's task lasts only while there is work. A bot that ends begins no more presses and finishes
those under way. Every id that a press carries is asked whose it is before anything is done about it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Concatenate, Final, Generic, ParamSpec, TypeVar

from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Ids, Query, Tx, Work, Written
from bot.kernel.database import Database
from bot.kernel.errors import RecordsAway, RecordsInDoubt, Restarting, UserError
from bot.kernel.faults import BeingChecked, CommitInDoubt, ConnectionLost, DatabaseClosed, NotCommitted
from bot.kernel.ids import Actor, EntityKind, GuildId
from bot.kernel.outages import Shard
from bot.living import journal

# --- what time it is ------------------------------------------------------------------------------------------------


SLEW: Final = timedelta(seconds=2)
"""Apart by no more than this between two looks, the wall clock is only being adjusted, and is followed."""
TOLERANCE: Final = timedelta(seconds=5)
"""Discord's moments are taken as agreeing within this: messages travel, and its Date header knows whole seconds."""
_WHOLE_SECOND: Final = timedelta(seconds=1)


def wall_clock() -> datetime:
    """The machine's clock, which somebody may set."""
    return datetime.now(UTC)


def steady_clock() -> timedelta:
    """Time since some moment, which nobody can set; time in which the machine was suspended counts where it can."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return timedelta(seconds=time.monotonic() if boottime is None else time.clock_gettime(boottime))


class Timekeeper:
    """A clock that a step of the wall clock does not move; `learn` tells it what Discord's time was.

    While wall and steady clock agree, the wall clock is the time. Where they part, time passes steadily until Discord
    has said which is right: the wall clock, when the machine stood still and its steady clock with it, or else ours.
    """

    def __init__(
        self, wall: Callable[[], datetime] = wall_clock, steady: Callable[[], timedelta] = steady_clock
    ) -> None:
        self._wall = wall
        self.stamp = steady
        """The steady clock's reading, which `learn` takes as when a request was made."""
        self._anchor = wall() - steady()
        self.wrong_by: timedelta | None = None
        """How far the wall clock is ahead of Discord's time; None as long as it is not known to be wrong."""
        self._stood_still = timedelta()
        """Time in which the machine stood still and its steady clock with it, as Discord has shown."""

    def now(self) -> datetime:
        """The present moment, as the bot counts it."""
        ours, wall = self._anchor + self.stamp(), self._wall()
        if abs(wall - ours) > SLEW:
            return ours
        self._follow(wall)
        return wall

    def time_passed(self) -> timedelta:
        """How much time has passed since some moment; a clock that is put right changes nothing about it."""
        return self.stamp() + self._stood_still

    @property
    def in_doubt(self) -> bool:
        """Whether wall and steady clock have parted and Discord has not yet said which is right."""
        return self.wrong_by is None and abs(self._wall() - self.now()) > SLEW

    def learn(self, moment: datetime, asked: timedelta | None = None) -> None:
        """Takes a moment of Discord's clock, of something that came in now.

        It was not before `asked`, the stamp of the request that it answers; without one it may be older, since Discord
        delivers late what it could not deliver at once. It is never later than now.
        """
        behind = moment - self.now()
        ahead = timedelta() if asked is None else self._anchor + asked - moment - _WHOLE_SECOND
        if behind > TOLERANCE:
            if abs(self._wall() - moment) <= TOLERANCE:
                self._stood_still += behind
            self._anchor += behind
        elif ahead > TOLERANCE:
            self._anchor -= ahead
        wall = self._wall()
        off = wall - self.now()
        if abs(off) <= TOLERANCE:
            self._follow(wall)
        elif asked is not None or moment - wall > TOLERANCE:
            self.wrong_by = off

    def _follow(self, wall: datetime) -> None:
        self._anchor = wall - self.stamp()
        self.wrong_by = None


# --- units of work --------------------------------------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")

Verb = Callable[Concatenate[Tx, P], T]
"""A verb of the services: synchronous, inside one transaction."""
Reading = Callable[Concatenate[Query, P], T]
"""A query: it cannot write."""

PersonalVerb = Callable[Concatenate[ActorTx, P], T]
"""A verb that somebody does."""
PersonalQuery = Callable[Concatenate[ActorQuery, P], T]
"""A query of what somebody may see."""
ServerQuery = Callable[Concatenate[Query, GuildId, P], T]
"""A query of what everybody of a server may see."""

Clock = Callable[[], datetime]
Entropy = Callable[[int], bytes]


def refusal_under(error: BaseException) -> UserError | None:
    """What people are told where the database is ending, away or in doubt; None where something else went wrong."""
    match error:
        case DatabaseClosed() | CommitInDoubt():
            return Restarting()
        case BeingChecked():
            return RecordsInDoubt()
        case ConnectionLost() | NotCommitted(__cause__=ConnectionLost()):
            return RecordsAway()
        case _:
            return None


class UnitsOfWork:
    """The database as the living parts use it: a verb is one transaction, and wakes who waits for what it touched."""

    def __init__(self, database: Database, clock: Clock, entropy: Entropy) -> None:
        self.database = database
        self.clock = clock
        self._entropy = entropy
        self.wakers: dict[str, Callable[[], None]] = {}
        """Who is woken, by what a unit touched: "outbox", "deadlines", "panels"; "heartbeat" when nothing is taken."""
        self.follower: Callable[[frozenset[Written]], None] | None = None
        """Who is told after each commit what it wrote to; None: nobody asks, and nothing is noted."""
        self.refused_since: datetime | None = None
        """Since when the database, locked or full, takes nothing: no press could be taken either."""
        self.heard: tuple[Shard, datetime] | None = None
        """By which connection the last press came in, and when: a sign of life, noted by what is written next."""

    async def do(self, verb: Verb[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a verb of the services in a durable transaction, then wake whoever its rows concern."""
        now, ids, heard = self.clock(), Ids(self._entropy(16)), self.heard
        follower = self.follower

        def unit(work: Work) -> tuple[T, frozenset[str], frozenset[Written]]:
            if follower is not None:
                work.written = set()
            tx = Tx(work, now, ids)
            value = verb(tx, *args, **kwargs)
            if heard is not None:
                kernel_time_store.note_alive(tx, heard[1], (heard[0],))
            return value, frozenset(work.touched), frozenset(work.written or ())

        try:
            self._refuse_in_doubt()
            value, touched, written = await self.database.write(unit)
        except NotCommitted:
            self._note_refusal(now)
            raise
        if self.heard == heard:
            self.heard = None
        for name in touched:
            if name in self.wakers:
                self.wakers[name]()
        if follower is not None and written:
            follower(written)
        return value

    async def act(self, actor: Actor, verb: PersonalVerb[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `do`, for what somebody does."""
        return await self.do(lambda tx: verb(tx.acting_as(actor), *args, **kwargs))

    async def ask(self, query: Reading[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query on the reading connection."""
        now = self.clock()
        self._refuse_in_doubt()
        return await self.database.read(lambda work: query(Query(work, now), *args, **kwargs))

    async def ask_as(self, actor: Actor, query: PersonalQuery[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `ask`, for what somebody may see."""
        return await self.ask(lambda tx: query(tx.acting_as(actor), *args, **kwargs))

    def _refuse_in_doubt(self) -> None:
        """What was decided last may stand or not: nothing is decided or read beside it before that is known."""
        if self.database.is_in_doubt:
            raise BeingChecked

    def _note_refusal(self, at: datetime) -> None:
        first = self.refused_since is None
        self.refused_since = at if self.refused_since is None else min(at, self.refused_since)
        if first and "heartbeat" in self.wakers:
            self.wakers["heartbeat"]()


# --- patience -------------------------------------------------------------------------------------------------------


FIRST: Final = timedelta(seconds=20)
"""After the first trouble; it doubles with each further one."""
LONGEST: Final = timedelta(minutes=2)
"""A call for a match waits no longer than this once Discord is well again."""
_SMALLEST: Final = timedelta(milliseconds=1)
"""What the database can tell apart: by then the alarm that it keeps has rung."""

K = TypeVar("K", bound=Hashable)


class Patience(Generic[K]):
    """Knows what is left alone until when; a restart forgets it and begins anew."""

    def __init__(self, clock: Callable[[], datetime], first: timedelta = FIRST, longest: timedelta = LONGEST) -> None:
        self._clock, self._first, self._longest = clock, first, longest
        self._waits: dict[K, tuple[int, datetime]] = {}

    def had_trouble(self, what: K) -> datetime:
        """Leaves it alone for longer than the last time, and answers until when."""
        times = self._waits[what][0] + 1 if what in self._waits else 1
        # Beyond a few doublings the bound holds anyway, and a power without end would be a number without end.
        delay = min(self._first * 2 ** min(times - 1, 16), self._longest)
        return self._leave(what, times, self._clock() + delay)

    def wait_until(self, what: K, moment: datetime) -> datetime:
        """Leaves it alone until the moment, which is no new trouble; answers that moment, or the bound."""
        times = self._waits[what][0] if what in self._waits else 0
        return self._leave(what, times, min(moment, self._clock() + self._longest))

    def rests(self, what: K) -> bool:
        """Whether it is to be left alone now; a clock that was set back makes no wait longer than the bound."""
        # Asked beside the loop too, where what was looked for may be gone by the next word.
        wait = self._waits.get(what)
        return wait is not None and _SMALLEST <= wait[1] - self._clock() <= self._longest

    def let_go(self, which: Callable[[K], bool]) -> None:
        """What those waited for is over: each is tried at once."""
        for what in [wait for wait in self._waits if which(wait)]:
            del self._waits[what]

    def went_well(self, what: K) -> None:
        """The trouble is over: the next one begins with the first wait."""
        self._waits.pop(what, None)

    def _leave(self, what: K, times: int, until: datetime) -> datetime:
        self._waits[what] = (times, until)
        return until


# --- workers --------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)


class Worker:
    """Looks for work, one look at a time: `look` does what it finds, and says whether to look again at once."""

    def __init__(self, name: str, look: Callable[[], Awaitable[bool]]) -> None:
        self._name = name
        self._look = look
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self.closed = False

    def wake(self) -> None:
        """Look now; while a look is under way, look once more after it."""
        if self.closed:
            return
        self._again = True
        if not self.at_work:
            self._task = asyncio.create_task(self._run(), name=self._name)

    @property
    def at_work(self) -> bool:
        """Whether a look is under way."""
        return self._task is not None and not self._task.done()

    async def rest(self) -> None:
        """Come to rest: wait until no look is under way."""
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    async def close(self) -> None:
        """Begin no further look; the one under way is finished."""
        self.closed = True
        await self.rest()

    async def _run(self) -> None:
        # Whoever wakes it has done what is logged of them; what is found here is another's.
        journal.mark()
        while self._again and not self.closed:
            self._again = False
            try:
                # Whoever wakes the worker meanwhile sets `_again`, and is heard by the loop.
                self._again = await self._look() or self._again
            except DatabaseClosed:
                # The bot ends, and did not wait for this look: the next start takes up what was left.
                self.closed = True
            except Exception:  # noqa: BLE001 - whatever broke is told, and the next call looks again
                _log.exception("looking for %s failed", self._name)


# --- taking turns ---------------------------------------------------------------------------------------------------


SLOW: Final = timedelta(seconds=3)
"""What Discord keeps waiting for longer makes room for another: at its own pace nothing takes so long."""


A_SECOND: Final = 35
"""So many requests a second; Discord takes fifty, and shuts out for a while who goes on after a no too often."""
IN_A_ROW: Final = 10
"""So many at once after a pause."""
_takes_turns: ContextVar[bool] = ContextVar("takes_turns", default=False)


class RequestPace:
    """Holds back what takes turns, so that Discord has to refuse nothing; what a press asks for goes at once."""

    def __init__(self) -> None:
        self._full_until = 0.0

    def wait(self) -> float:
        """Counts one more request, and answers for how many seconds it has to wait."""
        now = asyncio.get_running_loop().time()
        self._full_until = max(self._full_until, now) + 1 / A_SECOND
        return self._full_until - now - IN_A_ROW / A_SECOND if _takes_turns.get() else 0.0


class Turns(Generic[K]):
    """Knows what is talked of with Discord now, one thing after the other by itself; `free` is told when one is done.

    discord.py sends first what was asked first. So no more is asked at once than it sends within a moment, and what
    comes next is chosen when there is room.
    """

    def __init__(self, name: str, free: Callable[[], None]) -> None:
        self._name, self._free = name, free
        self._workers: dict[K, Worker] = {}
        self._brisk: dict[K, asyncio.TimerHandle] = {}

    def __contains__(self, what: K) -> bool:
        return what in self._workers

    def __iter__(self) -> Iterator[K]:
        return iter(tuple(self._workers))

    @property
    def brisk(self) -> tuple[K, ...]:
        """What takes up room now."""
        return tuple(self._brisk)

    def begin(self, what: K, turn: Callable[[], Awaitable[object]]) -> None:
        """Lets it have its turn, beside all others."""
        self._workers[what] = worker = Worker(self._name, partial(self._take, what, turn))
        self._brisk[what] = asyncio.get_running_loop().call_later(SLOW.total_seconds(), self._make_room, what)
        worker.wake()

    async def rest(self) -> None:
        """Come to rest: wait until nothing is under way that is under way now."""
        await asyncio.gather(*(worker.rest() for worker in tuple(self._workers.values())))

    async def _take(self, what: K, turn: Callable[[], Awaitable[object]]) -> bool:
        _takes_turns.set(True)
        try:
            await turn()
        finally:
            # What broke wakes nobody: it would be begun again at once.
            del self._workers[what]
            if what in self._brisk:
                self._brisk.pop(what).cancel()
        self._free()
        return False

    def _make_room(self, what: K) -> None:
        del self._brisk[what]
        self._free()


# --- presses under way ----------------------------------------------------------------------------------------------


class TasksUnderWay:
    """Knows the tasks in which people are answered."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.ends = False
        """Whether the bot is ending: what comes in now is told so and not begun."""

    def enter(self) -> None:
        """The task that calls this answers somebody."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @property
    def any(self) -> bool:
        """Whether somebody is being answered."""
        return bool(self._tasks)

    async def rest(self, within: timedelta) -> None:
        """Waits until everybody is answered, or no longer than so long."""
        others = self._tasks - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=within.total_seconds())


# --- whose a thing is -----------------------------------------------------------------------------------------------


MOST_KNOWN: Final = 10_000


class Ownership:
    """Which server a thing belongs to: that never changes, so who asked once knows it."""

    def __init__(self, units: UnitsOfWork) -> None:
        self._units = units
        self._known: dict[tuple[EntityKind, str], kernel_time_store.Whose] = {}

    async def guild_of(self, entity_kind: EntityKind, key: str) -> GuildId | None:
        """The server that the thing belongs to; None where there is no such thing. Lines of the log are of it now."""
        found = await self._find(entity_kind, key)
        if found is None:
            return None
        journal.note_home(*found)
        return found.server

    async def _find(self, entity_kind: EntityKind, key: str) -> kernel_time_store.Whose | None:
        if (entity_kind, key) not in self._known:
            found = await self._units.ask(kernel_time_store.whose, entity_kind, key)
            if found is None:
                return None
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[entity_kind, key] = found
        return self._known[entity_kind, key]
