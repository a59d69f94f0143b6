"""What Discord says of a member: without the intent for members nobody tells the bot who left, or lost a role."""

from __future__ import annotations

import discord

from bot.kernel.ids import MemberId, RoleId


async def may_organise(guild: discord.Guild, member_id: MemberId, role: RoleId | None) -> bool | None:
    """Whether the member may organise here; None for who has left. Where Discord does not say it, they may."""
    try:
        member = await guild.fetch_member(member_id)
    except discord.NotFound:
        return None
    except discord.Forbidden:
        return True
    return member.guild_permissions.manage_guild or (role is not None and member.get_role(role) is not None)
