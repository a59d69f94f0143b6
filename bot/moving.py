"""`python -m bot move SOURCE TARGET`: the whole store from a file to a server of PostgreSQL, or back."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.app import MIGRATIONS
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.kernel.addresses import Address, NotAnAddress, Place, read
from bot.kernel.context import Connection, Query, Work
from bot.kernel.database import (
    check_version,
    connect_to_read,
    connect_to_write,
    migrate,
    open_to_read,
    server_lease,
)
from bot.kernel.database_file import sole_use
from bot.kernel.faults import FileInTheWay, NoSuchFile, NotInCharge, StorageError, errors_as_faults
from bot.kernel.ids import TournamentId
from bot.kernel.lease import SIGN_EVERY, Lease, steady
from bot.kernel.moving import RowsDiffer, Table, carry, compare, tables_of
from bot.record.errors import RecordRefused
from bot.record.replaying import replay
from bot.record.writing import write_record

if TYPE_CHECKING:
    from bot.kernel.postgres import PostgresConnection

CANNOT: Final = 2


class InTheWay(StorageError):
    """Something is in the target that is not in a new one."""

    remedy = "Move into a new database: CREATE DATABASE arbiter."

    def __init__(self, table: str) -> None:
        super().__init__(f"the target holds rows already, of {table}")


class ReplaysOtherwise(StorageError):
    """An event's record does not say on the target what it says on the source."""

    remedy = "Nothing was left in the target. Report it with these words, and go on with the source as it is."

    def __init__(self, event: str) -> None:
        super().__init__(f"the record of event {event} came out otherwise")


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Two places, each the path of a file or an address that begins with postgresql://."""
    del name
    parser.add_argument("source", help="a file, or postgresql://…")
    parser.add_argument("target", help="the other; it must be new")


def run(arguments: argparse.Namespace) -> int:
    """Moves and says what was moved; answers 2 with the reason where nothing was."""
    try:
        source, target = read(arguments.source), read(arguments.target)
        counts, events = move(source, target)
    except NotAnAddress as wrong:
        sys.stderr.write(f"One of the two addresses {wrong}.\n")
        return CANNOT
    except StorageError as error:
        sys.stderr.write(f"{error}.\n{error.remedy}\n")
        return CANNOT
    sys.stdout.write(
        f"{target} holds what {source} held: {sum(counts.values()):,} rows of {len(counts)} tables, each compared,"
        f" and {events} records that say the same.\nSet ARBITER_DATABASE to the new place before you start the bot.\n"
    )
    return 0


def move(source: Place, target: Place) -> tuple[dict[str, int], int]:
    """Has the target hold what the source does; answers the rows by table and how many records were compared.

    Raises StorageError; then the target holds nothing of it. No bot may use either.
    """
    tables = tables_of(MIGRATIONS)
    with ExitStack() as held:
        origin, go_on = held.enter_context(_read_from(source))
        fresh, stay = held.enter_context(_written_to(target, tables))

        def go_on_both() -> None:
            go_on()
            stay()

        counts = carry(origin, fresh, tables, go_on_both)
        compare(origin, fresh, tables, go_on_both)
        return counts, _compare_records(origin, fresh, go_on_both)


def back_up(source: Address, file: Path) -> None:
    """Writes a checked copy of a server's database into a new file, as it stands at one moment, beside a running bot.

    Raises StorageError; then there is no file.
    """
    tables = tables_of(MIGRATIONS)
    with ExitStack() as held:
        origin = held.enter_context(closing(open_to_read(source)))
        check_version(origin, MIGRATIONS)
        origin.execute("BEGIN")
        fresh, _ = held.enter_context(_file_written(file))
        carry(origin, fresh, tables, _nothing)
        compare(origin, fresh, tables, _nothing)


def _compare_records(source: Connection, target: Connection, go_on: Callable[[], object]) -> int:
    """Writes the record of each event from both and works it out again. Raises ReplaysOtherwise."""
    now, many = datetime.now(UTC), 0
    here, there = (Query(Work(one, set()), now) for one in (source, target))
    for (key,) in source.execute("SELECT tournament_id FROM tournaments ORDER BY tournament_id").fetchall():
        told = [_record(tx, TournamentId(key), now) for tx in (here, there)]
        if told[0] != told[1]:
            raise ReplaysOtherwise(key)
        many += told[0] is not None
        go_on()
    return many


def _record(tx: Query, key: TournamentId, at: datetime) -> tuple[str, str] | None:
    """What the file says and whether it follows; None of an event that has no record yet."""
    tournament = tournaments_store.load(tx, key)
    if tournament is None or tournament.drawn_at is None:
        return None
    try:
        record = past_events_drafts_verbs.record_of(tx, tournament, at)
        return write_record(record), str(replay(record))
    except RecordRefused as refused:
        return "", str(refused.faults)


# --- where it comes from, and where it goes -------------------------------------------------------------------------


Held = tuple[Connection, Callable[[], object]]
"""A connection in a transaction, and what is to be called again and again while it is needed."""


