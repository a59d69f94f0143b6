"""How commands and presses are answered: who asks, and in which language."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord

from bot.domain.community import Community, Presser, Theme
from bot.domain.ids import GuildId, MemberId, RoleId
from bot.errors import OnlyInServer
from bot.i18n import Voice
from bot.making.requests import ACKNOWLEDGED_BEFORE, TROUBLE
from bot.notifier import draw
from bot.rendering.command_names import CommandNames
from bot.rendering.layout import Card, Rendered, as_edit, silent
from bot.rendering.parting import first_message
from cogs.offers import seen_by

if TYPE_CHECKING:
    from bot.app import TournamentBot  # noqa: F401 - named in a subscript below

Interaction = discord.Interaction["TournamentBot"]
_acknowledging: set[asyncio.Task[None]] = set()
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Home:
    """The server of a press on a letter, and who pressed as a member of it: Discord tells neither with the press."""

    guild: discord.Guild
    member: discord.Member


_HOME: Final = "home"


def bring_home(interaction: Interaction, home: Home) -> None:
    """The press on a letter counts as one in that server from now on."""
    interaction.extras[_HOME] = home


def home_of(interaction: Interaction) -> Home | None:
    """Where the press belongs, if it came by a letter and that is known."""
    home = interaction.extras.get(_HOME)
    return home if isinstance(home, Home) else None


def guild_of(interaction: Interaction) -> discord.Guild | None:
    """The server that was pressed in, or that the letter is about; None in a direct message that names none."""
    home = home_of(interaction)
    return interaction.guild if home is None else home.guild


def guild_id_of(interaction: Interaction) -> GuildId | None:
    """The id of the same."""
    home = home_of(interaction)
    number = interaction.guild_id if home is None else home.guild.id
    return None if number is None else GuildId(number)


def community_of(interaction: Interaction) -> Community | None:
    """The settings of the server; None before it was set up, and where no server is known."""
    return interaction.client.communities.get(guild_id_of(interaction) or GuildId(0))


def voice_of(interaction: Interaction) -> Voice:
    """The person's own language; where the catalogues lack it, the server's."""
    community = community_of(interaction)
    return Voice.for_discord(str(interaction.locale), community.language if community else "en-US")


def server_voice(interaction: Interaction) -> Voice:
    """The server's language, for what everybody reads."""
    community = community_of(interaction)
    return Voice(community.language if community else "en-US")


def presser_of(interaction: Interaction) -> Presser:
    """Who pressed or typed, by what Discord says; raises OnlyInServer in a direct message that names no server."""
    home, guild, community = home_of(interaction), guild_of(interaction), community_of(interaction)
    member = interaction.user if home is None else home.member
    if guild is None or not isinstance(member, discord.Member):
        raise OnlyInServer
    rights = interaction.permissions if home is None else member.guild_permissions
    role = community.organiser_role if community else None
    return Presser(
        guild_id=GuildId(guild.id),
        member_id=MemberId(member.id),
        name=member.display_name,
        language=voice_of(interaction).locale,
        is_owner=guild.owner_id == member.id,
        is_organiser=rights.manage_guild or (role is not None and member.get_role(role) is not None),
        at=interaction.created_at,
        roles=frozenset(map(RoleId, member._roles)),
        server_roles=_roles_of(guild),
    )


def _roles_of(guild: discord.Guild) -> frozenset[RoleId] | None:
    """The server's roles; None of a server that Discord has not described yet. What discord.py sorts costs too much."""
    return frozenset(map(RoleId, guild._roles)) or None


