"""Faces for pictures: fetched from Discord for who is about to be shown, read apart, and kept small.

A picture waits for them a moment and no longer: whoever's face is not there by then is drawn with initials. Nothing is
fetched inside a transaction. Discord's store of pictures is no part of its API and counts no call of it; what a member
shows there is known from their presses, and only for who has pressed nothing since the start the API is asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final, Protocol

import aiohttp
import discord

from bot.kernel.errors import UserError
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.living.transactions import UnitsOfWork
from bot.server import verbs as server_verbs
from bot.server.verbs import ShownMember

PIXELS: Final = 128
LARGEST: Final = 300_000
"""Bytes of what is fetched; Discord's own are a tenth of it."""
FETCH_WITHIN: Final = timedelta(seconds=5)
FOR_A_POST: Final = timedelta(seconds=4)
"""How long a message that nobody waits for may wait for its faces."""
FOR_AN_ANSWER: Final = timedelta(seconds=1.5)
RENEWED_AFTER: Final = timedelta(days=30)
BELIEVED_FOR: Final = timedelta(days=1)
"""So long a face is shown of somebody of whom nothing was seen since the start, before Discord is asked."""
AT_ONCE: Final = 4
MOST_UNDER_WAY: Final = 32
MOST_SEEN: Final = 5000
HTTP_OK: Final = 200
_PIECE: Final = 16 * 1024
_log = logging.getLogger(__name__)


class FaceBeyond(Exception):
    """What was to be a small picture is not small."""


class Avatars(Protocol):
    """Where the pictures are that members show of themselves."""

    def note(self, guild_id: GuildId, user: discord.Member | discord.User) -> None:
        """A press has told what somebody shows."""
        ...

    def picture_name(self, guild_id: GuildId, member_id: MemberId) -> str | None:
        """What Discord calls the picture that was seen last, empty where none is shown; None where nothing was seen."""
        ...

    async def ask(self, guild_id: GuildId, member_id: MemberId) -> str:
        """As `picture_name`, by asking Discord."""
        ...

    async def fetch(self, guild_id: GuildId, member_id: MemberId) -> bytes:
        """The picture that was seen or asked for."""
        ...


class DiscordAvatars:
    """By what interactions tell of members, and from Discord's store of pictures."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._seen: OrderedDict[tuple[GuildId, MemberId], discord.Asset | None] = OrderedDict()

    def note(self, guild_id: GuildId, user: discord.Member | discord.User) -> None:
        """Remembers the picture of the server, or else that of the account; a standard one is none."""
        own = user.guild_avatar if isinstance(user, discord.Member) else None
        key = guild_id, MemberId(user.id)
        self._seen[key] = own or user.avatar
        self._seen.move_to_end(key)
        if len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)

    def picture_name(self, guild_id: GuildId, member_id: MemberId) -> str | None:
        """The key of the picture that was noted last."""
        if (guild_id, member_id) not in self._seen:
            return None
        asset = self._seen[guild_id, member_id]
        return "" if asset is None else asset.key

    async def ask(self, guild_id: GuildId, member_id: MemberId) -> str:
        """One call of the API; raises discord.HTTPException."""
        self.note(guild_id, await self._client.fetch_user(member_id))
        return self.picture_name(guild_id, member_id) or ""

    async def fetch(self, guild_id: GuildId, member_id: MemberId) -> bytes:
        """A still PNG, as small as Discord makes it."""
        asset = self._seen.get((guild_id, member_id))
        if asset is None:
            raise LookupError("no picture was seen")
        return await download(asset.replace(size=PIXELS, format="png").url)


async def download(url: str) -> bytes:
    """What is there, within its bounds. Raises FaceBeyond, TimeoutError and aiohttp's errors."""
    data = bytearray()
    async with (
        asyncio.timeout(FETCH_WITHIN.total_seconds()),
        aiohttp.ClientSession() as session,
        session.get(url, allow_redirects=False) as answer,
    ):
        if answer.status != HTTP_OK:
            raise FaceBeyond(f"status {answer.status}")
        async for piece in answer.content.iter_chunked(_PIECE):
            data += piece
            if len(data) > LARGEST:
                raise FaceBeyond(f"more than {LARGEST} bytes")
    return bytes(data)


class AvatarCache:
    """Has the faces of those who are about to be shown on record, as far as they come in time."""

    def __init__(self, units: UnitsOfWork, read: Callable[[bytes], Awaitable[bytes]], avatars: Avatars) -> None:
        self._units, self._read_apart, self._avatars = units, read, avatars
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[PersonId, asyncio.Task[None]] = {}

    def note(self, guild: discord.Guild | None, user: discord.Member | discord.User) -> None:
        """Somebody was seen in a server."""
        if guild is not None:
            self._avatars.note(GuildId(guild.id), user)

    async def prepare(
        self, guild_id: GuildId, some: Sequence[MemberId | str], patience: timedelta = FOR_AN_ANSWER
    ) -> None:
        """Fetches what is missing or old of these members and people; what takes longer goes on, for the next time."""
        shown = await self._units.ask(server_verbs.to_be_shown, guild_id, some)
        tasks = [task for task in map(self._renewal, shown) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=patience.total_seconds())

    async def close(self) -> None:
        """Gives up what is under way."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _renewal(self, member: ShownMember) -> asyncio.Task[None] | None:
        """The task that sees to the person's face, one at a time; None where there is nothing to do."""
        if member.person_id in self._under_way:
            return self._under_way[member.person_id]
        if self._is_fresh(member) or len(self._under_way) >= MOST_UNDER_WAY:
            return None
        task = asyncio.create_task(self._renew(member))
        self._under_way[member.person_id] = task
        task.add_done_callback(lambda _: self._under_way.pop(member.person_id, None))
        return task

    def _is_fresh(self, member: ShownMember) -> bool:
        seen = self._avatars.picture_name(member.guild_id, member.member_id)
        if member.kept is None:
            return seen == ""
        age = self._units.clock() - member.kept.fetched_at
        return age < BELIEVED_FOR if seen is None else seen == member.kept.avatar and age < RENEWED_AFTER

    async def _renew(self, member: ShownMember) -> None:
        try:
            async with self._turns:
                await self._fetch(member)
        except (OSError, FaceBeyond, LookupError, aiohttp.ClientError, discord.DiscordException) as fault:
            # A picture without a face is a picture: nobody is told, and the next one tries again.
            _log.info("no face for a picture: %s", type(fault).__name__)
        except Exception:  # noqa: BLE001 - whatever broke, the picture is made without the face
            _log.exception("no face for a picture")

    async def _fetch(self, member: ShownMember) -> None:
        where = member.guild_id, member.member_id
        seen = self._avatars.picture_name(*where)
        avatar = await self._avatars.ask(*where) if seen is None else seen
        if not avatar:
            if member.kept is not None:
                await self._units.do(server_verbs.let_go, member)
            return
        data = await self._avatars.fetch(*where)
        await self._units.do(server_verbs.keep_face, member, avatar, await self._read(data))

    async def _read(self, data: bytes) -> bytes | None:
        """The picture made small; None for what is none, which is not asked for again as long as it stays."""
        try:
            return await self._read_apart(data)
        except UserError as fault:
            _log.info("a face that is no picture: %s", type(fault).__name__)
            return None
