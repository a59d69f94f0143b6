"""`python -m bot run`: the bot as a process, from its settings to a clean end, and its way to Discord at a start.

What cannot be reached is named, and tried again where that can help.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import discord
from discord import gateway
from yarl import URL

from bot.app import COGS, MIGRATIONS, Ports, TournamentBot
from bot.kernel.addresses import Address
from bot.kernel.database import server_lease
from bot.kernel.database_file import make_ready, sole_use
from bot.kernel.faults import AnotherBegan, ConnectionLost, NotInCharge, StorageError, fault
from bot.living.charge import Charge
from bot.living.creation import TROUBLE
from bot.living.journal import write_lines
from bot.living.reachability import ClockWatch
from bot.living.scheduler import SchedulerWaker
from bot.living.transactions import Timekeeper
from bot.settings import LogFormat, Settings, SettingsError, read_settings

if TYPE_CHECKING:
    from discord.gateway import DiscordWebSocket

    from bot.living.figures import Figures
    from bot.living.web_process import WebProcess


# --- the way to Discord ---------------------------------------------------------------------------------------------


FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(minutes=2)
"""Between two attempts: a machine whose network comes back has its bot back this soon."""
_PASSES_BY_ITSELF: Final = frozenset({408, 429})
"""Beside all from 500 on, how Discord says that it takes no requests now and will take them later."""
_TOKEN_REFUSED: Final = 4004
"""How the gateway says it."""
_log = logging.getLogger(__name__)


class NotLetIn(Exception):
    """Discord was reached and does not let the bot in; trying again would change nothing. `remedy` says what would."""

    def __init__(self, said: str, remedy: str) -> None:
        super().__init__(said)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class WayToDiscord:
    """The addresses by which Discord is called, and the event that is set when the process is told to end."""

    api: str
    gateway: str
    ends: asyncio.Event


async def log_in(bot: TournamentBot, token: str, way: WayToDiscord) -> bool:
    """Logs in, as often as it takes; False where the process was told to end meanwhile. Raises NotLetIn."""
    wait = FIRST_WAIT
    while not way.ends.is_set():
        try:
            await _log_in_unless_ended(bot, token, way.ends)
        except discord.LoginFailure as refusal:
            raise _token_refused() from refusal
        except Exception as trouble:
            if way.ends.is_set():
                _log.info("told to end before the start was over: %r", trouble)
                return False
            # Discord was reached where the application is known: what fails after that is no trouble of the way to it.
            if bot.application is not None or not isinstance(trouble, TROUBLE):
                raise
            if not passes_by_itself(trouble):
                raise NotLetIn(reason(trouble, way.api), _SEE_STATUS) from trouble
            _log.warning("%s; I try again in %d seconds", reason(trouble, way.api), wait.total_seconds())
            await _begin_anew(bot)
            await _rest(way.ends, wait)
            wait = min(wait * 2, LONGEST_WAIT)
        else:
            return not way.ends.is_set()
    return False


async def _log_in_unless_ended(bot: TournamentBot, token: str, ends: asyncio.Event) -> None:
    """Logs in; told to end, it waits no longer for Discord, whom discord.py asks five times in half a minute."""
    login, told_to_end = asyncio.create_task(bot.login(token)), asyncio.create_task(ends.wait())
    try:
        await asyncio.wait({login, told_to_end}, return_when=asyncio.FIRST_COMPLETED)
        if bot.application is None and not login.done():
            login.cancel()
            await asyncio.wait({login})
            return
        # What the start has begun is not torn off in its middle.
        await login
    finally:
        told_to_end.cancel()


async def stay_connected(bot: TournamentBot, way: WayToDiscord) -> None:
    """Holds the connection until the bot is closed. Raises NotLetIn where Discord ends it for good."""
    try:
        await bot.connect()
    except discord.ConnectionClosed as closed:
        raise _closed_for_good(closed, way) from closed


def passes_by_itself(trouble: BaseException) -> bool:
    """Whether the same request may go well later: the network, or Discord's own health."""
    if isinstance(trouble, discord.HTTPException):
        return trouble.status >= 500 or trouble.status in _PASSES_BY_ITSELF
    return isinstance(trouble, TROUBLE)


