"""`python -m bot doctor`: what would keep the bot from working, each with its fix; `/doctor` looks at a server.

`python -m bot backup FILE` and `restore FILE`: the whole memory of the bot is one file, and so is its copy.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from PIL import features

from bot.features.pages import store as pages_store
from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.addresses import DatabasePlace, ServerAddress, is_loopback
from bot.kernel.context import Query, Work
from bot.kernel.database import connect_to_look
from bot.kernel.database_file import check, last_backup, read_by_others
from bot.kernel.faults import DamagedFile, StorageError
from bot.living.copies import LATE, CopySilent, copied_at
from bot.settings import (
    PagesWanted,
    SettingsError,
    read_database,
    read_litestream,
    read_metrics,
    read_pages,
    read_settings,
)
from web.publishing import CannotPublish, refuse_unwritable

T = TypeVar("T")
ENOUGH_SPACE = 200 * 2**20


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is well, and what to do where it is not."""

    well: bool
    what: str
    remedy: str = ""


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Adds nothing: the command takes no arguments."""
    del parser, name


def run(arguments: argparse.Namespace) -> int:
    """Prints each finding; answers 0 when all is well, 1 otherwise."""
    del arguments
    found = [finding for look in LOOKS for finding in look()]
    for finding in found:
        sys.stdout.write(f"{'ok ' if finding.well else 'FIX'}  {finding.what}\n")
        if not finding.well:
            sys.stdout.write(f"     {finding.remedy}\n")
    return 0 if all(finding.well for finding in found) else 1


def _settings() -> Iterator[Finding]:
    try:
        read_settings()
    except SettingsError as error:
        for problem in error.problems:
            yield Finding(False, f"{problem.key} {problem.fault}.", problem.remedy)
    else:
        yield Finding(True, "The settings are complete.")


def _database() -> Iterator[Finding]:
    path = read_database()
    if isinstance(path, ServerAddress):
        yield _server(path)
        return
    if not path.exists():
        yield Finding(True, f"{path} does not exist yet; the bot makes it at its first start.")
        return
    try:
        check(path)
    except (StorageError, sqlite3.Error) as error:
        yield Finding(False, f"{error}.", getattr(error, "remedy", DamagedFile.remedy))
    else:
        yield Finding(True, f"{path} is sound.")
    for file in read_by_others(path):
        yield Finding(False, f"{file} can be read by others on this machine.", f"chmod 600 {file}")


def _server(address: ServerAddress) -> Finding:
    try:
        connect_to_look(address).close()
    except StorageError as error:
        return Finding(False, f"{error}.", error.remedy)
    return Finding(True, f"{address} answers.")


def _copies() -> Iterator[Finding]:
    path, control = read_database(), read_litestream()
    begun = _look_up(path, kernel_time_store.last_begun)
    if begun is not None:
        yield Finding(True, f"Bot {begun.boot} began on it last, {begun.at:%Y-%m-%d %H:%M:%S} UTC.")
    if isinstance(path, ServerAddress):
        yield Finding(True, "Copies of it are made where the server is; docs/postgres.md says what to look after.")
    elif control is not None:
        yield from _copied(control, path)
    elif path.exists():
        at = last_backup(path)
        yield Finding(
            True,
            "No backup and no copy of it is known; docs/copy.md says how to have one."
            if at is None
            else f"Its last backup is {_age(at)} old.",
        )


def _copied(control: Path, path: Path) -> Iterator[Finding]:
    remedy = "See that Litestream runs, and what it writes: docs/copy.md."
    try:
        at = copied_at(control, path)
    except CopySilent as silent:
        yield Finding(False, f"{silent}.", remedy)
        return
    is_late = datetime.now(UTC) - at > LATE
    yield Finding(not is_late, f"Litestream's last copy of it is {_age(at)} old.", remedy)


def _age(at: datetime) -> timedelta:
    return timedelta(seconds=max(0, round((datetime.now(UTC) - at).total_seconds())))


def _clock() -> Iterator[Finding]:
    off = _clock_off(read_database())
    if off is None:
        yield Finding(True, "The clock agreed with Discord's when the bot last looked.")
        return
    yield Finding(
        False,
        f"The clock was {abs(off)} {'fast' if off > timedelta() else 'slow'} when the bot last looked.",
        "Set it, and keep it set by a time service such as systemd-timesyncd or chrony.",
    )


def _clock_off(path: DatabasePlace) -> timedelta | None:
    return _look_up(path, kernel_time_store.clock_off)


def _calls() -> Iterator[Finding]:
    n = _look_up(read_database(), tournaments_summons_store.count_unreached) or 0
    if n == 0:
        yield Finding(True, "Discord pinged the organisers' role wherever it was called last.")
        return
    yield Finding(
        False,
        f"In {n} server{'s' if n > 1 else ''} Discord does not ping the organisers' role, so a call reaches nobody.",
        "There, whoever manages the server types /doctor and presses the button that lets the role be pinged.",
    )


def _pages() -> Iterator[Finding]:
    wanted = read_pages()
    if not wanted.web and wanted.publish is None:
        yield Finding(True, "No pages for spectators: ARBITER_WEB and ARBITER_PUBLISH are empty.")
        return
    n = len(_look_up(wanted.database, pages_store.servers_on) or ())
    servers = "1 server has" if n == 1 else f"{n} servers have"
    yield Finding(True, f"Pages are read at {wanted.address or 'no address yet'}; {servers} switched them on.")
    if wanted.web:
        yield from _serving(wanted)
    if wanted.publish is not None:
        yield from _publishing(wanted.publish)


def _serving(wanted: PagesWanted) -> Iterator[Finding]:
    listens, reads = urlsplit(f"//{wanted.web}").hostname or "", urlsplit(wanted.address)
    if not is_loopback(listens) and not wanted.proxies:
        yield Finding(
            False,
            f"Pages are served on {wanted.web} to whoever reaches this machine, without encryption.",
            "Serve them on 127.0.0.1, and put a proxy with a certificate before them.",
        )
    elif is_loopback(listens) and not wanted.proxies and not is_loopback(reads.hostname or ""):
        yield Finding(
            False,
            "All visitors count as one, since they come through a proxy that is not named.",
            "Write the address from which the proxy connects, mostly 127.0.0.1, into ARBITER_WEB_PROXY.",
        )
    else:
        now = "they answer" if _answers(listens, urlsplit(f"//{wanted.web}").port) else "nothing answers there now"
        yield Finding(True, f"Pages are served on {wanted.web} while the bot runs; {now}.")


def _figures() -> Iterator[Finding]:
    listens = read_metrics()
    if not listens:
        yield Finding(True, "No figures for the host: ARBITER_METRICS is empty.")
        return
    place = urlsplit(f"//{listens}")
    now = "they answer" if _answers(place.hostname or "", place.port) else "nothing answers there now"
    yield Finding(True, f"Figures are served on {listens} while the bot runs; {now}.")


def _answers(host: str, port: int | None) -> bool:
    """Whether a program listens there."""
    with suppress(OSError), socket.create_connection((host, port or 0), timeout=1):
        return True
    return False


def _publishing(folder: Path) -> Iterator[Finding]:
    try:
        refuse_unwritable(folder)
    except CannotPublish as why:
        remedy = "Let the bot write into the folder, or name another one in ARBITER_PUBLISH."
        yield Finding(False, f"Pages cannot be published into {folder}: {why}.", remedy)
        return
    yield Finding(True, f"Pages are published into {folder}.")
    yield _room(folder, "for the pages", "Make room: without it pages stay as they were.")


def _room(folder: Path, what_for: str, remedy: str) -> Finding:
    """Whether there is room in the folder, or where it is to be made."""
    place = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    free = shutil.disk_usage(place).free
    return Finding(free >= ENOUGH_SPACE, f"{free // 2**20:,} MiB are free {what_for}.", remedy)


def _look_up(path: DatabasePlace, look: Callable[[Query], T]) -> T | None:
    """What the bot found; a file that is missing, damaged or older knows nothing, which is told elsewhere."""
    if isinstance(path, Path) and not path.exists():
        return None
    with suppress(StorageError, sqlite3.Error), closing(connect_to_look(path)) as connection:
        return look(Query(Work(connection, set()), datetime.now(UTC)))
    return None


def _space() -> Iterator[Finding]:
    remedy = "Make room: without it no report and no check-in can be written."
    path = read_database()
    if isinstance(path, Path):
        yield _room(path.parent, "beside the database", remedy)


def _zones() -> Iterator[Finding]:
    yield Finding(
        "America/Sao_Paulo" in available_timezones(),
        "Time zones are known.",
        "Install the package tzdata, which this machine lacks.",
    )


def _pictures() -> Iterator[Finding]:
    yield Finding(
        bool(features.check("raqm")),
        "Pictures can set every script.",
        "Install Pillow from its published wheels: this one was built without RAQM.",
    )


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _settings, _database, _copies, _clock, _calls, _pages, _figures, _space, _zones, _pictures,
)  # fmt: skip
