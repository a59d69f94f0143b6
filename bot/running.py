"""`python -m bot run`: the bot as a process, from its settings to a clean end."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import gateway
from yarl import URL

from bot.app import MIGRATIONS, Ports, TournamentBot
from bot.clock_watch import ClockWatch
from bot.reaching import NotLetIn, Way, log_in, stay_connected, tell_in_one_line
from bot.scheduler import SchedulerWaker
from bot.settings import Settings, SettingsError, read_settings
from bot.storage.custody import make_ready, sole_use
from bot.storage.errors import StorageError
from bot.storage.faults import fault
from bot.timekeeper import Timekeeper

if TYPE_CHECKING:
    from discord.gateway import DiscordWebSocket

CANNOT_START = 2
OUR_OWN = ("bot", "cogs")
"""The parts whose log lines we have written."""
TURN = 0.0005
"""Seconds that a thread may compute while another waits for its turn: a press is written while a thousand look."""


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The command takes nothing: everything is a setting."""
    del parser, name


def run(arguments: argparse.Namespace) -> int:
    """Runs until the process is told to end; answers 0 then, and 2 where it could not start, saying what to do."""
    del arguments
    try:
        settings = read_settings()
    except SettingsError as error:
        _complain("Arbiter cannot start yet:", *(f"- {problem}" for problem in error.problems))
        return CANNOT_START
    set_logging_up(logging.getLevelNamesMapping()[settings.log_level])
    _point(settings)
    tell_in_one_line(settings.gateway)
    try:
        with sole_use(settings.database):
            make_ready(settings.database, MIGRATIONS, time.time_ns() // 1_000_000)
            asyncio.run(_serve(settings))
    except sqlite3.Error as error:
        return _give_up(fault(settings.database, error))
    except (StorageError, NotLetIn, OSError) as error:
        # An OSError names its own file or address: it is none of the database's, whose own are StorageErrors by now.
        return _give_up(error)
    return 0


def _give_up(error: StorageError | NotLetIn | OSError) -> int:
    remedy = StorageError.remedy if isinstance(error, OSError) else error.remedy
    _complain(f"Arbiter cannot go on: {error}.", f"- {remedy}")
    return CANNOT_START


def set_logging_up(level: int) -> None:
    """Our own parts say what is asked for; libraries nothing below INFO.

    At DEBUG they write what Discord sends and is sent, with ballots, texts of forms and tokens.
    """
    discord.utils.setup_logging(level=max(level, logging.INFO), root=True)
    for name in OUR_OWN:
        logging.getLogger(name).setLevel(level)


async def _serve(settings: Settings) -> None:
    keeper = Timekeeper()
    ports = Ports(
        clock=keeper.now,
        time_passed=keeper.time_passed,
        waker=partial(SchedulerWaker, keeper.now),
        clock_watch=ClockWatch(keeper),
        guild_ids=settings.guild_ids,
        language=settings.language,
        time_zone=settings.time_zone,
    )
    bot = TournamentBot(settings.database, ports)
    loop = asyncio.get_running_loop()
    way = Way(settings.api_base, settings.gateway, asyncio.Event())
    ending: set[asyncio.Task[None]] = set()

    def end() -> None:
        # Closing takes a moment (what is under way is finished); a second signal must not begin it again.
        if not ending:
            way.ends.set()
            ending.add(loop.create_task(bot.close()))

    _on_signals(end)
    sys.setswitchinterval(TURN)
    async with bot:
        if await log_in(bot, settings.token.get_secret_value(), way):
            # What the start has made stays to the end: no collection need look at it while a press waits for an answer.
            gc.freeze()
            await stay_connected(bot, way)
    await asyncio.gather(*ending)


def _on_signals(end: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows has no such handlers; Control-C raises there.
            loop.add_signal_handler(number, end)


def _point(settings: Settings) -> None:
    """Has discord.py call the addresses of the settings, which may only be Discord's or this machine's."""
    discord.http.Route.BASE = settings.api_base
    socket: type[DiscordWebSocket] = gateway.DiscordWebSocket
    socket.DEFAULT_GATEWAY = URL(settings.gateway)


def _complain(*lines: str) -> None:
    sys.stderr.write("\n".join(lines) + "\n")
