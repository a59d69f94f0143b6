"""Autocompletes that several commands share."""

from __future__ import annotations

from discord import app_commands

from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, TournamentId
from bot.errors import UserError
from bot.rendering.entering.entries import entry_name
from bot.rendering.text import plain
from bot.services import reading
from bot.services.entering import accounts
from bot.services.events import rulebooks, tournaments
from cogs.answering import Interaction


async def open_tournaments(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Tournaments of the server that are neither over nor cancelled."""
    return _choices(await interaction.client.house.ask(reading.unfinished, GuildId(interaction.guild_id or 0)), typed)


async def all_tournaments(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Every tournament of the server, those to come and running first."""
    return _choices(await interaction.client.house.ask(reading.of_guild, GuildId(interaction.guild_id or 0)), typed)


async def tournament_meant(interaction: Interaction, typed: str) -> TournamentId:
    """The tournament that was chosen from the suggestions, or typed by its name; raises NotFoundByName."""
    return await interaction.client.house.ask(tournaments.meant, GuildId(interaction.guild_id or 0), typed)


async def players(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Who is on the list of the tournament that was chosen before."""
    guild_id, chosen = GuildId(interaction.guild_id or 0), interaction.namespace.tournament
    if not chosen:
        return []
    try:
        listed = await interaction.client.house.ask(reading.player_list, guild_id, TournamentId(chosen))
    except UserError:
        return []
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=entry_name(one), value=one.entrant.entrant_id)
        for one in (*listed.seated, *listed.waiting)
        if wanted in one.person.name.casefold()
    ][:25]


async def sites(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Sites on which events of the server are played."""
    found = await interaction.client.house.ask(accounts.sites, GuildId(interaction.guild_id or 0))
    wanted = typed.casefold()
    return [app_commands.Choice(name=plain(site), value=site) for site in found if wanted in site.casefold()][:25]


def _choices(found: list[Tournament], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=plain(tournament.name), value=tournament.tournament_id)
        for tournament in found
        if wanted in tournament.name.casefold()
    ][:25]


async def rulebook_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Rulebooks that come with the bot, and the server's own."""
    found = await interaction.client.house.ask(rulebooks.available, GuildId(interaction.guild_id or 0))
    wanted = typed.casefold()
    return [app_commands.Choice(name=name, value=name) for name in found if wanted in name.casefold()][:25]