def reason(trouble: BaseException, address: str) -> str:
    """What could not be reached, or what it answered."""
    host = urlsplit(address).netloc
    if isinstance(trouble, discord.HTTPException):
        return f"Discord's API at {host} answered {trouble.status} {trouble.text[:200]}".rstrip()
    if isinstance(trouble, asyncio.TimeoutError):
        return f"Discord at {host} did not answer in time"
    return f"Discord at {host} cannot be reached ({trouble or type(trouble).__name__})"


def tell_in_one_line(gateway: str) -> None:
    """Has discord.py say of a lost connection what was not reached, without all that led there."""

    def shorten(record: logging.LogRecord) -> bool:
        trouble = record.exc_info[1] if record.exc_info else None
        if isinstance(trouble, (*TROUBLE, discord.GatewayNotFound, discord.ConnectionClosed)):
            record.msg, record.args = f"{reason(trouble, gateway)}: {record.getMessage()}", ()
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        return True

    logging.getLogger("discord.shard").addFilter(shorten)


_SEE_STATUS: Final = (
    "See https://discordstatus.com, and whether anything between this machine and Discord refuses it; then start anew."
)


def _token_refused() -> NotLetIn:
    return NotLetIn(
        "Discord does not accept the token",
        "DISCORD_TOKEN: reset it on the Bot page of your application at Discord, and paste it into .env.",
    )


def _closed_for_good(closed: discord.ConnectionClosed, way: WayToDiscord) -> NotLetIn:
    if closed.code == _TOKEN_REFUSED:
        return _token_refused()
    host = urlsplit(way.gateway).netloc
    return NotLetIn(f"Discord at {host} closed the connection for good (code {closed.code})", _SEE_STATUS)


async def _begin_anew(bot: TournamentBot) -> None:
    """Lets go of the session that failed: discord.py makes one with each login, and keeps its connector."""
    await bot.http.close()
    bot.http.connector = discord.utils.MISSING


async def _rest(ends: asyncio.Event, wait: timedelta) -> None:
    """Waits, or less where the process is told to end."""
    try:
        async with asyncio.timeout(wait.total_seconds()):
            await ends.wait()
    except TimeoutError:
        return


# --- the process ----------------------------------------------------------------------------------------------------


