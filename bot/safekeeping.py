"""`python -m bot backup FILE` and `restore FILE`: the whole memory of the bot is one file, and so is its copy."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.kernel.addresses import ServerAddress
from bot.kernel.database_file import backup, note_backup, restore
from bot.kernel.faults import FileAsked, StorageError
from bot.settings import read_database

CANNOT = 2


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The file, and for `restore` whether a present database may be set aside."""
    parser.set_defaults(command=name)
    parser.add_argument("file", type=Path, help="the backup's file")
    parser.add_argument(
        "--database", type=Path, default=None, help="the bot's database (default: that of the settings)"
    )
    if name == "restore":
        parser.add_argument("--replace", action="store_true", help="set a present database aside, beside the new one")


def run(arguments: argparse.Namespace) -> int:
    """Does it and says where everything is now; answers 2 with the reason when it cannot be done."""
    database = arguments.database or read_database()
    try:
        if isinstance(database, ServerAddress):
            raise FileAsked(f"python -m bot {arguments.command}")
        if arguments.command == "backup":
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
