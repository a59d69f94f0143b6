"""Asking Discord, before a repeat announces, whether who made it is still there and may create events."""

from __future__ import annotations

import discord

from bot.features.repeating import verbs
from bot.features.tournaments.members_worker import may_organise
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, RoleId
from bot.kernel.outages import Step
from bot.kernel.time_store import Deadline
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store


class MakerWatch:
    """Looks for the maker of a repeat; trouble of Discord's puts the step off, as it does any other."""

    def __init__(self, units: UnitsOfWork, client: discord.Client) -> None:
        self._units, self._client = units, client

    async def look(self, deadline: Deadline) -> None:
        """Has a repeat stop, before its step is taken, whose maker is gone or organises no more."""
        if deadline.kind != Step.ANNOUNCE_NEXT:
            return
        repeat_id = deadline.subject.partition(":")[2]
        found = await self._units.ask(verbs.maker_of, repeat_id)
        if found is None:
            return
        repeat, maker = found
        guild = self._client.get_guild(repeat.guild_id)
        if guild is None or maker is None or maker.discord_id is None:
            return
        organises = await may_organise(guild, maker.discord_id, await self._units.ask(_role, repeat.guild_id))
        is_there = organises is not None
        if not organises:
            await self._units.do(verbs.note_maker, repeat_id, is_there=is_there, organises=False)


def _role(tx: Query, guild_id: GuildId) -> RoleId | None:
    community = server_store.load(tx, guild_id)
    return None if community is None else community.organiser_role