def _nothing() -> None:
    """A file stays ours by itself."""


@contextmanager
def _read_from(place: Place) -> Iterator[Held]:
    """The source as it is at this moment; nobody uses it."""
    with _file_read(place) if isinstance(place, Path) else _server_read(place) as held:
        yield held


@contextmanager
def _written_to(place: Place, tables: list[Table]) -> Iterator[Held]:
    """The target, new; what was written stands once the block has ended well."""
    with _file_written(place) if isinstance(place, Path) else _server_written(place, tables) as held:
        yield held


@contextmanager
def _file_read(path: Path) -> Iterator[Held]:
    if not path.is_file():
        raise NoSuchFile(path, "does not exist")
    with ExitStack() as held:
        held.enter_context(sole_use(path))
        with errors_as_faults(path):
            connection = held.enter_context(closing(connect_to_read(path)))
            check_version(connection, MIGRATIONS)
            connection.execute("BEGIN")
        yield connection, _nothing


@contextmanager
def _file_written(path: Path) -> Iterator[Held]:
    """It gets its name only once all of it is there."""
    if path.exists():
        raise FileInTheWay(path, "exists already; choose another name")
    fresh = path.with_name(f"{path.name}.moving")
    try:
        with ExitStack() as held:
            with errors_as_faults(path):
                connection = held.enter_context(closing(connect_to_write(fresh)))
                triggers = _begin_without_triggers(connection)
            yield connection, _nothing
            with errors_as_faults(path):
                _end_with_triggers(connection, triggers)
        os.replace(fresh, path)
    finally:
        for ending in ("", "-wal", "-shm"):
            Path(f"{fresh}{ending}").unlink(missing_ok=True)


def _begin_without_triggers(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Makes the schema and begins; answers the triggers, which would do by themselves what stands in rows that come."""
    migrate(connection, MIGRATIONS, _now())
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    triggers = [tuple(row) for row in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")]
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    return triggers


def _end_with_triggers(connection: sqlite3.Connection, triggers: list[tuple[str, str]]) -> None:
    for _, sql in triggers:
        connection.execute(sql)
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise RowsDiffer(broken[0])
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _in_charge(address: Address) -> Iterator[tuple[Lease, Callable[[], object]]]:
    """Has no bot take the database over meanwhile. Raises NotInCharge where one uses it."""
    lease = server_lease(address, f"move {os.getpid()}")
    signed = steady()

    def sign() -> None:
        nonlocal signed
        if steady() - signed > SIGN_EVERY:
            signed = steady()
            lease.sign()

    lease.prepare()
    try:
        if lease.take() is None:
            raise NotInCharge(lease.look().holder)
        yield lease, sign
    finally:
        if lease.epoch is not None:
            lease.give_up()
        lease.close()


@contextmanager
def _server_read(address: Address) -> Iterator[Held]:
    from bot.kernel.postgres import PostgresConnection, PostgresEngine  # noqa: PLC0415 - as above

    with _in_charge(address) as (lease, sign):
        # Whatever the newest schema lacks there is made first, as a start of the bot would.
        PostgresEngine(address, MIGRATIONS, _now(), lease.epoch).open_to_write().close()
        with closing(PostgresConnection(address, writes=False)) as connection:
            connection.execute("BEGIN")
            yield connection, sign


@contextmanager
def _server_written(address: Address, tables: list[Table]) -> Iterator[Held]:
    from bot.kernel.postgres import PostgresEngine  # noqa: PLC0415 - as above

    with ExitStack() as held:
        lease, sign = held.enter_context(_in_charge(address))
        engine = PostgresEngine(address, MIGRATIONS, _now(), lease.epoch)
        connection = held.enter_context(closing(engine.open_to_write()))
        connection.execute("BEGIN IMMEDIATE")
        # Whatever breaks here takes all of it back, since the connection ends with nothing committed.
        _refuse_rows(connection)
        for table in tables:
            connection.make(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
        yield connection, sign
        for table in tables:
            _go_on_after(connection, table)
        connection.commit()


def _refuse_rows(target: Connection) -> None:
    """Raises InTheWay where there is more than a new database has; every bot that began has left its name there."""
    for table in ("guilds", "machine", "tournaments"):
        if target.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:  # noqa: S608 - named above
            raise InTheWay(table)


def _go_on_after(target: PostgresConnection, table: Table) -> None:
    """Triggers work again, and new rows are numbered behind those that came."""
    target.make(f"ALTER TABLE {table.name} ENABLE TRIGGER USER")
    if table.is_numbered:
        key = table.key[0]
        serial = f"pg_get_serial_sequence('{table.name}', '{key}')"
        last = f'(SELECT max("{key}") AS last FROM {table.name})'  # noqa: S608 - the schema's own names
        number = f"setval({serial}, greatest(1, last), last IS NOT NULL)"
        target.make(f"SELECT {number} FROM {last} WHERE {serial} IS NOT NULL")  # noqa: S608 - as above


def _now() -> int:
    return time.time_ns() // 1_000_000
