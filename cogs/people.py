"""What to do now, the ranking, and people's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId, MemberId
from bot.domain.people_views import PlayerPage
from bot.rendering import people_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.rendering.text import plain
from bot.services import guidance, profile
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("now")
async def now(interaction: Interaction, subject: str) -> None:
    """Tells the presser alone all that there is to do, whatever message carried the button."""
    del subject
    await answer(interaction, await _guidance(interaction))


@on_press("now-again")
async def now_again(interaction: Interaction, subject: str) -> None:
    """Looks again, in the same message."""
    del subject
    await update(interaction, await _guidance(interaction))


@on_press("ranking")
async def ranking(interaction: Interaction, subject: str) -> None:
    """Shows the presser a page of the ranking."""
    await answer(interaction, await _ranking(interaction, subject))


@on_press("ranking-page")
async def turn_ranking(interaction: Interaction, subject: str) -> None:
    """Turns the page."""
    await update(interaction, await _ranking(interaction, subject))


@on_press("ranking-share")
async def share_ranking(interaction: Interaction, subject: str) -> None:
    """Shows the page to everybody in the channel."""
    await answer(interaction, await _ranking(interaction, subject, shared=True), private=False)


@on_press("player-share")
async def share_player(interaction: Interaction, subject: str) -> None:
    """Shows a person's page to everybody in the channel."""
    page = await _page(interaction, subject)
    await answer(interaction, people_cards.player(page, voice_of(interaction), shared=True), private=False)


async def _guidance(interaction: Interaction) -> Card:
    found = await interaction.client.house.ask(guidance.duties, presser_of(interaction))
    return desk_cards.guidance(found, voice_of(interaction))


async def _ranking(interaction: Interaction, subject: str, *, shared: bool = False) -> Card:
    page = int(subject) if subject.isdecimal() else 1
    found = await interaction.client.house.ask(profile.ranking_page, GuildId(interaction.guild_id or 0), page)
    return people_cards.ranking(found, voice_of(interaction), shared=shared)


async def _page(interaction: Interaction, name: str) -> PlayerPage:
    presser = presser_of(interaction)
    return await interaction.client.house.ask(profile.page_by_name, presser.guild_id, name, presser.at)


async def known_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """People whom the bot knows in the server, by a part of their name."""
    found = await interaction.client.house.ask(profile.names_like, GuildId(interaction.guild_id or 0), typed)
    return [app_commands.Choice(name=plain(person.name), value=person.person_id) for person in found]


class People(commands.Cog):
    """`/me`, `/player`, `/ranking`."""

    @app_commands.command(name="me", description="commands.me")
    @app_commands.guild_only()
    async def me(self, interaction: Interaction) -> None:
        """Tells the person all that there is to do."""
        await answer(interaction, await _guidance(interaction))

    @app_commands.command(name="player", description="commands.player")
    @app_commands.describe(member="commands.player_member", name="commands.player_name")
    @app_commands.autocomplete(name=known_names)
    @app_commands.guild_only()
    async def player(
        self, interaction: Interaction, member: discord.Member | None = None, name: str | None = None
    ) -> None:
        """Shows a person's page; without an argument, the own."""
        voice = voice_of(interaction)
        if name and member is None:
            await answer(interaction, people_cards.player(await _page(interaction, name), voice))
            return
        presser = presser_of(interaction)
        member_id = presser.member_id if member is None else MemberId(member.id)
        page = await interaction.client.house.ask(profile.page_of_member, presser.guild_id, member_id, presser.at)
        await answer(
            interaction, people_cards.stranger(member_id, voice) if page is None else people_cards.player(page, voice)
        )

    @app_commands.command(name="ranking", description="commands.ranking")
    @app_commands.guild_only()
    async def ranking_command(self, interaction: Interaction) -> None:
        """Shows the ranking, first page first."""
        await answer(interaction, await _ranking(interaction, "1"))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(People())
