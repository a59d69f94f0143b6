"""What a verb and a query are given as `tx`: the transaction, its time, new ids, and who acts.

A `Query` reads and cannot write, by its type; a `Tx` writes as well. With an actor they are `ActorQuery` and `ActorTx`.
Two clocks differ: `now` is the transaction's time, `pressed_at` the time of the press, which counts at a close.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from sqlite3 import Row
from typing import TypeVar

from bot.domain.announcements import OpenPlace, Target, ToPlace, target_text
from bot.domain.community import Place, Presser
from bot.domain.ids import GuildId, Ids, OutboxId, PersonId, TournamentId
from bot.domain.sayings import Saying, write
from bot.storage.codec import to_ms
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
        self, guild_id: GuildId, target: Target | OpenPlace, saying: Saying, *, silent: bool = False
    ) -> OutboxId:
        """Promises to say something after the commit; a place is a channel of the server.

        What is `silent` calls nobody, whatever its kind declares.
        """
        outbox_id = OutboxId(self.new_id())
        where = ToPlace(target) if isinstance(target, Place) else target
        kept = write(saying)
        self.wake("outbox")
        self.execute(
            "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at, silent)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                outbox_id,
                guild_id,
                target_text(where),
                kept.name,
                kept.subject,
                json.dumps(kept.details, ensure_ascii=False),
                to_ms(self.now),
                int(silent),
            ),
        )
        return outbox_id

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
