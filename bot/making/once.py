"""The one door through which anything is made at Discord: nothing is asked for again before a look whether it is there.

Before each call it is noted what is asked for and from when on; the note goes in the transaction that puts the made
thing on record. Where a note is found, as after an error or a crash, the kind is asked for what was made since.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar
from weakref import WeakValueDictionary

import discord

from bot.making.requests import was_refused
from bot.storage import attempts
from bot.storage.attempts import Attempt
from bot.storage.context import Query, Tx
from bot.units_of_work import UnitsOfWork

MARGIN: Final = timedelta(minutes=1)
"""What is looked through before the first attempt, for clocks that differ, and after the end of the last one."""
SETTLING: Final = timedelta(seconds=20)
"""How long after a call in doubt Discord may still be busy with it: nothing is made again before."""

Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)
Noted = TypeVar("Noted")


@dataclass(frozen=True, slots=True)
class Since:
    """Where to look: the time of the attempts as Discord's ids count it, and the sign under which it was asked for."""

    sign: str
    after: int
    before: int | None
    """None while nothing says that the last call is over."""

    def covers(self, snowflake: int) -> bool:
        """Whether what has this id was made in that time."""
        return self.after < snowflake and (self.before is None or snowflake < self.before)


class Traceable(Protocol[Made_co]):
    """One thing that may have been made, of a kind that knows how to find it again."""

    async def find(self, since: Since) -> Made_co | None:
        """What an earlier call made, or None where none had its effect."""


class Creation(Traceable[Made_co], Protocol[Made_co]):
    """One thing to be made."""

    @property
    def sign(self) -> str:
        """What is noted before the first call: where it is made, or under which name."""

    @property
    def repeats_are_harmless(self) -> bool:
        """Whether Discord itself recognises a repetition within its next minutes."""

    async def create(self) -> Made_co:
        """The one call that makes it."""


class TooSoon(Exception):
    """Discord may still be busy with the last attempt, and a look would prove nothing."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"the last attempt is in doubt until {until.isoformat()}")
        self.until = until


class Maker:
    """See the module. `what` names the thing in all attempts at it, before and after a restart."""

    def __init__(self, units: UnitsOfWork) -> None:
        self._units = units
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def alone(self, where: str) -> AbstractAsyncContextManager[None]:
        """Held while looking for what is missing and making it, so that two who press make it once."""
        return self._locks.setdefault(where, asyncio.Lock())

    async def look(self, what: str, thing: Traceable[Made]) -> Made | None:
        """What earlier attempts made of it; without a call where there were none."""
        tried = await self._units.ask(attempts.of, what)
        return None if tried is None else await thing.find(_since(tried))

    async def make(
        self, what: str, creation: Creation[Made], wanted: Callable[[Query], bool] = lambda _: True
    ) -> Made | None:
        """Asks for it, once; None where `wanted`, asked in the noting transaction, says that it must not be any more.

        Whoever puts it on record does so with `end_doubt`. Raises TooSoon, and what the call raises.
        """
        is_first = await self._units.do(_begin_if, what, creation, wanted)
        return None if is_first is None else await self._create(what, creation, is_first=is_first)

    async def once(
        self,
        what: str,
        creation: Creation[Made],
        note: Callable[[Tx, Made], Noted],
        furnish: Callable[[Made], Awaitable[None]] | None = None,
    ) -> Noted:
        """Finds or makes it, furnishes it with what may be done twice, and puts it on record."""
        made = await self.look(what, creation)
        if made is None:
            made = await self._create(what, creation, is_first=await self._units.do(_begin, what, creation))
        if furnish is not None:
            await furnish(made)

        def note_made(tx: Tx) -> Noted:
            end_doubt(tx, what)
            return note(tx, made)

        return await self._units.do(note_made)

    async def _create(self, what: str, creation: Creation[Made], *, is_first: bool) -> Made:
        try:
            return await creation.create()
        except Exception as trouble:
            await self._units.do(_broken_off, what, undone=is_first and was_refused(trouble))
            raise


async def at_most_once(creation: Creation[Made]) -> Made:
    """Asks for what nobody waits for and nothing counts on: if its end is not known it is left at that."""
    return await creation.create()


def cut_off(tx: Tx) -> None:
    """Notes at a start that what was under way before ended with the process."""
    attempts.end_all(tx, tx.now)


def end_doubt(tx: Tx, what: str) -> None:
    """Ends the doubt, in the transaction that puts on record what was made."""
    attempts.settle(tx, what)


def _begin(tx: Tx, what: str, creation: Creation[object]) -> bool:
    """Notes the attempt; whether it is the first. Raises TooSoon."""
    tried = attempts.of(tx, what)
    until = None if tried is None or tried.ended_at is None else tried.ended_at + SETTLING
    # Where the clock was set back since the last attempt, that must not hold anything up for longer.
    if until is not None and not creation.repeats_are_harmless and tx.now < until < tx.now + MARGIN:
        raise TooSoon(until)
    attempts.begin(tx, what, creation.sign, tx.now)
    return tried is None


def _begin_if(tx: Tx, what: str, creation: Creation[object], wanted: Callable[[Query], bool]) -> bool | None:
    return _begin(tx, what, creation) if wanted(tx) else None


def _broken_off(tx: Tx, what: str, *, undone: bool) -> None:
    if undone:
        attempts.settle(tx, what)
    else:
        attempts.end(tx, what, tx.now)


def _since(tried: Attempt) -> Since:
    after = discord.utils.time_snowflake(tried.first_at - MARGIN) - 1
    ended = tried.ended_at
    return Since(tried.sign, after, None if ended is None else discord.utils.time_snowflake(ended + MARGIN))
