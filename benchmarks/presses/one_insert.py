"""A discord.py bot that awaits one durable INSERT before it answers. `python -m benchmarks.presses.one_insert FILE`.

The connection has a thread of its own; WAL with synchronous=FULL, so the answer means that the row is on the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor

import discord

from benchmarks.presses.comparison import serve

SCHEMA = "CREATE TABLE IF NOT EXISTS check_ins (interaction_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL)"


class CheckIns:
    """One table, written by one thread."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._connection = self._thread.submit(_open, path).result()

    def _insert(self, interaction_id: int, member_id: int) -> None:
        self._connection.execute("INSERT INTO check_ins VALUES (?, ?)", (interaction_id, member_id))

    async def respond(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Answer once the row is durable."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._insert, interaction.id, interaction.user.id)
        await interaction.response.send_message("You are checked in.", ephemeral=True)

    def close(self) -> None:
        """Close the connection on its own thread and end the thread."""
        self._thread.submit(self._connection.close).result()
        self._thread.shutdown()


def _open(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(SCHEMA)
    return connection


def main(path: str) -> None:
    """Serve until SIGTERM."""
    check_ins = CheckIns(path)
    try:
        serve(check_ins.respond)
    finally:
        check_ins.close()


if __name__ == "__main__":
    main(sys.argv[1])
