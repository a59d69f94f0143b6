"""Creating the channels and the role that a server lacks, each with the rights that its use asks for."""

from __future__ import annotations

import discord
from discord import PermissionOverwrite

from bot.domain.community import Community, Place
from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.domain.setup_views import TO_CREATE, Officers, Server, SetupView, unnamed, vanished
from bot.i18n import Voice
from bot.services import setup as setup_service
from cogs.press import Press

Overwrites = dict[discord.Role | discord.Member | discord.Object, PermissionOverwrite]

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
        raise setup_service.CannotCreate(rights=missing)


async def create_missing(press: Press, view: SetupView, server: Server) -> SetupView:
    """Creates the role and each channel that is missing, taking one after the other, so that none is lost."""
    guild = press.guild
    voice = Voice(view.community.language)
    try:
        if view.community.organiser_role not in server.below_the_bot:
            role = await guild.create_role(name=voice.say("setup.role_name"), mentionable=True)
            view = await press.do(setup_service.name_role, RoleId(role.id))
        for place in (*unnamed(view.community), *vanished(view.community, server)):
            name = voice.say(f"setup.channel.{place}")
            channel = await guild.create_text_channel(name, overwrites=_overwrites(guild, place, view))
            view = await press.do(setup_service.name_channels, {place: ChannelId(channel.id)})
    except discord.Forbidden:
        raise setup_service.CannotCreate(rights=TO_CREATE) from None
    return view


def _overwrites(guild: discord.Guild, place: Place, view: SetupView) -> Overwrites:
    found: Overwrites = {guild.me: _SPEAKER}
    match place:
        case Place.ANNOUNCEMENTS | Place.RECORD:
            found[guild.default_role] = _READER
        case Place.COMMITTEE:
            found[guild.default_role] = _OUTSIDER
            role = guild.get_role(view.community.organiser_role or 0)
            found |= {role: _GUEST} if role else {}
            found |= {_member(one): _GUEST for one in _seated(view.officers)}
        case Place.MATCHES:
            pass
    return found


async def open_committee(press: Press, community: Community, before: Officers, after: Officers) -> bool:
    """Lets officers into the committee's private channel, and out who is none any more; False where Discord refuses."""
    channel = press.guild.get_channel(community.committee or 0)
    if not isinstance(channel, discord.TextChannel) or _is_open(channel):
        return True
    seated, known = _seated(after), {target.id for target in channel.overwrites}
    leaving = _seated(before) - seated
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


def _seated(officers: Officers) -> set[MemberId]:
    return {person.discord_id for person in officers.people.values() if person.discord_id is not None}


def _member(member_id: MemberId) -> discord.Object:
    """A member whom the bot keeps no record of: it has no list of members."""
    return discord.Object(member_id, type=discord.Member)
