"""Servers from which no press can come: Discord has taken them away, or they have removed the bot."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.ids import GuildId
from bot.domain.outages import Cause, Lost
from bot.storage import deadlines, servers_away
from bot.storage.context import Query, Tx
from bot.storage.deadlines import Deadline
from bot.storage.servers_away import Away
from bot.units_of_work import UnitsOfWork

DESCRIBED_WITHIN: Final = timedelta(seconds=10)
"""Discord describes the servers one after the other, once it is connected; presses of each can come in before that."""


@dataclass(frozen=True, slots=True)
class Losses:
    """How it is put on record that no press could be taken, with what follows for windows that were open."""

    note_alive: Callable[[Tx], None]
    """That it can be at the moment."""
    wake_up: Callable[[Tx, Sequence[Lost]], object]
    """Of the whole process, once that is over."""
    lose: Callable[[Tx, Away], bool]
    """Of a server, as it goes away; False for one of which nothing is on record."""
    come_back: Callable[[Tx, GuildId, datetime], object]
    """Of a server that is back."""


@dataclass(frozen=True, slots=True)
class _News:
    """A server went away, or (without a cause) came back."""

    guild_id: GuildId
    at: datetime
    cause: Cause | None


class Servers:
    """Holds the steps of servers that are away; what becomes of a server is written down in its order, by `keep`."""

    def __init__(
        self, units: UnitsOfWork, losses: Losses, is_described: Callable[[GuildId], bool] = lambda _: False
    ) -> None:
        self._units, self._losses, self._is_described = units, losses, is_described
        self.on_return: list[Callable[[GuildId], None]] = []
        """Called with each server that is back, once that is on record."""
        self._away: dict[GuildId, Cause] = {}
        """Of which it is on record that they are away, and why."""
        self._lost_at: dict[GuildId, datetime] = {}
        """When a server last went away."""
        self._news: deque[_News] = deque()
        self._awaited: dict[GuildId, datetime] = {}
        """Those that Discord has named at a connection and not described yet, since when."""
        self._given_up: set[GuildId] = set()
        """Those of them that were not described in time."""

    async def remember(self) -> None:
        """Reads at the start which servers were away."""
        found = await self._units.ask(servers_away.every)
        self._away = {away.guild_id: away.cause for away in found}
        self._lost_at = {away.guild_id: away.since for away in found}

    def is_away(self, guild_id: GuildId) -> bool:
        """Whether no press of the server comes in, or that it comes in again is not on record yet."""
        return guild_id in self._away or any(one.guild_id == guild_id for one in self._news)

    def expect(self, some: Iterable[GuildId]) -> None:
        """Discord has named these servers and will describe them soon: until then no step of theirs is taken."""
        now = self._units.clock()
        self._awaited = {one: now for one in some if not self.is_away(one)}
        self._given_up.clear()

    def wait_anew(self) -> None:
        """The process stood still: what Discord has described meanwhile could not be heard."""
        self._awaited = dict.fromkeys(self._awaited, self._units.clock())

    def lose(self, guild_id: GuildId, cause: Cause) -> None:
        """No press of the server can come in from now on."""
        self._note_undescribed(guild_id)
        self._lost_at[guild_id] = self._units.clock()
        self._news.append(_News(guild_id, self._lost_at[guild_id], cause))

    def regain(self, guild_id: GuildId | None, pressed_at: datetime | None = None) -> bool:
        """Presses of the server come in again; False where they did all the time.

        A press that was made before the server went away, and was looked at only then, says nothing.
        """
        lost_at = None if guild_id is None else self._lost_at.get(guild_id)
        if guild_id is None or (pressed_at is not None and lost_at is not None and pressed_at < lost_at):
            return False
        self._note_undescribed(guild_id)
        if not self.is_away(guild_id):
            return False
        self._news.append(_News(guild_id, self._units.clock(), None))
        return True

    def look(self) -> bool:
        """Whether a server that was waited for is there; discord.py can lose the word of that, its cache never."""
        described = [one for one in (*self._awaited, *self._given_up) if self._is_described(one)]
        for one in described:
            self.regain(one)
        return bool(described)

    def _note_undescribed(self, guild_id: GuildId) -> None:
        """More is known of the server now; where Discord took too long to describe it, it was away until then."""
        self._given_up.discard(guild_id)
        since = self._awaited.pop(guild_id, None)
        if since is not None and self._units.clock() - since > DESCRIBED_WITHIN:
            self._news.append(_News(guild_id, since, Cause.UNAVAILABLE))

    async def keep(self) -> bool:
        """Writes down what became of the servers, before any step of theirs is taken; False where nothing did."""
        self.look()
        self._give_up()
        written = bool(self._news)
        while self._news:
            news = self._news[0]
            if news.cause is None:
                await self._units.do(self._losses.come_back, news.guild_id, news.at)
                self._away.pop(news.guild_id, None)
            elif self._is_new(news.guild_id, news.cause) and await self._units.do(
                self._losses.lose, Away(news.guild_id, news.at, news.cause)
            ):
                self._away[news.guild_id] = news.cause
            self._news.popleft()
            if news.cause is None:
                self._tell_return(news.guild_id)
        return written

    def _tell_return(self, guild_id: GuildId) -> None:
        for call in self.on_return:
            call(guild_id)

    def _is_new(self, guild_id: GuildId, cause: Cause) -> bool:
        """Whether the loss is one: of a server that is away already only a removal is."""
        known = self._away.get(guild_id)
        return known is None or (cause is Cause.REMOVED and known is not Cause.REMOVED)

    def _give_up(self) -> None:
        """What Discord has not described in time, it has taken away, since it named it."""
        now = self._units.clock()
        for guild_id, since in list(self._awaited.items()):
            if now - since > DESCRIBED_WITHIN:
                del self._awaited[guild_id]
                self._given_up.add(guild_id)
                self._news.append(_News(guild_id, since, Cause.UNAVAILABLE))

    async def take(self, due: Sequence[Deadline]) -> tuple[list[Deadline], bool]:
        """The steps that can be taken now, and whether others wait that cannot be held on record yet."""
        unsure = self._awaited.keys() | {one.guild_id for one in self._news}
        if not unsure and not self._away:
            return list(due), False
        free, waiting = await self._units.ask(part, due, self._away.keys() | unsure)
        if not waiting:
            return free, False
        held = await self._units.do(hold, waiting, self._away.keys() - unsure)
        return free, held < len(waiting)


def part(tx: Query, due: Sequence[Deadline], away: Collection[GuildId]) -> tuple[list[Deadline], list[Deadline]]:
    """The steps that can be taken now, and those of servers that are away."""
    free: list[Deadline] = []
    waiting: list[Deadline] = []
    for one in due:
        is_away = servers_away.server_of(tx, one.subject) in away
        (waiting if is_away else free).append(one)
    return free, waiting


def hold(tx: Tx, waiting: Sequence[Deadline], away: Collection[GuildId]) -> int:
    """Keeps steps that fell due from being taken until their servers are back; answers of how many that is known."""
    held = 0
    for one in waiting:
        guild_id = servers_away.server_of(tx, one.subject)
        if guild_id is not None and guild_id in away:
            deadlines.hold(tx, one, guild_id)
            held += 1
    return held
