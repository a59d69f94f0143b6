"""The chief arbiter of an event: naming, asking, relieving, and the report at the end (GO-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.events.event_officers import EventRole
from bot.domain.ids import ContestId, MemberId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.playing import chief_cards
from bot.services.playing import chief
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.draw import ask_reason
from cogs.event_rules import ask_for_draft, show_rules
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import EVENT, MATCH

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("pass-up", MATCH, Act.HAND_MATCH_ON)
async def pass_up(press: Press, contest_id: ContestId) -> None:
    """Asks the arbiter what the chief has to decide."""
    voice = press.voice
    form = Form(f"pass-up-why:{contest_id}", voice.say("chief.pass_up"))
    form.ask("question", voice.say("chief.question"), long=True, limit=chief.QUESTION_LIMIT)
    await press.form(form)


@on_press("pass-up-why", MATCH, Act.HAND_MATCH_ON)
async def pass_up_why(press: Press, contest_id: ContestId) -> None:
    """Passes the question up."""
    question = press.text("question")
    await press.do(chief.pass_up, contest_id, question)
    await press.say("chief.passed_up")


@on_press("closing-report", EVENT, Act.FILE_REPORT)
async def write_report(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form for the report, for the chief alone."""
    await press.ask(chief.may_report, tournament_id)
    voice = press.voice
    form = Form(f"closing-report-filed:{tournament_id}", voice.say("chief.write_report"))
    form.ask("report", voice.say("chief.report_text"), long=True, limit=chief.REPORT_LIMIT)
    await press.form(form)


@on_press("closing-report-filed", EVENT, Act.FILE_REPORT)
async def file_report(press: Press, tournament_id: TournamentId) -> None:
    """Files the report; it is told in the record."""
    text = press.text("report")
    await press.do(chief.file_report, tournament_id, text)
    await press.say("chief.report_filed")


@app_commands.guild_only()
class Chief(commands.GroupCog, group_name="chief", group_description="commands.chief"):
    """`/chief`."""

    @app_commands.command(name="show", description="commands.chief_show")
    @app_commands.describe(tournament="commands.chief_tournament")
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press, tournament: AnyEvent) -> None:
        """Shows who decides in the event."""
        found = await press.look(chief.view, tournament)
        await press.answer(chief_cards.referees(found, press.voice))

    @app_commands.command(name="name", description="commands.chief_name")
    @app_commands.describe(tournament="commands.chief_tournament", arbiter="commands.chief_arbiter")
    @by_command(Act.NAME_CHIEF)
    async def name(self, press: Press, tournament: OpenEvent, arbiter: discord.Member) -> None:
        """Names the chief arbiter."""
        await _name(press, tournament, arbiter, EventRole.CHIEF)

    @app_commands.command(name="deputy", description="commands.chief_deputy")
    @app_commands.describe(tournament="commands.chief_tournament", arbiter="commands.chief_arbiter")
    @by_command(Act.NAME_CHIEF)
    async def deputy(self, press: Press, tournament: OpenEvent, arbiter: discord.Member) -> None:
        """Names a deputy."""
        await _name(press, tournament, arbiter, EventRole.DEPUTY)

    @app_commands.command(name="relieve", description="commands.chief_relieve")
    @app_commands.describe(
        tournament="commands.chief_tournament", arbiter="commands.chief_arbiter", reason="commands.chief_reason"
    )
    @by_command(Act.RELIEVE_ARBITER)
    async def relieve(self, press: Press, tournament: OpenEvent, arbiter: discord.Member, reason: str) -> None:
        """Relieves an arbiter of the duty in the event."""
        done = await press.do(chief.relieve, tournament, MemberId(arbiter.id), reason)
        await press.answer(chief_cards.referees(done, press.voice))

    @app_commands.command(name="rules", description="commands.chief_rules")
    @app_commands.describe(tournament="commands.chief_tournament")
    @by_command(Act.DRAFT_EVENT_RULES)
    async def rules(self, press: Press, tournament: OpenEvent) -> None:
        """Opens the form for the event's own rules."""
        await ask_for_draft(press, tournament)

    @app_commands.command(name="rules-show", description="commands.chief_rules_show")
    @app_commands.describe(tournament="commands.chief_tournament")
    @by_command(Audience.EVERYBODY)
    async def rules_show(self, press: Press, tournament: AnyEvent) -> None:
        """Shows the event's own rules."""
        await show_rules(press, tournament)

    @app_commands.command(name="redraw", description="commands.chief_redraw")
    @app_commands.describe(tournament="commands.chief_tournament")
    @by_command(Act.REDRAW)
    async def redraw(self, press: Press, tournament: OpenEvent) -> None:
        """Asks why the event is to be drawn again."""
        await ask_reason(press, tournament)


async def _name(press: Press, tournament: TournamentId, arbiter: discord.Member, role: EventRole) -> None:
    done = await press.do(chief.name, tournament, MemberId(arbiter.id), role)
    await press.answer(chief_cards.referees(done, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Chief())
