"""Grades of Go: declared in a form or by `/grade declare`, confirmed or refused by a press (GO-25.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId, TournamentId
from bot.rendering.registry import grade_cards
from bot.services.registry import grades
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.choosing import open_tournaments, tournament_meant
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("grade")
async def grade(interaction: Interaction, subject: str) -> None:
    """Asks for the grade."""
    voice = voice_of(interaction)
    form = Form(f"grade-said:{subject}", voice.say("grades.declare"))
    form.ask("grade", voice.say("grades.which"), description=voice.say("grades.hint"), limit=12)
    await interaction.response.send_modal(form)


@on_press("grade-said")
async def grade_said(interaction: Interaction, subject: str) -> None:
    """Takes the grade that was typed; it counts once it is confirmed."""
    presser, text = presser_of(interaction), text_of(interaction, "grade")
    view = await interaction.client.house.do(grades.declare, presser, TournamentId(subject), text)
    await answer(interaction, grade_cards.declared(view, voice_of(interaction)))


@on_press("grade-confirm")
async def grade_confirm(interaction: Interaction, subject: str) -> None:
    """Has the grade count."""
    await _decide(interaction, subject, confirm=True)


@on_press("grade-refuse")
async def grade_refuse(interaction: Interaction, subject: str) -> None:
    """Refuses the grade."""
    await _decide(interaction, subject, confirm=False)


async def _decide(interaction: Interaction, grade_id: str, *, confirm: bool) -> None:
    view = await interaction.client.house.do(grades.decide, presser_of(interaction), grade_id, confirm=confirm)
    await update(interaction, grade_cards.waiting(view, voice_of(interaction)))


@app_commands.guild_only()
class Grades(commands.GroupCog, group_name="grade", group_description="commands.grade"):
    """`/grade`."""

    @app_commands.command(name="declare", description="commands.grade_declare")
    @app_commands.describe(
        tournament="commands.option_tournament", grade="commands.grade_grade", member="commands.grade_member"
    )
    @app_commands.autocomplete(tournament=open_tournaments)
    async def declare(
        self, interaction: Interaction, tournament: str, grade: str, member: discord.Member | None = None
    ) -> None:
        """Declares the own grade, or by staff another's."""
        meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        whose = None if member is None else (MemberId(member.id), member.display_name)
        view = await interaction.client.house.do(grades.declare, presser, meant, grade, whose)
        await answer(interaction, grade_cards.declared(view, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Grades())
