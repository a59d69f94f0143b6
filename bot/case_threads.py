"""The private thread of each case: made once, found again after a crash, and only the accused is brought into it."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.domain.announcements import Promise
from bot.domain.ids import ChannelId, FileId
from bot.house import House
from bot.i18n import Voice
from bot.services.cases import file_reading, files
from bot.storage import case_files
from bot.storage.database import Work


class CaseThreads:
    """Opens the room in which the accused is heard, under the matches' channel, which every player can see."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._house = house
        self._client = client

    async def noted(self, promise: Promise) -> discord.abc.Messageable | None:
        """The case's thread where it is on record: that comes before anything is said in it."""
        known = await self._house.ask(_thread_of, FileId(promise.subject))
        if known is None:
            return None
        found = self._client.get_channel(known) or await self._client.fetch_channel(known)
        return found if isinstance(found, discord.abc.Messageable) else None

    async def room(self, promise: Promise, parent: discord.abc.Messageable, voice: Voice) -> discord.abc.Messageable:
        """The case's thread, made now if there is none; raises Forbidden where the bot may make none."""
        file_id = FileId(promise.subject)
        found = await self.noted(promise)
        if found is not None:
            return found
        number, members = await self._house.ask(file_reading.invited, file_id)
        if not isinstance(parent, discord.TextChannel):
            # What is said of the accused must not be said in public.
            raise TypeError(f"no private thread can stand in {parent!r}")
        name = voice.say("files.thread_name", number=number)
        own = self._client.user
        thread = discord.utils.get(parent.threads, name=name, owner_id=own.id) if own else None
        if thread is None:
            thread = await parent.create_thread(name=name, type=discord.ChannelType.private_thread, invitable=False)
        for member in members:
            # Who has left the server is told by the direct message, if at all.
            with suppress(discord.NotFound, discord.Forbidden):
                await thread.add_user(discord.Object(member))
        await self._house.do(files.note_thread, file_id, ChannelId(thread.id))
        return thread


def _thread_of(work: Work, file_id: FileId) -> ChannelId | None:
    file = case_files.load(work, file_id)
    return file.thread_id if file else None
