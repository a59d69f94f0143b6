"""A person's own data: exported, and let go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.rendering import rights_cards
from bot.services import erasure
from cogs.audience import Audience
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import NOTHING

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("data-erase", NOTHING, Audience.EVERYBODY)
async def erase(press: Press, _: None) -> None:
    """Lets go of the presser's data."""

    meant = await press.do(erasure.erase)
    await press.update(rights_cards.erased(meant, press.voice))


@app_commands.guild_only()
class Rights(commands.GroupCog, group_name="mydata", group_description="commands.mydata"):
    """What somebody may ask about the own data."""

    @app_commands.command(name="export", description="commands.mydata_export")
    @by_command(Audience.EVERYBODY)
    async def export(self, press: Press) -> None:
        """Hands the person all that is kept about them."""
        text = await press.ask(erasure.export)
        await press.answer(rights_cards.exported(text, press.voice))

    @app_commands.command(name="erase", description="commands.mydata_erase")
    @by_command(Audience.EVERYBODY)
    async def ask(self, press: Press) -> None:
        """Says what an erasure would mean, and asks whether it is meant."""
        meant = await press.ask(erasure.considered)
        await press.answer(rights_cards.asked(meant, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Rights())
