"""What a verb and a query are given as `tx`: the transaction, its time, new ids, and who acts.

A `Query` reads and cannot write, by its type; a `Tx` writes as well. With an actor they are `ActorQuery` and
`ActorTx`. Two clocks differ: `now` is the transaction's time, `pressed_at` the time of the press, which counts at a
close. A `Work` does four things with the database; columns hold moments as UTC milliseconds and scores as "3-1".
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from sqlite3 import Row
from typing import Any, Protocol, TypeVar

from bot.kernel.faults import StatementRefused, TransactionLost
from bot.kernel.ids import Actor, GuildId, OutboxId, PersonId, Place, TournamentId
from bot.kernel.promises import Message, OpenPlace, Target, ToPlace, target_text, urgency_of, write

T = TypeVar("T")
# --- what a unit of work may do with the database -------------------------------------------------------------------


Value = str | int | float | bytes | None
"""What SQLite stores. Moments are milliseconds since the epoch."""
Parameters = Sequence[Value] | Mapping[str, Value]

_SPACE_AND_COMMENTS = re.compile(r"(?:[\s;]|--[^\n]*(?:\n|$)|/\*.*?\*/)*", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]*")
_OR_ROLLBACK = re.compile(r"\bOR\s+ROLLBACK\b", re.IGNORECASE)
_ALLOWED = frozenset({"SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE"})


def refuse_unless_about_rows(sql: str) -> None:
    """Raise StatementRefused unless the statement reads or changes rows and leaves its transaction to the database."""
    start = _SPACE_AND_COMMENTS.match(sql)
    word = _WORD.match(sql, start.end() if start else 0)
    if word is None or word.group().upper() not in _ALLOWED or _OR_ROLLBACK.search(sql):
        raise StatementRefused(f"a unit of work may not run: {sql.strip()[:80]}")


Written = tuple[str, ...]
"""The table of a statement that writes, empty where it cannot be told, and our ids that stand in its values."""
_CHANGES = re.compile(
    r"\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)", re.IGNORECASE
)
_OUR_ID = re.compile(r"[a-z2-7]{12}")


@lru_cache(maxsize=2048)
def _table_of(sql: str) -> str:
    found = _CHANGES.match(sql)
    return "" if found is None else found[1]


def _written(sql: str, params: Parameters) -> Written:
    values = params.values() if isinstance(params, Mapping) else params
    return (_table_of(sql), *(one for one in values if isinstance(one, str) and _OUR_ID.fullmatch(one)))


class Cursor(Protocol):
    """What a statement leaves: its rows, or their number."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row; None where there is none."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""


class EngineConnection(Protocol):
    """What the database takes from an engine, as `sqlite3.Connection` has it; what it raises is `sqlite3.Error`."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open; after an error, whether it outlived that."""

    def execute(self, sql: str, params: Parameters = ..., /) -> Cursor:
        """Runs one statement."""

    def executemany(self, sql: str, rows: Iterable[Parameters], /) -> Cursor:
        """Runs it for each set of values."""

    def commit(self) -> None:
        """Ends the transaction so that it stands."""

    def rollback(self) -> None:
        """Takes it back."""

    def close(self) -> None:
        """Lets go of the database."""


