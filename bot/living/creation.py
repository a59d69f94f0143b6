"""The one door through which anything is made at Discord: nothing is asked for again before a look whether it is there.

Before each call it is noted what is asked for and since when; the note goes in the transaction that puts the made
thing on record. Where a note is found, after an error or a crash, the kind is asked for what was made since.

By itself discord.py repeats any request that was answered with 500, 502, 504 or 524 (one through an interaction's
token: with any 5xx), or whose connection was reset: five times, after one, three, five and seven seconds. Discord may
have done by then what was asked. aiohttp repeats only what HTTP allows, and never a POST.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Final, Protocol, TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.kernel import outbox
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId
from bot.kernel.outbox import Attempt
from bot.layout.cards import Rendered
from bot.living.transactions import RequestPace, UnitsOfWork

# --- what the end of a request says ---------------------------------------------------------------------------------


TROUBLE: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What passes by itself: the network, or Discord's own health."""
TAKEN_ONCE: Final = re.compile(r".*/interactions/[^/]+/[^/]+/callback|.*/users/@me/channels")
"""What Discord takes once, however often it is sent: an interaction's answer, the channel of direct messages."""
_COUNTED: Final = re.compile(r"/api/v\d+/(?!interactions/|webhooks/)")
"""What counts for the limit of requests a second; answers to presses do not."""
RESET: Final = (54, 10054)
"""How macOS and Windows number a reset connection; discord.py goes by these two, and raises for all others."""
_MAY_HAVE_HAPPENED: Final = {408, 499}
IS_ARCHIVED: Final = 50083
"""How Discord refuses what is said or edited in a thread that is closed."""
ACKNOWLEDGED_BEFORE: Final = 40060
_GONE: Final = {10015, 10062, 50027, ACKNOWLEDGED_BEFORE}
"""How Discord says that an interaction takes no answer any more: it is unknown, over, or was answered before."""


class ConnectionCut(aiohttp.ClientConnectionError):
    """The connection broke before the answer was there; whether the request had its effect is not known."""


def was_refused(trouble: BaseException) -> bool:
    """Whether nothing came of the request for certain: Discord said so, or was never reached."""
    if isinstance(trouble, discord.HTTPException):
        return trouble.status < 500 and trouble.status not in _MAY_HAVE_HAPPENED
    return isinstance(trouble, discord.RateLimited | aiohttp.ClientConnectorError)


def broke_off(trouble: BaseException) -> bool:
    """Whether Discord, the way to it, or the one who waited for an answer was gone: there is nothing to look for."""
    if isinstance(trouble, discord.HTTPException):
        return trouble.status >= 500 or trouble.code in _GONE
    return isinstance(trouble, aiohttp.ClientError | ConnectionError | TimeoutError)


def one_shot() -> aiohttp.TraceConfig:
    """What `discord.Client(http_trace=…)` takes so that no POST is sent again but after a 429, which did nothing.

    It keeps the pace at which Discord takes requests, too; answers to presses are not counted there.
    """
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(partial(_keep_pace, RequestPace()))
    trace.on_request_end.append(_raise_last_answer)
    trace.on_request_exception.append(_broken)
    return trace


async def _keep_pace(
    pace: RequestPace, session: aiohttp.ClientSession, context: SimpleNamespace, start: aiohttp.TraceRequestStartParams
) -> None:
    del session, context
    if _COUNTED.match(start.url.path):
        wait = pace.wait()
        if wait > 0:
            await asyncio.sleep(wait)


