"""Grades of Go: declared in a form or by `/grade declare`, confirmed or refused by a press (GO-25.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId, TournamentId
from bot.rendering.registry import grade_cards
from bot.services.registry import grades
from cogs.audience import Audience
from cogs.choosing import OpenEvent
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import EVENT, GRADE

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("grade", EVENT, Audience.EVERYBODY)
async def grade(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the grade."""
    voice = press.voice
    form = Form(f"grade-said:{tournament_id}", voice.say("grades.declare"))
    form.ask("grade", voice.say("grades.which"), description=voice.say("grades.hint"), limit=12)
    await press.form(form)


@on_press("grade-said", EVENT, Audience.EVERYBODY)
async def grade_said(press: Press, tournament_id: TournamentId) -> None:
    """Takes the grade that was typed; it counts once it is confirmed."""
    text = press.text("grade")
    view = await press.do(grades.declare, tournament_id, text)
    await press.answer(grade_cards.declared(view, press.voice))


@on_press("grade-confirm", GRADE, Audience.ADDRESSED)
async def grade_confirm(press: Press, grade_id: str) -> None:
    """Has the grade count."""
    await _decide(press, grade_id, confirm=True)


@on_press("grade-refuse", GRADE, Audience.ADDRESSED)
async def grade_refuse(press: Press, grade_id: str) -> None:
    """Refuses the grade."""
    await _decide(press, grade_id, confirm=False)


async def _decide(press: Press, grade_id: str, *, confirm: bool) -> None:
    view = await press.do(grades.decide, grade_id, confirm=confirm)
    await press.update(grade_cards.waiting(view, press.voice))


@app_commands.guild_only()
class Grades(commands.GroupCog, group_name="grade", group_description="commands.grade"):
    """`/grade`."""

    @app_commands.command(name="declare", description="commands.grade_declare")
    @app_commands.describe(
        tournament="commands.option_tournament", grade="commands.grade_grade", member="commands.grade_member"
    )
    @by_command(Audience.EVERYBODY)
    async def declare(
        self, press: Press, tournament: OpenEvent, grade: str, member: discord.Member | None = None
    ) -> None:
        """Declares the own grade, or by staff another's."""
        whose = None if member is None else (MemberId(member.id), member.display_name)
        view = await press.do(grades.declare, tournament, grade, whose)
        await press.answer(grade_cards.declared(view, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Grades())
