"""`/log`: who did what, when and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.rendering import log_cards
from bot.rendering.text import plain
from bot.services import log_reading
from cogs.choosing import AnyEvent, tournament_meant
from cogs.options import Option, taking
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import on_press
from cogs.subjects import EVENT, MATCH, PAGE, PERSON, maybe, quadruple

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("log-page", quadruple(PAGE, maybe(PERSON), maybe(EVENT), maybe(MATCH)), Act.SEE_LOG)
async def turn(press: Press, asked: tuple[int, PersonId | None, TournamentId | None, ContestId | None]) -> None:
    """Turns the page."""
    page = await press.ask(log_reading.turn, *asked)
    await press.update(log_cards.page(page, press.voice))


@suggests(Act.SEE_LOG)
async def matches(press: Press, typed: str) -> Choices:
    """Matches of the tournament that was chosen before."""
    chosen = press.option("tournament")
    if not chosen:
        return []
    found = await press.ask(log_reading.matches_of, await tournament_meant(press, chosen), typed)
    return [app_commands.Choice(name=plain(names), value=contest_id) for contest_id, names in found]


MatchOfEvent = app_commands.Transform[ContestId, Option(taking(MATCH), matches)]


class Log(commands.Cog):
    """`/log`."""

    @app_commands.command(name="log", description="commands.log")
    @app_commands.describe(
        member="commands.log_member", tournament="commands.log_tournament", match="commands.log_match"
    )
    @app_commands.guild_only()
    @by_command(Act.SEE_LOG)
    async def log(
        self,
        press: Press,
        member: discord.Member | None = None,
        tournament: AnyEvent | None = None,
        match: MatchOfEvent | None = None,
    ) -> None:
        """Shows the latest lines that fit what was asked."""
        page = await press.ask(
            log_reading.look_up,
            MemberId(member.id) if member else None,
            tournament,
            match,
        )
        await press.answer(log_cards.page(page, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Log())