async def _raise_last_answer(
    session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Raises what discord.py would raise after its last attempt; it never sees the answer that it would repeat for."""
    del session, context
    if not _must_not_be_repeated(end.method, end.url.path):
        return
    try:
        # Read here, and kept by aiohttp: a reset while discord.py reads would look to it like one before the answer.
        await end.response.read()
    except OSError as error:
        raise ConnectionCut(str(error)) from error
    if end.response.status >= 500:
        raise discord.DiscordServerError(end.response, await end.response.text())


async def _broken(
    session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
) -> None:
    del session, context
    reset = isinstance(end.exception, OSError) and end.exception.errno in RESET
    if reset and _must_not_be_repeated(end.method, end.url.path):
        raise ConnectionCut(str(end.exception)) from end.exception


def _must_not_be_repeated(method: str, path: str) -> bool:
    return method == "POST" and not TAKEN_ONCE.fullmatch(path)


# --- making a thing at most once ------------------------------------------------------------------------------------


MARGIN: Final = timedelta(minutes=1)
"""What is looked through before the first attempt, for clocks that differ, and after the end of the last one."""
SETTLING: Final = timedelta(seconds=20)
"""How long after a call in doubt Discord may still be busy with it: nothing is made again before."""

Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)
Noted = TypeVar("Noted")


def channel_in(client: discord.Client, guild_id: GuildId, channel_id: int) -> discord.abc.Messageable | None:
    """The channel or thread of the server as Discord has described it; no other server is looked at."""
    guild = client.get_guild(guild_id)
    found = None if guild is None else guild.get_channel_or_thread(channel_id)
    return found if isinstance(found, discord.abc.Messageable) else None


@dataclass(frozen=True, slots=True)
class Since:
    """Where to look: the time of the attempts as Discord's ids count it, and the sign under which it was asked for."""

    sign: str
    after: int
    before: int | None
    """None while nothing says that the last call is over."""

    def covers(self, snowflake: int) -> bool:
        """Whether what has this id was made in that time."""
        return self.after < snowflake and (self.before is None or snowflake < self.before)


class Traceable(Protocol[Made_co]):
    """One thing that may have been made, of a kind that knows how to find it again."""

    async def find(self, since: Since) -> Made_co | None:
        """What an earlier call made, or None where none had its effect."""


class Creation(Traceable[Made_co], Protocol[Made_co]):
    """One thing to be made."""

    @property
    def sign(self) -> str:
        """What is noted before the first call: where it is made, or under which name."""

    @property
    def repeats_are_harmless(self) -> bool:
        """Whether Discord itself recognises a repetition within its next minutes."""

    async def create(self) -> Made_co:
        """The one call that makes it."""


class TooSoon(Exception):
    """Discord may still be busy with the last attempt, and a look would prove nothing."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"the last attempt is in doubt until {until.isoformat()}")
        self.until = until


class Maker:
    """See the module. `what` names the thing in all attempts at it, before and after a restart."""

    def __init__(self, units: UnitsOfWork) -> None:
        self._units = units
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def alone(self, where: str) -> AbstractAsyncContextManager[None]:
        """Held while looking for what is missing and making it, so that two who press make it once."""
        return self._locks.setdefault(where, asyncio.Lock())

    async def look(self, what: str, thing: Traceable[Made]) -> Made | None:
        """What earlier attempts made of it; without a call where there were none."""
        tried = await self._units.ask(outbox.of, what)
        return None if tried is None else await thing.find(_since(tried))

    async def make(
        self, what: str, creation: Creation[Made], wanted: Callable[[Query], bool] = lambda _: True
    ) -> Made | None:
        """Asks for it, once; None where `wanted`, asked in the noting transaction, says that it must not be any more.

        Whoever puts it on record does so with `end_doubt`. Raises TooSoon, and what the call raises.
        """
        is_first = await self._units.do(_begin_if, what, creation, wanted)
        return None if is_first is None else await self._create(what, creation, is_first=is_first)

    async def once(
        self,
        what: str,
        creation: Creation[Made],
        note: Callable[[Tx, Made], Noted],
        furnish: Callable[[Made], Awaitable[None]] | None = None,
    ) -> Noted:
        """Finds or makes it, furnishes it with what may be done twice, and puts it on record."""
        made = await self.look(what, creation)
        if made is None:
            made = await self._create(what, creation, is_first=await self._units.do(_begin, what, creation))
        if furnish is not None:
            await furnish(made)

        def note_made(tx: Tx) -> Noted:
            end_doubt(tx, what)
            return note(tx, made)

        return await self._units.do(note_made)

    async def _create(self, what: str, creation: Creation[Made], *, is_first: bool) -> Made:
        try:
            return await creation.create()
        except Exception as trouble:
            await self._units.do(_broken_off, what, undone=is_first and was_refused(trouble))
            raise


async def at_most_once(creation: Creation[Made]) -> Made:
    """Asks for what nobody waits for and nothing counts on: if its end is not known it is left at that."""
    return await creation.create()


def cut_off(tx: Tx) -> None:
    """Notes at a start that what was under way before ended with the process."""
    outbox.end_all(tx, tx.now)


def end_doubt(tx: Tx, what: str) -> None:
    """Ends the doubt, in the transaction that puts on record what was made."""
    outbox.settle_attempt(tx, what)


def _begin(tx: Tx, what: str, creation: Creation[object]) -> bool:
    """Notes the attempt; whether it is the first. Raises TooSoon."""
    tried = outbox.of(tx, what)
    until = None if tried is None or tried.ended_at is None else tried.ended_at + SETTLING
    # Where the clock was set back since the last attempt, that must not hold anything up for longer.
    if until is not None and not creation.repeats_are_harmless and tx.now < until < tx.now + MARGIN:
        raise TooSoon(until)
    outbox.begin_attempt(tx, what, creation.sign, tx.now)
    return tried is None


def _begin_if(tx: Tx, what: str, creation: Creation[object], wanted: Callable[[Query], bool]) -> bool | None:
    return _begin(tx, what, creation) if wanted(tx) else None


def _broken_off(tx: Tx, what: str, *, undone: bool) -> None:
    if undone:
        outbox.settle_attempt(tx, what)
    else:
        outbox.end_attempt(tx, what, tx.now)


def _since(tried: Attempt) -> Since:
    since, ended = since_then(tried.sign, tried.first_at), tried.ended_at
    return since if ended is None else replace(since, before=discord.utils.time_snowflake(ended + MARGIN))


def since_then(sign: str, first_at: datetime) -> Since:
    """From the first attempt on, up to now."""
    return Since(sign, discord.utils.time_snowflake(first_at - MARGIN) - 1, None)


# --- the kinds of thing ---------------------------------------------------------------------------------------------


SHOWN_FOR: Final = timedelta(hours=4)
"""Discord wants an end for an event outside its voice channels; nothing of ours hangs on it."""
A_WEEK: Final = 10080
"""Minutes without a word after which Discord closes a thread: the longest that it waits."""
Taken = Callable[[int], Awaitable[bool]]
"""Whether what has this id is on record as something else's."""
Overwrites = dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]


