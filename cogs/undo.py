"""`/undo`: one's own acts, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.rendering import undo_cards
from bot.services import undoing
from cogs.audience import Audience
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import LOG_LINE

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("undo", LOG_LINE, Audience.EVERYBODY)
async def undo(press: Press, number: int) -> None:
    """Takes one act back, and shows what is left."""
    done = await press.do(undoing.undo, number)
    await press.update(undo_cards.mine(await press.ask(undoing.mine), press.voice))
    await press.answer(undo_cards.taken_back(done, press.voice))


class Undo(commands.Cog):
    """`/undo`."""

    @app_commands.command(name="undo", description="commands.undo")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def undo(self, press: Press) -> None:
        """Shows the presser's own acts that can be taken back."""
        lines = await press.ask(undoing.mine)
        await press.answer(undo_cards.mine(lines, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Undo())
