"""How a game is played: read by anybody, in the reader's language; organisers bring their own rules as a text file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.game_sheets import GameId
from bot.domain.ids import GuildId
from bot.i18n import Voice
from bot.rendering.playing import game_cards as cards
from bot.rendering.text import plain
from bot.rulebooks.errors import SheetRefused
from bot.services.playing import games
from cogs.answering import Interaction, acknowledge, answer, presser_of, voice_of
from cogs.routing import chosen, on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot

LANGUAGES = [
    app_commands.Choice(name="commands.game_in_english", value="en-US"),
    app_commands.Choice(name="commands.game_in_portuguese", value="pt-BR"),
    app_commands.Choice(name="commands.game_in_spanish", value="es-ES"),
    app_commands.Choice(name="commands.game_in_italian", value="it"),
]
MOST_SUGGESTIONS = 25


@on_press("game")
async def how_it_is_played(interaction: Interaction, subject: str) -> None:
    """Shows the presser alone the rules of the game, in their language; a menu sends the game as what was chosen."""
    game_id, voice = GameId(subject or chosen(interaction)[0]), voice_of(interaction)
    found = await interaction.client.house.ask(games.shown, _guild(interaction), game_id, voice.locale)
    await answer(interaction, cards.shown(found, voice))


async def game_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games by their titles in the reader's language."""
    locale, wanted = voice_of(interaction).locale, typed.casefold()
    found = await interaction.client.house.ask(games.available, _guild(interaction), locale)
    return [
        app_commands.Choice(name=plain(one.title), value=one.game_id) for one in found if wanted in one.title.casefold()
    ][:MOST_SUGGESTIONS]


class Games(commands.GroupCog, group_name="game", group_description="commands.game"):
    """The game sheets that come with the bot, and the server's own."""

    @app_commands.command(name="show", description="commands.game_show")
    @app_commands.describe(name="commands.game_name", language="commands.game_language")
    @app_commands.autocomplete(name=game_names)
    @app_commands.choices(language=LANGUAGES)
    @app_commands.guild_only()
    async def show(self, interaction: Interaction, name: str, language: str | None = None) -> None:
        """Shows how a game is played."""
        house, voice = interaction.client.house, voice_of(interaction)
        game_id = await house.ask(games.meant, _guild(interaction), name)
        found = await house.ask(games.shown, _guild(interaction), game_id, language or voice.locale)
        await answer(interaction, cards.shown(found, voice))

    @app_commands.command(name="list", description="commands.game_list")
    @app_commands.guild_only()
    async def list(self, interaction: Interaction) -> None:
        """Lists every game that can be looked up."""
        voice = voice_of(interaction)
        found = await interaction.client.house.ask(games.available, _guild(interaction), voice.locale)
        await answer(interaction, cards.listed(found, voice))

    @app_commands.command(name="copy", description="commands.game_copy")
    @app_commands.describe(name="commands.game_name", language="commands.game_language")
    @app_commands.autocomplete(name=game_names)
    @app_commands.choices(language=LANGUAGES)
    @app_commands.guild_only()
    async def copy(self, interaction: Interaction, name: str, language: str | None = None) -> None:
        """Gives a sheet as a file to change."""
        house, voice = interaction.client.house, voice_of(interaction)
        game_id = await house.ask(games.meant, _guild(interaction), name)
        found = await house.ask(games.shown, _guild(interaction), game_id, language or voice.locale)
        data = games.as_file(cards.in_words(found), cards.headings(Voice(found.language)))
        await answer(interaction, cards.copied(found, data, voice))

    @app_commands.command(name="add", description="commands.game_add")
    @app_commands.describe(file="commands.game_file", language="commands.game_file_language")
    @app_commands.choices(language=LANGUAGES)
    @app_commands.guild_only()
    async def add(self, interaction: Interaction, file: discord.Attachment, language: str | None = None) -> None:
        """Takes a community's own sheet, or lists what to put right in it."""
        house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
        await house.ask(games.refuse_others, presser)
        await acknowledge(interaction)
        try:
            games.refuse_large(file.size, file.filename)
            draft = games.read_file(await file.read(), file.filename, cards.known_headings())
        except SheetRefused as refusal:
            await answer(interaction, cards.refused(refusal.file, refusal.problems, voice))
            return
        kept = await house.do(games.keep, presser, draft, language)
        await answer(interaction, cards.taken(kept.sheet, kept.replaced, kept.overrides, voice))

    @app_commands.command(name="remove", description="commands.game_remove")
    @app_commands.describe(name="commands.game_own_name")
    @app_commands.autocomplete(name=game_names)
    @app_commands.guild_only()
    async def remove(self, interaction: Interaction, name: str) -> None:
        """Drops the server's own sheets of a game, and hands their files over."""
        gone = await interaction.client.house.do(games.remove, presser_of(interaction), name)
        files = [games.as_file(one, cards.headings(Voice(one.language))) for one in gone.sheets]
        await answer(interaction, cards.removed(gone.sheets, gone.is_bundled, files, voice_of(interaction)))


def _guild(interaction: Interaction) -> GuildId:
    return GuildId(interaction.guild_id or 0)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Games())
