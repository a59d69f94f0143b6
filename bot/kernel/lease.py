"""Who is in charge of a database on a server: one process, until it is silent for too long or gives it up.

One row names it, with a number that grows whenever another takes over, the epoch. Whoever writes looks at that number
first and locks it to the end of the transaction: a process that was frozen and thawed writes nothing. Signs of life
go to a row of their own, which no transaction holds up. All moments of these rows are by the database's clock.

By its own steady clock a process knows how long nobody can have taken over from it. Beyond that it says nothing to
anybody, until the database has heard it again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bot.kernel.faults import NotInCharge, StorageError

if TYPE_CHECKING:
    from bot.kernel.context import OpenDatabase

SIGN_EVERY: Final = 3.0
"""Seconds between two signs of life."""
HELD_FOR: Final = 9.0
"""Seconds after a sign of life until another may take over: two signs may be lost."""
SURE_FOR: Final = 7.5
"""Seconds after a sign was sent in which nobody has taken over, whatever became of it."""
TABLES: Final = ("in_charge", "in_charge_signs")
"""Of this server alone: nothing of them is in a file, a copy or a record."""
MADE_BY: Final = (
    (
        "CREATE TABLE IF NOT EXISTS in_charge (one BIGINT PRIMARY KEY CHECK (one = 1), epoch BIGINT NOT NULL,"
        ' holder TEXT COLLATE "C" NOT NULL, boot TEXT COLLATE "C" NOT NULL)'
    ),
    (
        "CREATE TABLE IF NOT EXISTS in_charge_signs (one BIGINT PRIMARY KEY CHECK (one = 1), epoch BIGINT NOT NULL,"
        " at TIMESTAMPTZ NOT NULL)"
    ),
)
LOCKED_EPOCH: Final = "SELECT epoch FROM in_charge WHERE one = 1 FOR SHARE"
"""What begins each transaction that writes: whoever takes over waits for its end, or ends its session."""
_FIRST: Final = (
    "INSERT INTO in_charge VALUES (1, 0, '', '') ON CONFLICT DO NOTHING",
    "INSERT INTO in_charge_signs VALUES (1, 0, '1970-01-01T00:00Z') ON CONFLICT DO NOTHING",
)
_LOOK: Final = (
    "SELECT in_charge.epoch, holder, boot, extract(epoch FROM clock_timestamp() - at)::float8 AS silent"
    " FROM in_charge JOIN in_charge_signs USING (one)"
)
_TAKE: Final = (
    "WITH taken AS (UPDATE in_charge SET epoch = epoch + 1, holder = ? WHERE epoch = ? RETURNING epoch)"
    " UPDATE in_charge_signs SET epoch = taken.epoch, at = clock_timestamp() FROM taken RETURNING taken.epoch"
)
_SIGN: Final = "UPDATE in_charge_signs SET at = clock_timestamp() WHERE epoch = ?"
_NOTE_BOOT: Final = "UPDATE in_charge SET boot = ? WHERE epoch = ?"
_GIVE_UP: Final = "UPDATE in_charge SET holder = '' WHERE epoch = ?"
_END_WRITERS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = ?"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()"
)


def steady() -> float:
    """Seconds of a clock that nobody sets, and that goes on while the machine sleeps, where the system has one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


@dataclass(frozen=True, slots=True)
class InCharge:
    """Who is, since which change of hands, and for how many seconds it gave no sign of life.

    `boot` is the bot that began last; empty where none has on this server.
    """

    epoch: int
    holder: str
    silent: float
    boot: str

    @property
    def is_over(self) -> bool:
        """Whether another may take over."""
        return not self.holder or self.silent > HELD_FOR


class Lease:
    """What one process has of it; any thread may use it."""

    def __init__(
        self, connect: Callable[[], OpenDatabase], holder: str, writers: int, clock: Callable[[], float] = steady
    ) -> None:
        """`writers` is the lock that an open transaction of who is in charge holds."""
        self._connect, self._holder, self._writers, self._clock = connect, holder, writers, clock
        self._connection: OpenDatabase | None = None
        self._turn = threading.Lock()
        self._sure_until = float("-inf")
        self.epoch: int | None = None
        """Of this process, once it was in charge."""

    @property
    def is_sure(self) -> bool:
        """Whether nobody else can be in charge at this moment."""
        return self._clock() < self._sure_until

    def prepare(self) -> None:
        """Makes the two rows where they are not there yet."""
        for sql in (*MADE_BY, *_FIRST):
            self._run(sql)

    def look(self) -> InCharge:
        """Who is in charge now."""
        row = self._run(_LOOK).fetchone()
        return InCharge(row["epoch"], row["holder"], row["silent"], row["boot"])

    def take(self) -> InCharge | None:
        """Takes over where nobody is in charge any more; answers who was, or None where somebody is.

        What a silent one has open is taken back and its session ended, so that it holds nothing up.
        """
        before = self.look()
        if not before.is_over:
            return None
        if before.holder:
            self._run(_END_WRITERS, self._writers)
        sent = self._clock()
        row = self._run(_TAKE, self._holder, before.epoch).fetchone()
        if row is None:
            return None
        self.epoch, self._sure_until = row["epoch"], sent + SURE_FOR
        return before

    def note_boot(self, boot: str) -> None:
        """Notes that this bot has begun: a store that names another one was put back from a copy."""
        self._run(_NOTE_BOOT, boot, self.epoch)

    def sign(self) -> None:
        """Gives a sign of life. Raises NotInCharge where another has taken over."""
        sent = self._clock()
        if not self._run(_SIGN, self.epoch).rowcount:
            self._sure_until = float("-inf")
            raise NotInCharge(self.look().holder)
        self._sure_until = sent + SURE_FOR

    def give_up(self) -> None:
        """Has another take over at once: this process says and writes nothing more."""
        self._sure_until = float("-inf")
        with suppress(StorageError):
            self._run(_GIVE_UP, self.epoch)

    def close(self) -> None:
        """Lets go of the connection; the lease runs out by itself where it was not given up."""
        with self._turn:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _run(self, sql: str, *values: Any) -> Any:
        """Runs a statement by itself; after an error the next one connects anew."""
        with self._turn:
            if self._connection is None:
                self._connection = self._connect()
            try:
                return self._connection.execute(sql, values)
            except StorageError:
                self._disconnect()
                raise
