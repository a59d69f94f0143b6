"""`python -m bot backup FILE` and `restore FILE`: a copy of all that the bot knows is one file, wherever it stands."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.kernel.addresses import Address
from bot.kernel.database_file import backup, note_backup, restore
from bot.kernel.faults import StorageError
from bot.settings import place, read_database

CANNOT = 2


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The file, and for `restore` whether a present database may be set aside."""
    parser.set_defaults(command=name)
    parser.add_argument("file", type=Path, help="the backup's file")
    parser.add_argument(
        "--database", type=place, default=None, help="the bot's database (default: that of the settings)"
    )
    if name == "restore":
        parser.add_argument("--replace", action="store_true", help="set a present database aside, beside the new one")


def run(arguments: argparse.Namespace) -> int:
    """Does it and says where everything is now; answers 2 with the reason when it cannot be done."""
    database = arguments.database or read_database()
    try:
        if not isinstance(database, Path):
            _of_a_server(arguments, database)
        elif arguments.command == "backup":
            backup(database, arguments.file)
            note_backup(database)
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


def _of_a_server(arguments: argparse.Namespace, database: Address) -> None:
    """The copy of a server's database is a file as well; it is put back into a new database alone."""
    from bot.moving import back_up, move  # noqa: PLC0415 - reads records, which takes a moment to import

    if arguments.command == "backup":
        back_up(database, arguments.file)
        sys.stdout.write(f"{arguments.file} holds a checked copy of {database}.\n")
    else:
        move(arguments.file, database)
        sys.stdout.write(f"{database} is what {arguments.file} held.\n")