class Work:
    """The open transaction, as a unit of work sees it.

    It is valid on its connection's own thread, while the unit runs. On the reading connection every change is refused
    by the engine (`sqlite3.OperationalError`). There is no way to reach the transaction itself, because other units
    share it.
    """

    __slots__ = ("_admitted", "_connection", "_lost", "refusal", "touched", "written")

    def __init__(self, connection: EngineConnection, admitted: set[str]) -> None:
        """`admitted` holds the statements that were looked at before, and grows; it lives as long as the connection."""
        self._connection = connection
        self._admitted = admitted
        self._lost = False
        self.refusal: sqlite3.Error | None = None
        """Why a statement failed; a unit that goes on after that fails all the same, for PostgreSQL runs no other."""
        self.touched: set[str] = set()
        """What a repository wrote that somebody outside waits for: "outbox", "deadlines", "panels"."""
        self.written: set[Written] | None = None
        """What was written to and about what, where somebody follows it; None: nobody does."""

    def execute(self, sql: str, params: Parameters = ()) -> int:
        """Run one statement and return the number of rows changed (-1 when it begins with SELECT or WITH)."""
        if sql not in self._admitted:
            self._admit(sql)
        if self.written is not None:
            self.written.add(_written(sql, params))
        try:
            return self._connection.execute(sql, params).rowcount
        except sqlite3.Error as error:
            self._look_for_loss(error)
            raise

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> int:
        """Run one changing statement for each set of parameters and return the number of rows changed by all."""
        if sql not in self._admitted:
            self._admit(sql)
        if self.written is not None:
            rows = list(rows)
            self.written.update(_written(sql, params) for params in rows)
        try:
            return self._connection.executemany(sql, rows).rowcount
        except sqlite3.Error as error:
            self._look_for_loss(error)
            raise

    def fetch_one(self, sql: str, params: Parameters = ()) -> sqlite3.Row | None:
        """Return the first row, or None when there is none."""
        if sql not in self._admitted:
            self._admit(sql)
        try:
            row: sqlite3.Row | None = self._connection.execute(sql, params).fetchone()
            return row
        except sqlite3.Error as error:
            self._look_for_loss(error)
            raise

    def fetch_all(self, sql: str, params: Parameters = ()) -> list[sqlite3.Row]:
        """Returns all rows of the statement."""
        if sql not in self._admitted:
            self._admit(sql)
        try:
            return self._connection.execute(sql, params).fetchall()
        except sqlite3.Error as error:
            self._look_for_loss(error)
            raise

    def part(self, verb: Callable[[], T]) -> T:
        """Runs a part of the unit: an error in it leaves nothing of the part behind, and the unit can go on."""
        self._connection.execute("SAVEPOINT part")
        try:
            value = verb()
        except BaseException:
            self._connection.execute("ROLLBACK TO part")
            self._connection.execute("RELEASE part")
            self.refusal = None
            raise
        self._connection.execute("RELEASE part")
        return value

    def _admit(self, sql: str) -> None:
        if self._lost:
            raise TransactionLost("this transaction was given up; the unit must end")
        refuse_unless_about_rows(sql)
        self._admitted.add(sql)

    def _look_for_loss(self, error: sqlite3.Error) -> None:
        """After an error that ended the transaction, admit nothing more.

        A unit that swallowed the error would otherwise go on outside any transaction, each statement a commit.
        """
        if self._connection.in_transaction:
            self.refusal = self.refusal or error
        else:
            self._lost = True
            self._admitted = set()


# --- how values stand in columns ------------------------------------------------------------------------------------


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_ms(moment: datetime) -> int:
    """Milliseconds since the epoch, rounded down."""
    return (moment - _EPOCH) // _MILLISECOND


def to_ms_or_none(moment: datetime | None) -> int | None:
    """As `to_ms`, for a fact that may not have happened."""
    return None if moment is None else to_ms(moment)


def from_ms(milliseconds: int) -> datetime:
    """The moment, aware and in UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def from_ms_or_none(milliseconds: int | None) -> datetime | None:
    """As `from_ms`, for a fact that may not have happened."""
    return None if milliseconds is None else from_ms(milliseconds)


# --- what verbs and queries are given -------------------------------------------------------------------------------


class Query:
    """A reading of one moment. It is valid while its unit of work runs, on the connection's own thread."""

    def __init__(self, work: Work, now: datetime) -> None:
        self._work = work
        self.now = now

    def fetch_one(self, sql: str, params: Parameters = ()) -> Row | None:
        """The first row, or None."""
        return self._work.fetch_one(sql, params)

    def fetch_all(self, sql: str, params: Parameters = ()) -> list[Row]:
        """All rows of the statement."""
        return self._work.fetch_all(sql, params)

    def fetch_things(self, read: Callable[[Row], T], sql: str, params: Parameters = ()) -> list[T]:
        """What is made of each row."""
        return list(map(read, self._work.fetch_all(sql, params)))

    def acting_as(self, actor: Actor) -> ActorQuery:
        """The same reading, for that actor."""
        return ActorQuery(self._work, self.now, actor)


