"""The kinds of thing that the bot makes at Discord: how each is asked for, and how it is known again afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.making.once import Since
from bot.rendering.layout import Rendered

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
class Said:
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
        try:
            where = await self._where(since)
            if where is None:
                return None
            _refuse_hidden(where)
            before = None if since.before is None else discord.Object(since.before)
            after = discord.Object(since.after)
            async for message in where.history(limit=None, before=before, after=after, oldest_first=False):
                parts = _ids_within(message)
                if self.mark in parts and self.lacks not in parts:
                    return message
        except discord.NotFound:
            # The channel is gone, and with it whatever was said there.
            return None
        except discord.Forbidden as refusal:
            raise Unreadable(str(refusal), may_speak=False) from refusal
        return None

    async def _where(self, since: Since) -> discord.abc.Messageable | None:
        if not since.sign:
            return self.where
        found = self.client.get_channel(int(since.sign)) or await self.client.fetch_channel(int(since.sign))
        return found if isinstance(found, discord.abc.Messageable) else None


@dataclass(frozen=True, slots=True)
class Message:
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
        """Looks for the message as `Said` does."""
        return await Said(self.client, self.mark, self.where).find(since)


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
class MatchThread:
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
            (one for one in channels if isinstance(one, discord.TextChannel) and self._is_own(one, since)), None
        )

    def _is_own(self, channel: discord.TextChannel, since: Since) -> bool:
        if channel.name != since.sign or not since.covers(channel.id) or channel.id in self.taken:
            return False
        sides = (self.guild.me, self.guild.default_role)
        wanted = {side.id: overwrite for side, overwrite in self.overwrites.items()}
        return all(channel.overwrites_for(side) == wanted.get(side.id, discord.PermissionOverwrite()) for side in sides)


@dataclass(frozen=True, slots=True)
class Role:
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
