"""The record of an event as files to take away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.record.errors import RecordRefused
from bot.rendering import record_cards as cards
from bot.services import record_reading
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.choosing import all_tournaments, tournament_meant

if TYPE_CHECKING:
    from bot.app import TournamentBot
    from bot.record.exporting import Exported
    from bot.record.facts import Record


@app_commands.guild_only()
class Records(commands.GroupCog, group_name="record", group_description="commands.record"):
    """What an event was, for anybody to work out again."""

    @app_commands.command(name="export", description="commands.record_export")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def export(self, interaction: Interaction, tournament: str) -> None:
        """Hands over the record, and the table and the games in the formats of other programs."""
        presser, voice = presser_of(interaction), voice_of(interaction)
        tournament_id = await tournament_meant(interaction, tournament)
        record = await interaction.client.house.ask(record_reading.record_for, presser, tournament_id)
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            # A replay of a large event takes seconds: others press meanwhile.
            found = await asyncio.to_thread(_exported, record)
        except RecordRefused as refusal:
            await answer(interaction, cards.refused(refusal.file, refusal.faults, voice))
            return
        await answer(interaction, cards.exported(found, voice))


def _exported(record: Record) -> Exported:
    from bot.record.exporting import exported  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return exported(record)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Records())
