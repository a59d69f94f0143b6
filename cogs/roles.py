"""Choosing the roles that mirror offices and titles, under `/office roles`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord

from bot.domain.ids import RoleId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.setup_views import TO_CREATE
from bot.rendering.registry import role_cards
from bot.services.registry import roles
from bot.services.setup import CannotCreate
from cogs import rooms
from cogs.answering import Interaction, acknowledge, answer, presser_of, server_voice, update, voice_of
from cogs.health import server_seen
from cogs.routing import chosen, on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot

Shown = Office | ArbiterTitle


async def show_roles(interaction: Interaction) -> None:
    """Shows the roles as they are chosen today."""
    mirror = await interaction.client.house.ask(roles.chosen, presser_of(interaction))
    await answer(interaction, role_cards.panel(mirror, server_seen(interaction).below_the_bot, voice_of(interaction)))


@on_press("office-role")
async def choose(interaction: Interaction, subject: str) -> None:
    """Takes the role that was chosen for an office or a title."""
    presser, picked = presser_of(interaction), RoleId(int(chosen(interaction)[0]))
    _refuse_unfit(interaction, picked)
    mirror = await interaction.client.house.do(roles.choose, presser, _shown(subject), picked)
    await _shown_again(interaction, mirror)


@on_press("office-roles-create")
async def create(interaction: Interaction, subject: str) -> None:
    """Creates the roles that are missing, without any right, and takes them."""
    del subject
    presser, house, guild = presser_of(interaction), interaction.client.house, interaction.guild
    mirror = await house.ask(roles.chosen, presser)
    server = server_seen(interaction)
    rooms.refuse_without_rights(server)
    await acknowledge(interaction, thinking=False)
    for shown in role_cards.ALL_SHOWN:
        if guild is None or mirror.get(shown) in server.below_the_bot:
            continue
        name = role_cards.name(shown, server_voice(interaction))
        try:
            made = await guild.create_role(name=name, permissions=discord.Permissions.none())
        except discord.Forbidden:
            raise CannotCreate(rights=TO_CREATE) from None
        mirror = await house.do(roles.choose, presser, shown, RoleId(made.id))
    message = role_cards.panel(mirror, list(mirror.values()), voice_of(interaction))
    await answer(interaction, message)


@on_press("office-roles-stop")
async def stop(interaction: Interaction, subject: str) -> None:
    """Lets no role mirror anything any more; who carries one keeps it, and what to do about that is said."""
    del subject
    presser = presser_of(interaction)
    mirror: Mapping[Shown, RoleId] = await interaction.client.house.ask(roles.chosen, presser)
    left = tuple(mirror.values())
    for shown in mirror:
        mirror = await interaction.client.house.do(roles.choose, presser, shown, None)
    await _shown_again(interaction, mirror)
    if left:
        await answer(interaction, role_cards.stopped(left, voice_of(interaction)))


async def _shown_again(interaction: Interaction, mirror: Mapping[Shown, RoleId]) -> None:
    await update(interaction, role_cards.panel(mirror, server_seen(interaction).below_the_bot, voice_of(interaction)))


def _refuse_unfit(interaction: Interaction, picked: RoleId) -> None:
    """Raises RoleGrants for a role with rights that not everybody has, RoleTooHigh for one above the bot's."""
    guild = interaction.guild
    role = guild.get_role(picked) if guild else None
    if guild is None or role is None:
        return
    if role.permissions.value & ~guild.default_role.permissions.value:
        raise roles.RoleGrants(role=picked)
    if not server_seen(interaction).below_the_bot.get(picked, False):
        raise roles.RoleTooHigh(role=picked)


def _shown(text: str) -> Shown:
    return Office(text) if text in set(Office) else ArbiterTitle(text)


async def setup(bot: TournamentBot) -> None:
    """Nothing is to be added: the presses above are found by their names, the command belongs to `/office`."""
    del bot
