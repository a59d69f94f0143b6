"""What a press costs: each function of the bot that runs for it, and each statement that it has the database run.

A press is followed by its context: the tasks that discord.py makes for it inherit it, and a unit of work takes it along
to the thread of its connection. What it wakes (the outbox, the panels, the deadlines) is no longer the press, and
counts until the bot rests alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from itertools import count
from types import CodeType, FrameType
from typing import Any, Final
from unittest.mock import patch

from bot.kernel.context import Parameters, Query, Tx, Work
from bot.kernel.database import Database
from bot.living.transactions import UnitsOfWork
from tests.house.reading import ROOT

OURS: Final = (f"{ROOT}/bot/", f"{ROOT}/cogs/")
_NO_FUNCTIONS: Final = frozenset({"<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
_RUN: Final = ((Query, "fetch_one"), (Query, "fetch_all"), (Tx, "execute"), (Tx, "execute_many"))
_READS: Final = ("SELECT", "VALUES", "WITH")

Call = tuple[str, int, str]
"""A function on the stack: its file from the root, the line that it is at, its name."""


class Side(StrEnum):
    """Which connection a unit runs on."""

    WRITING = "writing"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement, where it ran, and who asked for it, the nearest first."""

    side: Side
    unit: int
    """The number of its unit of work, from 1 in each gesture."""
    sql: str
    params: Parameters
    callers: tuple[Call, ...]

    @property
    def is_read(self) -> bool:
        """Whether it changes nothing; no statement of ours changes rows behind a WITH but by saying so."""
        words = self.sql.upper().split()
        return words[0] in _READS and not {"INSERT", "UPDATE", "DELETE"} & set(words)


@dataclass(slots=True)
class Cost:
    """What was run."""

    functions: set[CodeType] = field(default_factory=set)
    statements: list[Statement] = field(default_factory=list)

    @property
    def files(self) -> int:
        """How many files those functions stand in."""
        return len({code.co_filename for code in self.functions})


_press: ContextVar[Cost | None] = ContextVar("press", default=None)
_unit: ContextVar[tuple[Side, int]] = ContextVar("unit", default=(Side.READING, 0))


class Watch:
    """Follows one gesture at a time; `press` is what it cost itself, `whole` what followed until the bot rested."""

    def __init__(self) -> None:
        self.press = Cost()
        self.whole = Cost()
        self._ours: dict[CodeType, bool] = {}
        self._units = count(1)

    @contextmanager
    def over(self, house: UnitsOfWork) -> Iterator[None]:
        """Everything that is done inside is one gesture."""
        wakers = dict(house.wakers)
        house.wakers.update({name: _unwatching(wake) for name, wake in wakers.items()})
        given = _press.set(self.press)
        with self._patching():
            sys.setprofile(self._look)
            try:
                yield
            finally:
                sys.setprofile(None)
                _press.reset(given)
                house.wakers.update(wakers)

    @contextmanager
    def _patching(self) -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(patch.object(Database, "write", self._following(Database.write, Side.WRITING)))
            stack.enter_context(patch.object(Database, "read", self._following(Database.read, Side.READING)))
            for kind, name in _RUN:
                stack.enter_context(patch.object(kind, name, self._counting(getattr(kind, name))))
            yield

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        is_ours = self._ours.get(code)
        if is_ours is None:
            is_ours = self._ours[code] = _is_ours(code.co_filename) and code.co_name not in _NO_FUNCTIONS
        if is_ours:
            self.whole.functions.add(code)
            if (press := _press.get()) is not None:
                press.functions.add(code)

    def _following(self, submit: Callable[..., Any], side: Side) -> Callable[..., Any]:
        """`Database.write` or `read`; their units run in the context of who asked, and are watched on their thread."""

        @wraps(submit)
        def submit_watched(database: Database, unit: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            context = copy_context()

            def run_watched(work: Work) -> Any:
                sys.setprofile(self._look)
                try:
                    return unit(work, *args, **kwargs)
                finally:
                    sys.setprofile(None)

            context.run(_unit.set, (side, next(self._units)))
            return submit(database, lambda work: context.run(run_watched, work))

        return submit_watched

    def _counting(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """One of the ways in which a unit has a statement run."""

        @wraps(run)
        def run_and_count(tx: Query, sql: str, params: Any = ()) -> Any:
            given = params if isinstance(params, Sequence | Mapping) else list(params)
            statement = Statement(*_unit.get(), sql, given, _callers())
            self.whole.statements.append(statement)
            if (press := _press.get()) is not None:
                press.statements.append(statement)
            return run(tx, sql, given)

        return run_and_count


def _is_ours(file: str) -> bool:
    return file.startswith(OURS)


def _callers() -> tuple[Call, ...]:
    frame: FrameType | None = sys._getframe(2)
    found = []
    while frame is not None:
        code = frame.f_code
        if _is_ours(code.co_filename) and code.co_name not in _NO_FUNCTIONS:
            found.append((code.co_filename.removeprefix(f"{ROOT}/"), frame.f_lineno, code.co_name))
        frame = frame.f_back
    return tuple(found)


def _unwatching(wake: Callable[[], None]) -> Callable[[], None]:
    def wake_unwatched() -> None:
        given = _press.set(None)
        try:
            wake()
        finally:
            _press.reset(given)

    return wake_unwatched
