"""`/log`: who did what, when and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, GuildId, MemberId, TournamentId
from bot.rendering import log_cards
from bot.rendering.text import plain
from bot.services import log_reading
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.choosing import all_tournaments, tournament_meant
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("log-page")
async def turn(interaction: Interaction, subject: str) -> None:
    """Turns the page."""
    page = await interaction.client.house.ask(log_reading.turn, presser_of(interaction), subject)
    await update(interaction, log_cards.page(page, voice_of(interaction)))


async def matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Matches of the tournament that was chosen before."""
    chosen = interaction.namespace.tournament
    if not chosen:
        return []
    guild_id = GuildId(interaction.guild_id or 0)
    found = await interaction.client.house.ask(log_reading.matches_of, guild_id, TournamentId(chosen))
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=plain(names), value=contest_id)
        for contest_id, names in found
        if wanted in names.casefold()
    ][:25]


class Log(commands.Cog):
    """`/log`."""

    @app_commands.command(name="log", description="commands.log")
    @app_commands.describe(
        member="commands.log_member", tournament="commands.log_tournament", match="commands.log_match"
    )
    @app_commands.autocomplete(tournament=all_tournaments, match=matches)
    @app_commands.guild_only()
    async def log(
        self,
        interaction: Interaction,
        member: discord.Member | None = None,
        tournament: str | None = None,
        match: str | None = None,
    ) -> None:
        """Shows the latest lines that fit what was asked."""
        page = await interaction.client.house.ask(
            log_reading.look_up,
            presser_of(interaction),
            MemberId(member.id) if member else None,
            await tournament_meant(interaction, tournament) if tournament else None,
            ContestId(match) if match else None,
        )
        await answer(interaction, log_cards.page(page, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Log())
