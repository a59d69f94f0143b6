"""Autocompletes that several commands share."""

from __future__ import annotations

from discord import app_commands

from bot.domain.ids import GuildId
from bot.domain.tournament import Tournament
from bot.rendering.text import plain
from bot.services import reading, rulebooks
from cogs.answering import Interaction


async def open_tournaments(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Tournaments of the server that are neither over nor cancelled."""
    return _choices(await interaction.client.house.ask(reading.unfinished, GuildId(interaction.guild_id or 0)), typed)


async def all_tournaments(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Every tournament of the server, those to come and running first."""
    return _choices(await interaction.client.house.ask(reading.of_guild, GuildId(interaction.guild_id or 0)), typed)


def _choices(tournaments: list[Tournament], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=plain(tournament.name), value=tournament.tournament_id)
        for tournament in tournaments
        if wanted in tournament.name.casefold()
    ][:25]


async def rulebook_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Rulebooks that come with the bot, and the server's own."""
    found = await interaction.client.house.ask(rulebooks.available, GuildId(interaction.guild_id or 0))
    wanted = typed.casefold()
    return [app_commands.Choice(name=name, value=name) for name in found if wanted in name.casefold()][:25]
