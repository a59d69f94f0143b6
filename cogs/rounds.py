"""Rounds of a Swiss that are still to be paired: `/round`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import TournamentId
from bot.rendering.events import pairing_words, round_cards
from bot.services.events import pairing_reading, rounds
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import EVENT

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("round-miss", EVENT, Audience.PLAYERS)
async def miss(press: Press, tournament_id: TournamentId) -> None:
    """Announces that the presser misses the round to come."""
    told = await press.do(rounds.miss, tournament_id)
    await press.answer(round_cards.noted(told, press.voice))


@on_press("round-play", EVENT, Audience.PLAYERS)
async def play(press: Press, tournament_id: TournamentId) -> None:
    """Takes that back."""
    told = await press.do(rounds.play_after_all, tournament_id)
    await press.answer(round_cards.noted(told, press.voice))


@app_commands.guild_only()
class Rounds(commands.GroupCog, group_name="round", group_description="commands.round"):
    """`/round`."""

    @app_commands.command(name="miss", description="commands.round_miss")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.PLAYERS)
    async def miss_command(self, press: Press, tournament: OpenEvent) -> None:
        """Announces that one misses the round to come."""
        await miss(press, tournament)

    @app_commands.command(name="play", description="commands.round_play")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.PLAYERS)
    async def play_command(self, press: Press, tournament: OpenEvent) -> None:
        """Takes that back."""
        await play(press, tournament)

    @app_commands.command(name="pairing", description="commands.round_pairing")
    @app_commands.describe(tournament="commands.option_tournament", number="commands.round_number")
    @by_command(Audience.EVERYBODY)
    async def pairing(self, press: Press, tournament: AnyEvent, number: int | None = None) -> None:
        """Shows a round of a Swiss with the reason of each board."""
        view = await press.look(pairing_reading.reasons, tournament, number)
        await press.answer(pairing_words.reasons(view, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Rounds())
