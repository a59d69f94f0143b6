"""The private thread of each case: made once, found again after a crash, and only the accused is brought into it."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.features.cases import misconduct_verbs, reading_verbs, store
from bot.features.cases.model import CaseThread
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ChannelId, FileId
from bot.kernel.promises import Promise
from bot.living.creation import Maker, PrivateThread, channel_in
from bot.living.transactions import UnitsOfWork


class CaseThreads:
    """Opens the room in which the accused is heard, under the matches' channel, which every player can see."""

    def __init__(self, units: UnitsOfWork, client: discord.Client, maker: Maker) -> None:
        self._units = units
        self._client = client
        self._maker = maker

    async def recorded_thread(self, promise: Promise[CaseThread]) -> discord.abc.Messageable | None:
        """The case's thread where it is on record: that comes before anything is said in it."""
        known = await self._units.ask(_thread_of, promise.message.file_id)
        if known is None:
            return None
        found = channel_in(self._client, promise.guild_id, known) or await self._client.fetch_channel(known)
        return found if isinstance(found, discord.abc.Messageable) else None

    async def room(
        self, promise: Promise[CaseThread], parent: discord.abc.Messageable, translator: Translator
    ) -> discord.abc.Messageable:
        """The case's thread, made now if there is none; raises Forbidden where the bot may make none."""
        file_id = promise.message.file_id
        found = await self.recorded_thread(promise)
        if found is not None:
            return found
        number, members = await self._units.ask(reading_verbs.thread_members, file_id)
        if not isinstance(parent, discord.TextChannel):
            # What is said of the accused must not be said in public.
            raise TypeError(f"no private thread can stand in {parent!r}")
        name = translator.say("files.thread_name", number=number)
        own_id = self._client.user.id if self._client.user else 0
        thread = PrivateThread(parent, own_id, name, self._is_on_record)

        async def invite(opened: discord.Thread) -> None:
            for member in members:
                # Who has left the server is told by the direct message, if at all.
                with suppress(discord.NotFound, discord.Forbidden):
                    await opened.add_user(discord.Object(member))

        def note(tx: Tx, opened: discord.Thread) -> discord.Thread:
            misconduct_verbs.note_thread(tx, file_id, ChannelId(opened.id))
            return opened

        return await self._maker.once(thread_of(promise), thread, note, invite)

    async def _is_on_record(self, thread_id: int) -> bool:
        return await self._units.ask(store.is_thread, thread_id)


def thread_of(promise: Promise[CaseThread]) -> str:
    """By what name the attempts at a case's thread are noted."""
    return f"thread:{promise.message.file_id}"


def _thread_of(tx: Query, file_id: FileId) -> ChannelId | None:
    file = store.load_file(tx, file_id)
    return file.thread_id if file else None
