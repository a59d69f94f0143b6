"""What a verb and a query are given as `tx`: the transaction, its time, new ids, and who acts.

A `Query` reads and cannot write, by its type; a `Tx` writes as well. With an actor they are `ActorQuery` and `ActorTx`.
Two clocks differ: `now` is the transaction's time, `pressed_at` the time of the press, which counts at a close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from sqlite3 import Row
from typing import TypeVar

from bot.domain.community import Presser
from bot.domain.ids import GuildId, Ids
from bot.storage.work import Parameters, Work

T = TypeVar("T")


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

    def acting_as(self, actor: Presser) -> ActorQuery:
        """The same reading, for that actor."""
        return ActorQuery(self._work, self.now, actor)


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

    def at(self, moment: datetime) -> Tx:
        """The same transaction, at another time."""
        return Tx(self._work, moment, self._ids)

    def acting_as(self, actor: Presser) -> ActorTx:
        """The same transaction, for that actor."""
        return ActorTx(self._work, self.now, self._ids, actor)


class ActorQuery(Query):
    """A reading of what the actor may see."""

    def __init__(self, work: Work, now: datetime, actor: Presser) -> None:
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

    def __init__(self, work: Work, now: datetime, ids: Ids, actor: Presser) -> None:
        Tx.__init__(self, work, now, ids)
        self.actor = actor
