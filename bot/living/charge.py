"""Being in charge of a database on a server: taken before anything else, kept by a thread of its own, given up at the
end.

A spare waits until nobody is in charge any more. Who is in charge and cannot be sure of it, since the database has not
heard it for seconds, says nothing to Discord: another may speak by then. It goes on once the database answers, unless
another took over; then it ends.

A message that was on its way when its process froze may come to stand twice: who took over looked whether it stands,
found nothing and sent it, and the other is thawed right between its last look at the lease and its call. Discord knows
it again by its nonce for some minutes. What stands twice all the same is found by the id that its button carries.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.kernel import outbox
from bot.kernel.faults import DatabaseClosed, NotInCharge, StorageError
from bot.kernel.lease import HELD_FOR, SIGN_EVERY, InCharge, Lease, steady
from bot.kernel.outbox import Overtaken
from bot.living.creation import TROUBLE, PostedMessage, Unreadable, since_then
from bot.living.transactions import UnitsOfWork

_log = logging.getLogger(__name__)

# --- the lease of this process --------------------------------------------------------------------------------------


LOOK_EVERY: Final = 0.5
"""Seconds between two looks of who waits."""
AGAIN_AFTER: Final = 1.0
"""Seconds after a sign of life that the database did not take."""
WITHOUT_SPARE: Final = HELD_FOR + SIGN_EVERY
"""Seconds that a process waits that is no spare: the one before it may have died just now."""


class NotSure(ConnectionError):
    """Nothing is said to Discord: another process may be in charge by now."""


def silence_unless(is_sure: Callable[[], bool], trace: aiohttp.TraceConfig) -> None:
    """Has no call be made, and no press answered, by who is not sure: asked at first, and right before it leaves."""

    async def refuse(session: aiohttp.ClientSession, context: SimpleNamespace, moment: object) -> None:
        del session, context, moment
        if not is_sure():
            raise NotSure("the database has not heard this process for too long")

    trace.on_request_start.insert(0, refuse)
    # By its name it comes after the headers; aiohttp calls it before, and closes the connection where it raises.
    trace.on_request_headers_sent.insert(0, refuse)


class Charge:
    """The lease of this process, from the wait for it to its end."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None
        self.boot_before: str | None = None
        """The bot that began last on this server; None where none is known."""
        self.has_overtaken = False
        """Whether the one before gave it not up: it may be frozen, and go on some time."""

    @property
    def epoch(self) -> int:
        """Under which this process writes."""
        if self._lease.epoch is None:
            raise NotInCharge
        return self._lease.epoch

    @property
    def is_sure(self) -> bool:
        """Whether nobody else can be in charge at this moment."""
        return self._lease.is_sure

    async def take(self, ends: asyncio.Event, *, is_spare: bool) -> InCharge | None:
        """Waits until this process is in charge; answers who was before, or None where it was told to end first.

        Raises NotInCharge where another is, and StorageError where the database cannot be asked; a spare waits on.
        """
        loop, told = asyncio.get_running_loop(), False
        until = loop.time() + WITHOUT_SPARE
        while not ends.is_set():
            try:
                before = await asyncio.to_thread(self._attempt)
            except StorageError as trouble:
                if not is_spare:
                    raise
                _log.warning("the database cannot be asked who is in charge: %s", trouble)
                before = None
            if before is not None:
                self.boot_before, self.has_overtaken = before.boot or None, bool(before.holder)
                return before
            if not is_spare and loop.time() > until:
                raise NotInCharge((await asyncio.to_thread(self._lease.look)).holder)
            if not told:
                _log.info("another process is in charge; this one waits")
                told = True
            await _rest(ends, LOOK_EVERY)
        return None

    def _attempt(self) -> InCharge | None:
        self._lease.prepare()
        return self._lease.take()

    async def note_boot(self, boot: str) -> None:
        """Notes that this bot has begun: a store that names another one was put back from a copy."""
        await asyncio.to_thread(self._lease.note_boot, boot)

    def keep(self, lost: Callable[[NotInCharge], None]) -> None:
        """Gives signs of life from now on; `lost` is called on the loop where another has taken over."""
        loop = asyncio.get_running_loop()

        def tell(why: NotInCharge) -> None:
            try:
                loop.call_soon_threadsafe(lost, why)
            except RuntimeError:
                _log.info("another process took over while this one ended")

        self._thread = threading.Thread(target=self._sign, args=(tell,), name="lease", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Gives no more signs, and has another take over at once."""
        self._ends.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        if self._lease.epoch is not None:
            await asyncio.to_thread(self._lease.give_up)
        self._lease.close()

    def _sign(self, tell: Callable[[NotInCharge], None]) -> None:
        wait, is_heard = SIGN_EVERY, True
        while not self._ends.wait(wait):
            sent = steady()
            try:
                self._lease.sign()
            except NotInCharge as why:
                tell(why)
                return
            except StorageError as trouble:
                if is_heard:
                    _log.warning("the database does not hear that this process is in charge: %s", trouble)
                wait, is_heard = AGAIN_AFTER, False
            else:
                if not is_heard:
                    _log.info("the database hears this process again, which still is in charge")
                # One that was heard late counts from when it was given: the next one is due the sooner.
                wait, is_heard = max(0.0, sent + SIGN_EVERY - steady()), True


async def _rest(ends: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await ends.wait()
    except TimeoutError:
        return


# --- messages that stand twice --------------------------------------------------------------------------------------


LOOKS: Final = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=5), timedelta(minutes=20))
"""So long after it took over it looks. By the last of them no connection of the other process is still open."""


class DoubleWatch:
    """Looks for them from a start on, as long as any can come; what is left at the end the next start looks for."""

    def __init__(self, units: UnitsOfWork, client: discord.Client) -> None:
        self._units, self._client = units, client
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begins to look, if there is anything to look for."""
        self._task = asyncio.create_task(self._watch(), name="doubles")

    async def close(self) -> None:
        """Looks no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        look: Callable[[], Awaitable[datetime | None]] = self._next
        while True:
            try:
                at = await look()
            except DatabaseClosed:
                return
            except StorageError as trouble:
                _log.warning("messages that may stand twice cannot be looked for now: %s", trouble)
                at = self._units.clock() + LOOKS[0]
            if at is None:
                return
            await asyncio.sleep((at - self._units.clock()).total_seconds())
            look = self.look

    async def look(self) -> datetime | None:
        """Removes what stands twice now; answers when to look next, None where nothing more can come."""
        for one in await self._units.ask(outbox.overtaken):
            try:
                await self._remove(one)
            except (*TROUBLE, Unreadable) as trouble:
                _log.warning("whether the message %s stands twice cannot be seen now: %s", one.outbox_id, trouble)
        now = self._units.clock()
        await self._units.do(outbox.forget_overtaken, now - LOOKS[-1])
        return await self._next(now)

    async def _next(self, after: datetime | None = None) -> datetime | None:
        some = await self._units.ask(outbox.overtaken)
        looks = [one.overtaken_at + look for one in some for look in LOOKS]
        # At a start the last look may be due already.
        return min((at for at in looks if after is None or at > after), default=None)

    async def _remove(self, one: Overtaken) -> None:
        if one.message_id is None:
            # It is still to be said, and was not said on record.
            return
        message = PostedMessage(self._client, one.outbox_id)
        for stands in await message.standing(since_then(str(one.channel_id), one.first_at)):
            if stands.id != one.message_id:
                await stands.delete()
                _log.info("the message %s stood twice; the one that is not on record is removed", one.outbox_id)
