"""The two offices, and suggestions to the leader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId, MemberId
from bot.domain.permissions import Office
from bot.rendering.registry import office_cards
from bot.rendering.voting import suggestion_cards
from bot.services.registry import offices
from bot.services.registry.officers import BotHoldsNoOffice
from bot.services.voting import suggestions
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.roles import show_roles
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

OFFICES = [
    app_commands.Choice(name="commands.office_president", value=Office.PRESIDENT.value),
    app_commands.Choice(name="commands.office_leader", value=Office.LEADER.value),
]


@on_press("offices-show")
async def show_offices(interaction: Interaction, subject: str) -> None:
    """Shows who holds what, and what waits for a vacant office."""
    del subject
    shown = await interaction.client.house.ask(offices.show, GuildId(interaction.guild_id or 0), interaction.created_at)
    await answer(interaction, office_cards.committee(shown, voice_of(interaction)))


@on_press("suggest")
async def suggested(interaction: Interaction, subject: str) -> None:
    """Takes the suggestion that was written."""
    del subject
    text = text_of(interaction, "suggestion")
    view = await interaction.client.house.do(suggestions.suggest, presser_of(interaction), text)
    await answer(interaction, suggestion_cards.made(view, voice_of(interaction)))


@on_press("suggestion")
async def show(interaction: Interaction, subject: str) -> None:
    """Shows one suggestion of the list."""
    view = await interaction.client.house.ask(suggestions.view, GuildId(interaction.guild_id or 0), subject)
    await answer(interaction, suggestion_cards.card(view, voice_of(interaction)))


@on_press("suggestion-approve")
async def approve(interaction: Interaction, subject: str) -> None:
    """The leader approves."""
    view = await interaction.client.house.do(suggestions.decide, presser_of(interaction), subject, "", approved=True)
    await update(interaction, suggestion_cards.card(view, voice_of(interaction)))


@on_press("suggestion-decline")
async def ask_why(interaction: Interaction, subject: str) -> None:
    """Asks the leader for the reason."""
    await interaction.client.house.ask(suggestions.decidable, presser_of(interaction), subject)
    voice = voice_of(interaction)
    form = Form(f"suggestion-declined:{subject}", voice.say("suggestions.decline_title"))
    form.ask("reason", voice.say("suggestions.decline_reason"), long=True, limit=suggestions.REASON_LIMIT)
    await interaction.response.send_modal(form)


@on_press("suggestion-declined")
async def decline(interaction: Interaction, subject: str) -> None:
    """The leader declines for the reason that was written."""
    reason = text_of(interaction, "reason")
    view = await interaction.client.house.do(
        suggestions.decide, presser_of(interaction), subject, reason, approved=False
    )
    await update(interaction, suggestion_cards.card(view, voice_of(interaction)))


@app_commands.guild_only()
class Offices(commands.GroupCog, group_name="office", group_description="commands.office"):
    """Who holds which office, resignations, stand-ins, and the roles that mirror them."""

    @app_commands.command(name="show", description="commands.office_show")
    async def show_command(self, interaction: Interaction) -> None:
        """Shows who holds what, and what waits for a vacant office."""
        guild_id = GuildId(interaction.guild_id or 0)
        shown = await interaction.client.house.ask(offices.show, guild_id, interaction.created_at)
        await answer(interaction, office_cards.committee(shown, voice_of(interaction)))

    @app_commands.command(name="resign", description="commands.office_resign")
    @app_commands.describe(office="commands.office_which", reason="commands.office_reason")
    @app_commands.choices(office=OFFICES)
    async def resign(self, interaction: Interaction, office: str, reason: str) -> None:
        """Ends the own time in an office."""
        shown = await interaction.client.house.do(offices.resign, presser_of(interaction), Office(office), reason)
        await answer(interaction, office_cards.committee(shown, voice_of(interaction)))

    @app_commands.command(name="stand-in", description="commands.office_stand_in")
    @app_commands.describe(
        office="commands.office_which",
        member="commands.office_member",
        days="commands.office_days",
        reason="commands.office_reason",
    )
    @app_commands.choices(office=OFFICES)
    async def stand_in(
        self,
        interaction: Interaction,
        office: str,
        member: discord.Member,
        days: app_commands.Range[int, 1, 90],
        reason: str,
    ) -> None:
        """Has somebody act for the holder for some days."""
        if member.bot:
            raise BotHoldsNoOffice
        who = MemberId(member.id), member.display_name
        shown = await interaction.client.house.do(
            offices.name_stand_in, presser_of(interaction), Office(office), who, days, reason
        )
        await answer(interaction, office_cards.committee(shown, voice_of(interaction)))

    @app_commands.command(name="back", description="commands.office_back")
    @app_commands.describe(office="commands.office_which")
    @app_commands.choices(office=OFFICES)
    async def back(self, interaction: Interaction, office: str) -> None:
        """Ends a stand-in before its time."""
        shown = await interaction.client.house.do(offices.end_stand_in, presser_of(interaction), Office(office))
        await answer(interaction, office_cards.committee(shown, voice_of(interaction)))

    @app_commands.command(name="roles", description="commands.office_roles")
    async def roles(self, interaction: Interaction) -> None:
        """Shows which roles mirror offices and titles, and lets them be chosen."""
        await show_roles(interaction)


class Suggestions(commands.Cog):
    """`/suggest` and `/suggestions`."""

    @app_commands.command(name="suggest", description="commands.suggest")
    @app_commands.guild_only()
    async def suggest(self, interaction: Interaction) -> None:
        """Opens the form for a suggestion."""
        voice = voice_of(interaction)
        form = Form("suggest:", voice.say("suggestions.form_title"))
        form.ask(
            "suggestion",
            voice.say("suggestions.form_text"),
            description=voice.say("suggestions.form_why"),
            long=True,
            limit=suggestions.TEXT_LIMIT,
        )
        await interaction.response.send_modal(form)

    @app_commands.command(name="suggestions", description="commands.suggestions")
    @app_commands.guild_only()
    async def suggestions(self, interaction: Interaction) -> None:
        """Shows all suggestions, those that wait first."""
        views = await interaction.client.house.ask(suggestions.listing, GuildId(interaction.guild_id or 0))
        await answer(interaction, suggestion_cards.listing(views, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cogs."""
    await bot.add_cog(Offices())
    await bot.add_cog(Suggestions())
