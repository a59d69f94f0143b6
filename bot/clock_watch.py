"""What Discord's answers and the people's presses say about the machine's clock, and whom a wrong one is told to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from yarl import URL

from bot.storage import outages
from bot.storage.context import Tx
from bot.timekeeper import Timekeeper
from bot.units_of_work import UnitsOfWork

_UNREACHABLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
_log = logging.getLogger(__name__)


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
            self._told, self._remembers = await units.ask(outages.clock_off), True
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
