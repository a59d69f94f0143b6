"""From the start of the interpreter to IDENTIFY, and the memory of a bot at rest."""

from __future__ import annotations

import asyncio
import compileall
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.presses.contenders import Program, running
from benchmarks.presses.measure import table
from wire.process import CHECKOUT

# The bot still takes in its server when GUILD_CREATE has left; memory is read once it is at rest.
AT_REST_S = 0.3


@dataclass(frozen=True, slots=True)
class Start:
    """One start: seconds to IDENTIFY, MiB at rest and at the most, the exit code after SIGTERM."""

    seconds: float
    resident_mib: float
    peak_mib: float
    exit_code: int


async def measure_once(program: Program) -> Start:
    """Start the program with an empty database, let it rest, end it by SIGTERM."""
    async with running(program) as bot:
        await asyncio.sleep(AT_REST_S)
        memory = bot.memory()
        return Start(bot.seconds_to_identify, memory.resident, memory.peak, await bot.stop())


async def measure(programs: Sequence[Program], times: int, *, is_prepared: bool = True) -> dict[str, list[Start]]:
    """Every program `times` times, in turn; where it is prepared, once before that, which is not counted.

    The first start warms the disk's cache. The bot keeps no compiled code of its own, which a full disk would cut off;
    its host or the image compiles it.
    """
    starts: dict[str, list[Start]] = {program.name: [] for program in programs}
    for package in ("bot", "cogs") if is_prepared else ():
        compileall.compile_dir(CHECKOUT / package, quiet=1)
    for program in programs if is_prepared else ():
        await measure_once(program)
    for _ in range(times):
        for program in programs:
            starts[program.name].append(await measure_once(program))
    return starts


def report(starts: dict[str, list[Start]]) -> str:
    """The medians as a table, with the slowest start and every exit code that came."""
    rows = [
        (
            name,
            len(runs),
            f"{statistics.median(run.seconds for run in runs):.2f}",
            f"{max(run.seconds for run in runs):.2f}",
            f"{statistics.median(run.resident_mib for run in runs):.0f}",
            f"{max(run.peak_mib for run in runs):.0f}",
            ", ".join(sorted({str(run.exit_code) for run in runs})),
        )
        for name, runs in starts.items()
    ]
    return table(("bot", "starts", "to IDENTIFY s", "slowest s", "at rest MiB", "peak MiB", "exit codes"), rows)
