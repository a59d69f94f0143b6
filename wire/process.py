"""A bot as a process of its own, pointed at a loopback Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from wire.addresses import API_BASE_VARIABLE, GATEWAY_VARIABLE, TOKEN_VARIABLE
from wire.discord_server import LoopbackDiscord

CHECKOUT = Path(__file__).resolve().parents[1]
KEPT_LINES = 1_000
KIB_PER_MIB = 1024


class BotProcessError(Exception):
    """The bot's process ended, or did not get as far as IDENTIFY; the text is what it last wrote."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A process's memory in MiB: resident now, and the most it ever was."""

    resident: float
    peak: float


@dataclass(slots=True, eq=False)
class BotProcess:
    """A running bot. `started_at` is the monotonic moment before its interpreter was started."""

    server: LoopbackDiscord
    process: asyncio.subprocess.Process
    started_at: float
    lines: list[str] = field(default_factory=list)

    @property
    def seconds_to_identify(self) -> float:
        """From the start of the interpreter to the IDENTIFY frame."""
        if self.server.gateway.identified_at is None:
            return float("inf")
        return self.server.gateway.identified_at - self.started_at

    def memory(self) -> Memory:
        """The process's memory now, as Linux tells it."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        kib = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if line.startswith("Vm")}
        resident = int(kib["VmRSS"]) / KIB_PER_MIB
        # Linux counts both apart and the peak a little late.
        return Memory(resident, max(resident, int(kib["VmHWM"]) / KIB_PER_MIB))

    async def stop(self, limit: float = 5.0) -> int:
        """Ask it to end (SIGTERM) and give its exit code; TimeoutError when it does not end within `limit` seconds."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(limit):
            return await self.process.wait()

    async def kill(self) -> None:
        """End it without warning, as a crash does."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def read(self) -> None:
        """Keep the last lines that it writes."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.lines.append(line.decode(errors="replace").rstrip())
            del self.lines[:-KEPT_LINES]


def environment(server: LoopbackDiscord, extra: Mapping[str, str]) -> dict[str, str]:
    """The variables that point a bot at `server`, on top of the present ones."""
    return {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONUNBUFFERED": "1",
        API_BASE_VARIABLE: server.api_base,
        GATEWAY_VARIABLE: server.gateway_url,
        TOKEN_VARIABLE: server.token,
        **extra,
    }


@asynccontextmanager
async def process_bot(
    server: LoopbackDiscord,
    arguments: Sequence[str],
    *,
    extra: Mapping[str, str] | None = None,
    folder: Path | None = None,
    limit: float = 15.0,
    started: Callable[[BotProcess], None] | None = None,
) -> AsyncIterator[BotProcess]:
    """Run `python ARGUMENTS` in `folder` until the block ends; it begins when the bot has its server.

    `started` is told of the process before that, as soon as there is one.

    Raises BotProcessError with what the bot wrote when it ends before, or takes longer than `limit` seconds.
    Whatever happens, no process is left behind.
    """
    server.gateway.ready.clear()
    async with begun_bot(server, arguments, extra=extra, folder=folder) as bot:
        if started:
            started(bot)
        await _until_ready(bot, limit)
        yield bot


@asynccontextmanager
async def begun_bot(
    server: LoopbackDiscord, arguments: Sequence[str], *, extra: Mapping[str, str] | None, folder: Path | None
) -> AsyncIterator[BotProcess]:
    """Run `python ARGUMENTS` in `folder` until the block ends, whether it comes to its server or waits as a spare."""
    started_at = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env=environment(server, extra or {}),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    bot = BotProcess(server, process, started_at)
    reading = asyncio.create_task(bot.read())
    try:
        yield bot
    finally:
        await bot.kill()
        await reading


async def _until_ready(bot: BotProcess, limit: float) -> None:
    ready = asyncio.create_task(bot.server.gateway.ready.wait())
    ended = asyncio.create_task(bot.process.wait())
    await asyncio.wait({ready, ended}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
    ready_in_time = ready.done()
    for task in (ready, ended):
        task.cancel()
    if not ready_in_time:
        raise BotProcessError(f"exit code {bot.process.returncode}\n" + "\n".join(bot.lines))
