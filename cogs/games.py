"""How a game is played: read by anybody, in the reader's language; organisers bring their own rules as a text file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.apart.readings import SHEET
from bot.domain.game_sheets import GameId
from bot.domain.permissions import Act
from bot.i18n import Voice
from bot.rendering.playing import game_cards as cards
from bot.rendering.text import plain
from bot.rulebooks.errors import SheetRefused
from bot.services.playing import games
from cogs.audience import Audience
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import on_press
from cogs.subjects import WORD

if TYPE_CHECKING:
    from bot.app import TournamentBot

LANGUAGES = [
    app_commands.Choice(name="commands.game_in_english", value="en-US"),
    app_commands.Choice(name="commands.game_in_portuguese", value="pt-BR"),
    app_commands.Choice(name="commands.game_in_spanish", value="es-ES"),
    app_commands.Choice(name="commands.game_in_italian", value="it"),
]
MOST_SUGGESTIONS = 25


@on_press("game", WORD, Audience.EVERYBODY)
async def how_it_is_played(press: Press, game_id: str) -> None:
    """Shows the presser alone the rules of the game, in their language; a menu sends the game as what was chosen."""
    known, voice = GameId(game_id or await press.picked(WORD)), press.voice
    found = await press.look(games.shown, known, voice.locale)
    await press.answer(cards.shown(found, voice))


@suggests(Audience.EVERYBODY)
async def game_names(press: Press, typed: str) -> Choices:
    """The games by their titles in the reader's language."""
    locale, wanted = press.voice.locale, typed.casefold()
    found = await press.look(games.available, locale)
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
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press, name: str, language: str | None = None) -> None:
        """Shows how a game is played."""
        voice = press.voice
        game_id = await press.look(games.meant, name)
        found = await press.look(games.shown, game_id, language or voice.locale)
        await press.answer(cards.shown(found, voice))

    @app_commands.command(name="list", description="commands.game_list")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def list(self, press: Press) -> None:
        """Lists every game that can be looked up."""
        voice = press.voice
        found = await press.look(games.available, voice.locale)
        await press.answer(cards.listed(found, voice))

    @app_commands.command(name="copy", description="commands.game_copy")
    @app_commands.describe(name="commands.game_name", language="commands.game_language")
    @app_commands.autocomplete(name=game_names)
    @app_commands.choices(language=LANGUAGES)
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def copy(self, press: Press, name: str, language: str | None = None) -> None:
        """Gives a sheet as a file to change."""
        voice = press.voice
        game_id = await press.look(games.meant, name)
        found = await press.look(games.shown, game_id, language or voice.locale)
        data = games.as_file(cards.in_words(found), cards.headings(Voice(found.language)))
        await press.answer(cards.copied(found, data, voice))

    @app_commands.command(name="add", description="commands.game_add")
    @app_commands.describe(file="commands.game_file", language="commands.game_file_language")
    @app_commands.choices(language=LANGUAGES)
    @app_commands.guild_only()
    @by_command(Act.MANAGE_GAME_SHEETS)
    async def add(self, press: Press, file: discord.Attachment, language: str | None = None) -> None:
        """Takes a community's own sheet, or lists what to put right in it."""
        voice = press.voice
        await press.acknowledge()
        try:
            draft = await press.read(SHEET, file, cards.known_headings())
        except SheetRefused as refusal:
            await press.answer(cards.refused(refusal.file, refusal.problems, voice))
            return
        kept = await press.do(games.keep, draft, language)
        await press.answer(cards.taken(kept.sheet, kept.replaced, kept.overrides, voice))

    @app_commands.command(name="remove", description="commands.game_remove")
    @app_commands.describe(name="commands.game_own_name")
    @app_commands.autocomplete(name=game_names)
    @app_commands.guild_only()
    @by_command(Act.MANAGE_GAME_SHEETS)
    async def remove(self, press: Press, name: str) -> None:
        """Drops the server's own sheets of a game, and hands their files over."""
        gone = await press.do(games.remove, name)
        files = [games.as_file(one, cards.headings(Voice(one.language))) for one in gone.sheets]
        await press.answer(cards.removed(gone.sheets, gone.is_bundled, files, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Games())
