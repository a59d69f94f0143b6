"""What is measured: a program that is started as a bot, and gestures that it answers.

The real bot joins as one more `Contender`: its program is `ARBITER`, and its preparation drives it to an open check-in
with as many registered players as there are gestures to make, one press each.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from benchmarks.wire.discord_server import LoopbackDiscord
from benchmarks.wire.process import CHECKOUT, BotProcess, process_bot
from benchmarks.wire.scenario import Gesture, comparison_commands, comparison_presses

Gestures: TypeAlias = Callable[[LoopbackDiscord, int], Awaitable[Sequence[Gesture]]]

# A memory file system would make every fsync free, so the databases lie beside the code, in the ignored folder.
DATABASES = CHECKOUT / "build" / "wire"


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A bot: the interpreter's arguments and further variables; it runs in a folder of its own."""

    name: str
    arguments: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contender:
    """A gesture of a program: `gestures(server, count)` prepares `count` of them, each to be sent once."""

    name: str
    program: Program
    gestures: Gestures


BARE = Program("bare", ("-m", "benchmarks.wire.bare"))
ONE_INSERT = Program("one insert", ("-m", "benchmarks.wire.one_insert", "check_ins.db"))
ARBITER = Program("arbiter", ("-m", "bot", "run"), {"ARBITER_DATABASE": "arbiter.db", "ARBITER_LOG_LEVEL": "WARNING"})

BARE_COMMAND = Contender("bare, command", BARE, comparison_commands)
BARE_PRESS = Contender("bare, press", BARE, comparison_presses)
INSERT_COMMAND = Contender("one insert, command", ONE_INSERT, comparison_commands)
INSERT_PRESS = Contender("one insert, press", ONE_INSERT, comparison_presses)

COMPARISONS = (BARE_COMMAND, BARE_PRESS, INSERT_COMMAND, INSERT_PRESS)
PROGRAMS = (BARE, ONE_INSERT)


@asynccontextmanager
async def running(program: Program) -> AsyncIterator[BotProcess]:
    """The program against a loopback Discord of its own, in a fresh folder that is gone afterwards."""
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as folder:
        async with (
            LoopbackDiscord().listening() as server,
            process_bot(server, program.arguments, extra=program.variables, folder=Path(folder)) as bot,
        ):
            yield bot
