"""What is measured: a program that is started as a bot, and gestures that it answers.

A program may be given a prepared folder before it starts: the real bot finds a database in which as many players have
registered as there are gestures to make, one press each.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from benchmarks.presses import open_check_in
from wire.discord_server import LoopbackDiscord
from wire.process import CHECKOUT, BotProcess, process_bot
from wire.scenario import Gesture, comparison_commands, comparison_presses

Gestures: TypeAlias = Callable[[LoopbackDiscord, int], Awaitable[Sequence[Gesture]]]
Prepare: TypeAlias = Callable[[LoopbackDiscord, Path, int], Awaitable[None]]

# A memory file system would make every fsync free, so the databases lie beside the code, in the ignored folder.
DATABASES = CHECKOUT / "build" / "wire"


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A bot: the interpreter's arguments and further variables; it runs in a folder of its own.

    `prepare(server, folder, gestures)` furnishes the folder before the start.
    """

    name: str
    arguments: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)
    prepare: Prepare | None = None


@dataclass(frozen=True, slots=True)
class Contender:
    """A gesture of a program: `gestures(server, count)` prepares `count` of them, each to be sent once."""

    name: str
    program: Program
    gestures: Gestures


BARE = Program("bare", ("-m", "benchmarks.presses.bare"))
ONE_INSERT = Program("one insert", ("-m", "benchmarks.presses.one_insert", "check_ins.db"))
_SETTINGS = {"ARBITER_DATABASE": open_check_in.DATABASE, "ARBITER_LOG_LEVEL": "WARNING"}
ARBITER = Program("Arbiter", ("-m", "bot", "run"), _SETTINGS)
ARBITER_IN_CHECK_IN = Program("Arbiter", ("-m", "bot", "run"), _SETTINGS, open_check_in.prepare)

BARE_COMMAND = Contender("bare, command", BARE, comparison_commands)
BARE_PRESS = Contender("bare, press", BARE, comparison_presses)
INSERT_COMMAND = Contender("one insert, command", ONE_INSERT, comparison_commands)
INSERT_PRESS = Contender("one insert, press", ONE_INSERT, comparison_presses)
CHECK_IN = Contender("Arbiter, check-in", ARBITER_IN_CHECK_IN, open_check_in.presses)

IN_TURN = (BARE_COMMAND, BARE_PRESS, INSERT_COMMAND, INSERT_PRESS, CHECK_IN)
CROWDS = (BARE_PRESS, INSERT_PRESS, CHECK_IN)
PROGRAMS = (BARE, ONE_INSERT, ARBITER)


@asynccontextmanager
async def running(program: Program, gestures: int = 0) -> AsyncIterator[BotProcess]:
    """The program against a loopback Discord of its own, in a folder of its own that is gone afterwards.

    `gestures` is how many it will be asked to answer, for which its folder is prepared.
    """
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as name:
        folder = Path(name)
        async with LoopbackDiscord().listening() as server:
            if program.prepare is not None:
                await program.prepare(server, folder, gestures)
            async with process_bot(server, program.arguments, extra=program.variables, folder=folder) as bot:
                yield bot
