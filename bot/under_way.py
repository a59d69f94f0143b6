"""The presses and commands that are being answered: a bot that ends begins no more of them, and finishes these."""

from __future__ import annotations

import asyncio
from datetime import timedelta


class UnderWay:
    """Knows the tasks in which people are answered."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.ends = False
        """Whether the bot is ending: what comes in now is told so and not begun."""

    def enter(self) -> None:
        """The task that calls this answers somebody."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def rest(self, within: timedelta) -> None:
        """Waits until everybody is answered, or no longer than so long."""
        others = self._tasks - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=within.total_seconds())