CANNOT_START = 2
"""What only a person can mend; a supervisor starts it no more."""
AGAIN = 1
"""What a new start may find mended: a server that is away, or, for a spare, that another took over."""
OUR_OWN = ("bot", "cogs")
"""The parts whose log lines we have written."""
TURN = 0.0005
"""Seconds that a thread may compute while another waits for its turn: a press is written while a thousand look."""


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The command takes nothing: everything is a setting."""
    del parser, name


def run(arguments: argparse.Namespace) -> int:
    """Runs until the process is told to end; answers 0 then, else 1 or 2, saying what to do."""
    del arguments
    try:
        settings = read_settings()
    except SettingsError as error:
        _complain("Arbiter cannot start yet:", *(f"- {problem}" for problem in error.problems))
        return CANNOT_START
    level, as_json = logging.getLevelNamesMapping()[settings.log_level], settings.log_format is LogFormat.JSON
    hidden = () if isinstance(settings.database, Path) else settings.database.secrets
    set_logging_up(level, as_json=as_json, secrets=(settings.token.get_secret_value(), *hidden))
    _point(settings)
    tell_in_one_line(settings.gateway)
    try:
        if isinstance(settings.database, Path):
            with sole_use(settings.database):
                make_ready(settings.database, MIGRATIONS, time.time_ns() // 1_000_000)
                asyncio.run(_serve(settings))
        else:
            asyncio.run(_serve(settings))
    except (StorageError, NotLetIn, OSError) as error:
        # An OSError names its own file or address: it is none of the database's, whose own are StorageErrors by now.
        status = _give_up(error)
        return AGAIN if passes_with_a_start(error, is_spare=settings.spare) else status
    except sqlite3.Error as error:
        # Of a file: what a server refuses is a StorageError as well.
        return _give_up(fault(Path(str(settings.database)), error))
    return 0


def passes_with_a_start(error: Exception, *, is_spare: bool) -> bool:
    """Whether a process that is started anew may go on, or wait for its turn again."""
    return isinstance(error, ConnectionLost) or (is_spare and isinstance(error, NotInCharge | AnotherBegan))


def _give_up(error: StorageError | NotLetIn | OSError) -> int:
    remedy = StorageError.remedy if isinstance(error, OSError) else error.remedy
    _complain(f"Arbiter cannot go on: {error}.", f"- {remedy}")
    return CANNOT_START


def set_logging_up(level: int, *, as_json: bool = False, secrets: Sequence[str] = ()) -> None:
    """Our own parts say what is asked for; libraries nothing below INFO.

    At DEBUG they write what Discord sends and is sent, with ballots, texts of forms and tokens.
    """
    write_lines(max(level, logging.INFO), as_json=as_json, secrets=secrets)
    # The bot never speaks aloud: that it could not is the first thing that a host would read, twice.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for name in OUR_OWN:
        logging.getLogger(name).setLevel(level)


async def _serve(settings: Settings) -> None:
    way = WayToDiscord(settings.api_base, settings.gateway, asyncio.Event())
    _on_signals(way.ends.set)
    ports = _ports(settings)
    if isinstance(settings.database, Path):
        await _run(settings, ports, way)
        return
    boot = ports.boot_id()
    charge = _charge(settings.database, boot)
    # Who waits has time for that; who takes over has none.
    for name in COGS:
        import_module(f"cogs.{name}")
    try:
        if await charge.take(way.ends, is_spare=settings.spare) is not None:
            await _run(settings, replace(ports, charge=charge, boot_id=lambda: boot), way)
    finally:
        await charge.close()


async def _run(settings: Settings, ports: Ports, way: WayToDiscord) -> None:
    """Has the bot live until it is told to end, or has to."""
    bot = TournamentBot(settings.database, ports)
    loop = asyncio.get_running_loop()
    ending: set[asyncio.Task[None]] = set()

    def end() -> None:
        # Closing takes a moment (what is under way is finished); a second signal must not begin it again.
        if not ending:
            way.ends.set()
            ending.add(loop.create_task(bot.close()))

    _on_signals(end)
    if ports.charge is not None:
        ports.charge.keep(bot.end_because)
    sys.setswitchinterval(TURN)
    bot.figures = _figures(settings)
    async with bot, bot.figures or nullcontext():
        if await log_in(bot, settings.token.get_secret_value(), way):
            # What the start has made stays to the end: no collection need look at it while a press waits for an answer.
            gc.freeze()
            await stay_connected(bot, way)
    await asyncio.gather(*ending)
    if bot.ended_by is not None:
        raise bot.ended_by


def _charge(address: Address, boot: str) -> Charge:
    """The lease of a server's database; what talks to one is imported where it is asked for alone."""
    return Charge(server_lease(address, f"bot {boot}"))


def _ports(settings: Settings) -> Ports:
    keeper = Timekeeper()
    return Ports(
        clock=keeper.now,
        time_passed=keeper.time_passed,
        waker=partial(SchedulerWaker, keeper.now),
        clock_watch=ClockWatch(keeper),
        guild_ids=settings.guild_ids,
        language=settings.language,
        time_zone=settings.time_zone,
        shards=settings.shards,
        litestream=settings.litestream,
        pages_address=settings.web_address,
        pages=_pages(settings),
    )


def _pages(settings: Settings) -> Callable[[], WebProcess] | None:
    """What serves or publishes pages; nothing of it is imported where the host wants none."""
    if not settings.web and settings.publish is None:
        return None
    from bot.living.web_process import WebProcess, WebWish  # noqa: PLC0415

    publish = "" if settings.publish is None else str(settings.publish.resolve())
    wish = WebWish(
        settings.database, settings.web_address, settings.web, settings.web_proxy, publish, settings.log_format
    )
    return lambda: WebProcess(wish)


def _figures(settings: Settings) -> Figures | None:
    """What counts for the host; nothing of it is imported where none is wanted."""
    if not settings.metrics:
        return None
    from bot.living.figures import Figures  # noqa: PLC0415

    return Figures(settings.metrics)


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
