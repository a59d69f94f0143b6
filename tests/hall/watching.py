"""Which statements are run in a hall, in a file and on a server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.kernel.context import Parameters
from tests.hall.hall import Hall


@contextmanager
def statements(hall: Hall) -> Iterator[list[str]]:
    """Those that are run meanwhile."""
    found: list[str] = []
    connection: Any = hall._connection
    if isinstance(connection, sqlite3.Connection):
        connection.set_trace_callback(found.append)
        try:
            yield found
        finally:
            connection.set_trace_callback(None)
        return
    execute = connection.execute

    def note_and_execute(sql: str, params: Parameters = ()) -> Any:
        found.append(sql)
        return execute(sql, params)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "execute", note_and_execute)
        yield found