class Ids:
    """A source of fresh ids for one unit of work, drawn from random bytes that the caller gives.

    The same seed gives the same ids in the same order, so a rehearsal can be repeated to the byte. Sixty random bits an
    id: in a million ids a clash has a chance of one in two million, and the database would refuse it.
    """

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._count = 0

    def fresh(self) -> str:
        """The next id: twelve characters of lower-case base 32."""
        self._count += 1
        digest = hashlib.sha256(self._seed + self._count.to_bytes(4, "big")).digest()
        return base64.b32encode(digest[:8])[:12].decode("ascii").lower()

    def secret(self) -> bytes:
        """Thirty-two bytes that nobody can guess, as the secret under a draw's commitment."""
        self._count += 1
        return hashlib.sha256(b"secret" + self._seed + self._count.to_bytes(4, "big")).digest()


class Tx(Query):
    """A transaction that writes, with a source of ids that nobody else has."""

    def __init__(self, work: Work, now: datetime, ids: Ids) -> None:
        Query.__init__(self, work, now)
        self._ids = ids

    def execute(self, sql: str, params: Parameters = ()) -> int:
        """Run one statement: the number of rows changed (-1 when it begins with SELECT or WITH)."""
        return self._work.execute(sql, params)

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> int:
        """Run one changing statement for each set of parameters: the number of rows changed by all."""
        return self._work.execute_many(sql, rows)

    def part(self, verb: Callable[[], T]) -> T:
        """Run a part of the transaction: an error in it undoes the part, and the transaction can go on."""
        return self._work.part(verb)

    def wake(self, what: str) -> None:
        """After the commit, wake who waits for it: "outbox", "deadlines", "panels"."""
        self._work.touched.add(what)

    def new_id(self) -> str:
        """The next id: twelve characters of lower-case base 32."""
        return self._ids.fresh()

    def new_secret(self) -> bytes:
        """Thirty-two bytes that nobody can guess, as the secret under a draw's commitment."""
        return self._ids.secret()

    def touch(self, panel: str) -> None:
        """Notes that the panel shows less than the truth; the panel keeper edits it.

        Each change has a later moment than the one before, so that an edit under way does not pass for its own.
        """
        self.wake("panels")
        self.execute(
            "UPDATE panels SET stale_at = max(?, coalesce(stale_at + 1, 0)) WHERE panel = ?", (to_ms(self.now), panel)
        )

    def log(
        self,
        guild_id: GuildId,
        act: str,
        subject: str,
        *,
        actor: PersonId | None = None,
        tournament_id: TournamentId | None = None,
        why: str | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Puts one line on the log. Details hold ids and decisions, never names."""
        told = json.dumps(details) if details else "{}"
        self.execute(
            "INSERT INTO log (at, guild_id, actor_id, act, subject, tournament_id, why, details)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (to_ms(self.now), guild_id, actor, act, subject, tournament_id, why, told),
        )

    def enqueue(
        self, guild_id: GuildId, target: Target | OpenPlace, message: Message, *, silent: bool = False
    ) -> OutboxId:
        """Promises to say something after the commit; a place is a channel of the server.

        What is `silent` calls nobody, whatever its kind declares.
        """
        outbox_id = OutboxId(self.new_id())
        where = ToPlace(target) if isinstance(target, Place) else target
        kept = write(message)
        self.wake("outbox")
        self.execute(
            "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at, silent, urgency)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                outbox_id,
                guild_id,
                target_text(where),
                kept.name,
                kept.subject,
                json.dumps(kept.details, ensure_ascii=False),
                to_ms(self.now),
                int(silent),
                urgency_of(kept.name, where),
            ),
        )
        return outbox_id

    def at(self, moment: datetime) -> Tx:
        """The same transaction, at another time."""
        return Tx(self._work, moment, self._ids)

    def acting_as(self, actor: Actor) -> ActorTx:
        """The same transaction, for that actor."""
        return ActorTx(self._work, self.now, self._ids, actor)


class ActorQuery(Query):
    """A reading of what the actor may see."""

    def __init__(self, work: Work, now: datetime, actor: Actor) -> None:
        super().__init__(work, now)
        self.actor = actor

    @property
    def guild_id(self) -> GuildId:
        """The server in which the actor acts."""
        return self.actor.guild_id

    @property
    def pressed_at(self) -> datetime:
        """When the actor pressed, by Discord's own timestamp."""
        return self.actor.at


class ActorTx(Tx, ActorQuery):
    """A transaction in which somebody acts."""

    def __init__(self, work: Work, now: datetime, ids: Ids, actor: Actor) -> None:
        Tx.__init__(self, work, now, ids)
        self.actor = actor
