"""Reading a rulebook, taking it away as a file, and bringing a changed one back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.apart.readings import RULEBOOK
from bot.domain.permissions import Act
from bot.rendering.game_names import titled
from bot.rendering.regulation import rulebook_cards as cards
from bot.rendering.regulation.changes import difference
from bot.rendering.regulation.rulebook_problems import explanation
from bot.rulebooks.errors import RulebookRefused
from bot.rulebooks.library import to_toml
from bot.services.events import rulebooks
from bot.services.playing import games
from cogs.audience import Audience
from cogs.choosing import rulebook_names
from cogs.press import Press, by_command

if TYPE_CHECKING:
    from bot.app import TournamentBot


class Rulebooks(commands.GroupCog, group_name="rulebook", group_description="commands.rulebook"):
    """The rulebooks that come with the bot, and the server's own."""

    @app_commands.command(name="show", description="commands.rulebook_show")
    @app_commands.describe(rulebook="commands.rulebook_name")
    @app_commands.autocomplete(rulebook=rulebook_names)
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press, rulebook: str) -> None:
        """Shows the rules in the reader's language, and the file."""
        voice = press.voice
        found = await press.look(rulebooks.find, rulebook)
        shown = titled(found, await press.look(games.available, voice.locale))
        for card in cards.shown(shown, to_toml(found), voice):
            await press.answer(card)

    @app_commands.command(name="copy", description="commands.rulebook_copy")
    @app_commands.describe(rulebook="commands.rulebook_name")
    @app_commands.autocomplete(rulebook=rulebook_names)
    @app_commands.guild_only()
    @by_command(Act.MANAGE_RULEBOOKS)
    async def copy(self, press: Press, rulebook: str) -> None:
        """Gives the file to change, each setting explained."""
        found = await press.ask(rulebooks.to_copy, rulebook)
        voice = press.voice
        await press.answer(cards.copied(found, to_toml(found, partial(explanation, voice=voice)), voice))

    @app_commands.command(name="upload", description="commands.rulebook_upload")
    @app_commands.describe(file="commands.rulebook_file")
    @app_commands.guild_only()
    @by_command(Act.MANAGE_RULEBOOKS)
    async def upload(self, press: Press, file: discord.Attachment) -> None:
        """Takes a changed file, if an event can be run by it; else lists what to put right."""
        voice = press.voice
        await press.acknowledge()
        try:
            read = await press.read(RULEBOOK, file)
            await press.look(rulebooks.refuse_unknown_games, read, file.filename)
        except RulebookRefused as refusal:
            await press.answer(cards.refused(refusal.file, refusal.problems, voice))
            return
        kept = await press.do(rulebooks.keep, read)
        changes = [one for one in difference(kept.before, kept.rulebook) if kept.replaced or one.key != "name"]
        await press.answer(cards.kept(kept.rulebook, changes, kept.before.name, kept.replaced, voice))

    @app_commands.command(name="remove", description="commands.rulebook_remove")
    @app_commands.describe(rulebook="commands.rulebook_name")
    @app_commands.autocomplete(rulebook=rulebook_names)
    @app_commands.guild_only()
    @by_command(Act.MANAGE_RULEBOOKS)
    async def remove(self, press: Press, rulebook: str) -> None:
        """Drops one of the server's own, and hands its file over."""
        gone = await press.do(rulebooks.remove, rulebook)
        await press.answer(cards.removed(gone, to_toml(gone), press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Rulebooks())