class Unreadable(Exception):
    """The bot may not read where the thing may stand, so nothing says whether it was made."""

    def __init__(self, reason: str, *, may_speak: bool) -> None:
        super().__init__(reason)
        self.may_speak = may_speak


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message that may stand somewhere, known by the id that one of its buttons carries in its `custom_id`.

    `where` is the place to look in where the attempt was noted without one; `lacks` is a part of an id that none of its
    buttons carries, where that tells it from others with the same mark.
    """

    client: discord.Client
    mark: str
    where: discord.abc.Messageable | None = None
    lacks: str | None = None

    async def find(self, since: Since) -> discord.Message | None:
        """Reads all that was said since, however much it is; raises Unreadable where the bot may not."""
        return next(iter(await self.standing(since, most=1)), None)

    async def standing(self, since: Since, most: int | None = None) -> list[discord.Message]:
        """As `find`, every message that stands there with the mark, the latest first; no more than `most`."""
        found: list[discord.Message] = []
        try:
            where = await self._where(since)
            if where is None:
                return found
            _refuse_hidden(where)
            before = None if since.before is None else discord.Object(since.before)
            after = discord.Object(since.after)
            async for message in where.history(limit=None, before=before, after=after, oldest_first=False):
                parts = _ids_within(message)
                if self.mark in parts and self.lacks not in parts:
                    found.append(message)
                if len(found) == most:
                    break
        except discord.NotFound:
            # The channel is gone, and with it whatever was said there.
            return found
        except discord.Forbidden as refusal:
            raise Unreadable(str(refusal), may_speak=False) from refusal
        return found

    async def _where(self, since: Since) -> discord.abc.Messageable | None:
        if not since.sign:
            return self.where
        found = self.client.get_channel(int(since.sign)) or await self.client.fetch_channel(int(since.sign))
        return found if isinstance(found, discord.abc.Messageable) else None


@dataclass(frozen=True, slots=True)
class MessageToMake:
    """A message to be said; the mark is its nonce, which Discord compares for some minutes."""

    client: discord.Client
    mark: str
    where: discord.abc.Messageable
    content: Rendered
    repeats_are_harmless: bool = True

    @property
    def sign(self) -> str:
        """The id of the channel in which it stands."""
        return str(getattr(self.where, "id", ""))

    async def create(self) -> discord.Message:
        """Sends the message."""
        return await self.where.send(
            view=self.content.view,
            files=self.content.files,
            allowed_mentions=self.content.allowed_mentions,
            nonce=self.mark,
        )

    async def find(self, since: Since) -> discord.Message | None:
        """Looks for the message as `PostedMessage` does."""
        return await PostedMessage(self.client, self.mark, self.where).find(since)


def _refuse_hidden(where: discord.abc.Messageable) -> None:
    """Without the right to read Discord answers with an empty history, which would prove nothing."""
    if not isinstance(where, discord.TextChannel | discord.Thread) or where.guild.me is None:
        return
    if not where.permissions_for(where.guild.me).read_message_history:
        raise Unreadable("history", may_speak=True)


def _ids_within(message: discord.Message) -> set[str]:
    found = (str(getattr(child, "custom_id", "")) for component in message.components for child in _walk(component))
    return {part for custom_id in found for part in custom_id.split(":")}


def _walk(component: object) -> Iterable[object]:
    yield component
    for child in getattr(component, "children", ()):
        yield from _walk(child)


@dataclass(frozen=True, slots=True)
class EntryText:
    """What organisers tell of an event, as its entry shows it."""

    description: str = ""
    image: bytes | None = None


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An event or a match in the server's calendar: what the bot itself entered there and is no other's."""

    guild: discord.Guild
    own_id: int
    name: str
    start: datetime
    told: EntryText | None
    """None where organisers told nothing."""
    location: str
    is_taken: Taken
    repeats_are_harmless: bool = False
    sign: str = ""

    async def create(self) -> int:
        """Makes the entry."""
        told = self.told or EntryText()
        event = await self.guild.create_scheduled_event(
            name=self.name,
            start_time=self.start,
            end_time=self.start + SHOWN_FOR,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=self.location,
            description=told.description or discord.utils.MISSING,
            image=told.image or discord.utils.MISSING,
        )
        return event.id

    async def renew(self, event: discord.ScheduledEvent) -> None:
        """Has the entry show what is on record; what staff wrote into it stays where the organisers told nothing."""
        told, missing = self.told, discord.utils.MISSING
        await event.edit(
            name=self.name,
            start_time=self.start,
            end_time=self.start + SHOWN_FOR,
            description=missing if told is None else told.description,
            image=missing if told is None else told.image,  # type: ignore[arg-type] # None takes it away
        )

    async def find(self, since: Since) -> int | None:
        """Looks for an entry by who made it and when; its name and start may have been changed since."""
        own = [
            event
            for event in await self.guild.fetch_scheduled_events()
            if event.creator_id == self.own_id and since.covers(event.id)
        ]
        for event in sorted(own, key=lambda event: event.name != self.name):
            if not await self.is_taken(event.id):
                return event.id
        return None


