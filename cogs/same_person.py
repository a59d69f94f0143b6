"""Staff's word that two people are one: recording it, undoing it, and who is one with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId, MemberId
from bot.rendering.cases import same_person_cards
from bot.rendering.layout import Card
from bot.rendering.text import plain
from bot.services.cases import same_person
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("same-persons")
async def turn_list(interaction: Interaction, subject: str) -> None:
    """Turns the page."""
    await update(interaction, await _list(interaction, int(subject) if subject.isdecimal() else 0))


async def _list(interaction: Interaction, page: int) -> Card:
    views = await interaction.client.house.ask(same_person.views, GuildId(interaction.guild_id or 0))
    return same_person_cards.listed(views, page, voice_of(interaction))


async def some_links(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The words that hold in the server, by either name."""
    views = await interaction.client.house.ask(same_person.views, GuildId(interaction.guild_id or 0))
    named = [(plain(" = ".join(one.name for one in view.people), 100), view.link.link_id) for view in views]
    wanted = typed.casefold()
    return [app_commands.Choice(name=name, value=link_id) for name, link_id in named if wanted in name.casefold()][:25]


class SamePerson(commands.Cog):
    """`/same-person`."""

    group = app_commands.Group(name="same-person", description="commands.same_person", guild_only=True)

    @group.command(name="record", description="commands.same_person_record")
    @app_commands.describe(
        one="commands.same_person_one", other="commands.same_person_other", reason="commands.case_reason"
    )
    async def record(self, interaction: Interaction, one: discord.User, other: discord.User, reason: str) -> None:
        """Records that two people are one; either may have left the server, as who evades a bar has."""
        house, presser = interaction.client.house, presser_of(interaction)
        both = (MemberId(one.id), one.display_name), (MemberId(other.id), other.display_name)
        link = await house.do(same_person.record, presser, both, reason)
        view = await house.ask(same_person.view, link)
        await answer(interaction, same_person_cards.told_recorded(view, voice_of(interaction)))

    @group.command(name="undo", description="commands.same_person_undo")
    @app_commands.describe(link="commands.same_person_link", reason="commands.case_reason")
    @app_commands.autocomplete(link=some_links)
    async def undo(self, interaction: Interaction, link: str, reason: str) -> None:
        """Ends it, and puts back what it took as far as possible."""
        view = await interaction.client.house.do(same_person.undo, presser_of(interaction), link, reason)
        await answer(interaction, same_person_cards.told_undone(view, voice_of(interaction)))

    @group.command(name="list", description="commands.same_person_list")
    async def show_list(self, interaction: Interaction) -> None:
        """Shows who is recorded as one person with whom."""
        await answer(interaction, await _list(interaction, 0))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(SamePerson())
