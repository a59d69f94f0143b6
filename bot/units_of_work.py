"""Units of work: every write with its time and ids, and who is woken after the commit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Concatenate, ParamSpec, TypeVar

from bot.domain.community import Presser
from bot.domain.ids import GuildId, Ids
from bot.storage import outages
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.database import Database, Work
from bot.storage.errors import DatabaseClosed, NotCommitted

P = ParamSpec("P")
T = TypeVar("T")

Verb = Callable[Concatenate[Tx, P], T]
"""A verb of the services: synchronous, inside one transaction."""
Reading = Callable[Concatenate[Query, P], T]
"""A query: it cannot write."""

PersonalVerb = Callable[Concatenate[ActorTx, P], T]
"""A verb that somebody does."""
PersonalQuery = Callable[Concatenate[ActorQuery, P], T]
"""A query of what somebody may see."""
ServerQuery = Callable[Concatenate[Query, GuildId, P], T]
"""A query of what everybody of a server may see."""

Clock = Callable[[], datetime]
Entropy = Callable[[int], bytes]


def ended_under(error: BaseException) -> bool:
    """Whether the error says only that the bot is ending and takes nothing more."""
    return isinstance(error, DatabaseClosed)


class UnitsOfWork:
    """The database as the living parts use it: a verb is one transaction, and wakes who waits for what it touched."""

    def __init__(self, database: Database, clock: Clock, entropy: Entropy) -> None:
        self.database = database
        self.clock = clock
        self._entropy = entropy
        self.wakers: dict[str, Callable[[], None]] = {}
        """Who is woken, by what a unit touched: "outbox", "deadlines", "panels"; "heartbeat" when nothing is taken."""
        self.refused_since: datetime | None = None
        """Since when the database, locked or full, takes nothing: no press could be taken either."""
        self.heard_at: datetime | None = None
        """When the last press came in; what is written next notes it, so that it counts as a sign of life."""

    async def do(self, verb: Verb[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a verb of the services in a durable transaction, then wake whoever its rows concern."""
        now, ids, heard_at = self.clock(), Ids(self._entropy(16)), self.heard_at

        def unit(work: Work) -> tuple[T, frozenset[str]]:
            tx = Tx(work, now, ids)
            value = verb(tx, *args, **kwargs)
            if heard_at is not None:
                outages.note_alive(tx, heard_at)
            return value, frozenset(work.touched)

        try:
            value, touched = await self.database.write(unit)
        except NotCommitted:
            self._note_refusal(now)
            raise
        if self.heard_at == heard_at:
            self.heard_at = None
        for name in touched:
            if name in self.wakers:
                self.wakers[name]()
        return value

    async def act(self, actor: Presser, verb: PersonalVerb[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `do`, for what somebody does."""
        return await self.do(lambda tx: verb(tx.acting_as(actor), *args, **kwargs))

    async def ask(self, query: Reading[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query on the reading connection."""
        now = self.clock()
        return await self.database.read(lambda work: query(Query(work, now), *args, **kwargs))

    async def ask_as(self, actor: Presser, query: PersonalQuery[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `ask`, for what somebody may see."""
        return await self.ask(lambda tx: query(tx.acting_as(actor), *args, **kwargs))

    def _note_refusal(self, at: datetime) -> None:
        first = self.refused_since is None
        self.refused_since = at if self.refused_since is None else min(at, self.refused_since)
        if first and "heartbeat" in self.wakers:
            self.wakers["heartbeat"]()