@dataclass(frozen=True, slots=True)
class PrivateThread:
    """A private thread of the bot's own under a channel; no other case has it."""

    parent: discord.TextChannel
    own_id: int
    name: str
    is_taken: Taken
    repeats_are_harmless: bool = False

    @property
    def sign(self) -> str:
        """The id of the channel under which it stands."""
        return str(self.parent.id)

    async def create(self) -> discord.Thread:
        """Opens the thread."""
        return await self.parent.create_thread(name=self.name, type=discord.ChannelType.private_thread, invitable=False)

    async def find(self, since: Since) -> discord.Thread | None:
        """Looks among the open threads, and among those that Discord has archived meanwhile."""
        async for thread in _threads_under(self.parent, int(since.sign or self.parent.id), private=True):
            if await self._is_own(thread, since):
                return thread
        return None

    async def _is_own(self, thread: discord.Thread, since: Since) -> bool:
        own = thread.owner_id == self.own_id and thread.type is discord.ChannelType.private_thread
        return own and since.covers(thread.id) and not await self.is_taken(thread.id)


async def _threads_under(
    parent: discord.TextChannel, parent_id: int, *, private: bool
) -> AsyncIterator[discord.Thread]:
    for thread in await parent.guild.active_threads():
        if thread.parent_id == parent_id:
            yield thread
    stands = parent.guild.get_channel(parent_id)
    if not isinstance(stands, discord.TextChannel):
        return
    with suppress(discord.NotFound):
        async for thread in stands.archived_threads(private=private, joined=private, limit=None):
            yield thread


