"""Looking at a server with the bot's eyes: what it may do there, what it lacks, how it is invited, what is around.

What stands around an event is as Discord has told the bot already: no call is made.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Container
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from bot.features.entering import verbs as entering_verbs
from bot.features.match_threads import verbs as match_threads_verbs
from bot.features.setup import cards as setup_cards
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments.tasks_model import Around
from bot.i18n.catalogue import Translator, zones_of
from bot.kernel.ids import ChannelId, GuildId, Place, RoleId, Theme
from bot.layout.cards import Card
from bot.layout.command_names import draw
from bot.living.creation import TROUBLE, MessageToMake, at_most_once
from bot.server.model import Act
from bot.server.setup_model import (
    FOR_MATCHES,
    IN_A_CHANNEL,
    IN_THE_SERVER,
    TO_CREATE,
    Channel,
    Right,
    Server,
    SetupView,
    findings,
)
from cogs.commands import command
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import NOTHING, seen_by

if TYPE_CHECKING:
    from bot.app import TournamentBot


# --- health ---------------------------------------------------------------------------------------------------------


ASKED_FOR: Final = (*IN_A_CHANNEL, *IN_THE_SERVER, *FOR_MATCHES, *TO_CREATE)
PERMISSIONS: Final = discord.Permissions(**{right.value: True for right in ASKED_FOR})
"""What the bot asks for when it is invited: to speak, to keep events and threads, to create its channels and a role."""
LOOKED_AT: Final = 20
"""Servers of which the log says what they lack."""
_log = logging.getLogger(__name__)


def invite_url(client_id: int) -> str:
    """The address by which whoever manages a server invites the bot, with exactly the permissions that it uses."""
    return discord.utils.oauth_url(client_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def server_of(
    guild: discord.Guild, clock_ahead: timedelta = timedelta(), among: Container[int] | None = None
) -> Server:
    """The server as Discord describes it to the bot; channels that the bot cannot see count as gone.

    `among` are the channels that are asked for: a large server has many.
    """
    me = guild.me
    wanted = [text_channel for text_channel in guild.text_channels if among is None or text_channel.id in among]
    return Server(
        channels={ChannelId(channel.id): _channel(channel, me) for channel in wanted},
        rights=_rights(me.guild_permissions),
        below_the_bot={RoleId(role.id): role < me.top_role for role in guild.roles},
        mentionable=frozenset(RoleId(role.id) for role in guild.roles if role.mentionable),
        clock_ahead=clock_ahead,
    )


def server_seen(request: Request) -> Server:
    """The server in which somebody pressed, and how the bot's clock stands to Discord's."""
    return server_of(request.guild, request.now - request.at)


def _channel(channel: discord.TextChannel, me: discord.Member) -> Channel:
    everyone = channel.permissions_for(channel.guild.default_role)
    return Channel(_rights(channel.permissions_for(me)), open_to_all=everyone.view_channel)


def _rights(permissions: discord.Permissions) -> frozenset[Right]:
    return frozenset(right for right in Right if getattr(permissions, right.value))


@command("doctor", Act.SET_UP)
async def examine(request: Request) -> Card:
    """Shows what keeps the bot from its work, each thing with its fix."""
    view = await request.ask(setup_verbs.examine)
    card = setup_cards.health(view, server_seen(request), request.translator)
    card = setup_cards.with_process(card, request.process, request.translator)
    return setup_cards.with_readers(card, view.community, readers(request.guild, view), request.translator)


def readers(guild: discord.Guild, view: SetupView) -> tuple[str, ...]:
    """Who can read the committee's channel besides its members, as mentions, by Discord's own permissions.

    Roles and members that the channel lets in, and the owner; who holds a role the bot is not told.
    """
    channel = guild.get_channel(view.community.committee or 0)
    if not isinstance(channel, discord.TextChannel) or channel.permissions_for(guild.default_role).view_channel:
        return ()
    known = {person.discord_id for person in view.officers.people.values()} | {guild.me.id}
    members = dict.fromkeys((*_let_in(channel), guild.owner_id))
    return (*_roles_let_in(guild, channel), *(f"<@{member}>" for member in members if member and member not in known))


def _roles_let_in(guild: discord.Guild, channel: discord.TextChannel) -> list[str]:
    """The highest first, without everybody's and the bot's own."""
    roles = [role for role in reversed(guild.roles) if role not in {guild.default_role, guild.self_role}]
    return [role.mention for role in roles if channel.permissions_for(role).view_channel]


def _let_in(channel: discord.TextChannel) -> list[int]:
    """The members whom the channel lets in by name."""
    of_members = ((one.id, rights) for one, rights in channel.overwrites.items() if not isinstance(one, discord.Role))
    return [one for one, rights in of_members if rights.view_channel]


@on_press("say-again", NOTHING, Act.SET_UP)
async def say_again(request: Request) -> Card:
    """Takes up again what could not be said."""
    return setup_cards.taken_up_again(await request.do(setup_verbs.say_again), request.translator)


class Health(commands.Cog):
    """What is said at an invitation and at the start."""

    def __init__(self, bot: TournamentBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greets once, in the server's system channel where it may; everything else waits for `/setup`."""
        channel = guild.system_channel
        if channel is None or not channel.permissions_for(guild.me).send_messages:
            return
        translator = Translator.for_discord(str(guild.preferred_locale))
        # Whoever invites a bot manages the server, and sees every command of it.
        names = seen_by(await self.bot.commands_told.names_of(GuildId(guild.id)), discord.Permissions.all())
        message = await draw(setup_cards.greeting(translator), names, translator, Theme.DARK)
        try:
            await at_most_once(MessageToMake(self.bot, f"hi{guild.id}", channel, message))
        except TROUBLE as refusal:
            _log.info("no greeting in %s: %s", guild.id, refusal)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Has those told whose events ask for the role."""
        await self.bot.units.do(entering_verbs.note_deleted, GuildId(role.guild.id), RoleId(role.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Has a match's card come back whose thread somebody has deleted."""
        await self.bot.units.do(match_threads_verbs.note_gone, thread.thread_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, number: int) -> None:
        """Says in the log how to invite the bot, and what is missing where it is needed, for whoever started it.

        A server is looked at where something runs, one at a time: each look takes its turn among the presses. Of many
        servers the first ones show it; who runs an event elsewhere types `/doctor`.
        """
        if self.bot.application_id is not None and number == 0:
            _log.info("invite me with %s", invite_url(self.bot.application_id))
        shard = self.bot.runner.reach.connections.shards[number]
        busy = await self.bot.units.ask(setup_verbs.busy)
        known = await self.bot.units.ask(setup_verbs.set_up_on, shard)
        here = [guild for guild in self.bot.guilds if shard.has(GuildId(guild.id))]
        new, running = [one for one in here if one.id not in known], [one for one in here if one.id in busy]
        for guild in new[:LOOKED_AT]:
            _log.warning("%s: not set up; its owner begins with /setup", guild.name)
        for guild in running[:LOOKED_AT]:
            for line in [line async for line in self._missing(guild)]:
                _log.warning("%s: %s", guild.name, line)
        if left := len(new[LOOKED_AT:]) + len(running[LOOKED_AT:]):
            _log.info("%d more servers are not set up or not looked at here; /doctor shows each what it lacks", left)

    async def _missing(self, guild: discord.Guild) -> AsyncIterator[str]:
        view = await self.bot.units.ask(setup_verbs.view, GuildId(guild.id), self.bot.units.clock())
        for finding in findings(view, server_of(guild)):
            if not finding.is_advice:
                yield " ".join([finding.fault, finding.place or "", *finding.rights]).strip()


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Health(bot))


# --- surroundings ---------------------------------------------------------------------------------------------------


def around(request: Request) -> Around:
    """The rights that the bot has in the channels of the server's events, and the time zones of countries."""
    community = request.community
    if community is None:
        return Around(zones_of=zones_of)
    channels = {one for place in Place if (one := community.channel(place)) is not None}
    return Around(server_of(request.guild, among=channels), zones_of)
