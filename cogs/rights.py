"""A person's own data: exported, and let go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.rendering import rights_cards
from bot.services import erasure
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("data-erase")
async def erase(interaction: Interaction, subject: str) -> None:
    """Lets go of the presser's data."""
    del subject
    meant = await interaction.client.house.do(erasure.erase, presser_of(interaction))
    await update(interaction, rights_cards.erased(meant, voice_of(interaction)))


@app_commands.guild_only()
class Rights(commands.GroupCog, group_name="mydata", group_description="commands.mydata"):
    """What somebody may ask about the own data."""

    @app_commands.command(name="export", description="commands.mydata_export")
    async def export(self, interaction: Interaction) -> None:
        """Hands the person all that is kept about them."""
        text = await interaction.client.house.ask(erasure.export, presser_of(interaction))
        await answer(interaction, rights_cards.exported(text, voice_of(interaction)))

    @app_commands.command(name="erase", description="commands.mydata_erase")
    async def ask(self, interaction: Interaction) -> None:
        """Says what an erasure would mean, and asks whether it is meant."""
        meant = await interaction.client.house.ask(erasure.considered, presser_of(interaction))
        await answer(interaction, rights_cards.asked(meant, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Rights())
