"""`python -m bot publish FOLDER`: all pages for spectators as files, once, and what that cannot do."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.app import MIGRATIONS
from bot.kernel.addresses import ServerAddress
from bot.kernel.database import connect_to_read
from bot.kernel.faults import FileAsked, NoSuchFile, StorageError, fault
from bot.kernel.migrations import check_version
from bot.settings import holds, read_pages
from web.publishing import CannotPublish, Published, publish, told
from web.site_library import open_library

CANNOT: Final = 2
BEYOND: Final = """\
What has left this machine cannot be recalled: copies in web spaces and on disks of readers, caches, search engines,
calendars that others have subscribed to. After an erasure or an expulsion publish again at once, and have search
engines drop what they kept."""


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The folder, and which database."""
    del name
    parser.add_argument("folder", type=Path, nargs="?", help="where the pages go (default: that of the settings)")
    parser.add_argument(
        "--database", type=Path, default=None, help="the bot's database (default: that of the settings)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Publishes everything and says what it cannot do; answers 2 with the reason where it could not."""
    pages = read_pages()
    database, folder = arguments.database or pages.database, arguments.folder or pages.publish
    if folder is None or not pages.address:
        return _complain("Name a folder, and in ARBITER_WEB_ADDRESS the address at which people will read the pages.")
    if isinstance(database, ServerAddress):
        return _complain(f"{FileAsked('python -m bot publish')}.", FileAsked.remedy)
    if holds(folder, database):
        return _complain("The database lies in that folder, and would be published with it. Name another folder.")
    try:
        _check(database)
        done = _publish_once(database, pages.address, folder)
    except (StorageError, sqlite3.Error) as error:
        known = error if isinstance(error, StorageError) else fault(database, error)
        return _complain(f"{known}.", known.remedy)
    except (CannotPublish, OSError) as error:
        return _complain(f"The pages were not published: {told(error)}. What stood in the folder still stands there.")
    sys.stdout.write(
        f"{folder}: {done.written} files written, {done.removed} removed, {done.unchanged} unchanged.\n{BEYOND}\n"
    )
    return 0


def _publish_once(database: Path, address: str, folder: Path) -> Published:
    library = open_library(database, address, is_live=False)
    try:
        return publish(library, folder)
    finally:
        library.close()


def _check(database: Path) -> None:
    if not database.is_file():
        raise NoSuchFile(database, "does not exist")
    with closing(connect_to_read(database)) as connection:
        check_version(connection, MIGRATIONS)


def _complain(*lines: str) -> int:
    sys.stderr.write("\n".join(lines) + "\n")
    return CANNOT
