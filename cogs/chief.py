"""The chief arbiter of an event: naming, asking, relieving, and the report at the end (GO-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, GuildId, MemberId, TournamentId
from bot.domain.registry.event_officers import EventRole
from bot.rendering.playing import chief_cards
from bot.services.playing import chief
from cogs.answering import Interaction, answer, presser_of, say, voice_of
from cogs.choosing import all_tournaments, open_tournaments, tournament_meant
from cogs.draw import ask_reason
from cogs.event_rules import ask_for_draft, show_rules
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("pass-up")
async def pass_up(interaction: Interaction, subject: str) -> None:
    """Asks the arbiter what the chief has to decide."""
    voice = voice_of(interaction)
    form = Form(f"pass-up-why:{subject}", voice.say("chief.pass_up"))
    form.ask("question", voice.say("chief.question"), long=True, limit=chief.QUESTION_LIMIT)
    await interaction.response.send_modal(form)


@on_press("pass-up-why")
async def pass_up_why(interaction: Interaction, subject: str) -> None:
    """Passes the question up."""
    question = text_of(interaction, "question")
    await interaction.client.house.do(chief.pass_up, presser_of(interaction), ContestId(subject), question)
    await say(interaction, "chief.passed_up")


@on_press("closing-report")
async def write_report(interaction: Interaction, subject: str) -> None:
    """Opens the form for the report, for the chief alone."""
    await interaction.client.house.ask(chief.may_report, presser_of(interaction), TournamentId(subject))
    voice = voice_of(interaction)
    form = Form(f"closing-report-filed:{subject}", voice.say("chief.write_report"))
    form.ask("report", voice.say("chief.report_text"), long=True, limit=chief.REPORT_LIMIT)
    await interaction.response.send_modal(form)


@on_press("closing-report-filed")
async def file_report(interaction: Interaction, subject: str) -> None:
    """Files the report; it is told in the record."""
    text = text_of(interaction, "report")
    await interaction.client.house.do(chief.file_report, presser_of(interaction), TournamentId(subject), text)
    await say(interaction, "chief.report_filed")


@app_commands.guild_only()
class Chief(commands.GroupCog, group_name="chief", group_description="commands.chief"):
    """`/chief`."""

    @app_commands.command(name="show", description="commands.chief_show")
    @app_commands.describe(tournament="commands.chief_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def show(self, interaction: Interaction, tournament: str) -> None:
        """Shows who decides in the event."""
        meant = await tournament_meant(interaction, tournament)
        found = await interaction.client.house.ask(chief.view, GuildId(interaction.guild_id or 0), meant)
        await answer(interaction, chief_cards.referees(found, voice_of(interaction)))

    @app_commands.command(name="name", description="commands.chief_name")
    @app_commands.describe(tournament="commands.chief_tournament", arbiter="commands.chief_arbiter")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def name(self, interaction: Interaction, tournament: str, arbiter: discord.Member) -> None:
        """Names the chief arbiter."""
        await _name(interaction, tournament, arbiter, EventRole.CHIEF)

    @app_commands.command(name="deputy", description="commands.chief_deputy")
    @app_commands.describe(tournament="commands.chief_tournament", arbiter="commands.chief_arbiter")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def deputy(self, interaction: Interaction, tournament: str, arbiter: discord.Member) -> None:
        """Names a deputy."""
        await _name(interaction, tournament, arbiter, EventRole.DEPUTY)

    @app_commands.command(name="relieve", description="commands.chief_relieve")
    @app_commands.describe(
        tournament="commands.chief_tournament", arbiter="commands.chief_arbiter", reason="commands.chief_reason"
    )
    @app_commands.autocomplete(tournament=open_tournaments)
    async def relieve(self, interaction: Interaction, tournament: str, arbiter: discord.Member, reason: str) -> None:
        """Relieves an arbiter of the duty in the event."""
        meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        done = await interaction.client.house.do(chief.relieve, presser, meant, MemberId(arbiter.id), reason)
        await answer(interaction, chief_cards.referees(done, voice_of(interaction)))

    @app_commands.command(name="rules", description="commands.chief_rules")
    @app_commands.describe(tournament="commands.chief_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def rules(self, interaction: Interaction, tournament: str) -> None:
        """Opens the form for the event's own rules."""
        await ask_for_draft(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="rules-show", description="commands.chief_rules_show")
    @app_commands.describe(tournament="commands.chief_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def rules_show(self, interaction: Interaction, tournament: str) -> None:
        """Shows the event's own rules."""
        await show_rules(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="redraw", description="commands.chief_redraw")
    @app_commands.describe(tournament="commands.chief_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def redraw(self, interaction: Interaction, tournament: str) -> None:
        """Asks why the event is to be drawn again."""
        await ask_reason(interaction, await tournament_meant(interaction, tournament))


async def _name(interaction: Interaction, tournament: str, arbiter: discord.Member, role: EventRole) -> None:
    meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
    done = await interaction.client.house.do(chief.name, presser, meant, MemberId(arbiter.id), role)
    await answer(interaction, chief_cards.referees(done, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Chief())
