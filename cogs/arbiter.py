"""Arbiters: going on and off duty, who follows what, and giving a match by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, GuildId, MemberId
from bot.rendering.playing import arbiter_cards
from bot.rendering.text import plain
from bot.services.playing import duty
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("duty-on")
async def go_on(interaction: Interaction, subject: str) -> None:
    """Takes the presser on duty."""
    del subject
    change = await interaction.client.house.do(duty.go_on, presser_of(interaction))
    await answer(interaction, arbiter_cards.on_duty(change, voice_of(interaction)))


@on_press("duty-off")
async def go_off(interaction: Interaction, subject: str) -> None:
    """Ends the presser's duty."""
    del subject
    change = await interaction.client.house.do(duty.go_off, presser_of(interaction))
    await answer(interaction, arbiter_cards.off_duty(change, voice_of(interaction)))


async def open_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Matches of running events that are not settled, by their players."""
    found = await interaction.client.house.ask(duty.open_matches, GuildId(interaction.guild_id or 0))
    wanted = typed.casefold()
    named = ((" – ".join(plain(person.name, 40) for person in match.people), match.contest) for match in found)
    return [
        app_commands.Choice(name=name, value=contest.contest_id) for name, contest in named if wanted in name.casefold()
    ][:25]


@app_commands.guild_only()
class Arbiters(commands.GroupCog, group_name="arbiter", group_description="commands.arbiter"):
    """Commands of and about arbiters."""

    @app_commands.command(name="on", description="commands.arbiter_on")
    async def on_command(self, interaction: Interaction) -> None:
        """Goes on duty; matches that wait are called at once."""
        await go_on(interaction, "")

    @app_commands.command(name="off", description="commands.arbiter_off")
    async def off_command(self, interaction: Interaction) -> None:
        """Goes off duty; open matches are handed over."""
        await go_off(interaction, "")

    @app_commands.command(name="list", description="commands.arbiter_list")
    async def list_command(self, interaction: Interaction) -> None:
        """Shows who is on duty and who follows what."""
        found = await interaction.client.house.ask(duty.listing, GuildId(interaction.guild_id or 0))
        await answer(interaction, arbiter_cards.listing(found, voice_of(interaction)))

    @app_commands.command(name="assign", description="commands.arbiter_assign")
    @app_commands.describe(match="commands.arbiter_assign_match", arbiter="commands.arbiter_assign_arbiter")
    @app_commands.autocomplete(match=open_matches)
    async def assign_command(self, interaction: Interaction, match: str, arbiter: discord.Member) -> None:
        """Gives a match to an arbiter by hand."""
        given = await interaction.client.house.do(
            duty.assign, presser_of(interaction), ContestId(match), MemberId(arbiter.id)
        )
        await answer(interaction, arbiter_cards.assigned(given, arbiter.id, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Arbiters())
