"""Creating the channels and the role that a server lacks, each with the rights that its use asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import discord
from discord import PermissionOverwrite

from bot.domain.community import Community, Place
from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.domain.setup_views import (
    TO_CREATE,
    Officers,
    Right,
    Server,
    SetupView,
    may_open_role,
    vanished_places,
)
from bot.i18n import Voice
from bot.making.kinds import Overwrites, Role, TextChannel
from bot.making.once import SETTLING, TooSoon
from bot.making.requests import TROUBLE, was_refused
from bot.services import server_setup
from cogs.health import server_seen
from cogs.press import Press

_SPEAKER = PermissionOverwrite(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True, read_message_history=True
)
_GUEST = PermissionOverwrite(view_channel=True, send_messages=True, read_message_history=True)
_READER = PermissionOverwrite(send_messages=False)
_OUTSIDER = PermissionOverwrite(view_channel=False)


def refuse_without_rights(server: Server) -> None:
    """Raises CannotCreate, naming the rights, where Discord would refuse."""
    missing = tuple(right for right in TO_CREATE if right not in server.rights)
    if missing:
        raise server_setup.CannotCreate(rights=missing)


@asynccontextmanager
async def creating(press: Press) -> AsyncIterator[None]:
    """One press at a time, so that two make nothing twice; raises what a person can do about Discord's answer."""
    try:
        async with press.maker.alone(f"rooms:{press.guild_id}"):
            yield
    except discord.Forbidden:
        raise server_setup.CannotCreate(rights=TO_CREATE) from None
    except TooSoon as early:
        raise server_setup.NotMadeYet(again_from=early.until) from None
    except TROUBLE as trouble:
        if was_refused(trouble):
            raise
        raise server_setup.NotMadeYet(again_from=press.now + SETTLING) from trouble


async def is_gone(guild: discord.Guild, role: RoleId | None) -> bool:
    """Whether a role has to be made. Of one that was made a moment ago the bot may not have heard: it asks."""
    if role is None:
        return True
    return guild.get_role(role) is None and all(one.id != role for one in await guild.fetch_roles())


async def open_role(press: Press, community: Community) -> RoleId:
    """Lets anybody mention the organisers' role; raises CannotCreate where the bot may not change it."""
    role = _role_to_change(press, community)
    async with creating(press):
        await role.edit(mentionable=True)
    return RoleId(role.id)


async def give_role(press: Press, community: Community) -> RoleId:
    """Gives the organisers' role to who presses; raises CannotCreate where the bot may not."""
    role = _role_to_change(press, community)
    async with creating(press):
        member = await press.guild.fetch_member(press.member_id)
        await member.add_roles(discord.Object(role.id))
    return RoleId(role.id)


def _role_to_change(press: Press, community: Community) -> discord.Role:
    role = press.guild.get_role(community.organiser_role or 0)
    if role is None or not may_open_role(server_seen(press), RoleId(role.id)):
        raise server_setup.CannotCreate(rights=(Right.MANAGE_ROLES,))
    return role


async def create_missing(press: Press, wanted: Callable[[Community], Sequence[Place]]) -> SetupView:
    """Creates the role and each wanted channel that is missing, taking one after the other, so that none is lost."""
    presser = press.presser
    async with creating(press):
        view = await press.ask(server_setup.examine)
        if await is_gone(press.guild, view.community.organiser_role):
            name = Voice(view.community.language).say("setup.role_name")
            view = await press.maker.once(
                f"role:{press.guild_id}:organisers",
                Role(press.guild, name, True, ()),
                lambda tx, made: server_setup.name_role(tx.acting_as(presser), RoleId(made.id)),
            )
        for place in (*wanted(view.community), *vanished_places(view.community, server_seen(press))):
            view = await _open(press, view, place)
    return view


async def _open(press: Press, view: SetupView, place: Place) -> SetupView:
    presser, name = press.presser, Voice(view.community.language).say(f"setup.channel.{place}")
    taken = [channel for one in Place if (channel := view.community.channel(one)) is not None]
    gone = await find_deleted(press, view.community, place)
    return await press.maker.once(
        f"place:{press.guild_id}:{place}",
        TextChannel(press.guild, name, _overwrites(press.guild, place, view), taken),
        lambda tx, made: server_setup.name_channels(tx.acting_as(presser), {place: ChannelId(made.id)}, gone),
    )


async def find_deleted(press: Press, community: Community, place: Place) -> tuple[ChannelId, ...]:
    """The committee's channel, where Discord says that it is no more; one that the bot may not see is still there."""
    channel_id = community.committee if place is Place.COMMITTEE else None
    if channel_id is None:
        return ()
    try:
        await press.guild.fetch_channel(channel_id)
    except discord.NotFound:
        return (channel_id,)
    except discord.HTTPException:
        return ()
    return ()


def _overwrites(guild: discord.Guild, place: Place, view: SetupView) -> Overwrites:
    found: Overwrites = {guild.me: _SPEAKER}
    match place:
        case Place.ANNOUNCEMENTS | Place.RECORD:
            found[guild.default_role] = _READER
        case Place.COMMITTEE:
            found[guild.default_role] = _OUTSIDER
            role = guild.get_role(view.community.organiser_role or 0)
            found |= {role: _GUEST} if role else {}
            found |= {_member(one): _GUEST for one in _officers_seated(view.officers)}
        case Place.MATCHES:
            pass
    return found


async def open_committee(press: Press, community: Community, before: Officers, after: Officers) -> bool:
    """Lets officers into the committee's private channel, and out who is none any more; False where Discord refuses."""
    channel = press.guild.get_channel(community.committee or 0)
    if not isinstance(channel, discord.TextChannel) or _is_open(channel):
        return True
    seated, known = _officers_seated(after), {target.id for target in channel.overwrites}
    leaving = _officers_seated(before) - seated
    overwrites: Overwrites = {target: one for target, one in channel.overwrites.items() if target.id not in leaving}
    overwrites |= {_member(one): _GUEST for one in seated - known}
    if overwrites == channel.overwrites:
        return True
    try:
        await channel.edit(overwrites=overwrites)
    except discord.Forbidden:
        return False
    return True


def _is_open(channel: discord.TextChannel) -> bool:
    return channel.permissions_for(channel.guild.default_role).view_channel


def _officers_seated(officers: Officers) -> set[MemberId]:
    return {person.discord_id for person in officers.people.values() if person.discord_id is not None}


def _member(member_id: MemberId) -> discord.Object:
    """A member whom the bot keeps no record of: it has no list of members."""
    return discord.Object(member_id, type=discord.Member)
