"""`/log`: who did what, when and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, MemberId, TournamentId
from bot.rendering import log_cards
from bot.rendering.text import plain
from bot.services import log_reading
from cogs.choosing import all_tournaments, tournament_meant
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import on_press
from cogs.subjects import WORD

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("log-page", WORD)
async def turn(press: Press, asked: str) -> None:
    """Turns the page."""
    page = await press.ask(log_reading.turn, asked)
    await press.update(log_cards.page(page, press.voice))


@suggests
async def matches(press: Press, typed: str) -> Choices:
    """Matches of the tournament that was chosen before."""
    chosen = press.option("tournament")
    if not chosen:
        return []
    found = await press.look(log_reading.matches_of, TournamentId(chosen))
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=plain(names), value=contest_id)
        for contest_id, names in found
        if wanted in names.casefold()
    ][:25]


class Log(commands.Cog):
    """`/log`."""

    @app_commands.command(name="log", description="commands.log")
    @app_commands.describe(
        member="commands.log_member", tournament="commands.log_tournament", match="commands.log_match"
    )
    @app_commands.autocomplete(tournament=all_tournaments, match=matches)
    @app_commands.guild_only()
    @by_command
    async def log(
        self,
        press: Press,
        member: discord.Member | None = None,
        tournament: str | None = None,
        match: str | None = None,
    ) -> None:
        """Shows the latest lines that fit what was asked."""
        page = await press.ask(
            log_reading.look_up,
            MemberId(member.id) if member else None,
            await tournament_meant(press, tournament) if tournament else None,
            ContestId(match) if match else None,
        )
        await press.answer(log_cards.page(page, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Log())
