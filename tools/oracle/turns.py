"""In what order tasks of the bot run: each begins when nothing else has anything to do, the first made first.

Side by side they would pass each other now here and now there, as soon as one of them reads once less; what is said of
a moment would be another then, though each order is right. So a press is taken to its end before what it has set going.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context
from typing import Any, cast
from weakref import WeakKeyDictionary

from simcord._runtime import _BOT_SCOPE


class Turns:
    """Makes the tasks of an event loop."""

    def __init__(self) -> None:
        self.driver: asyncio.Task[Any] | None = None
        """Whose task starts and ends the bot: the rehearsal's or the replay's."""
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._made_in: WeakKeyDictionary[asyncio.Task[Any], str] = WeakKeyDictionary()
        self._settling = 0
        self._looks = False

    def take_over(self) -> None:
        """From now on the loop that runs has its tasks made here; the task that runs drives the bot."""
        self.driver = asyncio.current_task()
        asyncio.get_running_loop().set_task_factory(cast("Any", self._make))

    @contextmanager
    def settling(self) -> Iterator[None]:
        """Until the end the driver only waits for the bot to come to rest, by looking again and again."""
        self._settling += 1
        try:
            yield
        finally:
            self._settling -= 1

    def made_in(self, task: asyncio.Task[Any]) -> str:
        """The file in which the task's coroutine is written."""
        return self._made_in.get(task, "")

    def _make(self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **given: Any) -> asyncio.Task[Any]:
        if _BOT_SCOPE.get() is None:
            return asyncio.Task(work, loop=loop, **given)
        turn = loop.create_future()
        task = asyncio.Task(_in_turn(turn, work), loop=loop, **given)
        # Who is cancelled before the turn comes never awaits the work.
        task.add_done_callback(lambda _: work.close(), context=Context())
        code = getattr(work, "cr_code", None)
        self._made_in[task] = "" if code is None else code.co_filename
        self._waiting.append(turn)
        if not self._looks:
            self._look_soon(loop)
        return task

    def _look_soon(self, loop: Any) -> None:
        self._looks = True
        # SimCord's own `call_soon` would take this look for something that the bot has to do.
        asyncio.BaseEventLoop.call_soon(loop, self._look, loop)

    def _look(self, loop: Any) -> None:
        """Lets the next begin where nobody has anything to do."""
        self._looks = False
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()
        if not self._waiting:
            return
        if not any(map(self._is_busy, loop._ready)):
            self._waiting.popleft().set_result(None)
        self._look_soon(loop)

    def _is_busy(self, handle: Any) -> bool:
        if handle.cancelled():
            return False
        return not (self._settling and getattr(handle._callback, "__self__", None) is self.driver)


async def _in_turn(turn: asyncio.Future[None], work: Coroutine[Any, Any, Any]) -> Any:
    await turn
    return await work
