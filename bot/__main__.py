"""The command line: `python -m bot` runs the bot; what is done beside it has commands of its own."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from bot.living.apart import REHEARSAL

COMMANDS = {
    "run": ("bot.running", "connect to Discord and run the tournaments (what `python -m bot` does by itself)"),
    "rehearse": ("rehearsal.command", "play a whole event on a pretend Discord: no token, no network"),
    "doctor": ("bot.doctor", "look over settings, database and disk, and name a fix for each finding"),
    "backup": ("bot.safekeeping", "copy the database to a file while the bot runs"),
    "restore": ("bot.safekeeping", "put a backup in the database's place while the bot does not run"),
    "move": ("bot.moving", "carry the whole store from a file to a PostgreSQL server, or back"),
    "publish": ("bot.publishing", "write the pages for spectators into a folder, for any web space"),
    "replay": ("bot.replaying", "work an event out again from its record, and say whether the record agrees"),
    "pair": ("bot.replaying", "the next round of a record, with the reason for each pairing"),
}
"""Each module has `add_arguments(parser, name)` and `run(arguments) -> int`; only the one asked for is imported."""
CANNOT_REHEARSE = """\
The rehearsals are not installed here. In a checkout of Arbiter, `make rehearse` installs what they need; without make,
`pip install --require-hashes -r requirements/rehearse.txt` does, and then `python -m bot rehearse` plays."""


def main(words: Sequence[str] | None = None) -> int:
    """Carries out one command and returns the process's exit status: 0 when all went well."""
    # Whatever a command writes is its owner's alone: the database holds ballots and draw secrets, and so does a backup.
    os.umask(0o077)
    # Python puts half a file of bytecode in place where the disk is full, and refuses to import it ever after.
    sys.dont_write_bytecode = True
    given = list(sys.argv[1:] if words is None else words)
    if not given or (given[0].startswith("-") and given[0] not in {"-h", "--help"}):
        given.insert(0, "run")
    if given[0] in COMMANDS:
        return _carry_out(given[0], given[1:])
    lines = "\n".join(f"  {name:9} {what}" for name, (_, what) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Arbiter runs a community's tournaments by the community's own rule book.",
        epilog=f"commands:\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command", help="one of the commands below")
    parser.parse_args(given)
    return 2


def _carry_out(name: str, words: Sequence[str]) -> int:
    try:
        module = _load(COMMANDS[name][0])
    except ModuleNotFoundError as missing:
        if missing.name not in REHEARSAL:
            raise
        print(CANNOT_REHEARSE, file=sys.stderr)
        return 2
    what = COMMANDS[name][1]
    parser = argparse.ArgumentParser(prog=f"python -m bot {name}", description=f"{what[:1].upper()}{what[1:]}.")
    module.add_arguments(parser, name)
    status: int = module.run(parser.parse_args(words))
    return status


def _load(name: str) -> ModuleType:
    """The module, imported without looking for garbage meanwhile: what an import makes stays to the end."""
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
