"""`python -m bot doctor`: what would keep the bot from working, each with its fix; and `backup FILE`, `restore FILE`.

`/doctor` looks at a server. The whole memory of the bot is one file, and so is its copy.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from zoneinfo import available_timezones

from PIL import features

from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Work
from bot.kernel.database import connect_to_read
from bot.kernel.database_file import backup, check, read_by_others, restore
from bot.kernel.faults import DamagedFile, StorageError
from bot.settings import SettingsError, read_database, read_settings

# --- doctor ---------------------------------------------------------------------------------------------------------


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


def _clock_off(path: Path) -> timedelta | None:
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


def _look_up(path: Path, look: Callable[[Query], T]) -> T | None:
    """What the bot found; a file that is missing, damaged or older knows nothing, which is told elsewhere."""
    if not path.exists():
        return None
    with suppress(StorageError, sqlite3.Error), closing(connect_to_read(path)) as connection:
        return look(Query(Work(connection, set()), datetime.now(UTC)))
    return None


def _space() -> Iterator[Finding]:
    free = shutil.disk_usage(read_database().absolute().parent).free
    yield Finding(
        free >= ENOUGH_SPACE,
        f"{free // 2**20:,} MiB are free beside the database.",
        "Make room: without it no report and no check-in can be written.",
    )


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


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (_settings, _database, _clock, _calls, _space, _zones, _pictures)


# --- backup and restore ---------------------------------------------------------------------------------------------


CANNOT = 2


def add_safekeeping_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The file, and for `restore` whether a present database may be set aside."""
    parser.set_defaults(command=name)
    parser.add_argument("file", type=Path, help="the backup's file")
    parser.add_argument(
        "--database", type=Path, default=None, help="the bot's database (default: that of the settings)"
    )
    if name == "restore":
        parser.add_argument("--replace", action="store_true", help="set a present database aside, beside the new one")


def run_safekeeping(arguments: argparse.Namespace) -> int:
    """Does it and says where everything is now; answers 2 with the reason when it cannot be done."""
    database = arguments.database or read_database()
    try:
        if arguments.command == "backup":
            backup(database, arguments.file)
            sys.stdout.write(f"{arguments.file} holds a checked copy of {database}.\n")
        else:
            aside = restore(arguments.file, database, replace=arguments.replace)
            sys.stdout.write(f"{database} is what {arguments.file} held.\n")
            if aside is not None:
                sys.stdout.write(f"The database that was there before is kept as {aside}.\n")
    except StorageError as error:
        sys.stderr.write(f"{error}.\n{error.remedy}\n")
        return CANNOT
    return 0
