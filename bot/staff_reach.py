"""Whom a call can reach: who of those it names is in the server, and whether Discord pings the organisers' role."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.domain.announcements import Promise
from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.domain.playing.sayings import StaffCalled
from bot.services import summons
from bot.units_of_work import UnitsOfWork


class StaffReach:
    """Asks Discord before a call is said: without the intent for members nobody tells the bot who has left."""

    def __init__(self, units: UnitsOfWork, client: discord.Client) -> None:
        self._units, self._client = units, client

    async def look(self, promise: Promise[StaffCalled], channel_id: ChannelId | None) -> None:
        """Has on record what the call needs, and who gets a letter; raises what Discord answers with in trouble."""
        asked = await self._units.ask(summons.to_look_for, promise)
        guild = self._client.get_guild(promise.guild_id)
        if guild is None:
            return
        gone = [person_id for person_id, member_id in asked.people if await _has_left(guild, member_id)]
        role = asked.role is not None and pings_role(guild, asked.role, channel_id)
        await self._units.do(summons.note_reach, promise, gone, role=role)


async def _has_left(guild: discord.Guild, member_id: MemberId) -> bool:
    """Whether Discord does not find the member; one that it does not tell of counts as there."""
    with suppress(discord.Forbidden):
        try:
            await guild.fetch_member(member_id)
        except discord.NotFound:
            return True
    return False


def pings_role(guild: discord.Guild, role_id: RoleId, channel_id: ChannelId | None) -> bool:
    """Whether Discord pings the role when the bot names it in the channel."""
    role = guild.get_role(role_id)
    channel = None if channel_id is None else guild.get_channel(channel_id)
    if role is None:
        return False
    rights = guild.me.guild_permissions if channel is None else channel.permissions_for(guild.me)
    return role.mentionable or rights.mention_everyone
