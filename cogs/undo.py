"""`/undo`: one's own acts, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.rendering import undo_cards
from bot.services import undoing
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("undo")
async def undo(interaction: Interaction, subject: str) -> None:
    """Takes one act back, and shows what is left."""
    presser, house, voice = presser_of(interaction), interaction.client.house, voice_of(interaction)
    line = await house.do(undoing.undo, presser, int(subject) if subject.isdecimal() else 0)
    await update(interaction, undo_cards.mine(await house.ask(undoing.mine, presser), voice))
    await answer(interaction, undo_cards.taken_back(line, voice))


class Undo(commands.Cog):
    """`/undo`."""

    @app_commands.command(name="undo", description="commands.undo")
    @app_commands.guild_only()
    async def undo(self, interaction: Interaction) -> None:
        """Shows the presser's own acts that can be taken back."""
        lines = await interaction.client.house.ask(undoing.mine, presser_of(interaction))
        await answer(interaction, undo_cards.mine(lines, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Undo())
