"""Rounds of a Swiss that are still to be paired: `/round`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId, TournamentId
from bot.rendering.events import pairing_words, round_cards
from bot.services.events import pairing_reading, rounds
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.choosing import all_tournaments, open_tournaments, tournament_meant
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("round-miss")
async def miss(interaction: Interaction, subject: str) -> None:
    """Announces that the presser misses the round to come."""
    told = await interaction.client.house.do(rounds.miss, presser_of(interaction), TournamentId(subject))
    await answer(interaction, round_cards.noted(told, voice_of(interaction)))


@on_press("round-play")
async def play(interaction: Interaction, subject: str) -> None:
    """Takes that back."""
    told = await interaction.client.house.do(rounds.play_after_all, presser_of(interaction), TournamentId(subject))
    await answer(interaction, round_cards.noted(told, voice_of(interaction)))


@app_commands.guild_only()
class Rounds(commands.GroupCog, group_name="round", group_description="commands.round"):
    """`/round`."""

    @app_commands.command(name="miss", description="commands.round_miss")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def miss_command(self, interaction: Interaction, tournament: str) -> None:
        """Announces that one misses the round to come."""
        await miss(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="play", description="commands.round_play")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def play_command(self, interaction: Interaction, tournament: str) -> None:
        """Takes that back."""
        await play(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="pairing", description="commands.round_pairing")
    @app_commands.describe(tournament="commands.option_tournament", number="commands.round_number")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def pairing(self, interaction: Interaction, tournament: str, number: int | None = None) -> None:
        """Shows a round of a Swiss with the reason of each board."""
        meant = await tournament_meant(interaction, tournament)
        guild_id = GuildId(interaction.guild_id or 0)
        view = await interaction.client.house.ask(pairing_reading.reasons, guild_id, meant, number)
        await answer(interaction, pairing_words.reasons(view, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Rounds())