async def answer(interaction: Interaction, card: Card, *, private: bool = True) -> discord.Message | None:
    """Answers with the card, or follows up where an answer was given; pictures are drawn beside the loop.

    Returns the message that was made, which can be edited by the interaction's own token; None where it is not known.
    """
    card = silent(card) if private else first_message(card)[0]
    if card.pictures or card.attachments:
        await acknowledge(interaction, private=private)
    message = await _render(interaction, card, private=private)
    if not interaction.response.is_done():
        try:
            made = await interaction.response.send_message(
                view=message.view, files=message.files, allowed_mentions=message.allowed_mentions, ephemeral=private
            )
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise
            stands = await _said_before(interaction)
            if stands is not None:
                return stands
        else:
            return made.resource if isinstance(made.resource, discord.Message) else None
        message = await _render(interaction, card, private=private)
    return await interaction.followup.send(
        view=message.view, files=message.files, allowed_mentions=message.allowed_mentions, ephemeral=private, wait=True
    )


async def _render(interaction: Interaction, card: Card, *, private: bool) -> Rendered:
    """The card as it is sent, with its commands as who reads it sees them."""
    names = _names_for(interaction, private=private)
    voice, community = voice_of(interaction) if private else server_voice(interaction), community_of(interaction)
    return await draw(card, names, voice, community.theme if community else Theme.DARK)


def _names_for(interaction: Interaction, *, private: bool) -> CommandNames:
    guild_id, home = guild_id_of(interaction), home_of(interaction)
    if guild_id is None:
        return CommandNames()
    names = interaction.client.commands_told.names(guild_id)
    if private:
        names = seen_by(names, interaction.permissions if home is None else home.member.guild_permissions)
    return names if interaction.guild_id is not None else names.in_letters()


async def _said_before(interaction: Interaction) -> discord.Message | None:
    """What Discord took before, where it was this very answer, whose receipt was lost, and no acknowledgement."""
    try:
        taken, pressed = await interaction.original_response(), interaction.message
    except discord.NotFound:
        # Discord knows of an answer and shows none, as after it has said that it does not know the interaction.
        return None
    is_answer = not taken.flags.loading and (pressed is None or taken.id != pressed.id)
    return taken if is_answer else None


async def acknowledge(interaction: Interaction, *, thinking: bool = True, private: bool = True) -> None:
    """Tells Discord that an answer will come, unless it knows; without `thinking` nothing is seen of that."""
    if not interaction.response.is_done():
        try:
            await interaction.response.defer(ephemeral=private, thinking=thinking)
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise


def answer_in_time(interaction: Interaction) -> None:
    """Acknowledges what is not answered soon, as in a crowd or for a large event: Discord waits three seconds at most.

    A form can be opened no more after that; who asked for one is told to try again.
    """
    after = interaction.client.ports.acknowledge_after
    if after is not None:
        asyncio.get_running_loop().call_later(after.total_seconds(), _acknowledge_late, interaction)


def _acknowledge_late(interaction: Interaction) -> None:
    if not interaction.response.is_done() and not interaction.client.is_closed():
        task = asyncio.create_task(_acknowledge(interaction))
        _acknowledging.add(task)
        task.add_done_callback(_acknowledging.discard)


async def _acknowledge(interaction: Interaction) -> None:
    of_message = interaction.message is not None
    try:
        await acknowledge(interaction, thinking=not of_message)
    except TROUBLE as trouble:
        _log.warning("interaction %s could not be acknowledged: %r", interaction.id, trouble)


async def update(interaction: Interaction, card: Card) -> None:
    """Answers a press with the new state of the message that was pressed, at no call beyond the answer itself."""
    on_own_card = interaction.message is None or interaction.message.flags.ephemeral
    card = silent(card) if on_own_card else as_edit(card)
    message = await _render(interaction, card, private=on_own_card)
    if not interaction.response.is_done():
        try:
            await _change(interaction.response.edit_message, message)
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise
        else:
            return
        # A file that was sent once is at its end, and would be sent as an empty one.
        message = await _render(interaction, card, private=on_own_card)
    # The same change twice is one change, whichever sending Discord took.
    await _change(interaction.edit_original_response, message)


async def _change(change: Callable[..., Awaitable[object]], message: Rendered) -> None:
    await change(view=message.view, attachments=message.files, allowed_mentions=message.allowed_mentions)