@dataclass(frozen=True, slots=True)
class ThreadToMake:
    """A thread for one match, known by its name as well: several may be made at the same time."""

    parent: discord.TextChannel
    own_id: int
    name: str
    kind: discord.ChannelType
    is_taken: Taken
    repeats_are_harmless: bool = False

    @property
    def sign(self) -> str:
        """The channel under which it stands, and its name, which another language would change."""
        return f"{self.parent.id} {self.name}"

    async def create(self) -> discord.Thread:
        """Opens the thread; into a private one nobody brings others."""
        if self.kind is discord.ChannelType.private_thread:
            return await self.parent.create_thread(
                name=self.name, type=self.kind, invitable=False, auto_archive_duration=A_WEEK
            )
        return await self.parent.create_thread(name=self.name, type=self.kind, auto_archive_duration=A_WEEK)

    async def find(self, since: Since) -> discord.Thread | None:
        """Looks among the open threads, and among those that Discord has archived meanwhile."""
        parent_id, _, name = since.sign.partition(" ")
        private = self.kind is discord.ChannelType.private_thread
        async for thread in _threads_under(self.parent, int(parent_id or self.parent.id), private=private):
            own = thread.owner_id == self.own_id and thread.name == name and since.covers(thread.id)
            if own and not await self.is_taken(thread.id):
                return thread
        return None


@dataclass(frozen=True, slots=True)
class TextChannel:
    """A channel of the server, known by its name and by the rights of the bot and of everybody."""

    guild: discord.Guild
    name: str
    overwrites: Overwrites
    taken: Collection[int]
    repeats_are_harmless: bool = False

    @property
    def sign(self) -> str:
        """Its name, which another language would change."""
        return self.name

    async def create(self) -> discord.TextChannel:
        """Opens the channel."""
        return await self.guild.create_text_channel(self.name, overwrites=self.overwrites)

    async def find(self, since: Since) -> discord.TextChannel | None:
        """Asks Discord for the channel, since the bot may not have heard yet of what it made."""
        channels = await self.guild.fetch_channels()
        return next(
            (
                channel
                for channel in channels
                if isinstance(channel, discord.TextChannel) and self._is_own(channel, since)
            ),
            None,
        )

    def _is_own(self, channel: discord.TextChannel, since: Since) -> bool:
        if channel.name != since.sign or not since.covers(channel.id) or channel.id in self.taken:
            return False
        sides = (self.guild.me, self.guild.default_role)
        wanted = {side.id: overwrite for side, overwrite in self.overwrites.items()}
        return all(channel.overwrites_for(side) == wanted.get(side.id, discord.PermissionOverwrite()) for side in sides)


@dataclass(frozen=True, slots=True)
class RoleToMake:
    """A role of the server, known by its name and by having no right at all."""

    guild: discord.Guild
    name: str
    mentionable: bool
    taken: Collection[int]
    repeats_are_harmless: bool = False

    @property
    def sign(self) -> str:
        """Its name, which another language would change."""
        return self.name

    async def create(self) -> discord.Role:
        """Makes the role."""
        none = discord.Permissions.none()
        return await self.guild.create_role(name=self.name, mentionable=self.mentionable, permissions=none)

    async def find(self, since: Since) -> discord.Role | None:
        """Asks Discord for the role, since the bot may not have heard yet of what it made."""
        return next((one for one in await self.guild.fetch_roles() if self._is_own(one, since)), None)

    def _is_own(self, role: discord.Role, since: Since) -> bool:
        if role.name != since.sign or not since.covers(role.id) or role.id in self.taken:
            return False
        return role.mentionable == self.mentionable and not role.permissions.value
