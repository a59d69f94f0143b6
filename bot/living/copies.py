"""Whose the database is, and how old its last copy is: looked at with the heartbeat, so that no press pays for it.

Each start notes its own id in the database and beside it. A running bot that finds another's, or another file in the
database's place, ends: whatever it wrote would be lost, or be written twice. Two bots on two copies of one file never
see each other; docs/copy.md says what the host does about that. A start that finds another id in the database than
beside it was put back from a copy: then what was to be said may have been said already, and is looked for.

Litestream says on its control socket when all was last in its copy; a backup leaves a note beside the file.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final

from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.addresses import Place
from bot.kernel.context import Tx
from bot.kernel.database_file import OpenedFile, boot_noted, last_backup, note_boot
from bot.kernel.faults import AnotherBegan, FileReplaced
from bot.kernel.outages import Boot
from bot.kernel.promises import Message, Promise
from bot.living.charge import Charge
from bot.living.transactions import UnitsOfWork

_log = logging.getLogger(__name__)

# --- the last copy --------------------------------------------------------------------------------------------------


ANSWERS_WITHIN: Final = 2.0
"""Seconds for Litestream, which sits on the same machine."""
LATE: Final = timedelta(minutes=1)
"""Litestream copies each second, and the heartbeat gives it something to copy four times in this time."""


class CopySilent(Exception):
    """Litestream does not answer, or knows of no copy; the text says which."""


class _Socket(HTTPConnection):
    """HTTP over a socket of the file system."""

    def __init__(self, path: Path) -> None:
        super().__init__("litestream", timeout=ANSWERS_WITHIN)
        self._path = path

    def connect(self) -> None:
        """Connects to the file in place of a host."""
        if not hasattr(socket, "AF_UNIX"):
            raise OSError("this system has no such sockets")
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(ANSWERS_WITHIN)
        self.sock.connect(str(self._path))


def copied_at(control: Path, database: Path) -> datetime:
    """When Litestream last had in its copy all that was written; raises CopySilent."""
    try:
        with closing(_Socket(control)) as connection:
            connection.request("GET", "/list")
            told: list[dict[str, Any]] = json.load(connection.getresponse())["databases"]
        names = {str(database), str(database.resolve())}
        copied = next((one for one in told if one["path"] in names), told[0] if len(told) == 1 else {})
        at = copied.get("last_sync_at")
        moment = None if at is None else datetime.fromisoformat(at).astimezone(UTC)
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as trouble:
        raise CopySilent(f"Litestream does not answer at {control} ({trouble})") from trouble
    if moment is None:
        raise CopySilent("Litestream has not copied the database yet")
    return moment


class CopyWatch:
    """Knows how old the last copy is, and tells the log where that is too old. A server is copied by who runs it."""

    def __init__(self, database: Place, control: Path | None, clock: Callable[[], datetime]) -> None:
        self._database, self._control, self._clock = database, control, clock
        self.last: datetime | None = None
        """Up to when all that was written is known to be in a backup or a copy."""
        self._is_known = False
        self._warned = False
        self._since = clock()
        """Litestream may begin later than the bot."""

    async def look(self) -> None:
        """Finds out how old it is now."""
        if not isinstance(self._database, Path):
            return
        backed_up = last_backup(self._database)
        if self._control is None:
            self.last = backed_up
            self._tell_once()
            return
        trouble = ""
        try:
            at: datetime | None = await asyncio.to_thread(copied_at, self._control, self._database)
        except CopySilent as silent:
            at, trouble = None, str(silent)
        self.last = max((one for one in (self.last, at, backed_up) if one is not None), default=None)
        self._tell_trouble(at or self._since, trouble)
        if at is not None:
            self._tell_once()

    def _tell_once(self) -> None:
        """At the start the age is told, whatever it is."""
        if self._is_known:
            return
        self._is_known = True
        if self.last is None:
            _log.warning("no backup and no copy of the database is known; docs/copy.md says how to have one")
        else:
            _log.info("the last copy of the database is %s old", _rounded(self._clock() - self.last))

    def _tell_trouble(self, at: datetime, trouble: str) -> None:
        is_late = self._clock() - at > LATE
        if is_late and not self._warned:
            old = "of unknown age" if self.last is None else f"{_rounded(self._clock() - self.last)} old"
            _log.warning("the database is not being copied, its last copy is %s: %s", old, trouble or "it stands still")
        elif self._warned and not is_late:
            _log.info("the database is being copied again")
        self._warned = is_late


def _rounded(length: timedelta) -> timedelta:
    return timedelta(seconds=round(max(length, timedelta()).total_seconds()))


# --- whose the database is ------------------------------------------------------------------------------------------


def begin(tx: Tx, boot: str) -> Boot | None:
    """Notes that this process begins; answers which one began before it."""
    earlier = kernel_time_store.last_begun(tx)
    kernel_time_store.note_begun(tx, Boot(boot, tx.now))
    return earlier


def is_from_a_copy(earlier: Boot | None, noted: str | None) -> bool:
    """Whether another process began last on this database than in its folder; `noted` is who may have, beside it."""
    if earlier is None or earlier.boot in (noted or "").split():
        return False
    _log.warning(
        "the database was not left here by this folder's last bot: it was put back from a copy, or moved. Bot %s wrote"
        " in it last, which began at %s. If that one still runs anywhere, end it now: Discord lets two bots with one"
        " token answer side by side and tells neither of the other (docs/copy.md)",
        earlier.boot,
        f"{earlier.at:%Y-%m-%d %H:%M:%S} UTC",
    )
    return True


def doubt_what_waits(tx: Tx, attempts_at: Callable[[Promise[Message]], Sequence[str]]) -> None:
    """Has all that waits looked for before it is said: it may have been said after the copy was made."""
    for promise in outbox.waiting(tx, outbox.MOST_DOUBTED):
        outbox.doubt(tx, promise, attempts_at(promise))


async def noted_beside(place: Place, charge: Charge | None) -> str | None:
    """The bot that began last where the store is, whatever the store itself says, or two of which one did; or None."""
    if isinstance(place, Path):
        return boot_noted(place)
    return None if charge is None else charge.boot_before


async def note_beside(place: Place, charge: Charge | None, *boots: str) -> None:
    """Notes where the store is that this bot has begun, or that it is one of these."""
    if isinstance(place, Path):
        note_boot(place, " ".join(boots))
    elif charge is not None:
        await charge.note_boot(" ".join(boots))


class Custody:
    """Whether the database is still this process's own."""

    def __init__(self, units: UnitsOfWork, database: Place, begun: Boot) -> None:
        self._units, self._place, self.begun = units, database, begun
        self._opened = OpenedFile(database) if isinstance(database, Path) else None

    async def check(self) -> None:
        """Raises FileReplaced or AnotherBegan."""
        if self._opened is not None and not self._opened.is_in_place:
            raise FileReplaced(self._opened.path)
        last = await self._units.ask(kernel_time_store.last_begun)
        if last is not None and last.boot != self.begun.boot:
            raise AnotherBegan(self._place, last.boot, last.at)
