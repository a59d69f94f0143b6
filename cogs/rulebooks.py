"""Reading a rulebook, taking it away as a file, and bringing a changed one back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId
from bot.rendering.game_names import titled
from bot.rendering.regulation import rulebook_cards as cards
from bot.rendering.regulation.rulebook_problems import explanation
from bot.rendering.regulation.sheet import difference
from bot.rulebooks.errors import RulebookRefused
from bot.rulebooks.library import to_toml
from bot.services.events import rulebooks
from bot.services.playing import games
from cogs.answering import Interaction, acknowledge, answer, presser_of, voice_of
from cogs.choosing import rulebook_names

if TYPE_CHECKING:
    from bot.app import TournamentBot


class Rulebooks(commands.GroupCog, group_name="rulebook", group_description="commands.rulebook"):
    """The rulebooks that come with the bot, and the server's own."""

    @app_commands.command(name="show", description="commands.rulebook_show")
    @app_commands.describe(rulebook="commands.rulebook_name")
    @app_commands.autocomplete(rulebook=rulebook_names)
    @app_commands.guild_only()
    async def show(self, interaction: Interaction, rulebook: str) -> None:
        """Shows the rules in the reader's language, and the file."""
        house, guild_id, voice = interaction.client.house, GuildId(interaction.guild_id or 0), voice_of(interaction)
        found = await house.ask(rulebooks.find, guild_id, rulebook)
        shown = titled(found, await house.ask(games.available, guild_id, voice.locale))
        for card in cards.shown(shown, to_toml(found), voice):
            await answer(interaction, card)

    @app_commands.command(name="copy", description="commands.rulebook_copy")
    @app_commands.describe(rulebook="commands.rulebook_name")
    @app_commands.autocomplete(rulebook=rulebook_names)
    @app_commands.guild_only()
    async def copy(self, interaction: Interaction, rulebook: str) -> None:
        """Gives the file to change, each setting explained."""
        found = await interaction.client.house.ask(rulebooks.to_copy, presser_of(interaction), rulebook)
        voice = voice_of(interaction)
        await answer(interaction, cards.copied(found, to_toml(found, partial(explanation, voice=voice)), voice))

    @app_commands.command(name="upload", description="commands.rulebook_upload")
    @app_commands.describe(file="commands.rulebook_file")
    @app_commands.guild_only()
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Takes a changed file, if an event can be run by it; else lists what to put right."""
        house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
        await house.ask(rulebooks.refuse_others, presser)
        await acknowledge(interaction)
        try:
            rulebooks.refuse_large(file.size, file.filename)
            # Validating takes a tenth of a second the first time: others press meanwhile.
            read = await asyncio.to_thread(rulebooks.read_file, await file.read(), file.filename)
            await house.ask(rulebooks.refuse_unknown_games, presser.guild_id, read, file.filename)
        except RulebookRefused as refusal:
            await answer(interaction, cards.refused(refusal.file, refusal.problems, voice))
            return
        kept = await house.do(rulebooks.keep, presser, read)
        changes = [one for one in difference(kept.before, kept.rulebook) if kept.replaced or one.key != "name"]
        await answer(interaction, cards.kept(kept.rulebook, changes, kept.before.name, kept.replaced, voice))

    @app_commands.command(name="remove", description="commands.rulebook_remove")
    @app_commands.describe(rulebook="commands.rulebook_name")
    @app_commands.autocomplete(rulebook=rulebook_names)
    @app_commands.guild_only()
    async def remove(self, interaction: Interaction, rulebook: str) -> None:
        """Drops one of the server's own, and hands its file over."""
        gone = await interaction.client.house.do(rulebooks.remove, presser_of(interaction), rulebook)
        await answer(interaction, cards.removed(gone, to_toml(gone), voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Rulebooks())
