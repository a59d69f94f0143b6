"""What a run must not depend on: threads that race, the machine's clock, random bytes drawn in another order."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, Final
from unittest.mock import patch
from weakref import WeakKeyDictionary

import aiosqlite.core

from tools.oracle.turns import Turns

CAUSE: Final[ContextVar[str]] = ContextVar("oracle_cause", default="")
"""The interaction on whose behalf a task of discord.py runs."""
_NOON: Final = 1_767_225_600_000_000_000


class InlineQueue:
    """Takes the place of aiosqlite's queue of jobs: each job is done at once, by whoever puts it."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Does the job and answers in the loop's next turn, as the thread would."""
        future, job = item
        try:
            result = job()
        except BaseException as error:  # noqa: BLE001 - whatever a job raises belongs to whoever waits for it
            if future is not None:
                future.get_loop().call_soon_threadsafe(aiosqlite.core.set_exception, future, error)
        else:
            if future is not None:
                future.get_loop().call_soon_threadsafe(aiosqlite.core.set_result, future, result)


class NoThread:
    """Takes the place of aiosqlite's thread, which has nothing to do."""

    daemon = True

    def __init__(self, **_: object) -> None:
        """As a thread is made."""

    def start(self) -> None:
        """Nothing is begun."""

    def is_alive(self) -> bool:
        """Nobody runs."""
        return False


def _submit(_: ThreadPoolExecutor, job: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
    done: Future[Any] = Future()
    try:
        done.set_result(job(*args, **kwargs))
    except BaseException as error:  # noqa: BLE001 - as above
        done.set_exception(error)
    return done


@contextmanager
def one_thread() -> Iterator[None]:
    """Everything is done on the loop's thread, in the order in which it was asked for, at one moment of the machine."""
    with ExitStack() as patched:
        patched.enter_context(patch.object(aiosqlite.core, "SimpleQueue", InlineQueue))
        patched.enter_context(patch.object(aiosqlite.core, "Thread", NoThread))
        patched.enter_context(patch.object(ThreadPoolExecutor, "submit", _submit))
        patched.enter_context(patch.object(time, "time_ns", lambda: _NOON))
        yield


class Draw(bytes):
    """Random bytes that become others with each use, by the sequence of whoever drew them.

    So it makes no difference in how many transactions somebody's ids are made, or that one needs none.
    """

    following: Callable[[], bytes]

    def __add__(self, _: object) -> bytes:
        """What the next id is made of."""
        return self.following()

    def __radd__(self, before: bytes) -> bytes:
        """What the next secret is made of."""
        return before + self.following()


class Entropy:
    """Random bytes that hang on who asks for them and not on who asked before.

    Handlers, steps of time and the channels' lanes draw side by side, and a refactoring may let one of them come
    sooner: each has a sequence of its own, by the moment and the interaction, or by the last request of the task.
    """

    def __init__(self, seed: str, turns: Turns) -> None:
        self._seed = seed
        self._turns = turns
        self._used: Counter[str] = Counter()
        self._asked: WeakKeyDictionary[asyncio.Task[Any], str] = WeakKeyDictionary()
        self.now: Callable[[], int] = int

    def __call__(self, length: int) -> Draw:
        """The next bytes."""
        key = f"{self._seed}/{self.now()}/{self._who(_current())}"
        drawn = Draw(self._next(f"{key} whole")[:length])
        drawn.following = lambda: self._next(key)
        return drawn

    def asked(self, place: str) -> None:
        """The task that runs has made this request."""
        task = _current()
        if task is not None:
            self._asked[task] = place

    def _next(self, key: str) -> bytes:
        self._used[key] += 1
        return hashlib.sha256(f"{key}/{self._used[key]}".encode()).digest()

    def _who(self, task: asyncio.Task[Any] | None) -> str:
        if task is None or task is self._turns.driver:
            return "driver"
        if "site-packages" in self._turns.made_in(task):
            return f"interaction {CAUSE.get()}"
        return f"after {self._asked.get(task, '')}"


def _current() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
